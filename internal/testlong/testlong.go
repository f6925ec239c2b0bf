// Package testlong says how much the tests of random boards and matches do. A test
// does by default what finds the mistakes that it is there for; NIMATRON_TEST_LONG=1
// makes it do many times that. docs/tests.md has the variables of all tests.
package testlong

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Long reports whether NIMATRON_TEST_LONG asks for the long runs. Under -short and
// under the race detector there are none.
func Long() bool { return os.Getenv("NIMATRON_TEST_LONG") == "1" && !Short() }

// Short reports whether a test should do as little as it can: under -short, and under
// the race detector, which makes everything ten times slower.
func Short() bool { return testing.Short() || Race }

// Measuring reports whether figures are asked for: by NIMATRON_MEASURE=1, or by one of the
// variables that say how much is measured.
func Measuring(variables ...string) bool {
	set := func(variable string) bool { return os.Getenv(variable) != "" }
	return set("NIMATRON_MEASURE") || slices.ContainsFunc(variables, set)
}

// Measure skips a test that gives figures and finds no mistake, unless they are asked for.
func Measure(t testing.TB, variables ...string) {
	t.Helper()
	if !Measuring(variables...) {
		t.Skip("a measurement: set " + strings.Join(append(variables, "NIMATRON_MEASURE=1"), " or "))
	}
}

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
