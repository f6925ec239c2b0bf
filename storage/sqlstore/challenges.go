package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// storedChallengeColumns are those that hold a value of a challenge as it is.
var storedChallengeColumns = columns[match.Challenge]{
	{"channel", func(c *match.Challenge) any { return &c.Channel }},
	{"server", func(c *match.Challenge) any { return &c.Server }},
	{"variant", func(c *match.Challenge) any { return &c.Variant }},
	{"start", func(c *match.Challenge) any { return &c.Start }},
	{"chosen", func(c *match.Challenge) any { return &c.Chosen }},
	{"first", func(c *match.Challenge) any { return (*string)(&c.First) }},
	{"side", func(c *match.Challenge) any { return (*string)(&c.Side) }},
	{"rated", func(c *match.Challenge) any { return &c.Rated }},
	{"turn_time", func(c *match.Challenge) any { return (*durationColumn)(&c.TurnTime) }},
	{"created", func(c *match.Challenge) any { return (*timeColumn)(&c.Created) }},
	{"expires", func(c *match.Challenge) any { return (*timeColumn)(&c.Expires) }},
	{"closed", func(c *match.Challenge) any { return (*timeColumn)(&c.Closed) }},
	{"state", func(c *match.Challenge) any { return (*string)(&c.State) }},
	{"message", func(c *match.Challenge) any { return &c.Message }},
}

// challengeColumns are read by selectChallenges.
var challengeColumns = append(columns[match.Challenge]{
	{"c.id", func(c *match.Challenge) any { return &c.ID }},
	{"p.id", func(c *match.Challenge) any { return &c.Challenger.ID }},
	{"p.name", func(c *match.Challenge) any { return &c.Challenger.Name }},
	{"coalesce(o.id, '')", func(c *match.Challenge) any { return &c.Opponent.ID }},
	{"coalesce(o.name, '')", func(c *match.Challenge) any { return &c.Opponent.Name }},
}, storedChallengeColumns.from("c")...)

var (
	selectChallenges = `
	SELECT ` + challengeColumns.names() + `
	FROM challenges c
	JOIN players p ON p.key = c.challenger
	LEFT JOIN players o ON o.key = c.opponent`

	openChallenge = selectChallenges + spell(` WHERE c.channel = $1 AND c.state = {open}`)
	challengeByID = selectChallenges + ` WHERE c.id = $1`
	matchGoesOn   = spell(`SELECT EXISTS (SELECT 1 FROM matches WHERE channel = $1 AND state = {playing})`)
	// one that has expired waits for no answer, even if no sweep has closed it yet
	challengeWaits = spell(`SELECT EXISTS (SELECT 1 FROM challenges
		WHERE channel = $1 AND state = {open} AND (expires IS NULL OR expires > $2))`)
	openChallengesOf = selectChallenges + spell(` WHERE c.state = {open} AND c.challenger = (SELECT key FROM players WHERE id = $1)
		AND (c.expires IS NULL OR c.expires > $2) ORDER BY c.id LIMIT $3`)
	// How many to a person, and of them how many by another.
	challengesLately = `
		SELECT count(*), count(CASE WHEN challenger IN ` + keysOf(3) + ` THEN 1 END) FROM challenges
		WHERE opponent = (SELECT key FROM players WHERE id = $1) AND created > $2 AND ` + spell(`state <> {accepted}`)
	endChallenge = spell(`UPDATE challenges SET state = $1, closed = $2 WHERE id = $3 AND state = {open}`)
)

// CreateChallenge implements match.Challenges.
func (s *Store) CreateChallenge(ctx context.Context, c match.Challenge) (_ match.Challenge, err error) {
	defer wrap(&err, "create a challenge in channel %s", c.Channel)
	c = storage.NewChallenge(c)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		if err := tx.lock(ctx, `{lock channel}`, c.Channel); err != nil {
			return err
		}
		var busy bool
		if err := tx.QueryRowContext(ctx, matchGoesOn, c.Channel).Scan(&busy); err != nil {
			return err
		}
		if busy {
			return match.ErrChannelBusy
		}
		if err := boundChallenges(ctx, tx, &c); err != nil {
			return err
		}
		return insertChallenge(ctx, tx, &c)
	})
	return c, err
}

// boundChallenges refuses a challenge that is one too many. Others by the same person, and
// to the same one, wait until it is stored.
func boundChallenges(ctx context.Context, tx *Tx, c *match.Challenge) error {
	if err := tx.lock(ctx, `{lock channel}`, "challenges by "+c.Challenger.ID); err != nil {
		return err
	}
	open, err := challengeColumns.query(ctx, tx, openChallengesOf, c.Challenger.ID, millis(c.Created), match.MaxOpenChallenges)
	if err != nil {
		return err
	}
	if len(open) == match.MaxOpenChallenges {
		return match.ErrTooManyOpen
	}
	if c.ToAnyone() {
		return nil
	}
	if err := tx.lock(ctx, `{lock channel}`, "challenges to "+c.Opponent.ID); err != nil {
		return err
	}
	var toOne, byThis int
	since := millis(c.Created.Add(-match.ChallengesWithin))
	err = tx.QueryRowContext(ctx, challengesLately, c.Opponent.ID, since, c.Challenger.ID, hashOf(c.Challenger.ID)).Scan(&toOne, &byThis)
	if err == nil && (toOne >= match.MaxChallengesToOne || byThis >= match.MaxChallengesTo) {
		err = match.ErrTooManyChallenges
	}
	return err
}

// OpenChallengesOf implements match.Challenges.
func (s *Store) OpenChallengesOf(ctx context.Context, player string, now time.Time) (open []match.Challenge, err error) {
	defer wrap(&err, "open challenges of player %s", player)
	return list(ctx, s, challengeColumns, openChallengesOf, player, millis(now), match.MaxOpenChallenges)
}

// A newChallenge is a challenge to insert, with the keys of its players; opponent is 0
// where anyone may accept.
type newChallenge struct {
	*match.Challenge
	challenger, opponent int64
}

var newChallengeColumns = append(columns[newChallenge]{
	{"challenger", func(c *newChallenge) any { return &c.challenger }},
	{"opponent", func(c *newChallenge) any { return (*optionalColumn)(&c.opponent) }},
}, within(storedChallengeColumns, func(c *newChallenge) *match.Challenge { return c.Challenge })...)

var insertChallengeSQL = newChallengeColumns.insert("challenges") + spell(`
	ON CONFLICT (channel) WHERE state = {open} DO NOTHING
	RETURNING id`)

// insertChallenge saves the players and the challenge, and sets its ID.
func insertChallenge(ctx context.Context, tx *Tx, c *match.Challenge) (err error) {
	n := newChallenge{Challenge: c}
	if c.ToAnyone() {
		n.challenger, err = savePlayer(ctx, tx, c.Challenger)
	} else {
		n.challenger, n.opponent, err = savePlayers(ctx, tx, c.Challenger, c.Opponent)
	}
	if err != nil {
		return err
	}
	err = tx.QueryRowContext(ctx, insertChallengeSQL, newChallengeColumns.values(&n)...).Scan(&c.ID)
	if errors.Is(err, sql.ErrNoRows) {
		err = match.ErrChallengeOpen
	}
	return err
}

// CloseChallenge implements match.Challenges.
func (s *Store) CloseChallenge(ctx context.Context, id int64, state match.ChallengeState, now time.Time) (err error) {
	defer wrap(&err, "close challenge %d as %s", id, state)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		return closeChallenge(ctx, tx, id, state, now)
	})
}

func closeChallenge(ctx context.Context, tx *Tx, id int64, state match.ChallengeState, now time.Time) error {
	r, err := tx.ExecContext(ctx, endChallenge, string(state), millis(now), id)
	return changed(r, err, match.ErrStale)
}

// AcceptChallenge implements match.Challenges.
func (s *Store) AcceptChallenge(ctx context.Context, id int64, m match.Match) (_ match.Match, err error) {
	defer wrap(&err, "accept challenge %d", id)
	m = storage.NewMatch(m)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		if err := tx.lock(ctx, `{lock channel}`, m.Channel); err != nil {
			return err
		}
		if err := closeChallenge(ctx, tx, id, match.ChallengeAccepted, m.Created); err != nil {
			return err
		}
		return insertNewMatch(ctx, tx, &m)
	})
	return m, err
}

// OpenChallenge implements match.Challenges.
func (s *Store) OpenChallenge(ctx context.Context, channel string) (_ match.Challenge, err error) {
	defer wrap(&err, "open challenge in channel %s", channel)
	return find(ctx, s, challengeColumns, openChallenge, channel)
}

// ChallengeByID implements match.Challenges.
func (s *Store) ChallengeByID(ctx context.Context, id int64) (_ match.Challenge, err error) {
	defer wrap(&err, "challenge %d", id)
	return find(ctx, s, challengeColumns, challengeByID, id)
}
