package sqlstore

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"time"

	"nimatron/match"
)

var serverSettingsColumns = append(fields[match.ServerSettings]("version=Version puzzle_channel=PuzzleChannel"),
	jsonColumn[match.ServerSettings]("settings"))

var personSettingsColumns = append(fields[match.PersonSettings]("version=Version"),
	jsonColumn[match.PersonSettings]("settings"))

// jsonColumn stores the fields of a T that have JSON tags.
func jsonColumn[T any](name string) column[T] {
	return column[T]{name, func(t *T) any { return jsonValue{t} }}
}

type jsonValue struct{ to any }

func (j jsonValue) Scan(v any) error {
	if text(v) == "" {
		return nil
	}
	return json.Unmarshal([]byte(text(v)), j.to)
}

func (j jsonValue) Value() (driver.Value, error) {
	data, err := json.Marshal(j.to)
	return string(data), err
}

// These begin with the key of the owner.
var (
	newServerSettings = serverSettingsColumns.keyed("room")
	newPersonSettings = personSettingsColumns.keyed("player")
)

var (
	serverSettings = `SELECT ` + serverSettingsColumns.names() + ` FROM server_settings WHERE room = $1`
	personSettings = `
		SELECT ` + personSettingsColumns.from("s").names() + ` FROM players p JOIN person_settings s ON s.player = p.key
		WHERE p.id = $1`

	// If the row's version differs, somebody else has changed it.
	saveServerSettings = newServerSettings.save("server_settings", 1, `{1} = 0`, `server_settings.version = {1}`)
	savePersonSettings = newPersonSettings.save("person_settings", 1, `{1} = 0`, `person_settings.version = {1}`)
)

const (
	puzzleChannel    = `SELECT puzzle_channel FROM server_settings WHERE room = $1 {for update}`
	dropAnnouncement = `DELETE FROM outbox WHERE kind IN ($1, $2) AND channel = $3`
	setPuzzleDay     = `UPDATE server_settings SET puzzle_day = $1 WHERE room = $2`
)

func (s *Store) ServerSettings(ctx context.Context, room string) (set match.ServerSettings, err error) {
	err = s.ask(ctx, func(tx *Tx) { set, _ = serverSettingsColumns.first(tx, serverSettings, room) })
	return set, err
}

func (s *Store) SaveServerSettings(ctx context.Context, room string, set match.ServerSettings) (err error) {
	if err := set.Check(); err != nil {
		return err
	}
	return s.update(ctx, func(tx *Tx) {
		before := get[string](tx, puzzleChannel, room)
		next := set
		next.Version++
		saved := newServerSettings.values(&next, room)
		tx.execOr(match.ErrStale, saveServerSettings, append(saved, set.Version)...)
		if before != set.PuzzleChannel {
			tx.exec(dropAnnouncement, string(match.PuzzleNotice), string(match.SeasonNotice), before)
		}
	})
}

func (s *Store) PersonSettings(ctx context.Context, player string) (set match.PersonSettings, err error) {
	err = s.ask(ctx, func(tx *Tx) { set, _ = personSettingsColumns.first(tx, personSettings, player) })
	return set, err
}

func (s *Store) SavePersonSettings(ctx context.Context, player match.Player, set match.PersonSettings) (err error) {
	if err := set.Check(); err != nil {
		return err
	}
	return s.update(ctx, func(tx *Tx) {
		if !tx.savePersonSettings(tx.savePlayer(player), set) {
			tx.fail(match.ErrStale)
		}
	})
}

// savePersonSettings reports whether nobody else has changed them.
func (tx *Tx) savePersonSettings(player int64, set match.PersonSettings) bool {
	next := set
	next.Version++
	return tx.exec(savePersonSettings, append(newPersonSettings.values(&next, player), set.Version)...) > 0
}

type puzzleRoom struct {
	match.ServerSettings
	Room string
}

var puzzleRoomColumns = append(within(serverSettingsColumns, func(r *puzzleRoom) *match.ServerSettings { return &r.ServerSettings }),
	fields[puzzleRoom]("room=Room")...)

var roomsWithoutPuzzle = `
	SELECT ` + puzzleRoomColumns.names() + ` FROM server_settings WHERE puzzle_channel <> '' AND puzzle_day < $1
		AND room NOT IN (SELECT subject FROM shut_out WHERE scope = ` + quote(match.Everywhere) + ` AND until IS NULL)
		AND left_at IS NULL
	ORDER BY puzzle_day, room LIMIT $2`

func (s *Store) AnnouncePuzzle(ctx context.Context, day string, now time.Time, limit int) (int, error) {
	return forEachDue(ctx, s, puzzleRoomColumns, roomsWithoutPuzzle, day, limit, func(tx *Tx, r puzzleRoom) {
		tx.exec(setPuzzleDay, day, r.Room)
		tx.addPuzzlePost(r, day)
		tx.notify(match.Notice{Channel: r.PuzzleChannel, Kind: match.PuzzleNotice, Created: now})
	})
}
