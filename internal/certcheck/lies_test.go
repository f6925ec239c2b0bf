package certcheck_test

import (
	"strings"
	"testing"

	"nimatron/internal/certcheck"
)

// Lies that the checker once took for proofs: a listed position of several pieces entered the list
// under the name of its first piece alone.
func TestLies(t *testing.T) {
	for _, lie := range []string{
		`{"variant":"tree-nim","position":"1(1(1(1(1))))","claim":"P","lost":["a1b1c1d1e1 a0e0 e0a0","a1b1c1e1 a0e0 c0e0 e0a0"]}`,
		`{"variant":"tree-nim","position":"2(1(1(1(1))))","claim":"N","move":"a-1","lost":["a1b1c1d1e1 a0e0 e0a0","a1b1c1e1 a0e0 c0e0 e0a0"]}`,
	} {
		for _, line := range []string{lie, strings.Replace(lie, `tree-nim"`, `tree-nim/misere"`, 1)} {
			if certcheck.Check([]byte(line)) == nil {
				t.Errorf("it is accepted: %s", line)
			}
		}
	}
}
