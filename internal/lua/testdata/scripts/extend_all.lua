for i, key in ipairs(KEYS) do
  if redis.call('get', key) ~= ARGV[1] then
    return false
  end
end
for _, key in ipairs(KEYS) do redis.call('pexpire', key, ARGV[2]) end
return redis.status_reply('OK')
