package sqlstore

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
)

// A personalTable has rows that tell of people.
type personalTable struct {
	name  string
	rows  string // the condition for those about a person, whose key is $1
	order string // "": that of the primary key
	limit int    // match.MaxPersonal if 0
}

const (
	ofPlayer     = `player = $1`
	theirMatches = `(SELECT id FROM matches WHERE left_player = $1 UNION SELECT id FROM matches WHERE right_player = $1)`
	theirClasses = `(SELECT id FROM classes WHERE teacher = $1)`
	oftenMoved   = 10 // moves in a match, on average
)

// personal are the tables that tell of people, in the order of the file that they get.
var personal = []personalTable{
	{name: "players", rows: `key = $1`},
	{name: "person_settings", rows: ofPlayer},
	{name: "matches", rows: `id IN ` + theirMatches, order: `id DESC`},
	{name: "moves", rows: `match_id IN ` + theirMatches, order: `match_id DESC, ply`, limit: oftenMoved * match.MaxPersonal},
	{name: "challenges", rows: `id IN (SELECT id FROM challenges WHERE challenger = $1 UNION SELECT id FROM challenges WHERE opponent = $1)`, order: `id DESC`},
	{name: "ratings", rows: ofPlayer},
	{name: "rating_changes", rows: ofPlayer, order: `match_id DESC, family`},
	{name: "tallies", rows: ofPlayer},
	{name: "server_players", rows: ofPlayer},
	{name: "puzzles", rows: ofPlayer, order: `puzzle DESC`},
	{name: "asked_puzzles", rows: ofPlayer},
	{name: "puzzle_ratings", rows: ofPlayer},
	{name: "lessons", rows: ofPlayer},
	{name: "broken_rules", rows: ofPlayer},
	{name: "classes", rows: `id IN (SELECT id FROM classes WHERE teacher = $1 UNION SELECT class FROM class_members WHERE player = $1)`},
	{name: "class_members", rows: ofPlayer},
	{name: "assignments", rows: `class IN ` + theirClasses},
	{name: "assignment_tasks", rows: `assignment IN (SELECT id FROM assignments WHERE class IN ` + theirClasses + `)`},
	{name: "puzzle_sets", rows: `class IN ` + theirClasses},
	{name: "set_puzzles", rows: `puzzle_set IN (SELECT id FROM puzzle_sets WHERE class IN ` + theirClasses + `)`},
	{name: "tournaments", rows: `id IN (SELECT id FROM tournaments WHERE leader = $1 UNION SELECT tournament FROM entrants WHERE player = $1)`, order: `id DESC`},
	{name: "entrants", rows: ofPlayer},
	// The leader of a tournament decides who is kept apart there.
	{name: "kept_apart", rows: `tournament IN (SELECT id FROM tournaments WHERE leader = $1 UNION SELECT tournament FROM kept_apart WHERE one = $1
		UNION SELECT tournament FROM kept_apart WHERE other = $1) AND (one = $1 OR other = $1 OR tournament IN (SELECT id FROM tournaments WHERE leader = $1))`},
	{name: "season_standings", rows: ofPlayer, order: `season DESC, server`},
	{name: "told_marks", rows: ofPlayer},
	{name: "follows", rows: ofPlayer},
}

// withheld are columns that would tell too much at times, each with the condition for telling it: seeds
// give away what the bot or the tournament draws next, and a class is joined by its code.
var withheld = map[string]string{
	"matches.seed":     `state = {finished}`,
	"challenges.start": `rated = 0 OR state <> {open}`,
	"tournaments.seed": `ended IS NOT NULL`,
	"classes.code":     `teacher = $1`,
}

var (
	// personColumns refer to players.
	personColumns = strings.Fields("left_player right_player challenger opponent leader teacher one other")
	// momentColumns are milliseconds since 1970, and spanColumns milliseconds.
	momentColumns = strings.Fields("created updated ended deadline remind abandon_at expires at tried solved gave_up asked opened told starts started " +
		"given until made taken_until challenges.closed class_members.joined")
	spanColumns = strings.Fields("turn_time length")
)

// Export implements match.Privacy.
func (s *Store) Export(ctx context.Context, player string) (d match.PersonalData, err error) {
	defer wrap(&err, "export the data of player %s", player)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		var key int64
		err := tx.QueryRowContext(ctx, `SELECT key FROM players WHERE id = $1`, player).Scan(&key)
		if errors.Is(err, sql.ErrNoRows) {
			return match.ErrNotFound
		}
		if err != nil {
			return err
		}
		d = match.PersonalData{}
		var file bytes.Buffer
		separator := "{\n"
		for _, t := range personal {
			fmt.Fprintf(&file, "%s%q: [", separator, t.name)
			separator = ",\n"
			rows, err := t.write(ctx, tx, &file, key)
			if err != nil {
				return fmt.Errorf("the table %s: %w", t.name, err)
			}
			file.WriteString("]")
			if t.name == "matches" {
				d.Matches = rows
			}
			d.More = d.More || rows == t.most()
		}
		file.WriteString("\n}\n")
		d.JSON = file.Bytes()
		return nil
	})
	return d, err
}

func (t *personalTable) most() int { return max(t.limit, match.MaxPersonal) }

// write writes the rows about a person as objects of JSON, and returns how many there are.
func (t *personalTable) write(ctx context.Context, tx *Tx, file *bytes.Buffer, key int64) (n int, err error) {
	columns, err := t.columns(ctx, tx)
	if err != nil {
		return 0, err
	}
	order := t.order
	if order == "" {
		i := slices.IndexFunc(tables, func(copied table) bool { return copied.name == t.name })
		order = strings.Join(tables[i].key, ", ")
	}
	query := fmt.Sprintf(`SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT %d`, strings.Join(columns, ", "), t.name, t.rows, order, t.most())
	rows, err := tx.QueryContext(ctx, spell(query), key)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	values, places := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		places[i] = &values[i]
	}
	for ; rows.Next(); n++ {
		if err := rows.Scan(places...); err != nil {
			return 0, err
		}
		if n > 0 {
			file.WriteByte(',')
		}
		file.WriteString("\n {")
		separator := ""
		for i, name := range names {
			name, value := t.told(name, values[i])
			if value == nil {
				continue
			}
			text, err := json.Marshal(value)
			if err != nil {
				return 0, err
			}
			fmt.Fprintf(file, "%s%q: %s", separator, name, text)
			separator = ", "
		}
		file.WriteString("}")
	}
	return n, rows.Err()
}

// columns returns what is selected: players by id and name, and nothing of what is withheld.
func (t *personalTable) columns(ctx context.Context, tx *Tx) (selected []string, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT * FROM `+t.name+` WHERE false`)
	if err != nil {
		return nil, err
	}
	names, err := rows.Columns()
	if err := errors.Join(err, rows.Close()); err != nil {
		return nil, err
	}
	for _, name := range names {
		allowed, secret := withheld[t.name+"."+name]
		switch {
		case name == "key", name == "player": // numbers that mean nothing elsewhere
		case slices.Contains(personColumns, name):
			selected = append(selected, fmt.Sprintf(`(SELECT id FROM players WHERE key = %s) AS %[1]s, (SELECT name FROM players WHERE key = %[1]s) AS %[1]s_name`, name))
		case secret:
			selected = append(selected, fmt.Sprintf(`CASE WHEN %s THEN %s END AS %[2]s`, allowed, name))
		default:
			selected = append(selected, name)
		}
	}
	return selected, nil
}

// told returns a value as people read it, under a name that ends in its unit. It is nil if there is none.
func (t *personalTable) told(name string, value any) (string, any) {
	number, isNumber := value.(int64)
	switch {
	case !isNumber:
		return name, value
	case name == "seed": // too large for many readers of JSON
		return name, strconv.FormatUint(uint64(number), 10)
	case slices.Contains(spanColumns, name):
		return name + "_ms", number
	case slices.Contains(momentColumns, name), slices.Contains(momentColumns, t.name+"."+name):
		return name + "_utc", time.UnixMilli(number).UTC()
	}
	return name, value
}
