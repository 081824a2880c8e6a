package usage

import (
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
	for _, p := range t.pieces {
		if offset < p.len || offset == p.len && p.lit != nil {
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
	i := 0
	switch {
	case c.Is("FUNCTION LOAD"):
		if i = len(c.Args) - 1; i < 0 {
			return nil
		}
	case !runsScript(c) && !c.Is("SCRIPT LOAD") || len(c.Args) == 0:
		return nil
	}
	if c.Args[i].Expr == nil {
		return nil
	}
	return p.ScriptText(c.Args[i].Expr)
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
	t := &Text{Text: text, pieces: pieces}
	// A script that is run in many places is read once.
	if have := p.parsed[text]; have != nil {
		t.Script, t.Err = have.Script, have.Err
	} else {
		t.Script, t.Err = lua.Parse(text)
		if p.parsed == nil {
			p.parsed = map[string]*Text{}
		}
		p.parsed[text] = t
	}
	p.texts[e] = t
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
	var as []eval.Assign
	if v.IsField() {
		as = p.Index.FieldAssigns(v)
	} else {
		as = p.Index.Assigns(v)
	}
	var rhs ast.Expr
	for _, a := range as {
		if a.Zero {
			continue // declared first, set later
		}
		// Result's second value is its error.
		if a.Rhs == nil || a.Index > 0 || rhs != nil || a.Op == token.AND {
			return "", nil, false
		}
		rhs = a.Rhs
	}
	if rhs == nil {
		if text, ok := p.embeddedFile(v); ok {
			return text, []piece{{len: len(text)}}, true
		}
		return "", nil, false
	}
	if v.IsField() && v.Exported() {
		return "", nil, false // another package may set it
	}
	return p.written(rhs, depth+1)
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
// ARGV bound to what c passes.
func (p *Package) scripted(c *command.Command) []*command.Command {
	if !runsScript(c) {
		return nil
	}
	if c.Via != nil && (len(c.Args) == 0 || !c.Args[0].Given) {
		return nil // the helper's own script: its commands come with the helper
	}
	text := p.ScriptOf(c)
	if text == nil || text.Script == nil {
		return nil
	}
	keys, args, ok := passed(c)
	if !ok {
		return nil
	}
	batch := &command.Batch{Kind: command.Script, Call: c.Call}
	var out []*command.Command
	for _, call := range text.Script.Calls {
		s := &command.Command{
			Call: c.Call, Pos: text.Pos(call.Offset), Method: c.Method, Sender: c.Sender, On: c.On, Type: c.Type,
			Kind: c.Kind, Each: c.Each, Watch: c.Watch, OnTx: c.OnTx, Via: c.Via, Version: c.Version, Batch: batch,
			May:    c.May || call.Loop || len(call.Guards) > 0,
			Script: &command.InScript{Order: call.Order, Loop: call.Loop, Guarded: len(call.Guards) > 0, Protected: call.Protected, Run: c},
		}
		if s.Pos.IsValid() {
			s.End = text.Pos(call.End)
		} else {
			s.Pos, s.End = c.Pos, c.End
		}
		for _, a := range call.Args {
			s.Wire = append(s.Wire, bind(a, keys, args)...)
		}
		if !s.Finish() {
			continue // ARGV names the command
		}
		for _, k := range s.Keys() {
			i := slices.IndexFunc(s.Wire, func(a command.Arg) bool { return a.Text.Equal(k.Text) && a.Expr == k.Expr })
			if raw, ok := rawKey(call, i); ok && !lua.FromKeys(raw) {
				s.Script.Undeclared = true
			}
			if raw, ok := rawKey(call, i); ok {
				if with, ok := text.Script.Compared(call, raw); ok {
					s.Script.Checked = true
					for _, b := range bind(with, keys, args) {
						s.Script.Token = b.Text
					}
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// rawKey is the key as the script spells it. Spreads move the wire's places, so
// behind one it is not known.
func rawKey(call *lua.Call, i int) (keyexpr.Key, bool) {
	if i < 0 || i >= len(call.Args) {
		return keyexpr.Key{}, false
	}
	for _, a := range call.Args[:i] {
		if a.Spread {
			return keyexpr.Key{}, false
		}
	}
	return call.Args[i].Text, true
}

// passed are the KEYS and ARGV of a run.
func passed(c *command.Command) (keys, args []command.Arg, ok bool) {
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
