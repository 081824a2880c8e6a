// Package client is what redislint needs to know of a Redis client library:
// which calls send a command, which make a batch, and what a value of a type
// talks to. One folder below it per library; rules never see any of this.
package client

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// A Role is what a call of a client library does.
type Role uint8

const (
	// Sends: sends or queues Command on Sender.
	Sends Role = 1 + iota
	// MakesCommand: makes Command, which is sent when Process gets it.
	MakesCommand
	// Processes: sends the commands that the arguments Cmds hold, on Sender.
	Processes
	// MakesBatch: returns a pipeline of Sender of the kind Batch.
	MakesBatch
	// RunsBatch: calls Fn with a new pipeline of Sender and executes it.
	RunsBatch
	// Executes and Discards: end the batch that Sender is.
	Executes
	Discards
	// Watches: calls Fn with a connection of Sender that watches Command's keys.
	Watches
	// EachNode: calls Fn with a client of every node of Sender, at once.
	EachNode
	// MakesClient: returns a new client of the kind Kind.
	MakesClient
	// SetsResolver: makes a cluster client split multi-key commands by slot.
	SetsResolver
	// MakesScript: returns a script with the text Sender.
	MakesScript
)

// A Call is a call that a client library gives a meaning.
type Call struct {
	Role    Role
	Command *command.Command // Sends, MakesCommand, Watches
	Sender  ast.Expr
	Fn      ast.Expr          // RunsBatch, Watches, EachNode
	Batch   command.BatchKind // MakesBatch, RunsBatch
	Cmds    []ast.Expr        // Processes
	Kind    command.Kind      // MakesClient
	Version string
}

// A Sort is what kind of thing a client library's type is.
type Sort uint8

const (
	// Other: not a type that commands are sent on.
	Other Sort = iota
	// Client: sends at once.
	Client
	// Pipe: queues.
	Pipe
	// Tx: the connection that WATCH holds.
	Tx
)

// A Frontend recognises one client library.
type Frontend interface {
	// Path reports whether a package with that import path is (a version or
	// a known fork of) the library.
	Path(path string) bool
	// Classify tells what the call does, or nil.
	Classify(x *eval.Index, call *ast.CallExpr) *Call
	// TypeOf tells what commands are sent on: the sort of thing, what it
	// certainly talks to, and its type for people.
	TypeOf(t types.Type) (Sort, command.Kind, string)
	// IsScript reports whether a value of type t holds the text of a script.
	IsScript(t types.Type) bool
	// Implements reports whether the package is itself a client or a mock of
	// one rather than user code.
	Implements(pkg *types.Package) bool
	// ReleaseOf tells which release of the library the package is; the zero
	// Release for other packages.
	ReleaseOf(pkg *types.Package, fset *token.FileSet) Release
}

// Elements evaluates a slice expression to wire arguments.
func Elements(x *eval.Index, e ast.Expr) []command.Arg {
	var out []command.Arg
	for _, el := range x.Elems(e) {
		src := el.Expr
		if src == nil {
			src = e
		}
		out = append(out, command.Arg{Text: el.Key, Expr: src, Spread: el.Spread})
	}
	return out
}

// Variadic evaluates the arguments of a variadic parameter; with spread the
// last one is a slice whose elements they are.
func Variadic(x *eval.Index, args []ast.Expr, spread bool) []command.Arg {
	var out []command.Arg
	for i, a := range args {
		if spread && i == len(args)-1 {
			out = append(out, Elements(x, a)...)
		} else {
			out = append(out, command.Arg{Text: x.Key(a), Expr: a})
		}
	}
	return out
}
