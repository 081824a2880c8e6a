package locktoken

import (
	"context"
	"crypto/rand"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// A token, an owner, a host, a time.
func token(ctx context.Context, rdb *redis.Client) error {
	token := rand.Text()
	if !rdb.SetNX(ctx, "lock:token", token, time.Minute).Val() {
		return errBusy
	}
	defer release.Run(ctx, rdb, []string{"lock:token"}, token)
	return work(ctx)
}

func owner(ctx context.Context, rdb *redis.Client, me string) bool {
	return rdb.SetNX(ctx, "lock:owner", me, time.Minute).Val()
}

func host(ctx context.Context, rdb *redis.Client) bool {
	name, _ := os.Hostname()
	return rdb.SetNX(ctx, "leader", name, time.Minute).Val()
}

func since(ctx context.Context, rdb *redis.Client) bool {
	return rdb.SetNX(ctx, "lock:since", time.Now().Unix(), time.Minute).Val()
}

// Never given back: once a minute, once an order.
func onceAMinute(ctx context.Context, rdb *redis.Client) bool {
	return rdb.SetNX(ctx, "lock:minutely", "1", time.Minute).Val()
}

func dedupe(ctx context.Context, rdb *redis.Client, order string) bool {
	return rdb.SetNX(ctx, "order:seen:"+order, 1, time.Hour).Val()
}

func sentinel(ctx context.Context, rdb *redis.Client, user string) bool {
	return rdb.SetNX(ctx, "mail:sent:"+user, "1", time.Hour).Val()
}

// The delete is that of a setup that failed.
func setup(ctx context.Context, rdb *redis.Client, id string) error {
	if !rdb.SetNX(ctx, "lock:setup:"+id, 1, time.Minute).Val() {
		return errBusy
	}
	if err := work(ctx); err != nil {
		rdb.Del(ctx, "lock:setup:"+id)
		return err
	}
	return nil
}

// A claim that a failed attempt gives back is no lock.
func callback(ctx context.Context, rdb *redis.Client, id string) error {
	if !rdb.SetNX(ctx, "pay:callback:"+id, "1", time.Hour).Val() {
		return errBusy
	}
	if err := work(ctx); err != nil {
		rdb.Del(ctx, "pay:callback:"+id)
		return err
	}
	return nil
}

// The key holds its owner.
func slot(ctx context.Context, rdb *redis.Client, account, requestID string) error {
	key := "slot:" + account + ":" + requestID
	if !rdb.SetNX(ctx, key, 1, time.Minute).Val() {
		return errBusy
	}
	defer rdb.Del(ctx, key)
	return work(ctx)
}

// A state with commands of its own.
func pause(ctx context.Context, rdb *redis.Client, queue string) bool {
	return rdb.SetNX(ctx, "paused:"+queue, 1, time.Hour).Val()
}

func unpause(ctx context.Context, rdb *redis.Client, queue string) error {
	return rdb.Del(ctx, "paused:"+queue).Err()
}

// An operator takes the lock from its owner.
func take(ctx context.Context, rdb *redis.Client) bool {
	return rdb.SetNX(ctx, "lock:admin", "1", time.Hour).Val()
}

func forceUnlock(ctx context.Context, rdb *redis.Client) error {
	return rdb.Del(ctx, "lock:admin").Err()
}

// Data, and a value that a caller chooses.
func insert(ctx context.Context, rdb *redis.Client, id string) bool {
	return rdb.SetNX(ctx, "row:"+id, "{}", time.Hour).Val()
}

func drop(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Del(ctx, "row:"+id).Err()
}
