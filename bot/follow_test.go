package bot

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
)

// unrecorded is the outbox of a process that is killed before it records a new message.
type unrecorded struct{ match.Outbox }

func (u unrecorded) RecordShown(ctx context.Context, boards ...match.Board) error {
	if slices.ContainsFunc(boards, func(b match.Board) bool { return b.Message != "" }) {
		return errors.New("killed")
	}
	return u.Outbox.RecordShown(ctx, boards...)
}

// A board comes to the end of a channel in which others talk, and only the last one has buttons.
func TestBoardFollowsTheChat(t *testing.T) {
	talk := func(w *world) {
		for n := range 40 {
			w.bob.Say(w.general, fmt.Sprint("message ", n))
		}
	}
	written := func(w *world, move string) { w.alice.Say(w.general, w.srv.BotUser().Mention()+" "+move) }
	boards := func(w *world) (with []*discordtest.Message) {
		time.Sleep(30 * time.Second)
		for _, m := range w.general.Messages() {
			if len(m.Buttons()) > 1 {
				with = append(with, m)
			}
		}
		return with
	}
	for _, test := range testlong.Sample(t, []struct {
		name  string
		moved bool
		do    func(w *world, board *discordtest.Message)
	}{
		{"a written move", true, func(w *world, _ *discordtest.Message) {
			talk(w)
			written(w, "L-1")
		}},
		{"a tap", true, func(w *world, board *discordtest.Message) {
			talk(w)
			w.answer(w.alice.ClickLabel(board, "Left · 40"))
			w.answer(w.alice.ClickLabel(board, "take 1"))
		}},
		{"another process", true, func(w *world, _ *discordtest.Message) {
			talk(w)
			w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
			written(w, "L-1")
		}},
		{"no events", true, func(w *world, _ *discordtest.Message) {
			w.stop()
			w.hooked(w.real(filepath.Join(w.dir, "nimatron.db")))
			talk(w)
			w.answer(w.move(w.alice, "L-1"))
		}},
		{"few messages", false, func(w *world, _ *discordtest.Message) { written(w, "L-1") }},
		{"switched off", false, func(w *world, _ *discordtest.Message) {
			w.answer(w.alice.Slash(w.general, "settings server", discordtest.Opt("name", "follow-chat"), discordtest.Opt("value", "off")))
			talk(w)
			written(w, "L-1")
		}},
		{"a kill before the record", true, func(w *world, _ *discordtest.Message) {
			w.outbox = unrecorded{w.outbox}
			w.serve(w.service)
			talk(w)
			written(w, "L-1")
			time.Sleep(10 * time.Second)
			w.stop()
			next := w.real(filepath.Join(w.dir, "nimatron.db"))
			must.Get(w.referee.Move(w.Context(), referee.MatchVersion{}, w.general.ID, w.alice.ID, "R-1"))(w)
			w.serve(next)
		}},
		{"twice in a minute", true, func(w *world, _ *discordtest.Message) {
			talk(w)
			written(w, "L-1")
			w.sees(w.general, "This message has moved")
			talk(w)
			written(w, "R-1")
			time.Sleep(10 * time.Second)
			if n := len(messagesWith(w.general, "This message has moved")); n != 1 {
				w.Errorf("%d boards have moved", n)
			}
		}},
	}, 4) {
		t.Run(test.name, func(t *testing.T) {
			in(t, play, func(t *testing.T, w *world) {
				board := w.begin()
				test.do(w, board)
				with := boards(w)
				if len(with) != 1 || (with[0].ID != board.ID) != test.moved {
					t.Fatalf("%d boards, the last at %s; the first was %s", len(with), labels(with[len(with)-1]), board.ID)
				}
				if !strings.Contains(with[0].Text(), "move 3 ·") && !strings.Contains(with[0].Text(), "move 5 ·") {
					t.Errorf("the board is %q", with[0].Text())
				}
			})
		})
	}
}
