package sqlstore

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
)

// A personalTable has rows about people.
type personalTable struct {
	name  string
	rows  string // the condition for rows about the person with the key $1
	order string // "" means the primary key
	limit int    // match.MaxPersonal if 0
	stays bool   // Forget keeps these rows or treats them separately
}

const (
	ofPlayer     = `player = $1`
	theirMatches = `(SELECT id FROM matches WHERE left_player = $1 UNION SELECT id FROM matches WHERE right_player = $1)`
	theirClasses = `(SELECT id FROM classes WHERE teacher = $1)`
	oftenMoved   = 10 // moves in a match, on average
)

// personal lists the tables with rows about people, in the order of the exported file.
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
	{name: "advice", rows: ofPlayer},
	{name: "lessons", rows: ofPlayer},
	{name: "broken_rules", rows: ofPlayer},
	{name: "classes", rows: `id IN (SELECT id FROM classes WHERE teacher = $1 UNION SELECT class FROM class_members WHERE player = $1)`},
	{name: "class_members", rows: ofPlayer, stays: true},
	{name: "assignments", rows: `class IN ` + theirClasses},
	{name: "assignment_tasks", rows: `assignment IN (SELECT id FROM assignments WHERE class IN ` + theirClasses + `)`},
	{name: "puzzle_sets", rows: `class IN ` + theirClasses},
	{name: "set_puzzles", rows: `puzzle_set IN (SELECT id FROM puzzle_sets WHERE class IN ` + theirClasses + `)`},
	{name: "tournaments", rows: `id IN (SELECT id FROM tournaments WHERE leader = $1 UNION SELECT tournament FROM entrants WHERE player = $1)`, order: `id DESC`},
	{name: "entrants", rows: ofPlayer, stays: true},
	{name: "pairings", rows: `tournament IN (SELECT tournament FROM entrants WHERE player = $1) AND (first = $1 OR second = $1)`, order: `tournament DESC, round, board, game`},
	// The leader of a tournament decides which pairs are kept apart.
	{name: "kept_apart", rows: `tournament IN (SELECT id FROM tournaments WHERE leader = $1 UNION SELECT tournament FROM kept_apart WHERE one = $1
		UNION SELECT tournament FROM kept_apart WHERE other = $1) AND (one = $1 OR other = $1 OR tournament IN (SELECT id FROM tournaments WHERE leader = $1))`},
	{name: "season_standings", rows: ofPlayer, order: `season DESC, server`, stays: true},
	{name: "told_marks", rows: ofPlayer},
	{name: "follows", rows: ofPlayer},
	// An identity that is refused service stays refused after a deletion.
	{name: "shut_out", rows: `subject = (SELECT id FROM players WHERE key = $1)`, stays: true},
	{name: "blocks", rows: ofPlayer}, // nobody learns who has blocked them
	{name: "live_sessions", rows: ofPlayer, order: `until`},
}

// withheld are columns that are exported only under a condition. A seed reveals the next random
// choices, and anybody can join a class with its code.
var withheld = map[string]string{
	"matches.seed":       `state = {finished}`,
	"challenges.start":   `rated = 0 OR state <> {open}`,
	"tournaments.seed":   `ended IS NOT NULL`,
	"classes.code":       `teacher = $1`,
	"shut_out.author":    `false`, // managers decide together
	"shut_out.let_in_by": `false`,
	// These reveal nothing about a person, and would help to guess secrets.
	"live_sessions.link":    `false`,
	"live_sessions.browser": `false`,
	"live_sessions.board":   `false`,
}

var (
	// momentColumns are in milliseconds since 1970, spanColumns in milliseconds.
	momentColumns = strings.Fields("created updated ended deadline remind abandon_at expires at tried solved gave_up asked opened told starts started " +
		"given until made since taken_until challenges.closed class_members.joined")
	spanColumns = strings.Fields("turn_time length")
)

// Export implements match.Privacy.
func (s *Store) Export(ctx context.Context, player string) (d match.PersonalData, err error) {
	err = s.view(ctx, func(tx *Tx) {
		key := get[int64](tx, playerKey, player)
		if key == 0 {
			tx.fail(match.ErrNotFound)
		}
		d = match.PersonalData{}
		var file bytes.Buffer
		separator := "{\n"
		for _, t := range personal {
			fmt.Fprintf(&file, "%s%q: [", separator, t.name)
			separator = ",\n"
			rows := t.write(tx, &file, key)
			file.WriteString("]")
			if t.name == "matches" {
				d.Matches = rows
			}
			d.More = d.More || rows == t.most()
		}
		file.WriteString("\n}\n")
		d.JSON = file.Bytes()
	})
	return d, err
}

func (t *personalTable) most() int { return max(t.limit, match.MaxPersonal) }

// write writes the rows about a person as JSON objects, and returns their number.
func (t *personalTable) write(tx *Tx, file *bytes.Buffer, key int64) (n int) {
	order := t.order
	if order == "" {
		order = strings.Join(tableNamed(t.name).key, ", ")
	}
	query := fmt.Sprintf(`SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT %d`, strings.Join(t.columns(tx), ", "), t.name, t.rows, order, t.most())
	names, rows := tx.values(query, key)
	for n, row := range rows {
		if n > 0 {
			file.WriteByte(',')
		}
		file.WriteString("\n {")
		separator := ""
		for i, name := range names {
			name, value := t.told(name, row[i])
			if value == nil {
				continue
			}
			text, err := json.Marshal(value)
			tx.fail(err)
			fmt.Fprintf(file, "%s%q: %s", separator, name, text)
			separator = ", "
		}
		file.WriteString("}")
	}
	return len(rows)
}

// columns returns the columns to select: players by id and name, without withheld ones.
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

// told returns a value in readable form, nil for none, and a name that ends in its unit.
func (t *personalTable) told(name string, value any) (string, any) {
	number, isNumber := value.(int64)
	switch {
	case name == "settings":
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
