// Package funcs calls functions, generic ones, method values and closures.
package funcs

import (
	"context"
	"time"

	"example.com/testdata/helpers/cache"
	"example.com/testdata/helpers/store"
	"github.com/redis/go-redis/v9"
)

func functions(ctx context.Context, rdb *redis.Client, c *cache.Cache, id int64) {
	store.Write(ctx, rdb, store.UserKey(id), 1, 0) // want `missingttl: SET of "user:\*"`
	store.Write(ctx, rdb, store.UserKey(id), 1, time.Hour)

	store.WriteJSON(ctx, rdb, "j", 1, 0) // want `missingttl: SET of "j"`
	store.WriteJSON(ctx, rdb, "j", 1, time.Hour)
	store.WriteJSON[string](ctx, rdb, "j", "x", 0) // want `missingttl: SET of "j"`

	t := store.NewTyped[int](rdb)
	t.Save(ctx, "t", 1, 0) // want `missingttl: SET of "t"`
	t.Save(ctx, "t", 1, time.Hour)

	put := c.Put
	put(ctx, "v", 1, 0) // want `missingttl: SET of "v"`
	put(ctx, "v", 1, time.Hour)

	cache.Save(ctx, c, "f", 0) // want `missingttl: SET of "f"`
	cache.Save(ctx, c, "f", time.Hour)

	local := func(key string, ttl time.Duration) { c.Put(ctx, key, 1, ttl) }
	local("l", 0) // want `missingttl: SET of "l"`
	local("l", time.Hour)

	(*cache.Cache).Set(c, ctx, "x", 1, 0) // want `missingttl: SET of "c:x"`
	(*cache.Cache).Set(c, ctx, "x", 1, time.Hour)
}
