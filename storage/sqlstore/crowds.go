package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
)

var (
	crowdColumns = append(fields[match.Crowd](`
		match=Match ply=Ply bell=Bell veto=Veto veto_ply=VetoPly`).from("c"), columns[match.Crowd]{
		{"coalesce(p.id, '')", func(c *match.Crowd) any { return &c.Leader }},
		{"(SELECT count(*) FROM votes v WHERE v.match = c.match AND v.ply = c.ply)", func(c *match.Crowd) any { return &c.Votes }},
	}...)
	bellColumns   = fields[match.Bell]("c.match=Match m.channel=Channel c.ply=Ply bell=At")
	countColumns  = fields[match.Count]("move=Move count(*)=Votes")
	voteColumns   = fields[match.Vote]("v.match=Match v.ply=Ply v.move=Move p.id=Player.ID p.name=Player.Name")
	recordedWins  = fields[match.CrowdRecord]("level=Level count(*)=Played")
	crowdsRecords = append(recordedWins, column[match.CrowdRecord]{"CAST(sum(CASE winner WHEN {left} THEN 1 ELSE 0 END) AS BIGINT)", func(c *match.CrowdRecord) any { return &c.Won }})
)

var (
	crowdOf  = `SELECT ` + crowdColumns.names() + ` FROM crowds c LEFT JOIN players p ON p.key = c.leader WHERE c.match = $1`
	bells    = `SELECT ` + bellColumns.names() + ` FROM crowds c JOIN matches m ON m.id = c.match WHERE c.bell IS NOT NULL ORDER BY c.bell`
	tally    = `SELECT ` + countColumns.names() + ` FROM votes WHERE match = $1 AND ply = $2 GROUP BY move ORDER BY count(*) DESC, move`
	votesIn  = `SELECT ` + voteColumns.names() + ` FROM votes v JOIN players p ON p.key = v.player WHERE v.match = $1 ORDER BY v.ply, v.player`
	recordOf = `SELECT ` + crowdsRecords.names() + ` FROM matches WHERE left_player = ` + ownKey + ` AND state = {finished} AND winner <> ''
		AND left_hints = 0 AND advised = 0 GROUP BY level`
)

const (
	makeCrowd = `INSERT INTO crowds (match, leader) VALUES ($1, $2) ON CONFLICT (match) DO UPDATE SET leader = coalesce(excluded.leader, crowds.leader)`
	// A vote at a later turn begins it. The row stays locked, so that no vote is counted late.
	takeVote = `UPDATE crowds SET bell = CASE WHEN ply = $2 AND bell IS NOT NULL THEN bell ELSE $4 END, closed = 0, counted = CASE ply WHEN $2 THEN counted ELSE 0 END, ply = $2
		WHERE match = $1 AND (ply < $2 OR bell IS NULL OR ply = $2 AND closed = 0 AND bell > $5)
			AND EXISTS (SELECT 1 FROM matches WHERE id = $1 AND version = $3 AND state = {playing})`
	saveVote  = `INSERT INTO votes (match, ply, player, move, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (match, ply, player) DO UPDATE SET move = excluded.move`
	closeVote = `UPDATE crowds SET closed = 1 WHERE match = $1 AND ply = $2`
	endVote   = `UPDATE crowds SET bell = NULL WHERE match = $1 AND ply = $2`
	vetoVote  = `UPDATE crowds SET veto = $3, veto_ply = $2 WHERE match = $1 AND veto = '' AND ply = $2 AND closed = 0 AND bell IS NOT NULL`
	moreVotes = `stepped <= $2 AND counted <> (SELECT count(*) FROM votes v WHERE v.match = crowds.match AND v.ply = crowds.ply)`
	stepVotes = `UPDATE crowds SET stepped = $3, counted = (SELECT count(*) FROM votes v WHERE v.match = crowds.match AND v.ply = crowds.ply)
		WHERE match = $1 AND ` + moreVotes
	forgetVotes = `DELETE FROM votes WHERE at <= $1`
	dropVotesOf = `DELETE FROM votes WHERE player = $1 AND EXISTS (SELECT 1 FROM matches WHERE id = match AND state = {playing} AND `
)

func (s *Store) LeadCrowd(ctx context.Context, id int64, leader match.Player) error {
	return s.update(ctx, func(tx *Tx) { tx.exec(makeCrowd, id, tx.savePlayer(leader)) })
}

func (s *Store) Crowd(ctx context.Context, id int64) (c match.Crowd, err error) {
	c.Match, c.Ply = id, -1
	err = s.ask(ctx, func(tx *Tx) {
		if found, ok := crowdColumns.first(tx, crowdOf, id); ok {
			c = found
		}
	})
	return c, err
}

func (s *Store) Vote(ctx context.Context, v match.Vote) error {
	return s.update(ctx, func(tx *Tx) {
		tx.exec(`INSERT INTO crowds (match) VALUES ($1) ON CONFLICT (match) DO NOTHING`, v.Match)
		tx.execOr(match.ErrStale, takeVote, v.Match, v.Ply, v.Version, millis(v.Bell), millis(v.At))
		tx.exec(saveVote, v.Match, v.Ply, tx.savePlayer(v.Player), v.Move, millis(v.At))
	})
}

func (s *Store) Tally(ctx context.Context, id int64, ply int) ([]match.Count, error) {
	return list(ctx, s, countColumns, tally, id, ply)
}

func (s *Store) Votes(ctx context.Context, id int64) ([]match.Vote, error) {
	return list(ctx, s, voteColumns, votesIn, id)
}

func (s *Store) Bells(ctx context.Context) ([]match.Bell, error) {
	return list(ctx, s, bellColumns, bells)
}

func (s *Store) CloseVote(ctx context.Context, id int64, ply int) (counts []match.Count, err error) {
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(closeVote, id, ply)
		counts = countColumns.all(tx, tally, id, ply)
	})
	return counts, err
}

func (s *Store) EndVote(ctx context.Context, id int64, ply int) error {
	return s.update(ctx, func(tx *Tx) { tx.exec(endVote, id, ply) })
}

func (s *Store) Veto(ctx context.Context, id int64, ply int, move string) error {
	return s.update(ctx, func(tx *Tx) { tx.execOr(match.ErrStale, vetoVote, id, ply, move) })
}

func (s *Store) StepVotes(ctx context.Context, id int64, now time.Time) (stepped bool, err error) {
	before := millis(now.Add(-match.VoteStep))
	err = s.updateIf(ctx, `SELECT EXISTS (SELECT 1 FROM crowds WHERE match = $1 AND `+moreVotes+`)`, []any{id, before}, func(tx *Tx) {
		stepped = tx.exec(stepVotes, id, before, millis(now)) > 0
	})
	return stepped, err
}

func (s *Store) CrowdRecords(ctx context.Context, crowd string) ([]match.CrowdRecord, error) {
	return list(ctx, s, crowdsRecords, recordOf, crowd)
}

func (s *Store) ForgetVotes(ctx context.Context, before time.Time, _ int) (n int, err error) {
	err = s.updateIf(ctx, `SELECT EXISTS (SELECT 1 FROM votes WHERE at <= $1)`, []any{millis(before)}, func(tx *Tx) { n = tx.exec(forgetVotes, millis(before)) })
	return n, err
}
