package lua

import "testing"

// A script that gives a lock back only to its owner, the way people write it.
// The near misses below look alike and free anybody's lock.
func TestCompared(t *testing.T) {
	right := []string{
		`if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`,
		`if ARGV[1] == redis.call('GET', KEYS[1]) then redis.call('DEL', KEYS[1]) return 1 end return 0`,
		`local v = redis.call('GET', KEYS[1]) if v ~= ARGV[1] then return 0 end return redis.call('DEL', KEYS[1])`,
		`local v = redis.call('GET', KEYS[1]) if v == false or v ~= ARGV[1] then return 0 end redis.call('UNLINK', KEYS[1]) return 1`,
		`local v = redis.call('GET', KEYS[1]) if v and v == ARGV[1] then redis.call('DEL', KEYS[1]) end`,
		`if not (redis.call('GET', KEYS[1]) == ARGV[1]) then return false end return redis.call('DEL', KEYS[1])`,
		`if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then redis.call('del', KEYS[1]) end`,
		`local owner = redis.call('hget', KEYS[1], ARGV[2]) if tostring(owner) == tostring(ARGV[1]) then redis.call('del', KEYS[1]) end`,
		`for _, k in ipairs(KEYS) do if redis.call('get', k) == ARGV[1] then redis.call('del', k) end end`,
		`for i = 1, #KEYS do local k = KEYS[i] if redis.call('get', k) == ARGV[i] then redis.call('del', k) end end`,
		`for i = 1, #KEYS do if redis.call('get', KEYS[i]) == ARGV[1] then redis.call('del', KEYS[i]) end end`,
		`local function owns(k) return redis.call('get', k) == ARGV[1] end if owns(KEYS[1]) then redis.call('del', KEYS[1]) end`,
		`return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0`,
		`local k = 'lock:' .. ARGV[1] if redis.call('get', k) == ARGV[2] then redis.call('del', 'lock:' .. ARGV[1]) end`,
		`local v = redis.call('get', KEYS[1]) if v == false then return 0 elseif v == ARGV[1] then return redis.call('del', KEYS[1]) else return -1 end`,
		`if redis.call('get', KEYS[1]) ~= ARGV[1] then error('not the owner') end redis.call('del', KEYS[1])`,
		`if redis.call('get', KEYS[1]) ~= ARGV[1] then return redis.error_reply('no') else redis.call('del', KEYS[1]) end`,
		`local get, del = 'GET', 'DEL' if redis.call(get, KEYS[1]) == ARGV[1] then redis.call(del, KEYS[1]) end`,
		`while true do if redis.call('get', KEYS[1]) ~= ARGV[1] then break end redis.call('del', KEYS[1]) end`,
		`#!lua flags=allow-stale
		if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`,
	}
	wrong := []string{
		`redis.call('del', KEYS[1]) if redis.call('get', KEYS[1]) == ARGV[1] then return 1 end`,
		`if redis.call('get', KEYS[2]) == ARGV[1] then redis.call('del', KEYS[1]) end`,
		`return redis.call('del', KEYS[1])`,
		`if redis.call('get', KEYS[1]) == '1' then redis.call('del', KEYS[1]) end`,
		`if redis.call('get', KEYS[1]) ~= ARGV[1] then redis.call('del', KEYS[1]) end`,
		`if redis.call('get', KEYS[1]) then redis.call('del', KEYS[1]) end`,
		`if redis.call('exists', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`,
		`if redis.call('get', KEYS[1]) == ARGV[1] or ARGV[2] then redis.call('del', KEYS[1]) end`,
		`if redis.call('get', KEYS[1]) == ARGV[1] then return 1 end redis.call('del', KEYS[1])`,
		`local v = redis.call('get', KEYS[1]) if v == ARGV[1] then redis.call('set', KEYS[2], v) end redis.call('del', KEYS[1])`,
		`local v = redis.call('get', KEYS[1]) v = ARGV[1] if v == ARGV[1] then redis.call('del', KEYS[1]) end`,
		`if redis.call('get', KEYS[1]) == redis.call('get', KEYS[1]) then redis.call('del', KEYS[1]) end`,
		`local ok = redis.call('get', KEYS[1]) == ARGV[1] ok = true if ok then redis.call('del', KEYS[1]) end`,
		`for i = 1, #KEYS do if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[i]) end end`,
		`if redis.call('hget', KEYS[1], 'owner') >= ARGV[1] then redis.call('del', KEYS[1]) end`,
	}
	compared := func(text string) (ok bool) {
		s, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		found := 0
		for _, c := range s.Calls {
			if c.Name() == "DEL" || c.Name() == "UNLINK" {
				found++
				_, ok = s.Compared(c, c.Args[1].Text)
			}
		}
		if found != 1 {
			t.Fatalf("%s: %d deletes", text, found)
		}
		return ok
	}
	for _, text := range right {
		if !compared(text) {
			t.Errorf("not recognised: %s", text)
		}
	}
	for _, text := range wrong {
		if compared(text) {
			t.Errorf("taken for a compare-and-delete: %s", text)
		}
	}
}
