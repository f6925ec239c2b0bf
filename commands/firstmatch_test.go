package commands_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
)

const youCanWin = "You can win this one."

// seeded is a room in which every match has a different seed.
func seeded(t *testing.T) *room {
	r := newQuietRoom(t, catalog.Standard)
	var seed uint64
	r.referee = referee.New(r.store, &solver.Solver{}, referee.Options{
		Now:  func() time.Time { return r.now },
		Seed: func() uint64 { seed++; return seed },
	})
	r.service = commands.New(r.referee, r.store, slog.New(slog.DiscardHandler))
	return r
}

// last returns the newest match in the lobby.
func (r *room) last() *referee.Game {
	r.Helper()
	return must.Get(r.referee.Latest(r.Context(), "lobby"))(r)
}

// TestDefaultChallengeCanBeWon challenges the bot as newcomers do, in every game.
func TestDefaultChallengeCanBeWon(t *testing.T) {
	if testlong.Race {
		t.Skip("one goroutine does it all: there is no race to see")
	}
	ids := []string{"split-nim/4", "split-nim/-3", "split-nim/1000000"}
	for _, v := range catalog.Standard.All() {
		ids = append(ids, v.ID)
	}
	for _, id := range testlong.Sample(t, ids, 6) {
		r := seeded(t)
		v := must.Get(catalog.Standard.Find(id))(t)
		options := []string{"", " level:perfect", " size:small", " first:me", " first:opponent", " size:large"}
		if v.Partizan {
			options = append(options, " side:right", " side:random", " side:right first:opponent")
		}
		for n := range testlong.Times(2, len(options), 18) {
			line := "/challenge game:" + id + options[n%len(options)]
			reply := r.expect("p1", line, youCanWin)
			g := r.last()
			p := g.Play.Start()
			won := must.Get((&solver.Solver{}).Wins(t.Context(), v, p))(t)
			if won != (g.Player(p.Turn().Actor).ID == "p1") {
				t.Errorf("%s: p1 has lost from the start %s:\n%s", line, g.Start, text(reply))
			}
			if level := g.Level; level == match.Perfect != strings.Contains(line, "perfect") || level != match.Perfect && level != match.Casual {
				t.Errorf("%s: the bot plays at the level %s", line, level)
			}
			if strings.Contains(line, "first:") && (g.Player(g.First).ID == "p1") != strings.Contains(line, "first:me") {
				t.Errorf("%s: %s goes first", line, g.Player(g.First).ID)
			}
			r.expect("p1", "/match resign sure:true")
		}
	}
}

// Whoever plays a game by its name, with a start of its own, can win.
func TestNamedStartCanBeWon(t *testing.T) {
	for _, said := range []string{"21", "not 21", "100", "20", "fort boyard", "dr nim", "marienbad", "last stick loses", "3 5 7"} {
		name, r := catalog.Called(said), seeded(t)
		play := r.service.Env().PlayNamed(name)[0]
		r.expect("p1", "/challenge game:"+play.Options()["game"]+" first:"+play.Options()["first"]+" position:"+play.Options()["position"], youCanWin)
	}
}

// TestCoinDecides challenges the bot with a drawn first turn. Then either player may have the win.
func TestCoinDecides(t *testing.T) {
	r := seeded(t)
	canWin := map[bool]int{}
	for range 40 {
		reply := r.expect("p1", "/challenge game:nim first:random")
		canWin[strings.Contains(text(reply), youCanWin)]++
		r.expect("p1", "/match resign sure:true")
	}
	if canWin[true] < 10 || canWin[false] < 10 {
		t.Errorf("of 40 matches %d can be won", canWin[true])
	}
}

func TestSizeOfStart(t *testing.T) {
	r := seeded(t)
	for _, opponent := range []string{"", " opponent:p2", " first:random"} {
		piles := map[string]int{}
		for range 5 {
			for _, size := range games.Sizes {
				r.expect("p1", "/challenge game:end-nim size:"+size.String()+opponent)
				if opponent == " opponent:p2" {
					r.expect("p2", "/match accept")
				}
				piles[size.String()] += len(strings.Fields(r.last().Start))
				r.expect("p1", "/match resign sure:true")
			}
		}
		if !(piles["small"] < piles["medium"] && piles["medium"] < piles["large"]) {
			t.Errorf("with%s the rows have %v piles", opponent, piles)
		}
	}
	r.refuses("p1", "/challenge game:nim size:huge", "`small`, `medium`, `large`")
	r.refuses("p1", "/challenge game:nim size:small position:3 5", "`size:` is for random starting positions")
}
