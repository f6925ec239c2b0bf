package sqlstore

import (
	"context"
	"fmt"
	"time"

	"nimatron/match"
)

// runningRated finds the matches of player $1 by the sides' own indexes.
var runningRated = spell(`
	SELECT ` + matchColumns.names() + ` FROM (
		SELECT id FROM matches
		WHERE left_player = (SELECT key FROM players WHERE id = $1) AND state = {playing} AND rated = 1
		UNION
		SELECT id FROM matches
		WHERE right_player = (SELECT key FROM players WHERE id = $1) AND state = {playing} AND rated = 1) running
	CROSS JOIN matches m` + matchPlayers + ` WHERE m.id = running.id ORDER BY m.id`)

var endColumns = columns[time.Time]{{"ended", func(t *time.Time) any { return (*timeColumn)(t) }}}

var calledOff = spell(`
	SELECT ` + endColumns.names() + ` FROM matches
	WHERE left_player = (SELECT key FROM players WHERE id = $1) AND called_off = {left} AND rated = 1 AND ended >= $2
	UNION ALL
	SELECT ` + endColumns.names() + ` FROM matches
	WHERE right_player = (SELECT key FROM players WHERE id = $1) AND called_off = {right} AND rated = 1 AND ended >= $2
	ORDER BY ended`)

// RunningRated is that of match.Matches.
func (s *Store) RunningRated(ctx context.Context, player string) ([]match.Match, error) {
	var running []match.Match
	err := s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		running, err = matchColumns.query(ctx, tx, runningRated, player)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rated matches that player %s is playing: %w", player, err)
	}
	return running, nil
}

// CalledOff is that of match.Matches.
func (s *Store) CalledOff(ctx context.Context, player string, since time.Time) ([]time.Time, error) {
	var times []time.Time
	err := s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		times, err = endColumns.query(ctx, tx, calledOff, player, millis(since))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rated matches that player %s has called off: %w", player, err)
	}
	return times, nil
}
