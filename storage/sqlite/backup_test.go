package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// A backup removes what earlier ones of its name left a day ago, and nothing of another's.
func TestAbandonedBackupsAreRemoved(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	dir, old := t.TempDir(), time.Now().Add(-48*time.Hour)
	for name, at := range map[string]time.Time{"friday.db.partial-1": old, "friday.db.partial-2": time.Now(), "saturday.db.partial-3": old} {
		name := filepath.Join(dir, name)
		storagetest.WantErr(t, os.WriteFile(name, nil, 0o600), nil)
		storagetest.WantErr(t, os.Chtimes(name, at, at), nil)
	}
	storagetest.WantErr(t, sqlite.Backup(t.Context(), path, filepath.Join(dir, "friday.db")), nil)
	storagetest.WantEqual(t, filesIn(t, dir), []string{"friday.db", "friday.db.partial-2", "saturday.db.partial-3"})
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
