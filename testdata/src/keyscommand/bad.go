package keyscommand

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

type mirror interface {
	Keys(ctx context.Context, pattern string) *redis.StringSliceCmd
}

func raw(ctx context.Context, rdb *redis.Client, pattern string, m mirror) {
	rdb.Do(ctx, "KEYS", "a:*")                             // want `keyscommand: KEYS "a:\*" walks every key of the server while all other clients wait: iterate with Scan`
	rdb.Do(ctx, "keys", pattern)                           // want `keyscommand: KEYS pattern walks`
	cmd := redis.NewStringSliceCmd(ctx, "keys", "b:*")     // want `keyscommand: KEYS "b:\*"`
	_ = rdb.Process(ctx, cmd)                              // the constructor is reported
	m.Keys(ctx, "c:*")                                     // want `keyscommand: KEYS "c:\*"`
	keys := rdb.Keys                                       // a method value sends nothing
	keys(ctx, "d:*")                                       // want `keyscommand: KEYS "d:\*"`
	(*redis.Client).Keys(rdb, ctx, "e:*")                  // want `keyscommand: KEYS "e:\*"`
	_ = len(rdb.Keys(ctx, strings.ToLower("F")+"*").Val()) // want `keyscommand: KEYS "f\*"`
}

func queued(ctx context.Context, rdb redis.UniversalClient, p redis.Pipeliner) {
	_, _ = rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Keys(ctx, "a:*") // want `keyscommand: KEYS "a:\*"`
		return nil
	})
	p.Keys(ctx, "b:*") // want `keyscommand: KEYS "b:\*"`
}

// find takes a pattern and hands it on.
func find(ctx context.Context, rdb *redis.Client, pattern string) ([]string, error) {
	return rdb.Keys(ctx, pattern).Result()
}

func finder(ctx context.Context, rdb *redis.Client, id string) {
	_, _ = find(ctx, rdb, "user:"+id+":*") // want `keyscommand: KEYS "user:\*:\*"`
}

// lonely has no caller, so it answers for itself.
func lonely(ctx context.Context, rdb *redis.Client, pattern string) *redis.StringSliceCmd {
	return rdb.Keys(ctx, pattern) // want `keyscommand: KEYS pattern`
}

// count does more than hand on its pattern: it is at fault, its callers are not.
func count(ctx context.Context, rdb *redis.Client, prefix string) int {
	n := 0
	for _, k := range rdb.Keys(ctx, prefix+"*").Val() { // want `keyscommand: KEYS`
		n += len(k)
	}
	return n
}

// hasPrefix hands its parameter on to a function that is at fault already.
func hasPrefix(ctx context.Context, rdb *redis.Client, prefix string) int {
	return count(ctx, rdb, prefix)
}

func counted(ctx context.Context, rdb *redis.Client) int {
	return hasPrefix(ctx, rdb, "x") + count(ctx, rdb, "y")
}

// byUser makes the pattern itself.
func byUser(ctx context.Context, rdb *redis.Client, id string) ([]string, error) {
	return find(ctx, rdb, "user:"+id) // want `keyscommand: KEYS "user:\*"`
}

func caller(ctx context.Context, rdb *redis.Client) {
	_, _ = byUser(ctx, rdb, "7")
}

type store interface {
	Find(ctx context.Context, pattern string) ([]string, error)
}

type redisStore struct{ rdb *redis.Client }

func (s redisStore) Find(ctx context.Context, pattern string) ([]string, error) {
	return s.rdb.Keys(ctx, pattern).Result()
}

type memoryStore map[string]string

func (memoryStore) Find(context.Context, string) ([]string, error) { return nil, nil }

func throughTwo(ctx context.Context, s *Service) {
	_, _ = s.Keys(ctx, "two:*")  // want `keyscommand: KEYS "two:\*"`
	_, _ = s.Names(ctx, "two:*") // want `keyscommand: KEYS "two:\*"`
}

// It does more than hand on: it makes its own pattern.
func (s *Service) All(ctx context.Context, prefix string) ([]string, error) {
	return s.repository.Keys(ctx, prefix+"*") // want `keyscommand: KEYS`
}

func throughInterface(ctx context.Context, s store) {
	_, _ = s.Find(ctx, "s:*") // want `keyscommand: KEYS "s:\*"`
}

func loops(ctx context.Context, rdb *redis.Client, ids []string, ticker *time.Ticker, done chan struct{}) {
	for _, id := range ids {
		_ = rdb.Keys(ctx, id+":*").Val() // want `keyscommand: KEYS "\*:\*" .* wait, here at every turn of a loop: iterate`
	}
	for _, k := range rdb.Keys(ctx, "once:*").Val() { // want `keyscommand: KEYS "once:\*" .* clients wait: iterate`
		_ = k
	}
	for range ticker.C {
		_ = rdb.Keys(ctx, "t:*").Val() // want `keyscommand: KEYS "t:\*" .* wait, here at every tick: iterate`
	}
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Second):
			_ = rdb.Keys(ctx, "a:*").Val() // want `here at every tick`
			sweep(ctx, rdb)
		}
	}
}

func sweep(ctx context.Context, rdb *redis.Client) {
	_ = rdb.Keys(ctx, "sweep:*").Val() // want `KEYS "sweep:\*" .* here at every tick`
}

type server struct{ rdb *redis.Client }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = s.rdb.Keys(r.Context(), "h:*").Val() // want `here for every HTTP request`
	s.list(r.Context())
}

func (s *server) list(ctx context.Context) {
	_ = s.rdb.Keys(ctx, "l:*").Val() // want `here for every HTTP request`
}

func (s *server) routes(mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		_ = s.rdb.Keys(r.Context(), "r:*").Val() // want `here for every HTTP request`
	})
}

// ginContext and echoContext have the shape of the frameworks' types.
type ginContext struct {
	Request *http.Request
	Writer  http.ResponseWriter
}

type echoContext interface {
	Request() *http.Request
	Response() http.ResponseWriter
}

// client makes requests, it answers none.
type client struct{ Request *http.Request }

func (s *server) gin(c *ginContext) {
	_ = s.rdb.Keys(c.Request.Context(), "g:*").Val() // want `here for every HTTP request`
}

func (s *server) echo(c echoContext) {
	_ = s.rdb.Keys(c.Request().Context(), "e:*").Val() // want `here for every HTTP request`
}

func (s *server) call(c *client) {
	_ = s.rdb.Keys(c.Request.Context(), "c:*").Val() // want `wait: iterate`
}
