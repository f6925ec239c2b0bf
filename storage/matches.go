package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The states of a match.
const (
	Playing  = "playing"
	Finished = "finished"
)

// A Match is a game between two players, with all that is needed to replay it.
type Match struct {
	ID          int64
	Channel     string
	Server      string // "" in direct messages and in the local chat
	Variant     string
	Family      string // of the variants that are rated together, such as "end-nim"
	Start       string // the start in canonical notation
	Chosen      bool   // a player chose Start, it was not generated
	First       string // who takes the first turn: "left" or "right"
	Left, Right Player
	Level       string        // of the bot, "" between people
	Seed        uint64        // of the bot's random choices
	Rated       bool          // counts for the ratings
	TurnTime    time.Duration // 0: no limit
	State       string        // Playing or Finished
	Winner      string        // "left" or "right", "" while playing and when nobody won
	Termination string        // how it ended, such as "played" or "resigned"; "" while playing
	Version     int64         // 1 at first, rises by one with each Append
	LeftHints   int           // how many hints Left has had
	RightHints  int
	Message     string // the front's handle of the message that shows the board, "" when none
	Created     time.Time
	Updated     time.Time // of the last change of Version
	Ended       time.Time // zero while playing
	Moves       []Move    // in order

	Pair int64 // the ID of the first match of a rated pair, 0 for a match that stands alone
	Leg  int   // 1 or 2: which match of its pair; 0 for a match that stands alone

	LeftTakebacks  int // how often Left has taken moves back
	RightTakebacks int

	// These are zero in a finished match.
	Deadline  time.Time // when who decides now runs out of time; zero: never
	Remind    time.Time // when who decides now is to be reminded; zero: never
	Reminded  bool      // that has been done
	AbandonAt time.Time // when the match ends if nobody cares; zero: never
	Offer     string    // "left" or "right": who has asked to take moves back, without an answer yet
}

// A Move is one decision in a match.
type Move struct {
	Actor string // who decided: "left" or "right"
	Text  string // in canonical notation
	At    time.Time
}

const (
	selectMatches = `SELECT ` + matchColumns + ` FROM matches m` + matchPlayers
	matchColumns  = `
		m.id, m.channel, m.server, m.variant, m.family, m.start, m.chosen, m.first, l.id, l.name, r.id, r.name,
		m.level, m.seed, m.rated, m.turn_time, m.state, m.winner, m.termination, m.version,
		m.left_hints, m.right_hints, m.message, m.created, m.updated, m.ended,
		iif(m.leg = 1, m.id, coalesce(m.pair, 0)), m.leg, m.left_takebacks, m.right_takebacks,
		m.deadline, m.remind, m.reminded, m.abandon_at, m.offer`
	matchPlayers = `
	JOIN players l ON l.key = m.left_player
	JOIN players r ON r.key = m.right_player`
)

const (
	openMatch = selectMatches + ` WHERE m.channel = ? AND m.state = 'playing'`
	lastMatch = selectMatches + ` WHERE m.channel = ? ORDER BY m.id DESC LIMIT 1`
	matchByID = selectMatches + ` WHERE m.id = ?`
	movesOf   = `SELECT actor, text, at FROM moves WHERE match_id = ? ORDER BY ply`
)

// CreateMatch stores a new match, with the moves that it may already have, and
// returns it as stored. It may be finished from the start, when the bot's first
// move has ended it; a State of "" is Playing. ID, Version, the hints and takebacks,
// Updated and Ended are set here, and Pair where Leg is 1. The error is
// [ErrChannelBusy] while another match is being played in the channel.
func (s *Store) CreateMatch(ctx context.Context, m Match) (Match, error) {
	m = newMatch(m)
	err := s.write(ctx, func(tx *sql.Tx) error {
		return s.insertMatch(ctx, tx, &m)
	})
	if err != nil {
		return Match{}, fmt.Errorf("create a match in channel %s: %w", m.Channel, err)
	}
	return m, nil
}

// newMatch returns m as it will be read back once it is inserted, but for the ID.
func newMatch(m Match) Match {
	m.Version, m.LeftHints, m.RightHints, m.LeftTakebacks, m.RightTakebacks = 1, 0, 0, 0, 0
	m.Reminded, m.Offer = false, ""
	m.Updated, m.Ended = m.Created, time.Time{}
	switch m.State {
	case "":
		m.State = Playing
	case Finished:
		m.Ended = m.Created
	}
	return asStored(m)
}

// asStored returns m with the times that a database of whole milliseconds gives
// back, and without what a finished match can't have.
func asStored(m Match) Match {
	if m.State == Finished {
		m.Deadline, m.Remind, m.AbandonAt, m.Reminded, m.Offer = time.Time{}, time.Time{}, time.Time{}, false, ""
	}
	for _, t := range []*time.Time{&m.Created, &m.Updated, &m.Ended, &m.Deadline, &m.Remind, &m.AbandonAt} {
		*t = moment(*t)
	}
	m.TurnTime = m.TurnTime.Truncate(time.Millisecond)
	m.Moves = slices.Clone(m.Moves)
	for i := range m.Moves {
		m.Moves[i].At = moment(m.Moves[i].At)
	}
	return m
}

// insertMatch saves the players and the match, and sets its ID and, where it is
// the first of a pair, its Pair.
func (s *Store) insertMatch(ctx context.Context, tx *sql.Tx, m *Match) error {
	left, err := savePlayer(ctx, tx, m.Left)
	if err != nil {
		return err
	}
	right, err := savePlayer(ctx, tx, m.Right)
	if err != nil {
		return err
	}
	return s.insertMatchOf(ctx, tx, m, left, right)
}

const insertMatch = `
	INSERT INTO matches (channel, server, variant, family, start, chosen, first, left_player, right_player,
		level, seed, rated, turn_time, state, winner, termination, version, left_hints, right_hints,
		message, created, updated, ended, leg, pair, left_takebacks, right_takebacks, deadline, remind, abandon_at)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (channel) WHERE state = 'playing' DO NOTHING
	RETURNING id`

func (s *Store) insertMatchOf(ctx context.Context, tx *sql.Tx, m *Match, left, right int64) error {
	if m.Leg == 1 {
		m.Pair = 0
	}
	err := tx.StmtContext(ctx, s.insertMatchStmt).QueryRowContext(ctx,
		m.Channel, m.Server, m.Variant, m.Family, m.Start, m.Chosen, m.First, left, right,
		m.Level, int64(m.Seed), m.Rated, m.TurnTime.Milliseconds(), m.State, m.Winner, m.Termination, m.Version,
		m.LeftHints, m.RightHints, m.Message, toMillis(m.Created), toMillis(m.Updated), toMillis(m.Ended),
		m.Leg, sql.NullInt64{Int64: m.Pair, Valid: m.Pair != 0}, m.LeftTakebacks, m.RightTakebacks,
		toMillis(m.Deadline), toMillis(m.Remind), toMillis(m.AbandonAt),
	).Scan(&m.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrChannelBusy
	}
	if err != nil {
		return err
	}
	if m.Leg == 1 {
		m.Pair = m.ID
	}
	return s.insertFirstMoves(ctx, tx, m.ID, m.Moves)
}

// firstMovesSQL returns the statement that adds n moves with a ply of their own.
func firstMovesSQL(n int) string {
	return `INSERT INTO moves (match_id, ply, actor, text, at) VALUES (?, ?, ?, ?, ?)` +
		strings.Repeat(`, (?, ?, ?, ?, ?)`, n-1)
}

// insertFirstMoves adds moves to a match that has none, several at a time.
func (s *Store) insertFirstMoves(ctx context.Context, tx *sql.Tx, matchID int64, moves []Move) error {
	ply := 0
	for some := range slices.Chunk(moves, len(s.firstMoves)) {
		args := make([]any, 0, 5*len(some))
		for _, m := range some {
			ply++
			args = append(args, matchID, ply, m.Actor, m.Text, toMillis(m.At))
		}
		if _, err := tx.StmtContext(ctx, s.firstMoves[len(some)-1]).ExecContext(ctx, args...); err != nil {
			return err
		}
	}
	return nil
}

// OpenMatch returns the match being played in the channel, or [ErrNotFound].
func (s *Store) OpenMatch(ctx context.Context, channel string) (Match, error) {
	m, err := s.readMatch(ctx, s.openMatch, channel)
	if err != nil {
		return Match{}, fmt.Errorf("open match in channel %s: %w", channel, err)
	}
	return m, nil
}

// LastMatch returns the newest match in the channel, whether it is being played
// or finished, or [ErrNotFound].
func (s *Store) LastMatch(ctx context.Context, channel string) (Match, error) {
	m, err := s.readMatch(ctx, s.lastMatch, channel)
	if err != nil {
		return Match{}, fmt.Errorf("last match in channel %s: %w", channel, err)
	}
	return m, nil
}

// MatchByID returns the match with this ID, or [ErrNotFound].
func (s *Store) MatchByID(ctx context.Context, id int64) (Match, error) {
	m, err := s.readMatch(ctx, s.matchByID, id)
	if err != nil {
		return Match{}, fmt.Errorf("match %d: %w", id, err)
	}
	return m, nil
}

// SetMatchMessage notes the handle of the message that shows the board.
func (s *Store) SetMatchMessage(ctx context.Context, matchID int64, message string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, `UPDATE matches SET message = ? WHERE id = ?`, message, matchID)
		return changed(r, err, ErrNotFound)
	})
	if err != nil {
		return fmt.Errorf("set the message of match %d: %w", matchID, err)
	}
	return nil
}

// Counts returns how many matches are being played, how many challenges are open
// and how many matches are finished.
func (s *Store) Counts(ctx context.Context) (openMatches, openChallenges, finishedMatches int64, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `
			SELECT playing, challenges, total - playing FROM
				(SELECT count(*) AS playing FROM matches WHERE state = 'playing'),
				(SELECT count(*) AS challenges FROM challenges WHERE state = 'open'),
				(SELECT count(*) AS total FROM matches)`).Scan(&openMatches, &openChallenges, &finishedMatches)
	})
	if err != nil {
		err = fmt.Errorf("count matches and challenges: %w", err)
	}
	return openMatches, openChallenges, finishedMatches, err
}

// readMatch returns the match that query finds by arg, with its moves: both from
// one snapshot, so that they fit the version.
func (s *Store) readMatch(ctx context.Context, query *sql.Stmt, arg any) (Match, error) {
	var m Match
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		if m, err = scanMatch(tx.StmtContext(ctx, query).QueryRowContext(ctx, arg)); err != nil {
			return err
		}
		m.Moves, err = scanMoves(tx.StmtContext(ctx, s.movesOf).QueryContext(ctx, m.ID))
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return m, err
}

// queryMatches returns the matches that query finds, without their moves.
func queryMatches(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]Match, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ms []Match
	for rows.Next() {
		m, err := scanMatch(rows)
		if err != nil {
			return nil, err
		}
		ms = append(ms, m)
	}
	return ms, rows.Err()
}

// queryWholeMatches returns the matches that query finds, with their moves.
func queryWholeMatches(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]Match, error) {
	ms, err := queryMatches(ctx, tx, query, args...)
	if err != nil || len(ms) == 0 {
		return nil, err
	}
	moves, err := tx.PrepareContext(ctx, movesOf)
	if err != nil {
		return nil, err
	}
	defer moves.Close()
	for i := range ms {
		if ms[i].Moves, err = scanMoves(moves.QueryContext(ctx, ms[i].ID)); err != nil {
			return nil, err
		}
	}
	return ms, nil
}

// scanMatch reads a row that begins with matchColumns, from a *sql.Row or
// *sql.Rows, and the columns that follow into more.
func scanMatch(row interface{ Scan(...any) error }, more ...any) (Match, error) {
	var (
		m                           Match
		seed, turnTime              int64
		created, updated, ended     sql.NullInt64
		deadline, remind, abandonAt sql.NullInt64
	)
	err := row.Scan(append([]any{&m.ID, &m.Channel, &m.Server, &m.Variant, &m.Family, &m.Start, &m.Chosen, &m.First,
		&m.Left.ID, &m.Left.Name, &m.Right.ID, &m.Right.Name,
		&m.Level, &seed, &m.Rated, &turnTime, &m.State, &m.Winner, &m.Termination, &m.Version,
		&m.LeftHints, &m.RightHints, &m.Message, &created, &updated, &ended,
		&m.Pair, &m.Leg, &m.LeftTakebacks, &m.RightTakebacks,
		&deadline, &remind, &m.Reminded, &abandonAt, &m.Offer}, more...)...)
	m.Seed = uint64(seed)
	m.TurnTime = time.Duration(turnTime) * time.Millisecond
	m.Created, m.Updated, m.Ended = fromMillis(created), fromMillis(updated), fromMillis(ended)
	m.Deadline, m.Remind, m.AbandonAt = fromMillis(deadline), fromMillis(remind), fromMillis(abandonAt)
	return m, err
}

// scanMoves reads the answer to movesOf.
func scanMoves(rows *sql.Rows, err error) ([]Move, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var moves []Move
	for rows.Next() {
		var m Move
		var at sql.NullInt64
		if err := rows.Scan(&m.Actor, &m.Text, &at); err != nil {
			return nil, err
		}
		m.At = fromMillis(at)
		moves = append(moves, m)
	}
	return moves, rows.Err()
}
