package usage

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
	"github.com/redislint/redislint/internal/keyexpr"
	"github.com/redislint/redislint/internal/lua"
	"github.com/redislint/redislint/internal/rediscmd"
)

// A Text is the text of a Lua script that the code shows.
type Text struct {
	Script *lua.Script // nil where it does not parse
	Err    error       // *lua.SyntaxError, lua.ErrUnsure, or nil
	Text   string
	// pieces are where in the package the text is written, in order; empty for
	// a text that no literal of the package holds.
	pieces []piece
}

// A piece is a part of a text that one literal, or something else, holds.
type piece struct {
	lit *ast.BasicLit // nil: not a literal
	len int
}

// Pos is where the byte of the text is written, or NoPos when no literal of the
// package holds it.
func (t *Text) Pos(offset int) token.Pos {
	for i, p := range t.pieces {
		if offset < p.len || offset == p.len && i == len(t.pieces)-1 {
			if p.lit == nil {
				return token.NoPos
			}
			return inLiteral(p.lit, offset)
		}
		offset -= p.len
	}
	return token.NoPos
}

// inLiteral is the place of a byte of a string literal's value. In a raw string
// it stands as it is, but for carriage returns, which the value has not; in an
// interpreted one, escapes take more room than what they stand for.
func inLiteral(lit *ast.BasicLit, offset int) token.Pos {
	text := lit.Value
	at := 1
	if text[0] == '`' {
		for at < len(text) && (offset > 0 || text[at] == '\r') {
			if text[at] != '\r' {
				offset--
			}
			at++
		}
		return lit.Pos() + token.Pos(at)
	}
	for at < len(text)-1 && offset > 0 {
		n, width := escape(text[at:])
		offset -= width
		if offset < 0 {
			break // inside a rune that is written as an escape
		}
		at += n
	}
	return lit.Pos() + token.Pos(at)
}

// escape measures what an interpreted string begins with: n bytes of source
// that stand for width bytes.
func escape(s string) (n, width int) {
	if s[0] != '\\' || len(s) < 2 {
		return 1, 1
	}
	switch s[1] {
	case 'x':
		return 4, 1
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return 4, 1
	case 'u', 'U':
		n = 6
		if s[1] == 'U' {
			n = 10
		}
		if len(s) < n {
			return len(s), 1
		}
		var r rune
		for _, c := range s[2:n] {
			digit := strings.IndexRune("0123456789abcdef", c|0x20)
			r = r<<4 | rune(max(digit, 0))
		}
		return n, len(string(r))
	}
	return 2, 1
}

// runsScript are the commands whose first argument is, or stands for, a
// script, with KEYS counted by the second.
func runsScript(c *command.Command) bool {
	return c.Is("EVAL", "EVAL_RO", "EVALSHA", "EVALSHA_RO")
}

// ScriptOf is the script that an EVAL or EVALSHA runs, or that SCRIPT LOAD or
// FUNCTION LOAD loads; nil when its text is not in sight.
func (p *Package) ScriptOf(c *command.Command) *Text {
	a := scriptArg(c)
	if a == nil || a.Expr == nil {
		return nil
	}
	return p.ScriptText(a.Expr)
}

// scriptArg is the argument that is, or stands for, a script or a library.
func scriptArg(c *command.Command) *command.Arg {
	switch {
	case len(c.Args) == 0:
	case c.Is("FUNCTION LOAD"):
		return &c.Args[len(c.Args)-1]
	case runsScript(c), c.Is("SCRIPT LOAD"):
		return &c.Args[0]
	}
	return nil
}

// ScriptText is the text of the script that an expression holds: a constant, a
// redis.Script, the digest of one, or a variable that is set once to such.
func (p *Package) ScriptText(e ast.Expr) *Text {
	if t, ok := p.texts[e]; ok {
		return t
	}
	if p.texts == nil {
		p.texts = map[ast.Expr]*Text{}
	}
	p.texts[e] = nil // a text that is made of itself
	text, pieces, ok := p.written(e, 0)
	if !ok {
		return nil
	}
	t := p.parse(text, pieces)
	p.texts[e] = t
	return t
}

// parse reads a script; one that is run in many places is read once.
func (p *Package) parse(text string, pieces []piece) *Text {
	t := &Text{Text: text, pieces: pieces}
	if have := p.parsed[text]; have != nil {
		t.Script, t.Err = have.Script, have.Err
		return t
	}
	t.Script, t.Err = lua.Parse(text)
	if p.parsed == nil {
		p.parsed = map[string]*Text{}
	}
	p.parsed[text] = t
	return t
}

const maxScriptDepth = 20

// written finds the text that an expression holds and the literals that make it.
func (p *Package) written(e ast.Expr, depth int) (text string, pieces []piece, ok bool) {
	if depth > maxScriptDepth || e == nil {
		return "", nil, false
	}
	e = ast.Unparen(e)
	whole := func(text string) (string, []piece, bool) { return text, []piece{{len: len(text)}}, true }
	if tv, known := p.Info.Types[e]; known && tv.Value != nil {
		if tv.Value.Kind() != constant.String {
			return "", nil, false
		}
		text := constant.StringVal(tv.Value)
		pieces := p.literals(e, depth)
		total := 0
		for _, piece := range pieces {
			total += piece.len
		}
		if total != len(text) {
			return whole(text)
		}
		return text, pieces, true
	}
	switch n := e.(type) {
	case *ast.BinaryExpr: // constants and variables that hold one
		left, lp, ok := p.written(n.X, depth+1)
		if !ok || n.Op != token.ADD {
			return "", nil, false
		}
		right, rp, ok := p.written(n.Y, depth+1)
		return left + right, append(slices.Clip(lp), rp...), ok
	case *ast.Ident:
		v, ok := p.Info.Uses[n].(*types.Var)
		if !ok {
			return "", nil, false
		}
		return p.held(v, depth)
	case *ast.SelectorExpr:
		v, ok := p.Info.Uses[n.Sel].(*types.Var)
		if !ok {
			return "", nil, false
		}
		return p.held(v, depth)
	case *ast.UnaryExpr:
		return p.written(n.X, depth+1)
	case *ast.StarExpr:
		return p.written(n.X, depth+1)
	case *ast.CallExpr:
		return p.called(n, depth)
	}
	return "", nil, false
}

// called is the text that a call gives: NewScript, the digest of a script or of
// a SCRIPT LOAD, a conversion.
func (p *Package) called(call *ast.CallExpr, depth int) (string, []piece, bool) {
	if c := p.calls[call]; c != nil {
		switch {
		case c.Role == client.MakesScript:
			return p.written(c.Sender, depth+1)
		case c.Role == client.Sends && c.Command.Is("SCRIPT LOAD") && len(c.Command.Args) == 1:
			return p.written(c.Command.Args[0].Expr, depth+1)
		}
		return "", nil, false
	}
	if tv := p.Info.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		return p.written(call.Args[0], depth+1)
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) > 0 {
		return "", nil, false
	}
	switch sel.Sel.Name {
	case "Hash":
		if p.isScript(sel.X) {
			return p.written(sel.X, depth+1)
		}
	case "Val", "Result":
		if inner, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok && p.calls[inner] != nil {
			return p.called(inner, depth+1)
		}
	}
	return "", nil, false
}

func (p *Package) isScript(e ast.Expr) bool {
	return slices.ContainsFunc(p.frontends, func(f client.Frontend) bool { return f.IsScript(p.Info.TypeOf(e)) })
}

// held is the text in a variable or field that is set once, or in an embedded file.
func (p *Package) held(v *types.Var, depth int) (string, []piece, bool) {
	if v.Pkg() != p.Types {
		return "", nil, false
	}
	if rhs := p.setOnce(v); rhs != nil {
		return p.written(rhs, depth+1)
	}
	if len(p.assigned(v)) > 0 {
		return "", nil, false
	}
	text, ok := p.embeddedFile(v)
	return text, []piece{{len: len(text)}}, ok
}

// assigned lists what a variable or field of the package is set to.
func (p *Package) assigned(v *types.Var) (out []eval.Assign) {
	as := p.Index.Assigns(v)
	if v.IsField() {
		as = p.Index.FieldAssigns(v)
	}
	for _, a := range as {
		if !a.Zero { // declared first, set later
			out = append(out, a)
		}
	}
	return out
}

// setOnce is the one expression that a variable or field of the package is set
// to; nil when there are others, or none is in sight.
func (p *Package) setOnce(v *types.Var) ast.Expr {
	as := p.assigned(v)
	// Result's second value is its error.
	if len(as) != 1 || as[0].Rhs == nil || as[0].Index > 0 || as[0].Op == token.AND {
		return nil
	}
	if v.IsField() && v.Exported() {
		return nil // another package may set it
	}
	return as[0].Rhs
}

// literals are the literals that make a constant, in order.
func (p *Package) literals(e ast.Expr, depth int) []piece {
	if depth > maxScriptDepth {
		return nil
	}
	length := func(e ast.Expr) int {
		if tv := p.Info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
			return len(constant.StringVal(tv.Value))
		}
		return 0
	}
	switch n := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return []piece{{n, length(n)}}
	case *ast.BinaryExpr:
		return append(slices.Clip(p.literals(n.X, depth+1)), p.literals(n.Y, depth+1)...)
	case *ast.Ident:
		if init := p.constant(p.Info.Uses[n]); init != nil {
			return p.literals(init, depth+1)
		}
	}
	return []piece{{nil, length(e)}}
}

// constant is the expression that a constant of this package is declared with.
func (p *Package) constant(obj types.Object) ast.Expr {
	c, ok := obj.(*types.Const)
	if !ok || c.Pkg() != p.Types {
		return nil
	}
	if p.constants == nil {
		p.constants = map[types.Object]ast.Expr{}
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Names) == len(spec.Values) {
					for i, name := range spec.Names {
						p.constants[p.Info.Defs[name]] = spec.Values[i]
					}
				}
				return true
			})
		}
	}
	return p.constants[c]
}

// maxEmbed bounds the embedded files that are read; scripts are small.
const maxEmbed = 1 << 20

// embeddedFile is the text of a file that a //go:embed directive puts into the
// variable: one file beside the source or below, of this module. The driver
// hands over only source files, so it is read here.
func (p *Package) embeddedFile(v *types.Var) (string, bool) {
	if v.Parent() != p.Types.Scope() || !isBytesOrString(v.Type()) {
		return "", false
	}
	for _, f := range p.files {
		if f.FileStart > v.Pos() || v.Pos() > f.FileEnd {
			continue // another file
		}
		name, ok := embedded(f, v)
		if !ok || !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsAny(name, `*?[`) {
			return "", false
		}
		path := filepath.Join(filepath.Dir(p.Fset.Position(f.Package).Filename), filepath.FromSlash(name))
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxEmbed {
			return "", false // go:embed refuses what is no regular file
		}
		data, err := os.ReadFile(path)
		return string(data), err == nil
	}
	return "", false
}

func isBytesOrString(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.String
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}

// embedded is the one pattern of the variable's //go:embed directive.
func embedded(f *ast.File, v *types.Var) (pattern string, ok bool) {
	for _, d := range f.Decls {
		decl, isGen := d.(*ast.GenDecl)
		if !isGen || decl.Tok != token.VAR || v.Pos() < decl.Pos() || decl.End() <= v.Pos() {
			continue // declares something else
		}
		for _, s := range decl.Specs {
			spec, isValue := s.(*ast.ValueSpec)
			if !isValue || v.Pos() < spec.Pos() || spec.End() <= v.Pos() {
				continue // another variable of the group
			}
			doc := spec.Doc
			if doc == nil && !decl.Lparen.IsValid() {
				doc = decl.Doc
			}
			if doc == nil {
				return "", false
			}
			for _, c := range doc.List {
				if rest, is := strings.CutPrefix(c.Text, "//go:embed "); is {
					pattern = strings.Trim(strings.TrimSpace(rest), "\"`")
					return pattern, !strings.ContainsAny(pattern, " \t")
				}
			}
		}
	}
	return "", false
}

// scripted are the commands that the script which c runs sends, with KEYS and
// ARGV bound to what c passes, or those of the library that it loads.
func (p *Package) scripted(c *command.Command) []*command.Command {
	given := scriptArg(c)
	if given == nil || given.Expr == nil || c.Is("SCRIPT LOAD") {
		return nil
	}
	if c.Via != nil && !given.Given {
		return nil // the helper's own script: its commands come with the helper
	}
	calls := callsOf(p.ScriptOf(c))
	if calls == nil {
		calls = p.foreignCalls(given.Expr, 0)
	}
	if len(calls) == 0 {
		return nil
	}
	keys, args, ok := passed(c)
	if !ok {
		return nil
	}
	batch := &command.Batch{Kind: command.Script, Call: c.Call}
	var out []*command.Command
	for _, call := range calls {
		in := call.in
		in.Run = c
		s := &command.Command{
			Call: c.Call, Pos: call.pos, Method: c.Method, Sender: c.Sender, On: c.On, Type: c.Type,
			Kind: c.Kind, Each: c.Each, Watch: c.Watch, OnTx: c.OnTx, Via: c.Via, Version: c.Version, Batch: batch,
			May:    c.May || in.Loop || in.Guarded,
			Script: &in,
		}
		if s.Pos.IsValid() {
			s.End = call.end
		} else {
			s.Pos, s.End = c.Pos, c.End
		}
		for _, a := range call.args {
			s.Wire = append(s.Wire, bind(a, keys, args)...)
		}
		if !s.Finish() {
			continue // ARGV names the command
		}
		for _, k := range s.Keys() {
			i := 0
			for i < len(s.Wire) && &s.Wire[i] != k.Arg {
				i++
			}
			raw, ok := rawKey(call.args, i)
			if !ok {
				continue // out of a spread
			}
			in.Undeclared = in.Undeclared || lua.MadeUp(raw)
			if with, ok := call.compared(raw); ok {
				in.Checked = true
				for _, b := range bind(with, keys, args) {
					in.Token = b.Text
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// A scriptCall is one command of a script, with holes for KEYS and ARGV.
type scriptCall struct {
	args     []lua.Value
	in       command.InScript // Order, Loop, Guarded and Protected
	pos, end token.Pos        // in the text, or NoPos
	// compared is lua's [lua.Script.Compared] of this command.
	compared func(key keyexpr.Key) (with lua.Value, ok bool)
}

func callsOf(text *Text) []scriptCall {
	if text == nil || text.Script == nil {
		return nil
	}
	var out []scriptCall
	for _, call := range text.Script.Calls {
		out = append(out, scriptCall{
			args: call.Args,
			in:   command.InScript{Order: call.Order, Loop: call.Loop, Guarded: len(call.Guards) > 0, Protected: call.Protected},
			pos:  text.Pos(call.Offset), end: text.Pos(call.End),
			compared: func(key keyexpr.Key) (lua.Value, bool) { return text.Script.Compared(call, key) },
		})
	}
	return out
}

// scriptFact is what other packages may know of the script that a variable
// holds: its commands, not its text. It is nil for a variable that holds none,
// or one that sends more than a helper may.
func (p *Package) scriptFact(v *types.Var) *summary {
	if !slices.ContainsFunc(p.frontends, func(f client.Frontend) bool { return f.IsScript(v.Type()) }) {
		return nil
	}
	text, pieces, ok := p.held(v, 0)
	if !ok {
		return nil
	}
	calls := callsOf(p.parse(text, pieces))
	if len(calls) == 0 || len(calls) > maxTemplates {
		return nil
	}
	s := &summary{}
	for _, call := range calls {
		t := template{script: &call.in}
		for _, a := range call.args {
			t.wire = append(t.wire, command.Arg{Text: lua.Unnamed(a.Text), Spread: a.Spread})
		}
		c := command.Command{Wire: slices.Clone(t.wire)}
		if c.Finish() {
			for _, k := range c.Keys() {
				if with, ok := call.compared(k.Text); ok {
					call.in.Checked, call.in.Token = true, lua.Unnamed(with.Text)
				}
			}
		}
		s.templates = append(s.templates, t)
	}
	return s
}

// foreignCalls are the commands of a script that a variable of another package
// holds, by that variable's fact.
func (p *Package) foreignCalls(e ast.Expr, depth int) []scriptCall {
	if depth > maxScriptDepth || e == nil {
		return nil
	}
	var v *types.Var
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ = p.Info.Uses[n].(*types.Var)
	case *ast.SelectorExpr:
		v, _ = p.Info.Uses[n.Sel].(*types.Var)
	case *ast.UnaryExpr:
		return p.foreignCalls(n.X, depth+1)
	case *ast.StarExpr:
		return p.foreignCalls(n.X, depth+1)
	case *ast.CallExpr: // the digest of a script
		if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Hash" && p.isScript(sel.X) {
			return p.foreignCalls(sel.X, depth+1)
		}
	}
	switch {
	case v == nil || v.Pkg() == nil:
		return nil
	case v.Pkg() == p.Types:
		return p.foreignCalls(p.setOnce(v), depth+1)
	case v.IsField():
		return nil // facts are on variables
	}
	s := p.external(v)
	if s == nil {
		return nil
	}
	var out []scriptCall
	for _, t := range s.templates {
		if t.script == nil {
			return nil // a function's: not a script
		}
		call := scriptCall{in: *t.script}
		// These are of the script's KEYS and ARGV, and found again for those of the run.
		call.in.Checked, call.in.Token = false, keyexpr.Key{}
		checked := *t.script
		call.compared = func(keyexpr.Key) (lua.Value, bool) {
			return lua.Value{Text: lua.Named(checked.Token)}, checked.Checked
		}
		for _, a := range t.wire {
			call.args = append(call.args, lua.Value{Text: lua.Named(a.Text), Spread: a.Spread})
		}
		out = append(out, call)
	}
	return out
}

// rawKey is the key as the script spells it. Spreads move the wire's places, so
// behind one it is not known.
func rawKey(args []lua.Value, i int) (keyexpr.Key, bool) {
	if i < 0 || i >= len(args) {
		return keyexpr.Key{}, false
	}
	for _, a := range args[:i] {
		if a.Spread {
			return keyexpr.Key{}, false
		}
	}
	return args[i].Text, true
}

// passed are the KEYS and ARGV of a run.
func passed(c *command.Command) (keys, args []command.Arg, ok bool) {
	if c.Is("FUNCTION LOAD") {
		// Whoever calls the functions passes them.
		all := func(name string) []command.Arg {
			return []command.Arg{{Text: keyexpr.Of(keyexpr.Hole{Name: name}), Spread: true}}
		}
		return all("keys"), all("args"), true
	}
	if len(c.Args) < 2 {
		return nil, nil, len(c.Args) == 1
	}
	rest := c.Args[2:]
	if n, known := c.Args[1].Text.Int(); known {
		if n < 0 || int(n) > len(rest) {
			return nil, nil, false // the server refuses it
		}
		return rest[:n], rest[n:], true
	}
	// The number is not known: a spread holds the keys, and what follows it.
	for i, a := range rest {
		if a.Spread {
			return rest[:i+1], rest[i+1:], true
		}
	}
	return nil, nil, false
}

// bind gives an argument of a script's command the values of one run.
func bind(v lua.Value, keys, args []command.Arg) []command.Arg {
	texts := func(in []command.Arg) (out []lua.Value) {
		for _, a := range in {
			out = append(out, lua.Value{Text: a.Text, Spread: a.Spread})
		}
		return out
	}
	bound := v.Bind(texts(keys), texts(args))
	from := lua.Sources(v, len(keys), len(args))
	var out []command.Arg
	for i, b := range bound {
		a := command.Arg{Text: b.Text, Spread: b.Spread}
		for _, s := range from {
			in := keys
			if s.Args {
				in = args
			}
			if s.Index >= len(in) {
				continue // the run passes fewer
			}
			if v.Spread && s.Index != from[0].Index+i {
				continue // another element of the spread
			}
			a.Given = a.Given || in[s.Index].Given
			if len(from) == 1 || v.Spread {
				a.Expr = in[s.Index].Expr
			}
		}
		out = append(out, a)
	}
	return out
}

// A Given is a place that gives the text of a script to the client library:
// Eval, ScriptLoad, FunctionLoad, NewScript, or a helper that hands it on.
type Given struct {
	// Command is what the call sends; for NewScript, which sends nothing, it
	// only says where.
	Command *command.Command
	// Expr supplies the text.
	Expr ast.Expr
	// Text is nil when it is not in sight.
	Text *Text
}

// Scripts lists the places of this package that give a text, in source order. A
// function that hands on its parameter is none: its callers are.
func (p *Package) Scripts() []Given {
	var out []Given
	for _, call := range p.callList {
		c := p.calls[call]
		if c.Role != client.MakesScript {
			continue // sends, and is listed below
		}
		at := &command.Command{Call: call, Method: "NewScript", Pos: call.Fun.Pos(), End: call.Fun.End(), Version: c.Version}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			at.Pos, at.End = sel.Sel.Pos(), sel.Sel.End()
		}
		if fn := p.Index.FuncOf(call); fn != nil {
			p.funcOf[at] = fn
		}
		out = append(out, Given{Command: at, Expr: c.Sender})
	}
	for _, c := range p.Commands {
		i := 0
		switch {
		case c.Is("FUNCTION LOAD"):
			i = len(c.Args) - 1
		case !c.Is("EVAL", "EVAL_RO", "SCRIPT LOAD") || len(c.Args) == 0:
			continue // takes no text
		}
		if i < 0 || c.Args[i].Expr == nil || p.isScript(c.Args[i].Expr) || !p.Decided(c, &c.Args[i]) {
			continue // the text stands at NewScript, in the helper, or at its callers
		}
		out = append(out, Given{Command: c, Expr: c.Args[i].Expr})
	}
	for i := range out {
		out[i].Text = p.ScriptText(out[i].Expr)
	}
	slices.SortStableFunc(out, func(a, b Given) int { return int(a.Command.Pos - b.Command.Pos) })
	return out
}

// known reports whether some server has the command: Redis, or a module, whose
// names have a dot.
func known(name string) bool {
	_, _, ok := rediscmd.Lookup(name)
	return ok || strings.Contains(name, ".")
}

// few reports whether the command has fewer arguments than Redis takes.
func few(c *lua.Call) bool {
	var words []string
	for i, a := range c.Args {
		if a.Spread {
			return false // as many as it takes
		}
		if word, ok := a.Text.Const(); ok && i < 2 && len(words) == i {
			words = append(words, word)
		}
	}
	info, _, ok := rediscmd.Lookup(words...)
	if !ok || info.Has(rediscmd.Container) && len(words) < len(c.Args) {
		return false // the subcommand is not constant
	}
	return len(c.Args) < max(info.Arity, -info.Arity)
}

// A ScriptProblem is what makes every run of a script fail.
type ScriptProblem struct {
	Pos, End token.Pos // in the text, or NoPos
	Line     int       // of the text, from 1 on
	Message  string
}

// Problems lists what the server refuses in the text: all of it where it does
// not parse, else commands that no server knows and commands with too few
// arguments.
func (t *Text) Problems() []ScriptProblem {
	var syntax *lua.SyntaxError
	if errors.As(t.Err, &syntax) {
		at := 0
		for range syntax.Line - 1 {
			at += strings.IndexByte(t.Text[at:], '\n') + 1
		}
		for at < len(t.Text) && (t.Text[at] == ' ' || t.Text[at] == '\t') {
			at++
		}
		end := at + len(strings.TrimRight(line(t.Text[at:]), " \t\r"))
		return []ScriptProblem{{t.Pos(at), t.Pos(end), syntax.Line, syntax.Message}}
	}
	if t.Script == nil {
		return nil
	}
	var out []ScriptProblem
	seen := map[int]bool{}
	for _, c := range t.Script.Calls {
		message := ""
		switch name := c.Name(); {
		case seen[c.Offset] || c.Protected:
			continue // a function of the script, or pcall, which may ask what the server knows
		case !known(name):
			message = fmt.Sprintf("no server knows the command %.40s", name)
		default:
			if few(c) {
				message = fmt.Sprintf("%s has too few arguments", name)
			}
		}
		if message != "" {
			seen[c.Offset] = true
			out = append(out, ScriptProblem{t.Pos(c.Offset), t.Pos(c.End), 1 + strings.Count(t.Text[:c.Offset], "\n"), message})
		}
	}
	return out
}

func line(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// A SyntaxError is the error of a [Text] that Redis refuses to load.
type SyntaxError = *lua.SyntaxError

// MadeAtRunTime finds a value in the text that is only known at run time and is
// concatenated or formatted into it, and prints it for people. A text that is
// one value as a whole is not made here, and a variable of the package is its
// configuration.
func (p *Package) MadeAtRunTime(given Given) (value string, ok bool) {
	text := p.Index.Key(given.Expr)
	if given.Command.Via != nil {
		for _, a := range given.Command.Args {
			if a.Expr == given.Expr {
				text = a.Text
			}
		}
	}
	if strings.Trim(text.Literal(), " \t\r\n;") == "" {
		return "", false
	}
	for _, part := range text.Parts {
		if part.Hole == nil || part.Hole.Kind == keyexpr.Value && strings.HasPrefix(part.Hole.ID, "g:") {
			continue // written here, or set for the whole program
		}
		var made []ast.Expr
		p.leaves(given.Expr, 0, &made)
		for _, e := range made {
			if !p.chosen(e, 0) {
				return p.Source(e), true
			}
		}
		return "", false // every part is one of the texts that the code holds
	}
	return "", false
}

// leaves are the operands of concatenations and formats, through locals that
// are set once.
func (p *Package) leaves(e ast.Expr, depth int, out *[]ast.Expr) {
	e = ast.Unparen(e)
	if p.Info.Types[e].Value != nil {
		return // constant
	}
	if depth < maxScriptDepth {
		switch n := e.(type) {
		case *ast.BinaryExpr:
			p.leaves(n.X, depth+1, out)
			p.leaves(n.Y, depth+1, out)
			return
		case *ast.CallExpr:
			fn := p.Index.Callee(n)
			if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" && strings.HasPrefix(fn.Name(), "Sprint") {
				for _, a := range n.Args {
					p.leaves(a, depth+1, out)
				}
				return
			}
		case *ast.Ident:
			if v, ok := p.Info.Uses[n].(*types.Var); ok && v.Parent() != p.Types.Scope() {
				if rhs, i, once := p.Index.Once(v); once && i < 0 {
					p.leaves(rhs, depth+1, out)
					return
				}
			}
		}
	}
	*out = append(*out, e)
}

// chosen reports whether the expression is one of several texts that the code
// holds: a variable that only constants are assigned to, an element of a literal
// of constants, a function that returns constants, a setting of the package.
func (p *Package) chosen(e ast.Expr, depth int) bool {
	e = ast.Unparen(e)
	if p.Info.Types[e].Value != nil {
		return true
	}
	if depth > maxScriptDepth {
		return false
	}
	all := func(exprs []ast.Expr) bool {
		return len(exprs) > 0 && !slices.ContainsFunc(exprs, func(e ast.Expr) bool { return !p.chosen(e, depth+1) })
	}
	switch n := e.(type) {
	case *ast.BinaryExpr:
		return p.chosen(n.X, depth+1) && p.chosen(n.Y, depth+1)
	case *ast.Ident:
		v, ok := p.Info.Uses[n].(*types.Var)
		if !ok {
			return false
		}
		if v.Parent() == p.Types.Scope() {
			return true
		}
		if _, _, param := p.Index.ParamOf(v); param {
			return false
		}
		var exprs []ast.Expr
		for _, a := range p.Index.Assigns(v) {
			if a.Zero {
				continue // empty at first
			}
			if a.Rhs == nil || a.Index >= 0 || a.Op == token.AND {
				return false
			}
			exprs = append(exprs, a.Rhs)
		}
		return all(exprs)
	case *ast.SelectorExpr:
		v, ok := p.Info.Uses[n.Sel].(*types.Var)
		return ok && !v.IsField() // of another package
	case *ast.IndexExpr:
		lit := p.Index.Literal(n.X)
		if lit == nil {
			return false
		}
		var exprs []ast.Expr
		for _, el := range lit.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			exprs = append(exprs, el)
		}
		return all(exprs)
	case *ast.CallExpr:
		fn := p.Index.Callee(n)
		if fn == nil {
			return false
		}
		decl := p.Index.DeclOf(fn)
		if decl == nil {
			return false
		}
		var exprs []ast.Expr
		for _, r := range decl.Returns {
			if len(r.Results) != 1 {
				return false
			}
			exprs = append(exprs, r.Results[0])
		}
		return all(exprs)
	}
	return false
}
