// Package bench measures what the rules cost on generated code.
//
//	go test -run '^$' -bench . ./bench | tee new.txt
//	benchstat old.txt new.txt
//
// The code that is judged lies in memory, beside a client library that has as
// much of go-redis as it needs: no file is read and nothing is loaded, so that
// the figures are the analyzers' own. ns/site is the time for one call that
// sends a command: it must not grow with the size of the package.
package bench
