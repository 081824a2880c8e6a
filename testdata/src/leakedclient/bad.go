package leakedclient

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

var errClosed = errors.New("closed")

func use(...any) {}

// The way out after Receive.
func received(ctx context.Context, rdb *redis.Client) error {
	ps := rdb.Subscribe(ctx, "orders") // want "leakedclient: nothing closes this subscription on the way out at bad.go:[0-9]+, so its connection stays subscribed, and what reads from it runs on: defer its Close where it is made"
	if _, err := ps.Receive(ctx); err != nil {
		return err
	}
	defer ps.Close()
	for msg := range ps.Channel() {
		use(msg)
	}
	return nil
}

func receivedInGoroutine(ctx context.Context, rdb redis.UniversalClient) error {
	ps := rdb.PSubscribe(ctx, "orders:*") // want "leakedclient: nothing closes this subscription on the way out at bad.go:[0-9]+"
	if _, err := ps.ReceiveTimeout(ctx, time.Second); err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	go func() {
		defer ps.Close()
		for msg := range ps.Channel() {
			use(msg)
		}
	}()
	return nil
}

type listener struct {
	rdb *redis.Client
	ps  *redis.PubSub
}

func (l *listener) start(ctx context.Context) error {
	ps := l.rdb.SSubscribe(ctx, "{orders}") // want "leakedclient: nothing closes this subscription on the way out at bad.go:[0-9]+"
	if err := ps.Ping(ctx); err != nil {
		return err
	}
	l.ps = ps
	return nil
}

func (l *listener) constructor(ctx context.Context) (*redis.PubSub, error) {
	ps := l.rdb.Subscribe(ctx, "orders") // want "leakedclient: .* on the way out at bad.go:[0-9]+"
	if _, err := ps.Receive(ctx); err != nil {
		return nil, err
	}
	return ps, nil
}

func chained(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.Subscribe(ctx, "orders").Receive(ctx) // want "leakedclient: nothing closes this subscription anywhere, .*: keep it in a variable, and defer its Close"
	return err
}

// Another one at each turn of the loop.
func again(ctx context.Context, rdb *redis.Client) {
	for {
		ps := rdb.Subscribe(ctx, "orders") // want "leakedclient: nothing closes this subscription anywhere"
		for {
			msg, err := ps.ReceiveMessage(ctx)
			if err != nil {
				break
			}
			use(msg)
		}
		time.Sleep(time.Second)
	}
}

func againSometimes(ctx context.Context, rdb *redis.Client) {
	for {
		ps := rdb.Subscribe(ctx, "orders") // want "leakedclient: nothing closes this subscription before the next turn of the loop makes another one"
		if _, err := ps.Receive(ctx); err != nil {
			continue
		}
		for msg := range ps.Channel() {
			use(msg)
		}
		ps.Close()
	}
}

// A function that only looks at it.
func ready(ctx context.Context, ps *redis.PubSub) error {
	_, err := ps.Receive(ctx)
	return err
}

// One that does nothing but subscribe.
func (l *listener) subscribe(ctx context.Context, channel string) *redis.PubSub {
	return l.rdb.Subscribe(ctx, channel)
}

func (l *listener) through(ctx context.Context) error {
	ps := l.subscribe(ctx, "orders") // want "leakedclient: nothing closes this subscription on the way out"
	if _, err := ps.Receive(ctx); err != nil {
		return err
	}
	return ps.Close()
}

func connSometimes(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn() // want "leakedclient: nothing closes this connection on the way out"
	if err := c.Ping(ctx).Err(); err != nil {
		return err
	}
	defer c.Close()
	return c.Set(ctx, "name", "worker", time.Hour).Err()
}

func connChained(ctx context.Context, rdb *redis.Client) error {
	return rdb.Conn().Ping(ctx).Err() // want "leakedclient: nothing closes this connection anywhere"
}

func handlerSometimes(w http.ResponseWriter, r *http.Request) {
	rdb := redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{"localhost:6379"}}) // want "leakedclient: nothing closes the client that NewClusterClient makes for every HTTP request on the way out"
	if err := rdb.Ping(r.Context()).Err(); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprint(w, rdb.Get(r.Context(), "name").Val())
	rdb.Close()
}

func count(ctx context.Context) int64 {
	return redis.NewUniversalClient(&redis.UniversalOptions{Addrs: []string{"localhost:6379"}}).Incr(ctx, "hits").Val() // want "leakedclient: nothing closes the client that NewUniversalClient makes for every HTTP request anywhere, .*: keep it in a variable, and make one"
}

func counted(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, count(r.Context())) }

// A client at each turn.
func nodes(ctx context.Context, addrs []string) {
	for _, addr := range addrs {
		rdb := redis.NewClient(&redis.Options{Addr: addr}) // want "leakedclient: nothing closes the client that NewClient makes at every turn of a loop anywhere"
		if err := rdb.Ping(ctx).Err(); err != nil {
			log.Print(err)
		}
	}
}

func ticks(ctx context.Context) {
	for range time.Tick(time.Minute) {
		rdb := redis.NewClient(&redis.Options{Addr: "localhost:6379"}) // want "leakedclient: nothing closes the client that NewClient makes at every tick before the next turn"
		if rdb.Ping(ctx).Err() != nil {
			continue
		}
		rdb.Close()
	}
}
