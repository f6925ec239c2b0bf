// Package collector sets how Go's collector works for this program.
package collector

import (
	"os"
	"runtime/debug"
)

// limit bounds Go's memory in bytes. The process is a little larger, and docs/limits.md promises 256 MiB.
const limit = 208 << 20

// growth is how far the heap grows between two collections, in percent of what is in use. A bot in 20 channels uses
// about 6 MiB. With Go's 100 percent, a tap spends a tenth of its time on collections.
const growth = 200

// Set applies both, unless GOMEMLIMIT or GOGC say otherwise.
func Set() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
}
