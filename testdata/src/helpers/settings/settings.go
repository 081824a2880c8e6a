// Package settings gives settings in other forms, and to helpers with defaults.
package settings

import (
	"context"
	"time"

	"example.com/testdata/helpers/options"
)

func defaults(ctx context.Context, c *options.Cache, id string) {
	c.Lease(ctx, "l:"+id, 1)
	c.Lease(ctx, "l:"+id, 1, options.WithNX())
	c.Lease(ctx, "l:"+id, 1, options.WithTTL(0)) // want `missingttl: SET of "l:\*"`

	c.Own(ctx, "o:"+id, 1)
	c.Own(ctx, "o:"+id, 1, options.Forever()) // want `missingttl: SET of "o:\*"`

	c.Collected(ctx, "c:"+id, 1) // want `missingttl: SET of "c:\*"`
	c.Collected(ctx, "c:"+id, 1, options.Hour)

	c.Prefixed(ctx, id, 1) // want `missingttl: SET of "p:\*"`
	c.Prefixed(ctx, id, 1, options.WithTTL(time.Second))

	c.Corrected(ctx, "m:"+id, 1)
	c.Corrected(ctx, "m:"+id, 1, options.WithTTL(0))
}

func settings(ctx context.Context, c *options.Cache, id string) {
	c.Store(ctx, "s:"+id, 1)                      // want `missingttl: SET of "s:\*"`
	c.Store(ctx, "s:"+id, 1, options.Lasting(0))  // want `missingttl: SET of "s:\*"`
	c.Store(ctx, "s:"+id, 1, options.Lifetime(0)) // want `missingttl: SET of "s:\*"`
	c.Store(ctx, "s:"+id, 1, options.Lasting(time.Hour))
	c.Store(ctx, "s:"+id, 1, options.Lifetime(time.Hour))
}

// settled gives its own expiry, by a closure.
func settled(ctx context.Context, c *options.Cache, id string) {
	long := options.WithTTL(24 * time.Hour)
	c.Put(ctx, "x:"+id, 1, long)
	none := options.Forever()
	c.Put(ctx, "x:"+id, 1, none) // want `missingttl: SET of "x:\*"`
}
