package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
)

type personalTable struct {
	name  string
	rows  string
	order string
	stays bool // Forget keeps these rows or treats them separately
}

const (
	ofPlayer      = `player = $1`
	theirMatches  = `(SELECT id FROM matches WHERE left_player = $1 UNION SELECT id FROM matches WHERE right_player = $1)`
	theirSubjects = `FROM (SELECT kind, id FROM subjects WHERE host = $1 UNION SELECT kind, id FROM guests WHERE player = $1) theirs`
)

// exceptions are personal tables of which not simply the rows of the player are exported, in the order of the key,
// and deleted.
var exceptions = []personalTable{
	{name: "players", rows: `key = $1`},
	{name: "matches", rows: `id IN ` + theirMatches, order: `id DESC`},
	{name: "moves", rows: `match_id IN ` + theirMatches, order: `match_id DESC, ply`},
	{name: "rating_changes", rows: ofPlayer, order: `match_id DESC, family`},
	{name: "puzzles", rows: ofPlayer, order: `puzzle DESC`},
	{name: "votes", rows: ofPlayer, order: `match DESC, ply`},
	{name: "subjects", rows: `kind IN (SELECT kind ` + theirSubjects + `) AND id IN (SELECT id ` + theirSubjects + `)
		AND (host = $1 OR EXISTS (SELECT 1 FROM guests g WHERE g.kind = subjects.kind AND g.id = subjects.id AND g.player = $1))`},
	{name: "guests", rows: ofPlayer, stays: true},
	{name: "racers", rows: ofPlayer, order: `race DESC`, stays: true},
	{name: "season_standings", rows: ofPlayer, order: `season DESC, server`, stays: true},
	// An identity that is refused service stays refused after a deletion.
	{name: "shut_out", rows: `subject = (SELECT id FROM players WHERE key = $1)`, stays: true},
	{name: "live_sessions", rows: ofPlayer, order: `until`},
}

// personal also has each further table with a column for its player, except for the one that outlives a deletion. In
// blocks that is who blocks: nobody learns who has blocked them.
var personal = func() []personalTable {
	all := slices.Clone(exceptions)
	for _, t := range tables {
		if t.name != "former_players" && slices.Contains(t.people, "player") && !slices.ContainsFunc(all, func(p personalTable) bool { return p.name == t.name }) {
			all = append(all, personalTable{name: t.name, rows: ofPlayer})
		}
	}
	return all
}()

// withheld are columns that are exported only under a condition. A seed reveals the next random
// choices, and anybody can join a class with its code.
var withheld = map[string]string{
	"matches.seed":       `state = {finished}`,
	"subjects.state":     hasEnded + ` OR kind IN ('class', 'assignment', 'puzzle set') OR kind = 'challenge' AND rated = 0`, // others may have a seed or a start
	"subjects.code":      `host = $1`,
	"shut_out.author":    `false`, // managers decide together
	"shut_out.let_in_by": `false`,
	// These reveal nothing about a person, and would help to guess secrets.
	"live_sessions.link":    `false`,
	"live_sessions.browser": `false`,
	"live_sessions.board":   `false`,
}

var (
	// momentColumns are in milliseconds since 1970, spanColumns in milliseconds.
	momentColumns = strings.Fields("created updated ended deadline remind abandon_at expires at tried puzzles.solved gave_up asked opened told starts started free bell begins ends due " +
		"until asked_at posed_at advised_at since")
	spanColumns = strings.Fields("turn_time length")
)

// Export reads one table after the other and holds one row.
func (s *Store) Export(ctx context.Context, player string, to io.Writer, enough func() bool) (d match.PersonalData, err error) {
	err = s.viewOnce(ctx, func(tx *Tx) {
		key := get[int64](tx, playerKey, player)
		if key == 0 {
			tx.fail(match.ErrNotFound)
		}
		file := exporting{tx: tx, to: to, enough: enough}
		separator := "{\n"
		for _, t := range personal {
			file.print("%s%q: [", separator, t.name)
			separator = ",\n"
			rows := file.table(&t, key)
			file.print("]")
			if t.name == "matches" {
				d.Matches = rows
			}
		}
		file.print("\n}\n")
		d.More = file.more
	})
	return d, err
}

type exporting struct {
	tx     *Tx
	to     io.Writer
	enough func() bool
	more   bool
}

func (e *exporting) print(format string, args ...any) {
	if e.tx.err == nil {
		_, err := fmt.Fprintf(e.to, format, args...)
		e.tx.fail(err)
	}
}

func (e *exporting) table(t *personalTable, key int64) (n int) {
	order := t.order
	if order == "" {
		order = strings.Join(tableNamed(t.name).key, ", ")
	}
	query := fmt.Sprintf(`SELECT %s FROM %s WHERE %s ORDER BY %s`, strings.Join(t.columns(e.tx), ", "), t.name, t.rows, order)
	e.tx.eachRow(query, []any{key}, func(names []string, row []any) bool {
		if e.more = e.more || e.enough(); e.more {
			return false
		}
		if n++; n > 1 {
			e.print(",")
		}
		separator := "\n {"
		for i, name := range names {
			name, value := t.told(name, row[i])
			if value == nil {
				continue
			}
			text, err := json.Marshal(value)
			e.tx.fail(err)
			e.print("%s%q: %s", separator, name, text)
			separator = ", "
		}
		e.print("}")
		return e.tx.err == nil
	})
	return n
}

func (t *personalTable) columns(tx *Tx) (selected []string) {
	names, _ := tx.values(`SELECT * FROM ` + t.name + ` WHERE false`)
	people := tableNamed(t.name).people
	for _, name := range names {
		allowed, secret := withheld[t.name+"."+name]
		switch {
		case name == "key", name == "player": // internal numbers
		case slices.Contains(people, name):
			selected = append(selected, fmt.Sprintf(`(SELECT id FROM players WHERE key = %s) AS %[1]s, (SELECT name FROM players WHERE key = %[1]s) AS %[1]s_name`, name))
		case secret:
			selected = append(selected, fmt.Sprintf(`CASE WHEN %s THEN %s END AS %[2]s`, allowed, name))
		default:
			selected = append(selected, name)
		}
	}
	return selected
}

// told returns a value in readable form, nil to leave it out, and the name with its unit.
func (t *personalTable) told(name string, value any) (string, any) {
	number, isNumber := value.(int64)
	switch {
	case name == "settings", name == "state" && strings.HasPrefix(text(value), "{"):
		return name, json.RawMessage(text(value))
	case !isNumber:
		return name, value
	case name == "seed": // too large for many JSON parsers
		return name, strconv.FormatUint(uint64(number), 10)
	case slices.Contains(spanColumns, name):
		return name + "_ms", number
	case slices.Contains(momentColumns, name), slices.Contains(momentColumns, t.name+"."+name):
		return name + "_utc", time.UnixMilli(number).UTC()
	}
	return name, value
}
