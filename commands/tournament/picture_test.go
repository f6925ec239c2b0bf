package tournament_test

import (
	"bytes"
	"fmt"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tournamentcmd "nimatron/commands/tournament"
	"nimatron/commands/view"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/picture/raster"
	"nimatron/referee/tournament"
)

// played returns a tournament of n people after some rounds. The second half of the last round is
// still running.
func played(format tournament.Format, n, rounds int, seed uint64) *tournament.Tournament {
	draw := rand.New(rand.NewPCG(seed, 3))
	names := []string{"Bartholomew Featherstonehaugh", "日本太郎", "Zoë", "xX_`nim`_Xx", "**bold**", "@everyone", "W"}
	t := &tournament.Tournament{Name: "Friday evening", Format: format, Rounds: 7, Length: time.Hour, State: tournament.Running}
	for i := range n {
		e := tournament.Entrant{Player: match.Player{ID: fmt.Sprintf("p%03d", i), Name: fmt.Sprintf("player%d", i)}, Rating: 2000 - float64(i), Joined: 1}
		if i < len(names) {
			e.Name = names[i]
		}
		t.Entrants = append(t.Entrants, e)
	}
	for range rounds {
		pair := tournament.PairSwiss
		if format == tournament.Knockout {
			pair = tournament.PairKnockout
		}
		made := pair(t)
		t.Round++
		for i, m := range made {
			m.Round, m.Board, m.Game, m.Over = t.Round, i+1, 1, t.Round < rounds || 2*i < len(made) || m.Bye()
			if !m.Bye() && m.Over {
				m.Won = [][2]int{{2, 0}, {0, 2}, {1, 1}}[draw.IntN(3)]
			}
			t.Pairings = append(t.Pairings, m)
			if format == tournament.Knockout && m.Won == [2]int{1, 1} {
				t.Pairings = append(t.Pairings, tournament.Pairing{Round: t.Round, Board: i + 1, Game: 2, First: m.Second, Second: m.First, Won: [2]int{0, 2}, Over: true})
			}
		}
	}
	return t
}

// Every tournament has a picture from its first round on, which is drawn and has words.
func TestTournamentPictures(t *testing.T) {
	for _, tt := range []struct {
		format    tournament.Format
		n, rounds int
		alt       string
	}{
		{tournament.Swiss, 2, 1, "1. "},
		{tournament.Swiss, 13, 5, "and 8 more."},
		{tournament.Swiss, 40, 7, "Buchholz"},
		{tournament.Arena, 24, 12, "Friday evening · Arena. 1. "},
		{tournament.Knockout, 2, 1, "Final: "},
		{tournament.Knockout, 13, 2, "Quarter-finals: "},
		{tournament.Knockout, 16, 4, "Last 16: "},
		{tournament.Knockout, 13, 1, "has no opponent"},
		{tournament.Knockout, 128, 1, "Round 1: "},
		{tournament.Knockout, 128, 2, "Round 2: "},
		{tournament.Knockout, 128, 5, "Quarter-finals: "},
		{tournament.Knockout, 128, 7, "Final: "},
	} {
		for _, style := range []picture.Style{{}, {Theme: picture.Light}, {Large: true}} {
			p := tournamentcmd.TournamentPicture(played(tt.format, tt.n, tt.rounds, 1), "", style)
			if p == nil {
				t.Errorf("%v: none", tt)
				continue
			}
			if !strings.Contains(p.Alt, tt.alt) || strings.ContainsAny(p.Alt, "`日") || len(p.Alt) > 1020 {
				t.Errorf("%v: the words are %q", tt, p.Alt)
			}
			data, err := raster.Draw(t.Context(), p.LayOut)
			if err != nil {
				t.Errorf("%v: %v", tt, err)
				continue
			}
			if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Height > 1400 {
				t.Errorf("%v: %+v, %v", tt, c, err)
			}
		}
	}
	for _, format := range []tournament.Format{tournament.Swiss, tournament.Knockout} { // the viewer's own row is marked
		drawn := map[string]bool{}
		for _, own := range []string{"", "p001", "p003", "stranger"} {
			data := must.Get(raster.Draw(t.Context(), tournamentcmd.TournamentPicture(played(format, 8, 2, 1), own, picture.Style{}).LayOut))(t)
			drawn[string(data)] = true
		}
		if len(drawn) != 3 {
			t.Errorf("%s: %d different pictures for nobody, two players and a stranger, want 3", format, len(drawn))
		}
	}
	open := played(tournament.Swiss, 8, 0, 1)
	if p := tournamentcmd.TournamentPicture(open, "", picture.Style{}); p != nil {
		t.Error("one that is open has a picture")
	}
}

// One game each is a draw even if a player missed one.
func TestMarksOfForfeits(t *testing.T) {
	n := played(tournament.Swiss, 2, 1, 1)
	for won, want := range map[[2]int]string{{1, 1}: "= =", {2, 0}: "+ -", {0, 0}: "- -"} {
		n.Pairings[0].Forfeit, n.Pairings[0].Won = true, won
		lines := strings.Split(tournamentcmd.Tournament(n, nil, view.Look{}).Drawing, "\n")
		if got := lines[0][len(lines[0])-1:] + " " + lines[1][len(lines[1])-1:]; got != want {
			t.Errorf("%v: the marks are %q, want %q", won, got, want)
		}
	}
}
