package getdel

import (
	_ "embed"
	"fmt"
	"slices"

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
	Name:     "getdel",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("getdel"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands, usage.Flow, usage.Families},
	Run:      usage.Alone(run),
}

// onceWords name values that are good for one use.
var onceWords = []string{"token", "tokens", "code", "codes", "nonce", "nonces", "otp", "ticket", "tickets", "secret", "captcha", "verification", "state"}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	if p.Empty() {
		return nil, nil
	}
	g, keys := usage.FlowOf(pass), usage.FamiliesOf(pass)
	for _, del := range p.Commands {
		if !del.Is("DEL", "UNLINK") || del.Watch != nil || del.Script != nil || len(del.Keys()) != 1 {
			continue // the finding stands at the second command; inside a WATCH or a script others wait
		}
		if del.Via != nil && !p.Decided(del, del.KeyArg()) || keys.Lock(del, del.KeyArg()) {
			continue // judged in the helper; unsafeunlock's
		}
		if !usage.HasWord(append(p.KeyNames(del.KeyArg()), p.NamesAround(del)...), onceWords...) || p.AfterFailure(del) || guarded(p, g, keys, del) {
			continue // a value that may be read twice; a clean-up; or one reader at a time
		}
		for _, get := range p.Together(del) {
			if get.Name != "GET" || !get.Key().Equal(del.Key()) || !g.FollowsSuccess(get, del) || get.Batch != nil && get.Batch == del.Batch {
				continue // another key, or never one after the other
			}
			p.Report(pass, usage.Finding{Command: del, Message: message(p, get, del), Fix: merge(pass, p, get, del)})
			break // one finding for each DEL
		}
	}
	return nil, nil
}

// guarded reports whether the function takes a lock first.
func guarded(p *usage.Package, g *usage.Graph, keys *usage.Evidence, del *command.Command) bool {
	return slices.ContainsFunc(p.Together(del), func(o *command.Command) bool {
		return o.NX() && keys.Lock(o, o.KeyArg()) && g.MayFollow(o, del)
	})
}

func message(p *usage.Package, get, del *command.Command) string {
	name := "GET"
	if get.Via != nil {
		name += " in " + get.Via.Name
	}
	instead := "read and delete it with GETDEL"
	if !p.Settings.Redis(6, 2) {
		instead = "read and delete it in one script"
	}
	return fmt.Sprintf("two requests can both read %s (%s at %s) before either sends this %s, and use it twice: %s, or delete first and go on only if DEL answers 1",
		p.KeyText(del.KeyArg()), name, p.Place(get.Pos), del.Name, instead)
}

// merge is the fix where the Del stands right after the Get.
func merge(pass *analysis.Pass, p *usage.Package, get, del *command.Command) *analysis.SuggestedFix {
	has, _ := p.ClientRelease(get.Version).AtLeast(8, 11)
	if get.Method != "Get" || !p.Settings.Redis(6, 2) || !has {
		return nil // a server or a client that does not know it
	}
	return fix.GetDel(pass, p, get, del)
}
