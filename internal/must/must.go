// Package must ends tests at errors after which they can't go on.
package must

// A T is a test, also one of a property.
type T interface {
	Helper()
	Fatal(args ...any)
}

// OK ends the test if there is an error.
func OK(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns a call's value, or ends the test with its error: x := must.Get(f())(t).
func Get[V any](value V, err error) func(T) V {
	return func(t T) V {
		t.Helper()
		OK(t, err)
		return value
	}
}
