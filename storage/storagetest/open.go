package storagetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"nimatron/internal/must"
	"nimatron/storage"
	"nimatron/storage/sqlite"
)

// Open returns an empty store for the tests of other packages. It may be called in a bubble of
// testing/synctest: everything that it starts ends with the test.
func Open(t testing.TB) storage.Store {
	t.Helper()
	return OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
}

// empty is the file of an empty database. Creating it takes longer than many tests, so the first
// user creates it for all. It may be created in a bubble, since only its bytes stay.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "empty")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "empty.db")
	s, err := sqlite.Open(context.Background(), file)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

// OpenFile is Open for a file, which may already exist.
func OpenFile(t testing.TB, path string) storage.Store {
	t.Helper()
	data := must.Get(empty())(t)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = f.Write(data)
		err = errors.Join(err, f.Close())
	}
	if err != nil && !errors.Is(err, os.ErrExist) {
		t.Fatal(err)
	}
	s := must.Get(sqlite.Open(t.Context(), path, sqlite.Volatile, sqlite.OneReader))(t)
	s.Watch(func(text string, prepared bool) {
		if prepared {
			checkPlan(t, text)
		}
	})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
