--[[
  KEYS[1]: bucket
  ARGV: rate a second, capacity, now in seconds, wanted
]]
local rate = tonumber(ARGV[1])
local capacity = tonumber(ARGV[2])
local now = tonumber(ARGV[3])
local wanted = tonumber(ARGV[4])
local have = redis.call("hmget", KEYS[1], "tokens", "at")
local tokens, at = tonumber(have[1]), tonumber(have[2])
if tokens == nil then tokens = capacity end
if at == nil then at = 0 end
local filled = math.min(capacity, tokens + math.max(0, now - at) * rate)
local allowed = filled >= wanted
if allowed then filled = filled - wanted end
redis.call("hmset", KEYS[1], "tokens", filled, "at", now)
redis.call("expire", KEYS[1], math.floor(capacity / rate * 2))
return { allowed and 1 or 0, filled }
