local call, ok, err = redis.pcall
local res = call('GET', KEYS[1])
if type(res) == 'table' and res.err then
  redis.log(redis.LOG_WARNING, "get failed: " .. res["err"])
  return { err = res.err }
end
return res
