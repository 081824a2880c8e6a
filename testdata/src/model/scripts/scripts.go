// Package scripts holds scripts that another package runs: their commands reach
// it as facts.
package scripts

import (
	_ "embed"

	"github.com/redis/go-redis/v9"
)

var Unlock = redis.NewScript(`
local owner = redis.call('GET', KEYS[1])
if owner ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`)

//go:embed window.lua
var window string

var Window = redis.NewScript(window)

var Sweep = redis.NewScript(`
for _, k in ipairs(KEYS) do redis.pcall('UNLINK', k) end
return redis.call('SADD', 'swept:' .. ARGV[1], unpack(ARGV, 2))`)

// Changing is set again: nobody knows what it holds.
var Changing = redis.NewScript("return redis.call('GET', KEYS[1])")

func Change(text string) { Changing = redis.NewScript(text) }

// Broken does not parse.
var Broken = redis.NewScript("return redis.call('GET', KEYS[1]")

// Text is no script that is known to be one.
var Text = "return redis.call('GET', KEYS[1])"

const Const = "return redis.call('GET', KEYS[1])"
