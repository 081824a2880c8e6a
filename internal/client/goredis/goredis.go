// Package goredis recognises go-redis: github.com/redis/go-redis/v9, its
// predecessors github.com/go-redis/redis/v8, /v7 and without a suffix (v6), the
// pre-release path github.com/go-redis/redis/v9, and forks named in settings.
//
// A call counts when the object that it calls belongs to the library: its
// package, its receiver's type and its name decide, never the spelling of the
// file's imports. Besides, a method of the user's own interface counts when
// it has the name and signature of one of go-redis's, with a result that only
// go-redis makes.
package goredis

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

// Frontend is the front-end for go-redis and the forks in Forks.
type Frontend struct {
	// Forks maps import paths to the major version that they mirror.
	Forks map[string]string
}

var _ client.Frontend = (*Frontend)(nil)

var versions = map[string]string{
	"github.com/redis/go-redis/v9": "v9",
	"github.com/go-redis/redis/v9": "v9",
	"github.com/go-redis/redis/v8": "v8",
	"github.com/go-redis/redis/v7": "v7",
	"github.com/go-redis/redis":    "v6",
}

// Path reports whether the import path is go-redis or a fork named in settings.
func (f *Frontend) Path(path string) bool { return f.version(path) != "" }

func (f *Frontend) version(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	}
	if v, ok := versions[path]; ok {
		return v
	}
	return f.Forks[path]
}

func (f *Frontend) versionOf(pkg *types.Package) string {
	if pkg == nil {
		return ""
	}
	return f.version(pkg.Path())
}

// IsScript reports whether t is redis.Script or a pointer to it.
func (f *Frontend) IsScript(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Script" && f.versionOf(n.Obj().Pkg()) != ""
}

// Implements reports whether the package is part of go-redis itself.
func (f *Frontend) Implements(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	for path := pkg.Path(); path != "."; {
		if f.version(path) != "" {
			return true
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return false
		}
		path = path[:i]
	}
	return false
}

// TypeOf tells what commands are sent on when they are sent on a value of type t.
func (f *Frontend) TypeOf(t types.Type) (client.Sort, command.Kind, string) {
	if t == nil {
		return client.Other, command.AnyServer, ""
	}
	star := ""
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t, star = p.Elem(), "*"
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return client.Other, command.AnyServer, ""
	}
	if f.versionOf(n.Obj().Pkg()) == "" {
		return client.Other, command.AnyServer, ""
	}
	name := star + "redis." + n.Obj().Name()
	switch n.Obj().Name() {
	case "Client":
		return client.Client, command.Single, name
	case "ClusterClient":
		return client.Client, command.Cluster, name
	case "Ring":
		return client.Client, command.Ring, name
	case "Conn":
		return client.Client, command.AnyServer, name
	case "Tx":
		return client.Tx, command.AnyServer, name
	case "Pipeline", "Pipeliner", "AutoPipeliner":
		return client.Pipe, command.AnyServer, name
	}
	if types.IsInterface(t) {
		if obj, _, _ := types.LookupFieldOrMethod(t, false, n.Obj().Pkg(), "Get"); obj != nil {
			return client.Client, command.AnyServer, name // Cmdable, UniversalClient, StringCmdable …
		}
		if obj, _, _ := types.LookupFieldOrMethod(t, false, n.Obj().Pkg(), "EvalSha"); obj != nil {
			return client.Client, command.AnyServer, name // Scripter
		}
	}
	return client.Other, command.AnyServer, ""
}

// target is the library method or function that a call reaches.
type target struct {
	fn      *types.Func
	version string
	recv    string     // the receiver type's name; "" for a function
	sender  ast.Expr   // what the method is called on
	args    []ast.Expr // the arguments of the method's own signature
	pos     token.Pos
	end     token.Pos
}

// resolve finds what the call calls: a method, a method expression, or a
// method value held in a variable that is assigned once.
func (f *Frontend) resolve(x *eval.Index, call *ast.CallExpr) *target {
	fun := ast.Unparen(call.Fun)
	sel, ok := fun.(*ast.SelectorExpr)
	t := &target{args: call.Args}
	if !ok {
		id, isIdent := fun.(*ast.Ident)
		if !isIdent {
			return nil
		}
		t.pos, t.end = id.Pos(), id.End()
		switch obj := x.Info.Uses[id].(type) {
		case *types.Func: // a dot import
			t.fn = obj
		case *types.Var:
			rhs, i, once := x.Once(obj)
			if !once || i >= 0 {
				return nil
			}
			if sel, ok = ast.Unparen(rhs).(*ast.SelectorExpr); !ok {
				return nil
			}
		default:
			return nil
		}
	} else {
		t.pos, t.end = sel.Sel.Pos(), sel.Sel.End()
	}
	if sel != nil {
		t.fn, _ = x.Info.Uses[sel.Sel].(*types.Func)
		if s := x.Info.Selections[sel]; s != nil {
			switch s.Kind() {
			case types.MethodExpr:
				if len(call.Args) == 0 {
					return nil
				}
				t.sender, t.args = call.Args[0], call.Args[1:]
			case types.MethodVal:
				t.sender = sel.X
			}
		}
	}
	if t.fn == nil || t.fn.Pkg() == nil {
		return nil
	}
	t.fn = t.fn.Origin()
	sig := t.fn.Signature()
	t.version = f.versionOf(t.fn.Pkg())
	if sig.Recv() != nil {
		t.recv = typeName(sig.Recv().Type())
		if t.version != "" {
			if _, isScript := scriptMethods[t.fn.Name()]; t.recv == "Script" && isScript {
				return t
			}
			if !sends(sig.Recv().Type(), t.recv) {
				return nil
			}
			return t
		}
		if t.version = f.mirrors(t.fn, sig); t.version == "" {
			return nil
		}
		return t
	}
	if t.version == "" {
		return nil
	}
	return t
}

func typeName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// sends reports whether commands are methods of the receiver. PubSub, Options
// and the commands themselves have methods of the same names.
func sends(t types.Type, name string) bool {
	switch name {
	case "cmdable", "statefulCmdable", "Client", "ClusterClient", "Ring", "Tx", "Conn", "Pipeline", "AutoPipeliner", "baseClient", "hooks", "hooksMixin":
		return true
	}
	return types.IsInterface(t) && name != "Cmder" && name != "Hook" && name != "Limiter"
}

// mirrors tells the version of go-redis that a method of the user's own
// interface copies: same name, same parameters, same go-redis result.
func (f *Frontend) mirrors(fn *types.Func, sig *types.Signature) string {
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || sig.Results().Len() == 0 {
		return ""
	}
	for r := range sig.Results().Variables() {
		pkg := namedPkg(r.Type())
		version := f.versionOf(pkg)
		if version == "" {
			continue // an error, or a type that is not the library's
		}
		for _, name := range [...]string{"UniversalClient", "Pipeliner", "Cmdable"} {
			obj := pkg.Scope().Lookup(name)
			if obj == nil {
				continue // an older version without that interface
			}
			m, _, _ := types.LookupFieldOrMethod(obj.Type(), false, pkg, fn.Name())
			if m, ok := m.(*types.Func); ok && types.Identical(m.Type(), fn.Type()) {
				return version
			}
		}
	}
	return ""
}

func namedPkg(t types.Type) *types.Package {
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return namedPkg(u.Elem())
	case *types.Slice:
		return namedPkg(u.Elem())
	case *types.Named:
		return u.Obj().Pkg()
	}
	return nil
}

// scriptMethods are the methods of redis.Script that send, and the command that
// each sends on a server which knows the script.
var scriptMethods = map[string]string{
	"Run": "EVALSHA", "RunRO": "EVALSHA_RO", "Eval": "EVAL", "EvalRO": "EVAL_RO",
	"EvalSha": "EVALSHA", "EvalShaRO": "EVALSHA_RO", "Load": "SCRIPT LOAD", "Exists": "SCRIPT EXISTS",
}

// Classify tells what the call does to Redis, or nil.
func (f *Frontend) Classify(x *eval.Index, call *ast.CallExpr) *client.Call {
	t := f.resolve(x, call)
	if t == nil {
		return nil
	}
	out := &client.Call{Sender: t.sender, Version: t.version}
	name := t.fn.Name()
	ctx := 0 // v8 and v9 take a context first
	if t.version == "v8" || t.version == "v9" {
		ctx = 1
	}
	arg := func(i int) ast.Expr {
		if i < len(t.args) {
			return t.args[i]
		}
		return nil
	}
	table := Tables(t.version)
	if t.recv == "" {
		return f.function(x, table, t, call, out)
	}
	if t.recv == "Script" {
		out.Role = client.Sends
		out.Sender = arg(ctx)
		out.Command = f.script(x, t, call, ctx)
		out.Command.Sender = out.Sender // the client, not the script
		return finished(out)
	}
	switch name {
	case "Pipeline":
		out.Role, out.Batch = client.MakesBatch, command.Pipeline
		if t.version == "v6" && t.recv == "Tx" {
			out.Batch = command.Transaction // on a Tx, v6.15.9 makes no other ones
		}
		return out
	case "TxPipeline":
		out.Role, out.Batch = client.MakesBatch, command.Transaction
		return out
	case "Pipelined", "TxPipelined":
		out.Role, out.Batch, out.Fn = client.RunsBatch, command.Pipeline, arg(ctx)
		if name == "TxPipelined" || t.version == "v6" && t.recv == "Tx" {
			out.Batch = command.Transaction
		}
		return out
	case "ForEachMaster", "ForEachSlave", "ForEachShard", "ForEachNode":
		out.Role, out.Fn = client.EachNode, arg(ctx)
		return out
	case "SetCommandInfoResolver":
		out.Role = client.SetsResolver
		return out
	case "Exec", "ExecContext": // ExecContext: v7
		out.Role = client.Executes
		return out
	case "Discard":
		out.Role = client.Discards
		return out
	case "Process", "BatchProcess", "ProcessContext":
		if name == "ProcessContext" { // v7
			ctx = 1
		}
		out.Role = client.Processes
		if len(t.args) > ctx {
			out.Cmds = t.args[ctx:]
		}
		return out
	case "Watch", "WatchContext":
		if name == "WatchContext" { // v7
			ctx = 1
		}
		if t.recv == "Tx" { // Tx.Watch watches more keys, it takes no closure
			out.Role, out.Command = client.Sends, f.words(x, t, call, "WATCH", t.args[min(ctx, len(t.args)):])
			return finished(out)
		}
		out.Role, out.Fn = client.Watches, arg(ctx)
		out.Command = f.words(x, t, call, "WATCH", t.args[min(ctx+1, len(t.args)):])
		out.Command.Finish()
		return out
	case "Subscribe", "PSubscribe", "SSubscribe":
		out.Role, out.Command = client.Sends, f.words(x, t, call, strings.ToUpper(name), t.args[min(ctx, len(t.args)):])
		return finished(out)
	case "Do", "DoContext":
		if name == "DoContext" { // v7
			ctx = 1
		}
		out.Role, out.Command = client.Sends, f.words(x, t, call, "", t.args[min(ctx, len(t.args)):])
		return finished(out)
	}
	m, ok := table.Method(name)
	if !ok {
		m, ok = table.Other(t.recv, name)
	}
	if !ok || m.Role != "" && m.Role != RoleDo || len(m.Items) == 0 {
		return nil // reads the pipeline's own state, or is not known
	}
	out.Role = client.Sends
	out.Command = f.newCommand(t, call)
	b := &builder{x: x, call: call, args: t.args, sig: t.fn.Signature(), m: m}
	out.Command.Wire = b.wire(m.Items)
	out.Command.Nil, out.Command.Missing = b.nilAnswer(AnswersOf(t.version))
	return finished(out)
}

// finished drops commands whose name is not known, unless a parameter supplies
// it: then the callers know.
func finished(c *client.Call) *client.Call {
	if !c.Command.Finish() && !c.Command.Nameless() {
		return nil
	}
	return c
}

func (f *Frontend) newCommand(t *target, call *ast.CallExpr) *command.Command {
	return &command.Command{Call: call, Pos: t.pos, End: t.end, Method: t.fn.Name(), Sender: t.sender, Version: t.version}
}

// words is a command whose arguments are the Go arguments, one by one.
func (f *Frontend) words(x *eval.Index, t *target, call *ast.CallExpr, name string, args []ast.Expr) *command.Command {
	c := f.newCommand(t, call)
	if name != "" {
		c.Wire = append(c.Wire, command.Arg{Text: keyexpr.Lit(name)})
	}
	c.Wire = append(c.Wire, client.Variadic(x, args, call.Ellipsis.IsValid())...)
	return c
}

// script is a run of a redis.Script: KEYS and ARGV are the method's arguments.
func (f *Frontend) script(x *eval.Index, t *target, call *ast.CallExpr, ctx int) *command.Command {
	c := f.newCommand(t, call)
	if c.Sender = nil; ctx < len(t.args) {
		c.Sender = t.args[ctx] // the client; the method is the script's
	}
	name := scriptMethods[t.fn.Name()]
	for w := range strings.FieldsSeq(name) {
		c.Wire = append(c.Wire, command.Arg{Text: keyexpr.Lit(w)})
	}
	c.Wire = append(c.Wire, command.Arg{Text: x.Key(t.sender), Expr: t.sender})
	if strings.HasPrefix(name, "SCRIPT") || len(t.args) <= ctx+1 {
		return c
	}
	keys := client.Elements(x, t.args[ctx+1])
	n := len(keys)
	count := command.Arg{Text: keyexpr.Lit(itoa(n))}
	for _, k := range keys {
		if k.Spread {
			count = command.Arg{Text: anonymous("numkeys"), Counts: n}
		}
	}
	c.Wire = append(c.Wire, count)
	c.Wire = append(c.Wire, keys...)
	c.Wire = append(c.Wire, client.Variadic(x, t.args[ctx+2:], call.Ellipsis.IsValid())...)
	return c
}

// function classifies the package's functions: constructors of clients and of
// raw commands.
func (f *Frontend) function(x *eval.Index, table *Table, t *target, call *ast.CallExpr, out *client.Call) *client.Call {
	switch name := t.fn.Name(); name {
	case "NewScript":
		if len(t.args) != 1 {
			return nil // does not type-check
		}
		out.Role, out.Sender = client.MakesScript, t.args[0]
		return out
	case "NewClient", "NewFailoverClient":
		out.Role, out.Kind = client.MakesClient, command.Single
		return out
	case "NewClusterClient", "NewFailoverClusterClient":
		out.Role, out.Kind = client.MakesClient, command.Cluster
		return out
	case "NewRing":
		out.Role, out.Kind = client.MakesClient, command.Ring
		return out
	case "NewUniversalClient":
		out.Role = client.MakesClient
		if len(t.args) == 1 {
			out.Kind = universal(x, t.args[0])
		}
		return out
	default:
		m, ok := table.Constructor(name)
		if !ok || len(m.Items) == 0 {
			return nil
		}
		out.Role = client.MakesCommand
		out.Command = f.newCommand(t, call)
		out.Command.Wire = (&builder{x: x, call: call, args: t.args, sig: t.fn.Signature(), m: m}).wire(m.Items)
		return finished(out)
	}
}

// universal tells what NewUniversalClient makes: in go-redis v9.23.0 a failover
// client with MasterName, a cluster client with several Addrs or IsClusterMode,
// else a single-node client.
func universal(x *eval.Index, opts ast.Expr) command.Kind {
	value := func(name string) (ast.Expr, bool) {
		e, state := x.Field(opts, name)
		return e, state != eval.FieldUnknown
	}
	master, known := value("MasterName")
	if !known {
		return command.AnyServer
	}
	if master != nil {
		if s, ok := x.Key(master).Const(); !ok || s != "" {
			return command.AnyServer // Sentinel, or not known
		}
	}
	mode, known := value("IsClusterMode")
	if mode != nil {
		if s, ok := x.Key(mode).Const(); ok && s == "true" {
			return command.Cluster
		} else if !ok {
			return command.AnyServer
		}
	}
	addrs, knownAddrs := value("Addrs")
	if !known || !knownAddrs {
		return command.AnyServer
	}
	if addrs == nil {
		return command.Single
	}
	elems := x.Elems(addrs)
	for _, e := range elems {
		if e.Spread {
			return command.AnyServer
		}
	}
	if len(elems) > 1 {
		return command.Cluster
	}
	return command.Single
}
