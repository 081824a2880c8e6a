package getdel

import (
	"context"
	"errors"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

var errWrong = errors.New("wrong")

// The value is compared in between.
func verify(ctx context.Context, rdb *redis.Client, phone, code string) error {
	want, err := rdb.Get(ctx, "sms:code:"+phone).Result()
	if err != nil {
		return err
	}
	if want != code {
		return errWrong
	}
	return rdb.Del(ctx, "sms:code:"+phone).Err() // want `getdel: two requests can both read "sms:code:\*" \(GET at bad.go:15\) before either sends this DEL, and use it twice: read and delete it with GETDEL, or delete first and go on only if DEL answers 1`
}

// The name of the variable, of the builder, of the function.
func nonceKey(id string) string { return "n:" + id }

func useNonce(ctx context.Context, rdb redis.Cmdable, id string, use func(string)) {
	v := rdb.Get(ctx, nonceKey(id)).Val()
	use(v)
	rdb.Unlink(ctx, nonceKey(id)) // want `getdel: .* before either sends this UNLINK`
}

func exchange(ctx context.Context, rdb redis.UniversalClient, ticketKey string, use func(string)) {
	use(rdb.Get(ctx, ticketKey).Val())
	println("used")
	rdb.Del(ctx, ticketKey) // want `getdel: `
}

func consumeToken(ctx context.Context, rdb *redis.Client, key string) (string, error) {
	v, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return "", err
	}
	println(v)
	return v, rdb.Del(ctx, key).Err() // want `getdel: `
}

// Deferred, raw, scanned.
func deferred(ctx context.Context, rdb *redis.Client, otp string) string {
	defer rdb.Del(ctx, "otp:"+otp) // want `getdel: `
	return rdb.Get(ctx, "otp:"+otp).Val()
}

func raw(ctx context.Context, rdb *redis.Client, s string) {
	v, _ := rdb.Do(ctx, "GET", "secret:"+s).Text()
	println(v)
	rdb.Do(ctx, "DEL", "secret:"+s) // want `getdel: `
}

func scanned(ctx context.Context, rdb *redis.Client, t string) (n int, err error) {
	if err = rdb.Get(ctx, "reset:token:"+t).Scan(&n); err != nil {
		return 0, err
	}
	println(n)
	rdb.Del(ctx, "reset:token:"+t) // want `getdel: `
	return n, nil
}

// On one path, and in a pipeline of its own.
func sometimes(ctx context.Context, rdb *redis.Client, id, answer string) bool {
	want := rdb.Get(ctx, "captcha:"+id).Val()
	if want == answer {
		rdb.Del(ctx, "captcha:"+id) // want `getdel: `
		return true
	}
	return false
}

func piped(ctx context.Context, rdb *redis.Client, s string) error {
	v := rdb.Get(ctx, "oauth:state:"+s).Val()
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Del(ctx, "oauth:state:"+s) // want `getdel: `
		p.Set(ctx, "used:"+v, 1, 60e9)
		return nil
	})
	return err
}

// Through helpers.
type cache struct{ rdb *redis.Client }

func (c *cache) get(ctx context.Context, k string) (string, error) { return c.rdb.Get(ctx, k).Result() }

func (c *cache) del(ctx context.Context, k string) error { return c.rdb.Del(ctx, k).Err() }

func login(ctx context.Context, c *cache, code string) (string, error) {
	user, err := c.get(ctx, "login:code:"+code)
	if err != nil {
		return "", err
	}
	return user, c.del(ctx, "login:code:"+code) // want `getdel: two requests can both read "login:code:\*" \(GET in get at`
}

// A generic one, and go-redis v8.
func old[K ~string](ctx context.Context, rdb *v8.Client, token K) string {
	v := rdb.Get(ctx, "token:"+string(token)).Val()
	println(v)
	rdb.Del(ctx, "token:"+string(token)) // want `getdel: `
	return v
}
