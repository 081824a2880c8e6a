package lockresult

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// The answer is read.
func read(ctx context.Context, rdb *redis.Client, token string) error {
	ok, err := rdb.SetNX(ctx, "lock:report", token, time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	return work(ctx)
}

// SetNX has no Nil.
func readBoth(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) (bool, error) {
	lock, err := rdb.SetNX(ctx, "lock:"+key, 1, ttl).Result()
	if err != nil {
		return false, err
	}
	return lock, nil
}

func val(ctx context.Context, rdb *redis.Client, token string) error {
	if !rdb.SetNX(ctx, "lock:val", token, time.Minute).Val() {
		return errBusy
	}
	return work(ctx)
}

func keptAndRead(ctx context.Context, rdb *redis.Client, token string) error {
	cmd := rdb.SetNX(ctx, "lock:kept", token, time.Minute)
	if cmd.Err() != nil || !cmd.Val() {
		return errBusy
	}
	return work(ctx)
}

func handedOn(ctx context.Context, rdb *redis.Client, token string) *redis.BoolCmd {
	return rdb.SetNX(ctx, "lock:on", token, time.Minute)
}

func stored(ctx context.Context, rdb *redis.Client, token string, held map[string]bool) (err error) {
	held["lock:stored"], err = rdb.SetNX(ctx, "lock:stored", token, time.Minute).Result()
	return err
}

// Whose it is comes out of a GET.
func readBack(ctx context.Context, rdb *redis.Client, token string) error {
	if err := rdb.SetNX(ctx, "lock:back", token, time.Minute).Err(); err != nil {
		return err
	}
	if rdb.Get(ctx, "lock:back").Val() != token {
		return errBusy
	}
	return work(ctx)
}

// Data and markers that are added if absent.
func defaults(ctx context.Context, rdb *redis.Client, id string, data []byte) error {
	if err := rdb.SetNX(ctx, "profile:"+id, data, time.Hour).Err(); err != nil {
		return err
	}
	return rdb.SetNX(ctx, "seen:"+id, 1, time.Hour).Err()
}

func initialise(ctx context.Context, rdb *redis.Client) error {
	return rdb.SetNX(ctx, "config:version", "v1", time.Hour).Err()
}

// A state that is switched on.
func pause(ctx context.Context, rdb *redis.Client, queue string) error {
	return rdb.SetNX(ctx, "lock:queue:"+queue, 1, time.Hour).Err()
}

// The pipeline answers once it has run.
func queued(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	pipe := rdb.TxPipeline()
	pipe.SetNX(ctx, "lock:queued", token, time.Minute)
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return false, err
	}
	return cmds[0].(*redis.BoolCmd).Val(), nil
}

// Nil is tested, here or by the caller.
func tested(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	err := rdb.SetArgs(ctx, "lock:tested", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err()
	switch {
	case errors.Is(err, redis.Nil):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, nil
}

func excluded(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	err := rdb.SetArgs(ctx, "lock:excluded", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err()
	if err != nil && err != redis.Nil {
		return false, err
	}
	return err == nil, nil
}

// Bare is tested by its callers.
func Bare(ctx context.Context, rdb *redis.Client, token string) error {
	return rdb.SetArgs(ctx, "lock:bare", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err()
}

func raw(ctx context.Context, rdb *redis.Client, token string) (bool, error) {
	if err := rdb.SetArgs(ctx, "lock:raw", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err(); err != nil {
		return false, err
	}
	return true, nil
}

func callsRaw(ctx context.Context, rdb *redis.Client, token string) error {
	ok, err := raw(ctx, rdb, token)
	if errors.Is(err, redis.Nil) || !ok {
		return errBusy
	}
	return err
}

// Every error means that the lock is not held.
func orElse(ctx context.Context, rdb *redis.Client, token string) bool {
	return rdb.SetArgs(ctx, "lock:else", token, redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err() == nil
}
