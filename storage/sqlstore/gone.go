package sqlstore

import (
	"context"
	"slices"
	"time"

	"nimatron/match"
)

const (
	leftServers = `SELECT server FROM left_servers WHERE since > $1 ORDER BY since`
	// The bot has posted in these channels.
	serverOf = `SELECT server FROM matches WHERE channel = $1 AND message <> ''
		UNION ALL SELECT server FROM challenges WHERE channel = $1 AND state = {open} AND message <> ''
		UNION ALL SELECT server FROM tournaments WHERE channel = $1 AND ` + isOpen + `
		UNION ALL SELECT server FROM classes WHERE channel = $1 AND ended IS NULL AND message <> ''
		UNION ALL SELECT server FROM races WHERE channel = $1 AND ` + raceIsOpen + `
		UNION ALL SELECT room FROM server_settings WHERE puzzle_channel = $1 AND puzzle_channel <> '' LIMIT 1`
	channelsHeld = `SELECT DISTINCT channel FROM (
		SELECT channel FROM matches WHERE server = $1 AND state = {playing}
		UNION ALL SELECT channel FROM challenges WHERE server = $1 AND state = {open}
		UNION ALL SELECT channel FROM tournaments WHERE server = $1 AND ` + isOpen + `
		UNION ALL SELECT channel FROM (SELECT channel, server FROM races WHERE ` + raceIsOpen + ` ORDER BY channel) open_races WHERE server = $1
		UNION ALL SELECT puzzle_channel FROM server_settings WHERE room = $1 AND puzzle_channel <> '') held ORDER BY channel LIMIT $2`
	serversHeld = `SELECT room FROM server_settings UNION SELECT server FROM matches WHERE state = {playing} AND message <> ''
		UNION SELECT server FROM challenges WHERE state = {open} AND message <> ''
		UNION SELECT server FROM classes WHERE ended IS NULL
		UNION SELECT server FROM (SELECT id, server FROM tournaments WHERE ` + isOpen + ` ORDER BY id) held ORDER BY 1`
	// livesIn asks whether Vacate has to do anything in a channel.
	livesIn = `SELECT EXISTS (SELECT 1 FROM challenges WHERE channel = $1 AND state = {open}) OR EXISTS (SELECT 1 FROM outbox WHERE channel = $1)
		OR EXISTS (SELECT 1 FROM server_settings WHERE puzzle_channel = $1 AND puzzle_channel <> '')
		OR EXISTS (SELECT 1 FROM puzzle_posts WHERE channel = $1) OR EXISTS (SELECT 1 FROM classes WHERE channel = $1 AND ended IS NULL)
		OR EXISTS (SELECT 1 FROM races WHERE channel = $1 AND ` + raceIsOpen + `)
		OR EXISTS (SELECT 1 FROM tournaments WHERE channel = $1 AND ` + isOpen + `)`
)

var nameColumns = columns[string]{{"name", func(s *string) any { return s }}}

func (s *Store) Vacate(ctx context.Context, place match.Held, now time.Time) error {
	if place.Channel != "" {
		return s.updateIf(ctx, livesIn, []any{place.Channel}, func(tx *Tx) {
			tx.vacate("channel", place.Channel, now)
			tx.exec(`UPDATE puzzle_posts SET message = '', shown_version = version WHERE channel = $1`, place.Channel)
			tx.exec(`UPDATE server_settings SET puzzle_channel = '', version = version + 1 WHERE puzzle_channel = $1 AND puzzle_channel <> ''`, place.Channel)
			tx.exec(`DELETE FROM outbox WHERE channel = $1`, place.Channel)
		})
	}
	return s.update(ctx, func(tx *Tx) {
		tx.exec(`INSERT INTO left_servers (server, since) VALUES ($1, $2) ON CONFLICT DO NOTHING`, place.Server, millis(now))
		tx.vacate("server", place.Server, now)
		tx.exec(`UPDATE puzzle_posts SET message = '', shown_version = version WHERE room = $1`, place.Server)
		for _, id := range idColumns.all(tx, `SELECT id FROM classes WHERE ended IS NULL AND server = $1 ORDER BY id`, place.Server) {
			tx.endClass(id, now)
		}
	})
}

// vacate closes challenges and races, and forgets messages that can't be edited any more. The column names the
// place.
func (tx *Tx) vacate(column, place string, now time.Time) {
	tx.exec(`UPDATE challenges SET state = $2, closed = $3, shown_version = 2 WHERE state = {open} AND `+column+` = $1`,
		place, string(match.ChallengeExpired), millis(now))
	tx.exec(`DELETE FROM racers WHERE NOT `+isRacing+` AND race IN (SELECT id FROM races WHERE `+raceIsOpen+` AND `+column+` = $1)`, place)
	tx.exec(`UPDATE races SET is_over = 1, version = version + 1, shown_version = version + 1 WHERE is_over = 0 AND `+column+` = $1`, place)
	tx.exec(`UPDATE tournaments SET message = '' WHERE `+isOpen+` AND `+column+` = $1`, place)
	tx.exec(`UPDATE classes SET message = '' WHERE ended IS NULL AND `+column+` = $1`, place)
}

// leaveChannel is a hook of atEnd. A match whose channel is gone has no message to update, and a pairing of
// it waits for another thread.
func leaveChannel(tx *Tx, e ending) {
	if e.End.Termination != match.ChannelGone {
		return
	}
	tx.exec(`UPDATE matches SET shown_version = version WHERE id = $1`, e.id)
	tx.exec(`UPDATE pairings SET channel = '', match = NULL WHERE is_over = 0
		AND (match = $1 OR match = (SELECT pair FROM matches WHERE id = $1))`, e.id)
}

func (s *Store) LeftServers(ctx context.Context, after time.Time) ([]string, error) {
	return list(ctx, s, nameColumns, leftServers, after.UnixMilli())
}

func (s *Store) Return(ctx context.Context, servers []string) error {
	return s.update(ctx, func(tx *Tx) {
		for some := range slices.Chunk(servers, atOnce) {
			tx.exec(`DELETE FROM left_servers WHERE server IN (`+placeholders(1, atOnce)+`)`, repeated(some)...)
		}
	})
}

func (s *Store) ServersHeld(ctx context.Context) ([]string, error) {
	return list(ctx, s, nameColumns, serversHeld)
}

func (s *Store) ForgetServers(ctx context.Context, before time.Time, limit int) (int, error) {
	const due = `SELECT server FROM left_servers WHERE since <= $1 ORDER BY since LIMIT $2`
	return forEachDue(ctx, s, nameColumns, due, millis(before), limit, func(tx *Tx, server string) {
		tx.exec(`DELETE FROM server_settings WHERE room = $1`, server)
		tx.exec(`DELETE FROM left_servers WHERE server = $1`, server)
	})
}

func (s *Store) ServerOf(ctx context.Context, channel string) (server string, err error) {
	err = s.ask(ctx, func(tx *Tx) { server = get[string](tx, serverOf, channel) })
	return server, err
}

func (s *Store) ChannelsHeld(ctx context.Context, server string, limit int) ([]string, error) {
	return list(ctx, s, nameColumns, channelsHeld, server, bound(limit))
}
