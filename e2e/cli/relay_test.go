package cli

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/usage"
)

// relayEnv names the environment variable that makes this test's binary a tool
// for go vet: one that runs redislint, keeps the facts files and, for one
// package, runs redislint again on damaged ones. Its value is a relaySettings
// in JSON.
const relayEnv = "REDISLINT_TEST_RELAY"

type relaySettings struct {
	Binary string
	Dir    string // where facts files are kept, one for each import path
	Build  string // in place of the tool's build ID, if not empty
	Damage string // the import path of the package that is judged on damaged facts as well
}

// relay runs redislint as go vet asks for it, and returns its exit code.
func relay(settings string) (int, error) {
	var s relaySettings
	if err := json.Unmarshal([]byte(settings), &s); err != nil {
		return 0, err
	}
	args := os.Args[1:]
	run := func(args []string) ([]byte, int, error) {
		cmd := exec.Command(s.Binary, args...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if exit, ok := err.(*exec.ExitError); ok {
			return out, exit.ExitCode(), nil
		}
		return out, 0, err
	}
	last := args[len(args)-1]
	if !strings.HasSuffix(last, ".cfg") {
		out, code, err := run(args)
		if i := bytes.LastIndexByte(out, '='); i >= 0 && s.Build != "" && strings.HasPrefix(last, "-V") {
			out = append(out[:i+1], s.Build+"\n"...)
		}
		os.Stdout.Write(out)
		return code, err
	}
	data, err := os.ReadFile(last)
	if err != nil {
		return 0, err
	}
	var cfg map[string]any
	if err := json.Unmarshal(data, &cfg); err != nil {
		return 0, err
	}
	out, code, err := run(args)
	if err != nil {
		return 0, err
	}
	os.Stdout.Write(out)
	if facts, err := os.ReadFile(cfg["VetxOutput"].(string)); err == nil && len(facts) > 0 {
		name := filepath.Join(s.Dir, strings.ReplaceAll(cfg["ImportPath"].(string), "/", "!")+".facts")
		if err := os.WriteFile(name, facts, 0o600); err != nil {
			return 0, err
		}
	}
	if cfg["ImportPath"] == s.Damage {
		return code, s.runDamaged(args, cfg)
	}
	return code, nil
}

// runDamaged runs redislint once for every kind of damage to the facts that
// the package imports, and keeps what it says in a file of that name.
func (s *relaySettings) runDamaged(args []string, cfg map[string]any) error {
	vetx, ok := cfg["PackageVetx"].(map[string]any)
	if !ok {
		return fmt.Errorf("no facts files in the configuration of %s", s.Damage)
	}
	for name, damage := range damages {
		changed := map[string]string{}
		for path, file := range vetx {
			facts, err := os.ReadFile(file.(string))
			if err != nil {
				return err
			}
			changed[path] = file.(string)
			if len(facts) == 0 || !strings.HasPrefix(path, "example.com/") {
				continue
			}
			if facts, err = damage(facts); err != nil {
				return err
			}
			changed[path] = filepath.Join(s.Dir, strings.ReplaceAll(path, "/", "!")+"."+name)
			if err := os.WriteFile(changed[path], facts, 0o600); err != nil {
				return err
			}
		}
		other := maps.Clone(cfg)
		other["PackageVetx"] = changed
		other["Stdout"] = "" // since Go 1.26 the file that go vet prints: keep what it holds
		other["VetxOutput"] = filepath.Join(s.Dir, name+".vetx")
		data, err := json.Marshal(other)
		if err != nil {
			return err
		}
		file := filepath.Join(s.Dir, name+".cfg")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			return err
		}
		out, err := exec.Command(s.Binary, append(args[:len(args)-1:len(args)-1], file)...).CombinedOutput()
		if err != nil {
			out = fmt.Appendf(out, "\n%v\n", err)
		}
		if err := os.WriteFile(filepath.Join(s.Dir, name+".out"), out, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// damages are what a facts file can suffer, by name.
var damages = map[string]func(facts []byte) ([]byte, error){
	"older": func(facts []byte) ([]byte, error) {
		return rewritten(facts, func(b []byte) []byte { return append([]byte{b[0] - 1}, b[1:]...) })
	},
	"newer": func(facts []byte) ([]byte, error) {
		return rewritten(facts, func(b []byte) []byte { return append([]byte{b[0] + 1}, b[1:]...) })
	},
	"short": func(facts []byte) ([]byte, error) {
		return rewritten(facts, func(b []byte) []byte { return b[:len(b)-1] })
	},
	"long": func(facts []byte) ([]byte, error) {
		return rewritten(facts, func(b []byte) []byte { return append(b[:len(b):len(b)], 0xff, 0xff, 0xff, 0xff, 0x7f) })
	},
	"empty": func(facts []byte) ([]byte, error) {
		return rewritten(facts, func(b []byte) []byte { return nil })
	},
	"noise": func(facts []byte) ([]byte, error) {
		return rewritten(facts, func(b []byte) []byte {
			out := []byte{b[0]}
			for i := range 200 {
				out = append(out, byte(i*i*31+i*7))
			}
			return out
		})
	},
	"nofile":  func([]byte) ([]byte, error) { return nil, nil },
	"cutfile": func(facts []byte) ([]byte, error) { return facts[:len(facts)/2], nil },
	"text":    func([]byte) ([]byte, error) { return []byte("these are no facts\n"), nil },
}

// A gobFact is one fact in a facts file, as x/tools writes it.
type gobFact struct {
	PkgPath string
	Object  string
	Fact    analysis.Fact
}

// readFacts reads a facts file.
func readFacts(data []byte) ([]gobFact, error) {
	for _, f := range usage.Commands.FactTypes {
		gob.Register(f)
	}
	var facts []gobFact
	err := gob.NewDecoder(bytes.NewReader(data)).Decode(&facts)
	return facts, err
}

// rewritten changes the bytes of every fact in a facts file.
func rewritten(data []byte, change func([]byte) []byte) ([]byte, error) {
	facts, err := readFacts(data)
	if err != nil {
		return nil, err
	}
	for _, f := range facts {
		v := reflect.ValueOf(f.Fact).Elem().FieldByName("Bytes")
		v.SetBytes(change(v.Bytes()))
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(facts); err != nil {
		return nil, fmt.Errorf("encoding facts: %w", err)
	}
	return buf.Bytes(), nil
}
