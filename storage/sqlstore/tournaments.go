package sqlstore

import (
	"context"
	"slices"

	"nimatron/match"
	"nimatron/referee/tournament"
	"nimatron/storage"
)

var coupleColumns = fields[[2]string]("o.id=0 p.id=1")

var (
	blockedIn = `WITH people AS (SELECT player FROM guests WHERE ` + ofSubject + ` UNION SELECT host FROM subjects WHERE ` + ofSubject + `)
		SELECT ` + coupleColumns.names() + ` FROM people e JOIN blocks b ON b.player = e.player JOIN people f ON f.player = b.blocked
		JOIN players o ON o.key = e.player JOIN players p ON p.key = f.player ORDER BY b.since, b.player, b.blocked`
	pairingsOver = `SELECT a.id FROM matches a WHERE a.id IN (` + placeholders(1, atOnce) + `) AND a.state = {finished} AND (a.winner = {nobody} OR a.leg = {alone}
		OR EXISTS (SELECT 1 FROM matches b WHERE b.pair = a.id AND b.id <> a.id AND b.state = {finished})) ORDER BY a.id`
)

const isTournament = `kind = '` + string(match.TournamentSubject) + `' AND ` + goesOn

// isIn is the condition that an entrant has not left: the JSON has only what is not zero.
const isIn = `e.state NOT LIKE '%"Left":%'`

// tellTournament makes a tournament due. The time is another one after each result, so that a change that has not seen the
// result finds that it is stale.
const tellTournament = `UPDATE subjects SET due = CASE WHEN due <= $2 THEN due - 1 ELSE $2 END WHERE ` + isTournament + ` AND id = $1`

// advanceTournament is a hook of atEnd.
func advanceTournament(tx *Tx, e ending) {
	if e.Advances != 0 {
		tx.exec(tellTournament, e.Advances, millis(e.Now))
	}
}

func (s *Store) BlocksAmong(ctx context.Context, about match.Subject) ([][2]string, error) {
	return list(ctx, s, coupleColumns, blockedIn, string(about.Kind), about.ID)
}

func (s *Store) BeginPairing(ctx context.Context, m match.Match, begin func(match.Match) func(*match.Kept) ([]match.Notice, error)) (_ match.Match, err error) {
	m = storage.NewMatch(m)
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, m.Channel)
		tx.createMatch(&m)
		tx.changeKept(match.Subject{Kind: match.TournamentSubject, ID: m.Tournament}, begin(m))
		tx.notify(aboutMatch(match.PairingNotice, m.Channel, m.ID, m.Created))
	})
	return m, err
}

func (s *Store) PairingsOver(ctx context.Context, firsts []int64) (over []int64, err error) {
	err = s.view(ctx, func(tx *Tx) {
		for some := range slices.Chunk(firsts, atOnce) {
			over = append(over, idColumns.all(tx, pairingsOver, repeated(some)...)...)
		}
	})
	return over, err
}

// loseChannel lets the pairing of a match whose channel is gone wait for another thread.
func (tx *Tx) loseChannel(id int64) {
	var first, of int64
	if tx.scan(`SELECT coalesce(pair, id), tournament FROM matches WHERE id = $1 AND tournament IN (SELECT id FROM subjects WHERE `+isTournament+`)`, []any{id}, &first, &of) {
		tx.changeKept(match.Subject{Kind: match.TournamentSubject, ID: of}, tournament.LoseChannel(first))
	}
}
