// Package fix holds calls that one GetDel can stand for.
package fix

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func redeem(ctx context.Context, rdb *redis.Client, code string) (string, error) {
	user, err := rdb.Get(ctx, "code:"+code).Result()
	if err != nil {
		return "", err
	}
	rdb.Del(ctx, "code:"+code) // want `getdel: `
	return user, nil
}

func consume(ctx context.Context, rdb redis.UniversalClient, nonce string) string {
	v := rdb.Get(ctx, "nonce:"+nonce).Val()
	_ = rdb.Del(ctx, "nonce:"+nonce).Err() // want `getdel: `
	return v
}
