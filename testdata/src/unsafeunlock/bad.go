package unsafeunlock

import (
	"context"
	"errors"
	"fmt"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

var errBusy = errors.New("busy")

// No lock word anywhere: what the boolean decides and the defer make it a lock.
func guarded(ctx context.Context, rdb redis.Cmdable, id string) error {
	key := fmt.Sprintf("sync:running:%s", id)
	if ok := rdb.SetNX(ctx, key, 1, time.Minute).Val(); !ok { // want `locktoken: `
		return errBusy
	}
	defer func() {
		rdb.Unlink(ctx, key) // want `UNLINK of lock key "sync:running:\*"`
	}()
	return work(ctx)
}

// The tail of the guarded work.
func tail(ctx context.Context, rdb redis.Cmdable) error {
	ok, err := rdb.SetNX(ctx, "report:running", time.Now().Unix(), time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	if err := work(ctx); err != nil {
		return err
	}
	return rdb.Del(ctx, "report:running").Err() // want `DEL of lock key "report:running"`
}

// What the function's name decides, it decides; its callers are not told again.
func ReleaseLock(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Del(ctx, key).Err() // want `DEL of lock key key can release`
}

func callsRelease(ctx context.Context, rdb *redis.Client) {
	ReleaseLock(ctx, rdb, "lock:a")
}

// A general wrapper says nothing: whoever hands it a lock's key is told.
type cache struct{ rdb *redis.Client }

func (c *cache) Remove(ctx context.Context, key string) error { return c.rdb.Del(ctx, key).Err() }

func (c *cache) Add(ctx context.Context, key string, v any, ttl time.Duration) (bool, error) {
	return c.rdb.SetNX(ctx, key, v, ttl).Result()
}

func throughCache(ctx context.Context, c *cache, id int) error {
	lockKey := fmt.Sprintf("job:%d", id)
	ok, err := c.Add(ctx, lockKey, "1", time.Minute) // want `locktoken: `
	if err != nil || !ok {
		return err
	}
	defer c.Remove(ctx, lockKey) // want `DEL of lock key "job:\*"`
	return work(ctx)
}

// Set with Mode NX, SET … NX by hand, and GETDEL.
func otherForms(ctx context.Context, rdb *redis.Client, owner string) {
	if err := rdb.SetArgs(ctx, "leader:a", owner, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err(); err != nil {
		return
	}
	rdb.GetDel(ctx, "leader:a") // want `GETDEL of lock key "leader:a"`
}

func byHand(ctx context.Context, rdb *redis.Client, owner string) error {
	res, err := rdb.Do(ctx, "SET", "lease:b", owner, "NX", "PX", 5000).Result()
	if err != nil || res == nil {
		return errBusy
	}
	defer rdb.Do(ctx, "DEL", "lease:b") // want `DEL of lock key "lease:b"`
	return work(ctx)
}

// Queued with the clean-up of other keys.
func queued(ctx context.Context, rdb *redis.Client, id string) error {
	ok, err := rdb.SetNX(ctx, "lock:"+id, "x", time.Minute).Result() // want `locktoken: `
	if err != nil || !ok {
		return errBusy
	}
	_, err = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, "state:"+id, "done", 1)
		p.Del(ctx, "lock:"+id) // want `DEL of lock key "lock:\*"`
		return nil
	})
	return err
}

// go-redis v8.
func old(ctx context.Context, rdb *v8.Client, id string) error {
	if ok, err := rdb.SetNX(ctx, "lock:"+id, "x", time.Minute).Result(); err != nil || !ok { // want `locktoken: `
		return errBusy
	}
	defer rdb.Del(ctx, "lock:"+id) // want `DEL of lock key "lock:\*"`
	return work(ctx)
}

func work(context.Context) error { return nil }
