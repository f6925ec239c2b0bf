package referee_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nimatron/games/nim"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/sqlite"
)

// Ann plays Nim against the bot. Each call commits one step: her move together with
// the bot's reply.
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

	r := referee.New(store, &solver.Solver{}, referee.Options{})
	ann := match.Player{ID: "local:ann", Name: "ann"}
	start := referee.Proposal{Channel: "lobby", By: ann, Variant: nim.Normal, Position: "1 2", First: match.FirstMe}
	if _, err := r.ChallengeBot(ctx, start, match.Perfect); err != nil {
		fmt.Println(err)
		return
	}
	progress, err := r.Move(ctx, referee.Moment{}, "lobby", ann.ID, "2-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range progress.Decisions {
		fmt.Println(d.Turn.Actor, d.Step.Move, "leaves", d.Step.Position)
	}
	_, err = r.Move(ctx, referee.Moment{}, "lobby", "local:bob", "1-1")
	fmt.Println("refused to bob:", errors.Is(err, &referee.Refusal{Code: referee.NotPlaying}))
	// Output:
	// left 2-1 leaves 1 1
	// right 1-1 leaves 1
	// refused to bob: true
}
