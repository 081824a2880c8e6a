// Package increxpire defines an Analyzer that reports counters with the expiry
// in a second command.
//
// # Analyzer increxpire
//
// increxpire: report a counter whose expiry is a second command, which a crash loses or every hit repeats
//
// INCR, INCRBY, DECR, HINCRBY and their like, followed by EXPIRE, PEXPIRE,
// EXPIREAT or PEXPIREAT of the same key as a second command, are reported at the
// second command, also when one of the two is sent by a helper. The message says
// which of two things happens: behind if n == 1 a lost EXPIRE is never sent
// again; sent every time, it starts the counter's time anew at every hit.
//
// Tier: risk
// Since: v0.1.0
// Fix: one script in a package-level variable, when an Expire stands right after Incr(...).Result()
//
// # Why
//
// Two commands are two round trips. If the process is killed, the connection
// breaks or the context is cancelled after the first INCR, the counter is there
// without an expiry, and no later hit has the answer 1: a rate limit on it then
// refuses that user for ever. With an EXPIRE after each INCR the next hit mends
// that, but a counter that is hit more often than its time never ends, and
// counts what happened long before its window.
//
// # Bad
//
//	n, err := rdb.Incr(ctx, "hits:"+ip).Result()
//	if err != nil {
//		return err
//	}
//	if n == 1 {
//		rdb.Expire(ctx, "hits:"+ip, time.Minute)
//	}
//
// # Good
//
//	var hit = redis.NewScript(`
//	local n = redis.call("INCR", KEYS[1])
//	if redis.call("PTTL", KEYS[1]) < 0 then
//		redis.call("PEXPIRE", KEYS[1], ARGV[1])
//	end
//	return n`)
//
//	n, err := hit.Run(ctx, rdb, []string{"hits:" + ip}, time.Minute.Milliseconds()).Int64()
//
// Without a script: SetNX(ctx, key, 0, ttl) first and then Incr; or, from Redis
// 7.0 on, Incr and ExpireNX at every hit.
//
// # Deliberately not flagged
//
//   - Both commands in one Pipeline, TxPipeline (MULTI) or script.
//   - INCR and ExpireNX sent every time: what is lost is mended, and the time
//     does not start anew.
//   - An EXPIRE that is sent where the TTL was asked for.
//   - Counters that are made by a SetNX or Set with a TTL.
//   - Keys that hold their window, such as hits:<ip>:<minute>, with an EXPIRE
//     after every INCR.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// # Options
//
// None of its own.
package increxpire
