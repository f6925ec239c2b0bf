// Package testlong scales tests of random boards and matches. By default a test runs as often as it
// needs to find its mistakes; NIMATRON_TEST_LONG=1 runs it many times more often. docs/tests.md
// lists the variables.
package testlong

import (
	"os"
	"runtime/debug"
	"testing"
)

// Each of many small worlds is garbage soon, so the collector of a test program runs less often.
func init() { debug.SetGCPercent(400) }

// Long reports whether NIMATRON_TEST_LONG asks for long runs. -short and the race detector override
// it.
func Long() bool { return os.Getenv("NIMATRON_TEST_LONG") == "1" && !Short() }

// Short reports whether to do as little as possible: under -short and under the race detector.
func Short() bool { return testing.Short() || Race }

// Times returns short if Short holds, long if Long holds, else normal.
func Times(short, normal, long int) int {
	switch {
	case Short():
		return short
	case Long():
		return long
	}
	return normal
}
