package kinds

import (
	"context"
	"time"

	"example.com/testdata/helpers/chosen"
	"github.com/redis/go-redis/v9"
)

func modes(ctx context.Context, s *chosen.Store, id, token string, m chosen.Mode) {
	_ = s.Write(ctx, "a:"+id, 1, 0, chosen.Plain) // want `missingttl: SET of "a:\*" has no expiry`
	_ = s.Write(ctx, "a:"+id, 1, time.Hour, chosen.Plain)
	_ = s.Write(ctx, "a:"+id, 1, time.Hour, m)
	_ = s.Write(ctx, "a:"+id, 1, time.Hour, chosen.IfAbsent)
}

func kinds(ctx context.Context, s *chosen.Store, id string, k chosen.Kind) {
	_ = s.Kinds(ctx, chosen.Session, id, 1)
	_ = s.Kinds(ctx, chosen.Page, id, 1)
	_ = s.Kinds(ctx, chosen.Profile, id, 1) // want `missingttl: SET of "profile:\*" has no expiry`
	_ = s.Kinds(ctx, k, id, 1)
}

func others(ctx context.Context, s *chosen.Store, id string, d time.Duration) {
	_ = s.OrMinute(ctx, "b:"+id, 1, 0)
	_ = s.OrMinute(ctx, "b:"+id, 1, d)
	_ = s.OrForever(ctx, "c:"+id, 1, 0) // want `missingttl: SET of "c:\*" has no expiry`
	_ = s.OrForever(ctx, "c:"+id, 1, time.Hour)
	_ = s.OrForever(ctx, "c:"+id, 1, d)
}

type name string

func typed(ctx context.Context, rdb *redis.Client, id string, n name) {
	_ = chosen.Typed(ctx, rdb, "d:"+id, 1, 0) // want `missingttl: SET of "d:\*" has no expiry`
	_ = chosen.Typed(ctx, rdb, "e:"+n, 1, 0)  // want `missingttl: SET of "e:\*" has no expiry`
	_ = chosen.Typed(ctx, rdb, "e:"+n, 1, time.Hour)
}
