package must_test

import (
	"errors"
	"fmt"
	"testing"

	"nimatron/internal/must"
)

// recorder is a test that records how it ends.
type recorder struct{ said string }

func (*recorder) Helper()             {}
func (r *recorder) Fatal(args ...any) { r.said += fmt.Sprint(args...) }

func TestMust(t *testing.T) {
	var r recorder
	must.OK(&r, nil)
	if got := must.Get(7, nil)(&r); got != 7 || r.said != "" {
		t.Errorf("without an error: %d, %q", got, r.said)
	}
	must.OK(&r, errors.New("one"))
	must.Get(0, errors.New(", two"))(&r)
	if r.said != "one, two" {
		t.Errorf("the errors end it with %q", r.said)
	}
}
