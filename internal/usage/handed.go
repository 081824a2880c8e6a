package usage

import "github.com/redislint/redislint/internal/command"

// HandedOn lists what says of a popped element what it is for: the names of the
// function that pops it, of where it ends up, of the types that hold it, and of
// the functions of this package that push it. It is empty when the element ends
// up nowhere: the pop trims, or wakes somebody up.
func (e *Evidence) HandedOn(c *command.Command) []string {
	sinks := e.p.Flows(c)
	if len(sinks) == 0 {
		return nil
	}
	names := e.p.NamesAround(c)
	for _, s := range sinks {
		names = append(append(names, s.Name), TypeNames(s.Type)...)
	}
	for _, k := range c.Keys() {
		for _, other := range e.Of(c, k.Arg) {
			if adds(other) {
				names = append(names, e.p.NamesAround(other)...)
			}
		}
	}
	return names
}

// StoredAgain reports whether what is popped is stored by the same script or
// transaction, or pushed back to the same list further down in the function.
func (e *Evidence) StoredAgain(c *command.Command) bool {
	atomic := c.BatchKind() == command.Script || c.BatchKind() == command.Transaction
	for _, other := range e.p.Together(c) {
		if other == c {
			continue // the pop itself
		}
		if atomic && other.Batch == c.Batch && (adds(other) || other.Is("SET", "HSET", "XADD")) {
			return true
		}
		if adds(other) && other.Pos > c.Pos && e.Family(c, c.KeyArg()) != "" && e.Family(other, other.KeyArg()) == e.Family(c, c.KeyArg()) {
			return true
		}
	}
	return false
}

// adds reports whether the command puts elements into a list or a set.
func adds(c *command.Command) bool {
	return c.Is("LPUSH", "RPUSH", "LPUSHX", "RPUSHX", "ZADD", "SADD")
}
