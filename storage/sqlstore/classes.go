package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// newClassColumns are the columns of a class that stay as they were made.
var newClassColumns = columns[newClass]{
	{"teacher", func(c *newClass) any { return &c.teacher }},
	{"server", func(c *newClass) any { return &c.Server }},
	{"channel", func(c *newClass) any { return &c.Channel }},
	{"name", func(c *newClass) any { return &c.Name }},
	{"code", func(c *newClass) any { return &c.Code }},
	{"created", func(c *newClass) any { return (*timeColumn)(&c.Created) }},
}

// newClass is a class to insert, with the key of its teacher.
type newClass struct {
	match.Class
	teacher int64
}

var classColumns = columns[match.Class]{
	{"c.id", func(c *match.Class) any { return &c.ID }},
	{"t.id", func(c *match.Class) any { return &c.Teacher.ID }},
	{"t.name", func(c *match.Class) any { return &c.Teacher.Name }},
	{"c.server", func(c *match.Class) any { return &c.Server }},
	{"c.channel", func(c *match.Class) any { return &c.Channel }},
	{"c.name", func(c *match.Class) any { return &c.Name }},
	{"coalesce(c.code, '')", func(c *match.Class) any { return &c.Code }},
	{"c.created", func(c *match.Class) any { return (*timeColumn)(&c.Created) }},
	{"c.ended", func(c *match.Class) any { return (*timeColumn)(&c.Ended) }},
	{"c.version", func(c *match.Class) any { return &c.Version }},
	{"c.message", func(c *match.Class) any { return &c.Message }},
}

var memberColumns = columns[match.Member]{
	{"p.id", func(m *match.Member) any { return &m.ID }},
	{"p.name", func(m *match.Member) any { return &m.Name }},
	{"e.joined", func(m *match.Member) any { return (*timeColumn)(&m.Joined) }},
}

var assignmentColumns = columns[match.Assignment]{
	{"id", func(a *match.Assignment) any { return &a.ID }},
	{"given", func(a *match.Assignment) any { return (*timeColumn)(&a.Given) }},
	{"until", func(a *match.Assignment) any { return (*timeColumn)(&a.Until) }},
	{"closed", func(a *match.Assignment) any { return &a.Closed }},
}

var taskColumns = columns[match.Task]{
	{"kind", func(t *match.Task) any { return (*string)(&t.Kind) }},
	{"lesson", func(t *match.Task) any { return &t.Lesson }},
	{"count", func(t *match.Task) any { return &t.Count }},
	{"variant", func(t *match.Task) any { return &t.Variant }},
	{"family", func(t *match.Task) any { return &t.Family }},
	{"level", func(t *match.Task) any { return (*string)(&t.Level) }},
	{"puzzle_set", func(t *match.Task) any { return &t.Set }},
	{"set_name", func(t *match.Task) any { return &t.SetName }},
}

var effortColumns = columns[match.Effort]{
	{"player", func(e *match.Effort) any { return &e.Player }},
	{"done", func(e *match.Effort) any { return &e.Done }},
	{"tests", func(e *match.Effort) any { return &e.Tests }},
	{"tries", func(e *match.Effort) any { return &e.Tries }},
}

var brokenByColumns = columns[match.BrokenRule]{
	{"p.id", func(b *match.BrokenRule) any { return &b.Player }},
	{"b.lesson", func(b *match.BrokenRule) any { return &b.Lesson }},
	{"b.rule", func(b *match.BrokenRule) any { return &b.Rule }},
	{"b.times", func(b *match.BrokenRule) any { return &b.Times }},
}

// hasOpen is the condition for what is done in a class to be counted on its message.
const hasOpen = `ended IS NULL AND EXISTS (SELECT 1 FROM assignments a WHERE a.class = classes.id AND a.closed = 0)`

const ownKey = `(SELECT key FROM players WHERE id = $1)`

var (
	selectClasses   = `SELECT ` + classColumns.names() + ` FROM classes c JOIN players t ON t.key = c.teacher`
	classByID       = selectClasses + ` WHERE c.id = $1`
	classByCode     = selectClasses + ` WHERE c.code = $1 AND c.ended IS NULL`
	classesIn       = selectClasses + ` WHERE c.channel = $1 AND c.ended IS NULL ORDER BY c.id`
	ledOrIn         = `c.id IN (SELECT id FROM classes WHERE teacher = ` + ownKey + ` UNION SELECT class FROM class_members WHERE player = ` + ownKey + `)`
	classesOnServer = selectClasses + ` WHERE c.server = $1 AND c.front = $2 AND c.ended IS NULL ORDER BY c.id`
	classesLedOrIn  = selectClasses + ` WHERE c.ended IS NULL AND ` + ledOrIn + ` ORDER BY c.id`

	insertClass      = newClassColumns.insert("classes") + ` RETURNING id`
	countLed         = `SELECT count(*) FROM classes WHERE teacher = $1 AND ended IS NULL`
	countServer      = `SELECT count(*) FROM classes WHERE server = $1 AND front = $2 AND ended IS NULL`
	countIn          = `SELECT count(*) FROM class_members WHERE player = $1`
	membersOf        = `SELECT ` + memberColumns.names() + ` FROM class_members e JOIN players p ON p.key = e.player WHERE e.class = $1 ORDER BY e.joined, p.key`
	assignmentsOf    = `SELECT ` + assignmentColumns.names() + ` FROM assignments WHERE class = $1 ORDER BY id`
	tasksOf          = `SELECT ` + taskColumns.names() + ` FROM assignment_tasks WHERE assignment = $1 ORDER BY number`
	insertTask       = `INSERT INTO assignment_tasks (assignment, number, ` + taskColumns.names() + `) VALUES (` + placeholders(1, 2+len(taskColumns)) + `)`
	dropAssignments  = `DELETE FROM assignments WHERE class = $1 AND until <= $2 AND id NOT IN (SELECT id FROM assignments WHERE class = $1 ORDER BY id DESC LIMIT $3)`
	openAssignments  = `SELECT EXISTS (SELECT 1 FROM assignments WHERE closed = 0 AND until <= $1), EXISTS (SELECT 1 FROM classes WHERE ended <= $2)`
	closeAssignments = `WITH due AS MATERIALIZED (SELECT id FROM assignments WHERE closed = 0 AND until <= $1 ORDER BY until LIMIT $2 {skip locked})
		UPDATE assignments SET closed = 1 WHERE id IN (SELECT id FROM due) RETURNING class`
	changeClass = `UPDATE classes SET version = version + 1 WHERE id = $1 AND ended IS NULL`
	endClass    = `UPDATE classes SET ended = $2, code = NULL, version = version + 1 WHERE id = $1 AND ended IS NULL`

	// classesOfPlayer and classesOfMatch are for when somebody may have done a task.
	classesOfPlayer = `UPDATE classes SET version = version + 1 WHERE id IN (SELECT class FROM class_members WHERE player = ` + ownKey + `) AND ` + hasOpen
	classesOfMatch  = `UPDATE classes SET version = version + 1 WHERE id IN (SELECT e.class FROM matches m JOIN class_members e ON e.player IN (m.left_player, m.right_player)
		WHERE m.id = $1 AND m.level <> '') AND ` + hasOpen

	// What members of class $1 have made of a lesson $2 until $3: with the tests for which
	// match.PassedTest is true.
	lessonEfforts = spell(`SELECT p.id, s.exercises,
			(SELECT count(*) FROM matches m WHERE m.left_player = s.player AND m.lesson = s.lesson AND m.lesson <> ''
				AND m.winner = {left} AND m.left_hints = 0 AND m.left_takebacks = 0 AND m.ended <= $3),
			CAST(s.exercises + coalesce((SELECT sum(b.times) FROM broken_rules b WHERE b.player = s.player AND b.lesson = s.lesson), 0)
				+ (SELECT count(*) FROM matches m WHERE m.left_player = s.player AND m.lesson = s.lesson AND m.lesson <> '' AND m.ended <= $3) AS BIGINT)
		FROM class_members e CROSS JOIN players p CROSS JOIN lessons s
		WHERE e.class = $1 AND p.key = e.player AND s.player = e.player AND s.lesson = $2 ORDER BY e.player`)
	// Of puzzles, and of matches of levels $6 to $8, those of game $4 or family $5, from $2 to $3.
	ofGame        = ` AND ($4 = '' OR variant = $4) AND ($5 = '' OR family = $5)`
	puzzleEfforts = `SELECT p.id, count(z.solved), 0, CAST(sum(z.tries) AS BIGINT)
		FROM class_members e CROSS JOIN players p CROSS JOIN puzzles z
		WHERE e.class = $1 AND p.key = e.player AND z.player = e.player AND z.tried >= $2 AND (z.solved IS NULL OR z.solved <= $3)` + ofGame + `
			AND z.kind <> '` + string(match.ChosenPuzzle) + `'
		GROUP BY p.id ORDER BY p.id`
	// Of the puzzles from $2 to before $3, which are those of a set, until $4.
	setEfforts = `SELECT p.id, count(z.solved), 0, CAST(sum(z.tries) AS BIGINT)
		FROM class_members e CROSS JOIN players p CROSS JOIN puzzles z
		WHERE e.class = $1 AND p.key = e.player AND z.player = e.player AND z.puzzle >= $2 AND z.puzzle < $3 AND (z.solved IS NULL OR z.solved <= $4)
		GROUP BY p.id ORDER BY p.id`
	winEfforts  = `SELECT id, CAST(sum(won) AS BIGINT), 0, count(*) FROM (` + playedBy("left") + ` UNION ALL ` + playedBy("right") + `) played GROUP BY id ORDER BY id`
	rulesBroken = `SELECT ` + brokenByColumns.names() + ` FROM class_members e CROSS JOIN players p CROSS JOIN broken_rules b
		WHERE e.class = $1 AND p.key = e.player AND b.player = e.player
			AND b.lesson IN (SELECT lesson FROM assignment_tasks WHERE assignment = $2 AND lesson <> '')
		ORDER BY e.player, b.lesson, b.rule`
)

// playedBy finds the matches in which members sit on a side, and which of them they have won
// without help. Where somebody chose the start it may have been won from the first, and the test of a lesson
// is a part of that.
func playedBy(side string) string {
	return spell(`SELECT p.id, CASE WHEN m.winner = '` + side + `' AND m.` + side + `_hints = 0 AND m.` + side + `_takebacks = 0 THEN 1 ELSE 0 END AS won
		FROM class_members e CROSS JOIN players p CROSS JOIN matches m
		WHERE e.class = $1 AND p.key = e.player AND m.` + side + `_player = e.player AND m.state = {finished} AND m.termination <> {cancelled}
			AND m.chosen = 0 AND m.lesson = '' AND m.ended >= $2 AND m.ended <= $3 AND m.level IN ($6, $7, $8)` + ofGame)
}

// CreateClass implements match.Classes.
func (s *Store) CreateClass(ctx context.Context, c match.Class) (_ match.Class, err error) {
	defer wrap(&err, "create a class in channel %s", c.Channel)
	c.Created, c.Version = storage.Stored(c.Created), 1
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		if err := tx.lock(ctx, `{lock channel}`, "classes"); err != nil {
			return err
		}
		teacher, err := savePlayer(ctx, tx, c.Teacher)
		if err != nil {
			return err
		}
		var led, here int
		if err := tx.QueryRowContext(ctx, countLed, teacher).Scan(&led); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, countServer, c.Server, match.FrontOf(c.Channel)).Scan(&here); err != nil {
			return err
		}
		if led >= match.MaxClassesLed || here >= match.MaxServerClasses {
			return match.ErrTooManyClasses
		}
		n := newClass{c, teacher}
		return tx.QueryRowContext(ctx, insertClass, newClassColumns.values(&n)...).Scan(&c.ID)
	})
	return c, err
}

// Class implements match.Classes.
func (s *Store) Class(ctx context.Context, id int64) (c match.Class, err error) {
	defer wrap(&err, "class %d", id)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		found, err := classColumns.query(ctx, tx, classByID, id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return match.ErrNotFound
		}
		c = found[0]
		if c.Members, err = memberColumns.query(ctx, tx, membersOf, id); err != nil {
			return err
		}
		if c.Assignments, err = readAssignments(ctx, tx, id); err != nil {
			return err
		}
		c.Sets, err = setColumns.query(ctx, tx, setsOf, id)
		return err
	})
	return c, err
}

func readAssignments(ctx context.Context, tx *Tx, class int64) ([]match.Assignment, error) {
	all, err := assignmentColumns.query(ctx, tx, assignmentsOf, class)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Tasks, err = taskColumns.query(ctx, tx, tasksOf, all[i].ID); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// ClassByCode implements match.Classes.
func (s *Store) ClassByCode(ctx context.Context, code string) (_ match.Class, err error) {
	defer wrap(&err, "the class with a code")
	return find(ctx, s, classColumns, classByCode, code)
}

// ClassesOf implements match.Classes.
func (s *Store) ClassesOf(ctx context.Context, player string) (_ []match.Class, err error) {
	defer wrap(&err, "classes of player %s", player)
	return list(ctx, s, classColumns, classesLedOrIn, player)
}

// ClassesIn implements match.Classes.
func (s *Store) ClassesIn(ctx context.Context, channel string) (_ []match.Class, err error) {
	defer wrap(&err, "classes in channel %s", channel)
	return list(ctx, s, classColumns, classesIn, channel)
}

// ClassesOnServer implements match.Classes.
func (s *Store) ClassesOnServer(ctx context.Context, front, server string) (_ []match.Class, err error) {
	defer wrap(&err, "classes of server %s", server)
	return list(ctx, s, classColumns, classesOnServer, server, front)
}

// JoinClass implements match.Classes.
func (s *Store) JoinClass(ctx context.Context, id int64, player match.Player, now time.Time) (err error) {
	defer wrap(&err, "join class %d", id)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		key, err := savePlayer(ctx, tx, player)
		if err != nil {
			return err
		}
		r, err := tx.ExecContext(ctx, changeClass, id) // others who join wait from here on
		if err := changed(r, err, match.ErrNotFound); err != nil {
			return err
		}
		n, err := affected(tx.ExecContext(ctx, `INSERT INTO class_members (class, player, joined) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, key, millis(now)))
		if err != nil || n == 0 {
			return err
		}
		var members, in int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM class_members WHERE class = $1`, id).Scan(&members); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, countIn, key).Scan(&in); err != nil {
			return err
		}
		switch {
		case members > match.MaxMembers:
			return match.ErrClassFull
		case in > match.MaxClassesIn:
			return match.ErrTooManyClasses
		}
		return nil
	})
}

// LeaveClass implements match.Classes.
func (s *Store) LeaveClass(ctx context.Context, id int64, player string) (err error) {
	defer wrap(&err, "leave class %d", id)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		r, err := tx.ExecContext(ctx, `DELETE FROM class_members WHERE class = $1 AND player = (SELECT key FROM players WHERE id = $2)`, id, player)
		if err := changed(r, err, match.ErrNotFound); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, changeClass, id)
		return err
	})
}

// EndClass implements match.Classes.
func (s *Store) EndClass(ctx context.Context, id int64, now time.Time) (err error) {
	defer wrap(&err, "end class %d", id)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		r, err := tx.ExecContext(ctx, endClass, id, millis(now))
		if err := changed(r, err, match.ErrNotFound); err != nil {
			return err
		}
		return emptyClass(ctx, tx, id)
	})
}

// emptyClass deletes what is in a class. What belongs to an assignment or a set goes with it.
func emptyClass(ctx context.Context, tx *Tx, id int64) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM class_members WHERE class = $1`, id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM assignments WHERE class = $1`, id); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM puzzle_sets WHERE class = $1`, id)
	return err
}

// forgetClasses takes a player who is forgotten out of all classes, and ends those they lead.
// A name that somebody gave to a class may be their own.
func forgetClasses(ctx context.Context, tx *Tx, key int64, now time.Time) error {
	for _, statement := range []string{
		`UPDATE classes SET version = version + 1 WHERE id IN (SELECT class FROM class_members WHERE player = $1)`,
		`DELETE FROM class_members WHERE player = $1`,
		`UPDATE classes SET name = 'Class' WHERE teacher = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, key); err != nil {
			return err
		}
	}
	led, err := idColumns.query(ctx, tx, `SELECT id FROM classes WHERE teacher = $1 AND ended IS NULL`, key)
	if err != nil {
		return err
	}
	for _, id := range led {
		if _, err := tx.ExecContext(ctx, endClass, id, millis(now)); err != nil {
			return err
		}
		if err := emptyClass(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// Assign implements match.Classes.
func (s *Store) Assign(ctx context.Context, class int64, a match.Assignment) (_ match.Assignment, err error) {
	defer wrap(&err, "assign to class %d", class)
	a.Given, a.Until, a.Closed = storage.Stored(a.Given), storage.Stored(a.Until), false
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		r, err := tx.ExecContext(ctx, changeClass, class) // others who assign wait from here on
		if err := changed(r, err, match.ErrNotFound); err != nil {
			return err
		}
		var open int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM assignments WHERE class = $1 AND until > $2`, class, millis(a.Given)).Scan(&open); err != nil {
			return err
		}
		if open >= match.MaxOpenAssignments {
			return match.ErrTooManyAssignments
		}
		err = tx.QueryRowContext(ctx, `INSERT INTO assignments (class, given, until) VALUES ($1, $2, $3) RETURNING id`, class, millis(a.Given), millis(a.Until)).Scan(&a.ID)
		if err != nil {
			return err
		}
		for i := range a.Tasks {
			if _, err := tx.ExecContext(ctx, insertTask, append([]any{a.ID, i + 1}, taskColumns.values(&a.Tasks[i])...)...); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, dropAssignments, class, millis(a.Given), match.MaxAssignments); err != nil {
			return err
		}
		n := match.Notice{Kind: match.AssignedNotice, Created: a.Given, About: match.Subject{Kind: match.AssignmentSubject, ID: a.ID}}
		if err := tx.QueryRowContext(ctx, `SELECT channel FROM classes WHERE id = $1`, class).Scan(&n.Channel); err != nil {
			return err
		}
		return addNotice(ctx, tx, n)
	})
	return a, err
}

// AssignmentClass implements match.Classes.
func (s *Store) AssignmentClass(ctx context.Context, assignment int64) (_ int64, err error) {
	defer wrap(&err, "the class of assignment %d", assignment)
	return find(ctx, s, idColumns, `SELECT class FROM assignments WHERE id = $1`, assignment)
}

// CloseAssignments implements match.Classes.
func (s *Store) CloseAssignments(ctx context.Context, now time.Time, limit int) (n int, err error) {
	defer wrap(&err, "close assignments")
	ended := millis(now.Add(-match.EndedClassLife))
	// Most of the time there are none, and writers need not wait for that.
	var due, old bool
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		return tx.QueryRowContext(ctx, openAssignments, millis(now), ended).Scan(&due, &old)
	})
	if err != nil || !due && !old {
		return 0, err
	}
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		classes, err := idColumns.query(ctx, tx, closeAssignments, millis(now), bound(limit))
		if err != nil {
			return err
		}
		for _, class := range classes {
			if _, err := tx.ExecContext(ctx, changeClass, class); err != nil {
				return err
			}
		}
		gone, err := affected(tx.ExecContext(ctx, `DELETE FROM classes WHERE id IN (SELECT id FROM classes WHERE ended <= $1 ORDER BY ended LIMIT $2)`, ended, bound(limit)))
		n = len(classes) + gone
		return err
	})
	return n, err
}

// Efforts implements match.Classes.
func (s *Store) Efforts(ctx context.Context, class, assignment int64) (efforts []match.Effort, broken []match.BrokenRule, err error) {
	defer wrap(&err, "what class %d has done", class)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		efforts = nil
		found, err := assignmentColumns.query(ctx, tx, `SELECT `+assignmentColumns.names()+` FROM assignments WHERE id = $1 AND class = $2`, assignment, class)
		if err != nil || len(found) == 0 {
			return err
		}
		given, until := millis(found[0].Given), millis(found[0].Until)
		tasks, err := taskColumns.query(ctx, tx, tasksOf, assignment)
		if err != nil {
			return err
		}
		for i, t := range tasks {
			query, args := puzzleEfforts, []any{class, given, until, t.Variant, t.Family}
			switch t.Kind {
			case match.LessonTask:
				query, args = lessonEfforts, []any{class, t.Lesson, until}
			case match.SetTask:
				first := match.SetPrefix(t.Set)
				query, args = setEfforts, []any{class, first, first + ":", until} // ":" comes behind all digits
			case match.WinTask:
				query = winEfforts
				for _, l := range []match.Level{match.Casual, match.Strong, match.Perfect} {
					if !l.AtLeast(t.Level) {
						l = t.Level
					}
					args = append(args, string(l))
				}
			}
			made, err := effortColumns.query(ctx, tx, query, args...)
			if err != nil {
				return err
			}
			for _, e := range made {
				e.Task = i
				efforts = append(efforts, e)
			}
		}
		broken, err = brokenByColumns.query(ctx, tx, rulesBroken, class, assignment)
		return err
	})
	return efforts, broken, err
}
