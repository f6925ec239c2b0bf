package testlong

import (
	"cmp"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"
)

// today is read once: a run doesn't change its mind at midnight, nor in a bubble, where it is the year 2000.
var today = time.Now().UTC().Format(time.DateOnly)

// Day names the day that samples follow. NIMATRON_DAY=2026-11-29 plays another day again.
func Day() string {
	if day := os.Getenv("NIMATRON_DAY"); day != "" {
		return day
	}
	return today
}

// Seed returns the day's seed of a test. Each test has its own. A failure prints the day.
func Seed(t testing.TB) uint64 {
	t.Helper()
	day := Day()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("sampled by the day: NIMATRON_DAY=%s samples the same, NIMATRON_TEST_LONG=1 takes all", day)
		}
	})
	h := fnv.New64a()
	_, _ = h.Write([]byte(day + " " + t.Name())) // never fails
	return h.Sum64()
}

// Sample returns n of all, in their order, drawn by the day's seed of the test. Long runs take all.
func Sample[T any](t testing.TB, all []T, n int) []T {
	t.Helper()
	if Long() || n >= len(all) {
		return all
	}
	drawn := rand.New(rand.NewPCG(Seed(t), 0)).Perm(len(all))[:n]
	slices.Sort(drawn)
	sample := make([]T, 0, n)
	for _, i := range drawn {
		sample = append(sample, all[i])
	}
	return sample
}

// Few returns n entries of all, drawn by the day's seed of the test. Long runs take all.
func Few[K cmp.Ordered, V any](t testing.TB, all map[K]V, n int) map[K]V {
	t.Helper()
	few := map[K]V{}
	for _, key := range Sample(t, slices.Sorted(maps.Keys(all)), n) {
		few[key] = all[key]
	}
	return few
}
