package valuetype

import (
	_ "embed"
	"fmt"
	"go/types"
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
	Name:     "valuetype",
	Doc:      ruledoc.Doc(doc),
	URL:      ruledoc.URL("valuetype"),
	Flags:    config.Flags(),
	Requires: []*analysis.Analyzer{config.Analyzer, usage.Commands},
	Run:      usage.Alone(run),

	RunDespiteErrors: true, // in functions without any
}

func run(pass *analysis.Pass) (any, error) {
	p := usage.Of(pass)
	for _, c := range p.Commands {
		refused := p.Refused(c)
		if len(refused) == 0 {
			continue // all of it is encoded, or of a type that only the run knows
		}
		r := refused[0] // the command fails for one as for several
		f := usage.Finding{Command: c, Message: message(p, c, r)}
		for _, other := range refused[1:] {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: other.Expr.Pos(), End: other.Expr.End(), Message: "this " + typeName(p, other.Type) + " cannot be encoded either"})
		}
		p.Report(pass, f)
	}
	return nil, nil
}

func message(p *usage.Package, c *command.Command, r usage.Refused) string {
	what := fmt.Sprintf("%s of %s gets %s of type %s", c.Name, p.KeyText(c.KeyArg()), p.Source(r.Expr), typeName(p, r.Type))
	if c.KeyArg() == nil {
		what = fmt.Sprintf("%s gets %s of type %s", c.Name, p.Source(r.Expr), typeName(p, r.Type))
	}
	if r.Kind == "empty struct" {
		return what + ", of which the client sends only fields with redis tags, so the server answers that the number of arguments is wrong: encode it (json.Marshal) and pass the bytes"
	}
	return what + ", which the client cannot encode, so that it always fails with \"can't marshal\": " + instead(p, r)
}

func instead(p *usage.Package, r usage.Refused) string {
	src := p.Source(r.Expr)
	if to := basic(r); to != "" {
		return fmt.Sprintf("pass %s(%s)", to, src)
	}
	switch kind := r.Kind; {
	case kind == "pointer-marshaler":
		return "pass a pointer, which is what has MarshalBinary"
	case kind == "time.Duration":
		return fmt.Sprintf("pass a number, as int64(%s)", src)
	case kind == "net.IP":
		return fmt.Sprintf("pass %s.String()", src)
	case strings.HasPrefix(kind, "*") && !strings.HasSuffix(kind, "struct") && kind != "*tagged":
		return "pass what it points to"
	case kind == "[]string" || kind == "[]any":
		return "pass its elements, or encode it as one value (json.Marshal)"
	case r.Alone && strings.HasPrefix(kind, "["):
		return "pass its elements, as a []any followed by \"...\", or encode it as one value (json.Marshal)"
	case r.Alone && strings.HasPrefix(kind, "map"):
		return "make it a map[string]any of values that can be encoded"
	}
	return "encode it (json.Marshal) and pass the bytes, or give the type a MarshalBinary"
}

// basic is the type that a named string, number or text is converted to, or "".
func basic(r usage.Refused) string {
	switch r.Kind {
	case "named-string", "named-int":
		return r.Type.Underlying().(*types.Basic).Name()
	case "named-bytes":
		return "[]byte"
	}
	return ""
}

// typeName prints a type as the package's own code would write it.
func typeName(p *usage.Package, t types.Type) string {
	return types.TypeString(t, func(other *types.Package) string {
		if other == p.Types {
			return ""
		}
		return other.Name()
	})
}
