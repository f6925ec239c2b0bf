package commands

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/match/record"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver/explain"
)

// historyPage is how many matches are listed at a time.
const historyPage = 8

var historyCommand = &core.Command{
	Name:    "history",
	Summary: "List somebody's finished matches",
	Options: []core.Option{
		userOption("Whose matches; yours if you leave it out"),
		{Name: "before", Summary: "The number of a match: list older ones", Hidden: true},
		core.ShareOption,
	},
	Private:   true,
	Shareable: true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		whose, err := whose(r)
		if err != nil {
			return view.Reply{}, err
		}
		before := int64(0)
		if text := strings.TrimPrefix(r.Option("before"), "#"); text != "" {
			if before, err = strconv.ParseInt(text, 10, 64); err != nil || before < 1 {
				return view.Reply{}, core.Refuse("%s is not a valid `before:`: it is the number of a match.", games.Quote(text))
			}
		}
		page, more, err := env.Store.History(ctx, whose.ID, historyPage, before)
		if err != nil {
			return view.Reply{}, err
		}
		if len(page) == 0 && before == 0 {
			return view.Reply{Text: view.PlayerName(whose.ID) + " has not finished a match yet. `/play` begins one.", To: view.UpdateEphemeral{}}, nil
		}
		card := &view.Card{Title: "Matches", Body: fmt.Sprintf("%s has no matches older than match %d.", view.PlayerName(whose.ID), before)}
		if len(page) > 0 {
			lines := []string{fmt.Sprintf("%s's matches, newest first:", view.PlayerName(whose.ID))}
			for _, p := range page {
				lines = append(lines, historyLine(env, p, whose.ID))
			}
			card.Body = strings.Join(lines, "\n")
			card.Footer = "/replay match:… steps through one."
		}
		turn := func(label string, before int64) {
			a := view.Action{Label: label, Command: "history", Options: map[string]string{}}
			if whose.ID != r.By.ID || r.Shared() {
				a.Options["user"] = whose.ID
			}
			if before > 0 {
				a.Options["before"] = strconv.FormatInt(before, 10)
			}
			card.Actions = append(card.Actions, a)
		}
		if before > 0 {
			turn("Newest", 0)
		}
		if more {
			turn("Older", page[len(page)-1].Match.ID)
		}
		return view.Reply{Card: core.WithShare(r, card), To: view.UpdateEphemeral{}}, nil
	},
}

// historyLine sums up a match in one line for a player.
func historyLine(env *core.Env, p match.HistoryEntry, id string) string {
	m := p.Match
	own, _ := m.SeatOf(id)
	opponent := m.Player(own.Other())
	line := fmt.Sprintf("`%d` %s against %s", m.ID, env.GameName(m.Variant), view.PlayerName(opponent.ID))
	if opponent.IsBot() && m.Level != match.NoLevel {
		line += fmt.Sprintf(" (%s)", m.Level)
	}
	switch m.OutcomeOf(own) {
	case match.NoWinner:
		line += ": no winner"
	case match.Won:
		line += ": **won**"
	case match.Lost:
		line += ": **lost**"
	}
	if m.Termination != match.Played {
		line += fmt.Sprintf(" (%s)", m.Termination)
	}
	if p.Overall != nil {
		line += fmt.Sprintf(", rating %.0f to %.0f", p.Overall.Before.Value, p.Overall.After.Value)
	}
	return line + assistanceText(&m, own) + ", " + view.Moment(m.Ended, view.Day)
}

// assistanceText lists a player's hints and takebacks in a match.
func assistanceText(m *match.Match, side games.Side) string {
	text := ""
	p := m.Sides[side]
	if p.Hints > 0 {
		text += ", with " + words.Count(p.Hints, "hint")
	}
	if p.Takebacks > 0 {
		text += ", with " + words.Count(p.Takebacks, "takeback")
	}
	return text
}

// runningShown is how many running matches are listed.
const runningShown = 20

var matchesCommand = &core.Command{
	Name:    "matches",
	Summary: "List your running matches in all channels, and whose turn it is",
	Private: true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		running, err := env.Referee.Running(ctx, r.By.ID, runningShown+1)
		if err != nil {
			return view.Reply{}, err
		}
		open, err := env.Referee.OpenChallengesOf(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		if len(running) == 0 && len(open) == 0 {
			return view.Reply{Text: "You are in no match right now. `/play` begins one."}, nil
		}
		card := &view.Card{Title: "Your running matches"}
		if len(running) > runningShown {
			running = running[:runningShown]
			card.Footer = fmt.Sprintf("These are the first %d; there are more.", runningShown)
		}
		core.SortByUrgency(running, r.By.ID)
		var lines []string
		for _, g := range running {
			lines = append(lines, core.RunningText(g, r.By.ID))
		}
		for _, c := range open {
			lines = append(lines, openChallengeText(&c))
		}
		card.Body = strings.Join(lines, "\n")
		return view.Reply{Card: card}, nil
	},
}

// openChallengeText describes an open challenge to its challenger in one line.
func openChallengeText(c *match.Challenge) string {
	to := "anyone"
	if !c.ToAnyone() {
		to = view.PlayerName(c.Opponent.ID)
	}
	return fmt.Sprintf("Your challenge to %s in %s: `%s`, open until %s; `/cancel` there withdraws it", to, view.ChannelLink(c.Channel, c.Server), c.Variant, view.Moment(c.Expires, view.Clock))
}

var replayCommand = &core.Command{
	Name:    "replay",
	Summary: "Step through a match, with every move judged",
	Options: []core.Option{
		{Name: "match", Summary: "The number of the match", Required: true},
		{Name: "step", Summary: "The position to show: 0 is the start", Hidden: true},
		{Name: "mistake", Summary: "The number of a move that let a win go", Hidden: true},
		core.ShareOption,
		core.ProofOption,
	},
	Private:   true,
	Shareable: true,
	Costly:    true,
	Advises:   true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		g, err := namedMatch(ctx, env, r)
		if err != nil {
			return view.Reply{}, err
		}
		if !g.Finished() {
			return view.Reply{}, core.Refuse("Match %d is not over yet: a replay judges its moves, so it has to wait.", g.ID)
		}
		if err := env.Referee.CheckAdvice(ctx, r.By.ID, g.Family); err != nil {
			return view.Reply{}, err
		}
		review := env.Referee.Review(ctx, g)
		if r.Flag(core.ProofOption.Name) {
			return matchProof(ctx, env, g, review)
		}
		if r.Option("mistake") != "" {
			return mistakeReply(ctx, env, r, g, review)
		}
		step := 0
		if text := r.Option("step"); text != "" {
			if step, err = strconv.Atoi(text); err != nil || step < 0 || step > len(g.Moves) {
				return view.Reply{}, core.Refuse("%s is not a valid `step:`: match %d has steps 0 to %d.", games.Quote(text), g.ID, len(g.Moves))
			}
		}
		return view.Reply{Card: core.WithShare(r, view.ReplayCard(g, review, step, env.LookOf(ctx, r))), To: view.UpdateEphemeral{}}, nil
	},
}

func namedMatch(ctx context.Context, env *core.Env, r *core.Request) (*referee.Game, error) {
	id, err := r.MatchNumber()
	if err != nil {
		return nil, err
	}
	return env.Referee.MatchFor(ctx, id, r.By.ID, r.Server, r.Channel)
}

// mistakeReply shows a mistake: its position, the winning move, and why it wins.
func mistakeReply(ctx context.Context, env *core.Env, r *core.Request, g *referee.Game, review *judge.Review) (view.Reply, error) {
	mistakes := review.Mistakes()
	number, err := strconv.Atoi(r.Option("mistake"))
	at := slices.Index(mistakes, number)
	if err != nil || at < 0 {
		return view.Reply{}, noMistake(g, r.Option("mistake"), mistakes)
	}
	v, d := g.Play.Variant(), review.Decisions[number-1]
	reason, err := env.Solver.ExplainMove(ctx, v, d.Position, d.Better)
	if err != nil {
		return view.Reply{}, err
	}
	l := env.LookOf(ctx, r)
	card := view.PositionCard(d.Position, view.ReplayPicture(g, review, number-1, l.Style), l)
	card.Title, card.Tone = fmt.Sprintf("%s, match %d, mistake %d of %d", v.Name, g.ID, at+1, len(mistakes)), view.Finished
	card.Body = strings.Join([]string{
		view.Matchup(g),
		fmt.Sprintf("From here, move %d: %s", number, view.Judgement(g, d.Position.Turn(), d)),
		fmt.Sprintf("In %s's place: %s", view.PlayerName(g.Player(d.Position.Turn().Actor).ID), explain.Advice(v, d.Position, reason)),
	}, "\n")
	if at > 0 {
		card.Actions = append(card.Actions, view.MistakeAction(g, mistakes[at-1], "Previous mistake"))
	}
	if at+1 < len(mistakes) {
		card.Actions = append(card.Actions, view.MistakeAction(g, mistakes[at+1], "Next mistake"))
	}
	card.Actions = append(card.Actions, view.Action{Label: "All moves", Command: "replay", Options: map[string]string{
		"match": strconv.FormatInt(g.ID, 10), "step": strconv.Itoa(number),
	}})
	reply := view.Reply{Card: card, To: view.UpdateEphemeral{}}
	view.OfferWhole(&reply, v, d.Position, explain.Full(v, d.Position, reason))
	core.WithShare(r, card)
	return reply, nil
}

// noMistake is the refusal for a number that is not the number of a mistake.
func noMistake(g *referee.Game, text string, mistakes []int) error {
	if len(mistakes) == 0 {
		return core.Refuse("Nobody let a win go in match %d.", g.ID)
	}
	return core.Refuse("%s is not a mistake: those of match %d are its moves %s.", games.Quote(text), g.ID, words.And(words.Each(mistakes, strconv.Itoa)))
}

var exportCommand = &core.Command{
	Name:    "export",
	Summary: "Export a match as files: PGN-shaped text and JSON",
	Options: []core.Option{
		{Name: "match", Summary: "The number of the match", Required: true},
	},
	Private: true,
	Costly:  true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		g, err := namedMatch(ctx, env, r)
		if err != nil {
			return view.Reply{}, err
		}
		text := fmt.Sprintf("Match %d, as text for people and as JSON for programs.", g.ID)
		if !g.Finished() {
			if err := mayExportRunning(r, g); err != nil {
				return view.Reply{}, err
			}
			if g.Rated {
				return view.Reply{Text: movesSoFar(g)}, nil
			}
			text += " It is not over yet."
		}
		if err := env.Referee.CheckAdvice(ctx, r.By.ID, g.Family); err != nil {
			return view.Reply{}, err
		}
		m := matchRecord(g)
		name := fmt.Sprintf("nimatron-%d", g.ID)
		return view.Reply{Text: text, Files: []view.File{
			{Name: name + ".pgn", Data: m.AppendPGN(nil)},
			{Name: name + ".jsonl", Data: m.AppendJSON(nil)},
		}}, nil
	},
}

// mayExportRunning refuses to export a running match to people who don't see it: its players do
// and, unless it is rated, its channel.
func mayExportRunning(r *core.Request, g *referee.Game) error {
	_, plays := g.SeatOf(r.By.ID)
	switch {
	case plays, !g.Rated && g.Channel == r.Channel:
		return nil
	case g.Rated:
		return core.Refuse("Match %d is rated and not over yet: until then it can't be exported.", g.ID)
	default:
		return core.Refuse("Match %d is not over yet: until then only its players and those in its channel can export it.", g.ID)
	}
}

// shownMovesSoFar is how many of the last moves movesSoFar shows.
const shownMovesSoFar = 100

// movesSoFar lists the moves of a rated match for its players, who get no file before its end.
func movesSoFar(g *referee.Game) string {
	text := fmt.Sprintf("Match %d is rated and not over yet: until then it can't be exported. From %s on there are ", g.ID, view.Code(g.Start))
	if len(g.Moves) == 0 {
		return text + "no moves so far."
	}
	text += "these moves so far:"
	skipped := max(0, len(g.Moves)-shownMovesSoFar)
	if skipped > 0 {
		text += " …"
	}
	var moves strings.Builder
	for i, m := range g.Moves[skipped:] {
		fmt.Fprintf(&moves, " %d. `%s`", skipped+i+1, m.Text)
	}
	return text + moves.String()
}

// event is the event of every match in a record.
const event = "Nimatron match"

// matchRecord returns a match in the exported form, without the channel, the seed and other
// internals.
func matchRecord(g *referee.Game) *record.Match {
	m := &g.Match
	moves := make([]record.Move, 0, len(m.Moves))
	for n, p := range g.Play.Positions() {
		if n < len(m.Moves) {
			move := m.Moves[n]
			moves = append(moves, record.Move{Actor: move.Actor, Decision: p.Turn().Decision, Text: move.Text, At: move.At})
		}
	}
	return &record.Match{
		ID: m.ID, Event: event,
		Variant: m.Variant, Start: m.Start, First: m.First,
		Left:  record.Player{ID: m.Sides[games.Left].ID, Name: m.Sides[games.Left].Name},
		Right: record.Player{ID: m.Sides[games.Right].ID, Name: m.Sides[games.Right].Name},
		Level: m.Level, Rated: m.Rated, TurnTime: m.TurnTime,
		Started: m.Created, Ended: m.Ended, Result: m.Result,
		Moves: moves,
	}
}

// maxLink is Discord's longest address of a link, in characters.
const maxLink = 512

// withPage links to a match or a position on the page for browsers. The address holds all of it
// behind the #, which no server receives: docs/page.md. On the page Left moves first.
func withPage(env *core.Env, card *view.Card, v *games.Variant, start games.Position, moves []games.Move) {
	if env.Page == "" || start.Turn().Owner != games.Left {
		return
	}
	points := strings.NewReplacer("%20", ".", ".", "%2E") // yards are written with points
	part := func(text string) string { return points.Replace(url.PathEscape(text)) }
	link := env.Page + "#" + v.ID + "/" + part(start.String())
	if len(moves) > 0 {
		link += "/" + part(strings.Join(words.Each(moves, games.Move.String), " "))
	}
	if len(link) <= maxLink {
		card.Links = append(card.Links, view.Link{Label: "Open in browser", To: link})
	}
}
