local raw = redis.call('GET', KEYS[1])
local doc = raw and cjson.decode(raw) or {}
doc["count"] = (doc.count or 0) + 1
doc.tags = doc.tags or {}
table.insert(doc.tags, ARGV[1])
local packed = cjson.encode(doc)
redis.call('SET', KEYS[1], packed, 'KEEPTTL')
return packed
