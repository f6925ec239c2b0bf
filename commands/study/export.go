package study

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match/record"
	"nimatron/referee"
)

var exportCommand = &core.Command{
	Name:    "export",
	Summary: "Export a match as files: PGN-shaped text and JSON",
	Options: []core.Option{
		{Name: "match", Summary: "The number of the match", Required: true},
	},
	Private: true,
	Tapped:  true,
	Costly:  true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		g, err := namedMatch(ctx, env, r)
		if err != nil {
			return view.Reply{}, err
		}
		text := fmt.Sprintf("Match %d as text and as JSON.", g.ID)
		if !g.Finished() {
			if err := mayExportRunning(r, g); err != nil {
				return view.Reply{}, err
			}
			if g.Rated {
				return view.Reply{Text: movesSoFar(g)}, nil
			}
			text += " It is still being played."
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
		return core.Refuse("Match %d is rated and still being played. You can export it when it is over.", g.ID)
	default:
		return core.Refuse("Match %d is still being played. Until it is over, only its players and people in its channel can export it.", g.ID)
	}
}

// shownMovesSoFar bounds the moves that movesSoFar shows.
const shownMovesSoFar = 100

// movesSoFar lists the moves of a rated match for its players, who get no file before its end.
func movesSoFar(g *referee.Game) string {
	text := fmt.Sprintf("Match %d is rated and still being played. You can export it when it is over. From %s there are ", g.ID, view.Code(g.Start))
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
