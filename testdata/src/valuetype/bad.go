package valuetype

import (
	"context"
	"encoding/json"
	"time"

	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

type role string

type level int

type session struct {
	User string
	Seen time.Time
}

type stamped struct{ at int64 }

func (s *stamped) MarshalBinary() ([]byte, error) { return json.Marshal(s.at) }

func structValue(ctx context.Context, rdb *redis.Client, id string, s session) error {
	return rdb.Set(ctx, "session:"+id, s, time.Hour).Err() // want "valuetype: SET of \"session:\\*\" gets s of type session, which the client cannot encode, so that it always fails with \"can't marshal\": encode it"
}

func structPointer(ctx context.Context, rdb redis.UniversalClient, id string) error {
	return rdb.SetEx(ctx, "session:"+id, &session{User: id}, time.Hour).Err() // want "valuetype: SETEX of .* of type \\*session"
}

func namedInHash(ctx context.Context, rdb redis.Cmdable, id string, r role, l level) error {
	return rdb.HSet(ctx, "user:"+id, "role", r, "level", l).Err() // want "valuetype: HSET of \"user:\\*\" gets r of type role, .* pass string.r."
}

func namedInMap(ctx context.Context, rdb redis.Cmdable, id string, r role) error {
	return rdb.HSet(ctx, "user:"+id, map[string]any{"name": id, "role": r}).Err() // want "valuetype: .*pass string.r."
}

func setInMap(ctx context.Context, rdb redis.Cmdable, id string, tags []string) error {
	fields := map[string]interface{}{"name": id}
	fields["tags"] = tags
	return rdb.HMSet(ctx, "user:"+id, fields).Err() // want "valuetype: HMSET of .* gets tags of type ..string"
}

func raw(ctx context.Context, rdb *redis.Client, id string, body json.RawMessage) error {
	return rdb.LPush(ctx, "queue:"+id, body).Err() // want "valuetype: LPUSH of .* gets body of type json.RawMessage, .* pass ..byte.body."
}

func notSpread(ctx context.Context, rdb *redis.Client, id string, ids []int64) error {
	return rdb.SAdd(ctx, "members:"+id, ids).Err() // want "valuetype: SADD of .* gets ids of type ..int64, .*followed by"
}

func amongOthers(ctx context.Context, rdb *redis.Client, id string, names []string) error {
	return rdb.SRem(ctx, "members:"+id, "everyone", names).Err() // want "valuetype: SREM of .* gets names of type ..string, .*pass its elements"
}

func pushedStruct(ctx context.Context, rdb *redis.Client, s session) error {
	return rdb.RPush(ctx, "sessions", s).Err() // want "valuetype: RPUSH of \"sessions\" gets s of type session, of which the client sends only fields with redis tags"
}

func member(ctx context.Context, rdb *redis.Client, score float64, s session) error {
	return rdb.ZAdd(ctx, "board", redis.Z{Score: score, Member: s}).Err() // want "valuetype: ZADD of \"board\" gets s"
}

func members(ctx context.Context, rdb *redis.Client, r role) error {
	zs := []redis.Z{{Score: 1, Member: "first"}, {Score: 2, Member: r}}
	return rdb.ZAdd(ctx, "board", zs...).Err() // want "valuetype: ZADD of \"board\" gets r"
}

func onPointer(ctx context.Context, rdb *redis.Client, s stamped) error {
	return rdb.Set(ctx, "stamp", s, time.Hour).Err() // want "valuetype: .*pass a pointer, which is what has MarshalBinary"
}

func appended(ctx context.Context, rdb *redis.Client, all []session) error {
	var values []any
	for _, s := range all {
		values = append(values, s)
	}
	return rdb.RPush(ctx, "sessions", values...).Err() // want "valuetype: RPUSH of \"sessions\" gets s of type session" "emptykeys: RPUSH of .sessions. fails"
}

func written(ctx context.Context, rdb *redis.Client, id string, r role) error {
	return rdb.Do(ctx, "HSET", "user:"+id, "role", r).Err() // want "valuetype: HSET of .*pass string.r."
}

func queued(ctx context.Context, rdb *redis.Client, m map[string]int) error {
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.HSet(ctx, "counts", m) // want "valuetype: HSET of \"counts\" gets m of type map.string.int, .*make it a map"
		return nil
	})
	return err
}

func streamed(ctx context.Context, rdb *redis.Client, s session) error {
	return rdb.XAdd(ctx, &redis.XAddArgs{Stream: "events", MaxLen: 1000, Values: map[string]any{"session": s}}).Err() // want "valuetype: XADD of \"events\" gets s"
}

var limit = redis.NewScript("return ARGV[1]")

func scripted(ctx context.Context, rdb *redis.Client, r role) error {
	return limit.Run(ctx, rdb, []string{"limit"}, r, 1).Err() // want "valuetype: EVALSHA of .*pass string.r."
}

func published(ctx context.Context, rdb *redis.Client, m map[string]string) error {
	return rdb.Publish(ctx, "events", m).Err() // want "valuetype: PUBLISH .*gets m of type map.string.string"
}

type store struct{ rdb *redis.Client }

func (s *store) put(ctx context.Context, key string, v any) error {
	return s.rdb.Set(ctx, key, v, time.Hour).Err()
}

func throughHelper(ctx context.Context, s *store, v session) error {
	return s.put(ctx, "session:1", v) // want "valuetype: SET of \"session:1\" gets v of type session"
}

func eighth(ctx context.Context, rdb *v8.Client, name *string) error {
	return rdb.Set(ctx, "name", name, time.Hour).Err() // want "valuetype: .*pass what it points to"
}

func seventh(rdb *v7.Client, d time.Duration) error {
	return rdb.Set("wait", d, time.Hour).Err() // want "valuetype: .*pass a number, as int64.d."
}

func expression(ctx context.Context, rdb *redis.Client, r role) error {
	return (*redis.Client).Set(rdb, ctx, "role", r, time.Hour).Err() // want "valuetype: .*pass string.r."
}

func init() {
	rdb := redis.NewClient(&redis.Options{})
	defer func() {
		rdb.Set(context.Background(), "boot", level(1), time.Hour) // want "valuetype: .*pass int.level.1.."
	}()
}

var boot = redis.NewClient(&redis.Options{}).Set(context.Background(), "boot", struct{ A int }{1}, time.Hour) // want "valuetype: SET of \"boot\" gets"

type typed[T any] struct{ rdb redis.Cmdable }

func (t typed[T]) save(ctx context.Context, stop <-chan struct{}, vs map[string]session) error {
	select {
	case <-stop:
		goto end
	default:
		return t.rdb.Set(ctx, "values", vs, time.Hour).Err() // want "valuetype: SET of \"values\" gets vs of type map"
	}
end:
	return nil
}

func dead(ctx context.Context, rdb *redis.Client, r role) {
	if false {
		rdb.Set(ctx, "role", r, time.Hour) // want "valuetype: .*pass string.r."
	}
}
