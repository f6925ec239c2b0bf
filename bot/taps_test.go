package bot

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

// toMove finds who decides on a board.
var toMove = regexp.MustCompile(`\*\*<@(\d+)>[^*]*\*\*`)

// moveTaps returns the labels on a board that move or half move.
func moveTaps(m *discordtest.Message) []string {
	return slices.DeleteFunc(m.Taps(), func(label string) bool {
		first, _, _ := strings.Cut(label, " ")
		return slices.Contains([]string{"Hint", "Resign", "Rules", "Back", "Other…"}, first)
	})
}

// calls counts the REST calls that were made so far.
func (w *world) calls() int { return len(w.srv.Requests()) }

// tapOut plays a match to its end by taps alone, and returns how many taps that took. pick
// says which of the taps is next.
func (w *world) tapOut(ch *discordtest.Channel, board *discordtest.Message, pick func(taps []string) string) (taps int) {
	w.Helper()
	people := map[string]*discordtest.User{w.alice.ID: w.alice, w.bob.ID: w.bob, w.carol.ID: w.carol}
	for ; ; taps++ {
		found := toMove.FindStringSubmatch(board.Text())
		offered := moveTaps(board)
		if strings.Contains(board.Text(), " wins.**") {
			if len(board.Taps()) > 0 {
				w.Errorf("after the match: %q", board.Taps())
			}
			return taps
		}
		if found == nil || people[found[1]] == nil || len(offered) == 0 || taps > 500 {
			w.Fatalf("after %d taps nobody can tap:\n%s\n%q", taps, board.Text(), board.Taps())
		}
		if lines := strings.Count(strings.Split(board.Text(), "```")[0], "\n"); lines > 10 {
			w.Errorf("%d lines of text:\n%s", lines, board.Text())
		}
		before := w.calls()
		in := people[found[1]].Tap(board, pick(offered))
		next := w.answer(in)
		if in.Response().Type != discordtest.RespondUpdate || next.ID != board.ID {
			w.Fatalf("a tap on %q is answered by a response of type %d: %s", offered, in.Response().Type, next.Text())
		}
		if made := w.calls() - before; made != 1 && !strings.Contains(next.Text(), " wins.**") {
			var list []string
			for _, r := range w.srv.Requests()[before:] {
				list = append(list, r.Method+" "+r.Path)
			}
			w.Errorf("a tap costs %d calls: %q", made, list)
		}
		board = next
	}
}

// places are where matches are played: in a server, a thread, direct messages, and by
// people who have installed the bot for themselves.
func (w *world) places() map[string]*discordtest.Channel {
	return map[string]*discordtest.Channel{
		"server": w.srv.AddGuild("guild").AddChannel("tap"),
		"thread": w.srv.AddGuild("guild").AddChannel("tap").AddThread(w.alice, "thread"),
		"direct": w.srv.AddDM(w.alice),
		"user":   w.srv.AddForeignChannel("elsewhere"),
		"group":  w.srv.AddGroupDM("friends"),
	}
}

func TestMatchByTapsAlone(t *testing.T) {
	starts := []struct{ variant, position string }{
		{"nim", "3 1 12"}, {"nim", "1 2 1 3 1 2 1"}, {"nim/misere", "40"}, {"end-nim", "3 9 2"}, {"end-nim/loop", "3 30 2"},
		{"partizan-end-nim", "3 11 2"}, {"split-nim/2", "6 2 9"}, {"split-nim/-3", "7 70"},
		{"move-reverse-nim", "2 9 1 1 1 1 2"}, {"pile-reverse-nim", "2 9 1"}, {"total-reverse-nim/misere", "2 12 1"},
	}
	for _, place := range []string{"server", "thread", "direct", "user", "group"} {
		for _, against := range []string{"people", "bot"} {
			if against == "people" && place == "direct" {
				continue
			}
			t.Run(place+"/"+against, func(t *testing.T) {
				w := play(t)
				ch := w.places()[place]
				for n, start := range starts {
					options := []discordtest.Option{
						discordtest.Opt("variant", start.variant), discordtest.Opt("position", start.position), discordtest.Opt("first", "me"),
					}
					if against == "people" {
						options = append(options, discordtest.BoolOpt("open", true))
					}
					board := w.answer(w.alice.Slash(ch, "challenge", options...))
					if against == "people" {
						board = w.answer(w.bob.Tap(board, "Accept"))
						if toMove.FindStringSubmatch(board.Text())[1] == w.alice.ID { // she is told
							said := len(ch.Messages())
							w.eventually("the line that the challenger is to move", func() bool {
								all := ch.Messages()
								return len(all) > said || all[len(all)-1].ID != board.ID
							})
						}
					}
					k := n
					taps := w.tapOut(ch, board, func(taps []string) string {
						k += 7
						return taps[k%len(taps)]
					})
					w.eventually("the end", func() bool {
						return slices.ContainsFunc(ch.Messages(), func(m *discordtest.Message) bool {
							return strings.Contains(m.Text(), fmt.Sprintf("Match %d: ", n+1)) && strings.HasPrefix(labels(m), "Rematch, Review")
						})
					})
					t.Logf("%s %s: %d taps", start.variant, start.position, taps)
				}
			})
		}
	}
}
