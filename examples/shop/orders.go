package shop

import (
	"context"
	"encoding/json"
	"time"

	"github.com/redis/go-redis/v9"
)

// Checkout makes an order of a cart.
func Checkout(ctx context.Context, rdb *redis.ClusterClient, user string) error {
	return rdb.Rename(ctx, "cart:"+user, "order:"+user).Err()
}

// A MailJob is a mail that waits to be sent.
type MailJob struct{ To, Subject, Body string }

// MailWorker sends the mails of the queue.
func MailWorker(ctx context.Context, rdb *redis.Client, send func(MailJob) error) error {
	for {
		reply, err := rdb.BRPop(ctx, 5*time.Second, "queue:mail").Result()
		if err == redis.Nil {
			continue
		}
		if err != nil {
			return err
		}
		var job MailJob
		if err := json.Unmarshal([]byte(reply[1]), &job); err != nil {
			return err
		}
		if err := send(job); err != nil {
			return err
		}
	}
}
