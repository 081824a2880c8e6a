package lossyqueue

import (
	_ "embed"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/fix"
	"github.com/redislint/redislint/internal/keyexpr"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "lossyqueue",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("lossyqueue"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow, usage.Families},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

// What names say, split into words.
var (
	work = []string{
		"queue", "queues", "queued", "enqueue", "dequeue", "requeue", "job", "jobs", "task", "tasks", "work", "worker", "workers",
		"consumer", "consumers", "workqueue", "jobqueue", "taskqueue",
	}
	reaper = []string{"reap", "reaper", "recover", "recovery", "requeue", "reclaim", "reaping"}
	parked = []string{"processing", "inflight", "flight", "inprogress", "unacked"}
	past   = []string{"undo", "redo", "history", "histories", "recent", "recents", "evict", "eviction", "trim", "lru"}
	reply  = []string{
		"reply", "replies", "response", "responses", "resp", "result", "results", "wait", "waiter", "ack", "acks", "notify", "signal", "wake",
		"wakeup", "rpc", "callback",
	}
	request = []string{"id", "ids", "uuid", "request", "req", "reply", "response", "corr", "correlation", "session"}
)

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	keys := usage.FamiliesOf(pass)
	for _, c := range p.Commands {
		if !c.Is("LPOP", "RPOP", "BLPOP", "BRPOP", "LMPOP", "BLMPOP", "ZPOPMIN", "BZPOPMIN", "SPOP") || c.KeyArg() == nil {
			continue // a move keeps the element
		}
		if !decidedHere(p, c) {
			continue // the helper, or its callers, answer for it
		}
		if !isWork(p, keys, c) || keys.StoredAgain(c) || notAQueue(p, c) {
			continue // nothing is lost that somebody waits for
		}
		f := usage.Finding{Command: c, Message: message(p, c)}
		if p.Settings.UnsafeFixes && p.Cluster(c) == usage.NoCluster { // the second list may lie in another slot
			f.Fix = moved(p, c)
		}
		p.Report(pass, f)
	}
	return nil, nil
}

// decidedHere reports whether the place answers for the pop: where it is sent,
// unless that merely forwards a key; or where a helper that is not known to be
// about work is given the key.
func decidedHere(p *usage.Package, c *command.Command) bool {
	key := c.KeyArg()
	if !p.Decided(c, key) {
		return false
	}
	forwarded := c.Via != nil && c.Via.Forwarder && key.Expr != nil
	return c.Via == nil || forwarded || !usage.HasWord(p.HelperNames(c), work...)
}

// isWork reports whether the element is handed on, and a name says that it is
// work: that of the key, the function, a type that holds it, or its producer.
func isWork(p *usage.Package, keys *usage.Evidence, c *command.Command) bool {
	var names []string
	for _, k := range c.Keys() {
		names = append(names, p.KeyNames(k.Arg)...)
	}
	if c.Is("SPOP") && !usage.HasWord(names, work...) {
		return false // members of a set: only its name can say that they are work
	}
	holders := keys.HandedOn(c)
	return len(holders) > 0 && usage.HasWord(append(names, holders...), work...)
}

// notAQueue reports whether names say that the list is no queue of work: one
// of what is being worked on, of the past, or of answers that one caller awaits.
func notAQueue(p *usage.Package, c *command.Command) bool {
	key, around := p.KeyNames(c.KeyArg()), p.NamesAround(c)
	if usage.HasWord(around, reaper...) || usage.HasWord(key, past...) || usage.HasWord(around, past...) {
		return true
	}
	if usage.HasWord(key, parked...) && slices.ContainsFunc(p.Commands, func(o *command.Command) bool { return o.Is("LMOVE", "BLMOVE", "RPOPLPUSH", "BRPOPLPUSH") }) {
		return true // what a move parked there, taken off when it is done
	}
	one := c.Key().Any(func(h keyexpr.Hole) bool { return usage.HasWord([]string{h.Name}, request...) })
	return one && (usage.HasWord(key, reply...) || usage.HasWord(around, reply...))
}

func message(p *usage.Package, c *command.Command) string {
	what := fmt.Sprintf("%s takes work off %s before it is done, and a crash or deploy in between loses it", c.Name, p.KeyText(c.KeyArg()))
	if c.Is("ZPOPMIN", "BZPOPMIN") {
		return what + ": move it to a second sorted set in a script, or lease it there with a later score, and ZREM it when done"
	}
	if c.Is("SPOP") {
		return what + ": move it to a second set in a script, and SREM it when done"
	}
	move := "LMOVE"
	if !p.Settings.Redis(6, 2) || c.Version == "v6" || c.Version == "v7" {
		move = "RPOPLPUSH"
	}
	if c.Is("BLPOP", "BRPOP", "BLMPOP") {
		move = "B" + move
	}
	return fmt.Sprintf("%s: %s it to a processing list, and LREM it there when done", what, move)
}

// moved is the fix where the answer's shape lets a move stand in for the pop.
func moved(p *usage.Package, c *command.Command) *analysis.SuggestedFix {
	m := p.AsMove(c)
	if m == nil {
		return nil
	}
	from, to := `"LEFT"`, `"RIGHT"`
	if c.Is("RPOP", "BRPOP") {
		from, to = to, from
	}
	return fix.MovePop(c.Call, fix.Move{
		Method: m.Move, Key: m.Key, Timeout: m.Timeout, Elements: m.Elements, From: from, To: to, Stmt: m.Stmt, Column: m.Column,
	})
}
