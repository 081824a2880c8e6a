package crossslot

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

func orderTagged(ctx context.Context, rdb *redis.ClusterClient, id string) error {
	return rdb.Rename(ctx, "cart:{"+id+"}", "order:{"+id+"}").Err()
}

func orderOnOneNode(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Rename(ctx, "cart:"+id, "order:"+id).Err()
}

func onRing(ctx context.Context, rdb *redis.Ring) {
	rdb.MGet(ctx, "a", "b")
}

func sameSlot(ctx context.Context, rdb *redis.ClusterClient, id int, ids []int) {
	rdb.MGet(ctx, fmt.Sprintf("{user:%d}:a", id), fmt.Sprintf("{user:%d}:b", id))
	rdb.MGet(ctx, "{a}x", "{a}y")
	rdb.Del(ctx, "k")
	rdb.Exists(ctx, "k", "k")
	key := fmt.Sprintf("u:%d", id)
	rdb.PFMerge(ctx, key, key)
	var keys []string
	for _, i := range ids {
		keys = append(keys, fmt.Sprintf("{users}:%d", i))
	}
	rdb.MGet(ctx, keys...) // want `emptykeys: MGET of keys`
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "0"}})
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}})
	rdb.Eval(ctx, "return 1", []string{"k"}, "argument", 2)
	rdb.BLPop(ctx, time.Second, "q")
	rdb.HMGet(ctx, "h", "a", "b")
}

func plainPipeline(ctx context.Context, rdb *redis.ClusterClient, ids []string) {
	p := rdb.Pipeline()
	for _, id := range ids {
		p.Get(ctx, "user:"+id)
		p.Del(ctx, "name:"+id)
	}
	_, _ = p.Exec(ctx)
}

func handedIn(ctx context.Context, p redis.Pipeliner) {
	p.Incr(ctx, "a")
	p.Incr(ctx, "b")
}

func transactionsInOneSlot(ctx context.Context, rdb *redis.ClusterClient, id string, ids []string) {
	tx := rdb.TxPipeline()
	tx.Set(ctx, "{"+id+"}:a", 1, time.Hour)
	tx.Set(ctx, "{"+id+"}:b", 1, time.Hour)
	for _, x := range ids {
		tx.SAdd(ctx, "{"+id+"}:c", x)
	}
	_, _ = tx.Exec(ctx)
	for _, x := range ids {
		_, _ = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, "n:"+x)
			p.Expire(ctx, "n:"+x, time.Hour)
			return nil
		})
	}
	one := rdb.TxPipeline()
	if id == "" {
		one.Incr(ctx, "a")
	} else {
		one.Incr(ctx, "b")
	}
	_, _ = one.Exec(ctx)
	_ = rdb.Watch(ctx, func(tx *redis.Tx) error {
		if err := tx.Get(ctx, id).Err(); err != nil {
			return err
		}
		if err := rdb.Get(ctx, "b").Err(); err != nil { // on the cluster client, not on the watched connection // want "pipelineclient: "
			return err
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, id, 1, time.Hour)
			return nil
		})
		return err
	}, id)
}

// Read measures, and hands its streams on.
func (s *Store) Read(ctx context.Context, streams []string) ([]redis.XStream, error) {
	started := time.Now()
	args := &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: streams}
	cmd := s.rdb.XReadGroup(ctx, args)
	println(time.Since(started))
	return cmd.Result()
}

func slotOf(key string) int { return len(key) }

func grouped(ctx context.Context, rdb *redis.ClusterClient, keys []string) {
	slots := map[int][]string{}
	for _, k := range keys {
		s := slotOf(k)
		slots[s] = append(slots[s], k)
	}
	for _, group := range slots {
		rdb.MGet(ctx, group...)
	}
	for slot, group := range slots {
		go func(group []string) {
			rdb.Del(ctx, group...)
			_ = slot
		}(group)
	}
	bySlot := groupBySlot(keys)
	for i := range bySlot {
		rdb.Unlink(ctx, bySlot[i]...)
	}
}

func groupBySlot(keys []string) [][]string { return [][]string{keys} }

// Store hands keys on to whoever calls it in another package.
type Store struct{ rdb *redis.ClusterClient }

func (s *Store) MGet(ctx context.Context, keys ...string) ([]any, error) {
	return s.rdb.MGet(ctx, keys...).Result()
}

func (s *Store) Rename(ctx context.Context, from, to string) error {
	return s.rdb.Rename(ctx, from, to).Err()
}

func eachNode(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		return node.MGet(ctx, "a", "b").Err()
	})
}

// StoreAll hands the keys of its callers' map on, one by one.
func StoreAll(ctx context.Context, rdb *redis.ClusterClient, values map[string]any) error {
	pairs := make([]any, 0, 2*len(values))
	for k, v := range values {
		pairs = append(pairs, k, v)
	}
	return rdb.MSet(ctx, pairs...).Err() // want `missingttl: MSET of` `emptykeys: MSET of pairs`
}

// A wrapper hands on the keys of a store, or the first of several.
func Union(ctx context.Context, rdb *redis.ClusterClient, dest string, store *redis.ZStore) error {
	return rdb.ZUnionStore(ctx, dest, store).Err()
}

func RenameFirst(ctx context.Context, rdb *redis.ClusterClient, keys ...string) error {
	return rdb.Rename(ctx, keys[0], keys[1]).Err()
}
