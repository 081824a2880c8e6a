package bench

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const clientPath = "example.com/redis"

// client has as much of go-redis as the generated code needs.
const client = `package redis

import (
	"context"
	"time"
)

type cmdable func(ctx context.Context, cmd any) error

type StatusCmd struct{ err error }

func (c *StatusCmd) Err() error { return c.err }

type StringCmd struct{ err error }

func (c *StringCmd) Result() (string, error) { return "", c.err }

type BoolCmd struct{ err error }

func (c *BoolCmd) Result() (bool, error) { return false, c.err }

func (c *BoolCmd) Err() error { return c.err }

type IntCmd struct{ err error }

func (c *IntCmd) Err() error { return c.err }

type Cmd struct{ err error }

func (c *Cmd) Err() error { return c.err }

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { return nil }
func (c cmdable) Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd {
	return nil
}
func (c cmdable) SetNX(ctx context.Context, key string, value any, expiration time.Duration) *BoolCmd {
	return nil
}
func (c cmdable) Expire(ctx context.Context, key string, expiration time.Duration) *BoolCmd { return nil }
func (c cmdable) Incr(ctx context.Context, key string) *IntCmd                             { return nil }
func (c cmdable) Del(ctx context.Context, keys ...string) *IntCmd                          { return nil }
func (c cmdable) Eval(ctx context.Context, script string, keys []string, args ...any) *Cmd { return nil }

type Client struct{ cmdable }

type ClusterClient struct{ cmdable }
`

// A unit is a generated package with the client that it imports.
type unit struct {
	pkg   *packages.Package
	sites int // calls that send a command
}

// Packages of the standard library come from source, once for all.
var (
	fset = token.NewFileSet()
	std  = importer.ForCompiler(fset, "source", nil)
)

// check makes a package of source text.
func check(tb testing.TB, path string, sites int, files ...string) unit {
	tb.Helper()
	library := typed(tb, clientPath, std, client)
	importing := importerFunc(func(path string) (*types.Package, error) {
		if path == clientPath {
			return library.Types, nil
		}
		return std.Import(path)
	})
	pkg := typed(tb, path, importing, files...)
	pkg.Imports = map[string]*packages.Package{clientPath: library}
	return unit{pkg, sites}
}

func typed(tb testing.TB, path string, from types.Importer, files ...string) *packages.Package {
	tb.Helper()
	pkg := &packages.Package{
		ID: path, Name: path, PkgPath: path, Fset: fset,
		TypesSizes: types.SizesFor("gc", "amd64"),
		TypesInfo: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
			Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
		},
	}
	for i, text := range files {
		name := fmt.Sprintf("%s/f%d.go", path, i)
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			tb.Fatal(err)
		}
		pkg.GoFiles, pkg.CompiledGoFiles, pkg.Syntax = append(pkg.GoFiles, name), append(pkg.CompiledGoFiles, name), append(pkg.Syntax, file)
	}
	conf := types.Config{Importer: from, Sizes: pkg.TypesSizes, GoVersion: "go1.25"}
	var err error
	if pkg.Types, err = conf.Check(path, fset, pkg.Syntax, pkg.TypesInfo); err != nil {
		tb.Fatal(err)
	}
	return pkg
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

const head = `package app

import (
	"context"
	"fmt"
	"time"

	"example.com/redis"
)

var _ = fmt.Sprint

var _ time.Duration

`

// sitesPerFunction is how many commands a function of callSites sends.
const sitesPerFunction = 10

// callSites is code as services have it: keys made of a prefix and an id, some
// through a helper, with wrong places among right ones.
func callSites(n int) []string {
	const perFile = 100 // functions
	var files []string
	for from := 0; from < n; from += perFile * sitesPerFunction {
		var b strings.Builder
		b.WriteString(head)
		if from == 0 {
			b.WriteString(`
type cache struct{ rdb *redis.Client }

func (c *cache) put(ctx context.Context, key string, value any, ttl time.Duration) error {
	return c.rdb.Set(ctx, "cache:"+key, value, ttl).Err()
}
`)
		}
		for f := from / sitesPerFunction; f < min(n, from+perFile*sitesPerFunction)/sitesPerFunction; f++ {
			fmt.Fprintf(&b, `
func f%[1]d(ctx context.Context, rdb *redis.Client, cc *redis.ClusterClient, c *cache, id, token string) error {
	key := fmt.Sprintf("user%[1]d:%%s", id)
	name, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return err
	}
	if err := rdb.Set(ctx, key, name+"!", time.Hour).Err(); err != nil {
		return err
	}
	if err := c.put(ctx, "f%[1]d:"+id, name, time.Minute); err != nil {
		return err
	}
	if ok, err := rdb.SetNX(ctx, "lock:f%[1]d:"+id, token, time.Minute).Result(); err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", []string{"lock:f%[1]d:" + id}, token)
	for i := range 3 {
		if err := rdb.Incr(ctx, fmt.Sprintf("count%[1]d:%%d", i)).Err(); err != nil {
			return err
		}
	}
	if err := rdb.Expire(ctx, "count%[1]d:0", time.Hour).Err(); err != nil {
		return err
	}
	if err := cc.Del(ctx, "{f%[1]d}:a:"+id, "{f%[1]d}:b:"+id).Err(); err != nil {
		return err
	}
	if err := c.put(ctx, "last%[1]d", name, 0); err != nil {
		return err
	}
	return cc.Del(ctx, "f%[1]d:a:"+id, "f%[1]d:b:"+id).Err()
}
`, f)
		}
		files = append(files, b.String())
	}
	return files
}

// chain is n helpers, each of which calls the next; the last one sends.
func chain(n int) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		fmt.Fprintf(&b, `
func put%d(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) error {
	return put%d(ctx, rdb, "p:"+key, ttl)
}
`, i, i+1)
	}
	fmt.Fprintf(&b, `
func put%d(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) error {
	return rdb.Set(ctx, key, 1, ttl).Err()
}

func use(ctx context.Context, rdb *redis.Client) error { return put0(ctx, rdb, "k", 0) }
`, n)
	return b.String()
}

// long is one function of n commands, with a branch at each.
func long(n int) string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("func long(ctx context.Context, rdb *redis.Client, id string) error {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tif err := rdb.Set(ctx, \"k%d:\"+id, 1, time.Hour).Err(); err != nil {\n\t\treturn err\n\t}\n", i)
	}
	b.WriteString("\treturn nil\n}\n")
	return b.String()
}

// wide is a command whose key has n parts.
func wide(n int) string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("func wide(ctx context.Context, cc *redis.ClusterClient, id string) error {\n\treturn cc.Del(ctx, \"a\"")
	for i := range n {
		if i%2 == 0 {
			b.WriteString("+id")
		} else {
			fmt.Fprintf(&b, "+\":%d:\"", i)
		}
	}
	b.WriteString(", \"b\").Err()\n}\n")
	return b.String()
}

// script is an Eval of a script of about n bytes.
func script(n int) string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("const text = `local n = 0\n")
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "if redis.call('GET', KEYS[1]) == ARGV[%d] then\n  n = n + redis.call('INCRBY', KEYS[2], %d)\nend\n", i%9+1, i)
	}
	b.WriteString("return n`\n\nfunc run(ctx context.Context, rdb *redis.Client) error {\n\treturn rdb.Eval(ctx, text, []string{\"a\", \"b\"}).Err()\n}\n")
	return b.String()
}
