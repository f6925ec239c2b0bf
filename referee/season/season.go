// Package season has the points and standings of each month, and the badges of players.
package season

import (
	"context"
	"time"

	"nimatron/match"
	"nimatron/referee"
)

// The points of a season. docs/ratings.md has the same table.
const (
	// PairWonPoints and PairDrawnPoints are for a rated pair against a person, won 2–0 or drawn 1–1, if
	// it changed ratings.
	PairWonPoints   = 3
	PairDrawnPoints = 1
	PointsFromOne   = 12 // from pairs with one opponent in a season
	// BotDayPoints are for a day, in UTC, with a rated pair won 2–0 against the bot at the level
	// Strong.
	BotDayPoints = 1
	// FirstTryPoints and LaterTryPoints are for a daily puzzle solved on its day.
	FirstTryPoints = 2
	LaterTryPoints = 1
	// FirstPlacePoints and the next two are for places in a rated tournament.
	FirstPlacePoints  = 6
	SecondPlacePoints = 4
	ThirdPlacePoints  = 2
	TournamentPoints  = 12 // from tournaments in a season
	// TournamentLeast is the least number of players in a tournament that gives places. A
	// tournament that its leader ends gives none.
	TournamentLeast = 4
)

const (
	// Grace is the time from the end of a month until its standings are closed, so that its last
	// results are stored by then.
	Grace   = 5 * time.Minute
	NewsFor = 7 * 24 * time.Hour // the standings of a month are announced for this long after its end
	Kept    = 1000               // kept rows of a closed month, for each server and overall
)

// A Season is a month in UTC with its own standings, such as "2026-11". The zero Season is none. Later
// seasons are greater strings.
type Season string

const seasonForm = "2006-01"

// Of returns the season of a time.
func Of(t time.Time) Season { return Season(t.UTC().Format(seasonForm)) }

// Parse reads a season; ok is false for other text.
func Parse(text string) (season Season, ok bool) {
	_, err := time.Parse(seasonForm, text)
	return Season(text), err == nil
}

// Start returns the first instant of the season, or the zero time for the zero Season.
func (s Season) Start() time.Time {
	t, _ := time.Parse(seasonForm, string(s))
	return t
}

// Next returns the season after this one.
func (s Season) Next() Season { return Of(s.Start().AddDate(0, 1, 0)) }

// Previous returns the season before this one.
func (s Season) Previous() Season { return Of(s.Start().AddDate(0, -1, 0)) }

// Points are the points of a player in a season, by their source.
type Points struct{ People, Bot, Puzzles, Tournaments int }

// Sum returns the sum of the points.
func (p Points) Sum() int { return p.People + p.Bot + p.Puzzles + p.Tournaments }

// A Standing is one row of the standings of a season.
type Standing struct {
	Place  int // from 1; those with the same points share one
	Player match.Player
	Points
}

// A Table has the standings of a season, the best first.
type Table struct {
	Rows   []Standing
	Closed bool // the standings are final, but players may still be deleted
}

// A Store has the standings of months. Until a month is closed, its standings follow from the
// changes of ratings, the puzzles and the tournaments in the store.
type Store interface {
	// SeasonTable returns the first rows of the standings of a season: of the players of a server,
	// or of all for "".
	SeasonTable(ctx context.Context, season Season, server string, limit int) (Table, error)

	// CloseSeason stores the standings of a season, at most a thousand servers a call, and closes them after the
	// last. closed is false if servers are left, they are closed already, or there are no players. With announce
	// the closing transaction puts in a SeasonNotice for the puzzle channel of each room that has standings and
	// wants them announced.
	CloseSeason(ctx context.Context, season Season, announce bool, now time.Time) (closed bool, err error)

	// LastSeason returns the latest closed season, the zero Season if there is none.
	LastSeason(ctx context.Context) (Season, error)

	// RoomOfPuzzles returns the room of a puzzle channel, or ErrNotFound.
	RoomOfPuzzles(ctx context.Context, channel string) (room string, err error)

	// Achievements returns what determines the badges of a player: at most so many matches, the newest.
	Achievements(ctx context.Context, player string, most int) (Achievements, error)

	// RecordTold records that a player is notified of these badges. It returns the badges that were
	// not recorded before.
	RecordTold(ctx context.Context, player match.Player, badges []string) (fresh []string, err error)

	// PersonSettings returns the settings of a player, as match.Settings says.
	PersonSettings(ctx context.Context, player string) (match.PersonSettings, error)
}

// FormerLife is the least time for which pairs that a player completed or called off still count
// after [Privacy.Forget], if the same ID comes back. Pairs called off on one day may close rated
// matches on the next.
const FormerLife = 48 * time.Hour

// FormerUntil returns until when a deleted player is recognized: for FormerLife at least, and until
// the standings of the month are closed, because they bound the points against one opponent.
func FormerUntil(deleted time.Time) time.Time {
	closed := Of(deleted).Next().Start().Add(Grace).Add(FormerLife)
	if least := deleted.Add(FormerLife); least.After(closed) {
		return least
	}
	return closed
}

// Rules close the standings of months and award badges.
type Rules struct {
	referee *referee.Referee
	store   Store
}

// New returns the rules on a store, and registers their hooks with the referee.
func New(r *referee.Referee, store Store) *Rules {
	rules := &Rules{referee: r, store: store}
	r.Register(referee.Hooks{Sweep: rules.closeSeasons})
	return rules
}

const monthsAtOnce = 12

// closeSeasons closes the standings of past months, beginning with the last month if none was ever closed. It
// announces only the last month, and only while that is news.
func (r *Rules) closeSeasons(ctx context.Context, now time.Time) error {
	over := Of(now.Add(-Grace)).Previous()
	next, err := r.store.LastSeason(ctx)
	if next != "" {
		next = next.Next()
	} else {
		next = over
	}
	for n := 0; err == nil && next <= over && n < monthsAtOnce; n++ {
		announce := next == over && now.Sub(over.Next().Start()) < NewsFor
		if _, err = r.store.CloseSeason(ctx, next, announce, now); err != nil {
			return err
		}
		last, err := r.store.LastSeason(ctx)
		if err != nil || last < next { // the next sweep continues
			return err
		}
		next = next.Next()
	}
	return err
}
