package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee/tournament"
)

// SubjectOfTournament identifies a tournament in its buttons. No button depends on the version.
func SubjectOfTournament(t *tournament.Tournament) view.Subject {
	return view.Subject{Kind: view.TournamentSubject, ID: t.ID, Version: t.Version}
}

const (
	shownPlayers  = 12
	shownLeaders  = 3
	shownPairings = 10
	shownWaiting  = 8
)

func atMost(n int, list []string, more string) []string {
	if len(list) <= n {
		return list
	}
	return append(slices.Clip(list[:n]), fmt.Sprintf(more, len(list)-n))
}

func pictured(t *tournament.Tournament) bool { return t.Round > 0 && !wordsOf(t).brief }

// Tournament shows a tournament to everybody: its game, its leaders and its boards. v is the game
// of the current round, nil for none.
func Tournament(t *tournament.Tournament, v *games.Variant, look view.Look) *view.Card {
	card := &view.Card{Title: t.Name + " · " + formatName(t), Body: strings.Join(tournamentLines(t, v), "\n")}
	if t.Closed() {
		card.Tone = view.Finished
	}
	table, name, shown := tournament.Table(t), "Players", shownPlayers
	if pictured(t) {
		name, shown = "Leaders", shownLeaders
		card.Picture, card.Drawing = look.Of(TournamentPicture(t, look.Person, look.Style)), standingsText(t)
	}
	standings := standingLines(t, table)
	if card.Drawing != "" { // the picture shows the others
		standings = standings[:min(shown, len(standings))]
	}
	for _, f := range []struct {
		name  string
		lines []string
	}{
		{name, atMost(shown, standings, "and %d more: `/tournament standings`")},
		{"Playing now", pairingLines(t)}, {"Decided by chances", chancesLines(t)}, {"Waiting", waitLines(t)},
	} {
		if len(f.lines) > 0 {
			card.Fields = append(card.Fields, view.Field{Name: f.name, Value: strings.Join(f.lines, "\n")})
		}
	}
	card.Footer = tournamentFooter(t)
	card.Actions = tournamentActions(t)
	return card
}

func tournamentLines(t *tournament.Tournament, v *games.Variant) []string {
	w := wordsOf(t)
	what := w.rules(t, v)
	switch t.State {
	case tournament.Open:
		when := view.PlayerName(t.Leader.ID) + " starts it."
		if !t.Starts.IsZero() {
			when = fmt.Sprintf("It starts %s, %s, if at least two have joined.", view.Moment(t.Starts, view.Clock), view.Moment(t.Starts, view.Relative))
		}
		players := "No players yet."
		if n := t.Playing(); n > 0 {
			players = fmt.Sprintf("%s, room for %d more.", words.Count(n, "player"), t.Places-n)
		}
		return []string{players + " " + when, what}
	case tournament.Cancelled:
		return []string{"This tournament was called off."}
	case tournament.Over:
		if text := w.result(t); text != "" {
			return []string{"**" + text + "**"}
		}
		return []string{"This tournament ended without a winner."}
	}
	lines := []string{what}
	if !t.Stuck.IsZero() {
		lines = append(lines, fmt.Sprintf("**%s** I'll keep trying. Pairings that have no thread %s won't be played.",
			cmp.Or(t.Obstacle, noThread), view.Moment(t.Stuck.Add(tournament.ThreadTimeout), view.Relative)))
	}
	if w.progress != nil {
		lines = append(lines, w.progress(t))
	}
	return lines
}

func standingLines(t *tournament.Tournament, table []tournament.Standing) []string {
	return words.Each(table, func(s tournament.Standing) string { return standingLine(t, &s) })
}

func standingLine(t *tournament.Tournament, s *tournament.Standing) string {
	name := view.PlayerName(s.ID)
	note := ""
	switch {
	case t.State == tournament.Open:
		return fmt.Sprintf("%s (%.0f)", name, s.Rating)
	case s.Gone():
		note = ", left"
	case s.Paused:
		note = ", paused"
	case t.Length > 0 && s.InARow >= tournament.StreakPairs-1:
		note = fmt.Sprintf(", %d in a row", s.InARow)
	}
	return wordsOf(t).row(t, s, name) + note
}

func points(p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) }

func pairingLines(t *tournament.Tournament) []string {
	var lines []string
	for _, m := range t.Pairings {
		if m.Over {
			continue
		}
		where := "waiting for a thread"
		if m.Channel != "" {
			where = view.ChannelLink(m.Channel, t.Server)
		}
		lines = append(lines, fmt.Sprintf("%s – %s: %s", view.PlayerName(m.First), view.PlayerName(m.Second), where))
	}
	return atMost(shownPairings, lines, "and %d more")
}

// chancesLines say why players advanced from the latest pairings whose last two games ended 1–1.
func chancesLines(t *tournament.Tournament) (lines []string) {
	for i := range t.Pairings {
		m := &t.Pairings[i]
		if m.Round < t.Round-1 || !m.ByChances() {
			continue
		}
		players, found, winner := [2]*tournament.Entrant{t.Find(m.First), t.Find(m.Second)}, m.Found, t.Winner(m)
		if winner == 1 {
			players[0], players[1], found[0], found[1] = players[1], players[0], found[1], found[0]
		}
		first, second := players[0], players[1]
		text := fmt.Sprintf("%s advanced. Chances found: %d of %d, and %d of %d by %s", view.PlayerName(first.ID),
			found[0].Kept, found[0].Wins, found[1].Kept, found[1].Wins, view.PlayerName(second.ID))
		switch {
		case found[0].Compare(found[1]) != 0:
		case first.Rating != second.Rating:
			text += fmt.Sprintf("; the higher rating decided, %.0f to %.0f", first.Rating, second.Rating)
		default:
			text += "; equal ratings, so the first turn decided"
		}
		lines = append(lines, text)
	}
	return atMost(shownPairings, lines, "and %d more")
}

func waitLines(t *tournament.Tournament) []string {
	var names []string
	if t.Length > 0 {
		for _, e := range t.Entrants {
			plays := slices.ContainsFunc(t.Pairings, func(m tournament.Pairing) bool { return !m.Over && (m.First == e.ID || m.Second == e.ID) })
			if !plays && !e.Gone() && !e.Paused {
				names = append(names, view.PlayerName(e.ID))
			}
		}
	}
	for _, m := range t.Pairings {
		if m.Round == t.Round && m.Bye() {
			names = append(names, view.PlayerName(m.First))
		}
	}
	if len(names) == 0 || t.State != tournament.Running {
		return nil
	}
	if len(names) > shownWaiting {
		names = append(names[:shownWaiting-1:shownWaiting-1], fmt.Sprintf("%s and %d more", names[shownWaiting-1], len(names)-shownWaiting))
	}
	return []string{strings.Join(names, ", ") + ": " + wordsOf(t).waiting + "."}
}

func tournamentFooter(t *tournament.Tournament) string {
	footer := fmt.Sprintf("Tournament %d", t.ID)
	open := t.Open()
	switch {
	case t.State != tournament.Running || t.Length > 0 || t.Format.Kind().LeaderPlays || open == 0:
		return footer
	case open == 1:
		return footer + " · the next round starts after 1 more pairing"
	}
	return footer + fmt.Sprintf(" · the next round starts after %d more pairings", open)
}

func tournamentActions(t *tournament.Tournament) []view.Action {
	button := func(label string, action input.Name[input.Which], style view.Style) view.Action {
		return view.Action{Label: label, Call: action.With(input.Which{ID: t.ID}), Style: style}
	}
	k, late := t.Format.Kind(), t.State == tournament.Running
	var actions []view.Action
	if late && k.LeaderPlays {
		actions = append(actions, view.Action{Label: "My boards", Call: view.BoardsIn(t.ID, 0), Style: view.Primary})
	}
	if !t.Closed() && (!late || t.Round <= k.LateUntil) {
		actions = append(actions, button("Join", join, view.Success))
	}
	if late && t.Length > 0 {
		actions = append(actions, button("Pause", pause, view.Secondary))
	}
	if !t.Closed() {
		actions = append(actions, button("Leave", leave, view.Secondary))
	}
	if t.State == tournament.Open {
		actions = append(actions, button("Start now", start, view.Primary))
	}
	return append(actions, button("Standings", standings, view.Secondary))
}

// Tournaments lists the tournaments of a server, with a button for people who may make one.
func Tournaments(list []tournament.Tournament, may bool) *view.Card {
	card := &view.Card{Title: "Tournaments"}
	var lines []string
	menu := view.Menu{Prompt: "Open one", Call: input.TournamentShow.Call(), Option: "id"}
	for i := range list {
		t := &list[i]
		lines = append(lines, fmt.Sprintf("%s · %s (%s)", t.Name, formatName(t), t.State))
		menu.Choices = append(menu.Choices, view.Choice{Label: words.Cut(t.Name, view.MaxChoiceText), Value: strconv.FormatInt(t.ID, 10), Detail: formatName(t) + ", " + t.State.String()})
	}
	if len(lines) == 0 {
		lines = []string{"No tournaments here yet. " + Formats()}
	} else {
		card.Menus = []view.Menu{menu}
	}
	card.Body = strings.Join(lines, "\n")
	if may {
		card.Actions = []view.Action{{Label: "New tournament", Call: input.TournamentCreate.With(input.TournamentCreateInput{Form: true}), Style: view.Primary}}
	}
	return card
}

// Standings is the whole table of a tournament.
func Standings(t *tournament.Tournament) *view.Card {
	return &view.Card{Title: t.Name + " · " + formatName(t), Body: strings.Join(standingLines(t, tournament.Table(t)), "\n"), Tone: view.Neutral,
		Actions: []view.Action{{Label: "Tournament", Call: input.TournamentShow.With(input.Which{ID: t.ID})}}}
}

// RatedTime ends the time for a turn in the form if the tournament is rated.
const RatedTime = " rated"

// TournamentForm asks for a new tournament of one of the games.
func TournamentForm(games []view.Choice, now time.Time) *view.Form {
	var times []view.Choice
	for _, c := range []view.Choice{{Label: "1 minute", Value: "1m"}, {Label: "2 minutes", Value: "2m"}, {Label: "10 minutes", Value: "10m"}, {Label: "A day", Value: "1d"}} {
		times = append(times, c, view.Choice{Label: c.Label + ", rated", Value: c.Value + RatedTime})
	}
	return &view.Form{Title: "New tournament", Call: input.TournamentCreate.Call(), Inputs: []view.Input{
		{Option: "name", Label: "Name", Example: "Friday evening", Required: true},
		{Option: "format", Label: "Format", Required: true, Choices: formatChoices(true)},
		{Option: "game", Label: "Game", Help: "Default: a different game each round", Choices: games},
		{Option: "time", Label: "Time per turn, rated or casual", Help: "Default: 2 minutes, casual", Choices: times},
		{Option: "starts", Label: "Start time", Help: "In UTC. Default: when you start it", Example: "20:30, " + core.NextWeek(now) + " 20:00 or in 2h"},
	}}
}

// TournamentOver announces the end of a tournament.
func TournamentOver(t *tournament.Tournament) string {
	switch {
	case t.State == tournament.Cancelled && !t.Starts.IsZero() && !t.Ended.Before(t.Starts) && t.Playing() < 2:
		return fmt.Sprintf("%s was called off because fewer than two players joined.", t.Name)
	case t.State == tournament.Cancelled:
		return fmt.Sprintf("%s was called off.", t.Name)
	}
	if wordsOf(t).brief {
		return fmt.Sprintf("**%s is over.** %s", t.Name, wordsOf(t).result(t))
	}
	table := tournament.Table(t)
	if !decided(t, table) {
		return fmt.Sprintf("**%s ended without a winner.**", t.Name)
	}
	var best []string
	for _, s := range table[:min(3, len(table))] {
		if s.Absent {
			break
		}
		best = append(best, fmt.Sprintf("%d. %s", s.Place, view.PlayerName(s.ID)))
	}
	return fmt.Sprintf("**%s is over.** %s.", t.Name, strings.Join(best, ", "))
}
