// Package place has commands at all sorts of places.
package place

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

type cache struct {
	rdb       redis.UniversalClient
	isCluster bool
	mode      string
}

func newCache(addrs []string) *cache {
	return &cache{rdb: redis.NewUniversalClient(&redis.UniversalOptions{Addrs: addrs})}
}

func (c *cache) loops(ctx context.Context, ids []string, ticker *time.Ticker) {
	c.rdb.Get(ctx, "a") // want `once$`
	for _, id := range ids {
		c.rdb.Get(ctx, id) // want `each turn$`
		c.turn(ctx)        // want `each turn$`
	}
	for i := range c.rdb.Get(ctx, "b").Val() { // want `once$`
		func() {
			c.rdb.Get(ctx, string(rune(i))) // want `each turn$`
		}()
	}
	for c.rdb.Get(ctx, "c").Err() == nil { // want `each turn$`
	}
	for range ticker.C {
		c.rdb.Get(ctx, "d") // want `each tick$`
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			c.rdb.Get(ctx, "e") // want `each tick$`
		}
	}
}

func (c *cache) turn(ctx context.Context) {
	c.rdb.Get(ctx, "a") // want `each turn$`
}

// Turn is exported: others call it as well.
func (c *cache) Turn(ctx context.Context) {
	c.rdb.Get(ctx, "a") // want `once$`
}

func (c *cache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.Turn(r.Context()) // want `each request$`
}

func (c *cache) get(r *http.Request) {
	c.rdb.Get(r.Context(), "a") // want `once$`
}

func (c *cache) branches(ctx context.Context) {
	if c.isCluster {
		c.rdb.Get(ctx, "a") // want `once$`
	} else {
		c.rdb.Get(ctx, "b") // want `once, off the cluster$`
		c.single(ctx)       // want `once, off the cluster$`
	}
	if c.mode != "cluster" {
		c.rdb.Get(ctx, "c") // want `once, off the cluster$`
	}
	if c.mode != "single" {
		c.rdb.Get(ctx, "d") // want `once$`
	}
	if !c.isCluster || c.mode == "x" {
		c.rdb.Get(ctx, "e") // want `once$`
	}
	switch c.mode {
	case "cluster":
		c.rdb.Get(ctx, "f") // want `once$`
	default:
		c.rdb.Get(ctx, "g") // want `once, off the cluster$`
	}
	if cc, ok := c.rdb.(*redis.ClusterClient); ok {
		cc.Get(ctx, "h") // want `once$`
		return
	}
	c.rdb.Get(ctx, "i") // want `once, off the cluster$`
}

func (c *cache) single(ctx context.Context) {
	c.rdb.Get(ctx, "a") // want `once, off the cluster$`
}
