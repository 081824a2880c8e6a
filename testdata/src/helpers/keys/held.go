package keys

import (
	"context"
	"time"

	"example.com/testdata/helpers/names"
	"github.com/redis/go-redis/v9"
)

func held(ctx context.Context, rdb *redis.Client, token string, work func() error) error {
	key := names.Hold("main", "12")
	if ok, err := rdb.SetNX(ctx, key, token, time.Minute).Result(); err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, names.Hold("main", "12")) // want `unsafeunlock: DEL of lock key "lock:main:12"`
	return work()
}
