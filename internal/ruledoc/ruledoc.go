// Package ruledoc reads the documentation of a rule out of its doc.go, the
// one text that Analyzer.Doc, the pages in docs/rules, the README's table and
// "redislint explain" are made of.
//
// The package comment of a rule holds a section "# Analyzer name". It begins
// with the line "name: summary"; a paragraph of "Key: value" lines, one of
// which is the Tier, and further headings follow:
//
//	// # Analyzer keyscommand
//	//
//	// keyscommand: report KEYS, which ...
//	//
//	// Tier: risk; advice in command-line tools
//	// Since: v0.1.0
//	//
//	// # Why
package ruledoc

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strings"
)

// URL returns the address of a rule's page.
func URL(rule string) string {
	return "https://github.com/redislint/redislint/blob/main/docs/rules/" + rule + ".md"
}

const heading = "# Analyzer "

// Doc returns the text for Analyzer.Doc: the rule's section of the package
// comment of this Go source, beginning with the summary. It is empty if there
// is no such section, and a driver then refuses the analyzer.
func Doc(source string) string {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil || file.Doc == nil {
		return ""
	}
	_, section, found := strings.Cut("\n"+file.Doc.Text(), "\n"+heading)
	if !found {
		return ""
	}
	name, text, _ := strings.Cut(section, "\n")
	text = strings.TrimSpace(text)
	summary, found := strings.CutPrefix(text, strings.TrimSpace(name)+": ")
	if !found {
		return ""
	}
	return summary
}

// A Page is what a rule's documentation says.
type Page struct {
	Name    string
	Summary string // one line
	Tier    string // of most findings
	Also    []string
	Facts   []Fact // the "Key: value" lines, with the Tier
	body    []comment.Block
}

// A Fact is a line "Key: value".
type Fact struct{ Key, Value string }

// Parse reads an Analyzer.Doc.
func Parse(name, doc string) (*Page, error) {
	summary, text, _ := strings.Cut(doc, "\n")
	if summary == "" {
		return nil, fmt.Errorf("%s: the package comment has no section %q that begins with %q", name, heading+name, name+": summary")
	}
	page := &Page{Name: name, Summary: summary}
	for _, block := range new(comment.Parser).Parse(text).Content {
		if facts := factsOf(block); facts != nil && page.Facts == nil {
			page.Facts = facts
			continue
		}
		page.body = append(page.body, block)
	}
	for _, fact := range page.Facts {
		if fact.Key != "Tier" {
			continue
		}
		for i, clause := range strings.Split(fact.Value, ";") {
			tier, _, _ := strings.Cut(strings.TrimSpace(clause), " ")
			if i == 0 {
				page.Tier = tier
			} else {
				page.Also = append(page.Also, tier)
			}
		}
	}
	if page.Tier == "" {
		return nil, fmt.Errorf("%s: the documentation has no line \"Tier: bug, risk or advice\"", name)
	}
	return page, nil
}

// factsOf returns the lines of a paragraph that is made of "Key: value" lines
// and holds a Tier, else nil.
func factsOf(block comment.Block) []Fact {
	paragraph, ok := block.(*comment.Paragraph)
	if !ok {
		return nil
	}
	var printer comment.Printer
	text := string(printer.Comment(&comment.Doc{Content: []comment.Block{paragraph}}))
	if !strings.HasPrefix(text, "Tier: ") {
		return nil
	}
	var facts []Fact
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		key, value, found := strings.Cut(line, ": ")
		if !found || strings.Contains(key, " ") {
			// A long value goes on.
			facts[len(facts)-1].Value += " " + line
			continue
		}
		facts = append(facts, Fact{key, value})
	}
	return facts
}

// Markdown returns the page as GitHub shows it.
func (p *Page) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", p.Name, upper(p.Summary))
	for _, fact := range p.Facts {
		fmt.Fprintf(&b, "- **%s**: %s\n", fact.Key, fact.Value)
	}
	printer := comment.Printer{
		HeadingLevel: 2,
		HeadingID:    func(*comment.Heading) string { return "" },
	}
	for _, block := range p.body {
		b.WriteByte('\n')
		if code, ok := block.(*comment.Code); ok {
			fmt.Fprintf(&b, "```go\n%s```\n", code.Text)
			continue
		}
		b.Write(printer.Markdown(&comment.Doc{Content: []comment.Block{block}}))
	}
	return b.String()
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Title says what the rule reports.
func (p *Page) Title() string { return upper(strings.TrimPrefix(p.Summary, "report ")) }

// Plain returns what the page says below its facts, as text.
func (p *Page) Plain() string {
	return string(new(comment.Printer).Text(&comment.Doc{Content: p.body}))
}

// HTML returns what the page says under a heading, such as "Why", or before the
// first one, with "".
func (p *Page) HTML(heading string) string {
	var content []comment.Block
	in := heading == ""
	for _, block := range p.body {
		if h, ok := block.(*comment.Heading); ok {
			var printer comment.Printer
			text := strings.TrimSpace(string(printer.Text(&comment.Doc{Content: []comment.Block{&comment.Paragraph{Text: h.Text}}})))
			in = text == heading
			continue
		}
		if in {
			content = append(content, block)
		}
	}
	return string(new(comment.Printer).HTML(&comment.Doc{Content: content}))
}
