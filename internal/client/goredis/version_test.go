package goredis

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/redislint/redislint/internal/client"
)

func TestReleaseOf(t *testing.T) {
	for _, tt := range []struct {
		path, file string
		names      []string
		want       client.Release
	}{
		{"github.com/redis/go-redis/v9", "/root/go/pkg/mod/github.com/redis/go-redis/v9@v9.17.3/redis.go", nil, client.Release{Major: 9, Minor: 17, Patch: 3, Exact: true}},
		{"github.com/redis/go-redis/v9", "github.com/redis/go-redis/v9@v9.0.5/redis.go", nil, client.Release{Major: 9, Patch: 5, Exact: true}}, // "/" before go-redis, -trimpath
		{"github.com/go-redis/redis/v8", "/m/github.com/go-redis/redis/v8@v8.11.5/redis.go", nil, client.Release{Major: 8, Minor: 11, Patch: 5, Exact: true}},
		{"github.com/go-redis/redis/v9", "/m/github.com/go-redis/redis/v9@v9.0.0-rc.1/redis.go", nil, client.Release{Major: 9, Exact: true}},
		{"github.com/go-redis/redis", "/m/github.com/go-redis/redis@v6.15.9+incompatible/redis.go", nil, client.Release{Major: 6, Minor: 15, Patch: 9, Exact: true}},
		{"github.com/redis/go-redis/v9", "/app/vendor/github.com/redis/go-redis/v9/redis.go", []string{"ErrCrossSlot"}, client.Release{Major: 9, Minor: 11}},
		{"github.com/redis/go-redis/v9", "/app/vendor/github.com/redis/go-redis/v9/redis.go", []string{"ErrCrossSlot", "DelExArgs"}, client.Release{Major: 9, Minor: 17}},
		{"github.com/redis/go-redis/v9", "", nil, client.Release{Major: 9}},
		{"github.com/redis/go-redis/v9/extra", "/m/github.com/redis/go-redis/v9@v9.17.3/x.go", nil, client.Release{}},
		{"example.com/mine", "/m/example.com/mine@v9.1.2/x.go", nil, client.Release{}},
	} {
		fset := token.NewFileSet()
		pos := token.NoPos
		if tt.file != "" {
			pos = fset.AddFile(tt.file, -1, 100).Pos(1)
		}
		pkg := types.NewPackage(tt.path, "redis")
		for _, name := range append([]string{"NewClient"}, tt.names...) {
			pkg.Scope().Insert(types.NewVar(pos, pkg, name, types.Typ[types.Int]))
		}
		if got := (&Frontend{}).ReleaseOf(pkg, fset); got != tt.want {
			t.Errorf("%s in %s, %v: got %+v, want %+v", tt.path, tt.file, tt.names, got, tt.want)
		}
	}
}
