package scancursor

import (
	"context"
	"log"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func dropped(ctx context.Context, rdb *redis.Client) ([]string, error) {
	keys, _, err := rdb.Scan(ctx, 0, "page:*", 100).Result() // want "scancursor: one SCAN of \"page:.\" answers a part, perhaps nothing, and its cursor is dropped, so most elements are never seen: call it until the cursor is 0, or use its Iterator"
	return keys, err
}

func value(ctx context.Context, rdb redis.UniversalClient) []string {
	keys, _ := rdb.Scan(ctx, 0, "page:*", 1000).Val() // want "scancursor: one SCAN"
	return keys
}

func hash(ctx context.Context, rdb redis.Cmdable, id string) (map[string]string, error) {
	pairs, _, err := rdb.HScan(ctx, "user:"+id, 0, "", 10).Result() // want "scancursor: one HSCAN of \"user:.\""
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		out[pairs[i]] = pairs[i+1]
	}
	return out, nil
}

func set(ctx context.Context, rdb *redis.Client) (members []string, err error) {
	members, _, err = rdb.SScan(ctx, "set", 0, "a*", 10).Result() // want "scancursor: one SSCAN of \"set\""
	return
}

func sorted(ctx context.Context, rdb *redis.Client) ([]string, error) {
	members, _, err := rdb.ZScan(ctx, "board", 0, "", 10).Result() // want "scancursor: one ZSCAN of \"board\""
	return members, err
}

// The inner cursor is another variable, and every turn starts at 0.
func shadowed(ctx context.Context, rdb *redis.Client) (all []string, err error) {
	for {
		keys, cursor, err := rdb.Scan(ctx, 0, "page:*", 100).Result() // want "scancursor: one SCAN .* its cursor is never given to another one"
		if err != nil {
			return nil, err
		}
		all = append(all, keys...)
		if cursor == 0 {
			break
		}
	}
	return all, nil
}

func logged(ctx context.Context, rdb *redis.Client) []string {
	keys, cursor, err := rdb.Scan(ctx, 0, "page:*", 100).Result() // want "scancursor: .* never given to another one"
	if err != nil {
		log.Println(err)
	}
	log.Printf("scanned up to %d", cursor)
	return keys
}

func kept(ctx context.Context, rdb *redis.ClusterClient) []string {
	cmd := rdb.Scan(ctx, 0, "page:*", 100) // want "scancursor: one SCAN"
	keys, _, err := cmd.Result()
	if err != nil {
		return nil
	}
	return keys
}

func typed(ctx context.Context, rdb *redis.Client) []string {
	keys, _, _ := rdb.ScanType(ctx, 0, "page:*", 100, "string").Result() // want "scancursor: one SCAN"
	return keys
}

func unchecked(ctx context.Context, rdb *redis.Client) (keys []string) {
	it := rdb.Scan(ctx, 0, "page:*", 100).Iterator() // want "scancursor: the iterator of this SCAN stops at an error as it does at the end, and nobody asks its Err: check it after the loop"
	for it.Next(ctx) {
		keys = append(keys, it.Val())
	}
	return keys
}

func eighth(ctx context.Context, rdb *v8.Client) []string {
	keys, _, _ := rdb.Scan(ctx, 0, "page:*", 100).Result() // want "scancursor: one SCAN"
	return keys
}

func seventh(rdb *v7.Client) []string {
	keys, _, _ := rdb.Scan(0, "page:*", 100).Result() // want "scancursor: one SCAN"
	return keys
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		keys, _ := rdb.Scan(context.Background(), 0, "boot:*", 10).Val() // want "scancursor: one SCAN"
		log.Println(keys)
	}()
}

var boot = func() []string {
	keys, _ := redis.NewClient(&redis.Options{}).Scan(context.Background(), 0, "boot:*", 10).Val() // want "scancursor: one SCAN"
	return keys
}()

type cache[T any] struct{ rdb redis.Cmdable }

func (c cache[T]) names(ctx context.Context, stop <-chan struct{}) (out []string) {
	select {
	case <-stop:
		goto end
	default:
		out, _ = c.rdb.Scan(ctx, 0, "values:*", 10).Val() // want "scancursor: one SCAN"
	}
end:
	return out
}
