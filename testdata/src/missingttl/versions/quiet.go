package versions

import v6 "github.com/go-redis/redis"

func deleted(rdb *v6.Client, key string, work func()) {
	rdb.Set(key, 1, 0)
	defer rdb.Del(key)
	work()
}
