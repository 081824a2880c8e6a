// Package database keeps its data in Redis: one finding says so.
package database

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type Store struct{ rdb *redis.Client }

func (s *Store) Save(ctx context.Context, id string, data []byte) error {
	err := s.rdb.Set(ctx, "user:"+id, data, 0).Err() // want `missingttl: SET of "user:\*" and 11 more writes through \*redis.Client have no expiry, .*: if Redis is its database, say so with -persistent=./missingttl/database, else give each a TTL`
	if err != nil {
		return err
	}
	pipe := s.rdb.Pipeline()
	pipe.Set(ctx, "field1:"+id, data, 0)
	pipe.Set(ctx, "field2:"+id, data, 0)
	pipe.Set(ctx, "field3:"+id, data, 0)
	pipe.Set(ctx, "field4:"+id, data, 0)
	pipe.Set(ctx, "field5:"+id, data, 0)
	pipe.Set(ctx, "field6:"+id, data, 0)
	pipe.Set(ctx, "field7:"+id, data, 0)
	pipe.Set(ctx, "field8:"+id, data, 0)
	pipe.Set(ctx, "field9:"+id, data, 0)
	pipe.Set(ctx, "field10:"+id, data, 0)
	_, err = pipe.Exec(ctx)
	return err
}

func (s *Store) Index(ctx context.Context, id string) error {
	return s.rdb.MSet(ctx, "last", id).Err()
}

// Another client is counted by itself.
func other(ctx context.Context, rdb redis.Cmdable, id string) {
	rdb.Set(ctx, "other:"+id, 1, 0) // want `missingttl: SET of "other:\*" has no expiry`
}
