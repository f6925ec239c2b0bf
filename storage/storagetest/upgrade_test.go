package storagetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"
)

// earlier is what a database of the version before may have.
const earlier = `
	INSERT INTO players (id, name) VALUES ('ann', 'Ann'), ('bob', 'Bob');
	INSERT INTO matches (channel, server, variant, family, start, chosen, first, left_player, right_player, level, seed,
		rated, turn_time, state, winner, termination, version, message, created, updated, ended)
	VALUES
		('a', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 0, 0, 'finished', 'left', 'played', 2, '', 1, 2, 2),
		('a', '', 'nim', 'nim', '1 2', 0, 'left', 1, 2, '', 7, 0, 0, 'playing', '', '', 1, '', 3, 3, NULL)`

// A database of the version before is brought up to date, with all that is in it. To open it
// once more changes nothing.
func TestEarlierVersion(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		db := s.raw(t, database)
		files := os.DirFS(filepath.Join("..", s.name, "migrations"))
		provider := Got(goose.NewProvider(s.dialect, db, files)).Must(t)
		sources := provider.ListSources()
		last := sources[len(sources)-1].Version
		Got(provider.UpTo(t.Context(), sources[len(sources)-2].Version)).Must(t)
		for statement := range strings.SplitSeq(earlier, ";") {
			Got(db.ExecContext(t.Context(), statement)).Must(t)
		}
		for round := range 2 {
			store := s.open(t, database)
			m := Got(store.LastMatch(t.Context(), "a")).OK(t)
			WantEqual(t, []int64{m.ID, m.Version}, []int64{2, int64(1 + round)})
			if round == 0 {
				Got(store.Append(t.Context(), m.ID, 1, Turn(Move(0, 1)))).OK(t)
			}
			WantEqual(t, len(archive(t, store)), 1)
			Got(provider.GetDBVersion(t.Context())).Is(t, last)
			CheckDerived(t, db)
		}
	})
}
