package lua

import (
	"strings"
	"testing"
	"time"
)

// A lock is given more time only after its owner was compared. The near misses
// give anybody's lock more time.
func TestComparedExpire(t *testing.T) {
	right := []string{
		`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) else return 0 end`,
		`if ARGV[1] == redis.call('GET', KEYS[1]) then return redis.call('EXPIRE', KEYS[1], ARGV[2]) end return 0`,
		`local v = redis.call('GET', KEYS[1]) if v ~= ARGV[1] then return 0 end return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
		`local v = redis.call('GET', KEYS[1]) if not v or v ~= ARGV[1] then return false end redis.call('EXPIRE', KEYS[1], tonumber(ARGV[2])) return true`,
		`if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`,
		`return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('pexpire', KEYS[1], ARGV[2]) or 0`,
		`for _, k in ipairs(KEYS) do if redis.call('get', k) == ARGV[1] then redis.call('pexpire', k, ARGV[2]) end end`,
		`local mine = redis.call('get', KEYS[1]) == ARGV[1] if not mine then return 0 end return redis.call('expire', KEYS[1], 30)`,
		`local call, key = redis.call, KEYS[1] if call('get', key) ~= ARGV[1] then return redis.error_reply('no') end return call('pexpireat', key, ARGV[2])`,
	}
	wrong := []string{
		`redis.call('pexpire', KEYS[1], ARGV[2]) return redis.call('get', KEYS[1]) == ARGV[1]`,
		`if redis.call('get', KEYS[2]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end`,
		`return redis.call('pexpire', KEYS[1], ARGV[2])`,
		`if redis.call('get', KEYS[1]) == '1' then redis.call('expire', KEYS[1], ARGV[1]) end`,
		`if redis.call('exists', KEYS[1]) == 1 then redis.call('expire', KEYS[1], ARGV[1]) end`,
		`if redis.call('get', KEYS[1]) ~= ARGV[1] then redis.call('expire', KEYS[1], ARGV[2]) end`,
	}
	compared := func(text string) (ok bool) {
		s, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		found := 0
		for _, c := range s.Calls {
			if strings.Contains(c.Name(), "EXPIRE") {
				found++
				_, ok = s.Compared(c, c.Args[1].Text)
			}
		}
		if found != 1 {
			t.Fatalf("%s: %d expiries", text, found)
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
			t.Errorf("taken for a checked extension: %s", text)
		}
	}
}

// In these, each in its own spelling, the key that is counted or filled gets an
// expiry in the same script; the near misses give it to another key, or to none.
func TestExpiryInScript(t *testing.T) {
	for kind, texts := range map[string]struct{ right, wrong []string }{
		"INCR": {
			[]string{
				`local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end return n`,
				`local n = redis.call('incr', KEYS[1]) if tonumber(n) == 1 then redis.call('expire', KEYS[1], ARGV[1]) end return n`,
				`local c c = redis.call('INCR', KEYS[1]) if 1 == c then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return c`,
				`if redis.call('INCR', KEYS[1]) == 1 then redis.call('EXPIRE', KEYS[1], 60) end`,
				`local n = redis.call('INCR', KEYS[1]) if redis.call('TTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end return n`,
				`local n = redis.call('INCR', KEYS[1]) local ttl = redis.call('PTTL', KEYS[1]) if ttl == -1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return {n, ttl}`,
				`local k = 'rate:' .. KEYS[1] local n = redis.call('INCR', k) if n <= 1 then redis.call('EXPIRE', k, ARGV[1]) end return n`,
				`local n = redis.call('INCR', KEYS[1]) if n > 1 then return n end redis.call('EXPIRE', KEYS[1], ARGV[1]) return n`,
				`local function hit(k, s) local n = redis.call('INCR', k) if n == 1 then redis.call('EXPIRE', k, s) end return n end return hit(KEYS[1], ARGV[1])`,
			},
			[]string{
				`return redis.call('INCR', KEYS[1])`,
				`local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('EXPIRE', KEYS[2], ARGV[1]) end return n`,
				`local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('EXPIRE', 'rate:' .. KEYS[1], ARGV[1]) end return n`,
				`do return redis.call('INCR', KEYS[1]) end redis.call('EXPIRE', KEYS[1], ARGV[1])`,
			},
		},
		"ZADD": {
			[]string{
				`redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, ARGV[1]) redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3]) redis.call('EXPIRE', KEYS[1], ARGV[4]) return redis.call('ZCARD', KEYS[1])`,
				`redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[1] - ARGV[2]) local n = redis.call('zcard', KEYS[1]) if n < tonumber(ARGV[3]) then redis.call('zadd', KEYS[1], ARGV[1], ARGV[1]) redis.call('pexpire', KEYS[1], ARGV[2]) return 1 end return 0`,
				`local key = KEYS[1] local now = tonumber(ARGV[1]) redis.call('ZREMRANGEBYSCORE', key, 0, now - 60) if redis.call('ZCARD', key) >= 10 then return 0 end redis.call('ZADD', key, now, ARGV[2]) redis.call('EXPIRE', key, 60) return 1`,
				`local t = redis.call('TIME') redis.call('ZADD', KEYS[1], t[1], t[1] .. t[2]) redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, t[1] - ARGV[1]) redis.call('EXPIRE', KEYS[1], ARGV[1])`,
				`for _, k in ipairs(KEYS) do redis.call('ZADD', k, ARGV[1], ARGV[2]) redis.call('EXPIRE', k, ARGV[3]) end`,
				`for i = 1, #KEYS do redis.call('ZADD', KEYS[i], ARGV[1], ARGV[2]) redis.call('EXPIRE', KEYS[i], ARGV[3]) end`,
				`local ok = redis.call('ZCOUNT', KEYS[1], ARGV[1], '+inf') < 5 if ok then redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3]) end redis.call('EXPIRE', KEYS[1], 10) return ok`,
				`local add = function(k) redis.call('ZADD', k, ARGV[1], ARGV[2]) end add(KEYS[1]) redis.call('PEXPIREAT', KEYS[1], ARGV[3])`,
			},
			[]string{
				`redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, ARGV[1]) return redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])`,
				`redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3]) redis.call('EXPIRE', KEYS[2], ARGV[4])`,
				`redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3]) redis.call('EXPIRE', 'KEYS[1]', ARGV[4])`,
			},
		},
		"HMSET": {
			[]string{
				`local b = redis.call('HMGET', KEYS[1], 'tokens', 'at') redis.call('HMSET', KEYS[1], 'tokens', tonumber(b[1] or ARGV[1]) - 1, 'at', ARGV[2]) redis.call('EXPIRE', KEYS[1], ARGV[3])`,
				`redis.call("hmset", KEYS[1], "tokens", ARGV[1], "at", ARGV[2]) redis.call("expire", KEYS[1], math.ceil(ARGV[3] / ARGV[4]) * 2)`,
				`local key, new = KEYS[1], math.min(ARGV[1], ARGV[2]) if new >= 1 then new = new - 1 end redis.call('HMSET', key, 't', new, 'at', ARGV[3]) redis.call('PEXPIRE', key, 1000)`,
				`local call = redis.call call('HMSET', KEYS[1], 'a', 1) call('EXPIRE', KEYS[1], 60)`,
				`local r = {'tokens', ARGV[1], 'at', ARGV[2]} redis.call('HMSET', KEYS[1], unpack(r)) redis.call('EXPIRE', KEYS[1], 60)`,
				`local k = KEYS[1] .. ':bucket' redis.call('HMSET', k, 'a', ARGV[1]) redis.call('EXPIRE', k, ARGV[2])`,
				`local k = string.format('%s:bucket', KEYS[1]) redis.call('HMSET', k, 'a', ARGV[1]) redis.call('EXPIRE', KEYS[1] .. ':bucket', ARGV[2])`,
				`if tonumber(ARGV[1]) > 0 then redis.call('HMSET', KEYS[1], 'a', ARGV[1]) else redis.call('HINCRBY', KEYS[1], 'b', 1) end redis.call('EXPIRE', KEYS[1], ARGV[2])`,
			},
			[]string{
				`redis.call('HMSET', KEYS[1], 'tokens', ARGV[1])`,
				`redis.call('EXPIRE', KEYS[2], 60) redis.call('HMSET', KEYS[1], 'tokens', ARGV[1]) redis.call('HMSET', KEYS[1], 'EXPIRE', 60)`,
				`redis.call('HMSET', KEYS[1], 'tokens', ARGV[1]) redis.call('EXPIRE', KEYS[1] .. ':bucket', 60)`,
			},
		},
	} {
		expires := func(text string) bool {
			s, err := Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			for _, write := range s.Calls {
				for _, c := range s.Calls {
					if write.Name() == kind && strings.Contains(c.Name(), "EXPIRE") && c.Order > write.Order && c.Args[1].Text.Equal(write.Args[1].Text) {
						return true
					}
				}
			}
			return false
		}
		for _, text := range texts.right {
			if !expires(text) {
				t.Errorf("%s: not recognised: %s", kind, text)
			}
		}
		for _, text := range texts.wrong {
			if expires(text) {
				t.Errorf("%s: taken for one with an expiry: %s", kind, text)
			}
		}
	}
}

// Bad input: nothing is called wrong that may be right, within a second.
func TestBadInput(t *testing.T) {
	for name, text := range map[string]string{
		"1 MB":              strings.Repeat("redis.call('GET', KEYS[1])\n", 1<<20/27),
		"1 MB comment":      "--" + strings.Repeat(" x", 1<<19),
		"1 MB string":       "return '" + strings.Repeat("x", 1<<20) + "'",
		"10,000 ifs":        strings.Repeat("if x then ", 10000) + strings.Repeat("end ", 10000),
		"10,000 tables":     "return " + strings.Repeat("{", 10000) + "1" + strings.Repeat("}", 10000),
		"5,000 functions":   "return " + strings.Repeat("function() return ", 5000) + "1" + strings.Repeat(" end", 5000),
		"10,000 calls":      "return " + strings.Repeat("f(", 10000) + "1" + strings.Repeat(")", 10000),
		"10,000 nots":       "return " + strings.Repeat("not ", 10000) + "x",
		"NUL in a string":   "return redis.call('GET', 'a\x00b')",
		"NUL in a comment":  "--\x00\nreturn 1",
		"invalid UTF-8":     "return redis.call('SET', KEYS[1], '\xff\xfe\xc0')",
		"UTF-8":             "return redis.call('SET', KEYS[1], 'é世界') -- ü",
		"header only":       "#!lua name=mylib",
		"header of nothing": "#!",
		"keys out of range": "return redis.call('GET', KEYS[99999999999]) .. KEYS[-1] .. KEYS[0] .. KEYS[1.5] .. KEYS.x",
	} {
		begin := time.Now()
		s, err := Parse(text)
		// Five times the second that is promised: the machine may be busy.
		if d := time.Since(begin); d > 5*time.Second {
			t.Errorf("%s: %v", name, d)
		}
		if err != nil && err != ErrUnsure {
			t.Errorf("%s: %v", name, err)
		}
		if (s == nil) != (err != nil) {
			t.Errorf("%s: script %v, error %v", name, s != nil, err)
		}
	}
}
