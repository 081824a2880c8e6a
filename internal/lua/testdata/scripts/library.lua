#!lua name=locks
local function acquire(keys, args)
  if redis.call('SET', keys[1], args[1], 'NX', 'PX', args[2]) then return 1 end
  return 0
end
local function owner(keys) return redis.call('GET', keys[1]) end
redis.register_function('acquire', acquire)
redis.register_function{
  function_name = 'owner',
  callback = owner,
  flags = { 'no-writes' },
}
