local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', 1000, '*', unpack(ARGV))
local groups = redis.call('XINFO', 'GROUPS', KEYS[1])
if #groups == 0 then redis.call('XGROUP', 'CREATE', KEYS[1], 'workers', '0', 'MKSTREAM') end
return id
