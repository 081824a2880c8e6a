// Package options takes expiries from functional options.
package options

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type options struct {
	ttl time.Duration
	nx  bool
}

// Option is a function.
type Option func(*options)

func WithTTL(d time.Duration) Option { return func(o *options) { o.ttl = d } }

func WithNX() Option { return func(o *options) { o.nx = true } }

// Forever is another option's special case.
func Forever() Option { return WithTTL(0) }

// NoTTL is an option itself.
func NoTTL(o *options) { o.ttl = 0 }

// Sometimes decides at run time.
func Sometimes(d time.Duration) Option {
	return func(o *options) {
		if d > time.Second {
			o.ttl = d
		}
	}
}

// Hour is an option in a variable.
var Hour = WithTTL(time.Hour)

type Cache struct {
	rdb redis.UniversalClient
	ttl time.Duration
}

func New(rdb redis.UniversalClient, ttl time.Duration) *Cache { return &Cache{rdb, ttl} }

// Put has no default: without an option the value stays.
func (c *Cache) Put(ctx context.Context, key string, v any, opts ...Option) error {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	return c.rdb.Set(ctx, key, v, o.ttl).Err()
}

// Lease has a default.
func (c *Cache) Lease(ctx context.Context, key string, v any, opts ...Option) error {
	o := options{ttl: time.Hour}
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	return c.rdb.Set(ctx, key, v, o.ttl).Err()
}

// Own has a default that its values differ in.
func (c *Cache) Own(ctx context.Context, key string, v any, opts ...Option) error {
	o := &options{ttl: c.ttl}
	for _, opt := range opts {
		opt(o)
	}
	return c.rdb.Set(ctx, key, v, o.ttl).Err()
}

// Collected collects its options elsewhere.
func (c *Cache) Collected(ctx context.Context, key string, v any, opts ...Option) error {
	o := collect(opts...)
	return c.rdb.Set(ctx, key, v, o.ttl).Err()
}

func collect(opts ...Option) options {
	o := defaults()
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

func defaults() options { return options{nx: false} }

// Prefixed hands its options on.
func (c *Cache) Prefixed(ctx context.Context, key string, v any, opts ...Option) error {
	return c.Put(ctx, "p:"+key, v, opts...)
}

// Corrected mends what the options left out.
func (c *Cache) Corrected(ctx context.Context, key string, v any, opts ...Option) error {
	o := collect(opts...)
	if o.ttl <= 0 {
		o.ttl = time.Minute
	}
	return c.rdb.Set(ctx, key, v, o.ttl).Err()
}

// Setting is an interface.
type Setting interface{ apply(*options) }

type ttlSetting time.Duration

func (t ttlSetting) apply(o *options) { o.ttl = time.Duration(t) }

type settingFunc func(*options)

func (f settingFunc) apply(o *options) { f(o) }

// Lasting is a value with a method, Lifetime a function with one.
func Lasting(d time.Duration) Setting { return ttlSetting(d) }

func Lifetime(d time.Duration) Setting { return settingFunc(func(o *options) { o.ttl = d }) }

func (c *Cache) Store(ctx context.Context, key string, v any, settings ...Setting) error {
	var o options
	for _, s := range settings {
		s.apply(&o)
	}
	return c.rdb.Set(ctx, key, v, o.ttl).Err()
}

func here(ctx context.Context, c *Cache, id string, some []Option) {
	c.Put(ctx, "a:"+id, 1) // want `missingttl: SET of "a:\*" has no expiry`
	c.Put(ctx, "a:"+id, 1, WithTTL(time.Minute))
	c.Put(ctx, "a:"+id, 1, some...)
}
