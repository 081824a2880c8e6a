package main

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"

	"example.com/module/forward"
	"example.com/module/internal/board"
	"example.com/module/ledger"
	"example.com/module/memory"
	"example.com/module/orders"
	"example.com/module/report"
)

func main() {
	ctx := context.Background()
	cluster := redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{"localhost:7000"}})
	cluster.SetCommandInfoResolver(cluster.NewDynamicResolver())
	if err := board.Clear(ctx, cluster); err != nil {
		log.Print(err)
	}
	rdb := redis.NewClient(&redis.Options{})
	service := orders.New(ledger.New(rdb))
	if rdb == nil {
		service = orders.New(memory.Memory{})
	}
	if err := service.Create(ctx, "1"); err != nil {
		log.Print(err)
	}
	if _, err := report.Carts(ctx, forward.New(rdb)); err != nil {
		log.Print(err)
	}
}
