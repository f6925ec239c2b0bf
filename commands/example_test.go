package commands_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/sqlite"
)

// A front parses what a user types, asks the service, and shows the reply.
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
	service := commands.New(referee.New(store, &solver.Solver{}, referee.Options{}), store, slog.New(slog.DiscardHandler))

	ann := commands.User{ID: "local:ann", Name: "ann"}
	for _, line := range []string{"/challenge game:nim position:1 2 first:me level:perfect", "2-1", "3-1"} {
		name, options, err := commands.ParseLine(line)
		if err != nil {
			fmt.Println(err)
			continue
		}
		reply := service.Do(ctx, commands.Request{Command: name, Options: options, By: ann, Channel: "lobby"})
		names := view.Writer{Person: func(string) string { return "ann" }}
		if reply.Card != nil {
			fmt.Println(names.Write(reply.Card.Body + "\n" + reply.Card.Question))
		} else {
			fmt.Println(names.Write(reply.Message()))
		}
	}
	// Output:
	// Take any number from one pile. Whoever takes the last counter wins.
	// **ann, your turn.** You can win this one. Which move?
	// Take any number from one pile. Whoever takes the last counter wins.
	// Nimatron took 1 from pile 1.
	// **ann, your turn.** How many do you take?
	// There is no pile `3`: piles are numbered 1 to 2.
}
