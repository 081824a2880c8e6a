redis.replicate_commands()
local t = redis.call('TIME')
local now = (t[1] - 1483228800) + (t[2] / 1000000)
local interval, burst = ARGV[1] / ARGV[2], ARGV[3]
local tat = redis.call('GET', KEYS[1])
if not tat then tat = now else tat = tonumber(tat) end
local new = math.max(now, tat) + interval
local allow_at = new - interval * burst
if now - allow_at < 0 then
  return {0, 0, tostring(-(now - allow_at)), tostring(tat - now)}
end
redis.call('SET', KEYS[1], new, 'EX', math.ceil(new - now))
return {1, (now - allow_at) / interval, tostring(-1), tostring(new - now)}
