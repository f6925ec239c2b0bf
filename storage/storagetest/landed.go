package storagetest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"os"
	"path/filepath"
	"testing"

	"nimatron/internal/must"
	"nimatron/storage"
)

// file100 is a database of version 100, made by the program that landed it. It has running matches, a challenge, a
// match of a server with a vote, a race, a tournament, a class with an assignment, a set of puzzles, and settings.
//
//go:embed testdata/v100.db.gz
var file100 []byte

// Landed returns a store on a file of version 100.
func Landed(t testing.TB) storage.Store {
	t.Helper()
	return OpenFile(t, LandedFile(t))
}

// LandedFile returns the path of a new file of version 100.
func LandedFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "v100.db")
	unpacked := must.Get(gzip.NewReader(bytes.NewReader(file100)))(t)
	data, err := io.ReadAll(unpacked)
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	must.OK(t, err)
	return path
}
