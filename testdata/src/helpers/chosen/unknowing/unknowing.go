package unknowing

import (
	"context"

	"example.com/testdata/helpers/chosen"
	"github.com/redis/go-redis/v9"
)

func watches(ctx context.Context, cc *redis.ClusterClient, id string, fn func(*redis.Tx) error) {
	_ = chosen.Watching(ctx, cc, fn, "n:1", "o:2") // want `crossslot: WATCH of "n:1" and "o:2" fails`
	_ = chosen.Watching(ctx, cc, fn, "{n}:1", "{n}:2")
	_ = chosen.Watching(ctx, cc, fn, "n:"+id)
}

func locks(ctx context.Context, rdb *redis.Client, m *chosen.Mutex, id string, work func() error) error {
	key := "lock:p:" + id
	if !chosen.Take(ctx, rdb, key, "worker-1") { // want `locktoken: `
		return nil
	}
	defer chosen.Free(ctx, rdb, key) // want `unsafeunlock: DEL of lock key "lock:p:\*"`

	if !m.Take(ctx, "lock:q:"+id, "worker-1") { // want `locktoken: `
		return nil
	}
	defer m.Free(ctx, "lock:q:"+id) // its own finding
	return work()
}

func pages(ctx context.Context, rdb *redis.Client, id string) {
	chosen.Free(ctx, rdb, "page:"+id) // no lock
}
