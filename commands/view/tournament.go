package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
)

// TournamentName is the name of the command of tournaments.
const TournamentName = "tournament"

// SubjectOfTournament is what the buttons of a tournament carry. What they do depends on no
// version.
func SubjectOfTournament(t *match.Tournament) Subject {
	return Subject{Kind: TournamentSubject, ID: t.ID, Version: t.Version}
}

// Bounds on the message of a tournament.
const (
	shownPlayers  = 12
	shownLeaders  = 3 // beside a picture, which shows more
	shownPairings = 10
	shownWaiting  = 8
)

// Tournament shows a tournament to everybody: what it is, how its players stand, and who plays
// whom where. Variant is the game of the present round, nil for none.
func Tournament(t *match.Tournament, v *games.Variant, look Look) *Card {
	card := &Card{Title: t.Name + " · " + formatName(t), Tone: Playing, Body: strings.Join(tournamentLines(t, v), "\n")}
	if t.Closed() {
		card.Tone = Finished
	}
	table, name, shown := tournament.Table(t), "Players", shownPlayers
	if t.Round > 0 && t.Format != match.Simul { // whose results are short
		name, shown = "Leaders", shownLeaders
		card.Picture, card.Drawing = look.Of(TournamentPicture(t, look.Style)), standingsText(t)
	}
	if len(table) > 0 {
		var lines []string
		for _, s := range table[:min(shown, len(table))] {
			lines = append(lines, StandingLine(t, &s))
		}
		if more := len(table) - shown; more > 0 && card.Drawing == "" {
			lines = append(lines, fmt.Sprintf("and %d more: `/tournament action:standings`", more))
		}
		card.Fields = append(card.Fields, Field{name, strings.Join(lines, "\n")})
	}
	if lines := pairingLines(t); len(lines) > 0 {
		card.Fields = append(card.Fields, Field{"Playing now", strings.Join(lines, "\n")})
	}
	if lines := chancesLines(t); len(lines) > 0 {
		card.Fields = append(card.Fields, Field{"Decided by chances", strings.Join(lines, "\n")})
	}
	if lines := waitLines(t); len(lines) > 0 {
		card.Fields = append(card.Fields, Field{"Waiting", strings.Join(lines, "\n")})
	}
	card.Footer = tournamentFooter(t)
	card.Actions = tournamentActions(t)
	return card
}

// formatName says what kind of tournament it is, and how far it is.
func formatName(t *match.Tournament) string {
	switch {
	case t.Format == match.Swiss && t.Round > 0:
		return fmt.Sprintf("Swiss, round %d of %d", t.Round, t.Rounds)
	case t.Format == match.Swiss:
		return "Swiss, " + words.Count(t.Rounds, "round")
	case t.Format == match.Knockout && t.Round > 0:
		return fmt.Sprintf("Knockout, round %d", t.Round)
	case t.Format == match.Knockout:
		return "Knockout"
	case t.Format == match.Simul:
		return "One against all"
	}
	return "Arena, " + Duration(t.Length)
}

// tournamentLines say what there is to do, in at most three lines.
func tournamentLines(t *match.Tournament, v *games.Variant) []string {
	game := "another game each round"
	if t.Variant != "" && v != nil {
		game = v.Name
	} else if v != nil && t.State == match.TournamentRunning {
		game = "now " + v.Name
	}
	rated := ""
	if t.Rated {
		rated = ", rated"
	}
	what := fmt.Sprintf("Each meeting is two games from one start, sides swapped: %s, %s a turn%s.", game, Duration(t.TurnTime), rated)
	if t.Format == match.Simul {
		what = simulText(t, v)
	}
	switch t.State {
	case match.TournamentOpen:
		when := "It begins when " + PlayerName(t.Leader.ID) + " starts it."
		if !t.Starts.IsZero() {
			when = fmt.Sprintf("It begins %s, %s, if two have joined.", Moment(t.Starts, Clock), Moment(t.Starts, Relative))
		}
		return []string{fmt.Sprintf("%s of %d places are taken. %s", strconv.Itoa(t.Playing()), t.Places, when), what}
	case match.TournamentCancelled:
		return []string{"This tournament was called off."}
	case match.TournamentOver:
		if t.Format == match.Simul {
			return []string{"**" + simulScore(t) + "**"}
		}
		if table := tournament.Table(t); len(table) > 0 {
			return []string{fmt.Sprintf("**%s wins.**", PlayerName(table[0].ID))}
		}
		return []string{"This tournament is over."}
	}
	lines := []string{what}
	if t.Format == match.Simul {
		lines = append(lines, simulScore(t))
	}
	if !t.Stuck.IsZero() {
		lines = append(lines, fmt.Sprintf("**I can't make threads here**: I need the permission to create public threads and to write in them. I keep trying; what has no thread %s counts as not played.",
			Moment(t.Stuck.Add(referee.ThreadTimeout), Relative)))
	}
	if t.Format == match.Arena {
		lines = append(lines, fmt.Sprintf("It ends %s. Whoever is free is paired at once; from the third pair won in a row on each brings a point more.", Moment(t.Started.Add(t.Length), Relative)))
	}
	return lines
}

// StandingLine is the row of a player.
func StandingLine(t *match.Tournament, s *tournament.Standing) string {
	name := PlayerName(s.ID)
	note := ""
	switch {
	case t.State == match.TournamentOpen:
		return fmt.Sprintf("%s (%.0f)", name, s.Rating)
	case s.Gone():
		note = ", left"
	case s.Paused:
		note = ", pauses"
	case t.Format == match.Arena && s.InARow >= tournament.StreakPairs-1:
		note = fmt.Sprintf(", %d in a row", s.InARow)
	}
	switch t.Format {
	case match.Simul:
		return name + ": " + simulResult(t, s) + note
	case match.Swiss:
		return fmt.Sprintf("%d. %s %s (Buchholz %s)%s", s.Place, name, points(s.Points), points(s.Buchholz), note)
	case match.Knockout:
		return fmt.Sprintf("%d. %s: %d won, %d lost%s", s.Place, name, s.Won, s.Lost, note)
	}
	return fmt.Sprintf("%d. %s %s%s", s.Place, name, points(s.Points), note)
}

// points writes half points as people do.
func points(p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) }

// pairingLines say who plays whom where.
func pairingLines(t *match.Tournament) []string {
	var lines []string
	more := 0
	for _, m := range t.Pairings {
		if m.Over {
			continue
		}
		if len(lines) == shownPairings {
			more++
			continue
		}
		where := "a place is made for them"
		if m.Channel != "" {
			where = ChannelLink(m.Channel, t.Server)
		}
		lines = append(lines, fmt.Sprintf("%s – %s: %s", PlayerName(m.First), PlayerName(m.Second), where))
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return lines
}

// chancesLines say why players went on from the latest pairings whose last two games ended 1–1.
func chancesLines(t *match.Tournament) (lines []string) {
	for i := range t.Pairings {
		m := &t.Pairings[i]
		if t.Format != match.Knockout || m.Round < t.Round-1 || !m.ByChances() || len(lines) == shownPairings {
			continue
		}
		players, found, winner := [2]*match.Entrant{t.Find(m.First), t.Find(m.Second)}, m.Found, t.Winner(m)
		if winner == 1 {
			players[0], players[1], found[0], found[1] = players[1], players[0], found[1], found[0]
		}
		first, second := players[0], players[1]
		text := fmt.Sprintf("%s went on: found %d of %s, %s %d of %d", PlayerName(first.ID), found[0].Kept, words.Count(found[0].Wins, "chance"), PlayerName(second.ID), found[1].Kept, found[1].Wins)
		switch {
		case found[0].Compare(found[1]) != 0:
		case first.Rating != second.Rating:
			text += fmt.Sprintf("; the higher rating decided, %.0f to %.0f", first.Rating, second.Rating)
		default:
			text += "; the first turn decided, as the ratings are equal"
		}
		lines = append(lines, text)
	}
	return lines
}

// waitLines say who has nobody to play now.
func waitLines(t *match.Tournament) []string {
	var names []string
	why := "have a bye this round, which counts as one game and a half"
	if t.Format == match.Arena {
		why = fmt.Sprintf("are paired when somebody is free whom they have not just met, nor %d times", referee.PairsADay)
		for _, e := range t.Entrants {
			plays := slices.ContainsFunc(t.Pairings, func(m match.Pairing) bool { return !m.Over && (m.First == e.ID || m.Second == e.ID) })
			if !plays && !e.Gone() && !e.Paused {
				names = append(names, PlayerName(e.ID))
			}
		}
	} else {
		for _, m := range t.Pairings {
			if m.Round == t.Round && m.Bye() {
				names = append(names, PlayerName(m.First))
			}
		}
		if t.Format == match.Knockout {
			why = "go on without playing this round"
		}
	}
	if len(names) == 0 || t.State != match.TournamentRunning {
		return nil
	}
	more := ""
	if n := len(names) - shownWaiting; n > 0 {
		names, more = names[:shownWaiting], fmt.Sprintf(" and %d more", n)
	}
	return []string{strings.Join(names, ", ") + more + ": they " + why + "."}
}

// BackToTournament shows the tournament that a match was in.
func BackToTournament(id int64) Action {
	return Action{Label: "Back to the tournament", Command: TournamentName, Options: map[string]string{"id": strconv.FormatInt(id, 10)}, Style: Primary}
}

// tournamentFooter says who waits.
func tournamentFooter(t *match.Tournament) string {
	footer := fmt.Sprintf("Tournament %d", t.ID)
	if t.State != match.TournamentRunning {
		return footer
	}
	open := 0
	for _, m := range t.Pairings {
		if !m.Over {
			open++
		}
	}
	if t.Format != match.Arena && t.Format != match.Simul && open > 0 {
		footer += " · the next round begins when " + words.Count(open, "meeting") + " are over"
		if open == 1 {
			footer = strings.Replace(footer, "meeting are", "meeting is", 1)
		}
	}
	return footer
}

// tournamentActions are what anybody can do.
func tournamentActions(t *match.Tournament) []Action {
	button := func(label, action string, style Style) Action {
		return Action{Label: label, Command: TournamentName, Options: map[string]string{"action": action, "id": strconv.FormatInt(t.ID, 10)}, Style: style}
	}
	var actions []Action
	switch {
	case t.Closed():
		return []Action{button("Standings", "standings", Secondary)}
	case t.State == match.TournamentOpen:
		actions = append(actions, button("Join", "join", Success), button("Leave", "leave", Secondary), button("Start now", "start", Primary))
	case t.Format == match.Simul:
		actions = append(actions, button("My boards", "boards", Primary), button("Leave", "leave", Secondary))
	case t.Format == match.Knockout, t.Format == match.Swiss && t.Round > referee.LastJoinRound:
		actions = append(actions, button("Leave", "leave", Secondary))
	case t.Format == match.Arena:
		actions = append(actions, button("Join", "join", Success), button("Pause", "pause", Secondary), button("Leave", "leave", Secondary))
	default:
		actions = append(actions, button("Join", "join", Success), button("Leave", "leave", Secondary))
	}
	return append(actions, button("Standings", "standings", Secondary))
}

// Tournaments lists the tournaments of a server. May is true for somebody who may make one.
func Tournaments(list []match.Tournament, may bool) *Card {
	card := &Card{Title: "Tournaments"}
	var lines []string
	menu := Menu{Prompt: "Look at one", Command: TournamentName, Option: "id"}
	for i := range list {
		t := &list[i]
		lines = append(lines, fmt.Sprintf("%s · %s (%s)", t.Name, formatName(t), stateName(t)))
		menu.Choices = append(menu.Choices, Choice{Label: words.Cut(t.Name, MaxChoiceText), Value: strconv.FormatInt(t.ID, 10), Detail: formatName(t) + ", " + stateName(t)})
	}
	if len(lines) == 0 {
		lines = []string{"There was none here yet. An arena, a Swiss or a knockout: each meeting is two games in a thread of its own. Or one of you plays all others at once."}
	} else {
		card.Menus = []Menu{menu}
	}
	card.Body = strings.Join(lines, "\n")
	if may {
		card.Actions = []Action{{Label: "New tournament", Command: TournamentName, Options: map[string]string{"form": "true"}, Style: Primary}}
	}
	return card
}

// stateName says in a word or two how a tournament stands.
func stateName(t *match.Tournament) string {
	switch t.State {
	case match.TournamentOpen:
		return "open to join"
	case match.TournamentRunning:
		return "running"
	case match.TournamentCancelled:
		return "called off"
	}
	return "over"
}

// Standings is the whole table of a tournament. Leads is true for somebody who may lead it: they
// see who is kept apart, too.
func Standings(t *match.Tournament, leads bool) *Card {
	var lines []string
	for _, s := range tournament.Table(t) {
		lines = append(lines, StandingLine(t, &s))
	}
	card := &Card{Title: t.Name + " · " + formatName(t), Body: strings.Join(lines, "\n"), Tone: Neutral,
		Actions: []Action{{Label: "Tournament", Command: TournamentName, Options: map[string]string{"id": strconv.FormatInt(t.ID, 10)}}}}
	if !leads {
		return card
	}
	if len(t.Apart) > 0 {
		var pairs []string
		for _, p := range t.Apart {
			pairs = append(pairs, PlayerName(p[0].ID)+" – "+PlayerName(p[1].ID))
		}
		card.Fields = []Field{{"Do not meet (only who leads sees this)", strings.Join(pairs, "\n")}}
	}
	if t.State == match.TournamentOpen && (t.Format == match.Swiss || t.Format == match.Arena) {
		card.Actions = append(card.Actions, Action{Label: "Keep two apart", Command: TournamentName,
			Options: map[string]string{"action": "forbid", "id": strconv.FormatInt(t.ID, 10)}})
	}
	return card
}

// ApartForm asks for two people who do not meet in a tournament.
func ApartForm(t *match.Tournament) *Form {
	return &Form{Title: "Keep two apart", Command: TournamentName,
		Options: map[string]string{"action": "forbid", "id": strconv.FormatInt(t.ID, 10)}, Inputs: []Input{
			{Option: "user", Label: "Who", Required: true, People: true},
			{Option: "other", Label: "is not to meet whom", Required: true, People: true, Help: "A pair that is kept apart already may meet again then."},
		}}
}

// RatedTime ends a time a turn in the form where the tournament is rated.
const RatedTime = " rated"

// TournamentForm asks for a new tournament. Games are the choices there are.
func TournamentForm(games []Choice) *Form {
	var times []Choice
	for _, c := range []Choice{{Label: "1 minute", Value: "1m"}, {Label: "2 minutes", Value: "2m"}, {Label: "10 minutes", Value: "10m"}, {Label: "A day", Value: "1d"}} {
		times = append(times, c, Choice{Label: c.Label + ", rated", Value: c.Value + RatedTime})
	}
	return &Form{Title: "New tournament", Command: TournamentName, Options: map[string]string{"action": "create"}, Inputs: []Input{
		{Option: "name", Label: "Name", Example: "Friday evening", Required: true},
		{Option: "format", Label: "Format", Required: true, Choices: []Choice{
			{Label: "Arena", Value: string(match.Arena), Detail: "an hour: whoever is free plays"},
			{Label: "Swiss", Value: string(match.Swiss), Detail: "five rounds: equals meet, nobody is out"},
			{Label: "Knockout", Value: string(match.Knockout), Detail: "whoever loses is out"},
			{Label: "One against all", Value: string(match.Simul), Detail: "you play everybody at once, unrated"},
		}},
		{Option: "variant", Label: "Game", Help: "Left out: another game each round", Choices: games},
		{Option: "time", Label: "Time a turn, and whether it is rated", Help: "2 minutes and not rated if you leave it out", Choices: times},
		{Option: "starts", Label: "When it begins", Help: "In UTC. Left out: when you start it", Example: "20:30, 2026-11-27 20:00 or in 2h"},
	}}
}

// TournamentOver tells that a tournament is over.
func TournamentOver(t *match.Tournament) string {
	switch {
	case t.State == match.TournamentCancelled && !t.Starts.IsZero() && !t.Ended.Before(t.Starts) && t.Playing() < 2:
		return fmt.Sprintf("%s was called off: fewer than two had joined.", t.Name)
	case t.State == match.TournamentCancelled:
		return fmt.Sprintf("%s was called off.", t.Name)
	}
	if t.Format == match.Simul {
		return fmt.Sprintf("**%s is over.** %s", t.Name, simulScore(t))
	}
	var best []string
	for _, s := range tournament.Table(t) {
		if len(best) < 3 {
			best = append(best, fmt.Sprintf("%d. %s", s.Place, PlayerName(s.ID)))
		}
	}
	return fmt.Sprintf("**%s is over.** %s.", t.Name, strings.Join(best, ", "))
}

// PairingText calls the players of the first game of a pairing. The board says it until somebody moves.
func PairingText(e match.Event, g *referee.Game) string {
	first, second := PlayerName(g.Sides[games.Left].ID), PlayerName(g.Sides[games.Right].ID)
	text := fmt.Sprintf("**%s, round %d.** %s and %s, you play two games here, with sides swapped.", e.Name, e.Round, first, second)
	switch {
	case e.Format == match.Simul:
		text = fmt.Sprintf("**%s.** %s, you play %s here, one game. You have the first turn, and you can win.", e.Name, first, second)
	case e.Game == match.LastGame:
		text = fmt.Sprintf("**%s, round %d.** %s and %s, you stand 1–1 again: two last games on a smaller board decide. If these end 1–1 too, the player who found the larger part of the chances in your games goes on, or else the one with the higher rating.", e.Name, e.Round, first, second)
	case e.Game > 1:
		text = fmt.Sprintf("**%s, round %d.** %s and %s, you stand 1–1: two more games on a smaller board decide.", e.Name, e.Round, first, second)
	}
	return text + fmt.Sprintf(" You have %s a turn. If you do not come, you lose by the clock.", Duration(g.TurnTime))
}

// UncountedText says whose pairs of games change no rating for now: those of one player or, for "",
// of all.
func UncountedText(pairs [][2]match.Player, player string) string {
	var names []string
	for _, p := range pairs {
		switch player {
		case "":
			names = append(names, PlayerName(p[0].ID)+" – "+PlayerName(p[1].ID))
		case p[0].ID:
			names = append(names, PlayerName(p[1].ID))
		case p[1].ID:
			names = append(names, PlayerName(p[0].ID))
		}
	}
	if len(names) == 0 {
		return ""
	}
	if more := len(names) - shownWaiting; more > 0 {
		names = append(names[:shownWaiting], fmt.Sprintf("%d more", more))
	}
	whose := "Your pairs with "
	if player == "" {
		whose = "The pairs of "
	}
	return fmt.Sprintf(" %s%s change no rating for now: %d of them have counted in 24 hours, which is the most.", whose, words.And(names), referee.PairsADay)
}
