package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redislint/redislint/internal/rediscmd"
	"github.com/redislint/redislint/internal/tools/genrediscmd/redisserver"
)

const dataDir = "../../rediscmd"

const remedy = "run: go generate ./internal/rediscmd"

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dataDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestGoFileFresh needs no server: the Go file is a function of the texts.
func TestGoFileFresh(t *testing.T) {
	code, err := fromFiles(dataDir)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(code, readFile(t, goFile)) {
		t.Errorf("%s is stale; %s", goFile, remedy)
	}
}

func TestServerFileFresh(t *testing.T) {
	s := redisserver.ForTest(t)
	want := readFile(t, serverFile)
	old, err := parseSource(want)
	if err != nil {
		t.Fatal(err)
	}
	version, err := redisserver.InstalledVersion()
	if err != nil {
		t.Fatal(err)
	}
	if version != old.version {
		redisserver.Skip(t, "redis-server is %s, %s is from %s", version, serverFile, old.version)
	}
	src, err := serverSource(s, version)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(src.format(), want) {
		t.Errorf("%s differs from what redis-server %s answers; %s", serverFile, version, remedy)
	}
}

func TestSourcesRoundTrip(t *testing.T) {
	for _, name := range []string{serverFile, ioredisFile} {
		data := readFile(t, name)
		s, err := parseSource(data)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(s.format(), data) {
			t.Errorf("%s changes when it is read and written", name)
		}
	}
}

func TestParseFactRefuses(t *testing.T) {
	for _, line := range []string{
		"get arity=2",
		"GET arity=two",
		"GET arity",
		"GET flags=readonly,quick",
		"GET size=1",
		"GET key=RO@index:1",
		"GET key=RO@index/range:0:1:0",
		"GET key=XX@index:1/range:0:1:0",
		"GET key=RO@keyword:A/range:0:1:0",
		"GET key=RO@index:1/range:0:1",
		"GET replaced=MGET",
	} {
		if f, err := parseFact(line); err == nil {
			t.Errorf("parseFact(%q) = %s, want an error", line, f)
		}
	}
	if _, err := parseSource([]byte("GET arity=2\nGET arity=3\n")); err == nil {
		t.Error("a command may be there twice")
	}
}

func TestMerge(t *testing.T) {
	src := func(text string) *source {
		t.Helper()
		s, err := parseSource([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	server := "A arity=2 flags=readonly,dangerous,of_n group=string since=1.0.0 key=RO@index:1/range:0:1:0\nB arity=-2 group=server since=2.0.0\n"
	for _, tt := range []struct{ name, ioredis, supplement, want string }{
		{"newer arity and flags win, derived flags stay", "A arity=-2 flags=readonly,fast", "",
			"A arity=-2 flags=readonly,dangerous,fast,of_n group=string since=1.0.0 key=RO@index:1/range:0:1:0"},
		{"the supplement wins", "", "A since=1.0.5 flags=+fast",
			"A arity=2 flags=readonly,dangerous,fast,of_n group=string since=1.0.5 key=RO@index:1/range:0:1:0"},
		{"admin implies dangerous, a subcommand makes a container", "B|X arity=2 flags=admin", "B|X group=server",
			"B arity=-2 flags=container group=server since=2.0.0 | B X arity=2 flags=admin,dangerous group=server"},
		{"no group", "C arity=2", "", `error: C: the group "" is not in groupNames`},
		{"no arity", "", "C group=string", "error: C has no arity"},
		{"idle supplement", "", "A group=string", "error: supplement: A says nothing that the servers do not say"},
		{"orphan", "C|X arity=2", "C|X group=string", "error: C|X: its container is not known"},
		{"key specs of a movable command", "C arity=2 flags=movablekeys", "C group=string",
			"error: C: the flag movablekeys and the key specs [] contradict each other"},
	} {
		facts, err := merge(src(server), src(tt.ioredis), src(tt.supplement))
		got := fmt.Sprint("error: ", err)
		if err == nil {
			var lines []string
			for _, f := range facts {
				lines = append(lines, f.String())
			}
			got = strings.Join(lines, " | ")
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestIoredisSource(t *testing.T) {
	s, err := ioredisSource([]byte(`{"mset":{"arity":-3,"flags":["write","stale"],"keyStart":1,"keyStop":-1,"step":2,"requestPolicy":"multi_shard"},
		"lmove":{"arity":5,"flags":["write"],"keyStart":1,"keyStop":2,"step":1},
		"object":{"arity":-2,"flags":[],"keyStart":0,"keyStop":0,"step":0,"subcommands":{"freq":{"arity":3,"flags":["readonly"],"keyStart":2,"keyStop":2,"step":1}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := string(s.format())
	for _, want := range []string{
		"\nMSET arity=-3 flags=write request=multi_shard key=RW@index:1/range:-1:2:0\n",
		"\nLMOVE arity=5 flags=write key=RW@index:1/range:1:1:0\n",
		"\nOBJECT arity=-2\nOBJECT|FREQ arity=3 flags=readonly key=RO@index:2/range:0:1:0\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, got)
		}
	}
	if _, err := ioredisSource([]byte(`{"x":{"flags":["brandnew"]}}`)); err == nil {
		t.Error("a flag that nobody has looked at is accepted")
	}
}

func TestOfN(t *testing.T) {
	for _, tt := range []struct {
		complexity string
		want       bool
	}{
		{"", false},
		{"O(1)", false},
		{"O(log(N))", false},
		{"O(log N) where N is the number of clients", false},
		{"O(N)", true},
		{"O(log(N)+M) with N being the size", true},
		{"O(log(N)*M)", true},
		{"O(L + (N-K)log(N)) worst case", true},
		{"O(1) for every call. O(N) for a complete iteration", false},
		{"Without the count argument O(1), otherwise O(N)", false},
		{"Depends on the script", false},
		{"O(N", true},
	} {
		if got := ofN(tt.complexity); got != tt.want {
			t.Errorf("ofN(%q) = %v", tt.complexity, got)
		}
	}
}

// getKeys is what the server takes for the keys of a call; not ok when it
// refuses the call.
func getKeys(t *testing.T, s *redisserver.Server, words []string) (keys []string, ok bool) {
	t.Helper()
	reply, err := s.Do(append([]string{"COMMAND", "GETKEYS"}, words...)...)
	if e, isReply := err.(redisserver.Error); isReply {
		return nil, strings.Contains(string(e), "no key arguments")
	}
	if err != nil {
		t.Fatal(err)
	}
	keys, err = stringsOf(reply)
	if err != nil {
		t.Fatal(err)
	}
	return keys, true
}

func ourKeys(t *testing.T, words []string) (keys []string, exact bool) {
	t.Helper()
	c, _, found := rediscmd.Lookup(words...)
	if !found {
		t.Fatalf("%s is not known", words[0])
	}
	idx, exact := c.Keys(len(words), func(i int) (string, bool) { return words[i], true })
	for _, i := range idx {
		keys = append(keys, words[i])
	}
	return keys, exact
}

// TestKeysAgreeWithServer compares our keys with COMMAND GETKEYS. The calls
// are of 7.0 or older; keys are named k1, k2, ….
func TestKeysAgreeWithServer(t *testing.T) {
	s := redisserver.ForTest(t)
	for call := range strings.SplitSeq(strings.TrimSpace(`
GET k1
SET k1 v EX 10 NX GET
SETEX k1 10 v
GETEX k1 PERSIST
APPEND k1 v
MGET k1 k2 k3
MSET k1 a k2 b
MSETNX k1 a k2 b
DEL k1 k2
UNLINK k1
EXISTS k1 k1 k2
TOUCH k1 k2
INCRBYFLOAT k1 1.5
LCS k1 k2 LEN
EXPIRE k1 10 NX
PERSIST k1
TYPE k1
DUMP k1
RESTORE k1 0 payload REPLACE
RENAME k1 k2
RENAMENX k1 k2
COPY k1 k2 DB 1 REPLACE
MOVE k1 1
OBJECT ENCODING k1
OBJECT FREQ k1
MEMORY USAGE k1 SAMPLES 0
SORT k1
SORT k1 LIMIT 0 5 GET # ALPHA STORE k2
SORT k1 STORE x STORE k2
SORT_RO k1 DESC
HSET k1 f v
HMGET k1 f g
HSCAN k1 0 MATCH x
LPUSH k1 a b
LMOVE k1 k2 LEFT RIGHT
RPOPLPUSH k1 k2
BRPOPLPUSH k1 k2 0
BLMOVE k1 k2 LEFT RIGHT 0
BLPOP k1 k2 0
BRPOP k1 0
LMPOP 2 k1 k2 LEFT COUNT 3
BLMPOP 0 2 k1 k2 RIGHT
SADD k1 a
SMOVE k1 k2 a
SINTER k1 k2
SINTERSTORE k1 k2 k3
SINTERCARD 2 k1 k2 LIMIT 5
SDIFFSTORE k1 k2
ZADD k1 1 a
ZRANGESTORE k1 k2 0 -1
ZUNION 2 k1 k2 WEIGHTS 1 2
ZINTER 1 k1
ZINTERCARD 2 k1 k2
ZDIFF 2 k1 k2 WITHSCORES
ZUNIONSTORE k1 2 k2 k3 AGGREGATE MAX
ZINTERSTORE k1 1 k2
ZDIFFSTORE k1 2 k2 k3
ZMPOP 2 k1 k2 MIN
BZMPOP 0 1 k1 MAX
BZPOPMIN k1 k2 0
GEOADD k1 1 2 a
GEORADIUS k1 1 2 3 m
GEORADIUS k1 1 2 3 m COUNT 5 ASC STORE k2
GEORADIUSBYMEMBER k1 a 3 m STOREDIST k2
GEORADIUS_RO k1 1 2 3 m
GEOSEARCHSTORE k1 k2 FROMMEMBER a BYRADIUS 1 m
PFADD k1 a
PFCOUNT k1 k2
PFMERGE k1 k2 k3
BITOP XOR k1 k2 k3
BITFIELD k1 GET u8 0
XADD k1 MAXLEN 10 * f v
XREAD STREAMS k1 0
XREAD COUNT 1 BLOCK 0 STREAMS k1 k2 0 0
XREADGROUP GROUP g c COUNT 1 NOACK STREAMS k1 k2 > >
XREADGROUP GROUP STREAMS c STREAMS k1 >
XGROUP CREATE k1 g $ MKSTREAM
XGROUP DESTROY k1 g
XINFO STREAM k1 FULL
XACK k1 g 1-0
XCLAIM k1 g c 10 1-0
XAUTOCLAIM k1 g c 10 0
WATCH k1 k2
EVAL return 2 k1 k2 a b
EVAL return 0 a b
EVALSHA sha 1 k1 a
EVAL_RO return 1 k1
EVALSHA_RO sha 1 k1
FCALL f 2 k1 k2 a
FCALL_RO f 1 k1
MIGRATE h 6379 k1 0 100
MIGRATE h 6379  0 100 KEYS k1 k2
MIGRATE h 6379  0 100 COPY REPLACE AUTH KEYS KEYS k1 k2
MIGRATE h 6379  0 100 AUTH2 u p KEYS k1
SUBSTR k1 0 1
PING text
CONFIG GET save
SPUBLISH c m
SSUBSCRIBE c d
CLUSTER KEYSLOT k
SCAN 0 MATCH k1`), "\n") {
		words := strings.Split(call, " ")
		want, ok := getKeys(t, s, words)
		if !ok {
			t.Errorf("%s: the server refuses it", call)
			continue
		}
		got, exact := ourKeys(t, words)
		if !slices.Equal(got, want) || !exact {
			t.Errorf("%s: our keys are %q (exact %v), the server's %q", call, got, exact, want)
		}
	}
}

// TestKeysAgreeWithServerAtRandom makes calls up from words that mislead. What
// the server takes for a well-formed call and we call exact must agree.
func TestKeysAgreeWithServerAtRandom(t *testing.T) {
	s := redisserver.ForTest(t)
	pool := []string{"0", "1", "2", "3", "-1", "99999999999", "9223372036854775807", "a", "b", "c", "", "KEYS", "keys", "STREAMS", "STORE", "STOREDIST", "LIMIT", "AUTH", "AUTH2", "copy"}
	r := rand.New(rand.NewPCG(7, 0))
	agreed := 0
	for c := range rediscmd.All {
		if len(c.Specs) == 0 {
			continue
		}
		name := strings.Fields(c.Name)
		for range 40 {
			words := slices.Clone(name)
			for range r.IntN(10) {
				words = append(words, pool[r.IntN(len(pool))])
			}
			want, ok := getKeys(t, s, words)
			if !ok {
				continue // refused: a wrong arity or key count, or newer than this server
			}
			got, exact := ourKeys(t, words)
			if !exact {
				continue // no claim is made
			}
			if strings.HasPrefix(c.Name, "SORT") && strings.Contains(strings.Join(words, " "), "STORE STORE") {
				continue // sortGetKeys reads the destination as an option once more, sortCommand does not
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q: our keys are %q, the server's %q", words, got, want)
			}
			agreed++
		}
	}
	if agreed < 1000 {
		t.Errorf("only %d calls were compared", agreed)
	}
	t.Logf("%d calls agree", agreed)
}
