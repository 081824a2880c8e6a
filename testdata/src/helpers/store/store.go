// Package store is the lowest of three: it wraps the client.
package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store hands everything on.
type Store struct {
	rdb    redis.UniversalClient
	prefix string
	ttl    time.Duration
}

func New(rdb redis.UniversalClient, ttl time.Duration) *Store {
	return &Store{rdb: rdb, prefix: "app:", ttl: ttl}
}

func (s *Store) Put(ctx context.Context, key string, v any, ttl time.Duration) error {
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// The key gets a prefix on the way.
func (s *Store) PutPrefixed(ctx context.Context, key string, v any, ttl time.Duration) error {
	return s.rdb.Set(ctx, s.prefix+key, v, ttl).Err()
}

// The TTL comes in seconds.
func (s *Store) PutSeconds(ctx context.Context, key string, v any, seconds int) error {
	return s.rdb.Set(ctx, key, v, time.Duration(seconds)*time.Second).Err()
}

// A TTL of 0 becomes the default.
func (s *Store) PutDefault(ctx context.Context, key string, v any, ttl time.Duration) error {
	if ttl == 0 {
		ttl = s.ttl
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// A TTL of 0 is refused.
func (s *Store) PutStrict(ctx context.Context, key string, v any, ttl time.Duration) error {
	if ttl <= 0 {
		return fmt.Errorf("no ttl for %s", key)
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// Options in a struct.
type Options struct {
	TTL time.Duration
	NX  bool
}

func (s *Store) PutOptions(ctx context.Context, key string, v any, o Options) error {
	return s.rdb.Set(ctx, key, v, o.TTL).Err()
}

func (s *Store) PutPointer(ctx context.Context, key string, v any, o *Options) error {
	return s.rdb.Set(ctx, key, v, o.TTL).Err()
}

// The helper writes 0 itself: faulty once, here.
func (s *Store) PutForever(ctx context.Context, key string, v any) error {
	return s.rdb.Set(ctx, "forever:"+key, v, 0).Err() // want `missingttl: SET of "forever:\*" has no expiry`
}

// Variadic keys, a slice of keys, and a lone one.
func (s *Store) Drop(ctx context.Context, keys ...string) error { return s.rdb.Del(ctx, keys...).Err() }

func (s *Store) DropAll(ctx context.Context, keys []string) error {
	return s.rdb.Del(ctx, keys...).Err()
}

func (s *Store) Remove(ctx context.Context, key string) error { return s.rdb.Del(ctx, key).Err() }

// The pattern is the caller's.
func (s *Store) Find(ctx context.Context, pattern string) ([]string, error) {
	return s.rdb.Keys(ctx, pattern).Result()
}

// The pattern is the helper's.
func (s *Store) All(ctx context.Context) ([]string, error) {
	keys := s.rdb.Keys(ctx, "item:*").Val() // want `keyscommand: KEYS "item:\*" walks every key`
	return keys, nil
}

func (s *Store) FindBelow(ctx context.Context, prefix string) ([]string, error) {
	keys := s.rdb.Keys(ctx, prefix+":*").Val() // want `keyscommand: KEYS "\*:\*"`
	return keys, nil
}

// Locks.
func (s *Store) SetNX(ctx context.Context, key string, v any, ttl time.Duration) (bool, error) {
	return s.rdb.SetNX(ctx, key, v, ttl).Result()
}

func (s *Store) Claim(ctx context.Context, key string, v any) bool {
	return s.rdb.SetNX(ctx, key, v, 0).Val() // want `missingttl: SET of key has no expiry`
}

func (s *Store) Expire(ctx context.Context, key string, ttl time.Duration) error {
	return s.rdb.Expire(ctx, key, ttl).Err()
}

// Queues.
func (s *Store) Push(ctx context.Context, queue string, v any) error {
	return s.rdb.LPush(ctx, queue, v).Err()
}

func (s *Store) Pop(ctx context.Context, queue string) (string, error) {
	return s.rdb.RPop(ctx, queue).Result()
}

// A function instead of a method, the client as a parameter.
func Write(ctx context.Context, rdb redis.Cmdable, key string, v any, ttl time.Duration) {
	rdb.Set(ctx, key, v, ttl)
}

// A generic function.
func WriteJSON[T any](ctx context.Context, rdb redis.Cmdable, key string, v T, ttl time.Duration) error {
	return rdb.Set(ctx, key, fmt.Sprint(v), ttl).Err()
}

// A generic type.
type Typed[T any] struct{ rdb redis.Cmdable }

func NewTyped[T any](rdb redis.Cmdable) Typed[T] { return Typed[T]{rdb} }

func (t Typed[T]) Save(ctx context.Context, key string, v T, ttl time.Duration) error {
	return t.rdb.Set(ctx, key, fmt.Sprint(v), ttl).Err()
}

// Only on some paths.
func (s *Store) PutUnlessEmpty(ctx context.Context, key, v string, ttl time.Duration) {
	if v != "" {
		s.rdb.Set(ctx, key, v, ttl)
	}
}

// Queued on the caller's pipeline.
func Queue(ctx context.Context, p redis.Pipeliner, key string, v any, ttl time.Duration) {
	p.Set(ctx, key, v, ttl)
}

// By hand.
func (s *Store) Raw(ctx context.Context, args ...any) error { return s.rdb.Do(ctx, args...).Err() }

// Key builders.
func UserKey(id int64) string { return fmt.Sprintf("user:%d", id) }

func Tagged(id int64, part string) string { return fmt.Sprintf("{user:%d}:%s", id, part) }

func Joined(parts ...string) string { return strings.Join(parts, ":") }

type AccountKey int64

func (k AccountKey) String() string { return fmt.Sprintf("account:%d", int64(k)) }

func LockKey(id string) (string, error) {
	if id == "" {
		return "", fmt.Errorf("no id")
	}
	return "lock:" + id, nil
}

func Keyf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

type TagKey int

func (k TagKey) String() string { return fmt.Sprintf("{tag:%d}", int(k)) }
