package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
)

var (
	countColumns  = fields[match.Count]("move=Move count(*)=Votes")
	voteColumns   = fields[match.Vote]("v.match=Match v.ply=Ply v.move=Move p.id=Player.ID p.name=Player.Name")
	recordedWins  = fields[match.CrowdRecord]("level=Level count(*)=Played")
	crowdsRecords = append(recordedWins, column[match.CrowdRecord]{"CAST(sum(CASE winner WHEN {left} THEN 1 ELSE 0 END) AS BIGINT)", func(c *match.CrowdRecord) any { return &c.Won }})
)

var (
	tally    = `SELECT ` + countColumns.names() + ` FROM votes WHERE match = $1 AND ply = $2 GROUP BY move ORDER BY count(*) DESC, move`
	votesIn  = `SELECT ` + voteColumns.names() + ` FROM votes v JOIN players p ON p.key = v.player WHERE v.match = $1 ORDER BY v.ply, v.player`
	recordOf = `SELECT ` + crowdsRecords.names() + ` FROM matches WHERE left_player = ` + ownKey + ` AND state = {finished} AND winner <> ''
		AND left_hints = 0 AND advised = 0 GROUP BY level`
)

const (
	isVoting    = `kind = 'crowd' AND status IN ('open', 'running')`
	votesAt     = `SELECT channel, server FROM matches WHERE id = $1 AND version = $2 AND state = {playing}`
	saveVote    = `INSERT INTO votes (match, ply, player, move, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (match, ply, player) DO UPDATE SET move = excluded.move`
	forgetVotes = `DELETE FROM votes WHERE at <= $1`
	dropVotesOf = `DELETE FROM votes WHERE player = $1 AND EXISTS (SELECT 1 FROM matches WHERE id = match AND state = {playing} AND `
)

func (s *Store) Vote(ctx context.Context, v match.Vote) error {
	about := match.Subject{Kind: match.CrowdSubject, ID: v.Match}
	return s.update(ctx, func(tx *Tx) {
		var channel, server string
		if !tx.scan(votesAt, []any{v.Match, v.Version}, &channel, &server) {
			tx.fail(match.ErrStale)
		}
		find := func() (match.Kept, bool) {
			return keptColumns.first(tx, keptByID+lockRow, string(about.Kind), about.ID)
		}
		k, found := find()
		if !found { // nobody leads it, and this is the first vote
			tx.exec(`{lock channel}`, "new crowd")
			if k, found = find(); !found {
				k = tx.keep(match.NewCrowd(v.Match, channel, server, match.Player{}, v.At), nil)
			}
		}
		tx.change(&k, nil, func(k *match.Kept) ([]match.Notice, error) { return nil, v.CountIn(k) })
		tx.exec(saveVote, v.Match, v.Ply, tx.savePlayer(v.Player), v.Move, millis(v.At))
	})
}

func (s *Store) Tally(ctx context.Context, id int64, ply int) ([]match.Count, error) {
	return list(ctx, s, countColumns, tally, id, ply)
}

func (s *Store) Votes(ctx context.Context, id int64) ([]match.Vote, error) {
	return list(ctx, s, voteColumns, votesIn, id)
}

func (s *Store) CrowdRecords(ctx context.Context, crowd string) ([]match.CrowdRecord, error) {
	return list(ctx, s, crowdsRecords, recordOf, crowd)
}

func (s *Store) forgetVotes(ctx context.Context, now time.Time, _ int) (n int, err error) {
	before := millis(now.Add(-match.VotesLife))
	err = s.updateIf(ctx, `SELECT EXISTS (SELECT 1 FROM votes WHERE at <= $1)`, []any{before}, func(tx *Tx) { n = tx.exec(forgetVotes, before) })
	return n, err
}
