local current
current = redis.call("incr", KEYS[1])
if tonumber(current) == 1 or redis.call("ttl", KEYS[1]) < 0 then
    redis.call("expire", KEYS[1], ARGV[1])
end
return current <= tonumber(ARGV[2]) and 1 or 0
