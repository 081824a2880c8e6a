local stock = tonumber(redis.call('hget', KEYS[1], 'stock'))
if stock == nil then return -2 end
if redis.call('sismember', KEYS[2], ARGV[1]) == 1 then return -1 end
if stock <= 0 then return 0 end
redis.call('hincrby', KEYS[1], 'stock', -1)
redis.call('sadd', KEYS[2], ARGV[1])
redis.call('xadd', 'stream.orders', '*', 'userId', ARGV[1], 'id', ARGV[2])
return 1
