package getdel

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// One command, or one step.
func once(ctx context.Context, rdb *redis.Client, token string) (string, error) {
	return rdb.GetDel(ctx, "token:"+token).Result()
}

var use = redis.NewScript(`
local v = redis.call("GET", KEYS[1])
if v == ARGV[1] then redis.call("DEL", KEYS[1]) end
return v`)

func scripted(ctx context.Context, rdb *redis.Client, phone, code string) error {
	return use.Run(ctx, rdb, []string{"code:" + phone}, code).Err()
}

func transaction(ctx context.Context, rdb *redis.Client, token string) (string, error) {
	var v *redis.StringCmd
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		v = p.Get(ctx, "token:"+token)
		p.Del(ctx, "token:"+token)
		return nil
	})
	return v.Val(), err
}

func watched(ctx context.Context, rdb *redis.Client, token string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Get(ctx, "token:"+token).Err(); err != nil {
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Del(ctx, "token:"+token)
			return nil
		})
		return err
	}, "token:"+token)
}

// One reader at a time.
func locked(ctx context.Context, rdb *redis.Client, code, me string) (string, error) {
	if !rdb.SetNX(ctx, "lock:redeem:"+code, me, time.Minute).Val() {
		return "", errors.New("busy")
	}
	v := rdb.Get(ctx, "code:"+code).Val()
	return v, rdb.Del(ctx, "code:"+code).Err()
}

// Values that may be read again.
func cached(ctx context.Context, rdb *redis.Client, id string) string {
	v := rdb.Get(ctx, "user:"+id).Val()
	if v == "stale" {
		rdb.Del(ctx, "user:"+id)
	}
	return v
}

func session(ctx context.Context, rdb *redis.Client, id string) (string, error) {
	v := rdb.Get(ctx, "session:"+id).Val()
	return v, rdb.Del(ctx, "session:"+id).Err()
}

// The DEL cleans up what is broken.
func broken(ctx context.Context, rdb *redis.Client, token string, parse func(string) error) error {
	v, err := rdb.Get(ctx, "token:"+token).Result()
	if err != nil {
		return err
	}
	if err := parse(v); err != nil {
		rdb.Del(ctx, "token:"+token)
		return err
	}
	return nil
}

// Other keys; the DEL first; one or the other.
func others(ctx context.Context, rdb *redis.Client, a, b string) string {
	rdb.Del(ctx, "code:"+a)
	v := rdb.Get(ctx, "code:"+a).Val()
	rdb.Del(ctx, "code:"+b)
	return v
}

func either(ctx context.Context, rdb *redis.Client, token string, out bool) string {
	if out {
		rdb.Del(ctx, "token:"+token)
		return ""
	}
	return rdb.Get(ctx, "token:"+token).Val()
}

// Words inside others: a decoder, an encoded one.
func decoder(ctx context.Context, rdb *redis.Client, id string) string {
	v := rdb.Get(ctx, "encoded:"+id).Val()
	rdb.Del(ctx, "encoded:"+id)
	return v
}

// A lock is unsafeunlock's; nothing is read.
func revoke(ctx context.Context, rdb *redis.Client, token string) error {
	return rdb.Del(ctx, "token:"+token).Err()
}
