local left = redis.call("DECRBY", KEYS[1], ARGV[1])
if left < 0 then
	redis.call("INCRBY", KEYS[1], ARGV[1])
	return -1
end
if redis.call("PTTL", KEYS[1]) == -1 then
	redis.call("PEXPIREAT", KEYS[1], ARGV[2])
end
return left
