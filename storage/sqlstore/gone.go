package sqlstore

import (
	"context"
	"slices"
	"time"

	"nimatron/match"
)

const (
	leftServers = `SELECT room FROM server_settings WHERE left_at > $1 ORDER BY left_at`
	leaveServer = `INSERT INTO server_settings (room, version, puzzle_channel, settings, left_at) VALUES ($1, 1, '', '{}', $2)
		ON CONFLICT (room) DO UPDATE SET left_at = coalesce(server_settings.left_at, excluded.left_at)`
)

// livesIn asks whether Vacate has to do anything in a channel.
var livesIn = func() string {
	all := `SELECT EXISTS (SELECT 1 FROM outbox WHERE channel = $1) OR EXISTS (` + subscriptions + `puzzle_channel = $1)`
	for _, k := range kinds {
		if k.gone != "" {
			all += ` OR EXISTS (` + k.living(`channel = $1`) + `)`
		}
	}
	return all
}()

func (s *Store) Vacate(ctx context.Context, place match.Held, now time.Time) error {
	if place.Channel != "" {
		return s.updateIf(ctx, livesIn, []any{place.Channel}, func(tx *Tx) {
			tx.vacate(place, now)
			tx.exec(`UPDATE server_settings SET puzzle_channel = '', version = version + 1 WHERE puzzle_channel = $1 AND puzzle_channel <> ''`, place.Channel)
			tx.exec(`DELETE FROM outbox WHERE channel = $1`, place.Channel)
		})
	}
	return s.update(ctx, func(tx *Tx) {
		tx.exec(leaveServer, place.Server, millis(now))
		tx.vacate(place, now)
		tx.leave(place, false, now)
	})
}

// leaveChannel is a hook of atEnd. A match whose channel is gone has no message to update, and a pairing of
// it waits for another thread.
func leaveChannel(tx *Tx, e ending) {
	if e.End.Termination != match.ChannelGone {
		return
	}
	tx.exec(`UPDATE matches SET shown_version = version WHERE id = $1`, e.id)
	tx.loseChannel(e.id)
}

func (s *Store) LeftServers(ctx context.Context, after time.Time) ([]string, error) {
	return list(ctx, s, textColumns, leftServers, after.UnixMilli())
}

func (s *Store) Return(ctx context.Context, servers []string) error {
	return s.update(ctx, func(tx *Tx) {
		for some := range slices.Chunk(servers, atOnce) {
			tx.exec(`UPDATE server_settings SET left_at = NULL WHERE left_at IS NOT NULL AND room IN (`+placeholders(1, atOnce)+`)`, repeated(some)...)
		}
	})
}

func (s *Store) ServersHeld(ctx context.Context) ([]string, error) {
	return list(ctx, s, textColumns, serversHeld)
}

func (s *Store) forgetServers(ctx context.Context, now time.Time, limit int) (int, error) {
	const due = `SELECT room FROM server_settings WHERE left_at <= $1 ORDER BY left_at LIMIT $2`
	return forEachDue(ctx, s, textColumns, due, millis(now.Add(-match.SettingsLife)), limit, func(tx *Tx, server string) {
		tx.exec(`DELETE FROM server_settings WHERE room = $1`, server)
	})
}
