package core

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"nimatron/commands/view"
	"nimatron/referee"
)

// SortByUrgency puts the matches that wait for a player first, those with the least time left ahead of
// the others.
func SortByUrgency(running []*referee.Game, player string) {
	slices.SortStableFunc(running, func(a, b *referee.Game) int {
		return cmp.Or(cmp.Compare(urgency(a, player), urgency(b, player)), a.Deadline.Compare(b.Deadline))
	})
}

// urgency is 0 if it is a player's turn and the clock runs, 3 if neither.
func urgency(g *referee.Game, player string) int {
	n := 0
	if g.Actor().ID != player {
		n += 2
	}
	if g.Deadline.IsZero() {
		n++
	}
	return n
}

// RunningText describes a running match to one of its players in one line.
func RunningText(g *referee.Game, player string) string {
	seat, _ := g.SeatOf(player)
	line := fmt.Sprintf("`%d` %s against %s in %s: ", g.ID, g.Play.Variant().Name, view.PlayerLabel(g, seat.Other()), view.ChannelLink(g.Channel, g.Server))
	whose := "your"
	if g.Actor().ID == player {
		line += "**your move**"
	} else {
		whose = "their"
		line += view.PlayerName(g.Actor().ID) + "'s move"
	}
	if g.Deadline.IsZero() {
		return line + ", no clock"
	}
	return line + fmt.Sprintf(", %s time ends %s", whose, view.Moment(g.Deadline, view.Relative))
}

// BoardsIn returns the boards of a player in a tournament, sorted by urgency.
func (env *Env) BoardsIn(ctx context.Context, tournament int64, player string) ([]*referee.Game, error) {
	boards, err := env.Tournaments.BoardsIn(ctx, tournament, player)
	SortByUrgency(boards, player)
	return boards, err
}

// Waiting returns how many of these boards wait for a player.
func Waiting(boards []*referee.Game, player string) int {
	n := 0
	for _, g := range boards {
		if g.Actor().ID == player {
			n++
		}
	}
	return n
}
