package report

import "testing"

func TestRelative(t *testing.T) {
	for _, test := range []struct{ dir, file, name, uri string }{
		{"/src/m", "/src/m/a/b.go", "a/b.go", "a/b.go"},
		{"/src/m", "/src/mm/b.go", "../mm/b.go", "file:///src/mm/b.go"},
		{"/src/m", "/src/b.go", "../b.go", "file:///src/b.go"},
		{"/src/m", "/usr/lib/b.go", "/usr/lib/b.go", "file:///usr/lib/b.go"},
		{"/a/b/c/d/e/f", "/a/b.go", "/a/b.go", "file:///a/b.go"},
		{"/", "/b.go", "b.go", "b.go"},
		{"/src", "/src/c:d.go", "c:d.go", "./c:d.go"},
		{"/src", `/src/a\b.go`, `a\b.go`, "a%5Cb.go"},
		{"/src", "/src/ü #?.go", "ü #?.go", "%C3%BC%20%23%3F.go"},
		{`C:\src\m`, `C:\src\m\a\b.go`, "a/b.go", "a/b.go"},
		{`C:\src\m`, `c:\Src\M\a\b.go`, "a/b.go", "a/b.go"},
		{`C:\src\m`, `C:\src\n\b.go`, "../n/b.go", "file:///C:/src/n/b.go"},
		{`C:\src\m`, `D:\src\m\b.go`, "D:/src/m/b.go", "file:///D:/src/m/b.go"},
		{`C:\`, `C:\b.go`, "b.go", "b.go"},
		{`C:\src\m`, "C:/src/m/b.go", "b.go", "b.go"},
		{`\\host\share\m`, `\\host\share\m\b.go`, "b.go", "b.go"},
		{`C:\src`, `\\host\share\b c.go`, "//host/share/b c.go", "file://host/share/b%20c.go"},
		{`C:\src`, `\\?\C:\src\b.go`, "b.go", "b.go"},
		{"/src/m", "gen.y", "gen.y", "gen.y"}, // of a //line comment
	} {
		p := Paths{Dirs: []string{test.dir}}
		if name, _ := p.Relative(test.file); name != test.name {
			t.Errorf("%s from %s: %q, want %q", test.file, test.dir, name, test.name)
		}
		if uri, _ := p.uri(test.file); uri != test.uri {
			t.Errorf("%s from %s: %q, want %q", test.file, test.dir, uri, test.uri)
		}
	}
	linked := Paths{Dirs: []string{"/link", "/real/m"}}
	if name, below := linked.Relative("/real/m/b.go"); name != "b.go" || !below {
		t.Errorf("through a symbolic link: %q", name)
	}
}
