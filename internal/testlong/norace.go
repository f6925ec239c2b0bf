//go:build !race

package testlong

// Race says whether the race detector runs, which makes everything ten times
// slower.
const Race = false
