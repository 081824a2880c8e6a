package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/redislint/redislint/internal/tools/genrediscmd/redisserver"
)

// serverSource reads COMMAND and COMMAND DOCS of a running server. The shape
// of the replies is described at https://redis.io/docs/latest/commands/command/
// and …/command-docs/ (Redis 7.0).
func serverSource(s *redisserver.Server, version string) (*source, error) {
	src := &source{program: redisserver.Binary, version: version}
	docs := make(map[string]map[string]any)
	reply, err := s.Do("COMMAND", "DOCS")
	if err != nil {
		return nil, err
	}
	if err := collectDocs(docs, reply); err != nil {
		return nil, err
	}
	reply, err = s.Do("COMMAND")
	if err != nil {
		return nil, err
	}
	list, ok := reply.([]any)
	if !ok {
		return nil, fmt.Errorf("COMMAND answers %T", reply)
	}
	for _, c := range list {
		if err := src.addServerCommand(c, docs); err != nil {
			return nil, err
		}
	}
	return src, nil
}

func collectDocs(into map[string]map[string]any, reply any) error {
	m, err := mapOf(reply)
	if err != nil {
		return fmt.Errorf("COMMAND DOCS: %w", err)
	}
	for name, v := range m {
		d, err := mapOf(v)
		if err != nil {
			return fmt.Errorf("COMMAND DOCS %s: %w", name, err)
		}
		into[name] = d
		if subs, ok := d["subcommands"]; ok {
			if err := collectDocs(into, subs); err != nil {
				return err
			}
		}
	}
	return nil
}

func (src *source) addServerCommand(v any, docs map[string]map[string]any) error {
	c, ok := v.([]any)
	if !ok || len(c) < 10 {
		return fmt.Errorf("COMMAND holds %T %v: want a list of ten", v, v)
	}
	name, ok := c[0].(string)
	if !ok {
		return fmt.Errorf("COMMAND holds a name %v", c[0])
	}
	wrap := func(err error) error { return fmt.Errorf("COMMAND %s: %w", name, err) }
	f := &fact{name: strings.ToUpper(name)}
	arity, ok := c[1].(int64)
	if !ok {
		return wrap(fmt.Errorf("arity %v", c[1]))
	}
	f.arity = int(arity)

	flags, err := stringsOf(c[2])
	if err != nil {
		return wrap(err)
	}
	acl, err := stringsOf(c[6])
	if err != nil {
		return wrap(err)
	}
	if slices.Contains(acl, "@dangerous") {
		flags = append(flags, "dangerous")
	}
	subs, ok := c[9].([]any)
	if !ok {
		return wrap(fmt.Errorf("subcommands %v", c[9]))
	}
	doc := docs[name]
	if doc == nil {
		return wrap(fmt.Errorf("COMMAND DOCS does not know it"))
	}
	text := func(field string) string { s, _ := doc[field].(string); return s }
	if ofN(text("complexity")) {
		flags = append(flags, "of_n")
	}
	if f.flags, err = keepFlags(flags); err != nil {
		return wrap(err)
	}
	f.group = text("group")
	f.since = text("since")
	f.deprecated = text("deprecated_since")
	f.replaced = text("replaced_by")

	tips, err := stringsOf(c[7])
	if err != nil {
		return wrap(err)
	}
	for _, t := range tips {
		if p, ok := strings.CutPrefix(t, "request_policy:"); ok {
			f.request = p
		}
		if p, ok := strings.CutPrefix(t, "response_policy:"); ok {
			f.response = p
		}
	}
	specs, ok := c[8].([]any)
	if !ok {
		return wrap(fmt.Errorf("key specs %v", c[8]))
	}
	for _, s := range specs {
		k, err := serverKeySpec(s)
		if err != nil {
			return wrap(err)
		}
		f.keys = append(f.keys, k)
	}
	src.facts = append(src.facts, f)
	for _, sub := range subs {
		if err := src.addServerCommand(sub, docs); err != nil {
			return err
		}
	}
	return nil
}

func serverKeySpec(v any) (keySpec, error) {
	m, err := mapOf(v)
	if err != nil {
		return keySpec{}, err
	}
	var k keySpec
	if k.access, err = stringsOf(m["flags"]); err != nil {
		return k, err
	}
	part := func(field string) (string, map[string]any, error) {
		p, err := mapOf(m[field])
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", field, err)
		}
		kind, _ := p["type"].(string)
		spec, err := mapOf(p["spec"])
		return kind, spec, err
	}
	num := func(spec map[string]any, field string) int {
		n, ok := spec[field].(int64)
		if !ok && err == nil {
			err = fmt.Errorf("key spec without %s: %v", field, spec)
		}
		return int(n)
	}
	begin, spec, perr := part("begin_search")
	if perr != nil {
		return k, perr
	}
	k.begin = begin
	switch begin {
	case "index":
		k.index = num(spec, "index")
	case "keyword":
		k.keyword, _ = spec["keyword"].(string)
		k.index = num(spec, "startfrom")
	case "unknown":
	default:
		return k, fmt.Errorf("begin_search type %q is new", begin)
	}
	find, spec, perr := part("find_keys")
	if perr != nil {
		return k, perr
	}
	k.find = find
	switch find {
	case "range":
		k.nums = [3]int{num(spec, "lastkey"), num(spec, "keystep"), num(spec, "limit")}
	case "keynum":
		k.nums = [3]int{num(spec, "keynumidx"), num(spec, "firstkey"), num(spec, "keystep")}
	case "unknown":
	default:
		return k, fmt.Errorf("find_keys type %q is new", find)
	}
	if err != nil {
		return k, err
	}
	return k, k.check()
}

var logarithm = regexp.MustCompile(`(?i)log\s*(\([^()]*\)|\w+)`)

// ofN reports whether the first O(…) of a documented complexity grows at
// least linearly in something: elements, keys, arguments. The first term is
// the cost of one call ("O(1) for every call. O(N) for a complete iteration").
func ofN(complexity string) bool {
	_, term, ok := strings.Cut(complexity, "O(")
	if !ok {
		return false
	}
	depth := 1
	for i, r := range term {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			term = term[:i]
			break
		}
	}
	return strings.ContainsFunc(logarithm.ReplaceAllString(term, ""), func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	})
}

// mapOf reads a RESP2 map: a list of names and values by turns.
func mapOf(v any) (map[string]any, error) {
	list, ok := v.([]any)
	if !ok || len(list)%2 != 0 {
		return nil, fmt.Errorf("%v is no map", v)
	}
	m := make(map[string]any, len(list)/2)
	for i := 0; i < len(list); i += 2 {
		name, ok := list[i].(string)
		if !ok {
			return nil, fmt.Errorf("map field %v is no string", list[i])
		}
		m[name] = list[i+1]
	}
	return m, nil
}

func stringsOf(v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%v is no list", v)
	}
	out := make([]string, len(list))
	for i, e := range list {
		if out[i], ok = e.(string); !ok {
			return nil, fmt.Errorf("%v is no string", e)
		}
	}
	return out, nil
}
