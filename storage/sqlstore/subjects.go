package sqlstore

import (
	"context"
	"fmt"
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

// changedKept are the columns that ChangeKept changes.
var changedKept = newKept.without("kind", "id").keyed("kind", "id", "host")

type storedGuest struct {
	match.Guest
	Key int64
}

var guestColumns = fields[storedGuest]("p.id=ID p.name=Name g.player=Key g.place=Place g.state=State")

const (
	lockRow = ` {for update}`
	// Those that go on, written as in the indexes.
	goesOn    = `status IN ('open', 'running')`
	hasEnded  = `status NOT IN ('open', 'running')`
	ofSubject = `kind = $1 AND id = $2`
)

var (
	keptByID   = `SELECT ` + keptColumns.names() + ` FROM subjects WHERE ` + ofSubject
	guestsOf   = `SELECT ` + guestColumns.names() + ` FROM guests g JOIN players p ON p.key = g.player WHERE g.kind = $1 AND g.id = $2 ORDER BY g.number`
	insertKept = newKept.keyed("host").insert("subjects") + ` ON CONFLICT (kind, id) DO NOTHING`
	changeKept = `UPDATE subjects SET (` + changedKept[2:].names() + `) = (` + placeholders(3, len(changedKept)-2) + `) WHERE ` + ofSubject
	keptBeside = `SELECT ` + keptColumns.names() + ` FROM subjects WHERE kind = $1 AND ` + goesOn + ` AND id IN (
		SELECT id FROM subjects WHERE kind = $1 AND ` + goesOn + ` AND room = $2 AND (room <> '' OR channel = $3)
		UNION SELECT id FROM subjects WHERE kind = $1 AND ` + goesOn + ` AND host = $4) ORDER BY id`
	nextKept = `SELECT 1 + coalesce(max(id), 0) FROM subjects WHERE kind = $1`
	oldKept  = `SELECT id FROM subjects WHERE kind = $1 AND ` + hasEnded + ` AND ends <= $2
		AND id < (SELECT max(id) FROM subjects WHERE kind = $1) ORDER BY ends LIMIT $3`
)

const (
	saveGuest = `INSERT INTO guests (kind, id, player, number, place, state) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (kind, id, player) DO UPDATE SET number = excluded.number, place = excluded.place, state = excluded.state`
	dropGuest = `DELETE FROM guests WHERE ` + ofSubject + ` AND player = $3`
)

func (s *Store) Keep(ctx context.Context, given match.Kept, check func(goOn []match.Kept) error) (k match.Kept, err error) {
	err = s.update(ctx, func(tx *Tx) { k = tx.keep(given, check) })
	return k, err
}

func (tx *Tx) keep(k match.Kept, check func(goOn []match.Kept) error) match.Kept {
	tx.exec(`{lock channel}`, "new "+string(k.Kind))
	k.Begins, k.Ends, k.Due = storage.Stored(k.Begins), storage.Stored(k.Ends), storage.Stored(k.Due)
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
	if !hasGuests(about.Kind) {
		return find(ctx, s, keptColumns, keptByID, string(about.Kind), about.ID)
	}
	err = s.view(ctx, func(tx *Tx) { k, _ = tx.kept(about, "") })
	return k, err
}

// hasGuests reports whether guests are more than people who answer: those have tables of their own.
func hasGuests(kind match.SubjectKind) bool {
	return kind != match.RaceSubject && kind != match.CrowdSubject && kind != match.PuzzleSubject
}

// kept returns a subject, and its guests as they are stored. A lock ends the query.
func (tx *Tx) kept(about match.Subject, lock string) (k match.Kept, stored []storedGuest) {
	k = keptColumns.one(tx, keptByID+lock, string(about.Kind), about.ID)
	if hasGuests(about.Kind) {
		stored = guestColumns.all(tx, guestsOf, string(about.Kind), about.ID)
	}
	for _, g := range stored {
		k.Guests = append(k.Guests, g.Guest)
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
	columns := func() []any { return changedKept.values(k, string(k.Kind), k.ID, k.Host.ID) }
	before := columns()
	notices, err := f(k)
	tx.fail(err)
	k.Begins, k.Ends, k.Due = storage.Stored(k.Begins), storage.Stored(k.Ends), storage.Stored(k.Due)
	if after := columns(); !slices.Equal(before, after) {
		after[2] = orNull(tx.saveHost(k))
		tx.exec(changeKept, after...)
	}
	tx.saveGuests(k, stored)
	for _, n := range notices {
		tx.notify(n)
	}
}

// saveGuests stores what differs from the stored guests.
func (tx *Tx) saveGuests(k *match.Kept, stored []storedGuest) {
	before := map[string]int{}
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
	}
}

func (s *Store) ListKept(ctx context.Context, f match.KeptFilter) ([]match.Kept, error) {
	query, args := selected(f)
	if !f.Whole || !hasGuests(f.Kind) {
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
	query = ` FROM subjects WHERE kind = $1`
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
		and(`id IN (SELECT id FROM subjects WHERE host = (SELECT key FROM players WHERE id = $N) AND kind = $1
			UNION SELECT id FROM guests WHERE player = (SELECT key FROM players WHERE id = $N) AND kind = $1)`, f.Person)
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
		query = ` FROM subjects WHERE kind = $1 AND id IN (SELECT id` + query + `)` + order
	}
	return `SELECT ` + keptColumns.names() + query, args
}

func (s *Store) ForgetKept(ctx context.Context, kind match.SubjectKind, before time.Time, limit int) (int, error) {
	args := []any{string(kind), millis(before), bound(limit)}
	n := 0
	err := s.updateIf(ctx, `SELECT EXISTS (`+oldKept+`)`, args, func(tx *Tx) {
		n = tx.exec(`DELETE FROM subjects WHERE kind = $1 AND id IN (`+oldKept+`)`, args...)
	})
	return n, err
}
