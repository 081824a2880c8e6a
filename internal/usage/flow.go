package usage

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sort"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"

	"github.com/redislint/redislint/internal/client"
	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/eval"
)

// Flow answers in what order commands are sent. Its result is a *[Graph].
var Flow = &analysis.Analyzer{
	Name:       "redislintflow",
	Doc:        "order the Redis commands of a function by its control flow",
	URL:        "https://github.com/redislint/redislint/blob/main/docs/model.md",
	Requires:   []*analysis.Analyzer{Commands},
	ResultType: reflect.TypeFor[*Graph](),
	Run: func(pass *analysis.Pass) (any, error) {
		return newGraph(pass.ResultOf[Commands].(*Package)), nil
	},

	RunDespiteErrors: true,
}

// A Graph holds the control flow of the functions that somebody asks about; a
// function is looked at when it is first asked for, and never one without commands.
type Graph struct {
	p     *Package
	funcs map[*eval.Func]*funcGraph
	// up tells where those that call an exported function from elsewhere make a
	// failure of the client's Nil that it returns; nil: not all of them do.
	up func(*types.Func) *Failure
	// passing: where the callers elsewhere do so is asked later.
	passing bool
}

func newGraph(p *Package) *Graph {
	return &Graph{p: p, funcs: map[*eval.Func]*funcGraph{}, up: p.failsElsewhere}
}

type funcGraph struct {
	cfg   *cfg.CFG
	nodes []flowNode                  // by place
	preds map[*cfg.Block][]*cfg.Block // nil until somebody goes backward
	own   *ownNodes                   // nil until somebody asks
}

// ownNodes are the nodes of a function's body that commands are looked up in,
// without those of the literals in it: found once, however many commands ask.
type ownNodes struct {
	// tests compare something: binary expressions, and switches over a value.
	tests []ast.Node
	// forNil are the tests, and the calls of errors.Is, that have the client's
	// Nil on one side.
	forNil []ast.Node
	uses   map[types.Object][]*ast.Ident
}

func (g *Graph) own(fn *eval.Func) *ownNodes {
	fg := g.graph(fn)
	if fg.own != nil {
		return fg.own
	}
	fg.own = &ownNodes{uses: map[types.Object][]*ast.Ident{}}
	inspectOwn(fn.Body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Ident:
			if obj := g.p.Info.Uses[n]; obj != nil {
				fg.own.uses[obj] = append(fg.own.uses[obj], n)
			}
		case *ast.BinaryExpr:
			fg.own.tests = append(fg.own.tests, n)
			if n.Op == token.EQL && (g.p.isNil(n.X) || g.p.isNil(n.Y)) {
				fg.own.forNil = append(fg.own.forNil, n)
			}
		case *ast.CallExpr:
			if len(n.Args) != 2 || !g.p.isNil(n.Args[1]) {
				return
			}
			if fn := g.p.Index.Callee(n); fn != nil && fn.FullName() == "errors.Is" {
				fg.own.forNil = append(fg.own.forNil, n)
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				return
			}
			fg.own.tests = append(fg.own.tests, n)
			for _, s := range n.Body.List {
				if cl, ok := s.(*ast.CaseClause); ok && len(cl.List) == 1 && g.p.isNil(cl.List[0]) {
					fg.own.forNil = append(fg.own.forNil, n)
					return
				}
			}
		}
	})
	return fg.own
}

type flowNode struct {
	node  ast.Node
	block *cfg.Block
	idx   int
}

// A point is a place in the control flow of one function.
type point struct {
	fn    *eval.Func
	block *cfg.Block
	idx   int
	pos   token.Pos
	exit  bool // deferred: runs when the function returns
}

func (g *Graph) graph(fn *eval.Func) *funcGraph {
	if fg, ok := g.funcs[fn]; ok {
		return fg
	}
	fg := &funcGraph{}
	if fn.Body != nil {
		fg.cfg = cfg.New(fn.Body, func(c *ast.CallExpr) bool { return mayReturn(g.p.Info, c) })
		for _, b := range fg.cfg.Blocks {
			for i, n := range b.Nodes {
				fg.nodes = append(fg.nodes, flowNode{n, b, i})
			}
		}
		sort.SliceStable(fg.nodes, func(i, j int) bool { return fg.nodes[i].node.Pos() < fg.nodes[j].node.Pos() })
	}
	g.funcs[fn] = fg
	return fg
}

// mayReturn knows the calls that end a goroutine or the program.
func mayReturn(info *types.Info, call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := info.Uses[id].(*types.Builtin); ok {
			return b.Name() != "panic"
		}
	}
	fn := eval.Callee(info, call)
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() != "Exit"
	case "runtime":
		return fn.Name() != "Goexit"
	case "log":
		switch fn.Name() {
		case "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln":
			return false
		}
	}
	return true
}

// find is the node of the graph that holds the place: the smallest, so that a
// statement's own header wins over what it contains.
func (fg *funcGraph) find(pos token.Pos) (flowNode, bool) {
	i := sort.Search(len(fg.nodes), func(i int) bool { return fg.nodes[i].node.Pos() > pos })
	for i--; i >= 0; i-- {
		if n := fg.nodes[i]; n.node.Pos() <= pos && pos < n.node.End() {
			return n, true
		}
	}
	return flowNode{}, false
}

// at is where the command stands in the flow of fn, which sends it itself or
// holds the literal that does.
func (g *Graph) at(c *command.Command, fn *eval.Func) (point, bool) {
	own := g.p.funcOf[c]
	pos := c.Pos
	if c.Script != nil && c.Script.Run != nil {
		pos = c.Script.Run.Pos // its own place may be in the script's text
	}
	pt := point{fn: fn}
	var node ast.Node = c.Call
	for f := own; f != fn; f = f.Parent {
		if f == nil || f.Lit == nil {
			return pt, false
		}
		node, pos = f.Lit, f.Lit.Pos()
		if role, ok := g.p.lits[f.Lit]; ok && role.what.Fn != ast.Expr(f.Lit) {
			// The literal was kept in a variable: it runs where the client calls it.
			node, pos = role.call, role.call.Pos()
		}
	}
	n, ok := g.graph(fn).find(pos)
	if !ok {
		return pt, false
	}
	pt.block, pt.idx, pt.pos = n.block, n.idx, pos
	if d, ok := n.node.(*ast.DeferStmt); ok && d.Pos() <= node.Pos() && node.End() <= d.End() {
		pt.exit = true
	}
	return pt, true
}

// common is the innermost function that holds both commands.
func (g *Graph) common(a, b *command.Command) *eval.Func {
	in := map[*eval.Func]bool{}
	for f := g.p.funcOf[a]; f != nil; f = f.Parent {
		in[f] = true
	}
	for f := g.p.funcOf[b]; f != nil; f = f.Parent {
		if in[f] {
			return f
		}
	}
	return nil
}

// assume evaluates a condition; known is false when both ways are open.
type assume func(cond ast.Expr) (val, known bool)

// MayFollow reports whether b can be sent after a in one run of the function
// that holds both, without going round a loop that both are in.
func (g *Graph) MayFollow(a, b *command.Command) bool { return g.follows(a, b, nil) }

// FollowsSuccess is [Graph.MayFollow] on the paths where a did what it is for:
// no error, and for a conditional write the key was not there.
func (g *Graph) FollowsSuccess(a, b *command.Command) bool {
	r := g.p.Result(a)
	return g.follows(a, b, func(cond ast.Expr) (bool, bool) { return g.p.outcome(&r, a, cond) })
}

func (g *Graph) follows(a, b *command.Command, as assume) bool {
	fn := g.common(a, b)
	if fn == nil || a == b {
		return false
	}
	if a.Script != nil && b.Script != nil && a.Batch == b.Batch {
		return a.Script.Order < b.Script.Order
	}
	pa, ok1 := g.at(a, fn)
	pb, ok2 := g.at(b, fn)
	if !ok1 || !ok2 {
		return false
	}
	switch {
	case pa.exit && pb.exit:
		return pa.pos > pb.pos // deferred calls run last in, first out
	case pa.exit:
		return false
	case pb.exit:
		// The defer statement must be reached, before or after a.
		return g.walk(pa, pb, as) || g.walk(pb, pa, nil) || pa.block == pb.block
	}
	if pa.block == pb.block && pa.idx == pb.idx {
		return pa.pos < pb.pos
	}
	return g.walk(pa, pb, as)
}

// walk searches forward from a to b. Back edges are not taken: a loop's next
// turn is another time, with other keys.
func (g *Graph) walk(a, b point, as assume) bool {
	if a.block == b.block && a.idx < b.idx {
		return true
	}
	seen := map[*cfg.Block]bool{a.block: true}
	queue := g.next(a.block, as, a.pos)
	for len(queue) > 0 {
		blk := queue[0]
		queue = queue[1:]
		if seen[blk] {
			continue // visited
		}
		seen[blk] = true
		if blk == b.block {
			return true
		}
		queue = append(queue, g.next(blk, as, a.pos)...)
	}
	return false
}

// next lists the successors that the assumption leaves open, without those that
// lead back to before the start.
func (g *Graph) next(b *cfg.Block, as assume, from token.Pos) []*cfg.Block {
	succs := b.Succs
	if len(succs) == 2 && as != nil && len(b.Nodes) > 0 {
		if cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr); ok {
			if val, known := as(cond); known {
				if val {
					succs = succs[:1]
				} else {
					succs = succs[1:]
				}
			}
		}
	}
	var out []*cfg.Block
	for _, s := range succs {
		if s.Kind == cfg.KindForLoop || s.Kind == cfg.KindForPost || s.Kind == cfg.KindRangeLoop {
			if s.Stmt != nil && s.Stmt.Pos() <= from && from < s.Stmt.End() {
				// The head of a loop that the start is in: the next turn. What
				// comes after the loop is still reached.
				out = append(out, g.after(s)...)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// after is the block that follows a loop.
func (g *Graph) after(head *cfg.Block) []*cfg.Block {
	for _, fg := range g.funcs {
		if fg.cfg == nil {
			continue // a declaration without a body
		}
		for _, b := range fg.cfg.Blocks {
			if b.Stmt == head.Stmt && (b.Kind == cfg.KindForDone || b.Kind == cfg.KindRangeDone) {
				return []*cfg.Block{b}
			}
		}
	}
	return nil
}

// Always reports whether every path on which a succeeds passes a command that
// match accepts before the function ends; deferred ones count from the place of
// their defer statement on.
func (g *Graph) Always(a *command.Command, match func(*command.Command) bool) bool {
	fn := g.p.funcOf[a]
	for fn != nil && fn.Lit != nil {
		role, ok := g.p.lits[fn.Lit]
		if !ok || role.what.Role == client.EachNode {
			break
		}
		fn = fn.Parent // the client runs the closure at once
	}
	if fn == nil {
		return false
	}
	start, ok := g.at(a, fn)
	if !ok || start.exit {
		return false
	}
	type mark struct {
		block *cfg.Block
		idx   int
	}
	stops := map[*cfg.Block][]mark{}
	for _, c := range g.p.roots[fn.Root()] {
		if c == a || !match(c) {
			continue // not what is asked for
		}
		pt, ok := g.at(c, fn)
		if !ok {
			continue // in another literal: it may never run
		}
		if pt.exit && g.walk(pt, start, nil) {
			return true // deferred before
		}
		if g.sometimes(c, fn) {
			continue // inside a closure that may not run
		}
		stops[pt.block] = append(stops[pt.block], mark{pt.block, pt.idx})
	}
	if len(stops) == 0 {
		return false
	}
	r := g.p.Result(a)
	as := func(cond ast.Expr) (bool, bool) { return g.p.outcome(&r, a, cond) }
	for _, m := range stops[start.block] {
		if m.idx > start.idx {
			return true
		}
	}
	seen := map[*cfg.Block]bool{start.block: true}
	queue := g.next(start.block, as, start.pos)
	if len(queue) == 0 {
		return false
	}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if seen[b] || len(stops[b]) > 0 {
			continue // visited, or the command is passed
		}
		seen[b] = true
		next := g.next(b, as, start.pos)
		if len(next) == 0 && b.Live {
			return false // the function ends
		}
		queue = append(queue, next...)
	}
	return true
}

// sometimes reports whether the command sits in a literal below fn that nothing
// is known to run.
func (g *Graph) sometimes(c *command.Command, fn *eval.Func) bool {
	for f := g.p.funcOf[c]; f != nil && f != fn; f = f.Parent {
		if f.Lit == nil {
			return true
		}
		if _, ok := g.p.lits[f.Lit]; ok {
			continue // the client runs it
		}
		if call, ok := g.p.Index.LitParent(f.Lit).(*ast.CallExpr); ok && ast.Unparen(call.Fun) == f.Lit {
			continue // func() { … }()
		}
		return true
	}
	return false
}

// InLoop reports whether the command is sent in a loop of its function, and the
// loop's extent.
func (g *Graph) InLoop(c *command.Command) (eval.Span, bool) {
	for f := g.p.funcOf[c]; f != nil; f = f.Parent {
		if l, ok := eval.LoopOf(f, c.Pos); ok {
			return l, true
		}
	}
	return eval.Span{}, false
}
