local function current(key)
    local v = redis.call('HGET', key, 'version')
    return v and tonumber(v) or 0
end

if current(KEYS[1]) ~= tonumber(ARGV[1]) then
    return redis.error_reply('version mismatch')
end
redis.call('HSET', KEYS[1], 'version', ARGV[1] + 1, 'data', ARGV[2])
return redis.call('EXPIRE', KEYS[1], 3600)
