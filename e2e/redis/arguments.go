package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// role is a string by another name.
type role string

func valuetype(e *env) (bad, good string, err error) {
	err = e.rdb.Set(ctx, "role", role("admin"), time.Minute).Err()
	if err == nil || !strings.Contains(err.Error(), "can't marshal main.role") {
		return "", "", unexpected("SET of a named string", err)
	}
	err = e.rdb.SAdd(ctx, "roles", []role{"admin"}).Err()
	if err == nil || !strings.Contains(err.Error(), "can't marshal []main.role") {
		return "", "", unexpected("SADD of a slice of named strings", err)
	}
	err = e.rdb.RPush(ctx, "people", struct{ Name string }{"Ann"}).Err()
	if err == nil || !strings.Contains(err.Error(), "wrong number of arguments") {
		return "", "", unexpected("RPUSH of a struct", err)
	}
	if n := e.rdb.Exists(ctx, "role", "roles", "people").Val(); n != 0 {
		return "", "", unexpected("keys after the errors", n)
	}
	if err := e.rdb.Set(ctx, "role", string(role("admin")), time.Minute).Err(); err != nil {
		return "", "", err
	}
	return "SET of a named string failed with \"can't marshal\", and RPUSH of a struct with \"wrong number of arguments\"", "SET of it as a string went through", nil
}

func globkey(e *env) (bad, good string, err error) {
	if err := errors.Join(e.rdb.Set(ctx, "glob:1", 1, time.Minute).Err(), e.rdb.Set(ctx, "glob:2", 1, time.Minute).Err()); err != nil {
		return "", "", err
	}
	n, err := e.rdb.Del(ctx, "glob:*").Result()
	if err != nil || n != 0 {
		return "", "", unexpected(fmt.Sprintf("DEL of glob:* deleted %d keys", n), err)
	}
	var keys []string
	it := e.rdb.Scan(ctx, 0, "glob:*", 1000).Iterator()
	for it.Next(ctx) {
		keys = append(keys, it.Val())
	}
	if err := it.Err(); err != nil || len(keys) != 2 {
		return "", "", unexpected(fmt.Sprintf("SCAN found %d keys", len(keys)), err)
	}
	if n, err := e.rdb.Del(ctx, keys...).Result(); err != nil || n != 2 {
		return "", "", unexpected("DEL of what SCAN found", err)
	}
	return "DEL of glob:* deleted none of two keys", "DEL of what SCAN MATCH found deleted both", nil
}

func memberargs(e *env) (bad, good string, err error) {
	if err := e.rdb.SAdd(ctx, "members", "1", "a", "b").Err(); err != nil {
		return "", "", err
	}
	if n, err := e.rdb.SRem(ctx, "members", 1, "a").Result(); err != nil || n != 2 {
		return "", "", unexpected("SREM with a count", err)
	}
	if left := e.rdb.SMembers(ctx, "members").Val(); len(left) != 1 || left[0] != "b" {
		return "", "", unexpected("members after SREM", left)
	}
	const script = "return {#KEYS, KEYS[1] or ''}"
	got, err := e.rdb.Eval(ctx, script, []string{"0"}).Result()
	if err != nil || fmt.Sprint(got) != "[1 0]" {
		return "", "", unexpected(fmt.Sprintf("EVAL with the key 0: %v", got), err)
	}
	if err := e.rdb.SAdd(ctx, "members", "1", "a").Err(); err != nil {
		return "", "", err
	}
	if n, err := e.rdb.SRem(ctx, "members", "a").Result(); err != nil || n != 1 || !e.rdb.SIsMember(ctx, "members", "1").Val() {
		return "", "", unexpected("SREM of the member alone", err)
	}
	if got, err := e.rdb.Eval(ctx, script, nil).Result(); err != nil || fmt.Sprint(got) != "[0 ]" {
		return "", "", unexpected(fmt.Sprintf("EVAL without keys: %v", got), err)
	}
	return "SREM with 1 before the member removed the member \"1\", too, and a script that got \"0\" as its keys had one key", "without them, the one member went and the script had no key", nil
}

// shardrace counts the closures that are inside at the same time: what they
// write then is written by several goroutines.
func shardrace(e *env) (bad, good string, err error) {
	together := func(mu *sync.Mutex) (int32, error) {
		var inside, most atomic.Int32
		err := e.cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
			if mu != nil {
				mu.Lock()
				defer mu.Unlock()
			}
			n := inside.Add(1)
			defer inside.Add(-1)
			for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
			}
			time.Sleep(200 * time.Millisecond)
			return node.Ping(ctx).Err()
		})
		return most.Load(), err
	}
	if n, err := together(nil); err != nil || n != 3 {
		return "", "", unexpected(fmt.Sprintf("closures of ForEachMaster at once: %d", n), err)
	}
	if n, err := together(new(sync.Mutex)); err != nil || n != 1 {
		return "", "", unexpected(fmt.Sprintf("closures with a lock at once: %d", n), err)
	}
	return "the closures of ForEachMaster ran for all three masters at once", "with a sync.Mutex one wrote at a time", nil
}

func emptykeys(e *env) (bad, good string, err error) {
	var keys []string
	err = e.rdb.Del(ctx, keys...).Err()
	if err == nil || !strings.Contains(err.Error(), "wrong number of arguments for 'del' command") {
		return "", "", unexpected("DEL of an empty list", err)
	}
	err = e.rdb.HSet(ctx, "empty", map[string]any{}).Err()
	if err == nil || !strings.Contains(err.Error(), "wrong number of arguments for 'hset' command") {
		return "", "", unexpected("HSET of an empty map", err)
	}
	keys = append(keys, "empty")
	if err := e.rdb.Del(ctx, keys...).Err(); err != nil {
		return "", "", err
	}
	return "DEL of an empty list and HSET of an empty map failed with \"wrong number of arguments\"", "with one key DEL went through", nil
}

func scancursor(e *env) (bad, good string, err error) {
	for i := range 1000 {
		if err := e.rdb.Set(ctx, fmt.Sprintf("cursor:%d", i), 1, time.Minute).Err(); err != nil {
			return "", "", err
		}
	}
	keys, cursor, err := e.rdb.Scan(ctx, 0, "cursor:*", 100).Result()
	if err != nil || len(keys) >= 1000 || cursor == 0 {
		return "", "", unexpected(fmt.Sprintf("one SCAN: %d keys, cursor %d", len(keys), cursor), err)
	}
	all := map[string]bool{}
	it := e.rdb.Scan(ctx, 0, "cursor:*", 100).Iterator()
	for it.Next(ctx) {
		all[it.Val()] = true
	}
	if err := it.Err(); err != nil || len(all) != 1000 {
		return "", "", unexpected(fmt.Sprintf("the iterator: %d keys", len(all)), err)
	}
	return "one SCAN with COUNT 100 answered less than all of 1000 keys", "the iterator answered all", nil
}
