// Package fix is judged with a default TTL.
package fix

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

func save(ctx context.Context, rdb *redis.Client, id string) error {
	if err := rdb.Set(ctx, "a:"+id, 1, 0).Err(); err != nil { // want `missingttl: `
		return fmt.Errorf("set: %w", err)
	}
	pipe := rdb.Pipeline()

	pipe.SetXX(ctx, "b:"+id, 1, 0) // want `missingttl: `

	pipe.SetArgs(ctx, "c:"+id, 1, redis.SetArgs{}) // want `missingttl: `

	pipe.SetArgs(ctx, "d:"+id, 1, redis.SetArgs{Mode: "XX"}) // want `missingttl: `

	pipe.SetArgs(ctx, "e:"+id, 1, redis.SetArgs{TTL: 0, Mode: "XX"}) // want `missingttl: `

	pipe.SetNX(ctx, "f:"+id, 1, 0) // want `missingttl: `
	_, err := pipe.Exec(ctx)
	return err
}
