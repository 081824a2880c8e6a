package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/keyexpr"
	"github.com/redislint/redislint/internal/rediscmd"
)

// Families gathers what a package does with the keys of one family: keys that
// are made in the same way. Its result is a *[Evidence].
var Families = &analysis.Analyzer{
	Name:       "redislintfamilies",
	Doc:        "gather what a package does with each family of Redis keys",
	URL:        "https://github.com/redislint/redislint/blob/main/docs/model.md",
	Requires:   []*analysis.Analyzer{Commands, Flow},
	ResultType: reflect.TypeFor[*Evidence](),
	Run: Alone(func(pass *analysis.Pass) (any, error) {
		p := Of(pass)
		return &Evidence{p: p, g: FlowOf(pass), families: p.families()}, nil
	}),

	RunDespiteErrors: true,
}

// families groups the commands of the package by the family of their keys.
func (p *Package) families() map[string][]*command.Command {
	if p.byFamily != nil || p.Empty() {
		return p.byFamily
	}
	p.byFamily = map[string][]*command.Command{}
	for _, c := range p.Commands {
		for _, k := range c.Keys() {
			if id := p.family(c, k.Arg); id != "" {
				p.byFamily[id] = append(p.byFamily[id], c)
			}
		}
	}
	for id, members := range p.byFamily {
		if strings.HasPrefix(id, "func:") && namespace(members) {
			delete(p.byFamily, id)
		}
	}
	return p.byFamily
}

// familyBits are what other packages see of a family, beside the commands.
type familyBits uint16

const (
	// familyTaken: a SETNX whose answer decides who goes on.
	familyTaken familyBits = 1 << iota
	// familyLock: taken under a name that says lock.
	familyLock
	// familyMarker: taken under a name that says claim, dedupe or once.
	familyMarker
	// familyReleased: deleted in a defer or a function that says release.
	familyReleased
	// familyTrimmed: kept to a size.
	familyTrimmed
	// familyExpired: given an expiry.
	familyExpired
	// familyStays: written as text with no expiry.
	familyStays
)

func (b familyBits) String() string {
	var out []string
	for i, name := range [...]string{"taken", "lock", "marker", "released", "trimmed", "expired", "stays"} {
		if b&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, " ")
}

// A family is what a package does with the keys of one family.
type family struct {
	bits     familyBits
	commands []string // sorted
}

func (f family) String() string {
	return strings.TrimSpace(strings.Join(f.commands, ",") + " " + f.bits.String())
}

// join is what two packages do with it.
func (f family) join(o family) family {
	all := append(slices.Clone(f.commands), o.commands...)
	slices.Sort(all)
	return family{f.bits | o.bits, slices.Compact(all)}
}

// visibleFamilies are the families whose name means the same in every package.
func (p *Package) visibleFamilies() map[string]family {
	out := map[string]family{}
	for id, members := range p.families() {
		if visibleFamily(id) {
			out[id] = p.familyOf(members)
		}
	}
	return out
}

// visibleFamily reports whether the family is no field or variable of its package.
func visibleFamily(id string) bool {
	return strings.HasPrefix(id, "text:") || strings.HasPrefix(id, "func:")
}

// familyOf is what the commands, all on one family, do with it.
func (p *Package) familyOf(members []*command.Command) family {
	var f family
	for _, c := range members {
		f.commands = append(f.commands, c.Name)
		switch {
		case c.NX() && p.decides(c):
			f.bits |= familyTaken
			names := append(p.NamesAround(c), p.KeyNames(c.KeyArg())...)
			if HasWord(names, lockWords...) {
				f.bits |= familyLock
			}
			if HasWord(names, markerWords...) {
				f.bits |= familyMarker
			}
		case Deletes(c) && (p.ReleaseLike(c) || p.deferred(c)):
			f.bits |= familyReleased
		}
		if Trims(c) {
			f.bits |= familyTrimmed
		}
		switch c.TTL().Kind {
		case command.TTLSome:
			f.bits |= familyExpired
		case command.TTLNone:
			f.bits |= familyStays
		}
	}
	slices.Sort(f.commands)
	f.commands = slices.Compact(f.commands)
	return f
}

// Trims reports whether the command keeps its key to a size: XTRIM, LTRIM, the
// ZREMRANGEs, and an XADD with MAXLEN or MINID.
func Trims(c *command.Command) bool {
	return c.Is("XTRIM", "LTRIM", "ZREMRANGEBYRANK", "ZREMRANGEBYSCORE", "ZREMRANGEBYLEX") ||
		c.Name == "XADD" && c.Has(1, "MAXLEN", "MINID")
}

// A FamilyUse is what is done with the keys of a family.
type FamilyUse struct {
	// Commands lists the names of the commands, each once, sorted.
	Commands []string
	// Trimmed: something keeps the keys to a size, as [Trims] has it.
	Trimmed bool
	// Expired: something gives the keys an expiry, a write with one or EXPIRE.
	Expired bool
	// Stays: a string is written with no expiry.
	Stays bool
}

// With reports whether one of the commands is used.
func (u FamilyUse) With(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(u.Commands, n) })
}

// String prints the use for tests and dumps.
func (u FamilyUse) String() string {
	f := family{commands: u.Commands}
	for bit, on := range map[familyBits]bool{familyTrimmed: u.Trimmed, familyExpired: u.Expired, familyStays: u.Stays} {
		if on {
			f.bits |= bit
		}
	}
	return f.String()
}

// InSight is what this package and those that it imports do with the keys of the
// argument's family; with the module index, what any package of the module does.
// known is false for a key of which nothing is known: somebody else may do
// anything with it. Rules that rest on something that is not done ask this.
func (e *Evidence) InSight(c *command.Command, a *command.Arg) (u FamilyUse, known bool) {
	id := e.Family(c, a)
	if id == "" {
		return u, false
	}
	f := e.p.familyOf(e.families[id])
	if visibleFamily(id) {
		f = f.join(e.p.imported[id])
		for _, data := range e.p.Settings.Module.Family(id) {
			f = f.join(decodeFamily(data))
		}
	}
	return FamilyUse{f.commands, f.bits&familyTrimmed != 0, f.bits&familyExpired != 0, f.bits&familyStays != 0}, true
}

// namespace reports whether keys of several types are made by one builder: it
// puts a prefix before any key of the program, and says nothing of one family.
func namespace(members []*command.Command) bool {
	var group rediscmd.Group
	for _, c := range members {
		if c.Info == nil || c.Info.Group == rediscmd.GroupGeneric || c.Info.Group == rediscmd.GroupScripting {
			continue // DEL, EXPIRE and scripts take keys of any type
		}
		if group != "" && c.Info.Group != group {
			return true
		}
		group = c.Info.Group
	}
	return false
}

// FamiliesOf is the evidence for a rule that requires [Families].
func FamiliesOf(pass *analysis.Pass) *Evidence { return pass.ResultOf[Families].(*Evidence) }

// Evidence answers questions about key families.
type Evidence struct {
	p        *Package
	g        *Graph
	families map[string][]*command.Command
}

// Family names the way in which a key is made, so that two keys of one name are
// the same key for the same run-time values: by its text with unknown parts as
// "*", by the field or the builder function that holds it, or by the local
// variable. It is "" for a key that nothing is known of.
func (e *Evidence) Family(c *command.Command, a *command.Arg) string { return e.p.family(c, a) }

func (p *Package) family(c *command.Command, a *command.Arg) string {
	if a == nil {
		return ""
	}
	if strings.ContainsFunc(a.Text.Literal(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return "text:" + a.Text.Pattern()
	}
	if v := p.fieldOf(c, a); v != nil {
		return "field:" + v.Name() + strconv.Itoa(int(v.Pos()))
	}
	if fn := p.builderOf(a.Expr); fn != nil {
		return "func:" + fn.FullName()
	}
	if h, ok := single(a.Text); ok && h.Kind == keyexpr.Value && h.ID != "" {
		return "value:" + h.ID
	}
	if i, ok := a.Text.ParamOnly(); ok {
		if fn := p.Root(c); fn != nil && fn.Obj != nil {
			return "param:" + fn.Obj.FullName() + strconv.Itoa(i)
		}
	}
	return ""
}

// Of lists the commands of this package on keys of the same family, c among them.
func (e *Evidence) Of(c *command.Command, a *command.Arg) []*command.Command {
	return e.families[e.Family(c, a)]
}

// fieldOf is the struct field that a key is read from, or nil.
func (p *Package) fieldOf(c *command.Command, a *command.Arg) *types.Var {
	if a.Expr != nil {
		expr := ast.Unparen(a.Expr)
		if id, ok := expr.(*ast.Ident); ok {
			if v, ok := p.Info.Uses[id].(*types.Var); ok {
				if rhs, i, once := p.Index.Once(v); once && i < 0 {
					expr = ast.Unparen(rhs)
				}
			}
		}
		if sel, ok := expr.(*ast.SelectorExpr); ok {
			if v, ok := p.Info.Uses[sel.Sel].(*types.Var); ok && v.IsField() {
				return v.Origin()
			}
		}
	}
	h, ok := single(a.Text)
	if !ok || h.Kind != keyexpr.Recv || h.Path == "" {
		return nil
	}
	fn := p.Root(c)
	if fn == nil || fn.Recv() == nil {
		return nil
	}
	t := fn.Recv().Type()
	var field *types.Var
	for name := range strings.SplitSeq(h.Path[1:], ".") {
		obj, _, _ := types.LookupFieldOrMethod(t, true, p.Types, name)
		v, ok := obj.(*types.Var)
		if !ok {
			return nil
		}
		field, t = v, v.Type()
	}
	return field.Origin()
}

// builderOf is the function whose call makes the key, or nil.
func (p *Package) builderOf(e ast.Expr) *types.Func {
	if e == nil {
		return nil
	}
	expr := ast.Unparen(e)
	if id, ok := expr.(*ast.Ident); ok {
		if v, ok := p.Info.Uses[id].(*types.Var); ok {
			if rhs, i, once := p.Index.Once(v); once && i <= 0 {
				expr = ast.Unparen(rhs)
			}
		}
	}
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn := p.Index.Callee(call)
	if fn == nil || fn.Pkg() == nil || len(call.Args) == 0 && fn.Signature().Recv() == nil && fn.Pkg() != p.Types {
		return nil // no operand: every call may answer something else
	}
	if p.Index.Fresh(fn) {
		return nil // every call answers something else
	}
	return fn.Origin()
}

// The words of rules.md's definition of a lock key. They are names where the
// contract says that names are evidence: whole words, never inside another.
var (
	lockWords    = []string{"lock", "locks", "locker", "unlock", "mutex", "lease", "leases", "semaphore", "leader", "election", "redlock", "dlock", "distlock"}
	releaseWords = []string{"unlock", "release", "free", "resign", "releases", "unlocks"}
	// markerWords name keys that are claimed once and are no locks, even when
	// a failed attempt deletes them again.
	markerWords = []string{"idempotent", "idempotency", "idem", "dedupe", "dedup", "duplicate", "once", "seen", "processed", "reserve", "reserved", "reservation", "nonce", "callback"}
	// forceWords name releases that mean to take the lock from its owner.
	forceWords = []string{"force", "forced", "stale", "clear", "reset", "cleanup", "clean", "purge", "admin", "orphan", "orphaned", "expired", "abandoned"}
)

// ReleaseLike reports whether the function that sends the command, or the
// helper it goes through, says by its name that it gives something back.
func (p *Package) ReleaseLike(c *command.Command) bool {
	for v := c.Via; v != nil; v = v.Inner {
		if HasWord([]string{v.Name}, releaseWords...) {
			return true
		}
	}
	fn := p.Root(c)
	return fn != nil && fn.Obj != nil && HasWord([]string{fn.Obj.Name()}, releaseWords...)
}

// Forced reports whether the function says that it takes a lock from its owner.
func (p *Package) Forced(c *command.Command) bool {
	fn := p.Root(c)
	return fn != nil && fn.Obj != nil && HasWord([]string{fn.Obj.Name()}, forceWords...)
}

// Deletes reports whether the command removes its keys whatever they hold.
func Deletes(c *command.Command) bool { return c.Is("DEL", "UNLINK", "GETDEL") }

// Lock reports whether the key is a lock key, as rules.md defines it: taken by
// a SETNX whose boolean decides who goes on, and given back.
func (e *Evidence) Lock(c *command.Command, a *command.Arg) bool {
	if a == nil {
		return false
	}
	keyNames := e.p.KeyNames(a)
	inKey := HasWord(keyNames, lockWords...)
	around := e.p.NamesAround(c)
	if !inKey && (HasWord(keyNames, markerWords...) || HasWord(around, markerWords...)) {
		return false
	}
	family := e.Of(c, a)
	var takers, releases []*command.Command
	words := inKey || HasWord(around, lockWords...)
	for _, o := range family {
		switch {
		case o.NX() && e.p.decides(o):
			takers = append(takers, o)
		case Deletes(o):
			releases = append(releases, o)
		}
	}
	elsewhere := e.p.imported[e.Family(c, a)].bits
	taken := len(takers) > 0 || elsewhere&familyTaken != 0
	words = words || elsewhere&familyLock != 0
	if !inKey && elsewhere&familyMarker != 0 {
		return false
	}
	for _, o := range takers {
		names := append(e.p.NamesAround(o), e.p.KeyNames(o.KeyArg())...)
		words = words || HasWord(names, lockWords...)
		if !inKey && HasWord(names, markerWords...) {
			return false
		}
	}
	if words {
		return taken || c.NX() || e.p.ReleaseLike(c)
	}
	if !taken {
		return false
	}
	if elsewhere&familyReleased != 0 {
		return true
	}
	return slices.ContainsFunc(releases, func(r *command.Command) bool {
		return e.p.ReleaseLike(r) || e.p.deferred(r) || slices.ContainsFunc(takers, func(t *command.Command) bool { return e.tail(t, r) })
	})
}

// decides reports whether the SETNX writes a token, an owner or a constant
// rather than data, and its answer is looked at.
func (p *Package) decides(c *command.Command) bool {
	if len(c.Args) < 2 {
		return false
	}
	if v := c.Args[1].Expr; v != nil && isData(p.Info.TypeOf(v)) {
		return false
	}
	if c.Batch != nil && c.Script == nil {
		return false // a uniqueness index; nothing waits for the answer
	}
	r := p.Result(c)
	if r.Chain == "Err" && p.answersBool(c) {
		return false // whether the key was free is never read
	}
	return r.Use != Dropped && r.Use != Blank
}

// answersBool reports whether the client answers the command with a bool, so
// that its error says nothing of a key that existed (SETNX). SET … NX answers
// with a nil error instead.
func (p *Package) answersBool(c *command.Command) bool {
	t := p.Info.TypeOf(c.Call)
	if t == nil {
		return false
	}
	val, _, _ := types.LookupFieldOrMethod(t, true, p.Types, "Val")
	fn, ok := val.(*types.Func)
	if !ok || fn.Signature().Results().Len() != 1 {
		return false
	}
	b, ok := fn.Signature().Results().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// isData reports whether a value of the type is content rather than a token.
func isData(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Struct:
		return true
	case *types.Pointer:
		return isData(u.Elem())
	}
	return false
}

// deferred reports whether the command runs when its function returns.
func (p *Package) deferred(c *command.Command) bool {
	fn := p.Root(c)
	if fn == nil {
		return false
	}
	for n := p.Parent(c, c.Call); n != nil; n = p.Parent(c, n) {
		if _, ok := n.(*ast.DeferStmt); ok {
			return true
		}
	}
	return false
}

// tail reports whether the delete ends the work that the SETNX guards: it
// follows in the same function, outside of any branch of a failure.
func (e *Evidence) tail(taken, del *command.Command) bool {
	if e.p.Root(taken) == nil || e.p.Root(taken) != e.p.Root(del) {
		return false
	}
	return e.g.FollowsSuccess(taken, del) && !e.p.AfterFailure(del)
}

// AfterFailure reports whether the command stands in a branch that is taken
// when something failed: if err != nil { … }.
func (p *Package) AfterFailure(c *command.Command) bool {
	var below ast.Node = c.Call
	for n := p.Parent(c, c.Call); n != nil; below, n = n, p.Parent(c, n) {
		switch n := n.(type) {
		case *ast.IfStmt:
			if below == n.Body && p.failure(n.Cond) {
				return true
			}
		case *ast.FuncLit:
			return false // another function's branch
		}
	}
	return false
}

// failure reports whether a condition says that an error happened.
func (p *Package) failure(cond ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.NEQ:
			return p.Info.Types[e.Y].IsNil() && p.Info.TypeOf(e.X) != nil && isError(p.Info.TypeOf(e.X))
		case token.LAND, token.LOR:
			return p.failure(e.X) || p.failure(e.Y)
		}
	case *ast.UnaryExpr:
		if call, ok := ast.Unparen(e.X).(*ast.CallExpr); ok {
			fn := p.Index.Callee(call)
			return e.Op == token.NOT && fn != nil && fn.FullName() == "errors.Is"
		}
	}
	return false
}

// switchWords name states that are switched on and off and last in between: they
// are set if absent as locks are, and are none.
var switchWords = []string{"pause", "paused", "unpause", "resume", "suspend", "suspended", "disable", "disabled", "enable", "enabled",
	"maintenance", "freeze", "frozen", "unfreeze", "ban", "banned", "unban", "mute", "muted", "flag", "flags", "toggle", "switch"}

// Switch reports whether the key, or the function that sends the command, says
// that it is a state that is switched on and off.
func (p *Package) Switch(c *command.Command, a *command.Arg) bool {
	return HasWord(append(p.KeyNames(a), p.NamesAround(c)...), switchWords...)
}

// Takers lists the SETNXs on the key's family whose answer decides who goes on.
func (e *Evidence) Takers(c *command.Command, a *command.Arg) []*command.Command {
	var out []*command.Command
	for _, o := range e.Of(c, a) {
		if o.NX() && e.p.decides(o) {
			out = append(out, o)
		}
	}
	return out
}

// Owned reports whether the key itself holds its owner's identity, so that
// nobody else's delete can mean it: slot:<account>:<request id>.
func (p *Package) Owned(a *command.Arg) bool {
	var names []string
	for _, part := range a.Text.Parts {
		if part.Hole != nil {
			names = append(names, part.Hole.Name)
		}
	}
	return len(names) > 0 && len(a.Text.Parts) > 1 && HasWord(names, "request", "req", "token", "owner", "holder", "uuid", "nonce")
}

// ReleasesByName reports whether a helper that the command goes through says
// by its own name that it releases a lock: the finding stands in the helper. One
// that says no more than Free, of a key that is all its caller's, does not know
// that it is a lock's.
func (p *Package) ReleasesByName(c *command.Command, key *command.Arg) bool {
	var names []string
	for v := c.Via; v != nil; v = v.Inner {
		names = append(names, v.Name)
	}
	if !HasWord(names, releaseWords...) {
		return false
	}
	if key.Expr == nil {
		return true // the helper makes the key, or a part of it
	}
	if to := p.calleeOf(c.Call); to != nil && to.sig != nil {
		for param := range to.sig.Params().Variables() {
			names = append(names, param.Name())
		}
		if to.static != nil {
			names = append(names, typeName(to.static))
		}
	}
	return HasWord(names, lockWords...)
}

// typeName is the name of a type, or of what it points to.
func typeName(t types.Type) string {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// ComparedUnderWatch reports whether the command is in a transaction of a WATCH
// on its key whose closure read the key before.
func (p *Package) ComparedUnderWatch(c *command.Command) bool {
	if c.BatchKind() != command.Transaction || c.Watch == nil {
		return false
	}
	watched := slices.ContainsFunc(c.Watch.Keys, func(a command.Arg) bool { return a.Text.Equal(c.Key()) })
	return watched && slices.ContainsFunc(p.Together(c), func(o *command.Command) bool {
		return o.Watch == c.Watch && o.Batch == nil && o.Is("GET", "HGET") && o.Key().Equal(c.Key())
	})
}

// FailedSetup reports whether the delete gives back a lock right after this
// process's own work failed to begin: in a failure's branch of the function
// that took it.
func (e *Evidence) FailedSetup(c *command.Command, a *command.Arg) bool {
	if !e.p.AfterFailure(c) {
		return false
	}
	return slices.ContainsFunc(e.Takers(c, a), func(t *command.Command) bool { return e.p.Root(t) == e.p.Root(c) })
}

// ReadBefore reports whether the function reads the key before it deletes it,
// as a comparison on the client's side does.
func (e *Evidence) ReadBefore(c *command.Command, a *command.Arg) bool {
	return slices.ContainsFunc(e.p.Together(c), func(o *command.Command) bool {
		return o.Is("GET") && o.Key().Equal(a.Text) && e.g.MayFollow(o, c)
	})
}

// TokenInReach is the Go expression of the value that the lock was taken with,
// where it can be named at the command: a variable of the same function, or a
// field of the receiver. It is "" otherwise.
func (e *Evidence) TokenInReach(c *command.Command, a *command.Arg) string {
	root := e.p.Root(c)
	if root == nil {
		return ""
	}
	for _, t := range e.Takers(c, a) {
		if t.Via != nil || len(t.Args) < 2 || t.Args[1].Expr == nil {
			continue // the value is made in a helper
		}
		if _, constant := t.Args[1].Text.Const(); constant {
			continue // the same in every process: no token
		}
		switch v := ast.Unparen(t.Args[1].Expr).(type) {
		case *ast.Ident:
			obj, ok := e.p.Info.Uses[v].(*types.Var)
			if !ok || e.p.Root(t) != root || obj.Parent() == nil || len(e.p.Index.Assigns(obj)) > 1 {
				continue // a constant is no token; another function's variable is out of reach
			}
			if inner := e.p.Types.Scope().Innermost(c.Pos); inner != nil {
				if _, found := inner.LookupParent(v.Name, c.Pos); found == obj {
					return v.Name
				}
			}
		case *ast.SelectorExpr:
			h, ok := single(t.Args[1].Text)
			if ok && h.Kind == keyexpr.Recv && h.Path == "."+v.Sel.Name && root.Recv() != nil &&
				ReceiverType(root) == ReceiverType(e.p.Root(t)) {
				return root.Recv().Name() + h.Path
			}
		}
	}
	return ""
}
