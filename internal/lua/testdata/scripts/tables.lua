local t = { [1] = 'a', ['key'] = KEYS[1], name = ARGV[1]; n = #KEYS, f = function(...) return select('#', ...) end, }
local m = {}
function m.put(k, v) redis.call('SET', k, v, 'EX', 60) end
function m:get(k) return self.f and redis.call('GET', k) end
m.put(t.key, t.name)
do local inner = m:get(t["key"]) end
while t.n > 0 do t.n = t.n - 1 end
return t.f(1, 2, 3)
