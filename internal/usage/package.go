// Package usage is what rules see of a package: the Redis commands that it
// sends, in what order, on which keys, through which helpers.
//
// It is three small analyzers. [Commands] normalises calls to commands and is
// the one owner of facts; [Flow] answers what may and must follow; [Families]
// gathers evidence on keys. A rule requires those that it asks.
package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/directive"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

// A Package is the Redis side of one package. A package that reaches no client
// has an empty one, and every rule returns at once.
type Package struct {
	Settings *config.Settings
	Types    *types.Package
	Info     *types.Info
	Fset     *token.FileSet
	// Commands lists the commands in source order, those through helpers at
	// the helper's call.
	Commands []*command.Command
	// Index is nil in an empty package.
	Index *eval.Index

	alone        sync.Mutex // held by the rule that runs; see Alone
	files        []*ast.File
	reach        bits // of this package and what it imports
	frontends    []client.Frontend
	calls        map[*ast.CallExpr]*client.Call
	callList     []*ast.CallExpr // the keys of calls in source order
	funcOf       map[*command.Command]*eval.Func
	ofFunc       map[*eval.Func][]*command.Command
	roots        map[*eval.Func][]*command.Command // of a declaration with its literals
	lits         map[*ast.FuncLit]litRole
	batches      map[any]*command.Batch
	watches      map[*ast.CallExpr]*command.Watch
	callers      map[*types.Func][]*ast.CallExpr
	parents      map[*eval.Func]map[ast.Node]ast.Node
	summaries    map[*types.Func]*summary
	skipped      bool                      // not looked at, see incomplete
	broken       []token.Pos               // type errors, each in a function's body
	summing      []*types.Func             // the functions that are being summarised, each called by the one before
	cyclic       map[*types.Func]bool      // functions that call themselves, perhaps through others
	found        map[sought][]*types.Named // what implements an interface
	instances    *types.Context            // of generic types, each made once
	dispatched   map[dispatch][]*types.Func
	external     func(types.Object) *summary // facts of other packages: functions, variables that hold one
	bodies       map[*eval.Func][]*eval.Func // a declaration and the literals in it
	litSummaries map[*eval.Func]*summary
	reaches      func(*types.Package) bool // the package, a direct import, reaches a client and is none
	byFamily     map[string][]*command.Command
	imported     map[string]family // of the packages that this one imports directly
	linked       map[*ast.CallExpr][]*command.Command
	linking      map[*ast.CallExpr]bool           // calls that link is at
	leavings     map[ast.Node][]*ast.IfStmt       // by block or clause, see leaving
	deciding     map[ast.Expr]bool                // by condition, see mayDecide
	guards       map[*command.Command]keyexpr.Key // of commands through helpers, where callers further up decide
	left         map[*ast.File]bool               // files that are left alone
	busyKind     map[any]bool
	names        map[string]bool           // identifiers of the package; nil until a fix asks
	given        map[givenName]bool        // names that fixes were given
	directives   *directive.Set            // nil in a package that reaches no client
	module       string                    // path of the package's module, or ""
	releases     map[string]client.Release // of the libraries, by major version
	consts       map[*types.Const][]ast.Expr
	texts        map[ast.Expr]*Text // scripts, by the expression that holds them
	parsed       map[string]*Text
	reported     map[reportedAt]bool       // findings in scripts, which may run in many places
	tiers        map[saidAt]config.Tier    // of findings, where not their rule's
	constants    map[types.Object]ast.Expr // of this package, once a script asks
	values       map[*types.Func]bool      // functions that are mentioned, not called; nil until a rule asks
}

// litRole is why a function literal is called: by which call of the client.
type litRole struct {
	call *ast.CallExpr
	what *client.Call
}

// Empty reports whether the package sends no command, so that there is nothing
// to judge.
func (p *Package) Empty() bool { return len(p.Commands) == 0 }

// Func is the function, or literal, that sends the command.
func (p *Package) Func(c *command.Command) *eval.Func { return p.funcOf[c] }

// Root is the declaration that the command is part of.
func (p *Package) Root(c *command.Command) *eval.Func {
	if f := p.funcOf[c]; f != nil {
		return f.Root()
	}
	return nil
}

// Together lists the commands of the same declaration, its literals included,
// in source order.
func (p *Package) Together(c *command.Command) []*command.Command {
	if root := p.Root(c); root != nil {
		return p.roots[root]
	}
	return nil
}

// OfRoot lists the commands of a declaration, its literals included.
func (p *Package) OfRoot(f *eval.Func) []*command.Command { return p.roots[f] }

// Callers lists the calls of the function in this package, outside of the
// files that are left alone.
func (p *Package) Callers(fn *types.Func) []*ast.CallExpr { return p.callers[fn] }

// At lists the commands that the call sends.
func (p *Package) At(call *ast.CallExpr) []*command.Command { return p.linked[call] }

// Parent is the node that holds n, inside the declaration that the command is
// part of; nil at its top.
func (p *Package) Parent(c *command.Command, n ast.Node) ast.Node {
	root := p.Root(c)
	if root == nil {
		return nil
	}
	return p.parentsOf(root)[n]
}

func (p *Package) parentsOf(root *eval.Func) map[ast.Node]ast.Node {
	if m, ok := p.parents[root]; ok {
		return m
	}
	m := map[ast.Node]ast.Node{}
	var stack []ast.Node
	ast.Inspect(root.Body, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if len(stack) > 0 {
			m[n] = stack[len(stack)-1]
		}
		stack = append(stack, n)
		return true
	})
	p.parents[root] = m
	return m
}

// A ClusterAnswer says whether a command goes to a Redis Cluster.
type ClusterAnswer uint8

const (
	// NoCluster: never, or nothing says so.
	NoCluster ClusterAnswer = iota
	// AssumedCluster: the settings say so, or the program builds a cluster
	// client and this client may be it.
	AssumedCluster
	// CertainCluster: the client's type says so.
	CertainCluster
)

// Cluster tells whether the command goes to a Redis Cluster.
func (p *Package) Cluster(c *command.Command) ClusterAnswer {
	switch c.Kind {
	case command.Cluster:
		if c.Each {
			return NoCluster // one node's own client
		}
		return CertainCluster
	case command.Single, command.Ring:
		return NoCluster
	}
	if c.Each {
		return NoCluster
	}
	switch p.Settings.Cluster {
	case config.ClusterAlways:
		return AssumedCluster
	case config.ClusterNever:
		return NoCluster
	}
	if p.reach&buildsCluster != 0 {
		return AssumedCluster
	}
	return NoCluster
}

// Resolver reports whether SetCommandInfoResolver is called in sight: a cluster
// client then splits six multi-key commands by slot. With the module index, a
// program that this package is part of is in sight as well.
func (p *Package) Resolver() bool {
	return p.reach&setsResolver != 0 || p.Settings.Module.Resolver(p.Types.Path())
}

// Judged reports whether findings on the command are wanted: not in files and
// functions that are left alone everywhere.
func (p *Package) Judged(c *command.Command) bool {
	f := p.Root(c)
	if f == nil {
		return true // a package variable's initial value
	}
	if p.left[f.File] {
		return false
	}
	return p.Settings.InTests || !takesTesting(f)
}

// takesTesting reports whether the function has a *testing.T, B, F or TB.
func takesTesting(f *eval.Func) bool {
	for _, v := range f.Params() {
		if v == nil {
			continue // unnamed
		}
		t := v.Type()
		if ptr, ok := t.(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing" {
			return true
		}
	}
	return false
}
