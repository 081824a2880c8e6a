package versions

import (
	"time"

	v6 "github.com/go-redis/redis"
)

func renews(rdb *v6.Client, key string) {
	rdb.SetNX(key, 1, time.Second)
	rdb.Expire(key, time.Minute)
}
