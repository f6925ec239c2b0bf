package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

var (
	challengeOpen = `SELECT EXISTS (SELECT 1 FROM subjects WHERE kind = 'challenge' AND channel = $1 AND status = 'open')`
	matchGoesOn   = `SELECT EXISTS (SELECT 1 FROM matches WHERE channel = $1 AND state = {playing})`
	// A challenge that has expired may still be open, until a sweep closes it.
	challengeWaits = `SELECT EXISTS (SELECT 1 FROM subjects
		WHERE kind = 'challenge' AND channel = $1 AND status = 'open' AND (due IS NULL OR due > $2))`
	countOpenBy = `SELECT count(*) FROM subjects
		WHERE host = (SELECT key FROM players WHERE id = $1) AND kind = 'challenge' AND status = 'open' AND (due IS NULL OR due > $2)`
	// Counts the recent challenges of one person to another, without one of them.
	challengesLately = `
		SELECT count(*) FROM subjects c JOIN guests g ON g.kind = c.kind AND g.id = c.id AND g.player = $1
		WHERE c.kind = 'challenge' AND c.begins > $2 AND c.status <> {accepted} AND c.host IN ` + keysOf(3) + ` AND c.id <> $5`
	// Finds out when the last answers of one person to another were given, if all of them declined.
	declinedInARow = `
		SELECT CASE WHEN count(CASE WHEN status = {declined} THEN 1 END) = $4 THEN max(ends) ELSE 0 END FROM (
			SELECT c.status, c.ends FROM subjects c JOIN guests g ON g.kind = c.kind AND g.id = c.id AND g.player = $1
			WHERE c.kind = 'challenge' AND c.status IN ({accepted}, {declined}) AND c.host IN ` + keysOf(2) + `
			ORDER BY c.id DESC LIMIT $4) answers`
	finishedTogether = `SELECT EXISTS (SELECT 1 FROM matches WHERE left_player = $1 AND right_player = $2 AND state = {finished} AND winner <> {nobody})
		OR EXISTS (SELECT 1 FROM matches WHERE left_player = $2 AND right_player = $1 AND state = {finished} AND winner <> {nobody})`
)

func (s *Store) CreateChallenge(ctx context.Context, c match.Challenge) (_ match.Challenge, err error) {
	c.State, c.Closed, c.TurnTime = match.ChallengeOpen, time.Time{}, c.TurnTime.Truncate(time.Millisecond)
	c.Created, c.Expires = storage.Stored(c.Created), storage.Stored(c.Expires)
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, c.Channel)
		if get[bool](tx, matchGoesOn, c.Channel) {
			tx.fail(match.ErrChannelBusy)
		}
		tx.boundChallenges(&c)
		var challenger, opponent int64
		if !c.ToAnyone() {
			challenger, opponent = tx.savePlayers(c.Challenger, c.Opponent)
		}
		if get[bool](tx, challengeOpen, c.Channel) {
			tx.fail(match.ErrChallengeOpen)
		}
		c.ID = 0
		c.ID = tx.keep(c.Kept(), nil).ID
		if !c.ToAnyone() { // last, so that all other errors are the same for everybody
			tx.checkTaken(&c, challenger, opponent)
		}
	})
	return c, err
}

const challengesBy, challengesTo = "challenges by ", "challenges to "

// boundChallenges refuses a challenge of a person who has too many open. It blocks other challenges
// by the same person, and to the same person, until this one is stored.
func (tx *Tx) boundChallenges(c *match.Challenge) {
	tx.exec(`{lock channel}`, challengesBy+c.Challenger.ID)
	if get[int](tx, countOpenBy, c.Challenger.ID, millis(c.Created)) >= match.MaxOpenChallenges {
		tx.fail(match.ErrTooManyOpen)
	}
	if !c.ToAnyone() {
		tx.exec(`{lock channel}`, challengesTo+c.Opponent.ID)
	}
}

func (s *Store) CheckTaken(ctx context.Context, c match.Challenge) error {
	return s.ask(ctx, func(tx *Tx) {
		tx.checkTaken(&c, get[int64](tx, playerKey, c.Challenger.ID), get[int64](tx, playerKey, c.Opponent.ID))
	})
}

func (tx *Tx) checkTaken(c *match.Challenge, challenger, opponent int64) {
	tx.checkBlocks(c.Challenger.ID, c.Opponent.ID)
	by, hash := c.Challenger.ID, hashOf(c.Challenger.ID)
	lately := get[int](tx, challengesLately, opponent, millis(c.Created.Add(-match.ChallengesWithin)), by, hash, c.ID)
	declined := get[int64](tx, declinedInARow, opponent, by, hash, match.DeclinesInARow)
	_, out := shutOutColumns.first(tx, refusedNow, c.Opponent.ID, millis(c.Created), match.RoomOf(c.Channel, c.Server))
	set, _ := personSettingsColumns.first(tx, personSettings, c.Opponent.ID)
	if out || lately >= match.MaxChallengesTo || declined > c.Created.Add(-match.DeclinedFor).UnixMilli() ||
		set.Challenges == match.ChallengesNone || set.Challenges == match.ChallengesPlayed && !get[bool](tx, finishedTogether, challenger, opponent) {
		tx.fail(match.ErrTakesNone)
	}
}

func (s *Store) AcceptChallenge(ctx context.Context, id int64, m match.Match) (_ match.Match, err error) {
	m = storage.NewMatch(m)
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, m.Channel)
		k := tx.changeKept(match.Subject{Kind: match.ChallengeSubject, ID: id}, func(k *match.Kept) ([]match.Notice, error) {
			return nil, k.CloseChallenge(match.ChallengeAccepted, m.Created)
		})
		tx.createMatch(&m)
		for _, p := range m.Sides {
			if p.ID != k.Host.ID {
				tx.checkBlocks(p.ID, k.Host.ID)
			}
		}
	})
	return m, err
}
