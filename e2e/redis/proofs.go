package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// A proof shows what the code that a rule reports does, and what the code that
// its page recommends does instead. An error says that the premise does not
// hold. What it tells is the same in every run.
type proof struct {
	rule string
	run  func(e *env) (bad, good string, err error)
}

var proofs = []proof{
	{"cmdstring", cmdstring},
	{"crossslot", crossslot},
	{"durationunit", durationunit},
	{"dynamicscript", dynamicscript},
	{"emptykeys", emptykeys},
	{"getdel", getdel},
	{"globkey", globkey},
	{"increxpire", increxpire},
	{"keyscommand", keyscommand},
	{"leakedclient", leakedclient},
	{"lockextend", lockextend},
	{"lockresult", lockresult},
	{"locktoken", locktoken},
	{"lockttl", lockttl},
	{"lossyqueue", lossyqueue},
	{"luasyntax", luasyntax},
	{"memberargs", memberargs},
	{"missingttl", missingttl},
	{"nevernil", nevernil},
	{"pipelineclient", pipelineclient},
	{"pipelineresult", pipelineresult},
	{"popindex", popindex},
	{"redisnil", redisnil},
	{"scancursor", scancursor},
	{"scriptpipeline", scriptpipeline},
	{"setexpire", setexpire},
	{"setnxexpire", setnxexpire},
	{"shardrace", shardrace},
	{"sharedpipeline", sharedpipeline},
	{"ttlsentinel", ttlsentinel},
	{"uncheckederr", uncheckederr},
	{"undeclaredkey", undeclaredkey},
	{"unsafeunlock", unsafeunlock},
	{"valuetype", valuetype},
	{"watchmisuse", watchmisuse},
}

var ctx = context.Background()

// unexpected is the error of a premise that does not hold.
func unexpected(what string, got any) error { return fmt.Errorf("%s: got %v", what, got) }

func crossslot(e *env) (bad, good string, err error) {
	err = e.cluster.MGet(ctx, "user:1:name", "user:1:mail").Err()
	if err == nil || !strings.HasPrefix(err.Error(), "CROSSSLOT") {
		return "", "", unexpected("MGET over two slots", err)
	}
	if vals, err := e.cluster.MGet(ctx, "{user:1}:name", "{user:1}:mail").Result(); err != nil || len(vals) != 2 {
		return "", "", unexpected("MGET in one slot", err)
	}
	return "MGET of two keys of a cluster answered CROSSSLOT", "with one hash tag it answered both", nil
}

func durationunit(e *env) (bad, good string, err error) {
	if err := errors.Join(e.rdb.Set(ctx, "unit:set", 1, 60).Err(), e.rdb.Set(ctx, "unit:expire", 1, 0).Err(), e.rdb.Expire(ctx, "unit:expire", 60).Err()); err != nil {
		return "", "", err
	}
	if left := e.rdb.PTTL(ctx, "unit:expire").Val(); left <= 0 || left > time.Second {
		return "", "", unexpected("PTTL after EXPIRE with 60", left)
	}
	time.Sleep(20 * time.Millisecond)
	if n := e.rdb.Exists(ctx, "unit:set").Val(); n != 0 {
		return "", "", unexpected("EXISTS after SET with 60", n)
	}
	answered := make(chan error, 1)
	go func() {
		answered <- e.rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"unit:stream", "$"}, Block: 5000}).Err()
	}()
	select {
	case err := <-answered:
		return "", "", unexpected("XREAD with Block: 5000", err)
	case <-time.After(500 * time.Millisecond):
	}
	if err := e.rdb.XAdd(ctx, &redis.XAddArgs{Stream: "unit:stream", Values: []string{"a", "b"}}).Err(); err != nil {
		return "", "", err
	}
	if err := <-answered; err != nil {
		return "", "", err
	}
	if err := e.rdb.Set(ctx, "unit:set", 1, 60*time.Second).Err(); err != nil {
		return "", "", err
	}
	if left := e.rdb.TTL(ctx, "unit:set").Val(); left < 50*time.Second {
		return "", "", unexpected("TTL after SET with 60*time.Second", left)
	}
	err = e.rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"unit:stream", "$"}, Block: 50 * time.Millisecond}).Err()
	if !errors.Is(err, redis.Nil) {
		return "", "", unexpected("XREAD with Block: 50*time.Millisecond", err)
	}
	return "a key SET with 60 was gone after 20 ms, EXPIRE with 60 left it at most a second, and XREAD with Block: 5000 had not come back after half a second, until something arrived",
		"60*time.Second kept the key for a minute, and Block: 50*time.Millisecond came back", nil
}

func keyscommand(e *env) (bad, good string, err error) {
	for i := range 100 {
		if err := e.cluster.Set(ctx, fmt.Sprintf("page:%d", i), 1, 0).Err(); err != nil {
			return "", "", err
		}
	}
	for range 20 {
		keys, err := e.cluster.Keys(ctx, "page:*").Result()
		if err != nil {
			return "", "", err
		}
		if len(keys) >= 100 {
			return "", "", unexpected("KEYS on a cluster", len(keys))
		}
	}
	found := make(chan string, 200)
	err = e.cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		it := node.Scan(ctx, 0, "page:*", 10).Iterator()
		for it.Next(ctx) {
			found <- it.Val()
		}
		return it.Err()
	})
	if err != nil || len(found) != 100 {
		return "", "", unexpected(fmt.Sprintf("SCAN of every master: %d keys", len(found)), err)
	}
	return "KEYS on a cluster of three masters never answered all of 100 keys", "SCAN of every master did", nil
}

// worker is what a worker's process is told to do, in its environment: the way
// to take the job, and the server.
const worker = "REDISLINT_PROOF_WORKER"

// work takes a job, as the process of a worker, and never gets to do it. It
// reports whether this process is one.
func work() bool {
	how, addr, ok := strings.Cut(os.Getenv(worker), " ")
	if !ok {
		return false
	}
	rdb := redis.NewClient(&redis.Options{Addr: addr})
	if how == "share" || how == "lock" {
		fmt.Print(filled(rdb, how == "lock"))
		return true
	}
	if how == "pop" {
		rdb.RPop(ctx, "queue").Result()
	} else {
		rdb.LMove(ctx, "queue", "queue:processing", "RIGHT", "LEFT").Result()
	}
	time.Sleep(time.Hour) // until it is killed
	return true
}

// killedAt starts a worker and kills it once it has taken the job.
func (e *env) killedAt(how string) error {
	if err := errors.Join(e.rdb.Del(ctx, "queue", "queue:processing").Err(), e.rdb.LPush(ctx, "queue", "job").Err()); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), worker+"="+how+" "+e.addr)
	if err := cmd.Start(); err != nil {
		return err
	}
	deadline := time.Now().Add(30 * time.Second)
	for e.rdb.LLen(ctx, "queue").Val() > 0 && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		return err
	}
	cmd.Wait() // it was killed: that is its error
	if n := e.rdb.LLen(ctx, "queue").Val(); n != 0 {
		return unexpected("the worker took no job", n)
	}
	return nil
}

func lossyqueue(e *env) (bad, good string, err error) {
	if err := e.killedAt("pop"); err != nil {
		return "", "", err
	}
	if n := e.rdb.Exists(ctx, "queue", "queue:processing").Val(); n != 0 {
		return "", "", unexpected("lists after RPOP", n)
	}
	if err := e.killedAt("move"); err != nil {
		return "", "", err
	}
	job, err := e.rdb.LMove(ctx, "queue:processing", "queue", "RIGHT", "RIGHT").Result()
	if err != nil || job != "job" {
		return "", "", unexpected("the job after LMOVE", err)
	}
	return "the job of a worker that was killed after RPOP was in no list", "after LMOVE it was in the processing list and could be put back", nil
}

func missingttl(e *env) (bad, good string, err error) {
	for i := range 100 {
		if err := errors.Join(e.rdb.Set(ctx, fmt.Sprintf("stay:%d", i), 1, 0).Err(), e.rdb.Set(ctx, fmt.Sprintf("go:%d", i), 1, 100*time.Millisecond).Err()); err != nil {
			return "", "", err
		}
	}
	time.Sleep(time.Second)
	count := func(prefix string) (n int64) {
		for i := range 100 {
			n += e.rdb.Exists(ctx, fmt.Sprintf("%s:%d", prefix, i)).Val()
		}
		return n
	}
	stay, gone := count("stay"), count("go")
	if stay != 100 || gone != 0 {
		return "", "", unexpected("keys that are left", []int64{stay, gone})
	}
	return "of 100 keys without an expiry all were there a second later", "of 100 with one of 100 ms none was", nil
}

func nevernil(e *env) (bad, good string, err error) {
	m, err := e.rdb.HGetAll(ctx, "no:such:hash").Result()
	if err != nil {
		return "", "", unexpected("HGETALL of a missing key", err)
	}
	if errors.Is(err, redis.Nil) || len(m) != 0 {
		return "", "", unexpected("HGETALL of a missing key", m)
	}
	return "HGETALL of a missing key gave no error", "its map was empty", nil
}

// cut is a connection that breaks when the word is to be sent.
type cut struct {
	net.Conn
	word []byte
}

func (c cut) Write(b []byte) (int, error) {
	if bytes.Contains(bytes.ToLower(b), c.word) {
		c.Conn.Close()
		return 0, net.ErrClosed
	}
	return c.Conn.Write(b)
}

// cutBefore is a client whose connection breaks when the command is to be sent.
func (e *env) cutBefore(command string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: e.addr, MaxRetries: -1, Dialer: func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, addr)
		return cut{conn, []byte("\r\n" + command + "\r\n")}, err
	}})
}

// lockttl: the owner of a lock dies.
func lockttl(e *env) (bad, good string, err error) {
	for key, ttl := range map[string]time.Duration{"lock:forever": 0, "lock:lease": 100 * time.Millisecond} {
		owner := redis.NewClient(&redis.Options{Addr: e.addr})
		if ok, err := owner.SetNX(ctx, key, "a", ttl).Result(); err != nil || !ok {
			return "", "", unexpected("SETNX", err)
		}
		owner.Close() // before its DEL
	}
	time.Sleep(500 * time.Millisecond)
	forever, err1 := e.rdb.SetNX(ctx, "lock:forever", "b", time.Second).Result()
	lease, err2 := e.rdb.SetNX(ctx, "lock:lease", "b", time.Second).Result()
	if err := errors.Join(err1, err2); err != nil || forever || !lease {
		return "", "", unexpected(fmt.Sprintf("locks taken again: %v, %v", forever, lease), err)
	}
	return "a lock without an expiry, whose owner had gone, could not be taken again", "one with an expiry of 100 ms could", nil
}

// getdel: two readers of one code meet between the GET and the DEL.
func getdel(e *env) (bad, good string, err error) {
	if err := errors.Join(e.rdb.Set(ctx, "code:two", "ann", time.Minute).Err(), e.rdb.Set(ctx, "code:one", "ann", time.Minute).Err()); err != nil {
		return "", "", err
	}
	for range 2 {
		if user, err := e.rdb.Get(ctx, "code:two").Result(); err != nil || user != "ann" {
			return "", "", unexpected("GET before the DEL", err)
		}
	}
	for range 2 {
		if err := e.rdb.Del(ctx, "code:two").Err(); err != nil {
			return "", "", unexpected("DEL after the other's", err)
		}
	}
	user, err := e.rdb.GetDel(ctx, "code:one").Result()
	if err != nil || user != "ann" {
		return "", "", unexpected("GETDEL", err)
	}
	if err := e.rdb.GetDel(ctx, "code:one").Err(); !errors.Is(err, redis.Nil) {
		return "", "", unexpected("the second GETDEL", err)
	}
	return "two readers that came between GET and DEL both got the code, and neither DEL failed", "GETDEL gave it to the first alone", nil
}

// lockextend: a lease runs out under its owner, who then renews it.
func lockextend(e *env) (bad, good string, err error) {
	const key = "lock:extend"
	renew := redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)
	if err := e.rdb.Set(ctx, key, "a", 50*time.Millisecond).Err(); err != nil {
		return "", "", err
	}
	time.Sleep(200 * time.Millisecond)
	if ok, err := e.rdb.SetNX(ctx, key, "b", time.Minute).Result(); err != nil || !ok {
		return "", "", unexpected("the lock after its lease", err)
	}
	if n, err := renew.Run(ctx, e.rdb, []string{key}, "a", time.Hour.Milliseconds()).Int(); err != nil || n != 0 || e.rdb.TTL(ctx, key).Val() > time.Minute {
		return "", "", unexpected("the script of the first owner", n)
	}
	if ok, err := e.rdb.Expire(ctx, key, time.Hour).Result(); err != nil || !ok || e.rdb.TTL(ctx, key).Val() <= time.Minute {
		return "", "", unexpected("the EXPIRE of the first owner", ok)
	}
	return "the EXPIRE of an owner whose lease had run out answered true and prolonged the next one's lock", "the script that compares the token answered 0 and left it alone", nil
}

// increxpire: the connection breaks after the first count.
func increxpire(e *env) (bad, good string, err error) {
	broken := e.cutBefore("expire")
	defer broken.Close()
	hit := redis.NewScript(`
local n = redis.call("INCR", KEYS[1])
if redis.call("PTTL", KEYS[1]) < 0 then
	redis.call("PEXPIRE", KEYS[1], ARGV[1])
end
return n`)
	if n, err := broken.Incr(ctx, "hits:two").Result(); err != nil || n != 1 {
		return "", "", unexpected("INCR", err)
	}
	if err := broken.Expire(ctx, "hits:two", 100*time.Millisecond).Err(); err == nil {
		return "", "", errors.New("EXPIRE went through a cut connection")
	}
	if n, err := hit.Run(ctx, e.rdb, []string{"hits:one"}, 100).Int64(); err != nil || n != 1 {
		return "", "", unexpected("the script", err)
	}
	time.Sleep(500 * time.Millisecond)
	two, err1 := e.rdb.Incr(ctx, "hits:two").Result()
	one, err2 := hit.Run(ctx, e.rdb, []string{"hits:one"}, 100).Int64()
	if err := errors.Join(err1, err2); err != nil || two != 2 || one != 1 || e.rdb.TTL(ctx, "hits:two").Val() != -1 {
		return "", "", unexpected(fmt.Sprintf("counts after their time: %d, %d", two, one), err)
	}
	return "with the connection cut after the first INCR the counter never ended", "the script's counter began anew after its time", nil
}

// lockresult: two processes take one lock.
func lockresult(e *env) (bad, good string, err error) {
	const key = "lock:result"
	if err := e.rdb.SetNX(ctx, key, "a", time.Minute).Err(); err != nil {
		return "", "", err
	}
	if err := e.rdb.SetNX(ctx, key, "b", time.Minute).Err(); err != nil {
		return "", "", unexpected("SETNX of a lock that is taken", err)
	}
	if err := e.rdb.SetArgs(ctx, key, "b", redis.SetArgs{Mode: "NX", TTL: time.Minute}).Err(); !errors.Is(err, redis.Nil) {
		return "", "", unexpected("SET NX of a lock that is taken", err)
	}
	if ok, err := e.rdb.SetNX(ctx, key, "b", time.Minute).Result(); err != nil || ok {
		return "", "", unexpected("the answer of SETNX", ok)
	}
	return "the second SETNX of a lock gave no error either, and SetArgs with NX gave redis.Nil", "its answer was false", nil
}

// locktoken: a lease runs out under its owner, who compares before the DEL.
func locktoken(e *env) (bad, good string, err error) {
	release := redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
	left := map[string]int64{}
	for key, tokens := range map[string][2]string{"lock:same": {"1", "1"}, "lock:own": {"a", "b"}} {
		if ok, err := e.rdb.SetNX(ctx, key, tokens[0], 50*time.Millisecond).Result(); err != nil || !ok {
			return "", "", unexpected("SETNX", err)
		}
		time.Sleep(200 * time.Millisecond)
		if ok, err := e.rdb.SetNX(ctx, key, tokens[1], time.Minute).Result(); err != nil || !ok {
			return "", "", unexpected("SETNX after the lease", err)
		}
		if err := release.Run(ctx, e.rdb, []string{key}, tokens[0]).Err(); err != nil {
			return "", "", err
		}
		left[key] = e.rdb.Exists(ctx, key).Val()
	}
	if left["lock:same"] != 0 || left["lock:own"] != 1 {
		return "", "", unexpected("locks after the first owner's release", left)
	}
	return "with the value 1 for all, an owner whose lease had run out released the next one's lock, although it compared", "with a token for each it did not", nil
}

// setexpire: the connection breaks before the second command.
func setexpire(e *env) (bad, good string, err error) {
	broken := e.cutBefore("expire")
	defer broken.Close()
	if err := broken.Set(ctx, "code:two", "1234", 0).Err(); err != nil {
		return "", "", err
	}
	if err := broken.Expire(ctx, "code:two", 100*time.Millisecond).Err(); err == nil {
		return "", "", errors.New("EXPIRE went through a cut connection")
	}
	if err := broken.Set(ctx, "code:one", "1234", 100*time.Millisecond).Err(); err != nil {
		return "", "", err
	}
	time.Sleep(1500 * time.Millisecond)
	if left, err := e.rdb.TTL(ctx, "code:two").Result(); err != nil || left != -1 {
		return "", "", unexpected("TTL after SET and a lost EXPIRE", left)
	}
	if n, err := e.rdb.Exists(ctx, "code:one").Result(); err != nil || n != 0 {
		return "", "", unexpected("EXISTS after SET with 100 ms", n)
	}
	return "with the connection cut between SET and EXPIRE the value was there for good", "one SET with its TTL was gone in time", nil
}

func setnxexpire(e *env) (bad, good string, err error) {
	broken := e.cutBefore("expire")
	defer broken.Close()
	if ok, err := broken.SetNX(ctx, "lock:two", "a", 0).Result(); err != nil || !ok {
		return "", "", unexpected("SETNX", err)
	}
	if err := broken.Expire(ctx, "lock:two", 100*time.Millisecond).Err(); err == nil {
		return "", "", errors.New("EXPIRE went through a cut connection")
	}
	if ok, err := broken.SetNX(ctx, "lock:one", "a", 100*time.Millisecond).Result(); err != nil || !ok {
		return "", "", unexpected("SET NX PX", err)
	}
	time.Sleep(1500 * time.Millisecond)
	two, err := e.rdb.SetNX(ctx, "lock:two", "b", time.Second).Result()
	if err != nil {
		return "", "", err
	}
	one, err := e.rdb.SetNX(ctx, "lock:one", "b", time.Second).Result()
	if err != nil {
		return "", "", err
	}
	if two || !one || e.rdb.TTL(ctx, "lock:two").Val() != -1 {
		return "", "", unexpected("locks taken again", []bool{two, one})
	}
	return "with the connection cut between SETNX and EXPIRE the lock had no expiry and nobody could take it again",
		"one taken by SETNX with its expiry was free again", nil
}

func ttlsentinel(e *env) (bad, good string, err error) {
	ttl, err := e.rdb.TTL(ctx, "no:such:key").Result()
	if err != nil {
		return "", "", err
	}
	if ttl == -2*time.Second || int(ttl.Seconds()) != 0 || ttl != -2 {
		return "", "", unexpected("TTL of a missing key", int64(ttl))
	}
	return "TTL of a missing key was not -2*time.Second, and 0 in whole seconds", "it was -2", nil
}

func unsafeunlock(e *env) (bad, good string, err error) {
	const key = "lock:lease"
	release := redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)
	// expired is when a's lease has run out and b holds the lock.
	expired := func() error {
		if err := e.rdb.Set(ctx, key, "a", 50*time.Millisecond).Err(); err != nil {
			return err
		}
		time.Sleep(200 * time.Millisecond)
		if ok, err := e.rdb.SetNX(ctx, key, "b", time.Minute).Result(); err != nil || !ok {
			return unexpected("the lock after its lease", err)
		}
		return nil
	}
	if err := errors.Join(expired(), e.rdb.Del(ctx, key).Err()); err != nil {
		return "", "", err
	}
	if ok, err := e.rdb.SetNX(ctx, key, "c", time.Minute).Result(); err != nil || !ok {
		return "", "", unexpected("the lock after the DEL", err)
	}
	if err := errors.Join(e.rdb.Del(ctx, key).Err(), expired(), release.Run(ctx, e.rdb, []string{key}, "a").Err()); err != nil {
		return "", "", err
	}
	if owner := e.rdb.Get(ctx, key).Val(); owner != "b" {
		return "", "", unexpected("the owner after the script", owner)
	}
	return "the DEL of an owner whose lease had run out released the lock of the next one, and a third could take it",
		"the script that compares the token left it alone", nil
}

func cmdstring(e *env) (bad, good string, err error) {
	if err := e.rdb.Set(ctx, "name", "Ann", 0).Err(); err != nil {
		return "", "", err
	}
	if text, val := e.rdb.Get(ctx, "name").String(), e.rdb.Get(ctx, "name").Val(); text != "get name: Ann" || val != "Ann" {
		return "", "", unexpected("String and Val", []string{text, val})
	}
	return "String of GET gave \"get name: Ann\"", "Val gave \"Ann\"", nil
}

func popindex(e *env) (bad, good string, err error) {
	if err := e.rdb.LPush(ctx, "list", "element").Err(); err != nil {
		return "", "", err
	}
	reply, err := e.rdb.BLPop(ctx, time.Second, "list").Result()
	if err != nil || len(reply) != 2 || reply[0] != "list" || reply[1] != "element" {
		return "", "", unexpected(fmt.Sprintf("BLPOP: %q", reply), err)
	}
	return "element 0 of a BLPOP was the list's name", "element 1 was the element", nil
}

func scriptpipeline(e *env) (bad, good string, err error) {
	script := redis.NewScript("return 'never seen before'")
	pipe := e.rdb.Pipeline()
	script.Run(ctx, pipe, nil)
	if _, err := pipe.Exec(ctx); err == nil || !strings.HasPrefix(err.Error(), "NOSCRIPT") {
		return "", "", unexpected("Run in a pipeline", err)
	}
	script.Eval(ctx, pipe, nil)
	if _, err := pipe.Exec(ctx); err != nil {
		return "", "", unexpected("Eval in a pipeline", err)
	}
	return "Run of a new script in a pipeline failed with NOSCRIPT", "Eval ran it", nil
}

func dynamicscript(e *env) (bad, good string, err error) {
	cached := func(run func(i int) error) (string, error) {
		if err := e.rdb.ScriptFlush(ctx).Err(); err != nil {
			return "", err
		}
		for i := range 100 {
			if err := run(i); err != nil {
				return "", err
			}
		}
		info, err := e.rdb.Info(ctx, "memory").Result()
		_, rest, _ := strings.Cut(info, "number_of_cached_scripts:")
		n, _, _ := strings.Cut(rest, "\r")
		return n, err
	}
	made, err := cached(func(i int) error { return e.rdb.Eval(ctx, fmt.Sprintf("return %d", i), nil).Err() })
	if err != nil || made != "100" {
		return "", "", unexpected("scripts with values in them: "+made, err)
	}
	given, err := cached(func(i int) error { return e.rdb.Eval(ctx, "return ARGV[1]", nil, i).Err() })
	if err != nil || given != "1" {
		return "", "", unexpected("scripts with arguments: "+given, err)
	}
	return "100 values in a script's text left 100 scripts in the server's cache", "100 values as arguments left one", nil
}

func luasyntax(e *env) (bad, good string, err error) {
	err = e.rdb.Eval(ctx, "if true then return 1", nil).Err()
	if err == nil || !strings.Contains(err.Error(), "Error compiling script") {
		return "", "", unexpected("a script without its end", err)
	}
	if err := e.rdb.Eval(ctx, "if true then return 1 end", nil).Err(); err != nil {
		return "", "", err
	}
	return "a script without its end failed with Error compiling script", "with it, it ran", nil
}

func uncheckederr(e *env) (bad, good string, err error) {
	if err := e.rdb.Set(ctx, "user:1", "Ann", time.Minute).Err(); err != nil {
		return "", "", err
	}
	e.rdb.HSet(ctx, "user:1", "name", "Bob")
	if v, err := e.rdb.Get(ctx, "user:1").Result(); err != nil || v != "Ann" {
		return "", "", unexpected("GET after HSET of a text", v)
	}
	err = e.rdb.HSet(ctx, "user:1", "name", "Bob").Err()
	if err == nil || !strings.HasPrefix(err.Error(), "WRONGTYPE") {
		return "", "", unexpected("Err of HSET of a text", err)
	}
	return "a bare HSET of a key that held a text wrote nothing, and the code went on", "its Err gave WRONGTYPE", nil
}

func undeclaredkey(e *env) (bad, good string, err error) {
	// These two lie in slots of different masters.
	err = e.cluster.Eval(ctx, `return redis.call("GET", "b")`, []string{"a"}).Err()
	if err == nil || errors.Is(err, redis.Nil) {
		return "", "", unexpected("a key that is not among KEYS", err)
	}
	err = e.cluster.Eval(ctx, `return redis.call("GET", KEYS[2])`, []string{"{a}1", "{a}2"}).Err()
	if !errors.Is(err, redis.Nil) {
		return "", "", unexpected("a key among KEYS", err)
	}
	return "a script that read a key which was not among its KEYS failed on a cluster", "with both among KEYS and one hash tag it ran", nil
}

func pipelineresult(e *env) (bad, good string, err error) {
	if err := e.rdb.Set(ctx, "result:name", "Ann", time.Minute).Err(); err != nil {
		return "", "", err
	}
	pipe := e.rdb.Pipeline()
	early := pipe.Get(ctx, "result:name").Val()
	name := pipe.Get(ctx, "result:name")
	failed := pipe.HSet(ctx, "result:name", "a", "b").Err()
	if early != "" || failed != nil {
		return "", "", unexpected("a queued command before Exec", fmt.Sprint(early, failed))
	}
	lost := e.rdb.Pipeline()
	lost.Set(ctx, "result:lost", 1, time.Minute)
	if n := e.rdb.Exists(ctx, "result:lost").Val(); n != 0 {
		return "", "", unexpected("EXISTS without Exec", n)
	}
	if _, err := pipe.Exec(ctx); err == nil || !strings.HasPrefix(err.Error(), "WRONGTYPE") {
		return "", "", unexpected("Exec of HSET of a text", err)
	}
	if name.Val() != "Ann" {
		return "", "", unexpected("GET after Exec", name.Val())
	}
	return "before Exec a queued GET had an empty value and an HSET that failed no error, and without Exec a SET was never sent",
		"Exec gave WRONGTYPE, and the GET had its value after it", nil
}

func watchmisuse(e *env) (bad, good string, err error) {
	// change is what another client does between the read and the write.
	change := func() error { return e.rdb.Set(ctx, "watch:n", 100, time.Minute).Err() }
	if err := change(); err != nil {
		return "", "", err
	}
	add := func(tx *redis.Tx, queue bool) error {
		n, err := tx.Get(ctx, "watch:n").Int()
		if err != nil {
			return err
		}
		if err := e.rdb.IncrBy(ctx, "watch:n", 10).Err(); err != nil {
			return err
		}
		if !queue {
			return tx.Set(ctx, "watch:n", n+1, time.Minute).Err()
		}
		_, err = tx.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(ctx, "watch:n", n+1, time.Minute)
			return nil
		})
		return err
	}
	for what, keys := range map[string][]string{"a bare SET": {"watch:n"}, "no keys": nil} {
		if err := change(); err != nil {
			return "", "", err
		}
		if err := e.rdb.Watch(ctx, func(tx *redis.Tx) error { return add(tx, keys == nil) }, keys...); err != nil {
			return "", "", unexpected("WATCH with "+what, err)
		}
		if n := e.rdb.Get(ctx, "watch:n").Val(); n != "101" {
			return "", "", unexpected("GET after WATCH with "+what, n)
		}
	}
	if err := change(); err != nil {
		return "", "", err
	}
	err = e.rdb.Watch(ctx, func(tx *redis.Tx) error { return add(tx, true) }, "watch:n")
	if !errors.Is(err, redis.TxFailedErr) {
		return "", "", unexpected("WATCH with TxPipelined", err)
	}
	if n := e.rdb.Get(ctx, "watch:n").Val(); n != "110" {
		return "", "", unexpected("GET after WATCH with TxPipelined", n)
	}
	return "with no keys, and with a SET outside of TxPipelined, a closure overwrote what another client had added in between",
		"with both Watch failed with redis.TxFailedErr and nothing was lost; to forget that error is to lose the write", nil
}

func pipelineclient(e *env) (bad, good string, err error) {
	transfer := func(queue bool) error {
		if err := e.rdb.MSet(ctx, "transfer:a", 10, "transfer:b", 10).Err(); err != nil {
			return err
		}
		_, err := e.rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.DecrBy(ctx, "transfer:a", 5)
			if queue {
				pipe.IncrBy(ctx, "transfer:b", 5)
			} else if err := e.rdb.IncrBy(ctx, "transfer:b", 5).Err(); err != nil {
				return err
			}
			return errors.New("given up")
		})
		return err
	}
	for _, queue := range []bool{false, true} {
		if err := transfer(queue); err == nil || err.Error() != "given up" {
			return "", "", unexpected("TxPipelined that gives up", err)
		}
		want := map[bool]string{false: "[10 15]", true: "[10 10]"}[queue]
		if got := fmt.Sprint(e.rdb.MGet(ctx, "transfer:a", "transfer:b").Val()); got != want {
			return "", "", unexpected("MGET after a transaction that was given up", got)
		}
	}
	return "when a closure of TxPipelined gave up, what it had sent on the client stayed", "queued on the pipeline, nothing of it was sent", nil
}

const (
	fillers = 16
	fills   = 2000
)

// filled is how many commands a pipeline holds that goroutines have filled.
func filled(rdb *redis.Client, lock bool) int {
	pipe := rdb.Pipeline()
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range fillers {
		wg.Go(func() {
			for range fills {
				if lock {
					mu.Lock()
				}
				pipe.Incr(ctx, "shared:n")
				if lock {
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return pipe.Len()
}

// sharedpipeline fills pipelines in processes of their own: a race on a slice
// may end in more than lost commands.
func sharedpipeline(e *env) (bad, good string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	held := func(how string) (int, error) {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), worker+"="+how+" "+e.addr)
		out, err := cmd.Output()
		if err != nil {
			return 0, err
		}
		return strconv.Atoi(string(out))
	}
	lost := false
	for range 50 {
		if n, err := held("share"); err != nil || n < fillers*fills {
			lost = true // or crashed
			break
		}
	}
	if !lost {
		return "", "", unexpected("a pipeline that goroutines fill at once", "all commands")
	}
	if n, err := held("lock"); err != nil || n != fillers*fills {
		return "", "", unexpected(fmt.Sprintf("a pipeline that is filled with a lock: %d", n), err)
	}
	return "a pipeline that 16 goroutines filled at once had lost commands", "with a mutex it held all of them", nil
}

// leakedclient: a hundred subscriptions whose function has gone, and connections
// that never come back to their pool.
func leakedclient(e *env) (bad, good string, err error) {
	subscribed := func() (n int64) {
		for range 100 { // the server sees a close a little later
			if n = e.rdb.PubSubNumSub(ctx, "leak:channel").Val()["leak:channel"]; n == 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		return n
	}
	subscribe := func(closes bool) error {
		scoped, cancel := context.WithCancel(ctx)
		defer cancel()
		ps := e.rdb.Subscribe(scoped, "leak:channel")
		if closes {
			defer ps.Close()
		}
		_, err := ps.Receive(scoped)
		return err
	}
	for range 100 {
		if err := subscribe(true); err != nil {
			return "", "", err
		}
	}
	if n := subscribed(); n != 0 {
		return "", "", unexpected("subscribers after Close", n)
	}
	for range 100 {
		if err := subscribe(false); err != nil {
			return "", "", err
		}
	}
	if n := subscribed(); n != 100 {
		return "", "", unexpected("subscribers without Close", n)
	}
	take := func(closes bool) error {
		rdb := redis.NewClient(&redis.Options{Addr: e.addr, PoolSize: 3, PoolTimeout: 100 * time.Millisecond, MaxRetries: -1})
		defer rdb.Close()
		for range 4 {
			c := rdb.Conn()
			if err := c.Ping(ctx).Err(); err != nil {
				return err
			}
			if closes {
				c.Close()
			}
		}
		return nil
	}
	if err := take(true); err != nil {
		return "", "", unexpected("Conn after Close", err)
	}
	if err := take(false); err == nil || !strings.Contains(err.Error(), "pool timeout") {
		return "", "", unexpected("the fourth Conn of a pool of three", err)
	}
	return "of 100 subscriptions that their functions left open 100 were still subscribed, though their context was done, and a pool of three gave no fourth Conn", "after Close none was, and it did", nil
}

// redisnil: one of three queued commands finds nothing.
func redisnil(e *env) (bad, good string, err error) {
	if err := e.rdb.Set(ctx, "nil:there", "ann", time.Minute).Err(); err != nil {
		return "", "", err
	}
	pipe := e.rdb.Pipeline()
	missing, there, hits := pipe.Get(ctx, "nil:missing"), pipe.Get(ctx, "nil:there"), pipe.Incr(ctx, "nil:hits")
	if _, err := pipe.Exec(ctx); !errors.Is(err, redis.Nil) {
		return "", "", unexpected("the error of Exec", err)
	}
	if missing.Err() != redis.Nil || there.Err() != nil || hits.Err() != nil || there.Val() != "ann" || e.rdb.Get(ctx, "nil:hits").Val() != "1" {
		return "", "", unexpected("the answers beside the missing one", there.Val())
	}
	wrapped := fmt.Errorf("load: %w", e.rdb.HGet(ctx, "nil:missing", "name").Err())
	if wrapped.Error() == "redis: nil" || !errors.Is(wrapped, redis.Nil) {
		return "", "", unexpected("a wrapped redis.Nil", wrapped)
	}
	return "with one key of three missing Exec gave redis.Nil as its error, and a wrapped one was not equal to its text", "the other two commands were done and gave no error, and errors.Is found the wrapped one", nil
}
