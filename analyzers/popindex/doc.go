// Package popindex defines an Analyzer that reports the list's name of a
// blocking pop used as the element.
//
// # Analyzer popindex
//
// popindex: report element 0 of a BLPOP or BRPOP answer used as the payload: it is the list's name
//
// Element 0 of the answer of BLPOP or BRPOP of one list is reported where it is
// decoded, converted, returned or given to a function of the package, while the
// function uses element 1, the payload, nowhere. The finding stands at the pop.
//
// Tier: bug
// Since: v0.1.0
// Fix: none
//
// # Why
//
// BLPOP and BRPOP take several lists, so they answer two elements: the name of
// the list that had one, and the element. The first one decodes to nothing, and
// the job is gone from the list.
//
// # Bad
//
//	reply, err := rdb.BLPop(ctx, time.Minute, "jobs").Result()
//	if err != nil {
//		return err
//	}
//	return json.Unmarshal([]byte(reply[0]), &job)
//
// # Good
//
//	reply, err := rdb.BLPop(ctx, time.Minute, "jobs").Result()
//	if err != nil {
//		return err
//	}
//	return json.Unmarshal([]byte(reply[1]), &job)
//
// # Deliberately not flagged
//
//   - Element 1, and functions that use both or hand on the whole answer.
//   - Tests of which list answered, and pops of several lists.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package popindex
