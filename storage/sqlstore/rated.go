package sqlstore

import (
	"context"
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

// MarkAdvised implements match.Matches. Mostly there is nothing to note, and then no writer
// waits.
func (s *Store) MarkAdvised(ctx context.Context, player string, families []string) (err error) {
	defer wrap(&err, "note advice to player %s", player)
	var running []kept
	running, err = list(ctx, s, keptColumns, unadvised, player)
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
	return err
}

// RunningRated implements match.Matches.
func (s *Store) RunningRated(ctx context.Context, player string) (running []match.Match, err error) {
	defer wrap(&err, "rated matches that player %s is playing", player)
	return list(ctx, s, matchColumns, runningRated, player)
}

// CalledOff implements match.Matches.
func (s *Store) CalledOff(ctx context.Context, player string, since time.Time) (times []time.Time, err error) {
	defer wrap(&err, "rated matches that player %s has called off", player)
	times, err = list(ctx, s, endColumns, calledOff, player, hashOf(player), millis(since))
	slices.SortFunc(times, time.Time.Compare)
	return times, err
}
