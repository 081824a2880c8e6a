// Genrediscmd generates the command data of internal/rediscmd:
//
//	server.txt       what the redis-server on PATH answers to COMMAND and COMMAND DOCS
//	ioredis.txt      what a Redis 8 answered, from the npm package @ioredis/commands
//	commands_gen.go  both and supplement.txt (written by hand), merged
//
// It starts a redis-server on a free loopback port and stops it. Run it in
// internal/rediscmd, or through go generate ./internal/rediscmd.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/redislint/redislint/internal/tools/genrediscmd/redisserver"
)

const (
	serverFile     = "server.txt"
	ioredisFile    = "ioredis.txt"
	supplementFile = "supplement.txt"
	goFile         = "commands_gen.go"
)

func main() {
	ioredis := flag.String("ioredis", "", "read @ioredis/commands's built/commands.json from this `file` instead of npm")
	dir := flag.String("dir", ".", "the `folder` of package rediscmd")
	flag.Parse()
	if err := run(*dir, *ioredis); err != nil {
		fmt.Fprintln(os.Stderr, "genrediscmd:", err)
		os.Exit(1)
	}
}

func run(dir, ioredisJSON string) error {
	server, err := askServer()
	if err != nil {
		return err
	}
	var data []byte
	if ioredisJSON != "" {
		data, err = os.ReadFile(ioredisJSON)
	} else {
		data, err = fetchIoredis()
	}
	if err != nil {
		return err
	}
	ioredis, err := ioredisSource(data)
	if err != nil {
		return fmt.Errorf("%s: %w", ioredisPackage, err)
	}
	if err := os.WriteFile(filepath.Join(dir, serverFile), server.format(), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, ioredisFile), ioredis.format(), 0o644); err != nil {
		return err
	}
	code, err := fromFiles(dir)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, goFile), code, 0o644)
}

// askServer starts the installed redis-server, reads its commands and stops it.
func askServer() (*source, error) {
	version, err := redisserver.InstalledVersion()
	if err != nil {
		return nil, err
	}
	s, err := redisserver.Start()
	if err != nil {
		return nil, err
	}
	defer s.Stop()
	return serverSource(s, version)
}

// fromFiles is the Go file for the three texts in dir.
func fromFiles(dir string) ([]byte, error) {
	var sources [3]*source
	for i, name := range []string{serverFile, ioredisFile, supplementFile} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if sources[i], err = parseSource(data); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	facts, err := merge(sources[0], sources[1], sources[2])
	if err != nil {
		return nil, err
	}
	return render(facts, sources[0], sources[1])
}
