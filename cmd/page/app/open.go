package app

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/match/link"
	"nimatron/referee"
	"nimatron/referee/start"
)

// Shown is the common part of all answers that the page can show.
type Shown struct {
	Part string `json:"part"` // "play", "replay", "analyze", "look", "learn", "lesson", "exercise"
	Link string `json:"link"` // its address behind #
}

func (a *App) open(ctx context.Context, r *Request) (any, error) {
	part, rest, _ := strings.Cut(strings.TrimPrefix(r.Link, "#"), "/")
	switch part {
	case "":
		r.at = link.Link{Variant: "nim", You: games.Left.String(), Level: string(match.Casual)}
		return a.fresh(ctx, r)
	case "look":
		return Shown{"look", "#look"}, nil
	case "learn":
		return a.learn(ctx, r, rest)
	case "analyze":
		r.Variant = "end-nim"
	default:
		r.Variant, r.Position, r.First = r.at.Variant, r.at.Start, r.at.First.String()
		switch {
		case r.at.You != "" && len(r.at.Moves) == 0 && r.at.Seed == 0:
			return a.fresh(ctx, r)
		case r.at.You != "":
			return a.show(ctx, r)
		case len(r.at.Moves) > 0:
			return a.replay(ctx, r)
		}
	}
	if r.Position == "" {
		v, err := catalog.Standard.Find(r.Variant)
		if err != nil {
			return nil, err
		}
		r.Position = v.Rules.Example
	}
	r.Brief = true
	return a.analyze(ctx, r)
}

// fresh starts the match of a link: from its position, or from a fair one that the person can win.
func (a *App) fresh(ctx context.Context, r *Request) (any, error) {
	l := &r.at
	l.Seed = r.Seed
	l.Size = cmp.Or(l.Size, games.Small.String())
	size, err := games.ParseSize(l.Size)
	if err != nil {
		return nil, err
	}
	if l.Start == "" {
		v, err := catalog.Standard.Find(l.Variant)
		if err != nil {
			return nil, err
		}
		if l.Start, _, err = start.ToWin(ctx, random(l, 0), v, size, side(l.You), l.First); err != nil {
			return nil, err
		}
	}
	return a.show(ctx, r)
}

func game(l *link.Link) (*referee.Game, error) {
	v, err := catalog.Standard.Find(l.Variant)
	if err != nil {
		return nil, err
	}
	if len(l.Moves) > maxMoves {
		return nil, fmt.Errorf("a match of more than %d moves is not shown here", maxMoves)
	}
	play, err := games.Replay(v, l.Start, l.First, l.Moves)
	if err != nil {
		return nil, err
	}
	g := &referee.Game{Play: play, Match: match.Match{Variant: v.ID, Family: v.Family.ID, Start: play.Start().String(), First: l.First}}
	for _, side := range []games.Side{games.Left, games.Right} {
		if g.Sides[side].Player = (match.Player{ID: side.String(), Name: who(l, v, side)}); l.Level != "" && l.You != side.String() {
			g.Sides[side].Player = match.Bot
		}
	}
	l.Start = g.Start
	for n, p := range play.Positions() {
		if n < len(l.Moves) {
			l.Moves[n] = play.Moves()[n].String()
			g.Moves = append(g.Moves, match.Move{Actor: p.Turn().Actor, Text: l.Moves[n]})
		}
	}
	if winner, over := play.Winner(); over {
		g.End(match.Result{Winner: match.Seated(winner), Termination: match.Played})
	}
	return g, nil
}

func who(l *link.Link, v *games.Variant, side games.Side) string {
	switch {
	case l.You == side.String():
		return "You"
	case l.Level != "":
		return "Nimatron"
	case l.You == games.Left.String() || l.You == games.Right.String():
		return "Your friend"
	case v.Partizan:
		return side.Name()
	case side == l.First:
		return "First"
	}
	return "Second"
}

func analysisOf(v *games.Variant, p games.Position) string {
	l := link.Link{Variant: v.ID, Start: p.String()}
	if v.Partizan {
		l.First = p.Turn().Owner
	}
	return l.String()
}

// playFrom returns a link to a new match from a position, against the best bot.
func playFrom(v *games.Variant, p games.Position) string {
	first := p.Turn().Owner
	return link.Link{Variant: v.ID, Start: p.String(), First: first, You: first.String(), Level: string(match.Perfect)}.String()
}

func (a *App) learn(ctx context.Context, r *Request, address string) (any, error) {
	if address == "" {
		return lessonList(), nil
	}
	id, exercise, opened := strings.Cut(address, "/")
	number, err := strconv.Atoi(exercise)
	switch {
	case !opened:
		return a.lesson(ctx, id, r)
	case err != nil:
		return nil, fmt.Errorf("there is no exercise %s", games.Quote(exercise))
	}
	out, _, err := a.exercise(ctx, r, id, number)
	return out, err
}
