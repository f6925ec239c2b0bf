package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

var newKept = fields[match.Kept](`
	kind=Kind id=ID version=Version channel=Channel message=Message shown_version=Shown part_of=PartOf server=Server
	code=Code status=Status begins=Begins ends=Ends due=Due rated=Rated state=State`)

var keptColumns = append(slices.Clone(newKept), columns[match.Kept]{
	{"coalesce((SELECT p.id FROM players p WHERE p.key = host), '')", func(k *match.Kept) any { return &k.Host.ID }},
	{"coalesce((SELECT p.name FROM players p WHERE p.key = host), '')", func(k *match.Kept) any { return &k.Host.Name }},
}...)

// changedKept are the columns that ChangeKept changes, beside the host.
var changedKept = newKept.without("kind", "id").keyed("kind", "id")

type storedGuest struct {
	match.Guest
	Key int64
}

var guestColumns = fields[storedGuest]("p.id=ID p.name=Name g.player=Key g.place=Place g.state=State")

const (
	lockRow = ` {for update}`
	// Those that go on, written as in the indexes.
	goesOn   = `status IN ('open', 'running')`
	hasEnded = `status NOT IN ('open', 'running')`
	// SQLite would prepare a statement anew at each execution if the kind were a plain parameter: it compares that with
	// the conditions of the indexes.
	ofSubject = `kind = CAST($1 AS TEXT) AND id = $2`
	ofPerson  = `id IN (SELECT id FROM subjects WHERE host = (SELECT key FROM players WHERE id = $N) AND kind = CAST($1 AS TEXT)
			UNION SELECT id FROM guests WHERE player = (SELECT key FROM players WHERE id = $N) AND kind = CAST($1 AS TEXT))`
)

var (
	keptByID   = `SELECT ` + keptColumns.names() + ` FROM subjects WHERE ` + ofSubject + ` AND status <> 'forgotten'`
	guestsOf   = `SELECT ` + guestColumns.names() + ` FROM guests g JOIN players p ON p.key = g.player WHERE g.kind = CAST($1 AS TEXT) AND g.id = $2 ORDER BY g.number`
	insertKept = newKept.keyed("host").insert("subjects") + ` ON CONFLICT (kind, id) DO NOTHING`
	changeKept = `UPDATE subjects SET (` + changedKept[2:].names() + `) = (` + placeholders(3, len(changedKept)-2) + `) WHERE ` + ofSubject
	keptBeside = `SELECT ` + keptColumns.names() + ` FROM subjects WHERE kind = CAST($1 AS TEXT) AND ` + goesOn + ` AND id IN (
		SELECT id FROM subjects WHERE kind = CAST($1 AS TEXT) AND ` + goesOn + ` AND room = $2 AND (room <> '' OR channel = $3)
		UNION SELECT id FROM subjects WHERE kind = CAST($1 AS TEXT) AND ` + goesOn + ` AND host = $4) ORDER BY id`
	nextKept = `SELECT 1 + coalesce(max(id), 0) FROM subjects WHERE kind = CAST($1 AS TEXT)`
	oldKept  = `SELECT id FROM subjects WHERE kind = CAST($1 AS TEXT) AND ` + hasEnded + ` AND ends <= $2
		AND id < (SELECT max(id) FROM subjects WHERE kind = CAST($1 AS TEXT)) ORDER BY ends LIMIT $3`
	// The newest of a kind stays, so that its number isn't given again, but nobody finds it any more.
	newestKept = `SELECT id FROM subjects WHERE kind = CAST($1 AS TEXT) AND ` + hasEnded + ` AND ends <= $2 AND id = (SELECT max(id) FROM subjects WHERE kind = CAST($1 AS TEXT))
		AND status <> 'forgotten'`
	blankKept  = `UPDATE subjects SET status = 'forgotten', host = NULL, message = '', shown_version = version, state = '{}' WHERE kind = CAST($1 AS TEXT) AND id IN (` + newestKept + `)`
	forgetKept = `DELETE FROM subjects WHERE kind = CAST($1 AS TEXT) AND id IN (` + oldKept + `)`
)

const (
	saveGuest = `INSERT INTO guests (kind, id, player, number, place, state) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (kind, id, player) DO UPDATE SET number = excluded.number, place = excluded.place, state = excluded.state`
	dropGuest   = `DELETE FROM guests WHERE ` + ofSubject + ` AND player = $3`
	countJoined = `SELECT count(*) FROM guests WHERE player = $1 AND kind = $2`
	changeHost  = `UPDATE subjects SET host = $3 WHERE ` + ofSubject
	// dropPart keeps the number of a part, so that it isn't given again, until there is a higher one.
	dropPart = `UPDATE subjects SET part_of = 0, status = 'forgotten', ends = 0, due = NULL, host = NULL, state = '{}' WHERE ` + ofSubject
	dropNews = `DELETE FROM outbox WHERE kind IN ('` + string(match.AssignedNotice) + `', '` + string(match.DueNotice) + `') AND subject = $1 AND subject_id = $2`
)

func partsOf(kinds string) string {
	return `SELECT ` + keptColumns.names() + ` FROM subjects WHERE part_of = $1 AND part_of <> 0 AND kind IN (` + kinds + `) ORDER BY kind, id`
}

// leave takes a person out of what they lead or are in, or ends what has no place any more.
func (tx *Tx) leave(what match.Held, forgotten bool, now time.Time) {
	for _, k := range kinds {
		of := k.guests
		if of == nil {
			continue
		}
		h := held{what, []any{string(k.subject)}}
		query := `SELECT id FROM subjects WHERE kind = CAST($1 AS TEXT) AND ` + h.condition(ofPerson, "room", "channel")
		if !forgotten || !of.named {
			query += ` AND ` + goesOn
		}
		for _, id := range idColumns.all(tx, query+` ORDER BY id`, h.args...) {
			tx.changeKept(match.Subject{Kind: k.subject, ID: id}, func(k *match.Kept) ([]match.Notice, error) {
				return nil, of.leave(k, what.Person, forgotten, now)
			})
		}
	}
}

func (s *Store) Keep(ctx context.Context, given match.Kept, check func(goOn []match.Kept) error) (k match.Kept, err error) {
	err = s.update(ctx, func(tx *Tx) { k = tx.keep(given, check) })
	return k, err
}

func (tx *Tx) keep(k match.Kept, check func(goOn []match.Kept) error) match.Kept {
	tx.exec(`{lock channel}`, "new "+string(k.Kind))
	storedTimes(&k)
	host := tx.saveHost(&k)
	if check != nil {
		beside := keptColumns.all(tx, keptBeside, string(k.Kind), match.RoomOf(k.Channel, k.Server), k.Channel, host)
		if tx.err == nil {
			tx.fail(check(beside))
		}
	}
	if k.ID == 0 {
		k.ID = get[int64](tx, nextKept, string(k.Kind))
	}
	tx.exec(insertKept, newKept.keyed("host").values(&k, orNull(host))...)
	tx.saveGuests(&k, nil)
	return k
}

func storedTimes(k *match.Kept) {
	k.Begins, k.Ends, k.Due = storage.Stored(k.Begins), storage.Stored(k.Ends), storage.Stored(k.Due)
}

func (tx *Tx) saveHost(k *match.Kept) (key int64) {
	switch {
	case k.Host.Deleted():
		key = get[int64](tx, playerKey, k.Host.ID)
	case k.Host.ID != "":
		key = tx.savePlayer(k.Host)
	}
	return key
}

func (s *Store) Kept(ctx context.Context, about match.Subject) (k match.Kept, err error) {
	if kindOf(about.Kind).guests == nil {
		return find(ctx, s, keptColumns, keptByID, string(about.Kind), about.ID)
	}
	err = s.view(ctx, func(tx *Tx) { k, _ = tx.kept(about, "") })
	return k, err
}

// kept returns a subject, and its guests as they are stored. A lock ends the query.
func (tx *Tx) kept(about match.Subject, lock string) (k match.Kept, stored []storedGuest) {
	k = keptColumns.one(tx, keptByID+lock, string(about.Kind), about.ID)
	of := kindOf(about.Kind).guests
	if of == nil {
		return k, nil
	}
	stored = guestColumns.all(tx, guestsOf, string(about.Kind), about.ID)
	for _, g := range stored {
		k.Guests = append(k.Guests, g.Guest)
	}
	if of.parts != "" {
		k.Parts = keptColumns.all(tx, partsOf(of.parts), about.ID)
	}
	return k, stored
}

func (s *Store) ChangeKept(ctx context.Context, about match.Subject, f func(*match.Kept) ([]match.Notice, error)) (k match.Kept, err error) {
	err = s.update(ctx, func(tx *Tx) { k = tx.changeKept(about, f) })
	return k, err
}

func (tx *Tx) changeKept(about match.Subject, f func(*match.Kept) ([]match.Notice, error)) match.Kept {
	k, stored := tx.kept(about, lockRow)
	tx.change(&k, stored, f)
	return k
}

// change changes a locked subject.
func (tx *Tx) change(k *match.Kept, stored []storedGuest, f func(*match.Kept) ([]match.Notice, error)) {
	if tx.err != nil {
		return
	}
	before, parts := *k, slices.Clone(k.Parts)
	notices, err := f(k)
	tx.fail(err)
	tx.saveKept(k, &before)
	if k.Host != before.Host {
		tx.exec(changeHost, string(k.Kind), k.ID, orNull(tx.saveHost(k)))
	}
	tx.saveGuests(k, stored)
	added := tx.saveParts(k, parts)
	for _, n := range notices {
		n.About.ID = cmp.Or(n.About.ID, added[n.About.Kind])
		tx.notify(n)
	}
}

// saveKept stores the own columns of a subject that changed.
func (tx *Tx) saveKept(k, before *match.Kept) {
	storedTimes(k)
	values := func(k *match.Kept) []any { return changedKept.values(k, string(k.Kind), k.ID) }
	if after := values(k); !slices.Equal(values(before), after) {
		tx.exec(changeKept, after...)
	}
}

// saveParts stores what differs from the stored parts, and returns the IDs of new ones by kind.
func (tx *Tx) saveParts(k *match.Kept, stored []match.Kept) map[match.SubjectKind]int64 {
	find := func(all []match.Kept, p *match.Kept) int {
		return slices.IndexFunc(all, func(o match.Kept) bool { return o.Kind == p.Kind && o.ID == p.ID })
	}
	for i := range stored {
		if p := &stored[i]; find(k.Parts, p) < 0 {
			tx.exec(dropPart, string(p.Kind), p.ID)
			tx.exec(forgetKept, string(p.Kind), 0, math.MaxInt32)
			tx.exec(dropNews, string(p.Kind), p.ID)
		}
	}
	added := map[match.SubjectKind]int64{}
	for i := range k.Parts {
		p := &k.Parts[i]
		p.PartOf, p.Channel, p.Server, p.Host = k.ID, k.Channel, k.Server, k.Host
		if p.ID != 0 {
			tx.saveKept(p, &stored[find(stored, p)])
		} else {
			*p = tx.keep(*p, nil)
			added[p.Kind] = p.ID
		}
	}
	return added
}

// saveGuests stores what differs from the stored guests.
func (tx *Tx) saveGuests(k *match.Kept, stored []storedGuest) {
	of, before := kindOf(k.Kind).guests, map[string]int{}
	for i, g := range stored {
		before[g.ID] = i
		if k.Guest(g.ID) < 0 {
			tx.exec(dropGuest, string(k.Kind), k.ID, g.Key)
		}
	}
	for i, g := range k.Guests {
		at, known := before[g.ID]
		if known && at == i && stored[at].Guest == g {
			continue
		}
		key := int64(0)
		if known {
			key = stored[at].Key
		} else {
			key = tx.savePlayer(g.Player)
		}
		tx.exec(saveGuest, string(k.Kind), k.ID, key, i+1, g.Place, g.State)
		if of.joined != nil && !known {
			tx.exec(`{lock channel}`, "guest "+g.ID) // the next count includes this row
			tx.fail(of.joined(get[int](tx, countJoined, key, string(k.Kind))))
		}
	}
}

func (s *Store) ListKept(ctx context.Context, f match.KeptFilter) ([]match.Kept, error) {
	query, args := selected(f)
	if !f.Whole || kindOf(f.Kind).guests == nil {
		return list(ctx, s, keptColumns, query, args...)
	}
	var all []match.Kept
	err := s.view(ctx, func(tx *Tx) {
		all = keptColumns.all(tx, query, args...)
		for i := range all {
			for _, g := range guestColumns.all(tx, guestsOf, string(f.Kind), all[i].ID) {
				all[i].Guests = append(all[i].Guests, g.Guest)
			}
		}
	})
	return all, err
}

// selected returns the query of a filter. Each combination of its fields is one text. The latest are found before the
// rows are read: states can be long, and a sort would carry them.
func selected(f match.KeptFilter) (query string, args []any) {
	args = []any{string(f.Kind)}
	query = ` FROM subjects WHERE kind = CAST($1 AS TEXT)`
	and := func(condition string, value any) {
		args = append(args, value)
		query += ` AND ` + strings.ReplaceAll(condition, "$N", fmt.Sprintf("$%d", len(args)))
	}
	if f.GoesOn {
		query += ` AND ` + goesOn
	}
	if f.Room != "" {
		and(`room = $N`, f.Room)
	}
	if f.Channel != "" {
		and(`channel = $N`, f.Channel)
	}
	if f.Code != "" {
		and(`code = $N AND code <> ''`, f.Code)
	}
	if f.PartOf != 0 {
		and(`part_of = $N AND part_of <> 0`, f.PartOf)
	}
	if f.Person != "" {
		and(ofPerson, f.Person)
	}
	if !f.Due.IsZero() {
		and(`due <= $N AND due IS NOT NULL`, millis(f.Due))
	}
	order := ` ORDER BY id`
	if !f.Due.IsZero() {
		order = ` ORDER BY due`
	}
	if f.Latest {
		order = ` ORDER BY CASE WHEN ` + goesOn + ` THEN 0 ELSE 1 END, id DESC`
	}
	query += order
	if f.Limit > 0 {
		args = append(args, f.Limit)
		query += fmt.Sprintf(" LIMIT $%d", len(args))
	}
	if f.Latest {
		query = ` FROM subjects WHERE kind = CAST($1 AS TEXT) AND id IN (SELECT id` + query + `)` + order
	}
	return `SELECT ` + keptColumns.names() + query, args
}

func (s *Store) ForgetKept(ctx context.Context, kind match.SubjectKind, before time.Time, limit int) (n int, err error) {
	old, newest := []any{string(kind), millis(before), bound(limit)}, []any{string(kind), millis(before)}
	err = s.updateIf(ctx, `SELECT EXISTS (`+oldKept+`) OR EXISTS (`+newestKept+`)`, old, func(tx *Tx) {
		n = tx.exec(forgetKept, old...)
		tx.exec(`DELETE FROM guests WHERE kind = CAST($1 AS TEXT) AND id IN (`+newestKept+`)`, newest...)
		tx.exec(blankKept, newest...)
	})
	return n, err
}
