// Package levels goes through two packages, promoted methods and recursion.
package levels

import (
	"context"
	"time"

	"example.com/testdata/helpers/cache"
	"example.com/testdata/helpers/store"
)

func levels(ctx context.Context, s *store.Store, c *cache.Cache, id string) {
	s.PutForever(ctx, id, 1)
	c.SetForever(ctx, id, 1)

	c.Set(ctx, id, 1, 0) // want `missingttl: SET of "c:\*"`
	c.Set(ctx, id, 1, time.Hour)
	c.SetMinutes(ctx, id, 1, 0) // want `missingttl: SET of "c:\*"`
	c.SetMinutes(ctx, id, 1, 5)

	// Promoted through the embedded store.
	c.Put(ctx, "e:"+id, 1, 0) // want `missingttl: SET of "e:\*"`
	c.Put(ctx, "e:"+id, 1, time.Hour)

	s.PutUnlessEmpty(ctx, "u:"+id, id, 0) // want `missingttl: SET of "u:\*"`
	s.PutUnlessEmpty(ctx, "u:"+id, id, time.Hour)

	c.Even(ctx, 3, 0) // want `missingttl: SET of "c:n"`
	c.Even(ctx, 3, time.Minute)
}
