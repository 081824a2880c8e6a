// Command redis proves the premise of every rule on a real server: it runs the
// code that the rule reports and shows the harm, and the code that its page
// recommends and shows it gone. It starts a plain redis-server and a cluster of
// three masters on free loopback ports, and writes the outcomes to results.txt,
// from which internal/tools/gendocs takes a line for each rule's page.
//
//	go -C e2e/redis generate
package main

import (
	"fmt"
	"os"
)

//go:generate go run .

func main() {
	if work() {
		return
	}
	text, err := results()
	if err == nil {
		err = os.WriteFile("results.txt", []byte(text), 0o666)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "redis: %v\n", err)
		os.Exit(1)
	}
}
