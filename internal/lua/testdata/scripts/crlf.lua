local v = redis.call("GET", KEYS[1])
if v == false then
  v = ARGV[1]
end
-- done
return v
