local key = string.format("%s:{%s}:%d", ARGV[1], ARGV[2], 7)
local other = ("user:%s"):format(KEYS[1]:sub(1, -2))
local day = key:match('^(.-):') or ''
if day == '' and not (other ~= nil) then return nil end
return redis.call('MGET', key, other, day .. ":" .. other:lower())
