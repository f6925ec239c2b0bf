package bot

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/discordtest"
	"nimatron/record"
)

var shownPosition = regexp.MustCompile(`Position: ([^\n·]*[^\n· ])`)

// TestBoardsAgainstTheBot plays a match of each game on trees, graphs and grids by typed
// moves, with another process in the middle of it, and asks all that one can ask.
func TestBoardsAgainstTheBot(t *testing.T) {
	for _, id := range []string{"tree-nim", "depot-nim/misere", "forklift-nim", "coloured-depot-nim"} {
		inBubble(t, strings.ReplaceAll(id, "/", " "), func(t *testing.T) {
			w := play(t)
			v, err := catalog.Standard.Find(id)
			w.ok(err)
			variant, position := discordtest.Opt("variant", id), discordtest.Opt("position", v.Rules.Example)
			w.refused(w.alice.Slash(w.general, "rules", variant), "Nobody knows a rule", v.Rules.Example)
			w.refused(w.alice.Slash(w.general, "analyze", variant, position), "The next player wins")
			board := w.answer(w.alice.Slash(w.general, "challenge", variant, position,
				discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
			w.refused(w.alice.ClickLabel(board, "Hint"), "There is a win here")
			w.refused(w.alice.ClickLabel(board, "Hint"), "Look at ")
			w.refused(w.alice.ClickLabel(board, "Hint"), "ou can win: ")
			w.refused(w.move(w.alice, "zz-1"), "such as")
			for n := 1; ; n += 2 {
				shown := strings.ReplaceAll(board.Text(), `\`, "") // that keep Discord from reading markup
				if strings.Contains(shown, "An empty board") {
					break
				}
				p, err := v.Parse(shownPosition.FindStringSubmatch(shown)[1], games.Left)
				w.ok(err)
				step := firstStep(p)
				if n == 3 {
					w.stop()
					w.serve(w.real(filepath.Join(w.dir, "nimatron.db"))) // another process
				}
				w.answer(w.move(w.alice, strings.ToUpper(step.Move.String())))
				w.eventually("the board after the moves", func() bool {
					board = w.board(w.general, board.ID, "match 1")
					return strings.Contains(board.Text(), fmt.Sprintf("move %d ·", n+2)) || strings.Contains(board.Text(), " moves ·")
				})
			}
			w.sees(w.general, " found ") // one of the wins that were there
			replay := w.refused(w.alice.Slash(w.general, "replay", discordtest.Opt("match", "1")), "0 of", "can win")
			w.refused(w.alice.ClickLabel(replay, "Forward"), "Move 1: ")
			export := w.refused(w.alice.Slash(w.general, "export", discordtest.Opt("match", "1")))
			for _, f := range export.Files {
				for m, err := range record.Read(catalog.Standard, bytes.NewReader(f.Data)) {
					if err != nil || m.Variant != id || len(m.Moves) < 3 {
						t.Errorf("%s reads as %+v, %v:\n%s", f.Name, m, err, f.Data)
					}
				}
			}
		})
	}
}

// firstStep is the first legal move of a position.
func firstStep(p games.Position) games.Step {
	for step := range p.Options() {
		return step
	}
	return games.Step{}
}
