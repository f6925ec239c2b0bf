package tournament_test

import (
	"strings"
	"testing"

	tournamentcmd "nimatron/commands/tournament"
	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee/tournament"
)

// The card says why a player advances from a knockout board that ended 1–1.
func TestDecidedByChances(t *testing.T) {
	for want, c := range map[string]struct {
		found   [2]match.Found
		ratings [2]float64
	}{
		"<@b> advanced. Chances found: 5 of 6, and 3 of 5 by <@a>":                                           {[2]match.Found{{Wins: 5, Kept: 3}, {Wins: 6, Kept: 5}}, [2]float64{1600, 1500}},
		"<@a> advanced. Chances found: 1 of 1, and 2 of 2 by <@b>; the higher rating decided, 1600 to 1500":  {[2]match.Found{{Wins: 1, Kept: 1}, {Wins: 2, Kept: 2}}, [2]float64{1600, 1500}},
		"<@b> advanced. Chances found: 0 of 2, and 0 of 0 by <@a>; the higher rating decided, 1600 to 1500":  {[2]match.Found{{}, {Wins: 2}}, [2]float64{1500, 1600}},
		"<@a> advanced. Chances found: 1 of 2, and 1 of 2 by <@b>; equal ratings, so the first turn decided": {[2]match.Found{{Wins: 2, Kept: 1}, {Wins: 2, Kept: 1}}, [2]float64{1500, 1500}},
	} {
		n := &tournament.Tournament{Format: tournament.Knockout, State: tournament.Running, Round: 2}
		for i, id := range []string{"a", "b"} {
			n.Entrants = append(n.Entrants, tournament.Entrant{Player: match.Player{ID: id, Name: id}, Rating: c.ratings[i], Joined: 1})
		}
		for game := 1; game <= tournament.LastGame; game++ {
			n.Pairings = append(n.Pairings, tournament.Pairing{Round: 1, Board: 1, Game: game, First: "a", Second: "b", Won: [2]int{1, 1}, Over: true, Found: c.found})
		}
		card := tournamentcmd.Tournament(n, nil, view.Look{})
		said := ""
		for _, f := range card.Fields {
			if f.Name == "Decided by chances" {
				said = f.Value
			}
		}
		for id := range strings.SplitSeq("a b", " ") {
			said = strings.ReplaceAll(said, view.PlayerName(id), "<@"+id+">")
		}
		if who := want[2:3]; !strings.Contains(tournamentcmd.TournamentPicture(n, "", picture.Style{}).Alt, who+" beat ") {
			t.Errorf("%s: the picture says %q", want, tournamentcmd.TournamentPicture(n, "", picture.Style{}).Alt)
		}
		if said != want {
			t.Errorf("said is %q, want %q", said, want)
		}
	}
}

// A tournament whose format this version does not know is shown with the format's name.
func TestUnknownFormat(t *testing.T) {
	n := &tournament.Tournament{Name: "Cup", Format: "ladder", State: tournament.Running, Round: 1, Entrants: []tournament.Entrant{{Player: match.Player{ID: "a"}, Joined: 1}}}
	if card := tournamentcmd.Tournament(n, nil, view.Look{}); card.Title != "Cup · ladder, round 1" {
		t.Errorf("the title is %q", card.Title)
	}
	if tournament.Advance(n, nil, n.Started) || n.State != tournament.Running {
		t.Errorf("it advances to %+v", n)
	}
}

// A player who left a Swiss with a bye and never played is announced neither first nor at all.
func TestNeverPlayed(t *testing.T) {
	for _, won := range [][2]int{{1, 1}, {0, 0}} {
		n := &tournament.Tournament{Name: "Cup", Format: tournament.Swiss, State: tournament.Over, Round: 1, Rounds: 1, Pairings: []tournament.Pairing{
			{Round: 1, Board: 1, Game: 1, First: "a", Second: "b", Won: won, Over: true}, {Round: 1, Board: 2, First: "gone", Over: true},
		}}
		for _, id := range []string{"gone", "a", "b"} {
			n.Entrants = append(n.Entrants, tournament.Entrant{Player: match.Player{ID: id}, Joined: 1})
		}
		n.Entrants[0].Left = 1
		said := tournamentcmd.TournamentOver(n) + tournamentcmd.Tournament(n, nil, view.Look{}).Body
		winner := strings.Contains(said, view.PlayerName("a")+" wins.")
		if strings.Contains(said, view.PlayerName("gone")) || winner != (won[0] > 0) {
			t.Errorf("after %v: %s", won, said)
		}
	}
}

// A tournament that ended early has a winner only if that is certain.
func TestWinnerOfWhatEndedEarly(t *testing.T) {
	final := tournament.Pairing{Round: 1, Board: 1, Game: 1, First: "a", Second: "b", Over: true}
	won := final
	won.Won = [2]int{2, 0}
	for _, c := range []struct {
		format  tournament.Format
		last    tournament.Pairing
		gone    int // b has left in this round
		decided bool
	}{
		{tournament.Knockout, final, 0, false}, {tournament.Knockout, won, 0, true}, {tournament.Knockout, final, 1, true},
		{tournament.Swiss, final, 0, false}, {tournament.Swiss, won, 0, true},
	} {
		n := &tournament.Tournament{Format: c.format, State: tournament.Over, Round: 1, Rounds: 1, Pairings: []tournament.Pairing{c.last}, Entrants: []tournament.Entrant{
			{Player: match.Player{ID: "a"}, Joined: 1}, {Player: match.Player{ID: "b"}, Joined: 1, Left: c.gone}}}
		body, told := tournamentcmd.Tournament(n, nil, view.Look{}).Body, tournamentcmd.TournamentOver(n)
		if strings.Contains(body, " wins.") != c.decided || strings.Contains(told, "ended without a winner") == c.decided {
			t.Errorf("%+v: %q, %q", c, body, told)
		}
	}
}
