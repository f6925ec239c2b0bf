package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
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
}

// A Move is one decision in a match.
type Move struct {
	Actor string // who decided: "left" or "right"
	Text  string // in canonical notation
	At    time.Time
}

const selectMatches = `
	SELECT m.id, m.channel, m.server, m.variant, m.start, m.chosen, m.first, l.id, l.name, r.id, r.name,
		m.level, m.seed, m.rated, m.turn_time, m.state, m.winner, m.termination, m.version,
		m.left_hints, m.right_hints, m.message, m.created, m.updated, m.ended
	FROM matches m
	JOIN players l ON l.key = m.left_player
	JOIN players r ON r.key = m.right_player`

const (
	openMatch = selectMatches + ` WHERE m.channel = ? AND m.state = 'playing'`
	lastMatch = selectMatches + ` WHERE m.channel = ? ORDER BY m.id DESC LIMIT 1`
	matchByID = selectMatches + ` WHERE m.id = ?`
	movesOf   = `SELECT actor, text, at FROM moves WHERE match_id = ? ORDER BY ply`
)

// CreateMatch stores a new match, with the moves that it may already have, and
// returns it as stored. It may be finished from the start, when the bot's first
// move has ended it; a State of "" is Playing. ID, Version, the hints, Updated and
// Ended are set here. The error is [ErrChannelBusy] while another match is being
// played in the channel.
func (s *Store) CreateMatch(ctx context.Context, m Match) (Match, error) {
	m = newMatch(m)
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		m.ID, err = s.insertMatch(ctx, tx, m)
		return err
	})
	if err != nil {
		return Match{}, fmt.Errorf("create a match in channel %s: %w", m.Channel, err)
	}
	return m, nil
}

// newMatch returns m as it will be read back once it is inserted.
func newMatch(m Match) Match {
	m.Version, m.LeftHints, m.RightHints = 1, 0, 0
	m.TurnTime = m.TurnTime.Truncate(time.Millisecond)
	m.Created = moment(m.Created)
	m.Updated, m.Ended = m.Created, time.Time{}
	switch m.State {
	case "":
		m.State = Playing
	case Finished:
		m.Ended = m.Created
	}
	m.Moves = slices.Clone(m.Moves)
	for i := range m.Moves {
		m.Moves[i].At = moment(m.Moves[i].At)
	}
	return m
}

func (s *Store) insertMatch(ctx context.Context, tx *sql.Tx, m Match) (id int64, err error) {
	left, err := savePlayer(ctx, tx, m.Left)
	if err != nil {
		return 0, err
	}
	right, err := savePlayer(ctx, tx, m.Right)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `
		INSERT INTO matches (channel, server, variant, start, chosen, first, left_player, right_player,
			level, seed, rated, turn_time, state, winner, termination, version, message, created, updated, ended)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (channel) WHERE state = 'playing' DO NOTHING
		RETURNING id`,
		m.Channel, m.Server, m.Variant, m.Start, m.Chosen, m.First, left, right,
		m.Level, int64(m.Seed), m.Rated, m.TurnTime.Milliseconds(), m.State, m.Winner, m.Termination, m.Version,
		m.Message, toMillis(m.Created), toMillis(m.Updated), toMillis(m.Ended),
	).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrChannelBusy
	}
	if err != nil {
		return 0, err
	}
	return id, s.insertMoves(ctx, tx, id, m.Moves)
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
		rows, err := tx.StmtContext(ctx, s.movesOf).QueryContext(ctx, m.ID)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var move Move
			var at sql.NullInt64
			if err := rows.Scan(&move.Actor, &move.Text, &at); err != nil {
				return err
			}
			move.At = fromMillis(at)
			m.Moves = append(m.Moves, move)
		}
		return rows.Err()
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return m, err
}

// scanMatch reads a row of selectMatches.
func scanMatch(row *sql.Row) (Match, error) {
	var (
		m                       Match
		seed, turnTime          int64
		created, updated, ended sql.NullInt64
	)
	err := row.Scan(&m.ID, &m.Channel, &m.Server, &m.Variant, &m.Start, &m.Chosen, &m.First,
		&m.Left.ID, &m.Left.Name, &m.Right.ID, &m.Right.Name,
		&m.Level, &seed, &m.Rated, &turnTime, &m.State, &m.Winner, &m.Termination, &m.Version,
		&m.LeftHints, &m.RightHints, &m.Message, &created, &updated, &ended)
	m.Seed = uint64(seed)
	m.TurnTime = time.Duration(turnTime) * time.Millisecond
	m.Created, m.Updated, m.Ended = fromMillis(created), fromMillis(updated), fromMillis(ended)
	return m, err
}
