package testlong_test

import (
	"slices"
	"strings"
	"testing"

	"nimatron/internal/testlong"
)

// failed is a test that has failed, and records what it logs.
type failed struct {
	testing.TB
	log, name string
	cleanups  []func()
}

func (f *failed) Helper()                         {}
func (f *failed) Name() string                    { return f.name }
func (f *failed) Failed() bool                    { return true }
func (f *failed) Cleanup(do func())               { f.cleanups = append(f.cleanups, do) }
func (f *failed) Logf(format string, args ...any) { f.log += format + args[0].(string) }

func TestSample(t *testing.T) {
	t.Setenv("NIMATRON_TEST_LONG", "")
	t.Setenv("NIMATRON_DAY", "2026-11-29")
	all := make([]int, 100)
	for i := range all {
		all[i] = i
	}
	first := testlong.Sample(t, all, 10)
	if len(slices.Compact(slices.Clone(first))) != 10 || !slices.IsSorted(first) {
		t.Errorf("%v is no sample of ten, in order", first)
	}
	if again := testlong.Sample(t, all, 10); !slices.Equal(again, first) {
		t.Errorf("the same day samples %v and %v", first, again)
	}
	if other := testlong.Sample(&failed{name: "another test"}, all, 10); slices.Equal(other, first) {
		t.Errorf("another test samples the same: %v", other)
	}
	t.Setenv("NIMATRON_DAY", "2026-11-30")
	if next := testlong.Sample(t, all, 10); slices.Equal(next, first) {
		t.Errorf("the next day samples the same: %v", next)
	}
	if few := testlong.Sample(t, all[:3], 10); len(few) != 3 {
		t.Errorf("%v is not all three", few)
	}
	if few := testlong.Few(t, map[int]string{1: "a", 2: "b", 3: "c"}, 2); len(few) != 2 || few[1]+few[2]+few[3] == "" {
		t.Errorf("%v is not two of three", few)
	}
	t.Setenv("NIMATRON_TEST_LONG", "1")
	if long := testlong.Sample(t, all, 10); testlong.Long() && len(long) != len(all) {
		t.Errorf("a long run takes %d of %d", len(long), len(all))
	}
}

func TestFailureNamesTheDay(t *testing.T) {
	t.Setenv("NIMATRON_DAY", "2026-11-29")
	f := &failed{}
	testlong.Seed(f)
	for _, do := range f.cleanups {
		do()
	}
	if !strings.Contains(f.log, "NIMATRON_DAY=") || !strings.Contains(f.log, "2026-11-29") {
		t.Errorf("a failure says %q", f.log)
	}
}
