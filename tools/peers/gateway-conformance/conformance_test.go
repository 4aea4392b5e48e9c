// The conformance suite of Gateway API as one program: `go test -c` builds it, flags after the name are the suite's own.
package conformance

import (
	"testing"

	"sigs.k8s.io/gateway-api/conformance"
)

func TestConformance(t *testing.T) { conformance.RunConformance(t) }
