package match

import (
	"context"
	"time"
)

// What counts in a season, in points. docs/ratings.md has the same table.
const (
	// PairWonPoints and PairDrawnPoints are for a rated pair against a person that changed
	// ratings, won 2–0 or drawn 1–1.
	PairWonPoints   = 3
	PairDrawnPoints = 1
	// PointsFromOne is the most points that the pairs with one opponent give in a season.
	PointsFromOne = 12
	// BotDayPoints are for a day, in UTC, with a rated pair won 2–0 against the bot at the level
	// Strong.
	BotDayPoints = 1
	// FirstTryPoints and LaterTryPoints are for a daily puzzle solved on its day.
	FirstTryPoints = 2
	LaterTryPoints = 1
	// FirstPlacePoints and the next are for the first places of a rated tournament.
	FirstPlacePoints  = 6
	SecondPlacePoints = 4
	ThirdPlacePoints  = 2
	// TournamentPoints is the most points that tournaments give in a season.
	TournamentPoints = 12
	// TournamentLeast is how many must have played in a tournament for it to give places. One that
	// its leader ends gives none.
	TournamentLeast = 4
)

const (
	// SeasonGrace is how long after the end of a month its standings are closed: until then a
	// result of its last moments may still be on its way into the store.
	SeasonGrace = 5 * time.Minute
	// SeasonNews is how long after the end of a month it is announced that it is closed.
	SeasonNews = 7 * 24 * time.Hour
	// SeasonKept is how many rows of the standings of a closed month are kept for each server,
	// and for all.
	SeasonKept = 1000
)

// A Season is a month in UTC with standings of its own, such as "2026-11". The zero Season is
// none. Of two seasons the later is the greater text.
type Season string

const seasonForm = "2006-01"

// SeasonOf returns the season that a moment is in.
func SeasonOf(t time.Time) Season { return Season(t.UTC().Format(seasonForm)) }

// ParseSeason reads a season as it is spelled; ok is false for text that is none.
func ParseSeason(text string) (season Season, ok bool) {
	if _, err := time.Parse(seasonForm, text); err != nil {
		return "", false
	}
	return Season(text), true
}

// Start returns the first moment of the season, and the zero time for none.
func (s Season) Start() time.Time {
	t, err := time.Parse(seasonForm, string(s))
	if err != nil {
		return time.Time{}
	}
	return t
}

// Next returns the season after this one.
func (s Season) Next() Season { return SeasonOf(s.Start().AddDate(0, 1, 0)) }

// Previous returns the season before this one.
func (s Season) Previous() Season { return SeasonOf(s.Start().AddDate(0, -1, 0)) }

// SeasonPoints are the points of a player in a season, by what they are for.
type SeasonPoints struct{ People, Bot, Puzzles, Tournaments int }

// Sum returns all of the points.
func (p SeasonPoints) Sum() int { return p.People + p.Bot + p.Puzzles + p.Tournaments }

// A SeasonStanding is one row of the standings of a season.
type SeasonStanding struct {
	Place  int // from 1; those with the same points share one
	Player Player
	SeasonPoints
}

// A SeasonTable has the standings of a season, the best first.
type SeasonTable struct {
	Rows   []SeasonStanding
	Closed bool // the standings are final, but players may still be deleted
}

// Seasons are months with standings of their own. Those of a month that is not closed follow
// from the changes of ratings, the puzzles and the tournaments in the store.
type Seasons interface {
	// SeasonTable returns the first rows of the standings of a season: of the players of a server,
	// or of all for "".
	SeasonTable(ctx context.Context, season Season, server string, limit int) (SeasonTable, error)

	// CloseSeason closes the standings of a season, once: closed is false where they are closed
	// already, or where there are no players at all. With announce the same transaction puts in a
	// SeasonNotice for each puzzle channel of a room that has standings and wants to hear of them.
	CloseSeason(ctx context.Context, season Season, announce bool, now time.Time) (closed bool, err error)

	// LastSeason returns the latest season that is closed, the zero Season where none is.
	LastSeason(ctx context.Context) (Season, error)

	// RoomOfPuzzles returns a room whose puzzle channel this is, or ErrNotFound.
	RoomOfPuzzles(ctx context.Context, channel string) (room string, err error)
}
