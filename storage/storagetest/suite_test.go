package storagetest

import (
	"context"
	"reflect"
	"testing"

	"nimatron/storage"
)

// suite has the tests that every store must pass. Each method gets a store on an empty database, or
// two stores on the same one, like two processes.
type suite struct{}

func TestStore(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		for method, test := range reflect.ValueOf(suite{}).Methods() {
			t.Run(method.Name, func(t *testing.T) {
				t.Parallel()
				database := s.empty(t)
				one := s.open(t, database)
				switch test := test.Interface().(type) {
				case func(context.Context, *testing.T, storage.Store):
					test(t.Context(), t, one)
				case func(context.Context, *testing.T, []storage.Store):
					test(t.Context(), t, []storage.Store{one, s.open(t, database)})
				default:
					t.Errorf("%T is no test", test)
				}
			})
		}
	})
}
