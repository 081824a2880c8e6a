package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The npm package whose built/commands.json is the COMMAND reply of a Redis 8.
// It has no groups, versions, ACL categories and key specs.
const (
	ioredisPackage = "@ioredis/commands"
	ioredisVersion = "2.4.0"
)

type ioredisCommand struct {
	Arity          int                        `json:"arity"`
	Flags          []string                   `json:"flags"`
	KeyStart       int                        `json:"keyStart"`
	KeyStop        int                        `json:"keyStop"`
	Step           int                        `json:"step"`
	RequestPolicy  string                     `json:"requestPolicy"`
	ResponsePolicy string                     `json:"responsePolicy"`
	Subcommands    map[string]*ioredisCommand `json:"subcommands"`
}

func ioredisSource(data []byte) (*source, error) {
	var commands map[string]*ioredisCommand
	if err := json.Unmarshal(data, &commands); err != nil {
		return nil, err
	}
	src := &source{program: ioredisPackage, version: ioredisVersion}
	var add func(prefix string, m map[string]*ioredisCommand) error
	add = func(prefix string, m map[string]*ioredisCommand) error {
		for name, c := range m {
			f := &fact{name: strings.ToUpper(prefix + name), arity: c.Arity, request: c.RequestPolicy, response: c.ResponsePolicy}
			var err error
			if f.flags, err = keepFlags(c.Flags); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if c.KeyStart > 0 {
				last := c.KeyStop
				if last > 0 {
					last -= c.KeyStart // a range counts from its first key
				}
				f.keys = []keySpec{{access: accessOf(f.flags), begin: "index", index: c.KeyStart, find: "range", nums: [3]int{last, c.Step, 0}}}
			}
			src.facts = append(src.facts, f)
			if err := add(prefix+name+"|", c.Subcommands); err != nil {
				return err
			}
		}
		return nil
	}
	return src, add("", commands)
}

// accessOf is what the command flags alone say of its keys.
func accessOf(flags []string) []string {
	for _, f := range flags {
		if f == "write" {
			return []string{"RW"}
		}
	}
	return []string{"RO"}
}

// fetchIoredis downloads the package with npm into a temporary directory and
// returns its commands.json.
func fetchIoredis() ([]byte, error) {
	dir, err := os.MkdirTemp("", "genrediscmd-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	spec := ioredisPackage + "@" + ioredisVersion
	cmd := exec.Command("npm", "pack", "--silent", spec)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("npm pack %s: %w", spec, err)
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("npm pack %s left %d tarballs", spec, len(found))
	}
	file, err := os.Open(found[0])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	r := tar.NewReader(z)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s holds no built/commands.json", spec)
		}
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(h.Name, "/built/commands.json") {
			return io.ReadAll(r)
		}
	}
}
