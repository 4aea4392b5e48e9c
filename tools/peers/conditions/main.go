// Command conditions is Cluster API's own condition library behind two small doors: "answer" reads questions, one JSON
// object a line, and prints what the library says; "bench" measures it and prints one JSON object a line.
package main

import (
	"fmt"
	"os"
)

func main() {
	modes := map[string]func() error{
		"answer": func() error { return answerLines(os.Stdin, os.Stdout) },
		"bench":  func() error { return benchmark(os.Stdout) },
	}
	var mode func() error
	if len(os.Args) == 2 {
		mode = modes[os.Args[1]]
	}
	if mode == nil {
		fmt.Fprintln(os.Stderr, "usage: conditions answer|bench")
		os.Exit(2)
	}
	if err := mode(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
