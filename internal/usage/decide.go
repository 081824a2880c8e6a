package usage

import (
	"go/types"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
)

// Decided reports whether the place of the command is where the argument is
// chosen, and so where a finding about it stands: a call of a helper that
// supplies it, or a command that does not merely hand on what a forwarder was
// given.
func (p *Package) Decided(c *command.Command, a *command.Arg) bool {
	if a == nil {
		// Nothing supplies it: whoever chose the command did.
		return c.Via == nil || len(c.Wire) > 0 && c.Wire[0].Given
	}
	if c.Via != nil && !a.Given {
		return false // decided in the helper, and judged there
	}
	return !p.HandsOn(c, a)
}

// Chosen reports whether a finding on keys or on a pattern stands at the
// command: where they are chosen, and else where a function does more with its
// parameters than hand them on. A call of such a function is not faulty: the
// function is, once. Without arguments the command answers for itself.
func (p *Package) Chosen(c *command.Command, args ...*command.Arg) bool {
	if c.Via != nil && (!c.Via.Forwarder || len(args) == 0 || slices.ContainsFunc(args, func(a *command.Arg) bool { return a.Expr == nil || !a.Given })) {
		return false
	}
	return len(args) == 0 || slices.ContainsFunc(args, func(a *command.Arg) bool { return !p.HandsOn(c, a) })
}

// HandsOn reports whether the command is the one of a one-statement forwarder
// and the argument is one of its parameters, so that its callers are judged.
// A forwarder that nothing calls answers for itself: an unexported one that
// nothing in its package does, an exported one that nothing in its module does,
// which the module index alone knows.
func (p *Package) HandsOn(c *command.Command, a *command.Arg) bool {
	fn := p.Root(c)
	if fn == nil || fn.Obj == nil || !p.Forwarder(fn) {
		return false
	}
	if h, ok := single(a.Text); !ok || h.Kind != keyexpr.Param || h.Mul > 1 || h.Path != "" && !element(h.Path) {
		return false // not a parameter, and none of several
	}
	return fn.Obj.Exported() && !p.Settings.Module.Uncalled(fn.Obj) || len(p.callers[fn.Obj]) > 0
}

// element reports whether the path of a parameter is an element of it, whole.
func element(path string) bool {
	return path[0] == keyexpr.PathElement && !strings.Contains(path, ".")
}

// NamesAround lists the names that say what the command is for: those of the
// function, its receiver's type and, through a helper, the helper.
func (p *Package) NamesAround(c *command.Command) []string {
	var out []string
	for v := c.Via; v != nil; v = v.Inner {
		out = append(out, v.Name)
	}
	fn := p.Root(c)
	if fn == nil || fn.Obj == nil {
		return out
	}
	out = append(out, fn.Obj.Name())
	if t := ReceiverType(fn); t != nil {
		out = append(out, t.Obj().Name())
	}
	return out
}

// ReceiverType is the named type of a method's receiver, or nil.
func ReceiverType(fn *eval.Func) *types.Named {
	if fn.Obj == nil || fn.Obj.Signature().Recv() == nil {
		return nil
	}
	t := fn.Obj.Signature().Recv().Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// HasWord reports whether one of the names has one of the words in it, split on
// case and punctuation.
func HasWord(names []string, words ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		return slices.ContainsFunc(keyexpr.Words(n), func(w string) bool { return slices.Contains(words, w) })
	})
}

// KeyNames lists what the argument is called: the literal text of the key and
// the names of the variables, constants and builders that make it.
func (p *Package) KeyNames(a *command.Arg) []string {
	if a == nil {
		return nil
	}
	out := []string{a.Text.Literal()}
	for _, part := range a.Text.Parts {
		if part.Hole != nil && part.Hole.Name != "" {
			out = append(out, part.Hole.Name)
		}
	}
	if a.Expr != nil {
		out = append(out, p.Index.Names(a.Expr)...)
	}
	return out
}
