package missingttl

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/fix"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "missingttl",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("missingttl"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow, usage.Families},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

// database is the number of writes without an expiry above which they are no
// slips: Redis is that package's database.
const database = 10

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	keys := usage.FamiliesOf(pass)
	byType := map[string][]*command.Command{}
	var types []string
	for _, c := range p.Commands {
		if !stays(p, keys, c) || !p.Judged(c) {
			continue // it has an expiry, or what it is for says that it needs none
		}
		if byType[c.Type] == nil {
			types = append(types, c.Type)
		}
		byType[c.Type] = append(byType[c.Type], c)
	}
	for _, t := range types {
		if writes := byType[t]; len(writes) > database {
			reportDatabase(pass, p, t, writes)
			continue // one finding for all
		}
		for _, c := range byType[t] {
			p.Report(pass, usage.Finding{Command: c, Message: message(p, c), Fix: insertTTL(p, c)})
		}
	}
	return nil, nil
}

// stays reports whether the command stores a string that nothing gives an expiry
// to, and this is the place that decides so.
func stays(p *usage.Package, keys *usage.Evidence, c *command.Command) bool {
	if !c.Is("SET", "SETNX", "GETSET", "MSET", "MSETNX") || c.TTL().Kind != command.TTLNone {
		return false // not the write of a string, or an expiry that is not provably none
	}
	if !decidedHere(p, c) || p.Persistent(c) {
		return false // judged in the helper or at its callers; meant to stay
	}
	if c.NX() && (c.BatchKind() == command.Transaction || c.BatchKind() == command.Queued) {
		return false // a uniqueness index: it stands as long as the record
	}
	if c.NX() && keys.Lock(c, c.KeyArg()) {
		return false // lockttl's, and setnxexpire's
	}
	if p.Counter(c) && p.TTLInBatch(c) {
		return false // the reset of a counter, whose expiry the batch takes care of
	}
	return !keys.ExpiresLater(c) && !keys.OtherTTL(c) && !keys.DeletedLater(c)
}

// decidedHere: where a TTL can be given, what gives 0 decides; a command that
// has no place for one is chosen by its author, or by those who call a mere
// forwarder of it.
func decidedHere(p *usage.Package, c *command.Command) bool {
	if arg := c.TTL().Arg; arg != nil || c.Is("SET") {
		return p.Decided(c, arg)
	}
	if c.Via != nil && !c.Via.Forwarder {
		return false // the helper's own choice
	}
	return c.KeyArg() == nil || p.Decided(c, c.KeyArg())
}

func message(p *usage.Package, c *command.Command) string {
	grows := "the value stays, however old, until somebody deletes it"
	if k := c.KeyArg(); len(c.Keys()) > 1 || k != nil && strings.Contains(k.Text.Pattern(), "*") {
		grows = "every new key stays until somebody deletes it, and memory grows until Redis refuses writes or evicts other keys"
	}
	return fmt.Sprintf("%s of %s has no expiry: %s; %s, or declare the key in -persistent", c.Name, p.KeyText(c.KeyArg()), grows, instead(c))
}

// instead is what to write, in the terms of the call that stands there.
func instead(c *command.Command) string {
	switch {
	case c.TTL().Arg != nil && c.Method == "SetArgs":
		return "set TTL in SetArgs"
	case c.TTL().Arg != nil:
		if n, known := c.TTL().Arg.Text.Int(); known && n < 0 {
			return "pass a TTL above 0" // a client without KeepTTL sends none
		}
		return "pass a TTL in place of 0"
	case c.Is("GETSET"):
		return "use SET with GET and EX (SetArgs with Get and TTL)"
	case c.Is("MSET", "MSETNX"):
		return "queue a SET with a TTL for each key in one pipeline"
	case c.Method == "SetFromBuffer":
		return "use Set with a TTL"
	}
	return "add EX and the seconds"
}

func reportDatabase(pass *analysis.Pass, p *usage.Package, client string, writes []*command.Command) {
	slices.SortStableFunc(writes, func(a, b *command.Command) int {
		x, y := p.Fset.Position(a.Pos), p.Fset.Position(b.Pos)
		return cmp.Or(cmp.Compare(x.Filename, y.Filename), cmp.Compare(x.Offset, y.Offset))
	})
	var related []analysis.RelatedInformation
	for _, c := range writes[1:] {
		related = append(related, analysis.RelatedInformation{
			Pos: c.Pos, End: c.End, Message: fmt.Sprintf("%s of %s has no expiry, either", c.Name, p.KeyText(c.KeyArg())),
		})
	}
	p.Report(pass, usage.Finding{Command: writes[0], Related: related, Message: fmt.Sprintf(
		"%s of %s and %d more writes through %s have no expiry, so what this package stores stays until somebody deletes it: if Redis is its database, say so with -persistent=%s, else give each a TTL",
		writes[0].Name, p.KeyText(writes[0].KeyArg()), len(writes)-1, client, p.Pattern())})
}

// insertTTL is the fix under -default-ttl, for the typed calls that take a TTL.
func insertTTL(p *usage.Package, c *command.Command) *analysis.SuggestedFix {
	file := p.File(c)
	if p.Settings.DefaultTTL <= 0 || c.Via != nil || file == nil {
		return nil
	}
	switch c.Method {
	case "Set", "SetNX", "SetXX", "SetArgs":
		name, add := p.Qualifier(file, c.Pos, "time", "time")
		oneLine := p.Fset.Position(c.Call.Pos()).Line == p.Fset.Position(c.Call.End()).Line
		return fix.InsertTTL(file, c.Call, oneLine, p.Settings.DefaultTTL, name, add)
	}
	return nil
}
