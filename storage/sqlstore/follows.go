package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"nimatron/match"
)

var (
	followedColumns = columns[int64]{{"match", func(id *int64) any { return id }}}
	// followerColumns are of the notices for those who follow a match.
	followerColumns = columns[match.Notice]{
		{"m.id", func(n *match.Notice) any { return &n.Match }},
		{"m.channel", func(n *match.Notice) any { return &n.Channel }},
		{"p.id", func(n *match.Notice) any { return &n.Message }},
	}
)

var (
	// Whoever ends the match waits until it is known who follows it.
	followable = spell(`SELECT id FROM matches WHERE id = $1 AND state = {playing} {for update}`)
	followedBy = `SELECT ` + followedColumns.names() + ` FROM follows
		WHERE player = (SELECT key FROM players WHERE id = $1) ORDER BY match`
	followersOf = `SELECT ` + followerColumns.names() + ` FROM follows f JOIN matches m ON m.id = f.match
		JOIN players p ON p.key = f.player WHERE f.match = $1 ORDER BY f.player`
)

const (
	unfollow      = `DELETE FROM follows WHERE match = $1 AND player = $2`
	follow        = `INSERT INTO follows (match, player) VALUES ($1, $2)`
	followsAfter  = `SELECT (SELECT count(*) FROM follows WHERE match = $1), (SELECT count(*) FROM follows WHERE player = $2)`
	followNext    = `UPDATE follows SET match = $2 WHERE match = $1`
	unfollowEnded = `DELETE FROM follows WHERE match = $1`
)

// Follow implements match.Follows.
func (s *Store) Follow(ctx context.Context, id int64, player match.Player) (follows bool, err error) {
	defer wrap(&err, "follow match %d", id)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		if err := tx.lock(ctx, `{lock channel}`, "follows of "+player.ID); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, followable, id).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return match.ErrStale
		}
		if err != nil {
			return err
		}
		key, err := savePlayer(ctx, tx, player)
		if err != nil {
			return err
		}
		n, err := affected(tx.ExecContext(ctx, unfollow, id, key))
		if follows = n == 0; err != nil || !follows {
			return err
		}
		if _, err := tx.ExecContext(ctx, follow, id, key); err != nil {
			return err
		}
		var followers, followed int
		err = tx.QueryRowContext(ctx, followsAfter, id, key).Scan(&followers, &followed)
		switch {
		case err != nil:
			return err
		case followers > match.MaxFollowers:
			return match.ErrTooManyFollowers
		case followed > match.MaxFollows:
			return match.ErrTooManyFollows
		}
		return nil
	})
	return follows && err == nil, err
}

// FollowedBy implements match.Follows.
func (s *Store) FollowedBy(ctx context.Context, player string) (_ []int64, err error) {
	defer wrap(&err, "matches that player %s follows", player)
	return list(ctx, s, followedColumns, followedBy, player)
}

// tellFollowers tells those who follow a match that has ended or, where next is the second match
// of its pair and not 0, has them follow that one.
func tellFollowers(ctx context.Context, tx *Tx, id, next int64, now time.Time) error {
	if next != 0 {
		_, err := tx.ExecContext(ctx, followNext, id, next)
		return err
	}
	notices, err := followerColumns.query(ctx, tx, followersOf, id)
	if err != nil || len(notices) == 0 {
		return err
	}
	for _, n := range notices {
		n.Kind, n.Created = match.FollowNotice, now
		if err := addNotice(ctx, tx, n); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, unfollowEnded, id)
	return err
}
