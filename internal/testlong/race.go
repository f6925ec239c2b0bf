//go:build race

package testlong

// Race says whether the race detector runs; it makes tests ten times slower.
const Race = true
