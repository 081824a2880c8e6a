// Package feed fills streams that another package reads, trims and forgets.
package feed

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func Key(id string) string { return "{" + id + "}" }

func Names(ns string) string { return ns + ":names" }

func fill(ctx context.Context, rdb *redis.Client, id, ns string) {
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: "events:" + id, Values: []string{"a", "b"}})                // want `XADD: XADD$`
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: "capped", MaxLen: 1000, Values: []string{"a", "b"}})        // want `XADD: XADD trimmed$`
	rdb.Set(ctx, "config:"+id, 1, 0)                                                                  // want `SET: EXPIRE,SET expired stays$`
	rdb.Expire(ctx, "config:"+id, time.Hour)                                                          // want `EXPIRE: EXPIRE,SET expired stays$`
	rdb.Set(ctx, "session:"+id, 1, time.Hour)                                                         // want `SET: SET expired$`
	rdb.SAdd(ctx, Names(ns), id)                                                                      // want `SADD: SADD$`
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{id, ">"}}) // want `XREADGROUP: XREADGROUP$`
}

// Trim is a helper: what its callers give it is theirs.
func Trim(ctx context.Context, rdb *redis.Client, stream string) error {
	return rdb.XTrimMaxLen(ctx, stream, 100).Err() // want `XTRIM: XTRIM trimmed$`
}
