package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/keyexpr"
)

// OneSlot says whether Redis puts all the keys in one hash slot: Yes where that
// is proved, No where two of them are certain to differ.
//
// A spread argument is any number of keys, so it needs a hash tag without
// anything in it that differs from key to key, or constant text.
func OneSlot(keys []command.KeyArg) keyexpr.Answer {
	if len(keys) == 0 {
		return keyexpr.Yes
	}
	answer := keyexpr.Yes
	for i, k := range keys {
		if k.Spread && !oneKey(k.Text) {
			answer = keyexpr.Unknown
		}
		for _, other := range keys[:i] {
			switch keyexpr.SameSlot(other.Text, k.Text) {
			case keyexpr.No:
				if !other.Spread && !k.Spread {
					return keyexpr.No
				}
				answer = keyexpr.Unknown
			case keyexpr.Unknown:
				answer = keyexpr.Unknown
			}
		}
	}
	return answer
}

// oneKey reports whether all the keys that a pattern stands for share a slot.
func oneKey(k keyexpr.Key) bool {
	if _, ok := k.Const(); ok {
		return true
	}
	if tag, ok := k.Tag(); ok {
		return tag.Canonical() != ""
	}
	return false
}

// KeysChosen reports whether a finding on the keys stands at the command: not
// where all of them are parameters that the function hands on unchanged, since
// whoever calls it chooses them, and not at a call of a helper that has part in
// making them, since it is at fault itself. An unexported function that nothing
// in its package calls answers for itself.
func (p *Package) KeysChosen(c *command.Command) bool {
	handed := true
	for _, k := range c.Keys() {
		if c.Via != nil && (!k.Given || k.Expr == nil) {
			return false
		}
		h, one := single(k.Text)
		param := one && h.Kind == keyexpr.Param && h.Mul <= 1 // or a field or an element of it
		handed = handed && (param || p.elementOfParam(c, k.Arg))
	}
	fn := p.Root(c)
	if !handed || fn == nil || fn.Obj == nil {
		return true
	}
	return !fn.Obj.Exported() && len(p.callers[fn.Obj]) == 0
}

// elementOfParam reports whether the key is what a loop over a parameter yields,
// unchanged: an element of a slice, or a key of a map.
func (p *Package) elementOfParam(c *command.Command, a *command.Arg) bool {
	root := p.Root(c)
	id, ok := ast.Unparen(a.Expr).(*ast.Ident)
	if a.Expr == nil || !ok || root == nil {
		return false
	}
	v := p.Info.Uses[id]
	found := false
	ast.Inspect(root.Body, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		if !ok || found {
			return !found
		}
		over, ok := ast.Unparen(loop.X).(*ast.Ident)
		if !ok {
			return true
		}
		param, ok := p.Info.Uses[over].(*types.Var)
		if !ok {
			return true
		}
		fn, i, ok := p.Index.ParamOf(param)
		if !ok || fn != root || i < 0 || len(p.Index.Assigns(param)) > 0 {
			return true
		}
		for _, e := range []ast.Expr{loop.Key, loop.Value} {
			if e, ok := e.(*ast.Ident); ok && v != nil && p.Info.Defs[e] == v {
				found = true
			}
		}
		return true
	})
	return found
}

// A Joint is what commands share that must reach one node of a cluster: a
// transaction, or the connection of a WATCH.
type Joint struct {
	// Watch is nil for a transaction outside of WATCH.
	Watch *command.Watch
	// From is the call that makes or runs it: what loops around that repeats
	// the whole.
	From token.Pos
	// Keys are those that WATCH names.
	Keys []command.KeyArg
	// Commands are in source order.
	Commands []*command.Command
}

// Joints lists the transactions and WATCH closures that this package makes, in
// source order. A batch that a helper makes by itself is the helper's own.
func (p *Package) Joints() []*Joint {
	var out []*Joint
	by := map[any]*Joint{}
	join := func(id any, from *ast.CallExpr, w *command.Watch) *Joint {
		j := by[id]
		if j == nil {
			j = &Joint{Watch: w, From: from.Pos()}
			by[id] = j
			out = append(out, j)
		}
		return j
	}
	watched := map[*ast.CallExpr]*command.Command{}
	for _, c := range p.Watches() {
		watched[c.Call] = c
	}
	for _, c := range p.Commands {
		switch {
		case c.Script != nil:
			// The run of the script is the command that the node gets.
		case c.Watch != nil && c.Watch.Call != nil && (c.OnTx || c.Batch != nil && c.Batch.Watch == c.Watch):
			j := join(c.Watch, c.Watch.Call, c.Watch)
			if w := watched[c.Watch.Call]; w != nil {
				j.Keys = w.Keys()
			}
			j.Commands = append(j.Commands, c)
		case c.BatchKind() == command.Transaction && c.Batch.Call != nil:
			j := join(c.Batch, c.Batch.Call, nil)
			j.Commands = append(j.Commands, c)
		}
	}
	return out
}

// A Clash is the first command of a joint with a key that need not be in the
// slot of those before it.
type Clash struct {
	Command *command.Command
	Key     *command.Arg
	Other   *command.Arg // nil: the key itself at another turn of a loop
	Answer  keyexpr.Answer
}

// Clash finds the first command of the joint that leaves the slot: of the keys
// that WATCH names, of a command that it may follow, or of itself at the next
// turn of a loop. Commands that do not go to a cluster do not count.
func (g *Graph) Clash(j *Joint) (Clash, bool) {
	for i, c := range j.Commands {
		if !g.p.OnCluster(c) {
			continue // on a single node the code is right
		}
		earlier := slices.Clone(j.Keys)
		for _, e := range j.Commands[:i] {
			if g.MayFollow(e, c) {
				earlier = append(earlier, e.Keys()...)
			}
		}
		for _, k := range c.Keys() {
			if g.p.BySlot(c, k.Arg) {
				continue // grouped by slot before
			}
			for _, e := range earlier {
				if answer := OneSlot([]command.KeyArg{e, k}); answer != keyexpr.Yes {
					return Clash{c, k.Arg, e.Arg, answer}, true
				}
			}
			hashed := k.Text
			if tag, ok := k.Text.Tag(); ok {
				hashed = tag
			}
			if g.p.Varies(c, hashed, j.From) {
				return Clash{c, k.Arg, nil, keyexpr.Unknown}, true
			}
		}
	}
	return Clash{}, false
}

// OnCluster reports whether the command goes to a cluster, certainly or as
// assumed, and does not stand on a branch that is taken for other clients only.
func (p *Package) OnCluster(c *command.Command) bool {
	switch p.Cluster(c) {
	case NoCluster:
		return false
	case CertainCluster:
		return true
	}
	return !p.OffCluster(c)
}

// TextValues reports whether every value of an MSET is certain to be a string,
// or not known. go-redis's split of MSET by slot asserts that they are.
func (p *Package) TextValues(c *command.Command) bool {
	for i := range c.Args {
		a := &c.Args[i]
		if i%2 == 0 || a.Spread || a.Expr == nil {
			continue // a key, or nothing known
		}
		t := p.Info.TypeOf(a.Expr)
		if t == nil || types.IsInterface(t) {
			continue // its dynamic type is not known
		}
		if b, ok := types.Unalias(t).(*types.Basic); !ok || b.Info()&types.IsString == 0 {
			return false
		}
	}
	return true
}

// makesBatch is the call that makes the pipeline which the given one returns:
// itself, or that in the returns of a function of this package, when all of
// them make the same kind.
func (p *Package) makesBatch(call *ast.CallExpr) *ast.CallExpr {
	if c := p.calls[call]; c != nil {
		if c.Role == client.MakesBatch {
			return call
		}
		return nil
	}
	fn := p.Index.Callee(call)
	if fn == nil {
		return nil
	}
	decl := p.Index.DeclOf(fn)
	if decl == nil || len(decl.Returns) == 0 {
		return nil
	}
	var made *ast.CallExpr
	for _, r := range decl.Returns {
		if len(r.Results) == 0 {
			return nil
		}
		inner, ok := ast.Unparen(r.Results[0]).(*ast.CallExpr)
		if !ok {
			return nil
		}
		c := p.calls[inner]
		if c == nil || c.Role != client.MakesBatch || made != nil && p.calls[made].Batch != c.Batch {
			return nil
		}
		made = inner
	}
	return made
}
