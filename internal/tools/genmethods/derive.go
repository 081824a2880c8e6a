package main

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redislint/redislint/internal/client/goredis/wire"
)

// A sample is one call and what it sent.
type sample struct {
	call
	sent []token
}

// A token is one argument on the wire.
type token struct {
	text string
	typ  reflect.Type
}

func tokens(args []any) []token {
	out := make([]token, len(args))
	for i, a := range args {
		out[i] = token{wireText(a), reflect.TypeOf(a)}
	}
	return out
}

// wireText is what go-redis writes for an argument, except that a bool is
// left readable: it writes 1 or 0.
func wireText(a any) string {
	switch a := a.(type) {
	case nil:
		return ""
	case string:
		return a
	case []byte:
		return string(a)
	case time.Duration:
		return strconv.FormatInt(int64(a), 10)
	case time.Time:
		return a.Format(time.RFC3339Nano)
	case fmt.Stringer:
		return a.String()
	}
	v := reflect.ValueOf(a)
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Float32 || v.Kind() == reflect.Float64 {
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	}
	return fmt.Sprint(v.Interface())
}

// render gives the tokens of an item in a call, without regard to its
// conditions.
func render(c *call, it wire.Item) []string {
	switch {
	case it.Group != nil:
		l := c.at(it.Param, it.Field)
		if l == nil || !c.on(l) {
			return nil
		}
		var out []string
		for i := range l.size {
			for _, g := range it.Group {
				if holds(c, g) {
					out = append(out, renderOne(c, g, i)...)
				}
			}
		}
		return out
	case it.Count:
		return []string{strconv.Itoa(count(c, it) / it.Per)}
	case it.Each:
		l := c.at(it.Param, strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(it.Field, "[]"), "[key]"), "[val]"))
		if l == nil || !c.on(l) {
			return nil
		}
		n := l.size
		if strings.HasSuffix(it.Field, "[]") {
			n *= 3
		}
		var out []string
		for i := range n {
			out = append(out, renderOne(c, it, i)...)
		}
		return out
	}
	return renderOne(c, it, 0)
}

func count(c *call, it wire.Item) int {
	l := c.at(it.Param, it.Field)
	if l == nil || !c.on(l) {
		return 0
	}
	return l.size
}

// renderOne gives what an item sends for one element.
func renderOne(c *call, it wire.Item, elem int) []string {
	if it.Param < 0 {
		return []string{it.Lit}
	}
	path := it.Field
	switch {
	case strings.HasSuffix(path, "[key]"):
		path = strings.TrimSuffix(path, "[key]")
	case strings.HasSuffix(path, "[val]"):
		path, elem = strings.TrimSuffix(path, "[val]"), elem+valElem
	}
	l := c.at(it.Param, path)
	if l == nil {
		l = c.at(it.Param, strings.TrimSuffix(path, "[]"))
	}
	if l == nil {
		return []string{"?"}
	}
	t := l.typ
	switch l.kind {
	case list:
		t = t.Elem()
		if t.Kind() == reflect.Slice && t != bytesType {
			t = t.Elem()
		}
	case mapping:
		if strings.HasSuffix(it.Field, "[key]") {
			t = t.Key()
		} else if t = t.Elem(); t.Kind() == reflect.Slice {
			t = t.Elem()
		}
	case vector:
		t = reflect.TypeFor[string]()
	}
	if it.Unit == "csv" {
		n := l.size
		if !c.on(l) {
			n = 0
		}
		var texts []string
		for i := range n {
			texts = append(texts, wireText(value(t, l.mark(i)).Interface()))
		}
		return []string{strings.Join(texts, ",")}
	}
	if l.depth == 0 && l.kind != list && l.kind != mapping && l.kind != vector {
		elem = 0
	}
	var v any
	switch {
	case c.probe != nil && c.probe.leaf == l:
		v = reflect.ValueOf(c.probe.value).Convert(t).Interface()
	case !c.on(l):
		v = reflect.Zero(t).Interface()
	case c.set[l.id] >= enum0:
		v = l.enum[c.set[l.id]-enum0]
	default:
		v = value(t, l.mark(elem)).Interface()
	}
	return []string{convert(v, it.Unit)}
}

// convert applies a wire.Item.Unit to a value.
func convert(v any, unit string) string {
	switch unit {
	case "":
		return wireText(v)
	case "s", "ms":
		d, ok := v.(time.Duration)
		u := time.Second
		if unit == "ms" {
			u = time.Millisecond
		}
		if ok && d > 0 && d < u {
			return "1"
		}
		return strconv.FormatInt(int64(d/u), 10)
	case "s0", "ms0":
		d, _ := v.(time.Duration)
		u := time.Second
		if unit == "ms0" {
			u = time.Millisecond
		}
		return strconv.FormatInt(int64(d/u), 10)
	case "unix":
		t, _ := v.(time.Time)
		return strconv.FormatInt(t.Unix(), 10)
	case "unixms":
		t, _ := v.(time.Time)
		if t.IsZero() {
			// Old versions overflow here.
			return partOf + "-6"
		}
		return strconv.FormatInt(t.UnixMilli(), 10)
	case "hex16":
		return fmt.Sprintf("%016x", v)
	case "min0":
		if strings.HasPrefix(wireText(v), "-") {
			return "0"
		}
		return wireText(v)
	case "lower":
		return strings.ToLower(wireText(v))
	case "part":
		return partOf + wireText(v)
	}
	if p, ok := strings.CutPrefix(unit, "prefix="); ok {
		return p + wireText(v)
	}
	return "?" + unit
}

// partOf marks a rendered text that is only contained in what is sent.
const partOf = "\x00part of:"

func unitsFor(t reflect.Type) []string {
	switch {
	case t == durationType:
		return []string{"s", "ms", ""}
	case t == timeType:
		return []string{"unix", "unixms", ""}
	case t.Kind() == reflect.Uint64:
		return []string{"", "hex16"}
	}
	return []string{""}
}

// An atom is a token with what it was recognised as.
type atom struct {
	item wire.Item
	elem int // -1: not an element
}

func word(s string) wire.Item { return wire.Item{Lit: strings.ToUpper(s), Param: -1} }

// identify says which marked value each token is; every other token is taken
// for a word.
func identify(c *call, sent []token) []atom {
	type known struct {
		atom
		text string
	}
	var all []known
	note := func(l *leaf, field string, each bool, elem, shown int) {
		it := wire.Item{Param: l.param, Field: field, Each: each}
		t := l.typ
		if l.kind == list {
			t = t.Elem()
		}
		for _, u := range unitsFor(t) {
			it.Unit = u
			if r := renderOne(c, it, elem); r[0] != "" {
				all = append(all, known{atom{it, shown}, r[0]})
			}
		}
	}
	for _, l := range c.leaves {
		if !c.on(l) {
			continue
		}
		switch l.kind {
		case pointer, records:
		case list:
			if l.typ.Elem().Kind() != reflect.Slice {
				it := wire.Item{Param: l.param, Field: l.path, Unit: "csv"}
				if l.size > 1 {
					all = append(all, known{atom{it, -1}, renderOne(c, it, 0)[0]})
				}
			}
			n, field := l.size, l.path
			if e := l.typ.Elem(); e.Kind() == reflect.Slice && e != bytesType {
				n, field = n*3, field+"[]"
			}
			for i := range n {
				note(l, field, true, i, i)
			}
		case vector:
			for i := range l.size {
				note(l, l.path, true, i, i)
			}
		case mapping:
			note(l, l.path+"[key]", true, 0, 0)
			note(l, l.path+"[val]", true, 0, 0)
		default:
			if l.depth == 0 {
				note(l, l.path, false, 0, -1)
				continue
			}
			outer := c.at(l.param, l.path[:strings.LastIndex(l.path, "[]")])
			for i := range outer.size {
				note(l, l.path, false, i, i)
			}
		}
	}
	out := make([]atom, len(sent))
next:
	for i, w := range sent {
		isBool := w.typ != nil && w.typ.Kind() == reflect.Bool
		for _, k := range all {
			l := c.at(k.item.Param, k.item.Field)
			if (l != nil && l.typ.Kind() == reflect.Bool) != isBool {
				continue
			}
			if k.text == w.text {
				out[i] = k.atom
				continue next
			}
		}
		if w.typ != nil && w.typ.Kind() != reflect.String {
			for _, l := range c.leaves {
				if (l.kind != list && l.kind != records && l.kind != mapping) || !c.on(l) {
					continue
				}
				for per := 1; per <= 2; per++ {
					if (l.size > per || l.size == 1 && per == 1) && w.text == strconv.Itoa(l.size/per) {
						out[i] = atom{wire.Item{Param: l.param, Field: l.path, Count: true, Per: per}, -1}
						continue next
					}
				}
			}
		}
		for _, k := range all {
			if len(k.text) <= 4 {
				continue
			}
			out[i] = k.atom
			l := c.at(k.item.Param, k.item.Field)
			switch {
			case strings.ToLower(k.text) == w.text && (l == nil || c.set[l.id] == marked):
				out[i].item.Unit = "lower"
				continue next
			case strings.HasSuffix(w.text, k.text):
				out[i].item.Unit = "prefix=" + strings.TrimSuffix(w.text, k.text)
				continue next
			case strings.Contains(w.text, k.text):
				out[i].item.Unit = "part"
				continue next
			}
		}
		out[i] = atom{word(w.text), -1}
	}
	return out
}

// collapse makes one item of what is repeated for each element of a slice.
func collapse(c *call, atoms []atom) []wire.Item {
	var items []wire.Item
	for i := 0; i < len(atoms); {
		start, end, it, ok := run(c, atoms, i)
		if ok && start == i {
			items = append(items, it)
			i = end
			continue
		}
		items = append(items, atoms[i].item)
		i++
	}
	return items
}

// run finds whether the elements of a slice start at i.
func run(c *call, atoms []atom, i int) (start, end int, it wire.Item, ok bool) {
	for first := i; first < len(atoms) && first < i+8; first++ {
		a := atoms[first]
		if a.elem != 0 || a.item.Param < 0 {
			continue
		}
		if strings.HasSuffix(a.item.Field, "[key]") || strings.HasSuffix(a.item.Field, "[val]") {
			// A map has one element.
			m := strings.TrimSuffix(a.item.Field, "[key]")
			if first == i && i+1 < len(atoms) && atoms[i+1].item.Field == m+"[val]" {
				k, v := a.item, atoms[i+1].item
				k.Each, v.Each = false, false
				k.Field, v.Field = m+"[][key]", m+"[][val]"
				return i, i + 2, wire.Item{Param: k.Param, Field: m, Each: true, Group: []wire.Item{k, v}}, true
			}
			return i, i + 1, a.item, first == i
		}
		field := a.item.Field
		if j := strings.LastIndex(field, "[]"); j >= 0 && !a.item.Each {
			field = field[:j]
		}
		l := c.at(a.item.Param, strings.TrimSuffix(field, "[]"))
		n := l.size
		if strings.HasSuffix(field, "[]") {
			n *= 3
		}
		// The period: where element 1 of the same is.
		second := -1
		for j := first + 1; j < len(atoms); j++ {
			if atoms[j].elem == 1 && reflect.DeepEqual(atoms[j].item, a.item) {
				second = j
				break
			}
		}
		if n == 1 {
			second = first + 1
		}
		if second < 0 {
			return
		}
		p := second - first
		if first-i >= p || i+n*p > len(atoms) {
			continue
		}
		for k := 1; k < n; k++ {
			for j := range p {
				x, y := atoms[i+j], atoms[i+k*p+j]
				if !reflect.DeepEqual(x.item, y.item) || x.elem >= 0 && y.elem != x.elem+k {
					return
				}
			}
		}
		if p == 1 && a.item.Each {
			return i, i + n, a.item, true
		}
		g := wire.Item{Param: a.item.Param, Field: field, Each: true}
		for j := range p {
			x := atoms[i+j].item
			if x.Each {
				x.Each = false
				x.Field += "[]"
			}
			g.Group = append(g.Group, x)
		}
		return i, i + n*p, g, true
	}
	return
}

// repeats finds runs of one scalar that is sent once for each element of a
// slice.
func repeats(c *call, items []wire.Item) []wire.Item {
	var out []wire.Item
	for i := 0; i < len(items); {
		n := 1
		for i+n < len(items) && items[i].Param >= 0 && reflect.DeepEqual(items[i], items[i+n]) {
			n++
		}
		var over *leaf
		for _, l := range c.leaves {
			if n > 1 && (l.kind == list || l.kind == records) && c.on(l) && l.size == n {
				over = l
			}
		}
		if over != nil {
			out = append(out, wire.Item{Param: over.param, Field: over.path, Each: true, Group: []wire.Item{items[i]}})
			i += n
			continue
		}
		out = append(out, items[i])
		i++
	}
	return out
}

// align matches a wire form with the items; at gives the first token of each
// item that is in it, and rest the tokens that no item accounts for. Where two
// items fit one token, as zero values do, it is the first or the last of them.
func align(c *call, items []wire.Item, sent []token, late bool) (at []int, rest []int) {
	n, m := len(items), len(sent)
	best := make([][]int, n+1)
	for i := range best {
		best[i] = make([]int, m+1)
	}
	rendered := make([][]string, n)
	for i := range items {
		rendered[i] = render(c, items[i])
	}
	fits := func(i, j int) int {
		r := rendered[i]
		if len(r) == 0 || j+len(r) > m {
			return 0
		}
		for k, s := range r {
			if !same(items[i], s, sent[j+k]) {
				return 0
			}
		}
		score := 10 * len(r)
		if items[i].Param >= 0 {
			score += len(r)
		}
		return score
	}
	for i := n; i >= 0; i-- {
		for j := m; j >= 0; j-- {
			switch {
			case i == n || j == m:
				continue
			}
			b := max(best[i+1][j], best[i][j+1])
			if s := fits(i, j); s > 0 {
				b = max(b, s+best[i+1][j+len(rendered[i])])
			}
			best[i][j] = b
		}
	}
	at = slices.Repeat([]int{-1}, n)
	i, j := 0, 0
	for i < n && j < m {
		if late && best[i][j] == best[i+1][j] {
			i++
			continue
		}
		if s := fits(i, j); s > 0 && best[i][j] == s+best[i+1][j+len(rendered[i])] {
			at[i] = j
			j += len(rendered[i])
			i++
			continue
		}
		if best[i][j] == best[i+1][j] {
			i++
			continue
		}
		rest = append(rest, j)
		j++
	}
	for ; j < m; j++ {
		rest = append(rest, j)
	}
	return at, rest
}

func same(it wire.Item, s string, w token) bool {
	if part, ok := strings.CutPrefix(s, partOf); ok {
		return strings.Contains(w.text, part)
	}
	if it.Param < 0 || it.Group != nil {
		return strings.EqualFold(s, w.text)
	}
	return s == w.text
}

// merge makes the items that occur in any of the samples, in an order that
// agrees with all.
func merge(samples []sample) []wire.Item {
	items := []wire.Item(nil)
	for s := range samples {
		c := &samples[s]
		at, rest := align(&c.call, items, c.sent, false)
		if len(rest) == 0 {
			continue
		}
		// Runs of new tokens go after the last item that is before them.
		atoms := identify(&c.call, c.sent)
		var out []wire.Item
		used := 0
		flush := func(upto int) {
			var fresh []atom
			for used < len(rest) && rest[used] < upto {
				fresh = append(fresh, atoms[rest[used]])
				used++
			}
			out = append(out, repeats(&c.call, collapse(&c.call, fresh))...)
		}
		for i, it := range items {
			if at[i] >= 0 {
				flush(at[i])
			}
			out = append(out, it)
			// New tokens that follow directly on this item.
			if at[i] >= 0 {
				end := at[i] + len(render(&c.call, it))
				if used < len(rest) && rest[used] == end {
					next := end
					for k := used; k < len(rest) && rest[k] == next; k++ {
						next++
					}
					flush(next)
				}
			}
		}
		flush(math.MaxInt)
		items = out
	}
	return items
}

// A feature is a condition that an item may depend on.
type feature struct {
	ref  wire.Ref
	leaf *leaf
	enum int
}

func (f feature) of(c *call) bool {
	if !c.on(f.leaf) {
		return false
	}
	return f.enum < 0 || c.set[f.leaf.id] == enum0+f.enum
}

func features(leaves []*leaf) []feature {
	var out []feature
	for _, l := range leaves {
		r := wire.Ref{Param: l.param, Field: l.path}
		out = append(out, feature{r, l, -1})
		for i, v := range l.enum {
			r := r
			r.Is = v
			out = append(out, feature{r, l, i})
		}
	}
	return out
}

// conditions gives every item the conditions under which the samples have
// it. An item whose presence is a disjunction becomes several that exclude
// each other.
//
// With certain, a sample in which more than one item fits a token says nothing
// of these items.
func conditions(items []wire.Item, samples []sample, certain bool) []wire.Item {
	fs := features(samples[0].leaves)
	truth := make([][]bool, len(samples))
	ats, lates := make([][]int, len(samples)), make([][]int, len(samples))
	for s := range samples {
		c := &samples[s].call
		ats[s], _ = align(c, items, samples[s].sent, false)
		lates[s], _ = align(c, items, samples[s].sent, true)
		truth[s] = make([]bool, len(fs))
		for f := range fs {
			truth[s][f] = fs[f].of(c)
		}
	}
	var out []wire.Item
	for i, it := range items {
		var in []int // samples that say something of the item
		sent := make([]bool, len(samples))
		for s := range samples {
			if len(render(&samples[s].call, it)) == 0 || certain && (ats[s][i] < 0) != (lates[s][i] < 0) {
				continue
			}
			sent[s] = ats[s][i] >= 0
			in = append(in, s)
		}
		var terms func(in []int, yes, no []wire.Ref)
		terms = func(in []int, yes, no []wire.Ref) {
			pos := 0
			for _, s := range in {
				if sent[s] {
					pos++
				}
			}
			if pos == 0 {
				return
			}
			if pos == len(in) {
				t := it
				t.If, t.Unless = simplify(yes, no)
				out = append(out, t)
				return
			}
			f := split(in, sent, truth, len(fs))
			if f < 0 {
				// The samples cannot be told apart; verify will say so.
				t := it
				t.If, t.Unless = simplify(yes, no)
				out = append(out, t)
				return
			}
			var with, without []int
			for _, s := range in {
				if truth[s][f] {
					with = append(with, s)
				} else {
					without = append(without, s)
				}
			}
			terms(with, append(slices.Clone(yes), fs[f].ref), no)
			terms(without, yes, append(slices.Clone(no), fs[f].ref))
		}
		terms(in, nil, nil)
	}
	return out
}

// simplify drops the conditions that a condition on an exact value implies.
func simplify(yes, no []wire.Ref) ([]wire.Ref, []wire.Ref) {
	exact := func(r wire.Ref) bool {
		return slices.ContainsFunc(yes, func(y wire.Ref) bool {
			return y.Is != "" && y.Is != r.Is && y.Param == r.Param && y.Field == r.Field
		})
	}
	yes2 := slices.DeleteFunc(slices.Clone(yes), exact)
	no2 := slices.DeleteFunc(slices.Clone(no), exact)
	return yes2, no2
}

// split chooses the feature that says most about whether the item is sent.
func split(in []int, sent []bool, truth [][]bool, nf int) int {
	best, gain := -1, 1e-9
	entropy := func(p, n int) float64 {
		if p == 0 || p == n {
			return 0
		}
		x := float64(p) / float64(n)
		return -float64(n) * (x*math.Log2(x) + (1-x)*math.Log2(1-x))
	}
	for f := range nf {
		var n, p [2]int
		for _, s := range in {
			k := 0
			if truth[s][f] {
				k = 1
			}
			n[k]++
			if sent[s] {
				p[k]++
			}
		}
		if n[0] == 0 || n[1] == 0 {
			continue
		}
		g := entropy(p[0]+p[1], n[0]+n[1]) - entropy(p[0], n[0]) - entropy(p[1], n[1])
		if g > gain+1e-9 {
			best, gain = f, g
		}
	}
	if best < 0 {
		// No single feature helps (an exclusive or): any that divides.
		for f := range nf {
			t := 0
			for _, s := range in {
				if truth[s][f] {
					t++
				}
			}
			if t > 0 && t < len(in) {
				return f
			}
		}
	}
	return best
}

// holds evaluates an item's conditions in a call.
func holds(c *call, it wire.Item) bool {
	for _, r := range it.If {
		if !refHolds(c, r) {
			return false
		}
	}
	for _, r := range it.Unless {
		if refHolds(c, r) {
			return false
		}
	}
	return true
}

func refHolds(c *call, r wire.Ref) bool {
	l := c.at(r.Param, r.Field)
	if l == nil || !c.on(l) {
		return false
	}
	if c.probe != nil && c.probe.leaf == l {
		v := reflect.ValueOf(c.probe.value)
		if r.Positive {
			return v.CanInt() && v.Int() > 0 || v.CanFloat() && v.Float() > 0
		}
		return !v.IsZero()
	}
	if r.Is == "" {
		return true
	}
	return c.set[l.id] >= enum0 && l.enum[c.set[l.id]-enum0] == r.Is
}

// evaluate gives the whole command of a method in a call.
func evaluate(c *call, m *wire.Method) []string {
	// value reports whether item i is the parameter or field r, and word
	// whether it is the keyword before that.
	value := func(i int, r wire.Ref) bool {
		return i < len(m.Items) && m.Items[i].Param == r.Param && m.Items[i].Field == r.Field
	}
	word := func(i int, r wire.Ref) bool { return m.Items[i].Param < 0 && value(i+1, r) }
	keep := c.probe != nil && !m.KeepTTL.IsNone() && c.probe.leaf == c.at(m.KeepTTL.Param, m.KeepTTL.Field) && c.probe.value == any(time.Duration(-1))
	var out []string
	for i, it := range m.Items {
		if keep && word(i, m.KeepTTL) {
			out = append(out, "KEEPTTL")
			continue
		}
		if keep && value(i, m.KeepTTL) {
			continue
		}
		if !m.Block.IsNone() && (word(i, m.Block) || value(i, m.Block)) && negative(c, m.Block) {
			continue
		}
		if !holds(c, it) {
			continue
		}
		for _, r := range m.Precise {
			if !precise(c, r) {
				continue
			}
			if value(i, r) {
				it.Unit = map[string]string{"s": "ms", "s0": "ms0", "unix": "unixms"}[it.Unit]
			}
			if word(i, r) {
				it.Lit = map[string]string{"EX": "PX", "EXAT": "PXAT"}[it.Lit]
			}
		}
		out = append(out, render(c, it)...)
	}
	return out
}

func negative(c *call, r wire.Ref) bool {
	l := c.at(r.Param, r.Field)
	if c.probe == nil || c.probe.leaf != l {
		return false
	}
	d, ok := c.probe.value.(time.Duration)
	return ok && d < 0
}

func precise(c *call, r wire.Ref) bool {
	l := c.at(r.Param, r.Field)
	if c.probe == nil || c.probe.leaf != l {
		return false
	}
	switch v := c.probe.value.(type) {
	case time.Duration:
		return v < time.Second || v%time.Second != 0
	case time.Time:
		return v.Nanosecond() >= int(time.Millisecond)
	}
	return false
}

func agrees(want []string, got []token) bool {
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if part, ok := strings.CutPrefix(want[i], partOf); ok && strings.Contains(got[i].text, part) {
			continue
		}
		if want[i] != got[i].text && !(strings.EqualFold(want[i], got[i].text) && want[i] == strings.ToUpper(want[i])) {
			return false
		}
	}
	return true
}
