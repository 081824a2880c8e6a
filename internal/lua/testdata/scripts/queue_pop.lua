local ids = redis.call('zrangebyscore', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 100)
if #ids > 0 then
  redis.call('zrem', KEYS[1], unpack(ids))
  for i = 1, #ids, 1 do
    redis.call('lpush', KEYS[2], ids[i])
  end
end
return ids
