package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

// storedColumns are those that hold a value of a match as it is: a new one is one line
// here.
var storedColumns = columns[match.Match]{
	{"channel", func(m *match.Match) any { return &m.Channel }},
	{"server", func(m *match.Match) any { return &m.Server }},
	{"variant", func(m *match.Match) any { return &m.Variant }},
	{"family", func(m *match.Match) any { return &m.Family }},
	{"start", func(m *match.Match) any { return &m.Start }},
	{"chosen", func(m *match.Match) any { return &m.Chosen }},
	{"first", func(m *match.Match) any { return (*sideColumn)(&m.First) }},
	{"level", func(m *match.Match) any { return (*string)(&m.Level) }},
	{"seed", func(m *match.Match) any { return (*seedColumn)(&m.Seed) }},
	{"rated", func(m *match.Match) any { return &m.Rated }},
	{"turn_time", func(m *match.Match) any { return (*durationColumn)(&m.TurnTime) }},
	{"pace", func(m *match.Match) any { return (*string)(&m.Pace) }},
	{"state", func(m *match.Match) any { return (*string)(&m.State) }},
	{"winner", func(m *match.Match) any { return (*seatColumn)(&m.Winner) }},
	{"termination", func(m *match.Match) any { return (*string)(&m.Termination) }},
	{"version", func(m *match.Match) any { return &m.Version }},
	{"left_hints", func(m *match.Match) any { return &m.Sides[games.Left].Hints }},
	{"right_hints", func(m *match.Match) any { return &m.Sides[games.Right].Hints }},
	{"hints_here", func(m *match.Match) any { return &m.HintsHere }},
	{"advised", func(m *match.Match) any { return &m.Advised }},
	{"message", func(m *match.Match) any { return &m.Message }},
	{"created", func(m *match.Match) any { return (*timeColumn)(&m.Created) }},
	{"updated", func(m *match.Match) any { return (*timeColumn)(&m.Updated) }},
	{"ended", func(m *match.Match) any { return (*timeColumn)(&m.Ended) }},
	{"leg", func(m *match.Match) any { return &m.Leg }},
	{"left_takebacks", func(m *match.Match) any { return &m.Sides[games.Left].Takebacks }},
	{"right_takebacks", func(m *match.Match) any { return &m.Sides[games.Right].Takebacks }},
	{"called_off", func(m *match.Match) any { return (*seatColumn)(&m.CalledOff) }},
	{"uncounted", func(m *match.Match) any { return &m.Uncounted }},
	{"lesson", func(m *match.Match) any { return &m.Lesson }},
	{"tournament", func(m *match.Match) any { return &m.Tournament }},
	{"critical", func(m *match.Match) any { return &m.Critical }},
	{"reviewed", func(m *match.Match) any { return &m.Reviewed }},
	{"left_wins", func(m *match.Match) any { return &m.Findings[games.Left].Wins }},
	{"left_kept", func(m *match.Match) any { return &m.Findings[games.Left].Kept }},
	{"right_wins", func(m *match.Match) any { return &m.Findings[games.Right].Wins }},
	{"right_kept", func(m *match.Match) any { return &m.Findings[games.Right].Kept }},
	{"deadline", func(m *match.Match) any { return (*timeColumn)(&m.Deadline) }},
	{"remind", func(m *match.Match) any { return (*timeColumn)(&m.Remind) }},
	{"reminded", func(m *match.Match) any { return &m.Reminded }},
	{"abandon_at", func(m *match.Match) any { return (*timeColumn)(&m.AbandonAt) }},
	{"offer", func(m *match.Match) any { return (*seatColumn)(&m.Offer) }},
}

// matchColumns are read from matches m, with matchPlayers.
var matchColumns = append(columns[match.Match]{
	{"m.id", func(m *match.Match) any { return &m.ID }},
	{"l.id", func(m *match.Match) any { return &m.Sides[games.Left].ID }},
	{"l.name", func(m *match.Match) any { return &m.Sides[games.Left].Name }},
	{"r.id", func(m *match.Match) any { return &m.Sides[games.Right].ID }},
	{"r.name", func(m *match.Match) any { return &m.Sides[games.Right].Name }},
	{spell("CASE WHEN m.leg = {first leg} THEN m.id ELSE coalesce(m.pair, 0) END"), func(m *match.Match) any { return &m.Pair }},
}, storedColumns.from("m")...)

// wholeColumns are the columns of a match with its moves. One statement reads both, so that
// they fit each other without a transaction.
var wholeColumns = append(matchColumns[:len(matchColumns):len(matchColumns)],
	column[match.Match]{movesOf, func(m *match.Match) any { return (*movesColumn)(&m.Moves) }})

const matchPlayers = `
	JOIN players l ON l.key = m.left_player
	JOIN players r ON r.key = m.right_player`

var (
	selectWhole = `SELECT ` + wholeColumns.names() + ` FROM matches m` + matchPlayers

	lastMatch = selectWhole + ` WHERE m.channel = $1 ORDER BY m.id DESC LIMIT 1`
	matchByID = selectWhole + ` WHERE m.id = $1`
	secondLeg = selectWhole + ` WHERE m.pair = $1`
)

// CreateMatch implements match.Matches.
func (s *Store) CreateMatch(ctx context.Context, m match.Match) (_ match.Match, err error) {
	defer wrap(&err, "create a match in channel %s", m.Channel)
	m = storage.NewMatch(m)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		if err := tx.lock(ctx, `{lock channel}`, m.Channel); err != nil {
			return err
		}
		if err := insertNewMatch(ctx, tx, &m); err != nil {
			return err
		}
		var waits bool
		if err := tx.QueryRowContext(ctx, challengeWaits, m.Channel, millis(m.Created)).Scan(&waits); err != nil {
			return err
		}
		if waits {
			return match.ErrChallengeOpen
		}
		return nil
	})
	return m, err
}

// insertNewMatch saves the players and the match, and sets its ID and, where it is
// the first of a pair, its Pair.
func insertNewMatch(ctx context.Context, tx *Tx, m *match.Match) error {
	left, right, err := savePlayers(ctx, tx, m.Sides[games.Left].Player, m.Sides[games.Right].Player)
	if err != nil {
		return err
	}
	return insertMatchOf(ctx, tx, &newMatch{Match: m, left: left, right: right})
}

// A newMatch is a match to insert, with the keys of its players.
type newMatch struct {
	*match.Match
	left, right int64
	shown       int64 // the version that the message shows
}

var newMatchColumns = append(columns[newMatch]{
	{"left_player", func(m *newMatch) any { return &m.left }},
	{"right_player", func(m *newMatch) any { return &m.right }},
	{"shown_version", func(m *newMatch) any { return &m.shown }},
	{"pair", func(m *newMatch) any { return (*optionalColumn)(&m.Pair) }},
}, within(storedColumns, func(m *newMatch) *match.Match { return m.Match })...)

var insertMatch = newMatchColumns.insert("matches") + spell(`
	ON CONFLICT (channel) WHERE state = {playing} DO NOTHING
	RETURNING id`)

func insertMatchOf(ctx context.Context, tx *Tx, m *newMatch) error {
	if m.Leg == match.FirstLeg {
		m.Pair = 0 // it points at no other
	}
	err := tx.QueryRowContext(ctx, insertMatch, newMatchColumns.values(m)...).Scan(&m.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return match.ErrChannelBusy
	}
	if err != nil {
		return err
	}
	if m.Leg == match.FirstLeg {
		m.Pair = m.ID
	}
	return insertMoves(ctx, tx, m.ID, 0, m.Moves)
}

// moveColumns are the columns of a move to insert.
var moveColumns = []string{"match_id", "ply", "actor", "text", "at"}

// insertMovesSQL are the statements that add one move, two moves and so on.
var insertMovesSQL = func() (statements [8]string) {
	statement := `INSERT INTO moves (` + strings.Join(moveColumns, ", ") + `) VALUES `
	for n := range statements {
		statements[n] = statement + `(` + placeholders(5*n+1, 5) + `)`
		statement = statements[n] + `, `
	}
	return statements
}()

// insertMoves adds moves to a match that has so many, several at a time.
func insertMoves(ctx context.Context, tx *Tx, matchID int64, ply int, moves []match.Move) error {
	for some := range slices.Chunk(appendMoves(nil, matchID, ply, moves), len(insertMovesSQL)) {
		if _, err := tx.ExecContext(ctx, insertMovesSQL[len(some)-1], slices.Concat(some...)...); err != nil {
			return err
		}
	}
	return nil
}

// appendMoves appends the rows of moves that are added to a match that has so many.
func appendMoves(rows [][]any, matchID int64, ply int, moves []match.Move) [][]any {
	for i, m := range moves {
		rows = append(rows, []any{matchID, ply + i + 1, m.Actor.String(), m.Text, millis(m.At)})
	}
	return rows
}

// LastMatch implements match.Matches.
func (s *Store) LastMatch(ctx context.Context, channel string) (_ match.Match, err error) {
	defer wrap(&err, "last match in channel %s", channel)
	return find(ctx, s, wholeColumns, lastMatch, channel)
}

// MatchByID implements match.Matches.
func (s *Store) MatchByID(ctx context.Context, id int64) (_ match.Match, err error) {
	defer wrap(&err, "match %d", id)
	return find(ctx, s, wholeColumns, matchByID, id)
}

// SecondLeg implements match.Matches.
func (s *Store) SecondLeg(ctx context.Context, first int64) (_ match.Match, err error) {
	defer wrap(&err, "second match of pair %d", first)
	return find(ctx, s, wholeColumns, secondLeg, first)
}

var setFindings = spell(`
	UPDATE matches SET reviewed = 1, left_wins = $1, left_kept = $2, right_wins = $3, right_kept = $4
	WHERE id = $5 AND state = {finished}`)

// SetFindings implements match.Matches.
func (s *Store) SetFindings(ctx context.Context, id int64, f match.Findings) (err error) {
	defer wrap(&err, "set the review of match %d", id)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error { return saveFindings(ctx, tx, id, f) })
}

func saveFindings(ctx context.Context, tx *Tx, id int64, f match.Findings) error {
	left, right := f[games.Left], f[games.Right]
	r, err := tx.ExecContext(ctx, setFindings, left.Wins, left.Kept, right.Wins, right.Kept, id)
	return changed(r, err, match.ErrNotFound)
}
