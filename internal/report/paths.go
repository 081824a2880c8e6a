package report

import (
	"net/url"
	"path"
	"regexp"
	"strings"
)

// Paths names files as they are seen from a folder.
type Paths struct {
	// Dirs are names of that folder, the first one first: as the user has it,
	// and without symbolic links.
	Dirs []string
}

// Relative names a file with forward slashes, on every system: from the folder
// if it lies below it, and else in the shorter way, "../other/x.go" or
// absolute.
func (p Paths) Relative(file string) (name string, below bool) {
	file = slash(file)
	for _, dir := range p.Dirs {
		if rel, ok := under(slash(dir), file); ok {
			return rel, true
		}
	}
	if len(p.Dirs) > 0 {
		if up := upwards(slash(p.Dirs[0]), file); up != "" && len(up) < len(file) {
			return up, false
		}
	}
	return file, false
}

// windows is how an absolute name of Windows begins: with a drive, or as that
// of another machine. The names in a report are of the machine that it is made
// on, and no other system has such ones.
var windows = regexp.MustCompile(`^([A-Za-z]:[\\/]|\\\\)`)

// slash gives a name of Windows forward slashes. Elsewhere a backslash is a
// letter like others.
func slash(name string) string {
	if !windows.MatchString(name) {
		return name
	}
	name = strings.TrimPrefix(name, `\\?\`) // the long form
	return strings.ReplaceAll(name, `\`, "/")
}

func onWindows(name string) bool { return strings.HasPrefix(name, "//") || windows.MatchString(name) }

// under returns the rest of a file's name below a folder.
func under(dir, file string) (rest string, ok bool) {
	dir = strings.TrimSuffix(dir, "/") + "/"
	if len(file) <= len(dir) {
		return "", false
	}
	start := file[:len(dir)]
	if start == dir || onWindows(file) && strings.EqualFold(start, dir) {
		return path.Clean(file[len(dir):]), true
	}
	return "", false
}

// upwards goes from a folder to a file by the folder that both are in; "" if
// that is the root or they are on different volumes.
func upwards(dir, file string) string {
	from, to := strings.Split(strings.TrimSuffix(dir, "/"), "/"), strings.Split(file, "/")
	same := 0
	for same < len(from) && same < len(to)-1 && from[same] == to[same] {
		same++
	}
	if same < 2 {
		return ""
	}
	return strings.Repeat("../", len(from)-same) + strings.Join(to[same:], "/")
}

// uri is the file as a URI: relative if it lies below the folder, so that it
// holds on other machines, and else absolute.
func (p Paths) uri(file string) (uri string, below bool) {
	if name, ok := p.Relative(file); ok {
		u := url.URL{Path: name} // a colon in the first element gets "./" before it
		return u.String(), true
	}
	name := slash(file)
	u := url.URL{Scheme: "file", Path: name}
	switch {
	case strings.HasPrefix(name, "//") && onWindows(file):
		host, rest, _ := strings.Cut(name[2:], "/")
		u.Host, u.Path = host, "/"+rest
	case windows.MatchString(name):
		u.Path = "/" + name
	case !strings.HasPrefix(name, "/"):
		return (&url.URL{Path: name}).String(), false // what a //line comment says
	}
	return u.String(), false
}
