// Package puts gives expiries to helpers in every form.
package puts

import (
	"context"
	"time"

	"example.com/testdata/helpers/store"
	"github.com/redis/go-redis/v9"
)

func ttls(ctx context.Context, s *store.Store, id string, ttl time.Duration) {
	s.Put(ctx, "a:"+id, 1, 0) // want `missingttl: SET of "a:\*" has no expiry`
	s.Put(ctx, "a:"+id, 1, time.Minute)
	s.Put(ctx, "a:"+id, 1, ttl)
	s.Put(ctx, "a:"+id, 1, redis.KeepTTL)

	s.PutPrefixed(ctx, id, 1, 0) // want `missingttl: SET of "app:\*"`
	s.PutPrefixed(ctx, id, 1, time.Minute)

	s.PutSeconds(ctx, "s:"+id, 1, 0) // want `missingttl: SET of "s:\*"`
	s.PutSeconds(ctx, "s:"+id, 1, 60)

	s.PutDefault(ctx, "d:"+id, 1, 0)
	s.PutStrict(ctx, "st:"+id, 1, 0)

	s.PutOptions(ctx, "o:"+id, 1, store.Options{})         // want `missingttl: SET of "o:\*"`
	s.PutOptions(ctx, "o:"+id, 1, store.Options{NX: true}) // want `missingttl: SET of "o:\*"`
	s.PutOptions(ctx, "o:"+id, 1, store.Options{TTL: ttl})
	s.PutPointer(ctx, "p:"+id, 1, &store.Options{}) // want `missingttl: SET of "p:\*"`
	s.PutPointer(ctx, "p:"+id, 1, &store.Options{TTL: time.Hour})
}
