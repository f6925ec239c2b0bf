package storagetest

import (
	"context"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/storage"
)

// An answer to the puzzle of the day counts in the channel of its player's first answer. That channel's message tells
// the counts when the day is over.
func (suite) PuzzlePosts(ctx context.Context, t *testing.T, s storage.Store) {
	for _, room := range []string{"one", "two"} {
		WantErr(t, s.SaveServerSettings(ctx, room, match.ServerSettings{PuzzleChannel: "of " + room}), nil)
	}
	announce := func(day string) {
		t.Helper()
		Got(s.AnnouncePuzzle(ctx, day, Noon, 9)).OK(t)
	}
	at := Noon
	try := func(room string, who match.Player, day string, solved bool) {
		t.Helper()
		at = at.Add(time.Minute)
		WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: who, Room: room, Puzzle: Puzzle(day), At: at, Solved: solved}), nil)
	}
	announce("2025-03-13")
	post := Got(puzzle.PostIn(ctx, s, "of one", "2025-03-13")).OK(t)
	WantEqual(t, post, puzzle.Post{ID: post.ID, Room: "one", Channel: "of one", Day: "2025-03-13", Version: 1})
	Got(puzzle.PostIn(ctx, s, "of one", "2025-03-12")).Fails(t, match.ErrNotFound)
	Got(puzzle.PostByID(ctx, s, 99)).Fails(t, match.ErrNotFound)

	lagging := func(want ...match.Board) {
		t.Helper()
		Got(s.LaggingBoards(ctx, match.DiscordFront, 9)).Is(t, want)
	}
	lagging() // it has no message yet
	board := match.Board{Subject: match.Subject{Kind: match.PuzzleSubject, ID: post.ID, Version: 1}, Channel: "of one", Message: "m1"}
	WantErr(t, s.RecordShown(ctx, board), nil)
	lagging()
	try("one", Ann, "2025-03-13", false)
	try("one", Ann, "2025-03-13", true)
	try("", Bob, "2025-03-13", false)   // in direct messages
	try("two", Bob, "2025-03-13", true) // counts here
	try("one", Bob, "2025-03-13", true) // no longer counts here
	lagging()

	// The next day ends the count.
	try("one", Bob, "2025-03-14", true)
	announce("2025-03-14")
	announce("2025-03-14")
	board.Version, board.Shown = 2, 1
	lagging(board)
	Got(s.NewestBoard(ctx, match.Subject{Kind: match.PuzzleSubject, ID: post.ID})).Is(t, board)
	try("one", Ann, "2025-03-14", true)
	try("one", Ann, "7.3", true)
	post = Got(puzzle.PostByID(ctx, s, post.ID)).OK(t)
	WantEqual(t, post, puzzle.Post{ID: post.ID, Room: "one", Channel: "of one", Day: "2025-03-13", Message: "m1", Version: 2})

	Got(s.PuzzleCounts(ctx, "one", "2025-03-01", "2025-03-31")).Is(t, []puzzle.Count{
		{Day: "2025-03-13", Tried: 1, Found: 1, First: Ann, FirstTries: 2}, {Day: "2025-03-14", Tried: 2, Found: 2, First: Bob, FirstTries: 1}})
	counts := Got(s.PuzzleCounts(ctx, "", "2025-03-01", "2025-03-31")).OK(t)
	WantEqual(t, len(counts), 0)
	Got(s.PuzzleFinders(ctx, "one", "2025-03-01", "2025-03-31", "2025-03-15", 9)).Is(t, []puzzle.Finder{{Player: Ann, Found: 2, Tries: 3, Streak: 2}, {Player: Bob, Found: 1, Tries: 1, Streak: 2}})
	Got(s.PuzzleFinders(ctx, "one", "2025-03-01", "2025-03-31", "2025-03-16", 1)).Is(t, []puzzle.Finder{{Player: Ann, Found: 2, Tries: 3, Streak: 2}})

	// Forgotten players are no longer counted, and old posts are deleted.
	WantErr(t, s.Forget(ctx, Bob.ID, Noon), nil)
	Got(s.PuzzleCounts(ctx, "one", "2025-03-14", "2025-03-14")).Is(t, []puzzle.Count{{Day: "2025-03-14", Tried: 1, Found: 1, First: Ann, FirstTries: 1}})
	announce("2025-04-13")
	Got(puzzle.PostByID(ctx, s, post.ID)).Fails(t, match.ErrNotFound)
	Got(puzzle.PostIn(ctx, s, "of one", "2025-04-13")).OK(t)
}
