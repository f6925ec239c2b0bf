// Package testlong says how much the tests of random boards and matches do. A test
// does by default what finds the mistakes that it is there for; NIMATRON_TEST_LONG=1
// makes it do many times that. docs/tests.md has the variables of all tests.
package testlong

import (
	"os"
	"testing"
)

// Long reports whether NIMATRON_TEST_LONG asks for the long runs. Under -short and
// under the race detector there are none.
func Long() bool { return os.Getenv("NIMATRON_TEST_LONG") == "1" && !Short() }

// Short reports whether a test should do as little as it can: under -short, and under
// the race detector, which makes everything ten times slower.
func Short() bool { return testing.Short() || Race }

// Times returns how often a test does something: short where Short says so, long where
// Long does, normal else.
func Times(short, normal, long int) int {
	switch {
	case Short():
		return short
	case Long():
		return long
	}
	return normal
}
