package sqlstore

import (
	"context"
	"strconv"
	"time"

	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/storage"
)

var classColumns = append(fields[class.Class](`
	id=ID server=Server channel=Channel name=Name created=Created ended=Ended version=Version message=Message
	t.id=Teacher.ID t.name=Teacher.Name`).from("c"), columns[class.Class]{
	{"coalesce(c.code, '')", func(c *class.Class) any { return &c.Code }},
}...)

var memberColumns = fields[class.Member]("id=ID name=Name e.joined=Joined").from("p")

var assignmentColumns = fields[class.Assignment]("id=ID given=Given until=Until closed=Closed")

var taskColumns = fields[class.Task](`
	kind=Kind lesson=Lesson count=Count variant=Variant level=Level set_name=SetName puzzle_set=Set`)

var effortColumns = fields[class.Effort]("player=Player done=Done tests=Tests tries=Tries")

var brokenByColumns = fields[class.BrokenRule]("lesson=Lesson rule=Rule times=Times p.id=Player").from("b")

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

	insertClass = `INSERT INTO classes (teacher, server, channel, name, code, created) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`
	isHere      = `server = $2 AND front = $3 AND ended IS NULL`
	countLed    = `SELECT (SELECT count(*) FROM classes WHERE teacher = $1 AND ended IS NULL), (SELECT count(*) FROM classes WHERE teacher = $1 AND ` + isHere + `),
		(SELECT count(*) FROM classes WHERE ` + isHere + `)`
	countJoined     = `SELECT (SELECT count(*) FROM class_members WHERE class = $1), (SELECT count(*) FROM class_members WHERE player = $2)`
	membersOf       = `SELECT ` + memberColumns.names() + ` FROM class_members e JOIN players p ON p.key = e.player WHERE e.class = $1 ORDER BY e.joined, p.key`
	assignmentsOf   = `SELECT ` + assignmentColumns.names() + ` FROM assignments WHERE class = $1 ORDER BY id`
	tasksOf         = `SELECT ` + taskColumns.names() + ` FROM assignment_tasks WHERE assignment = $1 ORDER BY number`
	insertTask      = taskColumns.keyed("assignment", "number").insert("assignment_tasks")
	dropAssignments = `DELETE FROM assignments WHERE class = $1 AND until <= $2 AND id NOT IN (SELECT id FROM assignments WHERE class = $1 ORDER BY id DESC LIMIT $3)`
	// unreminded selects assignments that end before $1 and had no reminder yet.
	unreminded = `reminded = 0 AND closed = 0 AND until <= $1 AND until - given > ` + strconv.FormatInt(class.AssignmentReminder.Milliseconds(), 10)
	dueSoon    = `WITH due AS MATERIALIZED (SELECT id FROM assignments WHERE ` + unreminded + ` ORDER BY until LIMIT $2 {skip locked})
		UPDATE assignments SET reminded = 1 WHERE id IN (SELECT id FROM due) RETURNING id`
	remind = `INSERT INTO outbox (front, channel, kind, subject, subject_id, message, created)
		SELECT c.front, c.channel, '` + string(match.DueNotice) + `', 'assignment', a.id, p.id, CAST($2 AS BIGINT)
		FROM assignments a JOIN classes c ON c.id = a.class JOIN class_members e ON e.class = c.id JOIN players p ON p.key = e.player WHERE a.id = $1`
	openAssignments = `SELECT EXISTS (SELECT 1 FROM assignments WHERE ` + unreminded + `) OR EXISTS (SELECT 1 FROM assignments WHERE closed = 0 AND until <= $2)
		OR EXISTS (SELECT 1 FROM classes WHERE ended <= $3)`
	closeAssignments = `WITH due AS MATERIALIZED (SELECT id FROM assignments WHERE closed = 0 AND until <= $1 ORDER BY until LIMIT $2 {skip locked})
		UPDATE assignments SET closed = 1 WHERE id IN (SELECT id FROM due) RETURNING class`
	changeClass = `UPDATE classes SET version = version + 1 WHERE id = $1 AND ended IS NULL`
	endOfClass  = `UPDATE classes SET ended = $2, code = NULL, version = version + 1 WHERE id = $1 AND ended IS NULL`

	// classesOfPlayer and classesOfMatch change the classes in which a player may have done a task.
	classesOfPlayer = `UPDATE classes SET version = version + 1 WHERE id IN (SELECT class FROM class_members WHERE player = ` + ownKey + `) AND ` + hasOpen
	classesOfMatch  = `UPDATE classes SET version = version + 1 WHERE id IN (SELECT e.class FROM matches m JOIN class_members e ON e.player IN (m.left_player, m.right_player)
		WHERE m.id = $1 AND m.level <> '') AND ` + hasOpen

	// Efforts of the members of class $1 with lesson $2 until $3. The tests are the matches for which
	// match.PassedTest is true.
	lessonEfforts = `SELECT p.id, s.exercises,
			(SELECT count(*) FROM matches m WHERE m.left_player = s.player AND m.lesson = s.lesson AND m.lesson <> ''
				AND m.winner = {left} AND m.left_hints = 0 AND m.left_takebacks = 0 AND m.ended <= $3),
			CAST(s.exercises + coalesce((SELECT sum(b.times) FROM broken_rules b WHERE b.player = s.player AND b.lesson = s.lesson), 0)
				+ (SELECT count(*) FROM matches m WHERE m.left_player = s.player AND m.lesson = s.lesson AND m.lesson <> '' AND m.ended <= $3) AS BIGINT)
		FROM class_members e CROSS JOIN players p CROSS JOIN lessons s
		WHERE e.class = $1 AND p.key = e.player AND s.player = e.player AND s.lesson = $2 ORDER BY e.player`
	ofPuzzles = `SELECT p.id, count(z.solved), 0, CAST(sum(z.tries) AS BIGINT)
		FROM class_members e CROSS JOIN players p CROSS JOIN puzzles z WHERE e.class = $1 AND p.key = e.player AND z.player = e.player AND `
	// Efforts with puzzles of a set, $2 up to but without $3, until $4.
	setEfforts = ofPuzzles + `z.puzzle >= $2 AND z.puzzle < $3 AND (z.solved IS NULL OR z.solved <= $4) GROUP BY p.id ORDER BY p.id`
	// Efforts from $2 to $3 with puzzles of game $4, and in matches of that game at the levels $5 to $7.
	ofGame        = ` AND ($4 = '' OR variant = $4)`
	puzzleEfforts = ofPuzzles + `z.tried >= $2 AND (z.solved IS NULL OR z.solved <= $3)` + ofGame + ` AND z.kind <> '` + string(puzzle.FromSet) + `' GROUP BY p.id ORDER BY p.id`
	winEfforts    = `SELECT id, CAST(sum(won) AS BIGINT), 0, count(*) FROM (` + playedBy("left") + ` UNION ALL ` + playedBy("right") + `) played GROUP BY id ORDER BY id`
	rulesBroken   = `SELECT ` + brokenByColumns.names() + ` FROM class_members e CROSS JOIN players p CROSS JOIN broken_rules b
		WHERE e.class = $1 AND p.key = e.player AND b.player = e.player
			AND b.lesson IN (SELECT lesson FROM assignment_tasks WHERE assignment = $2 AND lesson <> '')
		ORDER BY e.player, b.lesson, b.rule`
)

// playedBy finds the matches that members played on a side, and whether they won without help. It
// leaves out chosen starts, which may be won from the first move, and tests, which count for their
// lesson.
func playedBy(side string) string {
	return `SELECT p.id, CASE WHEN m.winner = '` + side + `' AND m.` + side + `_hints = 0 AND m.` + side + `_takebacks = 0 THEN 1 ELSE 0 END AS won
		FROM class_members e CROSS JOIN players p CROSS JOIN matches m
		WHERE e.class = $1 AND p.key = e.player AND m.` + side + `_player = e.player AND m.state = {finished} AND m.termination <> {cancelled}
			AND m.chosen = 0 AND m.lesson = '' AND m.ended >= $2 AND m.ended <= $3 AND m.level IN ($5, $6, $7, $8)` + ofGame
}

func (s *Store) CreateClass(ctx context.Context, c class.Class, most int) (_ class.Class, err error) {
	c.Created, c.Version = storage.Stored(c.Created), 1
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, "classes")
		teacher := tx.savePlayer(c.Teacher)
		var led, ledHere, here int
		tx.scan(countLed, []any{teacher, c.Server, match.FrontOf(c.Channel)}, &led, &ledHere, &here)
		switch {
		case led >= class.MaxClassesLed || here >= class.MaxServerClasses:
			tx.fail(class.ErrTooMany)
		case ledHere >= most:
			tx.fail(class.ErrTooManyHere)
		}
		c.ID = get[int64](tx, insertClass, teacher, c.Server, c.Channel, c.Name, c.Code, millis(c.Created))
	})
	return c, err
}

func (s *Store) Class(ctx context.Context, id int64) (c class.Class, err error) {
	err = s.view(ctx, func(tx *Tx) {
		c = classColumns.one(tx, classByID, id)
		c.Members = memberColumns.all(tx, membersOf, id)
		c.Assignments = assignmentColumns.all(tx, assignmentsOf, id)
		for i := range c.Assignments {
			c.Assignments[i].Tasks = taskColumns.all(tx, tasksOf, c.Assignments[i].ID)
		}
		c.Sets = setColumns.all(tx, setsOf, id)
	})
	return c, err
}

func (s *Store) ClassByCode(ctx context.Context, code string) (class.Class, error) {
	return find(ctx, s, classColumns, classByCode, code)
}

func (s *Store) ClassesOf(ctx context.Context, player string) ([]class.Class, error) {
	return list(ctx, s, classColumns, classesLedOrIn, player)
}

func (s *Store) ClassesIn(ctx context.Context, channel string) ([]class.Class, error) {
	return list(ctx, s, classColumns, classesIn, channel)
}

func (s *Store) ClassesOnServer(ctx context.Context, front, server string) ([]class.Class, error) {
	return list(ctx, s, classColumns, classesOnServer, server, front)
}

func changeClasses(tx *Tx, e ending) {
	if e.End.Winner != match.Nobody {
		tx.exec(classesOfMatch, e.id)
	}
}

func (s *Store) JoinClass(ctx context.Context, id int64, player match.Player, now time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		key := tx.savePlayer(player)
		tx.execOr(match.ErrNotFound, changeClass, id) // others who join wait from here on
		if tx.exec(`INSERT INTO class_members (class, player, joined) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, key, millis(now)) == 0 {
			return
		}
		var members, in int
		tx.scan(countJoined, []any{id, key}, &members, &in)
		switch {
		case members > class.MaxMembers:
			tx.fail(class.ErrFull)
		case in > class.MaxClassesIn:
			tx.fail(class.ErrTooMany)
		}
	})
}

func (s *Store) LeaveClass(ctx context.Context, id int64, player string) error {
	return s.dropFromClass(ctx, id, `DELETE FROM class_members WHERE class = $1 AND player = (SELECT key FROM players WHERE id = $2)`, player)
}

func (s *Store) dropFromClass(ctx context.Context, class int64, statement string, row any) error {
	return s.changeClass(ctx, class, func(tx *Tx) { tx.execOr(match.ErrNotFound, statement, class, row) })
}

// changeClass changes what the message of a class shows. Other changes of the class wait until it is done. The
// error is match.ErrNotFound if the class has ended.
func (s *Store) changeClass(ctx context.Context, id int64, change func(*Tx)) error {
	return s.update(ctx, func(tx *Tx) {
		tx.execOr(match.ErrNotFound, changeClass, id)
		change(tx)
	})
}

func (s *Store) RenewCode(ctx context.Context, id int64, code string) error {
	return s.update(ctx, func(tx *Tx) {
		tx.execOr(match.ErrNotFound, `UPDATE classes SET code = $2 WHERE id = $1 AND ended IS NULL`, id, code)
	})
}

func (s *Store) EndClass(ctx context.Context, id int64, now time.Time) error {
	return s.update(ctx, func(tx *Tx) { tx.endClass(id, now) })
}

// endClass ends a class and deletes its data. Data of an assignment or a set is deleted with it.
func (tx *Tx) endClass(id int64, now time.Time) {
	tx.execOr(match.ErrNotFound, endOfClass, id, millis(now))
	for _, table := range []string{"class_members", "assignments", "puzzle_sets"} {
		tx.exec(`DELETE FROM `+table+` WHERE class = $1`, id)
	}
}

// forgetClasses removes a forgotten player from all classes. It ends the player's own classes and deletes
// their names, which may name the player.
func (tx *Tx) forgetClasses(key int64, now time.Time) {
	tx.exec(`UPDATE classes SET version = version + 1 WHERE id IN (SELECT class FROM class_members WHERE player = $1)`, key)
	tx.exec(`DELETE FROM class_members WHERE player = $1`, key)
	tx.exec(`UPDATE classes SET name = 'Class' WHERE teacher = $1`, key)
	for _, id := range idColumns.all(tx, `SELECT id FROM classes WHERE teacher = $1 AND ended IS NULL`, key) {
		tx.endClass(id, now)
	}
}

func (s *Store) Assign(ctx context.Context, classID int64, a class.Assignment) (_ class.Assignment, err error) {
	a.Given, a.Until, a.Closed = storage.Stored(a.Given), storage.Stored(a.Until), false
	err = s.changeClass(ctx, classID, func(tx *Tx) {
		if get[int](tx, `SELECT count(*) FROM assignments WHERE class = $1 AND until > $2`, classID, millis(a.Given)) >= class.MaxOpenAssignments {
			tx.fail(class.ErrTooManyAssignments)
		}
		a.ID = get[int64](tx, `INSERT INTO assignments (class, given, until) VALUES ($1, $2, $3) RETURNING id`, classID, millis(a.Given), millis(a.Until))
		for i := range a.Tasks {
			tx.exec(insertTask, append([]any{a.ID, i + 1}, taskColumns.values(&a.Tasks[i])...)...)
		}
		tx.exec(dropAssignments, classID, millis(a.Given), class.MaxAssignments)
		channel := get[string](tx, `SELECT channel FROM classes WHERE id = $1`, classID)
		tx.notify(match.Notice{Kind: match.AssignedNotice, Channel: channel, Created: a.Given, About: match.Subject{Kind: match.AssignmentSubject, ID: a.ID}})
	})
	return a, err
}

func (s *Store) Unassign(ctx context.Context, class, assignment int64) error {
	return s.changeClass(ctx, class, func(tx *Tx) {
		tx.execOr(match.ErrNotFound, `DELETE FROM assignments WHERE class = $1 AND id = $2`, class, assignment)
		tx.exec(`DELETE FROM outbox WHERE kind IN ($1, $2) AND subject = $3 AND subject_id = $4`,
			string(match.AssignedNotice), string(match.DueNotice), string(match.AssignmentSubject), assignment)
	})
}

func (s *Store) AssignmentClass(ctx context.Context, assignment int64) (int64, error) {
	return find(ctx, s, idColumns, `SELECT class FROM assignments WHERE id = $1`, assignment)
}

func (s *Store) SweepClasses(ctx context.Context, now time.Time, limit int) (n int, err error) {
	soon, ended := millis(now.Add(class.AssignmentReminder)), millis(now.Add(-class.EndedClassLife))
	err = s.updateIf(ctx, openAssignments, []any{soon, millis(now), ended}, func(tx *Tx) {
		classes := idColumns.all(tx, closeAssignments, millis(now), bound(limit))
		for _, class := range classes {
			tx.exec(changeClass, class)
		}
		reminded := idColumns.all(tx, dueSoon, soon, bound(limit))
		for _, assignment := range reminded {
			tx.exec(remind, assignment, millis(now))
		}
		gone := tx.exec(`DELETE FROM classes WHERE id IN (SELECT id FROM classes WHERE ended <= $1 ORDER BY ended LIMIT $2)`, ended, bound(limit))
		n = len(classes) + len(reminded) + gone
	})
	return n, err
}

func effortsWith(t class.Task, given, until any) (query string, args []any) {
	switch t.Kind {
	case class.LessonTask:
		return lessonEfforts, []any{t.Lesson, until}
	case class.SetTask:
		first := puzzle.SetPrefix(t.Set)
		return setEfforts, []any{first, first + ":", until}
	case class.WinTask:
		args = []any{given, until, t.Variant}
		for _, l := range []match.Level{match.Easy, match.Casual, match.Strong, match.Perfect} {
			if !l.AtLeast(t.Level) {
				l = t.Level
			}
			args = append(args, string(l))
		}
		return winEfforts, args
	}
	return puzzleEfforts, []any{given, until, t.Variant}
}

func (s *Store) Efforts(ctx context.Context, classID, assignment int64) (efforts []class.Effort, broken []class.BrokenRule, err error) {
	err = s.view(ctx, func(tx *Tx) {
		efforts = nil
		a, found := assignmentColumns.first(tx, `SELECT `+assignmentColumns.names()+` FROM assignments WHERE id = $1 AND class = $2`, assignment, classID)
		if !found {
			return
		}
		for i, t := range taskColumns.all(tx, tasksOf, assignment) {
			query, args := effortsWith(t, millis(a.Given), millis(a.Until))
			args = append([]any{classID}, args...)
			for _, e := range effortColumns.all(tx, query, args...) {
				e.Task = i
				efforts = append(efforts, e)
			}
		}
		broken = brokenByColumns.all(tx, rulesBroken, classID, assignment)
	})
	return efforts, broken, err
}
