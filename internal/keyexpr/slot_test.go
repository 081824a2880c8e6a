package keyexpr

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redislint/redislint/internal/tools/genrediscmd/redisserver"
)

func TestHashTag(t *testing.T) {
	for key, want := range map[string]string{
		"":                        "",
		"foo":                     "foo",
		"{user1000}.following":    "user1000",
		"foo{}{bar}":              "foo{}{bar}", // the first pair is empty: the whole key
		"foo{{bar}}zap":           "{bar",
		"foo{bar}{zap}":           "bar",
		"{":                       "{",
		"}":                       "}",
		"}{":                      "}{",
		"a}b{c}":                  "c",
		"{a":                      "{a",
		"a{b":                     "a{b",
		"{}":                      "{}",
		"{ }":                     " ",
		"\x00{\xff\x00}\x00":      "\xff\x00",
		"prefix:{a:{b}:c}:suffix": "a:{b",
	} {
		if got := HashTag(key); got != want {
			t.Errorf("HashTag(%q) = %q, want %q", key, got, want)
		}
	}
}

func TestSlot(t *testing.T) {
	// The check value of CRC16/XMODEM, and slots that redis-server 7.0.15 gave.
	for key, want := range map[string]uint16{
		"123456789":            0x31C3 % slots,
		"":                     0,
		"foo":                  12182,
		"{user1000}.following": 3443,
		"user1000":             3443,
	} {
		if got := Slot(key); got != want {
			t.Errorf("Slot(%q) = %d, want %d", key, got, want)
		}
	}
}

func TestTag(t *testing.T) {
	const none = "none"
	padded, _ := Sprintf("%-9s", []Key{seq("{", id, "}")})
	tests := []struct {
		key  Key
		want string
	}{
		{Key{}, none},
		{Lit("user"), none},
		{Lit("{user}:1"), "user"},
		{id, none},
		{seq("user:", id), none},
		{seq("{", id, "}:a"), "{id}"},
		{seq("{user:", id, "}:a"), "user:{id}"},
		{seq(recv, ":{", id, ":", name, "}"), "{id}:{name}"},
		{seq("a{", id), none},
		{seq("a}", id, "{b}"), "b"},
		{seq("{}", id, "{b}"), none},
		{seq("{{", id, "}}"), "{{id}"},
		{seq("{", id, "{", name, "}"), "{id}{{name}"},
		{seq(id, "}{", name, "}"), "{name}"},
		{seq("{a}{", id, "}"), "a"},
		{seq("{", anon, "}"), "{rand()}"},
		{seq(padded, ":{a}"), none},
		{seq("{", padded, "}"), none},
		{seq("{a}", padded), "a"},
	}
	for _, tt := range tests {
		got := none
		if tag, ok := tt.key.Tag(); ok {
			got = tag.String()
			checkNormal(t, tag)
		}
		if got != tt.want {
			t.Errorf("%v.Tag() = %s, want %s", tt.key, got, tt.want)
		}
	}
}

func TestKeySlot(t *testing.T) {
	tests := []struct {
		key  Key
		slot uint16
		ok   bool
	}{
		{Key{}, 0, true},
		{Lit("foo"), 12182, true},
		{seq("{user1000}:", id), 3443, true},
		{seq("a:{user1000}:", id, "{b}"), 3443, true},
		{seq(id, "{user1000}"), 0, false}, // the hole may hold the tag
		{seq("{", id, "}"), 0, false},
		{seq("{user", id, "1000}"), 0, false},
		{seq("{}", id), 0, false},
		{seq("foo", id), 0, false},
		{seq("foo{bar", id), 0, false},
		{id, 0, false},
		{anon, 0, false},
	}
	for _, tt := range tests {
		if slot, ok := tt.key.Slot(); slot != tt.slot || ok != tt.ok {
			t.Errorf("%v.Slot() = %d, %v, want %d, %v", tt.key, slot, ok, tt.slot, tt.ok)
		}
	}
}

func TestSameSlot(t *testing.T) {
	tests := []struct {
		a, b Key
		want Answer
	}{
		{Lit("a"), Lit("a"), Yes},
		{Lit("a"), Lit("b"), No},
		{Key{}, Key{}, Yes},
		{Lit("{a}1"), Lit("{a}2"), Yes},
		{Lit("{a}1"), Lit("{b}1"), No},
		{Lit("{a}1"), Lit("a"), Yes},
		{Lit("{a}1"), Lit("b{a}"), Yes},
		{Lit("{}a"), Lit("{}b"), No}, // empty tags do not count
		{id, id, Yes},
		{id, name, Unknown},
		{anon, anon, Unknown},
		{seq("user:", id), seq("user:", id), Yes},
		{seq("user:", id), seq("cart:", id), Unknown}, // no tag
		{seq("user:", id), Lit("user:1"), Unknown},
		{seq("{user:", id, "}:a"), seq("{user:", id, "}:b"), Yes},
		{seq("{user:", id, "}:a"), seq("{user:", name, "}:a"), Unknown},
		{seq("{user:", id, "}:a"), seq("{cart:", id, "}:a"), Unknown},
		{seq("{", anon, "}:a"), seq("{", anon, "}:b"), Unknown},
		{seq("{app}:", id), seq("{app}:", name), Yes},
		{seq("{app}:", id), Lit("app"), Yes},
		{seq("{app}:", id), seq("{web}:", id), No},
		{seq(recv, "{app}"), seq(name, "{app}"), Yes},     // lenient
		{seq(recv, "{app}"), seq(name, "{web}"), Unknown}, // the hole may hold the tag
		{seq(recv, "{app}"), Lit("{web}"), Unknown},
		{seq("{", id, "}"), id, Unknown},
		{seq("{}", id), seq("{}", id), Yes},
		{seq("{}", id), seq("{}", name), Unknown},
	}
	for _, tt := range tests {
		if got := SameSlot(tt.a, tt.b); got != tt.want {
			t.Errorf("SameSlot(%v, %v) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
		if got := SameSlot(tt.b, tt.a); got != tt.want {
			t.Errorf("SameSlot(%v, %v) = %v, want %v", tt.b, tt.a, got, tt.want)
		}
	}
}

// plainSlot is the text of the cluster specification, bit by bit: the second
// implementation that Slot is compared with.
func plainSlot(key []byte) int {
	for open := range key {
		if key[open] != '{' {
			continue // look for the first opening brace
		}
		for end := open + 1; end < len(key); end++ {
			if key[end] != '}' {
				continue // look for the first closing brace behind it
			}
			if end > open+1 {
				key = key[open+1 : end]
			}
			break
		}
		break
	}
	remainder := 0
	for _, c := range append(append([]byte{}, key...), 0, 0) {
		for bit := 7; bit >= 0; bit-- {
			remainder = remainder<<1 | int(c)>>bit&1
			if remainder >= 1<<16 {
				remainder ^= 1<<16 | 0x1021
			}
		}
	}
	return remainder & 16383
}

func FuzzSlot(f *testing.F) {
	for _, key := range []string{"", "foo", "{user1000}.following", "foo{}{bar}", "foo{{bar}}zap", "}{", "\x00{\xff}", "{a"} {
		f.Add(key)
	}
	f.Fuzz(func(t *testing.T, key string) {
		if got, want := int(Slot(key)), plainSlot([]byte(key)); got != want {
			t.Errorf("Slot(%q) = %d, want %d", key, got, want)
		}
		tag, ok := Lit(key).Tag()
		if text, _ := tag.Const(); ok != (HashTag(key) != key) || ok && text != HashTag(key) {
			t.Errorf("Lit(%q).Tag() = %q, %v, the tag is %q", key, text, ok, HashTag(key))
		}
	})
}

// TestSlotAgainstRedis asks a real server for the slots of 20,000 keys.
func TestSlotAgainstRedis(t *testing.T) {
	conn := startRedis(t)
	r := rand.New(rand.NewPCG(5, 6))
	keys := []string{"", "foo", "{}", "{", "}", "}{", "{}{a}", "{{a}}", "a{b}c{d}", "{\x00}", "\r\n", "{\r\n}x", strings.Repeat("k", 70000)}
	alphabets := []string{"{}a", "{}abcdefgh:", "{}\x00\r\n\xff\x80"}
	for len(keys) < 20000 {
		b := make([]byte, r.IntN(24))
		alphabet := ""
		if i := r.IntN(len(alphabets) + 1); i < len(alphabets) {
			alphabet = alphabets[i]
		}
		for i := range b {
			if alphabet == "" {
				b[i] = byte(r.IntN(256))
			} else {
				b[i] = alphabet[r.IntN(len(alphabet))]
			}
		}
		keys = append(keys, string(b))
	}
	go func() { // a pipeline: replies are read while requests are still written
		w := bufio.NewWriter(conn)
		for _, key := range keys {
			fmt.Fprintf(w, "*3\r\n$7\r\nCLUSTER\r\n$7\r\nKEYSLOT\r\n$%d\r\n%s\r\n", len(key), key)
		}
		w.Flush() // an error shows when the replies end early
	}()
	tagged, wrong := 0, 0
	replies := bufio.NewReader(conn)
	for _, key := range keys {
		line, err := replies.ReadString('\n')
		if err != nil {
			t.Fatalf("CLUSTER KEYSLOT %q: %v", key, err)
		}
		want, isInt := strings.CutPrefix(strings.TrimSuffix(line, "\r\n"), ":")
		if !isInt {
			t.Fatalf("CLUSTER KEYSLOT %q: %s", key, line)
		}
		if HashTag(key) != key {
			tagged++
		}
		if got := strconv.Itoa(int(Slot(key))); got != want {
			t.Errorf("Slot(%q) = %s, Redis says %s", key, got, want)
			if wrong++; wrong > 10 {
				t.FailNow()
			}
		}
	}
	if tagged < 1000 || tagged > len(keys)-1000 {
		t.Errorf("%d of %d keys have a hash tag: not mixed enough", tagged, len(keys))
	}
}

// startRedis starts a redis-server in cluster mode, which ends with the test,
// and returns a connection to it.
func startRedis(t *testing.T) net.Conn {
	t.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		redisserver.Skip(t, "needs redis-server, the Debian package of that name: %v", err)
	}
	// The port may be taken between its choice and its use: try again.
	for attempt := 1; ; attempt++ {
		conn, err := tryRedis(t, path)
		if err == nil {
			return conn
		}
		if attempt == 3 {
			t.Fatal(err)
		}
	}
}

func tryRedis(t *testing.T, path string) (net.Conn, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	dir := t.TempDir()
	var output strings.Builder
	cmd := exec.Command(path,
		"--cluster-enabled", "yes",
		"--cluster-config-file", filepath.Join(dir, "nodes.conf"),
		"--save", "",
		"--dir", dir,
		"--bind", "127.0.0.1",
		"--port", strconv.Itoa(port))
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	stop := func() {
		cmd.Process.Kill()
		<-ended
	}
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	for deadline := time.Now().Add(20 * time.Second); ; {
		select {
		case err := <-ended:
			return nil, fmt.Errorf("redis-server ended: %v\n%s", err, output.String())
		case <-time.After(20 * time.Millisecond):
		}
		conn, err := pingRedis(address)
		if err == nil {
			t.Cleanup(func() {
				conn.Close()
				stop()
			})
			return conn, nil
		}
		if time.Now().After(deadline) {
			stop()
			return nil, fmt.Errorf("redis-server does not answer: %v\n%s", err, output.String())
		}
	}
}

func pingRedis(address string) (net.Conn, error) {
	conn, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return nil, err
	}
	reply := make([]byte, len("+PONG\r\n"))
	conn.SetDeadline(time.Now().Add(60 * time.Second))
	_, err = io.WriteString(conn, "*1\r\n$4\r\nPING\r\n")
	if err == nil {
		_, err = io.ReadFull(conn, reply)
	}
	if err == nil && string(reply) != "+PONG\r\n" {
		err = fmt.Errorf("PING: %q", reply)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// freePort returns a loopback port whose cluster bus port, 10000 above, is a
// port too.
func freePort() (int, error) {
	for range 100 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return 0, err
		}
		port := l.Addr().(*net.TCPAddr).Port
		if err := l.Close(); err != nil {
			return 0, err
		}
		if port+10000 <= 65535 {
			return port, nil
		}
	}
	// Ephemeral ports all lie too high here: take one below them.
	for range 100 {
		port := 20000 + rand.IntN(10000)
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			return port, l.Close()
		}
	}
	return 0, errors.New("no free port")
}
