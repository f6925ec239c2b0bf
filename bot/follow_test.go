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
		name string
		do   func(w *world, board *discordtest.Message)
	}{
		{"a written move", func(w *world, _ *discordtest.Message) {
			talk(w)
			written(w, "L-1")
		}},
		{"a tap", func(w *world, board *discordtest.Message) {
			talk(w)
			w.answer(w.alice.ClickLabel(board, "Left · 40"))
			w.answer(w.alice.ClickLabel(board, "take 1"))
		}},
		{"another process", func(w *world, _ *discordtest.Message) {
			talk(w)
			w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
			written(w, "L-1")
		}},
		{"a kill before the record", func(w *world, _ *discordtest.Message) {
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
		{"twice in a minute", func(w *world, _ *discordtest.Message) {
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
				if len(with) != 1 || with[0].ID == board.ID {
					t.Fatalf("%d boards, the last at %s; the first was %s", len(with), labels(with[len(with)-1]), board.ID)
				}
				if !strings.Contains(with[0].Text(), "move 3 ·") && !strings.Contains(with[0].Text(), "move 5 ·") {
					t.Errorf("the board is %q", with[0].Text())
				}
			})
		})
	}
}

// So do the board of a vote at its bell, the card of a race, and a board that says whose turn it is.
func TestAllFollowTheChat(t *testing.T) {
	type kind struct {
		name, taps    string
		begin, change func(w *world) *discordtest.Interaction
	}
	for _, k := range testlong.Sample(t, []kind{
		{"a vote", "n1:match vote:", func(w *world) *discordtest.Interaction {
			return w.alice.Slash(w.general, "challenge", opt("game", "nim"), opt("side", "server"), opt("time", "1m"))
		}, func(w *world) *discordtest.Interaction { return w.press(w.bob, "n1:match vote:m1.1:move=2-1") }},
		{"a race", "n1:race join:", func(w *world) *discordtest.Interaction {
			return w.alice.Slash(w.general, "race start", discordtest.IntOpt("seconds", 300))
		}, func(w *world) *discordtest.Interaction { return w.bob.Slash(w.general, "race join") }},
		{"your turn", "n1:more:", func(w *world) *discordtest.Interaction {
			w.challenged(w.general, opt("first", "me"))
			return w.bob.Slash(w.general, "match accept")
		}, func(w *world) *discordtest.Interaction { return w.move(w.alice, "1-1") }},
	}, 2) {
		for _, test := range []struct {
			name   string
			others int
			comes  bool
			do     func(w *world)
		}{
			{"few messages", 11, false, func(*world) {}},
			{"many messages", 12, true, func(*world) {}},
			{"no events", 13, true, func(w *world) {
				w.stop()
				w.hooked(w.real(filepath.Join(w.dir, "nimatron.db")))
				time.Sleep(time.Minute) // after which it looks again
			}},
			{"switched off", 40, false, func(w *world) {
				w.answer(w.alice.Slash(w.general, "settings server", opt("name", "follow-chat"), opt("value", "off")))
			}},
		} {
			inBubble(t, k.name+", "+test.name, func(t *testing.T) {
				w := play(t)
				w.answer(k.begin(w))
				one := func() *discordtest.Message {
					all := slices.DeleteFunc(w.general.Messages(), func(m *discordtest.Message) bool {
						return !slices.ContainsFunc(taps(m), func(tap tapped) bool { return strings.HasPrefix(tap.id, k.taps) })
					})
					if len(all) != 1 {
						t.Fatalf("%d messages have buttons", len(all))
					}
					return all[0]
				}
				first := one()
				test.do(w)
				for n := range test.others {
					w.carol.Say(w.general, fmt.Sprint("message ", n))
				}
				w.answer(k.change(w))
				time.Sleep(80 * time.Second)
				if (one().ID != first.ID) != test.comes {
					t.Errorf("it comes to the end: %v", !test.comes)
				}
			})
		}
	}
}
