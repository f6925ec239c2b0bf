package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage/sqlite"
)

// A move is stored under the version of the match that it was made in: one that was
// made in an older version is stale.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "nimatron")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	store, err := sqlite.Open(ctx, filepath.Join(folder, "example.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()

	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m, err := store.CreateMatch(ctx, match.Match{
		Channel: "lobby", Variant: "nim", Family: "nim", Start: "1 2", First: games.Left,
		Sides: match.Between(match.Player{ID: "local:ann", Name: "ann"}, match.Bot), Level: match.Perfect, Created: now,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	change := match.Change{Moves: []match.Move{{Actor: games.Left, Text: "2-1", At: now}}, Now: now}
	appended, err := store.Append(ctx, m.ID, m.Version, change)
	fmt.Println(appended.Version, err)
	_, err = store.Append(ctx, m.ID, m.Version, change)
	fmt.Println(errors.Is(err, match.ErrStale))
	// Output:
	// 2 <nil>
	// true
}
