local cursor = "0"
local total = 0
repeat
    local res = redis.call("SCAN", cursor, "MATCH", ARGV[1], "COUNT", 1000)
    cursor = res[1]
    for _, k in ipairs(res[2]) do
        redis.call("UNLINK", k); total = total + 1
    end
until cursor == "0"
return total
