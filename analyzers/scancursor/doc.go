// Package scancursor defines an Analyzer that reports a SCAN whose cursor goes
// nowhere.
//
// # Analyzer scancursor
//
// scancursor: report one SCAN, HSCAN, SSCAN or ZSCAN whose cursor is dropped: it sees a part
//
// Reported is a SCAN from the start whose cursor is assigned to _, or to a variable that is
// only compared or printed, as the inner one of two of the same name. As advice,
// an iterator whose Err is never asked for is reported, too.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// SCAN answers the elements of a few buckets (COUNT, 10 by default) and the
// cursor of the next ones. With MATCH the part may be empty although keys match.
// The scan is complete when the cursor is 0 again.
//
// # Bad
//
//	keys, _, err := rdb.Scan(ctx, 0, "page:*", 100).Result()
//
// # Good
//
//	it := rdb.Scan(ctx, 0, "page:*", 100).Iterator()
//	for it.Next(ctx) {
//		keys = append(keys, it.Val())
//	}
//	if err := it.Err(); err != nil {
//		return err
//	}
//
// # Deliberately not flagged
//
//   - Cursors that are returned, stored or given to the next SCAN, and a SCAN from
//     a cursor that is not 0.
//   - SCAN in pipelines and scripts, and raw ones: their answers are taken apart
//     elsewhere.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package scancursor
