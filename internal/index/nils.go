package index

import "go/types"

// nilFates finds out which functions return the client's Nil to callers all of
// whom make a failure of it.
func (b *builder) nilFates(sources []Source) {
	interfaces := map[string][]string{} // that a method is called through
	for iface, methods := range b.reached {
		for _, m := range methods {
			interfaces[m] = append(interfaces[m], iface)
		}
	}
	of := func(fn *types.Func) []string {
		name := fn.Origin().FullName()
		return append([]string{name}, b.reached[name]...)
	}
	open := map[string]bool{} // may have callers that are not seen
	for i := range sources {
		for _, fn := range sources[i].Values {
			for _, name := range of(fn) {
				open[name] = true
			}
		}
		if sources[i].NilFates != nil {
			continue // its calls are looked at
		}
		for _, fn := range sources[i].Used {
			for _, name := range of(fn) {
				open[name] = true
			}
		}
	}
	fates := map[string][]NilFate{}
	asked := map[string]bool{}
	var next []string
	for i := range sources {
		next = append(next, sources[i].PassedUp...)
	}
	for len(next) > 0 {
		ask := map[string]bool{}
		for _, name := range next {
			if asked[name] {
				continue // as before
			}
			asked[name] = true
			ask[name] = true
			for _, iface := range interfaces[name] {
				ask[iface] = true
			}
		}
		next = nil
		if len(ask) == 0 {
			break
		}
		for i := range sources {
			if sources[i].NilFates == nil {
				continue // its calls count as open
			}
			for _, fate := range sources[i].NilFates(ask) {
				for _, name := range of(fate.Of) {
					fates[name] = append(fates[name], fate)
				}
				next = append(next, fate.Up...)
			}
		}
	}
	b.nils = map[string]NilFate{}
	for name := range asked {
		if f := fails(name, fates, open, map[string]bool{}); f != nil {
			b.nils[name] = *f
		}
	}
}

// fails is where one of the callers makes a failure of Nil, if all of them do; it
// has no place where nobody calls it.
func fails(name string, fates map[string][]NilFate, open, seen map[string]bool) *NilFate {
	if open[name] || seen[name] {
		return nil // not known; by itself
	}
	seen[name] = true
	defer delete(seen, name)
	found := &NilFate{}
	for i := range fates[name] {
		f := &fates[name][i]
		if !f.Fails {
			return nil
		}
		for _, up := range f.Up {
			above := fails(up, fates, open, seen)
			if above == nil {
				return nil
			}
			if found.Where == "" {
				found = above
			}
		}
		if found.Where == "" && f.Where != "" {
			found = f
		}
	}
	return found
}
