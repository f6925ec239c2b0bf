package bot

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
)

// Many people vote at once, by buttons and in writing, and the bot is killed before the bell: each vote is answered and counted, the
// board is edited a few times, and the move is played once.
func TestManyVotes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := play(t)
		w.limits.Requests.AtOnce, w.limits.Requests.PerSecond = 40, 2 // the usual ones
		card := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("side", "server"),
			discordtest.Opt("size", "small"), discordtest.Opt("level", "perfect")))
		w.contains(card, "the server against", "Everybody here votes")
		voters := testlong.Times(100, 100, 1000)
		begun := w.calls()
		votes := make([]*discordtest.Interaction, voters)
		for i := range voters {
			voter := w.srv.AddUser(fmt.Sprintf("voter %d", i))
			if move := moveTaps(card)[0]; i < voters/20 {
				votes[i] = voter.Tap(card, move)
			} else {
				votes[i] = voter.Slash(w.general, "move", discordtest.Opt("move", "1-1"))
			}
		}
		for _, v := range votes {
			w.refused(v, "You voted for")
		}
		w.board(w.general, card.ID, fmt.Sprintf("%d people voted", voters))
		edits := 0
		for _, call := range w.tapCalls(begun, w.general) {
			if strings.HasPrefix(call, "PATCH") && strings.HasSuffix(call, card.ID) {
				edits++
			}
		}
		if edits > 3 {
			t.Errorf("%d votes are %d edits", voters, edits)
		}
		time.Sleep(50 * time.Second)
		w.end()
		time.Sleep(30 * time.Second) // the bell rings while nobody hears it
		w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
		board := w.board(w.general, card.ID, fmt.Sprintf("%d people voted, %d for", voters, voters))
		w.contains(board, "move 3")
	})
}
