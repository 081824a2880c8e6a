// Command newrule makes the files of a new rule: its package with the
// documentation to fill in, its folder in the corpus, and its entries in the
// generated lists and pages.
//
//	go run ./internal/tools/newrule NAME
package main

import (
	"embed"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("newrule: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: go run ./internal/tools/newrule NAME")
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/redislint/redislint").Output()
	if err != nil {
		log.Fatalf("run this inside the redislint module: %v", err)
	}
	root := strings.TrimSpace(string(out))
	files, err := scaffold(root, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for _, file := range files {
		fmt.Println(file)
	}
	generate := exec.Command("go", "run", "./internal/tools/gendocs")
	generate.Dir, generate.Stdout, generate.Stderr = root, os.Stdout, os.Stderr
	if err := generate.Run(); err != nil {
		log.Fatal(err)
	}
}

//go:embed templates
var templates embed.FS

// targets are the files of a rule and the templates that they come from.
var targets = []struct{ path, template string }{
	{"analyzers/NAME/doc.go", "doc.go.tmpl"},
	{"analyzers/NAME/NAME.go", "rule.go.tmpl"},
	{"testdata/src/NAME/bad.go", "bad.go.tmpl"},
	{"testdata/src/NAME/quiet.go", "quiet.go.tmpl"},
}

var ruleName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// scaffold writes the files of a new rule below root, and returns their
// names. It changes nothing if one of them exists.
func scaffold(root, name string) ([]string, error) {
	if !ruleName.MatchString(name) || token.IsKeyword(name) {
		return nil, fmt.Errorf("%q is no name for a rule: small letters and digits, as a package has", name)
	}
	all, err := template.ParseFS(templates, "templates/*.tmpl")
	if err != nil {
		return nil, err
	}
	text := make(map[string]string)
	var files []string
	for _, target := range targets {
		file := strings.ReplaceAll(target.path, "NAME", name)
		if _, err := os.Stat(filepath.Join(root, file)); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is there already", file)
		}
		var b strings.Builder
		if err := all.ExecuteTemplate(&b, target.template, name); err != nil {
			return nil, err
		}
		files = append(files, file)
		text[file] = b.String()
	}
	for _, file := range files {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text[file]), 0o666); err != nil {
			return nil, err
		}
	}
	return files, nil
}
