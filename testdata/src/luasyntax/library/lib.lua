#!lua name=counters

local function hit(keys, args)
  local n = redis.call('INCR', keys[1])
  if n == 1 then
    redis.call('EXPIRE', keys[1], args[1])
  end
  return n
end

redis.register_function('hit', hit)
redis.register_function('names', function(keys, args)
  return redis.call('KEYS', args[1])
end)
