// Answers with kstatus, the judge inside Flux and Helm: one object as JSON a line in, one answer a line out.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type answer struct {
	Says  string `json:"says,omitempty"`
	Why   string `json:"why,omitempty"`
	Error string `json:"error,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 0, 1<<20), 1<<24)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		if err := answers.Encode(judge(lines.Bytes())); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A judge that panics over an object has not judged it.
func judge(text []byte) (result answer) {
	defer func() {
		if cause := recover(); cause != nil {
			result = answer{Error: fmt.Sprint("panic: ", cause)}
		}
	}()
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(text); err != nil {
		return answer{Error: err.Error()}
	}
	computed, err := status.Compute(object)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Says: string(computed.Status), Why: computed.Message}
}
