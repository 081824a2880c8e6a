// Package emptykeys defines an Analyzer that reports lists of keys or members
// that may be empty.
//
// # Analyzer emptykeys
//
// emptykeys: report Del(ctx, keys...) of a list that may be empty: the server refuses it
//
// Reported is a command that ends in a spread list, or in a map, where that is
// the answer of another command, or filled in a loop or on a condition alone, and
// the function asks for the length of no list. It stands
// where the list is given, also at a call of a forwarder.
//
// Tier: risk
// Since: v0.1.0
// Fix: none
//
// # Why
//
// go-redis sends what it is given: DEL with no key, SADD with no member. Redis
// answers ERR wrong number of arguments, which is the error of the day on which
// there is nothing to delete. Which methods fail so was measured for v6 to v9;
// PFADD and ZPOPMIN do not.
//
// # Bad
//
//	var keys []string
//	for _, id := range ids {
//		keys = append(keys, "user:"+id)
//	}
//	return rdb.Del(ctx, keys...).Err()
//
// # Good
//
//	var keys []string
//	for _, id := range ids {
//		keys = append(keys, "user:"+id)
//	}
//	if len(keys) == 0 {
//		return nil
//	}
//	return rdb.Del(ctx, keys...).Err()
//
// # Deliberately not flagged
//
//   - Functions that ask for the length of a list, or compare one with nil.
//   - Lists with an element that is certain, fields, and what functions return.
//   - Parameters that are handed on: whoever calls a forwarder is judged.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package emptykeys
