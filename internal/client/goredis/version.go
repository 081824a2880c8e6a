package goredis

import (
	"go/token"
	"go/types"
	"regexp"
	"strconv"

	"github.com/redislint/redislint/internal/client"
)

// inModuleCache finds the version in the name of a file of go-redis:
// …/github.com/redis/go-redis/v9@v9.17.3/redis.go, with -trimpath, too.
var inModuleCache = regexp.MustCompile(`/(?:go-redis/v\d+|go-redis/redis(?:/v\d+)?)@v(\d+)\.(\d+)\.(\d+)`)

// since are names of go-redis and the version that brought each, newest first.
// They tell a lower bound where file names do not tell the version: in a vendor
// folder, a replaced module, a fork.
var since = []struct {
	name         string
	major, minor int
}{
	{"NewCommandInfoResolver", 9, 18},
	{"DelExArgs", 9, 17},
	{"ErrCrossSlot", 9, 11},
}

// ReleaseOf tells which release of go-redis the package, go-redis itself, is.
func (f *Frontend) ReleaseOf(pkg *types.Package, fset *token.FileSet) client.Release {
	var r client.Release
	version := f.versionOf(pkg)
	if version == "" {
		return r
	}
	r.Major, _ = strconv.Atoi(version[1:])
	if obj := pkg.Scope().Lookup("NewClient"); obj != nil {
		if m := inModuleCache.FindStringSubmatch(fset.Position(obj.Pos()).Filename); m != nil {
			major, _ := strconv.Atoi(m[1])
			if major == r.Major {
				r.Minor, _ = strconv.Atoi(m[2])
				r.Patch, _ = strconv.Atoi(m[3])
				r.Exact = true
				return r
			}
		}
	}
	for _, s := range since {
		if s.major == r.Major && pkg.Scope().Lookup(s.name) != nil {
			r.Minor = s.minor
			break
		}
	}
	return r
}
