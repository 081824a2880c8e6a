package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/redislint/redislint/internal/config"
)

// Decode reads the text of a settings file. An error names the place:
// "NAME:LINE:COLUMN: …".
func Decode(name string, text []byte) (*config.Settings, error) {
	var root, more yaml.Node
	in := yaml.NewDecoder(bytes.NewReader(text))
	switch err := in.Decode(&root); {
	case errors.Is(err, io.EOF):
		return config.Default(), nil // nothing, or comments only
	case err != nil:
		return nil, syntaxError(name, err)
	}
	d := decoder{s: config.Default(), place: func(n *yaml.Node, path string) string {
		at := fmt.Sprintf("%s:%d:%d", name, n.Line, n.Column)
		if path != "" {
			at += ": " + path
		}
		return at
	}}
	switch err := in.Decode(&more); {
	case err == nil:
		return nil, d.fail(&more, "", "a second document; valid: one document without ---")
	case !errors.Is(err, io.EOF):
		return nil, syntaxError(name, err)
	}
	if err := d.top(root.Content[0], ""); err != nil {
		return nil, err
	}
	return d.s, nil
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// syntaxError gives the parser's message the form of all others.
func syntaxError(name string, err error) error {
	message, line := err.Error(), "1"
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		message = message[len(m[0]):]
		if m[1] != "" {
			line = m[1]
		}
	}
	return fmt.Errorf("%s:%s:1: not YAML: %s", name, line, strings.Join(strings.Fields(message), " "))
}

// PluginPath is where .golangci.yml has the settings of the plugin.
const PluginPath = "linters.settings.custom.redislint.settings"

// Plugin reads the settings that golangci-lint hands to the plugin: decoded
// values, with map keys in lower case. An error names the path of the key:
// "linters.settings.custom.redislint.settings.wrappers[1].key: …".
func Plugin(raw any) (*config.Settings, error) {
	d := decoder{s: config.Default(), path: PluginPath, decoded: true, place: func(_ *yaml.Node, path string) string { return path }}
	// golangci-lint looks at //nolint itself, and says so when one is not needed.
	d.s.Nolint = false
	d.s.Related = false
	if raw == nil {
		return d.s, nil
	}
	root, err := node(raw, PluginPath)
	if err != nil {
		return nil, err
	}
	if err := d.top(root, PluginPath); err != nil {
		return nil, err
	}
	return d.s, nil
}

// node makes of a decoded value what it was decoded from.
func node(v any, path string) (*yaml.Node, error) {
	scalar := func(tag, text string) (*yaml.Node, error) {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: text}, nil
	}
	switch v := v.(type) {
	case nil:
		return scalar("!!null", "null")
	case bool:
		return scalar("!!bool", strconv.FormatBool(v))
	case string:
		return scalar("!!str", v)
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return scalar("!!int", fmt.Sprint(v))
	case float32, float64:
		return scalar("!!float", fmt.Sprint(v))
	case []string:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		for _, item := range v {
			child, _ := scalar("!!str", item)
			n.Content = append(n.Content, child)
		}
		return n, nil
	case []any:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		for i, item := range v {
			child, err := node(item, fmt.Sprintf("%s[%d]", path, i))
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, child)
		}
		return n, nil
	case map[string]any:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, key := range sorted(v) {
			child, err := node(v[key], path+"."+key)
			if err != nil {
				return nil, err
			}
			name, _ := scalar("!!str", key)
			n.Content = append(n.Content, name, child)
		}
		return n, nil
	case map[any]any:
		named := make(map[string]any, len(v))
		for key, value := range v {
			named[fmt.Sprint(key)] = value
		}
		return node(named, path)
	}
	return nil, fmt.Errorf("%s: a value of the type %T; valid: texts, numbers, true, false, lists and objects", path, v)
}

func sorted(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// A decoder reads one tree of settings.
type decoder struct {
	s     *config.Settings
	path  string // of the root
	place func(n *yaml.Node, path string) string
	// decoded: a number is no longer as it was written, 7.10 is 7.1.
	decoded bool
	seen    map[string]bool // settings that have a value
}

func (d *decoder) fail(n *yaml.Node, path, format string, args ...any) error {
	return fmt.Errorf("%s: %s", d.place(n, path), fmt.Sprintf(format, args...))
}

// The names of what no flag sets, and of the objects in lists.
const (
	perRule = "per-rule"
	perPath = "per-path"
)

var (
	ruleFields = []string{"rule", "enabled", "severity", "allow-keys", "options"}
	pathFields = []string{"path", "off"}
	forkFields = []string{"path", "like"}
)

// top reads the settings themselves.
func (d *decoder) top(n *yaml.Node, path string) error {
	d.seen = map[string]bool{}
	var names []string
	settings := map[string]config.Setting{}
	for _, setting := range config.All() {
		names = append(names, setting.Name)
		settings[setting.Name] = setting
	}
	names = append(names, perRule, perPath)
	var later []func() error
	err := d.object(n, path, names, func(key string, at, n *yaml.Node, path string) error {
		switch key {
		case perRule:
			// What is said of one rule goes on top of the selection,
			// whichever stands first.
			later = append(later, func() error { return d.objects(n, path, "rule: keyscommand", d.rule) })
			return nil
		case perPath:
			return d.objects(n, path, "path: internal/legacy", d.paths)
		}
		return d.setting(settings[key], n, path)
	})
	for _, f := range later {
		if err == nil {
			err = f()
		}
	}
	return err
}

// setting reads the value of what a flag sets.
func (d *decoder) setting(setting config.Setting, n *yaml.Node, path string) error {
	if d.seen[setting.Name] {
		return d.fail(n, path, "%s has a value already; say it once", setting.Name)
	}
	d.seen[setting.Name] = true
	switch {
	case setting.Name == "wrappers":
		return d.wrappers(n, path)
	case setting.Name == "clients":
		return d.forks(n, path)
	case setting.IsList:
		items, err := d.texts(n, path)
		if err != nil {
			return err
		}
		for i, item := range items {
			if setting.Name == "rules" && strings.Contains(item.text, ",") {
				return d.fail(item.node, itemPath(n, path, i), "%q is one text: write a list, [bug, -missingttl]", item.text)
			}
			// One by one first, so that an error names the item's place.
			if err := config.Default().Set(setting.Name, item.text); err != nil {
				return d.fail(item.node, itemPath(n, path, i), "%v", err)
			}
		}
		if err := d.s.Set(setting.Name, textsOf(items)...); err != nil {
			return d.fail(n, path, "%v", err)
		}
		return nil
	case setting.IsBool:
		on, err := d.bool(n, path)
		if err != nil {
			return err
		}
		return d.s.Set(setting.Name, strconv.FormatBool(on))
	}
	text, err := d.text(n, path)
	if err != nil {
		return err
	}
	if err := d.s.Set(setting.Name, text); err != nil {
		return d.fail(n, path, "%v", err)
	}
	return nil
}

// forks reads clients: a list of import paths and of objects.
func (d *decoder) forks(n *yaml.Node, path string) error {
	var items []string
	err := d.list(n, path, func(n *yaml.Node, path string) error {
		if n.Kind != yaml.MappingNode {
			text, err := d.text(n, path)
			if err == nil {
				if err := config.Default().Set("clients", text); err != nil {
					return d.fail(n, path, "%v", err)
				}
			}
			items = append(items, text)
			return err
		}
		fork, like := "", "v9"
		var forkNode *yaml.Node
		var forkPath string
		err := d.object(n, path, forkFields, func(key string, at, n *yaml.Node, path string) (err error) {
			if key == "path" {
				forkNode, forkPath = n, path
				fork, err = d.text(n, path)
				return err
			}
			if like, err = d.text(n, path); err != nil {
				return err
			}
			if err := config.Default().Set("clients", "example.com/fork="+like); err != nil {
				return d.fail(n, path, "unknown API %q; valid: v9, v8, v7, v6", like)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if forkNode == nil {
			return d.fail(n, path, "path is missing")
		}
		items = append(items, fork+"="+like)
		if err := config.Default().Set("clients", items[len(items)-1]); err != nil {
			return d.fail(forkNode, forkPath, "%v", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return d.s.Set("clients", items...)
}

// wrappers reads a list of objects.
func (d *decoder) wrappers(n *yaml.Node, path string) error {
	var all []config.Wrapper
	err := d.list(n, path, func(n *yaml.Node, path string) error {
		w := config.NewWrapper()
		err := d.object(n, path, config.WrapperFields(), func(key string, at, n *yaml.Node, path string) error {
			text, err := d.text(n, path)
			if err != nil {
				return err
			}
			if err := w.Set(key, text); err != nil {
				return d.fail(n, path, "%v", err)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := w.Check(); err != nil {
			return d.fail(n, path, "%v", err)
		}
		all = append(all, w)
		return nil
	})
	d.s.Wrappers = all
	return err
}

// rule reads what is said of one rule.
func (d *decoder) rule(n *yaml.Node, path string) error {
	name, err := d.field(n, path, "rule", ruleFields)
	if err != nil {
		return err
	}
	set := func(n *yaml.Node, path string, err error) error {
		if err != nil {
			return d.fail(n, path, "%v", err)
		}
		return nil
	}
	return d.object(n, path, ruleFields, func(key string, at, n *yaml.Node, path string) error {
		switch key {
		case "rule":
			_, err := config.Find(name)
			return set(n, path, err)
		case "enabled":
			on, err := d.bool(n, path)
			if err != nil {
				return err
			}
			return set(n, path, d.s.SetEnabled(name, on))
		case "severity":
			text, err := d.text(n, path)
			if err != nil {
				return err
			}
			return set(n, path, d.s.SetSeverity(name, text))
		case "allow-keys":
			items, err := d.texts(n, path)
			if err != nil {
				return err
			}
			for i, item := range items {
				if err := set(item.node, itemPath(n, path, i), d.s.SetAllowed(name, item.text)); err != nil {
					return err
				}
			}
			return nil
		}
		return d.options(name, n, path)
	})
}

// options reads the settings that only one rule asks.
func (d *decoder) options(name string, n *yaml.Node, path string) error {
	rule, err := config.Find(name)
	if err != nil {
		return d.fail(n, path, "%v", err)
	}
	var names []string
	settings := map[string]config.Setting{}
	for _, setting := range config.All() {
		if setting.Rule == rule.Name {
			names = append(names, setting.Name)
			settings[setting.Name] = setting
		}
	}
	if len(names) == 0 {
		return d.fail(n, path, "%s has no options", rule.Name)
	}
	return d.object(n, path, names, func(key string, at, n *yaml.Node, path string) error {
		return d.setting(settings[key], n, path)
	})
}

// paths reads which rules are off where.
func (d *decoder) paths(n *yaml.Node, path string) error {
	var globs, rules []item
	var globsNode, rulesNode *yaml.Node
	err := d.object(n, path, pathFields, func(key string, at, n *yaml.Node, path string) (err error) {
		if key == "path" {
			globsNode = n
			globs, err = d.texts(n, path)
		} else {
			rulesNode = n
			rules, err = d.texts(n, path)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case globsNode == nil:
		return d.fail(n, path, "path is missing")
	case rulesNode == nil:
		return d.fail(n, path, `off is missing; valid: a list of rules and groups (bug, risk, advice, all)`)
	}
	for i, glob := range globs {
		if err := d.s.SetOff(glob.text); err != nil {
			return d.fail(glob.node, itemPath(globsNode, path+".path", i), "%v", err)
		}
		for j, rule := range rules {
			if err := d.s.SetOff(glob.text, rule.text); err != nil {
				return d.fail(rule.node, itemPath(rulesNode, path+".off", j), "%v", err)
			}
		}
	}
	return nil
}

// object reads a mapping whose keys are known, in the order they stand in.
func (d *decoder) object(n *yaml.Node, path string, valid []string, field func(key string, at, value *yaml.Node, path string) error) error {
	n = target(n)
	if n.Kind != yaml.MappingNode {
		return d.fail(n, path, "%s where an object belongs; valid: %s", kind(n), strings.Join(valid, ", "))
	}
	have := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := target(n.Content[i]), target(n.Content[i+1])
		if key.Kind != yaml.ScalarNode || !slices.Contains(valid, key.Value) {
			name := key.Value
			if key.Kind != yaml.ScalarNode {
				name = kind(key)
			}
			return d.fail(key, path, "unknown key %q; valid: %s", name, strings.Join(valid, ", "))
		}
		if have[key.Value] {
			return d.fail(key, path, "%q stands there twice", key.Value)
		}
		have[key.Value] = true
		below := key.Value
		if path != "" {
			below = path + "." + below
		}
		if err := field(key.Value, key, value, below); err != nil {
			return err
		}
	}
	return nil
}

// field reads one text of an object that must have it.
func (d *decoder) field(n *yaml.Node, path, name string, valid []string) (text string, err error) {
	found := false
	err = d.object(n, path, valid, func(key string, at, n *yaml.Node, path string) (err error) {
		if key == name {
			found = true
			text, err = d.text(n, path)
		}
		return err
	})
	if err == nil && !found {
		err = d.fail(n, path, "%s is missing", name)
	}
	return text, err
}

// objects reads a list of objects, which people take for one object whose keys
// are the names.
func (d *decoder) objects(n *yaml.Node, path, first string, each func(n *yaml.Node, path string) error) error {
	if n := target(n); n.Kind == yaml.MappingNode {
		return d.fail(n, path, "an object where a list of objects belongs, each of which begins like this: \"- %s\"", first)
	}
	return d.list(n, path, each)
}

func (d *decoder) list(n *yaml.Node, path string, each func(n *yaml.Node, path string) error) error {
	n = target(n)
	if n.Kind != yaml.SequenceNode {
		return d.fail(n, path, "%s where a list belongs", kind(n))
	}
	for i, item := range n.Content {
		if err := each(target(item), fmt.Sprintf("%s[%d]", path, i)); err != nil {
			return err
		}
	}
	return nil
}

// An item is one text of a list.
type item struct {
	text string
	node *yaml.Node
}

func textsOf(items []item) []string {
	var out []string
	for _, item := range items {
		out = append(out, item.text)
	}
	return out
}

// itemPath is the path of a list's item; one text may stand for a list of it.
func itemPath(list *yaml.Node, path string, i int) string {
	if target(list).Kind != yaml.SequenceNode {
		return path
	}
	return fmt.Sprintf("%s[%d]", path, i)
}

// texts reads a list of texts, or the one that stands for it.
func (d *decoder) texts(n *yaml.Node, path string) ([]item, error) {
	n = target(n)
	if n.Kind == yaml.ScalarNode {
		text, err := d.text(n, path)
		return []item{{text, n}}, err
	}
	var items []item
	err := d.list(n, path, func(n *yaml.Node, path string) error {
		text, err := d.text(n, path)
		items = append(items, item{text, n})
		return err
	})
	if err == nil && len(items) == 0 {
		err = d.fail(n, path, "the list is empty; leave the key out instead")
	}
	return items, err
}

func (d *decoder) text(n *yaml.Node, path string) (string, error) {
	n = target(n)
	switch {
	case n.Kind != yaml.ScalarNode:
		return "", d.fail(n, path, "%s where a text belongs", kind(n))
	case n.ShortTag() == "!!null":
		return "", d.fail(n, path, "no value; leave the key out instead")
	case n.ShortTag() == "!!float" && d.decoded:
		return "", d.fail(n, path, `the number %s where a text belongs: write it in quotes ("7.10" is not 7.1)`, n.Value)
	}
	return n.Value, nil
}

func (d *decoder) bool(n *yaml.Node, path string) (bool, error) {
	n = target(n)
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		return false, d.fail(n, path, "%s where true or false belongs", kind(n))
	}
	return strconv.ParseBool(strings.ToLower(n.Value))
}

// target is the node that an alias stands for.
func target(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	return n
}

// kind says what a node is, as one says it to people.
func kind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "an object"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!null":
		return "nothing"
	case "!!bool":
		return n.Value
	case "!!int", "!!float":
		return "the number " + n.Value
	}
	return fmt.Sprintf("the text %q", n.Value)
}
