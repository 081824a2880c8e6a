local n = redis.call('INCRBY', KEYS[1], ARGV[2] or 1)
if n == tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return n
