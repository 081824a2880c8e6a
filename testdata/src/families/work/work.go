// Package work sees what the package that it imports does with its keys.
package work

import (
	"context"
	"fmt"

	"example.com/testdata/families/feed"
	"github.com/redis/go-redis/v9"
)

func read(ctx context.Context, rdb *redis.Client, id, ns string) {
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"events:" + id, ">"}}) // want `XREADGROUP: XADD,XREADGROUP,XTRIM trimmed$`
	feed.Trim(ctx, rdb, fmt.Sprintf("events:%s", id))                                                             // want `XTRIM: XADD,XREADGROUP,XTRIM trimmed$`
	rdb.XAck(ctx, "events", "g", "1")                                                                             // want `XACK: XACK$`
	rdb.XLen(ctx, "capped")                                                                                       // want `XLEN: XADD,XLEN trimmed$`
	rdb.Incr(ctx, "session:"+id)                                                                                  // want `INCR: INCR,SET expired$`
	rdb.Get(ctx, feed.Names(ns))                                                                                  // want `GET: GET,SADD$`
}
