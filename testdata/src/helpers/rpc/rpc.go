// Package rpc reaches Redis behind a service: the setting alone knows.
package rpc

import "time"

// Cache calls a service that keeps what it is given in Redis.
type Cache struct {
	call func(method string, args ...any) error
}

func (c *Cache) Put(key string, v any, ttl time.Duration) error { return c.call("put", key, v, ttl) }
