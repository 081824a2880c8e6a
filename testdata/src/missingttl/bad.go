package missingttl

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Each write stands on a client type of its own, or nearly: more than ten on
// one type are one finding.

func store(ctx context.Context, rdb *redis.Client, id string, data []byte) error {
	return rdb.Set(ctx, "profile:"+id, data, 0).Err() // want `missingttl: SET of "profile:\*" has no expiry: every new key stays until somebody deletes it, .*; pass a TTL in place of 0, or declare the key in -persistent`
}

func constantKey(ctx context.Context, rdb *redis.Client, data []byte) error {
	return rdb.Set(ctx, "rates", data, 0).Err() // want `missingttl: SET of "rates" has no expiry: the value stays, however old, until somebody deletes it; pass a TTL`
}

const never = time.Duration(0)

func named(ctx context.Context, rdb *redis.Client, key string) {
	const forever = 0
	rdb.Set(ctx, key, 1, never) // want `missingttl: SET of key has no expiry`
	var ttl time.Duration
	rdb.Set(ctx, key, 1, forever*time.Second) // want `missingttl: `
	rdb.Set(ctx, key, 1, ttl)                 // want `missingttl: `
}

// SET … XX without a TTL takes away the one that the key has.
func onlyIfThere(ctx context.Context, rdb *redis.Client, key string) {
	rdb.SetXX(ctx, key, 1, 0) // want `missingttl: `
}

func setArgs(ctx context.Context, rdb *redis.ClusterClient, key string) {
	rdb.SetArgs(ctx, key, 1, redis.SetArgs{})                       // want `missingttl: SET of key .*; set TTL in SetArgs`
	rdb.SetArgs(ctx, key, 1, redis.SetArgs{Mode: "XX", Get: true})  // want `missingttl: `
	rdb.SetArgs(ctx, key, 1, redis.SetArgs{TTL: 0, KeepTTL: false}) // want `missingttl: `
	rdb.SetArgs(ctx, key, 1, redis.SetArgs{ExpireAt: time.Time{}})  // want `missingttl: `
	rdb.SetIFEQ(ctx, key, 1, 2, 0)                                  // want `missingttl: .*; pass a TTL in place of 0`
	rdb.SetFromBuffer(ctx, key, []byte("x"))                        // want `missingttl: SET of key .*; use Set with a TTL`
	rdb.GetSet(ctx, key, 1)                                         // want `missingttl: GETSET of key .*; use SET with GET and EX`
	rdb.MSet(ctx, "{a}1", 1, "{a}2", 2)                             // want `missingttl: MSET of "{a}1" .*; queue a SET with a TTL for each key in one pipeline`
	rdb.MSet(ctx, map[string]any{"one": 1})                         // want `missingttl: MSET of "one"`
	rdb.MSetNX(ctx, "only", 1)                                      // want `missingttl: MSETNX of "only"`
	rdb.SetArgs(ctx, key, 1, redis.SetArgs{Mode: "NX", TTL: time.Hour})
}

func spread(ctx context.Context, rdb *redis.Ring, values map[string]any, pairs []any) {
	rdb.MSet(ctx, values)   // want `missingttl: MSET of `
	rdb.MSet(ctx, pairs...) // want `missingttl: MSET of `
}

func raw(ctx context.Context, rdb redis.UniversalClient, key string, args []any) {
	rdb.Do(ctx, "SET", key, 1)                               // want `missingttl: SET of key .*; add EX and the seconds`
	rdb.Do(ctx, "set", key, 1, "xx")                         // want `missingttl: `
	rdb.Do(ctx, "SETNX", "seen:"+key, 1)                     // want `missingttl: SETNX of "seen:\*"`
	rdb.Do(ctx, "MSET", key, 1)                              // want `missingttl: `
	rdb.Process(ctx, redis.NewStatusCmd(ctx, "SET", "k", 1)) // want `missingttl: SET of "k"`
}

// A record that is inserted if it is absent is no lock.
func insert(ctx context.Context, rdb redis.Cmdable, id string, record []byte) (bool, error) {
	return rdb.SetNX(ctx, "record:"+id, record, 0).Result() // want `missingttl: SET of "record:\*" has no expiry`
}

// A claim that nobody gives back is no lock.
func once(ctx context.Context, rdb redis.Cmdable, event string) bool {
	return rdb.SetNX(ctx, "seen:"+event, 1, 0).Val() // want `missingttl: `
}

func queued(ctx context.Context, rdb redis.Cmdable, id string, values []string) error {
	pipe := rdb.Pipeline()
	for _, v := range values {
		pipe.Set(ctx, "value:"+v, id, 0) // want `missingttl: `
	}
	_, err := pipe.Exec(ctx)
	return err
}

func inTransaction(ctx context.Context, rdb redis.Cmdable, id string, data []byte) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "doc:"+id, data, 0) // want `missingttl: `
		p.SAdd(ctx, "docs", id)
		return nil
	})
	return err
}

// A delete on one path leaves the key on the others.
func sometimesDeleted(ctx context.Context, rdb redis.Cmdable, id string, work func() error) error {
	rdb.Set(ctx, "busy:"+id, 1, 0) // want `missingttl: `
	if err := work(); err != nil {
		return err
	}
	return rdb.Del(ctx, "busy:"+id).Err()
}

// The expiry of another key, and one that comes before: SET takes it away.
func otherExpiry(ctx context.Context, rdb redis.Cmdable, a, b string) {
	rdb.Expire(ctx, "a:"+a, time.Hour)
	rdb.Set(ctx, "a:"+a, 1, 0) // want `missingttl: `
	rdb.Expire(ctx, "b:"+b, time.Hour)
}

type mirror interface {
	Set(ctx context.Context, key string, value interface{}, expiration time.Duration) *redis.StatusCmd
}

func ownInterface(ctx context.Context, m mirror, key string) {
	m.Set(ctx, key, 1, 0) // want `missingttl: `
}
