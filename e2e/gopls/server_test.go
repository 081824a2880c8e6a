package gopls

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// A server is a running gopls, and what it has published.
type server struct {
	t       *testing.T
	cmd     *exec.Cmd
	conn    *jsonrpc2.Conn
	root    string
	options map[string]any

	mu        sync.Mutex
	published map[string]publication // by file
	change    chan struct{}          // closed at the next publication
}

// The parts of the protocol that the tests look at
// (https://microsoft.github.io/language-server-protocol).
type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"` // in UTF-16 code units; the tests' sources are ASCII
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	diagnostic struct {
		Range           span `json:"range"`
		Severity        int  `json:"severity"`
		Code            any  `json:"code"`
		CodeDescription struct{ Href string }
		Source          string          `json:"source"`
		Message         string          `json:"message"`
		Data            json.RawMessage `json:"data,omitempty"`
	}
	publication struct {
		URI         string
		Version     int
		Diagnostics []diagnostic
	}
	textEdit struct {
		Range   span
		NewText string
	}
	codeAction struct {
		Title, Kind string
		Edit        *struct {
			DocumentChanges []struct {
				TextDocument struct{ URI string }
				Edits        []textEdit
			}
		}
	}
	object = map[string]any
)

// start runs gopls as an editor does whose workspace is the folder.
func start(t *testing.T, root string, options object) *server {
	t.Helper()
	s := &server{t: t, root: root, options: options, published: map[string]publication{}, change: make(chan struct{})}
	s.cmd = exec.Command(gopls, "serve")
	s.cmd.Dir = root
	s.cmd.Env = environment
	in, err := s.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log := &strings.Builder{}
	s.cmd.Stderr = log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// t.Context() ends before the cleanup, which has things to say.
	s.conn = jsonrpc2.NewConn(context.Background(),
		jsonrpc2.NewBufferedStream(pipes{out, in}, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(s.handle).SuppressErrClosed())
	t.Cleanup(func() {
		s.stop()
		if t.Failed() || strings.Contains(log.String(), "redislint") {
			t.Logf("gopls wrote:\n%s", log)
		}
	})
	s.call("initialize", object{
		"processId":        os.Getpid(),
		"rootUri":          uri(root),
		"workspaceFolders": []object{{"uri": uri(root), "name": filepath.Base(root)}},
		"capabilities": object{
			"textDocument": object{
				"publishDiagnostics": object{"versionSupport": true, "codeDescriptionSupport": true, "relatedInformation": true},
				"codeAction": object{"codeActionLiteralSupport": object{
					"codeActionKind": object{"valueSet": []string{"quickfix"}}}},
			},
			"workspace": object{"configuration": true, "workspaceEdit": object{"documentChanges": true}},
		},
		"initializationOptions": options,
	}, nil)
	s.notify("initialized", object{})
	return s
}

// stop ends gopls as an editor does. It may be called twice.
func (s *server) stop() {
	if s.cmd.ProcessState != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := s.conn.Call(ctx, "shutdown", nil, nil); err != nil {
		s.t.Errorf("shutdown: %v", err)
		s.cmd.Process.Kill()
	}
	s.conn.Notify(ctx, "exit", nil)
	ended := make(chan error, 1)
	go func() { ended <- s.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil && ctx.Err() == nil {
			s.t.Errorf("gopls ended with %v", err)
		}
	case <-ctx.Done():
		s.cmd.Process.Kill()
		s.t.Errorf("gopls does not end: %v", <-ended)
	}
}

// pipes are the two ends of a process that speaks the protocol.
type pipes struct {
	io.Reader
	io.WriteCloser
}

// handle answers what gopls asks of an editor.
func (s *server) handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	switch req.Method {
	case "workspace/configuration":
		var params struct{ Items []any }
		if err := json.Unmarshal(*req.Params, &params); err != nil {
			return nil, err
		}
		return slices.Repeat([]object{s.options}, len(params.Items)), nil
	case "textDocument/publishDiagnostics":
		var p publication
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			return nil, err
		}
		s.mu.Lock()
		s.published[p.URI] = p
		close(s.change)
		s.change = make(chan struct{})
		s.mu.Unlock()
	case "window/showMessage":
		var m struct {
			Type    int
			Message string
		}
		if err := json.Unmarshal(*req.Params, &m); err != nil {
			return nil, err
		}
		if m.Type < 3 { // error or warning
			s.t.Logf("gopls says: %s", m.Message)
		}
	}
	return nil, nil
}

const patience = 15 * time.Minute // a loaded machine with two cores

func (s *server) call(method string, params, result any) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	if err := s.conn.Call(ctx, method, params, result); err != nil {
		s.t.Fatalf("%s: %v", method, err)
	}
}

func (s *server) notify(method string, params any) {
	s.t.Helper()
	if err := s.conn.Notify(s.t.Context(), method, params); err != nil {
		s.t.Fatalf("%s: %v", method, err)
	}
}

// execute runs one of gopls's own commands.
func (s *server) execute(command string, argument, result any) {
	s.t.Helper()
	params := object{"command": command}
	if argument != nil {
		params["arguments"] = []any{argument}
	}
	s.call("workspace/executeCommand", params, result)
}

func uri(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// open shows a file of the workspace, and returns its text.
func (s *server) open(name string) string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.root, name))
	if err != nil {
		s.t.Fatal(err)
	}
	s.notify("textDocument/didOpen", object{"textDocument": object{
		"uri": uri(filepath.Join(s.root, name)), "languageId": "go", "version": 1, "text": string(text)}})
	return string(text)
}

// edit gives an open file another text; versions begin after 1.
func (s *server) edit(name string, version int, text string) {
	s.t.Helper()
	s.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": uri(filepath.Join(s.root, name)), "version": version},
		"contentChanges": []object{{"text": text}},
	})
}

// await waits until gopls has published, for this version of the file,
// findings of redislint that are as wanted: it publishes type errors first.
func (s *server) await(name string, version int, wanted func([]diagnostic) bool) []diagnostic {
	s.t.Helper()
	deadline := time.After(patience)
	for {
		s.mu.Lock()
		p, change := s.published[uri(filepath.Join(s.root, name))], s.change
		s.mu.Unlock()
		if found := ours(p.Diagnostics); p.Version == version && wanted(found) {
			return found
		}
		select {
		case <-change:
		case <-deadline:
			s.t.Fatalf("%s, version %d: gopls published no more than %+v", name, version, p)
		}
	}
}

// pull asks for the findings of redislint in an open file, as it is now.
func (s *server) pull(name string) []diagnostic {
	s.t.Helper()
	var report struct {
		Kind  string
		Items []diagnostic
	}
	s.call("textDocument/diagnostic", object{"textDocument": object{"uri": uri(filepath.Join(s.root, name))}}, &report)
	return ours(report.Items)
}

func ours(all []diagnostic) []diagnostic {
	return slices.DeleteFunc(slices.Clone(all), func(d diagnostic) bool { return d.Source != "redislint" })
}

// rules returns the rules of findings, sorted, each once.
func rules(found []diagnostic) []string {
	set := map[string]bool{}
	for _, d := range found {
		set[fmt.Sprint(d.Code)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func has(rule string) func([]diagnostic) bool {
	return func(found []diagnostic) bool { return slices.Contains(rules(found), rule) }
}

func not(is func([]diagnostic) bool) func([]diagnostic) bool {
	return func(found []diagnostic) bool { return !is(found) }
}

// fix returns the text of a file after the quick fix of a finding.
func (s *server) fix(name, text string, d diagnostic) string {
	s.t.Helper()
	var actions []codeAction
	file := uri(filepath.Join(s.root, name))
	s.call("textDocument/codeAction", object{
		"textDocument": object{"uri": file},
		"range":        d.Range,
		"context":      object{"diagnostics": []diagnostic{d}, "only": []string{"quickfix"}},
	}, &actions)
	for _, action := range actions {
		if action.Edit == nil {
			continue
		}
		for _, change := range action.Edit.DocumentChanges {
			if change.TextDocument.URI != file {
				s.t.Errorf("the fix %q changes %s", action.Title, change.TextDocument.URI)
				continue
			}
			s.t.Logf("%s: quick fix %q", d.Code, action.Title)
			return apply(text, change.Edits)
		}
	}
	s.t.Fatalf("%s: no quick fix for %+v in %+v", name, d, actions)
	return ""
}

// apply applies edits, which do not overlap, from the end.
func apply(text string, edits []textEdit) string {
	lines := strings.SplitAfter(text, "\n")
	offset := func(p position) int {
		n := p.Character
		for _, line := range lines[:p.Line] {
			n += len(line)
		}
		return n
	}
	slices.SortFunc(edits, func(a, b textEdit) int { return offset(b.Range.Start) - offset(a.Range.Start) })
	for _, e := range edits {
		text = text[:offset(e.Range.Start)] + e.NewText + text[offset(e.Range.End):]
	}
	return text
}
