// Package defaulted calls helpers that correct expiries.
package defaulted

import (
	"context"
	"time"

	"example.com/testdata/helpers/defaults"
)

func all(ctx context.Context, c *defaults.Cache, id string, ttl time.Duration) {
	c.Field(ctx, "f:"+id, 1, 0)
	c.Longer(ctx, "l:"+id, 1, 0)
	c.AtMost(ctx, "m:"+id, 1, 0) // want `missingttl: SET of "m:\*"`
	c.AtMost(ctx, "m:"+id, 1, time.Minute)
	c.AtMost(ctx, "m:"+id, 1, ttl)
	c.Or(ctx, "o:"+id, 1, 0)
	c.OrNone(ctx, "n:"+id, 1, 0, 0) // want `missingttl: SET of "n:\*"`
	c.OrNone(ctx, "n:"+id, 1, 0, time.Hour)
	c.OrNone(ctx, "n:"+id, 1, ttl, 0)
	c.Seconds(ctx, "s:"+id, 1, 0) // want `missingttl: SET of "s:\*"`
	c.Seconds(ctx, "s:"+id, 1, 60)
}
