package command

import "strings"

// String prints the command for dumps and facts: name, keys, TTL, mode, client
// and batch, with holes by name. Parts that say nothing are left out.
func (c *Command) String() string {
	var b strings.Builder
	b.WriteString(c.Name)
	if len(c.keys) > 0 {
		b.WriteString(" key=")
		for i, k := range c.keys {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(k.Text.String())
			if k.Spread {
				b.WriteString("...")
			}
		}
	}
	if ttl := c.TTL(); ttl.Kind != TTLUnknown {
		b.WriteString(" ttl=" + ttl.String())
	}
	if m := c.Mode(); m != "" {
		b.WriteString(" mode=" + m)
	}
	if c.Kind != AnyServer {
		b.WriteString(" client=" + c.Kind.String())
	}
	if c.Batch != nil {
		b.WriteString(" batch=" + c.Batch.Kind.String())
	}
	if s := c.Script; s != nil {
		for i, on := range [...]bool{s.Checked, s.Undeclared, s.Loop} {
			if on {
				b.WriteString([...]string{" checked", " undeclared", " loop"}[i])
			}
		}
	}
	if c.Watch != nil {
		b.WriteString(" watch")
	}
	for v := c.Via; v != nil; v = v.Inner {
		b.WriteString(" via=" + v.Name)
	}
	if c.May {
		b.WriteString(" may")
	}
	return b.String()
}
