package sqlstore

import (
	"context"

	"nimatron/match"
)

var followerColumns = fields[match.Notice]("m.id=About.ID m.channel=Channel p.id=Message")

var (
	// A transaction that ends the match waits for this one.
	followable = `SELECT id FROM matches WHERE id = $1 AND state = {playing} {for update}`
	followedBy = `SELECT match FROM follows
		WHERE player = ` + ownKey + ` ORDER BY match`
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

func (s *Store) Follow(ctx context.Context, id int64, player match.Player) (follows bool, err error) {
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, "follows of "+player.ID)
		if get[int64](tx, followable, id) == 0 {
			tx.fail(match.ErrStale)
		}
		key := tx.savePlayer(player)
		if follows = tx.exec(unfollow, id, key) == 0; !follows {
			return
		}
		tx.exec(follow, id, key)
		var followers, followed int
		tx.scan(followsAfter, []any{id, key}, &followers, &followed)
		switch {
		case followers > match.MaxFollowers:
			tx.fail(match.ErrTooManyFollowers)
		case followed > match.MaxFollows:
			tx.fail(match.ErrTooManyFollows)
		}
	})
	return follows && err == nil, err
}

func (s *Store) FollowedBy(ctx context.Context, player string) ([]int64, error) {
	return list(ctx, s, idColumns, followedBy, player)
}

// notifyFollowers notifies the followers of a match, who then stop following it. They follow the
// second match of its pair instead.
func notifyFollowers(tx *Tx, e ending) {
	if e.next != 0 {
		tx.exec(followNext, e.id, e.next)
		return
	}
	notices := followerColumns.all(tx, followersOf, e.id)
	for _, n := range notices {
		n.About.Kind, n.Kind, n.Created = match.MatchSubject, match.FollowNotice, e.Now
		tx.notify(n)
	}
	if len(notices) > 0 {
		tx.exec(unfollowEnded, e.id)
	}
}
