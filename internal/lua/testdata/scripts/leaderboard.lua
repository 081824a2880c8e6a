local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if (not score) or (tonumber(ARGV[2]) > tonumber(score)) then
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
  local extra = redis.call('ZCARD', KEYS[1]) - ARGV[3]
  if extra > 0 then redis.call('ZREMRANGEBYRANK', KEYS[1], 0, extra - 1) end
end
return redis.call('ZREVRANK', KEYS[1], ARGV[1])
