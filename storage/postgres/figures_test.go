//go:build unix

package postgres_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
)

// Steps a second, on SQLite and on PostgreSQL, made by one process and by several: workers
// play matches of their own, each of which begins, has eighteen turns of two moves and
// ends, and each step of them is a request. Measured are five seconds each:
//
//	NIMATRON_MEASURE=1 go test -v -run '^TestSteps$' ./storage/postgres
func TestSteps(t *testing.T) {
	testlong.Measure(t)
	const lasts = 5 * time.Second
	for _, row := range []struct{ processes, workers int }{{1, 1}, {1, 8}, {1, 32}} {
		t.Run(fmt.Sprintf("SQLite/%d processes, %d workers each", row.processes, row.workers), func(t *testing.T) {
			steps(t, filepath.Join(t.TempDir(), "nimatron.db"), row.processes, row.workers, lasts)
		})
	}
	for _, row := range []struct{ processes, workers int }{{1, 1}, {1, 8}, {1, 32}, {2, 16}, {4, 8}} {
		t.Run(fmt.Sprintf("PostgreSQL/%d processes, %d workers each", row.processes, row.workers), func(t *testing.T) {
			steps(t, postgrestest.Address(t), row.processes, row.workers, lasts)
		})
	}
}

// steps has processes of so many workers each make steps, and looks whether all that they
// say they have made are there.
func steps(t *testing.T, database string, processes, workers int, lasts time.Duration) {
	t.Helper()
	to := database
	if postgres.Is(database) {
		to = with(t, database, "pool_max_conns", fmt.Sprint(max(2, workers)))
	}
	var steppers []*stepper
	for n := range processes {
		steppers = append(steppers, startStepper(t, stepping{Database: to, Process: n, Workers: workers, Lasts: lasts}))
	}
	server := func() (u postgrestest.Use) {
		if postgres.Is(database) {
			u = postgrestest.Used(t, database)
		}
		return u
	}
	before := server()
	for _, s := range steppers {
		s.begin(t)
	}
	var all stepsMade
	for _, s := range steppers {
		made := s.end(t)
		if made.Steps == 0 {
			t.Errorf("process %d has made no step", s.Process)
		}
		all.Steps += made.Steps
		all.Second += made.Second
		all.Processor += made.Processor
	}
	used := server().Since(before)
	if there := stepsIn(t, database, steppers); there != all.Steps {
		t.Errorf("%d steps are there, and %d were made", there, all.Steps)
	}
	n := time.Duration(max(1, all.Steps))
	t.Logf("%5.0f steps a second; for each %v of processor in the bot, %v in the server, %d bytes of its log, %d of its disk",
		all.Second, (all.Processor / n).Round(time.Microsecond),
		(used.Processor / n).Round(time.Microsecond), used.Log/int64(n), used.Disk/int64(n))
}

// stepsIn returns how many steps a database has of the matches of steppers: a match has a
// version for each.
func stepsIn(t *testing.T, database string, steppers []*stepper) (n int64) {
	t.Helper()
	store, err := openEither(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	err = store.ForEachFinished(t.Context(), func(m match.Match) error {
		n += m.Version
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steppers {
		for worker := range s.Workers {
			m, err := store.LastMatch(t.Context(), s.match(worker).Channel)
			if err != nil {
				t.Fatal(err)
			}
			if !m.Finished() {
				n += m.Version
			}
		}
	}
	return n
}
