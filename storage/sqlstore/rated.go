package sqlstore

import (
	"context"
	"fmt"
	"slices"
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
	WHERE left_player IN ` + keysOf(1) + ` AND called_off = {left} AND rated = 1 AND ended >= $3
	UNION ALL
	SELECT ` + endColumns.names() + ` FROM matches
	WHERE right_player IN ` + keysOf(1) + ` AND called_off = {right} AND rated = 1 AND ended >= $3`)

// A kept is a match of which family.
type kept struct {
	id     int64
	family string
}

var (
	keptColumns = columns[kept]{
		{"id", func(k *kept) any { return &k.id }},
		{"family", func(k *kept) any { return &k.family }},
	}
	honourable = spell(`state = {playing} AND level = {perfect} AND chosen = 0 AND lesson = '' AND advised = 0`)
	unadvised  = `
		SELECT ` + keptColumns.names() + ` FROM matches
		WHERE left_player = (SELECT key FROM players WHERE id = $1) AND ` + honourable + `
		UNION ALL
		SELECT ` + keptColumns.names() + ` FROM matches
		WHERE right_player = (SELECT key FROM players WHERE id = $1) AND ` + honourable
	noteAdvice = spell(`UPDATE matches SET advised = 1 WHERE id = $1 AND state = {playing}`)
)

// NoteAdvice is that of match.Matches. Mostly there is nothing to note, and then no writer
// waits.
func (s *Store) NoteAdvice(ctx context.Context, player string, families []string) error {
	var running []kept
	err := s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		running, err = keptColumns.query(ctx, tx, unadvised, player)
		return err
	})
	running = slices.DeleteFunc(running, func(k kept) bool { return !slices.Contains(families, k.family) })
	if err == nil && len(running) > 0 {
		err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
			for _, k := range running {
				if _, err := tx.ExecContext(ctx, noteAdvice, k.id); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("note advice to player %s: %w", player, err)
	}
	return nil
}

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
		times, err = endColumns.query(ctx, tx, calledOff, player, hashOf(player), millis(since))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rated matches that player %s has called off: %w", player, err)
	}
	slices.SortFunc(times, time.Time.Compare)
	return times, nil
}
