// Command genmethods writes the method tables of internal/client/goredis: for
// every method of go-redis, how it spells its command on the wire.
//
// It calls each method of redis.Pipeliner by reflection with marked arguments
// on a pipeline that is never executed, reads the queued command's Args, and
// finds the markers in it. A method is called many times, with each of its
// parameters and option fields zero and not, so that the conditions under
// which an argument is sent come from observation too. Every template is then
// evaluated for all these calls and must give what was sent; what it cannot
// express is listed in the exceptions with the reason.
//
// It is a module of its own because it needs every version of go-redis, and
// redislint itself needs none.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("o", filepath.Join("..", "..", "client", "goredis"), "folder to write to")
	flag.Parse()
	for i := range versions {
		v := &versions[i]
		text, err := v.table()
		if err == nil {
			err = os.WriteFile(filepath.Join(*dir, v.file()), []byte(text), 0o666)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "genmethods: %s: %v\n", v.name, err)
			os.Exit(1)
		}
	}
}
