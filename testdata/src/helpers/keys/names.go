package keys

import (
	"context"

	"example.com/testdata/helpers/names"
	"github.com/redis/go-redis/v9"
)

// What a package without a client makes is known to those that have one.
func named(ctx context.Context, rdb *redis.Client, cc *redis.ClusterClient, cart names.Cart, other names.Cart) {
	cc.Del(ctx, cart.Items(), cart.Total())
	cc.Del(ctx, cart.Items(), cart.Owner())  // want `crossslot: DEL of "{cart:\*}:items" and "cart:\*:owner"`
	cc.Del(ctx, cart.Items(), other.Total()) // want `crossslot: DEL of "{cart:\*}:items" and "{cart:\*}:total"`
	cc.Del(ctx, names.Seat("a").String(), names.Seat("a").String())
	cc.Del(ctx, names.Seat("a").String(), names.Seat("b").String()) // want `crossslot: DEL of "seat:a" and "seat:b"`

	rdb.Set(ctx, names.Settings("u"), "dark", 0)      // want `missingttl: SET of "shop:settings:u" has no expiry`
	rdb.Set(ctx, names.Either(false, "s"), "dark", 0) // want `missingttl: SET of "\*:session:s" has no expiry`
}
