#!lua flags=no-writes,allow-stale
return redis.call('GET', KEYS[1])
