// Package clients imports every version of go-redis that redislint knows, so
// that the module requires them all, and uses one key of each in a way that
// no rule objects to.
package clients

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
	v9 "github.com/redis/go-redis/v9"
)

func set(ctx context.Context, a *v6.Client, b *v7.Client, c *v8.Client, d *v9.Client) []error {
	return []error{
		a.Set("k", "v", time.Minute).Err(),
		b.Set("k", "v", time.Minute).Err(),
		c.Set(ctx, "k", "v", time.Minute).Err(),
		d.Set(ctx, "k", "v", time.Minute).Err(),
	}
}
