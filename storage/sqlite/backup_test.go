package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// The remains of a killed backup do not stop the next one with the same name.
func TestBackupAfterAKilledOne(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	dir := t.TempDir()
	for _, name := range []string{"friday.db.partial", "saturday.db.partial"} {
		storagetest.WantErr(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600), nil)
	}
	storagetest.WantErr(t, sqlite.Backup(t.Context(), path, filepath.Join(dir, "friday.db")), nil)
	storagetest.WantEqual(t, filesIn(t, dir), []string{"friday.db", "saturday.db.partial"})
}

// A backup that fails or is interrupted leaves nothing.
func TestUnfinishedBackup(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	storagetest.WantErr(t, sqlite.Backup(ctx, path, filepath.Join(dir, "friday.db")), context.Canceled)
	storagetest.WantEqual(t, filesIn(t, dir), nil)
}
