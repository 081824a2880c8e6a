// Package keys builds keys in every way, and sends helpers the result.
package keys

import (
	"context"
	"fmt"
	"strings"
	"time"

	"example.com/testdata/helpers/store"
	"github.com/redis/go-redis/v9"
)

type kind int

const (
	users kind = iota
	teams
)

const (
	tagFormat   = "{team:%d}:%s"
	plainFormat = "team:%d:%s"
)

// Every value of a table has the same tag, or says lock.
var (
	tagged  = map[kind]string{users: "{app}:users", teams: "{app}:teams"}
	mixed   = map[kind]string{users: "{users}:all", teams: "{teams}:all"}
	locks   = map[kind]string{users: "lock:users:", teams: "lock:teams:"}
	other   = map[kind]string{users: "lock:users:", teams: "blocked:teams:"}
	formats = map[kind]string{users: "{%d}:users:%s", teams: "{%d}:teams:%s"}
)

func tables(ctx context.Context, cc *redis.ClusterClient, k, l kind, id int, name string) {
	cc.Del(ctx, tagged[k], tagged[l])
	cc.Del(ctx, mixed[k], mixed[l]) // want `crossslot: DEL of "{\*}:all" and "{\*}:all"`
	cc.Del(ctx, fmt.Sprintf(formats[k], id, name), fmt.Sprintf(formats[l], id, "x"))
	cc.Del(ctx, fmt.Sprintf(formats[k], id, name), fmt.Sprintf(formats[l], id+1, name)) // want `crossslot: DEL of "{\*}:\*:\*" and "{\*}:\*:\*"`
	cc.Del(ctx, fmt.Sprintf(tagFormat, id, "a"), fmt.Sprintf(tagFormat, id, name))
	cc.Del(ctx, fmt.Sprintf(plainFormat, id, "a"), fmt.Sprintf(plainFormat, id, "b")) // want `crossslot: DEL of "team:\*:a" and "team:\*:b"`
}

func tableLocks(ctx context.Context, s *store.Store, k kind, id string, work func() error) error {
	key := locks[k] + id
	if ok, err := s.SetNX(ctx, key, "1", time.Minute); err != nil || !ok { // want `locktoken: `
		return err
	}
	err := work()
	s.Remove(ctx, key) // want `unsafeunlock: DEL of lock key "lock:\*:\*"`
	return err
}

// A part of the table says lock, and only says so of that part.
func tableRecords(ctx context.Context, s *store.Store, k kind, id string, data []byte) error {
	key := other[k] + id
	if ok, err := s.SetNX(ctx, key, data, time.Minute); err != nil || !ok {
		return err
	}
	return s.Remove(ctx, key)
}

func joined(ctx context.Context, cc *redis.ClusterClient, s *store.Store, id string) {
	cc.Del(ctx, store.Joined("{u}", id), store.Joined("{u}", id, "x"))
	cc.Del(ctx, store.Joined("u", id), store.Joined("u", id, "x")) // want `crossslot: DEL of "u:\*" and "u:\*:x"`
	s.Put(ctx, store.Joined("j", id), 1, 0)                        // want `missingttl: SET of "j:\*"`
	s.Put(ctx, store.Joined("j", id), 1, time.Hour)
	s.Put(ctx, store.Keyf("k:%s:%d", id, 7), 1, 0) // want `missingttl: SET of "k:\*:7"`
	s.Put(ctx, store.Keyf("k:%s:%d", id, 7), 1, time.Hour)
}

func straight(ctx context.Context, cc *redis.ClusterClient, id string, more []string) {
	var a, b strings.Builder
	a.WriteString("{s:")
	a.WriteString(id)
	a.WriteString("}:a")
	fmt.Fprintf(&b, "{s:%s}:b", id)
	cc.Del(ctx, a.String(), b.String())
	b.WriteByte('!')
	cc.Del(ctx, "{s}", b.String()) // want `crossslot: DEL of "{s}" and "{s:\*}:b!"`
	for _, m := range more {
		b.WriteString(m)
	}
	cc.Del(ctx, "{s}", b.String()) // want `crossslot: DEL of "{s}" and `
}

func typed(ctx context.Context, cc *redis.ClusterClient, s *store.Store, k store.AccountKey, t store.TagKey) {
	s.Put(ctx, fmt.Sprintf("%s:name", k), 1, 0) // want `missingttl: SET of "account:\*:name"`
	s.Put(ctx, fmt.Sprintf("%v:name", k), 1, time.Hour)
	s.Put(ctx, fmt.Sprintf("n:%d", k), 1, 0) // want `missingttl: SET of "n:\*"`
	cc.Del(ctx, fmt.Sprintf("%v:a", t), fmt.Sprintf("%s:b", t))
	cc.Del(ctx, fmt.Sprintf("%d:a", t), fmt.Sprintf("%d:b", t)) // want `crossslot: DEL of "\*:a" and "\*:b"`
}
