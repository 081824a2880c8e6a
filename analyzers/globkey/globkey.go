package globkey

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/redislint/redislint/internal/command"
	"github.com/redislint/redislint/internal/config"
	"github.com/redislint/redislint/internal/ruledoc"
	"github.com/redislint/redislint/internal/usage"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "globkey",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("globkey"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

// literal are the commands that read, expire or delete the very key that they
// are given.
var literal = []string{
	"DEL", "UNLINK", "GET", "GETDEL", "MGET", "EXISTS", "TOUCH", "TYPE", "TTL", "PTTL", "EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT", "PERSIST",
	"HGETALL", "HGET", "HKEYS", "HVALS", "HLEN", "HDEL", "SMEMBERS", "SCARD", "LRANGE", "LLEN", "ZRANGE", "ZCARD", "STRLEN", "DUMP",
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	for _, c := range p.Commands {
		if !slices.Contains(literal, c.Name) || c.May {
			continue // takes patterns, or writes the key; a helper may look for patterns first
		}
		if c.Via != nil && slices.ContainsFunc(p.At(c.Call), func(o *command.Command) bool { return o.Is("KEYS", "SCAN") }) {
			continue // the helper knows patterns
		}
		for _, k := range c.Keys() {
			if !pattern(k.Text.Literal()) || !p.Decided(c, k.Arg) || written(p, k.Arg) {
				continue // a plain key, one chosen elsewhere, or one that is called so
			}
			p.Report(pass, usage.Finding{
				Command: c,
				Message: fmt.Sprintf("%s takes %s as it stands, not as a pattern, so it matches no key: find the keys with SCAN MATCH, and give it those", c.Name, p.KeyText(k.Arg)),
			})
			break // one finding a command
		}
	}
	return nil, nil
}

// pattern reports whether the text of a key looks like a glob: a star, or a
// question mark at its end. In a URL or an expression both are text.
func pattern(text string) bool {
	if strings.ContainsAny(text, "/=&( ") || strings.Contains(text, `\*`) {
		return false
	}
	return strings.Contains(text, "*") || strings.HasSuffix(text, "?")
}

// written reports whether the package writes a key of that very text.
func written(p *usage.Package, k *command.Arg) bool {
	return slices.ContainsFunc(p.Commands, func(c *command.Command) bool {
		return !slices.Contains(literal, c.Name) && !c.Is("EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO", "WATCH") && slices.ContainsFunc(c.Keys(), func(w command.KeyArg) bool {
			return w.Text.Pattern() == k.Text.Pattern() && pattern(w.Text.Literal())
		})
	})
}
