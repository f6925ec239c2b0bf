//go:build race

package gamestest

// RaceEnabled says whether the race detector runs, which makes all searches ten
// times slower.
const RaceEnabled = true
