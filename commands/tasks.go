package commands

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

// tasksExample shows how an assignment is written.
const tasksExample = "`lessons 4 and 5, ten puzzles of End-Nim, 2 wins against casual in Nim`"

// taskReader reads an assignment, word by word.
type taskReader struct {
	words   []string // in small letters; a comma is one
	catalog *catalog.Catalog
	sets    []match.PuzzleSet // of the class
	tasks   []match.Task
	until   string // what was written behind "until", "" for nothing
}

// separators stand between tasks like a comma does.
var separators = strings.NewReplacer(",", " , ", ";", " , ", "\n", " , ", "+", " , ", "&", " , ", "–", "-")

// readTasks reads what students have to do, such as tasksExample, with the words behind "until",
// which may come last. Sets are the puzzle sets of the class.
func readTasks(text string, c *catalog.Catalog, sets []match.PuzzleSet) (tasks []match.Task, until string, err error) {
	r := taskReader{words: taskWords(strings.Trim(strings.TrimSpace(text), ".")), catalog: c, sets: sets}
	for r.skip(); len(r.words) > 0; r.skip() {
		if err := r.task(); err != nil {
			return nil, "", err
		}
	}
	switch {
	case len(r.tasks) == 0:
		return nil, "", refuse("Say what is to be done: `tasks:` such as %s.", tasksExample)
	case len(r.tasks) > match.MaxTasks:
		return nil, "", refuse("These are %d tasks, and an assignment has at most %d: make two of it.", len(r.tasks), match.MaxTasks)
	}
	return r.tasks, r.until, nil
}

// taskWords splits a text into words in small letters, of which a comma is one.
func taskWords(text string) []string {
	return strings.Fields(separators.Replace(strings.ToLower(text)))
}

// Words that say what comes next.
var (
	untilWords   = []string{"until", "by", "due"}
	againstWords = []string{"against", "over", "vs"}
)

// between reports whether a word stands between tasks.
func between(word string) bool { return word == "," || word == "and" || word == "then" }

// skip drops what stands between tasks.
func (r *taskReader) skip() {
	for len(r.words) > 0 && between(r.words[0]) {
		r.words = r.words[1:]
	}
}

// next returns the next word and drops it, "" at the end.
func (r *taskReader) next() string {
	if len(r.words) == 0 {
		return ""
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

// one reports whether the next word is one of these, and drops it if so.
func (r *taskReader) one(of ...string) bool {
	for _, word := range of {
		if len(r.words) > 0 && r.words[0] == word {
			r.words = r.words[1:]
			return true
		}
	}
	return false
}

// rest returns the words up to what ends a task or begins another part of it, and drops them.
func (r *taskReader) rest() string {
	n := 0
	for n < len(r.words) && !between(r.words[n]) && !slices.Contains(untilWords, r.words[n]) && !slices.Contains(againstWords, r.words[n]) {
		n++
	}
	text := strings.Join(r.words[:n], " ")
	r.words = r.words[n:]
	return text
}

// task reads one task, or until when.
func (r *taskReader) task() error {
	if r.one(untilWords...) {
		r.until = strings.ReplaceAll(strings.Join(r.words, " "), " ,", "")
		r.words = nil
		return nil
	}
	if r.one("lesson", "lessons") {
		return r.lessons()
	}
	if r.one("set") {
		return r.set()
	}
	first := r.next()
	n, ok := numberOf(first)
	task := match.Task{Count: n}
	switch {
	case !ok:
	case r.one("puzzle", "puzzles"):
		task.Kind = match.PuzzleTask
	case r.one("win", "wins"):
		task.Kind, task.Level = match.WinTask, match.Casual
	}
	switch {
	case task.Kind == "":
		return refuse("I don't know what %s is as a task. Write tasks such as %s.", games.Quote(strings.TrimSpace(first+" "+r.rest())), tasksExample)
	case n < 1 || n > match.MaxTaskCount:
		return refuse("%d is not a number for a task: it is from 1 to %d.", n, match.MaxTaskCount)
	}
	for {
		var err error
		switch {
		case r.one("of", "in", "at", "from"):
			task.Variant, task.Family, err = readGame(r.rest(), r.catalog)
		case task.Kind == match.WinTask && r.one(againstWords...):
			r.one("the")
			if task.Level, err = match.ParseLevel(r.next()); err != nil {
				err = refuse("%v", err)
			}
			r.one("level")
		default:
			r.tasks = append(r.tasks, task)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// set reads a puzzle set by its name, the longest one that is written there.
func (r *taskReader) set() error {
	var found *match.PuzzleSet
	long := 0
	for i := range r.sets {
		if name := taskWords(r.sets[i].Name); len(name) > long && len(r.words) >= len(name) && slices.Equal(name, r.words[:len(name)]) {
			found, long = &r.sets[i], len(name)
		}
	}
	if found == nil {
		return refuse("The class has no puzzle set %s: `/class action:sets` lists those that there are.", games.Quote(r.rest()))
	}
	r.words = r.words[long:]
	r.tasks = append(r.tasks, match.Task{Kind: match.SetTask, Set: found.ID, SetName: found.Name, Count: found.Size})
	return nil
}

// lessons reads lessons by number or name, such as "4 and 5", "4-6", "4 to 6" or "copying".
func (r *taskReader) lessons() error {
	before := len(r.tasks)
	for {
		r.skipInList()
		if len(r.words) == 0 || !isLesson(r.words) {
			break
		}
		word := r.next()
		if l := lesson.Find(word); l != nil {
			r.tasks = append(r.tasks, match.Task{Kind: match.LessonTask, Lesson: l.ID, Count: 1})
			continue
		}
		from, to, _ := strings.Cut(word, "-")
		if r.one("to") {
			to = r.next()
		}
		low, _ := numberOf(from)
		high, ok := numberOf(to)
		if !ok {
			high = low
		}
		for n := low; n <= max(low, high); n++ {
			if n < 1 || n > len(lesson.All()) {
				return refuse("There is no lesson %d: there are %d, and `/learn lesson:all` lists them.", n, len(lesson.All()))
			}
			r.tasks = append(r.tasks, match.Task{Kind: match.LessonTask, Lesson: lesson.All()[n-1].ID, Count: 1})
		}
	}
	if len(r.tasks) == before {
		return refuse("Say which lessons by their numbers, such as `lessons 4 and 5`; `/learn lesson:all` lists them.")
	}
	return nil
}

// skipInList drops what stands before another lesson.
func (r *taskReader) skipInList() {
	for n, word := range r.words {
		if !between(word) {
			if isLesson(r.words[n:]) {
				r.words = r.words[n:]
			}
			return
		}
	}
}

// isLesson reports whether words begin with a lesson, and not with how many there are of
// something.
func isLesson(words []string) bool {
	if lesson.Find(words[0]) != nil {
		return true
	}
	from, _, _ := strings.Cut(words[0], "-")
	_, ok := numberOf(from)
	return ok && (len(words) == 1 || !strings.HasPrefix(words[1], "puzzle") && !strings.HasPrefix(words[1], "win"))
}

// numberWords are numbers as people write them.
var numberWords = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50,
}

// numberOf reads a number in digits or as a word.
func numberOf(word string) (n int, ok bool) {
	if n, ok = numberWords[word]; ok {
		return n, true
	}
	n, err := strconv.Atoi(word)
	return n, err == nil
}

// sameName makes names alike that differ in how they are written.
var sameName = strings.NewReplacer(" ", "", "-", "", "'", "", "’", "", "è", "e")

// readGame reads a game by its id or name. "any End-Nim" is all games of the family, as is a
// family that is no game; "" and "any game" are all.
func readGame(text string, c *catalog.Catalog) (variant, family string, err error) {
	name, any := text, false
	for _, word := range []string{"any ", "all "} {
		if rest, ok := strings.CutPrefix(name, word); ok {
			name, any = rest, true
		}
	}
	if name == "" || name == "any" || any && (name == "game" || name == "games" || name == "kind") {
		return "", "", nil
	}
	same := func(a string) bool { return sameName.Replace(strings.ToLower(a)) == sameName.Replace(name) }
	if !any {
		for _, v := range c.All() {
			if same(v.ID) || same(v.Name) {
				return v.ID, "", nil
			}
		}
		if v, err := c.Find(name); err == nil { // one with a parameter that is not listed
			return v.ID, "", nil
		}
	}
	for _, f := range c.Families() {
		if same(f.ID) || same(f.Name) {
			return "", f.ID, nil
		}
	}
	_, err = c.Find(name)
	return "", "", err
}

// endOfDay is the time until which something is to be done on a day.
const endOfDay = "23:59"

// readUntil reads until when something is to be done, as readStart and readDuration read times; a
// day of the week or a date without a time is meant to its end. It is the time for an assignment
// where none is asked for if text is "". Times are in UTC.
func readUntil(text string, now time.Time) (time.Time, error) {
	now = now.UTC()
	written := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(strings.Join(strings.Fields(text), " ")), "."), " utc")
	if written == "" {
		written = now.Add(referee.AssignmentLife).Format(time.DateOnly)
	}
	day, clock, _ := strings.Cut(strings.Replace(written, " at ", " ", 1), " ")
	if date := dateOf(day, now); date != "" {
		written = date + " " + cmp.Or(clock, endOfDay)
	}
	until, ok := readStart(written, now)
	if !ok {
		var d time.Duration
		d, ok = readDuration(written)
		until = now.Add(d)
	}
	switch {
	case !ok:
		return until, refuse("%s is not a valid `until:`. Write a day such as `Friday`, `2026-11-27` or `2026-11-27 18:00` (in UTC), or how long from now, such as `3d`.", games.Quote(text))
	case !until.After(now):
		return until, refuse("%s is over: write an `until:` that is still to come.", view.Moment(until, view.Clock))
	}
	return until, nil
}

// dateOf returns the date of a day such as "friday", "tomorrow" or "2026-11-27", "" for what is
// none.
func dateOf(day string, now time.Time) string {
	for ahead := range 8 {
		date := now.AddDate(0, 0, ahead)
		name := strings.ToLower(date.Weekday().String())
		switch {
		case ahead == 0 && day == "today", ahead == 1 && day == "tomorrow", ahead > 0 && (day == name || day == name[:3]):
			return date.Format(time.DateOnly)
		}
	}
	if _, err := time.Parse(time.DateOnly, day); err == nil {
		return day
	}
	return ""
}
