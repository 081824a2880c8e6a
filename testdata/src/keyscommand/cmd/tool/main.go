// Command tool prints keys. What it does is advice: -rules=all shows it.
package main

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

func main() {
	rdb := redis.NewClient(&redis.Options{})
	fmt.Println(rdb.Keys(context.Background(), "*").Val()) // want `keyscommand: KEYS "\*"`
}
