package leakedclient

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// For the life of the process.
var shared = redis.NewClient(&redis.Options{Addr: "localhost:6379"})

func endless(ctx context.Context, rdb *redis.Client) {
	ps := rdb.Subscribe(ctx, "orders")
	for msg := range ps.Channel() {
		use(msg)
	}
}

func endlessChained(ctx context.Context, rdb *redis.Client) {
	for msg := range rdb.Subscribe(ctx, "orders").Channel() {
		use(msg)
	}
}

func endlessSelect(ctx context.Context, rdb *redis.Client, ticks <-chan int) error {
	ps := rdb.Subscribe(ctx, "orders")
	ch := ps.Channel(redis.WithChannelSize(1000))
	for {
		select {
		case msg, ok := <-ch:
			if !ok {
				return errClosed // somebody has closed it
			}
			use(msg)
		case n := <-ticks:
			use(n)
		}
	}
}

func endlessGoroutine(ctx context.Context, rdb *redis.Client) {
	ps := rdb.Subscribe(ctx, "orders")
	go func() {
		for msg := range ps.Channel() {
			use(msg)
		}
	}()
}

func endlessChannel(ctx context.Context, rdb *redis.Client) {
	ch := rdb.Subscribe(ctx, "orders").Channel()
	go consume(ch)
}

func consume(ch <-chan *redis.Message) {
	for msg := range ch {
		use(msg)
	}
}

// Closed on every path.
func deferred(ctx context.Context, rdb *redis.Client) error {
	ps := rdb.Subscribe(ctx, "orders")
	defer ps.Close()
	_, err := ps.Receive(ctx)
	return err
}

func deferredLiteral(ctx context.Context, rdb *redis.Client) error {
	ps := rdb.Subscribe(ctx, "orders")
	defer func() {
		if err := ps.Close(); err != nil {
			log.Print(err)
		}
	}()
	_, err := ps.Receive(ctx)
	return err
}

func everyPath(ctx context.Context, rdb *redis.Client) error {
	ps := rdb.Subscribe(ctx, "orders")
	if _, err := ps.Receive(ctx); err != nil {
		ps.Close()
		return err
	}
	return ps.Close()
}

func conditional(ctx context.Context, rdb *redis.Client, on bool) error {
	var ps *redis.PubSub
	if on {
		ps = rdb.Subscribe(ctx, "orders")
	}
	if ps != nil {
		defer ps.Close()
	}
	if on {
		_, err := ps.Receive(ctx)
		return err
	}
	return nil
}

func sameCondition(ctx context.Context, rdb *redis.Client, on bool) error {
	var ps *redis.PubSub
	if on {
		ps = rdb.Subscribe(ctx, "orders")
		use(len(ps.String()))
	}
	if on {
		ps.Close()
	}
	return nil
}

func eachTurn(ctx context.Context, rdb *redis.Client) {
	for {
		ps := rdb.Subscribe(ctx, "orders")
		for {
			msg, err := ps.ReceiveMessage(ctx)
			if err != nil {
				break
			}
			use(msg)
		}
		ps.Close()
	}
}

// The program ends.
func exits(ctx context.Context, rdb *redis.Client) {
	ps := rdb.Subscribe(ctx, "orders")
	if _, err := ps.Receive(ctx); err != nil {
		log.Fatal(err)
	}
	msg, err := ps.ReceiveMessage(ctx)
	if err != nil {
		panic(err)
	}
	use(msg)
	os.Exit(0)
}

// Others have it.
func returned(ctx context.Context, rdb *redis.Client) (<-chan *redis.Message, func() error) {
	ps := rdb.Subscribe(ctx, "orders")
	return ps.Channel(), ps.Close
}

func named(ctx context.Context, rdb *redis.Client) (ps *redis.PubSub, err error) {
	ps = rdb.Subscribe(ctx, "orders")
	_, err = ps.Receive(ctx)
	return
}

func (l *listener) stored(ctx context.Context) {
	l.ps = l.rdb.Subscribe(ctx, "orders")
}

func (l *listener) storedLater(ctx context.Context, all map[string]*redis.PubSub, to chan<- *redis.PubSub) {
	a := l.rdb.Subscribe(ctx, "a")
	all["a"] = a
	b := l.rdb.Subscribe(ctx, "b")
	to <- b
	c := &listener{ps: l.rdb.Subscribe(ctx, "c")}
	use(c)
}

func handed(ctx context.Context, rdb *redis.Client) error {
	ps := rdb.Subscribe(ctx, "orders")
	return drain(ctx, ps)
}

func drain(ctx context.Context, ps *redis.PubSub) error {
	defer ps.Close()
	_, err := ps.Receive(ctx)
	return err
}

func closedBeside(ctx context.Context, rdb *redis.Client, wg *sync.WaitGroup) {
	ps := rdb.Subscribe(ctx, "orders")
	context.AfterFunc(ctx, func() { ps.Close() })
	wg.Go(func() {
		for msg := range ps.Channel() {
			use(msg)
		}
	})
}

func closer(ctx context.Context, rdb *redis.Client, onExit func(func() error)) {
	ps := rdb.Subscribe(ctx, "orders")
	onExit(ps.Close)
	use(ps.String())
}

func outer(ctx context.Context, rdb *redis.Client) error {
	var ps *redis.PubSub
	connect := func() { ps = rdb.Subscribe(ctx, "orders") }
	connect()
	return ps.Close()
}

// Connections.
func connDeferred(ctx context.Context, rdb *redis.Client) error {
	c := rdb.Conn()
	defer c.Close()
	return c.Ping(ctx).Err()
}

// Clients.
func newClient(ctx context.Context) (*redis.Client, error) {
	rdb := redis.NewClient(&redis.Options{Addr: "localhost:6379"})
	if err := rdb.Ping(ctx).Err(); err != nil {
		return nil, err
	}
	return rdb, nil
}

func retried(ctx context.Context) *redis.Client {
	for {
		rdb, err := newClient(ctx)
		if err == nil {
			return rdb
		}
		time.Sleep(time.Second)
	}
}

func onceInAWhile(ctx context.Context) error {
	rdb := redis.NewClient(&redis.Options{Addr: "localhost:6379"})
	return rdb.Ping(ctx).Err()
}

func handlerCloses(w http.ResponseWriter, r *http.Request) {
	rdb := redis.NewClient(&redis.Options{Addr: "localhost:6379"})
	defer rdb.Close()
	fmt.Fprint(w, rdb.Get(r.Context(), "name").Val())
}

func handlerShares(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, pool("localhost:6379").Get(r.Context(), "name").Val())
}

var pools sync.Map

func pool(addr string) *redis.Client {
	if rdb, ok := pools.Load(addr); ok {
		return rdb.(*redis.Client)
	}
	rdb := redis.NewClient(&redis.Options{Addr: addr})
	pools.Store(addr, rdb)
	return rdb
}

func perNode(addrs []string) map[string]*redis.Client {
	out := map[string]*redis.Client{}
	for _, addr := range addrs {
		out[addr] = redis.NewClient(&redis.Options{Addr: addr})
	}
	return out
}

func connected(ctx context.Context) error {
	var rdb *redis.Client
	for range 10 {
		rdb = redis.NewClient(&redis.Options{Addr: "localhost:6379"})
		if rdb.Ping(ctx).Err() == nil {
			break
		}
	}
	return rdb.Ping(ctx).Err()
}

// What the requests of one process share.
type server struct {
	once sync.Once
	rdb  *redis.Client
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.once.Do(func() { s.rdb = redis.NewClient(&redis.Options{Addr: "localhost:6379"}) })
	ps := s.rdb.Subscribe(r.Context(), "events")
	defer ps.Close()
	for {
		select {
		case <-r.Context().Done():
			return
		case msg := <-ps.Channel():
			fmt.Fprint(w, msg.Payload)
		}
	}
}
