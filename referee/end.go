package referee

import (
	"context"
	"errors"

	"nimatron/match"
)

// End ends a match without a winner, in the name of somebody who may do so in the room,
// as match.RoomOf has it. No rating changes: where it is a game of a rated pair, the whole
// pair counts nothing. Nobody ends a rated match of their own, and one whose time is up is
// decided by that. The players are told by a notice.
func (r *Referee) End(ctx context.Context, id int64, by, room string) (*Progress, error) {
	for range attempts {
		g, err := r.Game(ctx, id)
		if err != nil {
			return nil, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoSuchMatch})
		}
		_, plays := g.SeatOf(by)
		switch {
		case room == "" || match.RoomOf(g.Channel, g.Server) != room:
			return nil, &Refusal{Code: "Match {match} is not played here: only who may manage the server where it is played can end it.", Game: g}
		case g.Finished():
			return nil, &Refusal{Code: MatchFinished, Game: g}
		case g.Rated && plays:
			return nil, &Refusal{Code: "This is a rated match of your own, which you can't end as a moderator: play on, or `/resign`. Somebody else who may manage the server can end it.", Game: g}
		}
		p, now := &Progress{Game: g, notice: match.EndedNotice}, r.now()
		if g.TimeUp(now) {
			p.notice = match.TimeUpNotice
			p.timeOut()
		} else {
			g.End(match.Result{Termination: match.Moderated})
		}
		if err := r.commit(ctx, p, now); !errors.Is(err, match.ErrStale) {
			return p, err
		}
	}
	return nil, &Refusal{Code: Busy}
}
