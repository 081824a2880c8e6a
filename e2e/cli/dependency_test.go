package cli

import (
	"archive/zip"
	"bytes"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A dependency that is a client and uses it, so that nothing else is to be
// built.
var dependency = map[string]string{
	"go.mod":         "module example.com/dep\n\ngo 1.25\n",
	"redis/redis.go": fleetModule["redis/redis.go"],
	"dep.go":         strings.NewReplacer("package m", "package dep", "example.com/m", "example.com/dep", "users", "Users").Replace(fleetModule["users.go"]),
	".redislint.yml": wrongSettings,
}

const wrongSettings = "rules: [-keyscommand]\nnot a key: true\n"

const usesDependency = `package m

import (
	"context"

	"example.com/dep"
	"example.com/dep/redis"
)

func users(ctx context.Context, rdb *redis.Client) {
	rdb.Keys(ctx, "user:*")
	dep.Users(ctx, rdb)
}
`

// TestDependencies: a settings file in the module cache or in vendor is never
// read, by the binary or under go vet: these are wrong, and would turn off what
// is found.
func TestDependencies(t *testing.T) {
	root := t.TempDir()
	// A module proxy in a folder has the dependency, with a settings file.
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for name, text := range dependency {
		f, err := w.Create("example.com/dep@v1.0.0/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("proxy/example.com/dep/@v/v1.0.0.zip", archive.String())
	write("proxy/example.com/dep/@v/v1.0.0.mod", dependency["go.mod"])
	write("proxy/example.com/dep/@v/v1.0.0.info", `{"Version":"v1.0.0"}`)
	write("proxy/example.com/dep/@v/list", "v1.0.0\n")
	write("m/go.mod", "module example.com/m\n\ngo 1.25\n")
	write("m/m.go", usesDependency)

	proxy := filepath.ToSlash(filepath.Join(root, "proxy"))
	if !strings.HasPrefix(proxy, "/") {
		proxy = "/" + proxy // C:
	}
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=-modcacherw", "GONOSUMDB=*", "GONOPROXY=none",
		"GOMODCACHE="+filepath.Join(root, "cache"), "GOPROXY="+(&url.URL{Scheme: "file", Path: proxy}).String())
	run := func(code int, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = filepath.Join(root, "m"), env
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) || cmd.ProcessState.ExitCode() != code {
			t.Errorf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	run(0, "go", "get", "example.com/dep@v1.0.0")
	if t.Failed() {
		return
	}
	const clients = "-clients=example.com/dep/redis"
	judge := func() {
		t.Helper()
		for _, call := range [][]string{{binary, clients, "./..."}, {"go", "vet", "-vettool=" + binary, clients, "./..."}} {
			out := run(map[bool]int{true: 3, false: 1}[call[0] == binary], call[0], call[1:]...)
			lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(out), "\n"), func(line string) bool {
				return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "redislint: 1 finding")
			})
			if len(lines) != 1 || !strings.Contains(lines[0], "m.go:11:6: ") || !strings.Contains(lines[0], "[keyscommand]") {
				t.Errorf("%v: want the finding of m.go alone:\n%s", call, out)
			}
		}
	}
	file := filepath.Join(root, "cache", "example.com", "dep@v1.0.0", ".redislint.yml")
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err) // the test would say nothing
	}
	judge()

	// go mod vendor leaves such files out, so somebody has put them there.
	run(0, "go", "mod", "vendor")
	write("m/vendor/.redislint.yml", wrongSettings)
	write("m/vendor/example.com/dep/.redislint.yml", wrongSettings)
	judge()

	// The module's own is read, which shows that the others would have been noticed.
	write("m/.redislint.yml", wrongSettings)
	if out := run(2, binary, "./..."); !strings.Contains(out, filepath.Join("m", ".redislint.yml")+`:2:1: unknown key "not a key"`) {
		t.Errorf("the module's own file:\n%s", out)
	}
}
