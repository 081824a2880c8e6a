// Package missingttl defines an Analyzer that reports string writes without
// an expiry.
//
// # Analyzer missingttl
//
// missingttl: report a string that is written without an expiry and stays until somebody deletes it
//
// A write that stores a string and gives it no time to live is reported: Set
// with expiration 0, SetArgs without TTL, ExpireAt or KeepTTL, GetSet, MSet,
// SetNX with 0 on a key that is no lock, and the raw forms. It is reported
// where the 0 is decided: at the call of a helper that hands a TTL on, inside
// a helper that writes 0 itself.
//
// Tier: risk
// Since: v0.1.0
// Fix: none; with -default-ttl=24h, that duration is inserted
//
// # Why
//
// Most strings in Redis are copies or short-lived state: cached rows, sessions,
// rate counters. Without an expiry they stay for ever, and memory grows by one
// key for each user, page or request that there ever was. At maxmemory Redis
// either refuses writes (noeviction, the default policy) or evicts; the
// volatile-* policies evict only keys that have an expiry, so those without
// one push out all the others. A SET also removes the expiry that the key had
// before, unless KEEPTTL is given.
//
// # Bad
//
//	err := rdb.Set(ctx, "profile:"+id, data, 0).Err()
//
// # Good
//
//	err := rdb.Set(ctx, "profile:"+id, data, 24*time.Hour).Err()
//
// To keep an expiry that is already there, write redis.KeepTTL (KEEPTTL,
// Redis 6.0). Where the string is meant to stay, say so in the settings:
// -persistent='config:*' for keys, -persistent=./internal/store/... for
// packages.
//
// # Deliberately not flagged
//
//   - A TTL that is a variable, field, parameter or call, unless it is provably 0.
//   - KeepTTL, and keys that the same function deletes on every path.
//   - A write followed by EXPIRE of the same key, in the function or in all
//     callers that a helper has in its package: that is what setexpire is about.
//   - A helper that hands a TTL on in two ways, if ttl > 0 { Set(..., ttl) } else
//     { Set(..., 0) }: whoever calls it with 0 is told.
//   - SETNX on a lock's key: that is what lockttl and setnxexpire are about.
//   - SETNX in a transaction that serves as a uniqueness index, and a counter
//     queued next to a command that gives it its TTL.
//   - Collections (HSET, SADD, ZADD, LPUSH, XADD): they have no one-command form.
//   - Keys and packages declared in -persistent.
//   - Test files and generated files, unless -in-tests or -generated is set.
//
// When more than ten writes in a package have no expiry, Redis is that
// package's database: there is one finding at the first write, and the others
// are listed with it.
//
// # Options
//
//   - -persistent: keys and packages whose strings live without an expiry.
//   - -default-ttl: the duration that the fix inserts.
package missingttl
