package sqlstore

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/tournament"
)

// A kind is one of the things that live in a channel. Delivery, what is going on, places that are gone and people who
// are shut out are written once, over all kinds. A new kind is one record.
type kind struct {
	subject match.SubjectKind
	table   string
	is      string     // the condition that a row of the table is one
	server  string     // the column with the server
	lags    string     // the condition that the message needs an update
	lives   string     // the condition that it goes on in its channel
	by      string     // a column with an index of those that live; "" for none
	seen    string     // the condition that the bot has been in the channel
	held    string     // the condition that the person with the key KEY holds it; "" if nobody does
	gone    string     // the changes of one that lives and whose channel is gone; $1 is the time
	guests  *gathering // nil if those who take part have tables of their own
}

// A gathering is what a kind with guests does with them.
type gathering struct {
	parts  string             // the kinds of its parts, as a list in SQL
	joined func(in int) error // refuses a person who would be in so many; nil if there is no limit
	// leave takes out a person who leads it or is in it, or ends it if the person is "". Nothing that may name a
	// forgotten one stays.
	leave func(k *match.Kept, person string, forgotten bool, now time.Time) error
	named bool // it may name somebody even if it has ended
}

var kinds = []kind{
	{match.MatchSubject, "matches", `true`, "server", isBehind, `state = {playing}`, "channel", wasPosted,
		`(left_player = KEY OR right_player = KEY)`, "", nil}, // the referee ends it
	{match.ChallengeSubject, "subjects", `kind = 'challenge'`, "server", isBehind + ` AND status IN ('declined', 'cancelled', 'expired')`,
		`kind = 'challenge' AND status = 'open'`, "channel", wasPosted, `(host = KEY OR id IN (SELECT id FROM guests WHERE kind = 'challenge' AND player = KEY))`,
		expired + `, shown_version = version + 1`, &gathering{leave: match.LeaveChallenge}},
	{match.PuzzleSubject, "subjects", `kind = 'puzzle'`, "room", isBehind + ` AND ` + wasPosted, `kind = 'puzzle' AND ` + wasPosted, "", wasPosted,
		"", `message = '', shown_version = version`, nil},
	{match.TournamentSubject, "subjects", `kind = 'tournament'`, "server", isBehind + ` AND (` + wasPosted + ` OR ` + goesOn + `)`, isTournament, "channel", `true`,
		`(host = KEY OR EXISTS (SELECT 1 FROM guests e WHERE e.kind = 'tournament' AND e.id = subjects.id AND e.player = KEY AND ` + isIn + `))`, `message = ''`,
		&gathering{leave: tournament.TakeOut}},
	{match.ClassSubject, "subjects", `kind = 'class'`, "server", isBehind + ` AND ` + wasPosted, classGoesOn + ` AND ` + wasPosted, "", `true`,
		`host = KEY`, `message = ''`,
		&gathering{quote(string(match.AssignmentSubject)) + `, ` + quote(string(match.SetSubject)), class.MayJoin, class.TakeOut, true}},
	{match.RaceSubject, "subjects", `kind = 'race'`, "server", isBehind + ` AND ` + wasPosted, raceIsOpen, "channel", wasPosted,
		"", `status = 'over', host = NULL, due = NULL, version = version + 1, shown_version = version + 1`, nil},
}

const (
	wasPosted = `message <> ''`
	// isBehind is the condition that a message shows an old version, written as in its indexes. PostgreSQL expects few
	// rows of this CASE, but nearly all rows of a comparison of two columns.
	isBehind    = `CASE version WHEN shown_version THEN 0 ELSE 1 END = 1`
	expired     = `status = '` + string(match.ChallengeExpired) + `', ends = $1, due = NULL, version = version + 1`
	classGoesOn = `kind = 'class' AND ` + goesOn
)

// kindOf returns a kind of subject. NoSubject has the ID 0, which is in no table.
func kindOf(subject match.SubjectKind) *kind {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.subject == subject })
	return &kinds[max(i, 0)]
}

func (k *kind) boards(condition string) string {
	return `SELECT ` + quote(string(k.subject)) + ` AS kind, id, version, channel, message, shown_version FROM ` + k.table + ` WHERE ` + k.is + ` AND ` + condition
}

// living selects what lives of a kind, under a further condition, with its server if the bot has been there.
func (k *kind) living(condition string) string {
	return `SELECT ` + quote(string(k.subject)) + ` AS kind, id, channel, CASE WHEN ` + k.seen + ` THEN ` + k.server + ` ELSE '' END AS server
		FROM ` + k.table + ` WHERE ` + k.lives + ` AND ` + condition
}

var livingColumns = fields[match.Living]("kind=Kind id=ID channel=Channel server=Server")

// serversHeld also finds classes whose channel is gone. Puzzles are posted where there are settings.
var serversHeld = func() string {
	all := `SELECT room AS server FROM server_settings WHERE left_at IS NULL UNION SELECT server FROM subjects WHERE ` + classGoesOn
	for _, k := range kinds {
		if k.by != "" {
			all += ` UNION SELECT server FROM (` + k.living(`1 = 1 ORDER BY `+k.by) + `) held_` + string(k.subject)
		}
	}
	return `SELECT server FROM (` + all + `) held WHERE server <> '' ORDER BY server`
}()

// subscriptions selects the channels that get the puzzle of the day.
const subscriptions = `SELECT '' AS kind, 0 AS id, puzzle_channel AS channel, room AS server FROM server_settings WHERE puzzle_channel <> '' AND `

func (s *Store) Living(ctx context.Context, what match.Held, limit int) ([]match.Living, error) {
	h := held{what, []any{bound(limit)}}
	var all []string
	for _, k := range kinds {
		if what.Person == "" || k.held != "" {
			all = append(all, `SELECT * FROM (`+k.living(h.of(&k))+` LIMIT $1) living_`+string(k.subject))
		}
	}
	if what.Person == "" {
		all = append(all, subscriptions+h.condition("", "room", "puzzle_channel"))
	}
	return list(ctx, s, livingColumns, `SELECT `+livingColumns.names()+` FROM (`+strings.Join(all, ` UNION ALL `)+`) living`, h.args...)
}

// vacate ends what has no channel any more, or forgets its message.
func (tx *Tx) vacate(h match.Held, now time.Time) {
	races := held{h, nil}
	tx.exec(`DELETE FROM racers WHERE NOT `+isRacing+` AND race IN (SELECT id FROM subjects WHERE `+raceIsOpen+` AND `+races.of(kindOf(match.RaceSubject))+`)`, races.args...)
	for _, k := range kinds {
		if k.gone != "" {
			what := held{h, nil}
			if strings.Contains(k.gone, "$1") {
				what.args = []any{millis(now)}
			}
			tx.exec(`UPDATE `+k.table+` SET `+k.gone+` WHERE `+k.lives+` AND `+what.of(&k), what.args...)
		}
	}
}

// held narrows queries down to what is held.
type held struct {
	match.Held
	args []any
}

func (h *held) of(k *kind) string { return h.condition(k.held, k.server, "channel") }

// condition narrows a table down: by is the condition that the person with the key KEY holds a row, the others are
// columns.
func (h *held) condition(by, server, channel string) string {
	all := `1 = 1`
	for _, n := range [][2]string{
		{strings.ReplaceAll(by, "KEY", `(SELECT key FROM players WHERE id = $N)`), h.Person}, {server + ` = $N`, h.Server}, {channel + ` = $N`, h.Channel},
	} {
		if n[1] == "" {
			continue
		}
		i := slices.Index(h.args, any(n[1]))
		if i < 0 {
			i, h.args = len(h.args), append(h.args, n[1])
		}
		all += ` AND ` + strings.ReplaceAll(n[0], "$N", "$"+strconv.Itoa(i+1))
	}
	return all
}
