package valuetype

import (
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"time"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

type token struct{ text string }

func (t token) MarshalBinary() ([]byte, error) { return []byte(t.text), nil }

type wrapped struct{ token } // has it from what it embeds

type tagged struct {
	Name string `redis:"name"`
	Age  int    `redis:"age"`
}

func plain(ctx context.Context, rdb *redis.Client, b []byte, n uint8, at time.Time, d time.Duration, ip net.IP) {
	rdb.Set(ctx, "a", b, time.Hour)
	rdb.Set(ctx, "a", n, time.Hour)
	rdb.Set(ctx, "a", at, time.Hour)
	rdb.Set(ctx, "a", &at, time.Hour)
	rdb.Set(ctx, "a", d, time.Hour)
	rdb.Set(ctx, "a", ip, time.Hour)
	rdb.Set(ctx, "a", 'x', time.Hour)
	rdb.Set(ctx, "a", nil, time.Hour)
}

func marshalers(ctx context.Context, rdb *redis.Client, t token, w *wrapped, s stamped) {
	rdb.Set(ctx, "token", t, time.Hour)
	rdb.Set(ctx, "token", &t, time.Hour)
	rdb.Set(ctx, "token", w, time.Hour)
	rdb.Set(ctx, "token", &s, time.Hour)
	rdb.SAdd(ctx, "tokens", t)
}

func hashes(ctx context.Context, rdb *redis.Client, t tagged, m map[string]string, l []string) {
	rdb.HSet(ctx, "user", t)
	rdb.HSet(ctx, "user", &t)
	rdb.HSet(ctx, "user", m)
	rdb.HSet(ctx, "user", l)
	rdb.HMSet(ctx, "user", map[string]any{"a": 1, "b": "c"})
	rdb.SAdd(ctx, "set", l)
	rdb.SAdd(ctx, "set", []any{"a", 1})
}

// Only the run knows what is behind an interface.
func unknown(ctx context.Context, rdb *redis.Client, v any, s fmt.Stringer, m encoding.BinaryMarshaler, err error) {
	rdb.Set(ctx, "a", v, time.Hour)
	rdb.Set(ctx, "a", s, time.Hour)
	rdb.Set(ctx, "a", m, time.Hour)
	rdb.Set(ctx, "a", err, time.Hour)
}

func generic[T any, R ~string](ctx context.Context, rdb *redis.Client, v T, r R, list []T, p *T) {
	rdb.Set(ctx, "a", list, time.Hour)
	rdb.Set(ctx, "a", p, time.Hour)
	rdb.Set(ctx, "a", v, time.Hour)
	rdb.Set(ctx, "a", string(r), time.Hour)
}

func converted(ctx context.Context, rdb *redis.Client, r role, l level, s session, body json.RawMessage) error {
	rdb.Set(ctx, "a", string(r), time.Hour)
	rdb.Set(ctx, "a", int(l), time.Hour)
	rdb.Set(ctx, "a", []byte(body), time.Hour)
	rdb.Set(ctx, "a", fmt.Sprint(s), time.Hour)
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return rdb.Set(ctx, "a", data, time.Hour).Err()
}

// What is typed is converted by go-redis.
func modes(ctx context.Context, rdb *redis.Client) {
	rdb.SetArgs(ctx, "a", "b", redis.SetArgs{Mode: "NX", TTL: time.Hour})
	rdb.ExpireAt(ctx, "a", time.Now())
	rdb.ZRangeByScore(ctx, "z", &redis.ZRangeBy{Min: "0", Max: "1"})
	rdb.BitCount(ctx, "a", &redis.BitCount{Start: 0, End: 1})
	rdb.ZAdd(ctx, "z", redis.Z{Score: 1, Member: "a"})
	rdb.XAdd(ctx, &redis.XAddArgs{Stream: "s", Values: []string{"a", "b"}})
	limit.Run(ctx, rdb, []string{"k"}, []string{"a", "b"})
	limit.Run(ctx, rdb, []string{"k"}, 1, "a")
}

// Methods that encode by themselves.
func documents(ctx context.Context, rdb *redis.Client, s session) {
	rdb.JSONSet(ctx, "doc", "$", s)
}

func (s *store) encode(ctx context.Context, key string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.rdb.Set(ctx, key, data, time.Hour).Err()
}

func (s *store) text(ctx context.Context, key string, v any) error {
	return s.rdb.Set(ctx, key, fmt.Sprint(v), time.Hour).Err()
}

func (s *store) either(ctx context.Context, key string, v any) error {
	switch v.(type) {
	case string, []byte, int:
		return s.rdb.Set(ctx, key, v, time.Hour).Err()
	}
	return errors.New("not that")
}

func (s *store) ifText(ctx context.Context, key string, v any) error {
	if _, ok := v.(string); !ok {
		data, err := json.Marshal(v)
		if err != nil {
			return err
		}
		v = data
	}
	return s.rdb.Set(ctx, key, v, time.Hour).Err()
}

func (s *store) asserted(ctx context.Context, key string, v any) error {
	text, ok := v.(string)
	if !ok {
		text = fmt.Sprintf("%v", v)
	}
	return s.rdb.Set(ctx, key, text, time.Hour).Err()
}

func (s *store) copied(ctx context.Context, key string, v any) error {
	data := v
	if m, ok := v.(json.Marshaler); ok {
		data, _ = m.MarshalJSON()
	}
	return s.rdb.Set(ctx, key, data, time.Hour).Err()
}

func (s *store) named(ctx context.Context, key string, r role) error {
	return s.rdb.Set(ctx, key, string(r), time.Hour).Err()
}

func helpers(ctx context.Context, s *store, v session, r role) {
	s.encode(ctx, "a", v)
	s.text(ctx, "a", v)
	s.either(ctx, "a", v)
	s.ifText(ctx, "a", v)
	s.asserted(ctx, "a", v)
	s.copied(ctx, "a", v)
	s.named(ctx, "a", r)
	s.put(ctx, "a", "text")
}

func older(ctx context.Context, eight *v8.Client, seven *v7.Client, d time.Duration) {
	eight.Set(ctx, "a", d, time.Hour)
	seven.Set("a", int64(d), time.Hour)
	seven.HSet("h", map[string]interface{}{"a": 1})
	eight.ZAdd(ctx, "z", &v8.Z{Score: 1, Member: "a"})
}

// An alias is the type itself.
type text = string

func alias(ctx context.Context, rdb *redis.Client, t text) {
	rdb.Set(ctx, "a", t, time.Hour)
}

// Another map by the time that it is sent.
func another(ctx context.Context, rdb *redis.Client, r role) {
	m := map[string]any{}
	m["role"] = r
	m = map[string]any{"role": string(r)}
	rdb.HSet(ctx, "user", m)
}

// The elements of another list are not known.
func joined(ctx context.Context, rdb *redis.Client, args []any) {
	rdb.Do(ctx, append([]any{"SET", "a", 1}, args...)...)
	rdb.SAdd(ctx, "set", append([]any{"first"}, args...)...)
}
