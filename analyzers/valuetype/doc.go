// Package valuetype defines an Analyzer that reports values that go-redis cannot
// encode.
//
// # Analyzer valuetype
//
// valuetype: report a value whose type go-redis cannot encode: the command always fails
//
// Reported is a command that is given a struct, map, slice, named string, number
// or byte slice, or a pointer to a struct, where the type has no MarshalBinary:
// as the value itself, as an element of a literal or of what is appended, as the
// Member of a redis.Z, and through helpers that hand a parameter of any type on.
// So is a slice given as one member among others, a slice or map alone that is
// not of the types that go-redis spreads, and a struct without redis tags alone.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// The values of most commands are of type any, so everything compiles. go-redis
// encodes strings, byte slices, numbers, booleans, times and what implements
// encoding.BinaryMarshaler; it looks at the very type, so that a named string is
// refused, too: "redis: can't marshal main.Role (implement
// encoding.BinaryMarshaler)", before anything is sent. A single []string,
// []any, map[string]any or map[string]string is spread where a method takes many
// values. Which method refuses what was measured for v6 to v9.
//
// # Bad
//
//	type Role string
//
//	rdb.Set(ctx, "role:"+id, role, time.Hour) // role is a Role
//
// # Good
//
//	type Role string
//
//	rdb.Set(ctx, "role:"+id, string(role), time.Hour)
//
// # Deliberately not flagged
//
//   - Types with MarshalBinary, and HSet of a struct with redis tags.
//   - Values behind an interface or of a type parameter, whose type only the run
//     knows; an error, which may be nil.
//   - Values that a helper sends on some of its ways only: it may encode first.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package valuetype
