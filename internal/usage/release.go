package usage

import (
	"go/types"

	"github.com/redislint/redislint/internal/client"
)

// ClientRelease is the release of the client library of a major version ("v9",
// as Command.Version has it) that the package is compiled against.
func (p *Package) ClientRelease(version string) client.Release {
	if r, ok := p.releases[version]; ok {
		return r
	}
	var out client.Release
	seen := map[*types.Package]bool{}
	var visit func(pkg *types.Package)
	visit = func(pkg *types.Package) {
		if seen[pkg] || out.Exact {
			return
		}
		seen[pkg] = true
		for _, f := range p.frontends {
			if r := f.ReleaseOf(pkg, p.Fset); r.Major != 0 && "v"+string(rune('0'+r.Major)) == version {
				out = r
				return // what the library imports is older than itself
			}
		}
		for _, imp := range pkg.Imports() {
			visit(imp)
		}
	}
	visit(p.Types)
	if p.releases == nil {
		p.releases = map[string]client.Release{}
	}
	p.releases[version] = out
	return out
}
