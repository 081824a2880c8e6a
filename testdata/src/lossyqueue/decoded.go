package lossyqueue

import (
	"bytes"
	"context"
	"encoding/json"
	"log"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

type Job struct {
	ID   string
	Kind string
}

type mailer struct {
	rdb   redis.UniversalClient
	queue string
	jobs  chan Job
}

// The element is decoded, and the key says queue.
func (m *mailer) run(ctx context.Context) {
	for {
		val, err := m.rdb.LPop(ctx, m.queue).Bytes() // want "lossyqueue: LPOP takes work off m.queue before it is done, and a crash or deploy in between loses it: LMOVE it to a processing list, and LREM it there when done"
		if err != nil {
			return
		}
		var j Job
		if err := json.Unmarshal(val, &j); err != nil {
			continue
		}
		m.jobs <- j
	}
}

// The element's type says job, the command is kept in a variable.
func (m *mailer) next(ctx context.Context, list string) (j Job, err error) {
	cmd := m.rdb.BLPop(ctx, time.Second, list, list+":low") // want "lossyqueue: BLPOP takes work off .*BLMOVE it to a processing list"
	reply, err := cmd.Result()
	if err != nil {
		return j, err
	}
	err = json.NewDecoder(strings.NewReader(reply[1])).Decode(&j)
	return
}

// A sorted set by due time, a batch of it.
func (m *mailer) due(ctx context.Context) error {
	items, err := m.rdb.ZPopMin(ctx, "tasks:delayed", 10).Result() // want "lossyqueue: ZPOPMIN takes work off \"tasks:delayed\" before it is done, .*: move it to a second sorted set in a script, or lease it there with a later score, and ZREM it when done"
	if err != nil {
		return err
	}
	for _, item := range items {
		body := []byte(item.Member.(string))
		if err := m.deliver(bytes.TrimSpace(body)); err != nil {
			return err
		}
	}
	return nil
}

func (m *mailer) deliver(body []byte) error {
	log.Printf("%d bytes", len(body))
	return nil
}

// Only the producer says that these are jobs.
func (m *mailer) enqueueJob(ctx context.Context, id string) error {
	return m.rdb.LPush(ctx, "mails", id).Err()
}

func (m *mailer) pull(ctx context.Context) (string, error) {
	return m.rdb.RPop(ctx, "mails").Result() // want "lossyqueue: RPOP takes work off \"mails\""
}

// A set, whose name says that its members are work.
func (m *mailer) any(ctx context.Context) error {
	id, err := m.rdb.SPop(ctx, "jobs:ready").Result() // want "lossyqueue: SPOP takes work off \"jobs:ready\""
	if err != nil {
		return err
	}
	return m.deliver([]byte(id))
}

func (m *mailer) batch(ctx context.Context, handle func(string)) error {
	_, ids, err := m.rdb.BLMPop(ctx, time.Second, "right", 10, "queue:a", "queue:b").Result() // want "lossyqueue: BLMPOP takes work off \"queue:a\""
	if err != nil {
		return err
	}
	for _, id := range ids {
		go func(id string) { handle(id) }(id)
	}
	return nil
}

func (m *mailer) raw(ctx context.Context, handle func(any)) error {
	v, err := m.rdb.Do(ctx, "RPOP", "queue:raw").Result() // want "lossyqueue: RPOP takes work off \"queue:raw\""
	if err != nil {
		return err
	}
	handle(v)
	return nil
}

// The named result is set in a closure and returned by a bare return.
func (m *mailer) guarded(ctx context.Context, do func(func() error) error) (task string, err error) {
	err = do(func() error {
		task, err = m.rdb.LPop(ctx, m.queue).Result() // want "lossyqueue: LPOP"
		return err
	})
	return
}

type tickets struct {
	rdb  *redis.Client
	name string
}

// The helper answers the element, as a number.
func (t *tickets) next(ctx context.Context) (int64, error) {
	v, err := t.rdb.RPop(ctx, "next:"+t.name).Int64()
	if err != nil {
		return 0, err
	}
	return v, nil
}

// And this one by the name of its result.
func (t *tickets) named(ctx context.Context) (v string, err error) {
	v, err = t.rdb.RPop(ctx, "named:"+t.name).Result()
	return
}

func takesNumbers(ctx context.Context, rdb *redis.Client, queue string) (int64, error) {
	t := &tickets{rdb: rdb, name: queue}
	return t.next(ctx) // want "lossyqueue: RPOP takes work off"
}

func takesNamed(ctx context.Context, rdb *redis.Client, queue string) (string, error) {
	t := &tickets{rdb: rdb, name: queue}
	return t.named(ctx) // want "lossyqueue: RPOP takes work off"
}
