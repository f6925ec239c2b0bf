package sqlstore

import (
	"context"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

var storedChallengeColumns = fields[match.Challenge](`
	channel=Channel server=Server variant=Variant start=Start chosen=Chosen first=First side=Side rated=Rated
	turn_time=TurnTime created=Created expires=Expires closed=Closed state=State message=Message`)

var challengeColumns = slices.Concat(fields[match.Challenge](`
	c.id=ID p.id=Challenger.ID p.name=Challenger.Name`), columns[match.Challenge]{
	{"coalesce(o.id, '')", func(c *match.Challenge) any { return &c.Opponent.ID }},
	{"coalesce(o.name, '')", func(c *match.Challenge) any { return &c.Opponent.Name }},
}, storedChallengeColumns.from("c"))

var (
	selectChallenges = `
	SELECT ` + challengeColumns.names() + `
	FROM challenges c
	JOIN players p ON p.key = c.challenger
	LEFT JOIN players o ON o.key = c.opponent`

	openChallenge = selectChallenges + ` WHERE c.channel = $1 AND c.state = {open}`
	challengeByID = selectChallenges + ` WHERE c.id = $1`
	matchGoesOn   = `SELECT EXISTS (SELECT 1 FROM matches WHERE channel = $1 AND state = {playing})`
	// A challenge that has expired may still be open, until a sweep closes it.
	challengeWaits = `SELECT EXISTS (SELECT 1 FROM challenges
		WHERE channel = $1 AND state = {open} AND (expires IS NULL OR expires > $2))`
	openChallengesOf = selectChallenges + ` WHERE c.state = {open} AND c.challenger = (SELECT key FROM players WHERE id = $1)
		AND (c.expires IS NULL OR c.expires > $2) ORDER BY c.id LIMIT $3`
	// Counts the recent challenges of one person to another, without one of them.
	challengesLately = `
		SELECT count(*) FROM challenges
		WHERE opponent = $1 AND created > $2 AND state <> {accepted} AND challenger IN ` + keysOf(3) + ` AND id <> $5`
	// Finds out when the last answers of one person to another were given, if all of them declined.
	declinedInARow = `
		SELECT CASE WHEN count(CASE WHEN state = {declined} THEN 1 END) = $4 THEN max(closed) ELSE 0 END FROM (
			SELECT state, closed FROM challenges WHERE opponent = $1 AND state IN ({accepted}, {declined}) AND challenger IN ` + keysOf(2) + `
			ORDER BY id DESC LIMIT $4) answers`
	finishedTogether = `SELECT EXISTS (SELECT 1 FROM matches WHERE left_player = $1 AND right_player = $2 AND state = {finished} AND winner <> {nobody})
		OR EXISTS (SELECT 1 FROM matches WHERE left_player = $2 AND right_player = $1 AND state = {finished} AND winner <> {nobody})`
	challengerOf = `SELECT p.id FROM challenges c JOIN players p ON p.key = c.challenger WHERE c.id = $1`
	endChallenge = `UPDATE challenges SET state = $1, closed = $2 WHERE id = $3 AND state = {open}`
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
		if c.ToAnyone() {
			challenger = tx.savePlayer(c.Challenger)
		} else {
			challenger, opponent = tx.savePlayers(c.Challenger, c.Opponent)
		}
		if !tx.scan(insertChallenge, newChallenge.values(&c, challenger, orNull(opponent)), &c.ID) {
			tx.fail(match.ErrChallengeOpen)
		}
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
	open := challengeColumns.all(tx, openChallengesOf, c.Challenger.ID, millis(c.Created), match.MaxOpenChallenges)
	if len(open) == match.MaxOpenChallenges {
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

func (s *Store) OpenChallengesOf(ctx context.Context, player string, now time.Time) ([]match.Challenge, error) {
	return list(ctx, s, challengeColumns, openChallengesOf, player, millis(now), match.MaxOpenChallenges)
}

var newChallenge = storedChallengeColumns.keyed("challenger", "opponent")

var insertChallenge = newChallenge.insert("challenges") + `
	ON CONFLICT (channel) WHERE state = {open} DO NOTHING
	RETURNING id`

func (s *Store) CloseChallenge(ctx context.Context, id int64, state match.ChallengeState, now time.Time) error {
	return s.update(ctx, func(tx *Tx) { tx.closeChallenge(id, state, now) })
}

func (tx *Tx) closeChallenge(id int64, state match.ChallengeState, now time.Time) {
	tx.execOr(match.ErrStale, endChallenge, string(state), millis(now), id)
}

func (s *Store) AcceptChallenge(ctx context.Context, id int64, m match.Match) (_ match.Match, err error) {
	m = storage.NewMatch(m)
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, m.Channel)
		tx.closeChallenge(id, match.ChallengeAccepted, m.Created)
		tx.createMatch(&m)
		challenger := get[string](tx, challengerOf, id)
		for _, p := range m.Sides {
			if p.ID != challenger {
				tx.checkBlocks(p.ID, challenger)
			}
		}
	})
	return m, err
}

func (s *Store) OpenChallenge(ctx context.Context, channel string) (match.Challenge, error) {
	return find(ctx, s, challengeColumns, openChallenge, channel)
}

func (s *Store) ChallengeByID(ctx context.Context, id int64) (match.Challenge, error) {
	return find(ctx, s, challengeColumns, challengeByID, id)
}
