package leakedclient

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

// Nothing closes it at all.
func one(ctx context.Context, rdb *redis.Client) (string, error) {
	ps := rdb.Subscribe(ctx, "answers") // want "leakedclient: nothing closes this subscription anywhere"
	msg, err := ps.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return msg.Payload, nil
}

func unsubscribed(ctx context.Context, rdb *redis.Client) (string, error) {
	ps := rdb.Subscribe(ctx, "answers") // want "leakedclient: nothing closes this subscription anywhere"
	defer ps.Unsubscribe(ctx, "answers")
	select {
	case msg := <-ps.Channel():
		return msg.Payload, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func inLiteral(ctx context.Context, rdb *redis.Client) func() error {
	return func() error {
		ps := rdb.Subscribe(ctx, "orders") // want "leakedclient: nothing closes this subscription anywhere"
		_, err := ps.Receive(ctx)
		return err
	}
}

func helped(ctx context.Context, rdb *redis.Client) error {
	ps := rdb.Subscribe(ctx, "orders") // want "leakedclient: nothing closes this subscription anywhere"
	return ready(ctx, ps)
}

// A connection.
func conn(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn() // want "leakedclient: nothing closes this connection anywhere, so it never goes back to the pool, which runs empty"
	if err := c.ClientSetName(ctx, "worker").Err(); err != nil {
		return err
	}
	return c.Set(ctx, "name", "worker", time.Hour).Err()
}

// A client for each request.
func handler(w http.ResponseWriter, r *http.Request) {
	rdb := redis.NewClient(&redis.Options{Addr: "localhost:6379"}) // want "leakedclient: nothing closes the client that NewClient makes for every HTTP request anywhere, so its pool and its connections stay: make one client for the whole program, or defer its Close"
	fmt.Fprint(w, rdb.Get(r.Context(), "name").Val())
}

// A subscription for each request, in a goroutine that nothing ends.
func events(w http.ResponseWriter, r *http.Request) {
	rdb := shared
	ps := rdb.Subscribe(r.Context(), "events") // want "leakedclient: nothing closes this subscription anywhere"
	go func() {
		for msg := range ps.Channel() {
			use(msg)
		}
	}()
	w.WriteHeader(http.StatusAccepted)
}
