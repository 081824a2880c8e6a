// Package optional gives options to helpers of another package.
package optional

import (
	"context"
	"time"

	"example.com/testdata/helpers/options"
)

func functional(ctx context.Context, c *options.Cache, id string, ttl time.Duration, some []options.Option, one options.Option) {
	c.Put(ctx, "a:"+id, 1)                                      // want `missingttl: SET of "a:\*" has no expiry`
	c.Put(ctx, "a:"+id, 1, options.WithTTL(0))                  // want `missingttl: SET of "a:\*"`
	c.Put(ctx, "a:"+id, 1, options.WithNX())                    // want `missingttl: SET of "a:\*"`
	c.Put(ctx, "a:"+id, 1, options.Forever())                   // want `missingttl: SET of "a:\*"`
	c.Put(ctx, "a:"+id, 1, options.NoTTL)                       // want `missingttl: SET of "a:\*"`
	c.Put(ctx, "a:"+id, 1, options.Hour, options.WithTTL(0))    // want `missingttl: SET of "a:\*"`
	c.Put(ctx, "a:"+id, 1, []options.Option{options.NoTTL}...)  // want `missingttl: SET of "a:\*"`
	c.Put(ctx, "a:"+id, 1, options.Sometimes(0), options.NoTTL) // want `missingttl: SET of "a:\*"`
	c.Put(ctx, "a:"+id, 1, options.WithTTL(time.Hour))
	c.Put(ctx, "a:"+id, 1, options.WithTTL(ttl))
	c.Put(ctx, "a:"+id, 1, options.WithNX(), options.Hour)
	c.Put(ctx, "a:"+id, 1, options.Sometimes(0))
	c.Put(ctx, "a:"+id, 1, some...)
	c.Put(ctx, "a:"+id, 1, options.WithTTL(0), one)
}
