// Command gocacheprog is a build cache in a folder, for the go command's
// GOCACHEPROG: the least program that lets machines share what they have built
// and what go vet has found. It shows and tests docs/fleet.md; it never deletes
// anything.
//
//	GOCACHEPROG="gocacheprog /mnt/shared /tmp/asked.jsonl" go vet -vettool=... ./...
//
// Every answer to a get is noted as a line of the second file, if one is named.
//
// The protocol is that of cmd/go/internal/cacheprog in Go 1.26: JSON values on
// stdin and stdout; a put with a body has it as a second value, in base64.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
)

type request struct {
	ID       int64
	Command  string
	ActionID []byte
	OutputID []byte
	BodySize int64
}

type response struct {
	ID            int64
	Err           string   `json:",omitempty"`
	KnownCommands []string `json:",omitempty"`
	Miss          bool     `json:",omitempty"`
	OutputID      []byte   `json:",omitempty"`
	Size          int64    `json:",omitempty"`
	DiskPath      string   `json:",omitempty"`
}

// entry is what is kept of a put beside its body.
type entry struct {
	OutputID []byte
	Size     int64
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("gocacheprog: ")
	if len(os.Args) < 2 || len(os.Args) > 3 {
		log.Fatal("usage: gocacheprog FOLDER [FILE]")
	}
	folder, err := filepath.Abs(os.Args[1]) // the go command wants absolute paths
	if err != nil {
		log.Fatal(err)
	}
	notes := io.Discard
	if len(os.Args) == 3 {
		file, err := os.OpenFile(os.Args[2], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			log.Fatal(err)
		}
		notes = file
	}
	if err := serve(folder, os.Stdin, os.Stdout, notes); err != nil {
		log.Fatal(err)
	}
}

// serve answers requests, one after the other, until the go command says that
// it is done.
func serve(folder string, in io.Reader, out, notes io.Writer) error {
	requests, responses, noted := json.NewDecoder(in), json.NewEncoder(out), json.NewEncoder(notes)
	if err := responses.Encode(response{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	for {
		var r request
		if err := requests.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var body []byte
		if r.BodySize > 0 {
			if err := requests.Decode(&body); err != nil {
				return err
			}
		}
		answer, err := response{}, error(nil)
		switch r.Command {
		case "get":
			if answer, err = get(folder, r); err == nil {
				err = noted.Encode(answer)
			}
		case "put":
			answer, err = put(folder, r, body)
		}
		if err != nil {
			answer = response{Err: err.Error()}
		}
		answer.ID = r.ID
		if err := responses.Encode(answer); err != nil || r.Command == "close" {
			return err
		}
	}
}

func get(folder string, r request) (response, error) {
	text, err := os.ReadFile(filepath.Join(folder, "action-"+hex.EncodeToString(r.ActionID)))
	if errors.Is(err, fs.ErrNotExist) {
		return response{Miss: true}, nil
	}
	if err != nil {
		return response{}, err
	}
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return response{}, err
	}
	return response{OutputID: e.OutputID, Size: e.Size, DiskPath: bodyPath(folder, e.OutputID)}, nil
}

// put writes the body before what points to it, and each file under another
// name first, so that no machine reads half of one.
func put(folder string, r request, body []byte) (response, error) {
	path := bodyPath(folder, r.OutputID)
	if err := write(path, body); err != nil {
		return response{}, err
	}
	text, err := json.Marshal(entry{OutputID: r.OutputID, Size: r.BodySize})
	if err != nil {
		return response{}, err
	}
	return response{DiskPath: path}, write(filepath.Join(folder, "action-"+hex.EncodeToString(r.ActionID)), text)
}

func bodyPath(folder string, id []byte) string {
	return filepath.Join(folder, "body-"+hex.EncodeToString(id))
}

func write(path string, text []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), "new-")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
