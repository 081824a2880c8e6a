// Package app is the one on top: it sees commands through two packages.
package app

import (
	"context"
	"encoding/json"
	"time"

	"example.com/testdata/helpers/cache"
	"example.com/testdata/helpers/store"
	"github.com/redis/go-redis/v9"
)

func raw(ctx context.Context, s *store.Store) {
	s.Raw(ctx, "SET", "r", 1) // want `missingttl: SET of "r"`
	s.Raw(ctx, "SET", "r", 1, "EX", 60)
	s.Raw(ctx, "KEYS", "r:*") // want `keyscommand: KEYS "r:\*"`
	s.Raw(ctx, "GET", "r")
}

func pipes(ctx context.Context, rdb *redis.Client) {
	p := rdb.Pipeline()
	store.Queue(ctx, p, "q", "v", 0) // want `missingttl: SET of "q"`
	store.Queue(ctx, p, "q2", "v", time.Minute)
	p.Exec(ctx)
}

func interfaces(ctx context.Context, b cache.Backend, id string) {
	b.Put(ctx, "i:"+id, 1, 0) // want `missingttl: SET of "i:\*"`
	b.Put(ctx, "i:"+id, 1, time.Hour)
	b.Find(ctx, "i:*") // want `keyscommand: KEYS "i:\*"`
}

func patterns(ctx context.Context, s *store.Store, id string) {
	s.Find(ctx, "p:"+id+":*") // want `keyscommand: KEYS "p:\*:\*"`
	s.All(ctx)
	s.FindBelow(ctx, id)
}

func clusters(ctx context.Context, cc *redis.ClusterClient, id int64, a, b string) {
	drop(ctx, cc, "a", "b") // want `crossslot: DEL of "a" and "b"`
	drop(ctx, cc, "a")
	drop(ctx, cc, store.Tagged(id, "x"), store.Tagged(id, "y"))
	drop(ctx, cc, store.UserKey(id), store.UserKey(id+1)) // want `crossslot: DEL of "user:\*" and "user:\*"`
	dropAll(ctx, cc, []string{store.UserKey(id), "b"})    // want `crossslot: DEL of "user:\*" and "b"`
	dropAll(ctx, cc, []string{store.UserKey(id)})
	move(ctx, cc, a, b) // want `crossslot: RENAME of a and b`
	move(ctx, cc, store.Tagged(id, a), store.Tagged(id, b))
}

func drop(ctx context.Context, rdb *redis.ClusterClient, keys ...string) error {
	return rdb.Del(ctx, keys...).Err()
}

func dropAll(ctx context.Context, rdb *redis.ClusterClient, keys []string) error {
	return rdb.Del(ctx, keys...).Err()
}

func move(ctx context.Context, rdb *redis.ClusterClient, from, to string) error {
	return rdb.Rename(ctx, from, to).Err()
}

func sequences(ctx context.Context, s *store.Store, id string) {
	if s.Claim(ctx, "once:"+id, 1) {
		s.Expire(ctx, "once:"+id, time.Hour) // want `setnxexpire: `
	}
	if ok, _ := s.SetNX(ctx, "with:"+id, 1, time.Hour); ok {
		s.Expire(ctx, "with:"+id, time.Minute)
	}
	s.Put(ctx, "then:"+id, 1, 0)
	s.Expire(ctx, "then:"+id, time.Hour) // want `setexpire: `
}

func locks(ctx context.Context, s *store.Store, id string, work func() error) error {
	key, err := store.LockKey(id)
	if err != nil {
		return err
	}
	ok, err := s.SetNX(ctx, key, "x", time.Minute) // want `locktoken: `
	if err != nil || !ok {
		return err
	}
	defer s.Remove(ctx, key) // want `unsafeunlock: DEL of lock key "lock:\*"`
	return work()
}

func records(ctx context.Context, s *store.Store, id string, data []byte) error {
	if ok, err := s.SetNX(ctx, "record:"+id, data, time.Hour); err != nil || !ok {
		return err
	}
	return s.Remove(ctx, "record:"+id)
}

type job struct{ ID string }

func consume(ctx context.Context, s *store.Store, handle func(job) error) error {
	text, err := s.Pop(ctx, "jobs:ready") // want `lossyqueue: RPOP takes work off "jobs:ready"`
	if err != nil {
		return err
	}
	var j job
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return err
	}
	return handle(j)
}

func trim(ctx context.Context, s *store.Store) {
	s.Pop(ctx, "jobs:ready")
}

func stringer(ctx context.Context, s *store.Store, k store.AccountKey) {
	s.Put(ctx, k.String(), 1, 0) // want `missingttl: SET of "account:\*"`
	s.Put(ctx, k.String(), 1, time.Hour)
}

// Put is no helper of Redis: the name alone says nothing.
type other struct{ m map[string]any }

func (o *other) Put(_ context.Context, key string, v any, _ time.Duration) { o.m[key] = v }

func notRedis(ctx context.Context, o *other) {
	o.Put(ctx, "k", 1, 0)
}
