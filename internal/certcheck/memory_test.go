package certcheck

import "testing"

// TestOneAtATime checks that a check with much memory excludes others until it has ended.
func TestOneAtATime(t *testing.T) {
	alone := func() bool {
		free := much.TryLock()
		if free {
			much.Unlock()
		}
		return !free
	}
	var c check
	if c.spend(0, little); alone() {
		t.Error("little is too much")
	}
	for range 2 { // the second call must not wait again
		if c.spend(0, 1); !alone() {
			t.Error("two may keep much at once")
		}
	}
	if c.release(); alone() {
		t.Error("nobody else may go on")
	}
	if t.Failed() {
		return // a check would wait forever
	}
	if Check([]byte(`{"variant":"end-nim","pattern":"1 _","before":9,"again":2000000,"period":1}`)) == nil || alone() {
		t.Error("after a check that took much nobody may go on")
	}
}
