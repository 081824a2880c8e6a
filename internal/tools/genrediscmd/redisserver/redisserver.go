// Package redisserver starts a real redis-server for generators and tests and
// speaks RESP2 to it, with the standard library alone.
package redisserver

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

// Binary is the program that Start runs, looked up on PATH.
const Binary = "redis-server"

// A Server is a running redis-server on the loopback interface with one open
// connection. It keeps no data. It is not safe for concurrent use.
type Server struct {
	// Addr is its host and port.
	Addr string

	cmd    *exec.Cmd
	exited chan struct{}
	log    *bytes.Buffer
	dir    string
	conn   net.Conn
	r      *bufio.Reader
}

// An Error is an error reply of the server.
type Error string

func (e Error) Error() string { return string(e) }

var versionPattern = regexp.MustCompile(`\bv=(\S+)`)

// InstalledVersion is the version of the redis-server on PATH, such as
// "7.0.15". The error wraps exec.ErrNotFound when there is none.
func InstalledVersion() (string, error) {
	out, err := exec.Command(Binary, "--version").Output()
	if err != nil {
		return "", err
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return "", fmt.Errorf("%s --version answers %q, which names no version", Binary, out)
	}
	return string(m[1]), nil
}

// Start runs a server on a free loopback port, with no config file, no
// persistence and the extra command-line options given. Stop it.
func Start(options ...string) (*Server, error) {
	var err error
	// Another process can take the port between the look-up and the start.
	for range 3 {
		var s *Server
		if s, err = start(options); err == nil {
			return s, nil
		}
		if errors.Is(err, exec.ErrNotFound) {
			return nil, err
		}
	}
	return nil, err
}

func start(options []string) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().(*net.TCPAddr)
	if err := l.Close(); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "redislint-redis-")
	if err != nil {
		return nil, err
	}
	s := &Server{Addr: addr.String(), exited: make(chan struct{}), log: new(bytes.Buffer), dir: dir}
	args := append([]string{"--save", "", "--port", strconv.Itoa(addr.Port), "--bind", "127.0.0.1", "--dir", dir}, options...)
	s.cmd = exec.Command(Binary, args...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	go func() {
		s.cmd.Wait()
		close(s.exited)
	}()
	if err := s.connect(); err != nil {
		s.Stop()
		return nil, fmt.Errorf("%s on %s: %w\n%s", Binary, s.Addr, err, s.log)
	}
	return s, nil
}

func (s *Server) connect() error {
	deadline := time.Now().Add(10 * time.Second)
	for {
		conn, err := net.DialTimeout("tcp", s.Addr, time.Second)
		if err == nil {
			s.conn, s.r = conn, bufio.NewReader(conn)
			_, err = s.Do("PING")
			return err
		}
		select {
		case <-s.exited:
			return errors.New("it ended at once")
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return err
		}
	}
}

// Stop kills the server and removes its directory. A second call does nothing.
func (s *Server) Stop() {
	if s.conn != nil {
		s.conn.Close()
	}
	s.cmd.Process.Kill()
	<-s.exited
	os.RemoveAll(s.dir)
}

// Do sends one command and returns its reply: a string, an int64, nil or a
// []any of these and of Error values. An error reply is returned as an Error.
func (s *Server) Do(args ...string) (any, error) {
	if err := s.conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return nil, err
	}
	b := fmt.Appendf(nil, "*%d\r\n", len(args))
	for _, a := range args {
		b = fmt.Appendf(b, "$%d\r\n%s\r\n", len(a), a)
	}
	if _, err := s.conn.Write(b); err != nil {
		return nil, err
	}
	v, err := s.read()
	if err != nil {
		return nil, err
	}
	if e, ok := v.(Error); ok {
		return nil, e
	}
	return v, nil
}

func (s *Server) read() (any, error) {
	line, err := s.r.ReadString('\n')
	if err != nil {
		return nil, err
	}
	if len(line) < 3 || line[len(line)-2] != '\r' {
		return nil, fmt.Errorf("malformed reply %q", line)
	}
	kind, rest := line[0], line[1:len(line)-2]
	switch kind {
	case '+':
		return rest, nil
	case '-':
		return Error(rest), nil
	}
	n, err := strconv.ParseInt(rest, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("malformed reply %q: %w", line, err)
	}
	switch kind {
	case ':':
		return n, nil
	case '$':
		if n < 0 {
			return nil, nil
		}
		b := make([]byte, n+2)
		if _, err := io.ReadFull(s.r, b); err != nil {
			return nil, err
		}
		return string(b[:n]), nil
	case '*':
		if n < 0 {
			return nil, nil
		}
		list := make([]any, n)
		for i := range list {
			if list[i], err = s.read(); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	return nil, fmt.Errorf("reply %q is not RESP2", line)
}
