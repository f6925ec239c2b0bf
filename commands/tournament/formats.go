package tournament

import (
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee/tournament"
)

type wording struct {
	// detail follows the name of the kind, such as "round 2 of 5".
	detail func(*tournament.Tournament) string
	// rules explains the tournament. v is the game of the current round, nil if it is not drawn yet.
	rules func(t *tournament.Tournament, v *games.Variant) string
	// progress says how a running tournament stands or when it ends, and result who won.
	progress, result func(*tournament.Tournament) string
	row              func(t *tournament.Tournament, s *tournament.Standing, name string) string
	waiting          string
	brief            bool
}

// wordings are the words of each format; wordsOf adds what they leave out.
var wordings = map[tournament.Format]wording{
	tournament.Arena: {
		detail: func(t *tournament.Tournament) string { return view.Duration(t.Length) },
		progress: func(t *tournament.Tournament) string {
			return fmt.Sprintf("It ends %s. Free players are paired at once. From the third pair won in a row, each win earns an extra point.", view.Moment(t.Started.Add(t.Length), view.Relative))
		},
		waiting: fmt.Sprintf("looking for an opponent they haven't just met or met %d times", tournament.MaxMeetings),
	},
	tournament.Swiss: {
		detail: func(t *tournament.Tournament) string {
			if t.Round == 0 {
				return words.Count(t.Rounds, "round")
			}
			return fmt.Sprintf("round %d of %d", t.Round, t.Rounds)
		},
		row: func(_ *tournament.Tournament, s *tournament.Standing, name string) string {
			return fmt.Sprintf("%d. %s %s (Buchholz %s)", s.Place, name, points(s.Points), points(s.Buchholz))
		},
		waiting: "a bye this round, worth 1½ points",
	},
	tournament.Knockout: {
		detail: roundText,
		row: func(_ *tournament.Tournament, s *tournament.Standing, name string) string {
			return fmt.Sprintf("%d. %s: %d won, %d lost", s.Place, name, s.Won, s.Lost)
		},
		waiting: "a bye to the next round",
	},
	tournament.Simul: {
		rules: simulText, progress: simulScore, result: simulScore, brief: true,
		row: func(t *tournament.Tournament, s *tournament.Standing, name string) string {
			return name + ": " + simulResult(t, s)
		},
	},
}

// wordsOf returns the wording of a tournament, with defaults for the texts that its kind leaves
// out.
func wordsOf(t *tournament.Tournament) wording {
	w, known := wordings[t.Format]
	if !known {
		w.detail = roundText
	}
	if w.rules == nil {
		w.rules = pairsText
	}
	if w.result == nil {
		w.result = winnerText
	}
	if w.row == nil {
		w.row = func(_ *tournament.Tournament, s *tournament.Standing, name string) string {
			return fmt.Sprintf("%d. %s %s", s.Place, name, points(s.Points))
		}
	}
	return w
}

// Formats says in a line how each format pairs players.
func Formats() string {
	return strings.Join(words.Each(tournament.Kinds, func(k *tournament.Kind) string { return k.Name + ": " + k.Gist + "." }), " ")
}

// formatChoices offers the formats of a new tournament, each with its gist in the label or, for a form,
// beside it with its default length.
func formatChoices(form bool) []view.Choice {
	return words.Each(tournament.Kinds, func(k *tournament.Kind) view.Choice {
		c := view.Choice{Label: k.Name, Value: string(k.Format), Detail: k.Gist}
		switch {
		case !form:
			c.Label, c.Detail = k.Name+": "+k.Gist, ""
		case k.Length > 0:
			c.Detail = view.Duration(k.Length) + "; " + k.Gist
		case k.Rounds > 0:
			c.Detail = words.Count(k.Rounds, "round") + "; " + k.Gist
		case k.LeaderPlays:
			c.Detail += ", unrated"
		}
		return c
	})
}

func formatName(t *tournament.Tournament) string {
	name := t.Format.Kind().Name
	if detail := wordsOf(t).detail; detail != nil {
		if text := detail(t); text != "" {
			name += ", " + text
		}
	}
	return name
}

func roundText(t *tournament.Tournament) string {
	if t.Round == 0 {
		return ""
	}
	return fmt.Sprintf("round %d", t.Round)
}

func pairsText(t *tournament.Tournament, v *games.Variant) string {
	game := "a different game each round"
	if t.Variant != "" && v != nil {
		game = v.Name
	} else if v != nil && t.State == tournament.Running {
		game = "now " + v.Name
	}
	rated := ""
	if t.Rated {
		rated = ", rated"
	}
	return fmt.Sprintf("Each pairing is two games from one start, sides swapped: %s, %s per turn%s.", game, view.Duration(t.TurnTime), rated)
}

// decided reports whether a tournament that is over has a winner. It may have none if it was ended early.
func decided(t *tournament.Tournament, table []tournament.Standing) bool {
	switch {
	case len(table) == 0 || table[0].Points == 0 || table[0].Absent:
		return false
	case !t.Format.Kind().Eliminates:
		return true
	}
	// Nobody else is left in the round that the winner reached.
	return !table[0].Gone() && !slices.ContainsFunc(table[1:], func(s tournament.Standing) bool {
		return !s.Gone() && s.Points == table[0].Points
	})
}

func winnerText(t *tournament.Tournament) string {
	if table := tournament.Table(t); decided(t, table) {
		return view.PlayerName(table[0].ID) + " wins."
	}
	return ""
}

func simulText(t *tournament.Tournament, v *games.Variant) string {
	game := "a random game"
	if v != nil {
		game = v.Name
	}
	return fmt.Sprintf("%s plays everybody who joins at the same time, one game each: %s, %s per turn. The others go first, from a position they can win.",
		view.PlayerName(t.Leader.ID), game, view.Duration(t.TurnTime))
}

func simulScore(t *tournament.Tournament) string {
	won, lost := 0, 0
	for _, m := range t.Pairings {
		won, lost = won+m.Won[1], lost+m.Won[0]
	}
	score := fmt.Sprintf("%s has won %d and lost %d", view.PlayerName(t.Leader.ID), won, lost)
	if open := t.Open(); open > 0 {
		return fmt.Sprintf("%s; %d still running.", score, open)
	}
	return score + "."
}

func simulResult(t *tournament.Tournament, s *tournament.Standing) string {
	switch {
	case s.Won > 0:
		return "won"
	case s.Lost > 0 && s.Missed > 0:
		return "did not come"
	case s.Lost > 0:
		return "lost"
	case t.Closed():
		return "no result"
	}
	return "plays"
}
