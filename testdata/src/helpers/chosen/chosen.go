// Package chosen holds helpers in which conditions choose the expiry, or the command.
package chosen

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

const forever = 0 * time.Second

type Store struct {
	rdb redis.UniversalClient
	ttl time.Duration
}

func New(rdb redis.UniversalClient, ttl time.Duration) *Store { return &Store{rdb: rdb, ttl: ttl} }

// Set takes the expiry as an argument that may be left out.
func (s *Store) Set(ctx context.Context, key string, v any, expire ...time.Duration) error {
	var ttl time.Duration
	if len(expire) > 0 {
		ttl = expire[0]
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// SetSeconds has a default in place of what is left out.
func (s *Store) SetSeconds(ctx context.Context, key string, v any, seconds ...int) error {
	ttl := s.ttl
	if len(seconds) == 1 {
		ttl = time.Duration(seconds[0]) * time.Second
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// Handed hands the whole list on.
func (s *Store) Handed(ctx context.Context, key string, v any, expire ...time.Duration) error {
	return s.Set(ctx, "h:"+key, v, expire...)
}

type Expiry struct {
	TTL time.Duration
}

type Options struct {
	Expiry Expiry
	NX     bool
	Keep   bool
}

// Put has the expiry in a struct in a struct.
func (s *Store) Put(ctx context.Context, key string, v any, o Options) error {
	if o.NX {
		return s.rdb.SetNX(ctx, key, v, o.Expiry.TTL).Err()
	}
	return s.rdb.Set(ctx, key, v, o.Expiry.TTL).Err()
}

// Optional may do without its options.
func (s *Store) Optional(ctx context.Context, key string, v any, opts ...Options) error {
	var o Options
	if len(opts) > 0 {
		o = opts[0]
	}
	return s.rdb.Set(ctx, key, v, o.Expiry.TTL).Err()
}

// Pointed does without its options where they are nil.
func (s *Store) Pointed(ctx context.Context, key string, v any, e *Expiry) error {
	ttl := forever
	if e != nil {
		ttl = e.TTL
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// AtLeast turns a negative expiry into none.
func (s *Store) AtLeast(ctx context.Context, key string, v any, ttl time.Duration) error {
	if ttl < 0 {
		ttl = forever
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// Default has an expiry of its own for 0.
func (s *Store) Default(ctx context.Context, key string, v any, ttl time.Duration) error {
	if ttl == 0 {
		ttl = time.Minute
	} else if ttl < 0 {
		ttl = s.ttl
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// Keep keeps some for ever.
func (s *Store) Keep(ctx context.Context, key string, v any, ttl time.Duration, pinned bool) error {
	if pinned && ttl > 0 {
		ttl = 0
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// Refused wants an expiry, but for one kind of caller.
func (s *Store) Refused(ctx context.Context, key string, v any, ttl time.Duration, internal bool) error {
	switch {
	case internal:
	default:
		if ttl <= 0 {
			return errors.New("no expiry")
		}
	}
	if !internal {
		return s.rdb.Set(ctx, key, v, ttl).Err()
	}
	return s.rdb.Set(ctx, "internal:"+key, v, time.Hour).Err()
}

// Raised raises the expiry in a loop, which is not followed.
func (s *Store) Raised(ctx context.Context, key string, v any, ttl time.Duration, more ...time.Duration) error {
	for _, d := range more {
		if d > ttl {
			ttl = d
		}
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

// Adjusted has another function set the expiry.
func (s *Store) Adjusted(ctx context.Context, key string, v any, ttl time.Duration) error {
	adjust(&ttl)
	if ttl < 0 {
		ttl = 0
	}
	return s.rdb.Set(ctx, key, v, ttl).Err()
}

func adjust(ttl *time.Duration) { *ttl += time.Minute }

type Mode int

const (
	Plain Mode = iota
	IfAbsent
)

// Write has a command for each mode.
func (s *Store) Write(ctx context.Context, key string, v any, ttl time.Duration, m Mode) error {
	switch m {
	case IfAbsent:
		return s.rdb.SetNX(ctx, key, v, ttl).Err()
	default:
		return s.rdb.Set(ctx, key, v, ttl).Err()
	}
}

type Kind string

const (
	Session Kind = "session"
	Page    Kind = "page"
	Profile Kind = "profile"
)

// TTL is the expiry of a kind of keys.
func (k Kind) TTL() time.Duration {
	switch k {
	case Session:
		return time.Hour
	case Page:
		return time.Minute
	}
	return forever
}

// Kinds have their own expiry.
func (s *Store) Kinds(ctx context.Context, k Kind, id string, v any) error {
	return s.rdb.Set(ctx, string(k)+":"+id, v, k.TTL()).Err()
}

func or(d, other time.Duration) time.Duration {
	if d == 0 {
		return other
	}
	return d
}

// OrMinute and OrForever have another expiry in place of 0.
func (s *Store) OrMinute(ctx context.Context, key string, v any, ttl time.Duration) error {
	return s.rdb.Set(ctx, key, v, or(ttl, time.Minute)).Err()
}

func (s *Store) OrForever(ctx context.Context, key string, v any, ttl time.Duration) error {
	return s.rdb.Set(ctx, key, v, or(ttl, forever)).Err()
}

// Typed has a type for its keys.
func Typed[K ~string](ctx context.Context, rdb redis.UniversalClient, key K, v any, ttl time.Duration) error {
	return rdb.Set(ctx, string(key), v, ttl).Err()
}

// First reads one of its keys.
func (s *Store) First(ctx context.Context, keys ...string) ([]string, error) {
	return s.rdb.Keys(ctx, keys[0]).Result()
}

// Watching runs a function under WATCH of its keys.
func Watching(ctx context.Context, rdb redis.UniversalClient, fn func(*redis.Tx) error, keys ...string) error {
	return rdb.Watch(ctx, fn, keys...)
}

// Take and Free do not know that a key is a lock's.
func Take(ctx context.Context, rdb redis.UniversalClient, key, token string) bool {
	ok, _ := rdb.SetNX(ctx, key, token, time.Minute).Result()
	return ok
}

func Free(ctx context.Context, rdb redis.UniversalClient, key string) { rdb.Del(ctx, key) }

// A Mutex does.
type Mutex struct {
	rdb redis.UniversalClient
}

func (m *Mutex) Take(ctx context.Context, key, token string) bool {
	ok, _ := m.rdb.SetNX(ctx, key, token, time.Minute).Result()
	return ok
}

func (m *Mutex) Free(ctx context.Context, key string) {
	m.rdb.Del(ctx, key) // want `unsafeunlock: DEL of lock key`
}
