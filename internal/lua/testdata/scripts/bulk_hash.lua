local out = {}
for i = 1, #KEYS do
  local fields = redis.call('HGETALL', KEYS[i])
  local h = {}
  for j = 1, #fields, 2 do h[fields[j]] = fields[j + 1] end
  out[#out + 1] = cjson.encode(h)
end
return out
