// Command genanswers writes the tables internal/client/goredis/answers_*.txt:
// what each method of go-redis answers where there is nothing, what it refuses
// to encode, and what it answers when it is given no elements.
//
// Nothing of it is remembered: it starts a real redis-server and calls every
// method on data, by reflection, with many arguments, on keys that are missing
// and on keys of every type. A method is said never to answer redis.Nil only
// when no call did, though calls succeeded on missing keys. What the server
// does not know, it says nothing of.
//
// It is a module of its own because it needs every version of go-redis.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/redislint/redislint/internal/tools/genrediscmd/redisserver"
)

func main() {
	dir := flag.String("o", filepath.Join("..", "..", "client", "goredis"), "folder of the tables")
	flag.Parse()
	if err := write(*dir); err != nil {
		fmt.Fprintf(os.Stderr, "genanswers: %v\n", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	s, err := redisserver.Start()
	if err != nil {
		return err
	}
	defer s.Stop()
	for i := range versions {
		v := &versions[i]
		text, err := v.table(s, dir)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, v.file()), []byte(text), 0o666)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
	}
	return nil
}
