-- frees the lock of its owner and tells who waits
local owner = redis.call('GET', KEYS[1])
if not owner then return -1 end
if owner ~= ARGV[1] then
  return redis.error_reply("NOTOWNER held by '" .. owner .. "'")
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', KEYS[2], ARGV[1]);
return 1
