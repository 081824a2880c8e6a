local limit = tonumber(ARGV[1]);
redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[2]);
if redis.call('zcard', KEYS[1]) < limit then
    redis.call('zadd', KEYS[1], ARGV[3], ARGV[4]);
    return 1;
elseif redis.call('zscore', KEYS[1], ARGV[4]) then
    redis.call('zadd', KEYS[1], 'XX', ARGV[3], ARGV[4]);
    return 1;
else
    return 0;
end
