package commands_test

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/certcheck"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// TestScenes plays the scenes in testdata/scenes: lines in, answers out. testdata/scenes/README.md
// describes the format. -update rewrites the answers.
func TestScenes(t *testing.T) {
	files, err := filepath.Glob("testdata/scenes/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenes: %v", err)
	}
	advice := readSentences(t)
	for i, file := range files {
		if i%testlong.Times(4, 1, 1) > 0 {
			continue
		}
		data := must.Get(os.ReadFile(file))(t)
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			parts := strings.Split("\n"+string(data), "\n== ")
			var out strings.Builder
			out.WriteString(strings.TrimPrefix(parts[0], "\n"))
			synctest.Test(t, func(t *testing.T) { // in the bubble no answer is late
				h := newHouse(t)
				h.counsel = advice
				for _, part := range parts[1:] {
					h.play(t, part, &out)
				}
			})
			if !t.Failed() {
				golden.Equal(t, "scenes/"+filepath.Base(file), strings.TrimPrefix(out.String(), "\n"))
			}
		})
	}
	advice.report(t)
}

// A house is a database that the scenes of a file share. It is emptied after each. To open another one, and to
// prepare its statements, took longer than most scenes.
type house struct {
	store   storage.Store
	watcher *sql.Conn   // detects changes of the database
	empty   []*sql.Stmt // in a transaction
	counsel *counsel
}

func newHouse(t *testing.T) *house {
	path := filepath.Join(t.TempDir(), "nimatron.db")
	h := &house{store: storagetest.OpenFile(t, path)}
	db := must.Get(sql.Open("sqlite", path))(t)
	t.Cleanup(func() { db.Close() })
	h.watcher = must.Get(db.Conn(t.Context()))(t)
	// The moves of a match stay, as long as there is the match.
	rows := must.Get(h.watcher.QueryContext(t.Context(), `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'goose_db_version'
		AND name NOT LIKE 'sqlite_stat%' ORDER BY name <> 'matches'`))(t)
	statements := []string{"BEGIN"}
	for rows.Next() {
		var table string
		must.OK(t, rows.Scan(&table))
		statements = append(statements, "DELETE FROM "+table)
	}
	must.OK(t, rows.Err())
	for _, s := range append(statements, "COMMIT") {
		h.empty = append(h.empty, must.Get(h.watcher.PrepareContext(t.Context(), s))(t))
	}
	return h
}

// play plays a scene: its title and its lines.
func (h *house) play(t *testing.T, text string, out *strings.Builder) {
	title, body, _ := strings.Cut(text, "\n")
	failed := t.Failed()
	defer func() {
		if t.Failed() && !failed {
			t.Logf("this was in the scene %q", title)
		}
	}()
	fmt.Fprintf(out, "\n== %s\n", title)
	s := &scene{room: roomOn(t, h.store, catalog.Standard), out: out, watcher: h.watcher, counsel: h.counsel}
	s.play(body)
	synctest.Wait()
	for _, s := range h.empty {
		must.Get(s.ExecContext(t.Context()))(t)
	}
}

// scene plays a text in a room.
type scene struct {
	*room
	out     *strings.Builder
	watcher *sql.Conn // detects changes of the database
	counsel *counsel
	threads commands.Threads
	without string   // why there are no threads
	replies []*shown // all so far, newest last
	latest  *shown
	said    int  // number of requests, which become their ids
	quietly bool // answers are not printed for now
	shot    string
	shotAt  int64 // the version of shot
}

// doors counts the threads it opens.
type doors struct{ opened int }

func (d *doors) Open(context.Context, string) (string, error) {
	d.opened++
	return fmt.Sprint("thread ", d.opened), nil
}

func (*doors) Direct(context.Context, string, string) (string, error) {
	return "", errors.ErrUnsupported
}
func (*doors) Drop(context.Context, string) {}

// shown is a reply with the text's name for it.
type shown struct {
	view.Reply
	name    string
	channel string
}

// play plays a text line by line. Indented lines are earlier answers.
func (s *scene) play(text string) {
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimRight(line, "\n")
		if line != "" && strings.TrimLeft(line, " ") != line {
			continue
		}
		s.out.WriteString(line + "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if s.quietly = line[0] == '('; s.quietly {
			line = line[1 : len(line)-1]
		}
		s.step(line)
	}
}

var (
	spoken = regexp.MustCompile(`^(?:([a-z]+) = )?(\w+)(?: (again|\d+ times))?(?: in (.+?))?:(?: (.*))?$`)
	waits  = regexp.MustCompile(`^\+(\S+)$`)
)

// step executes a line.
func (s *scene) step(line string) {
	word, rest, _ := strings.Cut(line, " ")
	if m := spoken.FindStringSubmatch(line); m != nil {
		s.speak(m[1], m[2], m[3], m[4], m[5])
		return
	}
	if m := waits.FindStringSubmatch(line); m != nil {
		s.now = s.now.Add(s.duration(m[1]))
		return
	}
	switch word {
	case "at":
		at := must.Get(time.Parse(time.DateTime, rest))(s)
		s.now = at
	case "server":
		s.server = rest
	case "page":
		s.service.UsePage(rest)
	case "games":
		s.serve(walk.Catalog)
	case "threads":
		s.threads, s.without = &doors{}, rest
	case "restart":
		s.serve(s.referee.Catalog())
	case "seed":
		seed := must.Get(strconv.ParseUint(rest, 10, 64))(s)
		s.seed = seed
	case "past":
		s.past(nil)
	case "ratings":
		s.ratings()
	case "rebuild":
		must.Get(s.referee.RebuildRatings(s.Context(), nil))(s)
	case "due":
		must.OK(s, s.service.Sweep(s.Context()))
		must.OK(s, s.service.AdvanceTournaments(s.Context()))
		must.Get(s.service.AdvanceShared(s.Context()))(s)
		if s.threads != nil {
			s.service.BeginPairings(s.Context(), match.DiscordFront, func(string) commands.Threads { return s.threads })
		}
		if rest != "unsaid" {
			s.tell()
		}
	case "say":
		s.tell()
	case "SELECT":
		s.query(line)
	case "name":
		s.latest.name = rest
	case "board":
		kind, number, _ := strings.Cut(rest, " ")
		id := must.Get(strconv.ParseInt(number, 10, 64))(s)
		reply := must.Get(s.service.Board(s.Context(), match.Board{Subject: match.Subject{Kind: match.SubjectKind(kind), ID: id}}))(s)
		s.record(&shown{Reply: reply})
		s.print(fmt.Sprintf("Version %d: %s", reply.Show.Version, s.brief(reply)))
	case "file":
		s.printFile(rest)
	case "has", "lacks":
		said := text(s.latest.Reply)
		for _, f := range s.latest.Files {
			said += "\n" + string(f.Data)
		}
		if strings.Contains(said, rest) != (word == "has") {
			s.Errorf("%s: the answer is\n%s", line, said)
		}
	default:
		s.Fatalf("%q is no line of a scene", line)
	}
}

// filled returns the newest form, filled in with options as people type them.
func (s *scene) filled(by, typed string) (commands.Request, error) {
	form := s.find("", func(r view.Reply) bool { return r.Form != nil }).Form
	req, err := request(by, "/"+form.Command+" "+typed)
	maps.Copy(req.Options, form.Options())
	req.Subject, req.Filled = form.Subject, true
	return req, err
}

// duration parses a time such as 3d or 89m.
func (s *scene) duration(text string) time.Duration {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		text = days + "h"
		d := must.Get(time.ParseDuration(text))(s)
		return 24 * d
	}
	return must.Get(time.ParseDuration(text))(s)
}

// print writes text below the line that it answers.
func (s *scene) print(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimRight(line, " "); line != "" {
			s.out.WriteString("    " + line + "\n")
		}
	}
}

// tell prints the bot's notices.
func (s *scene) tell() {
	said := s.notifications()
	for _, a := range said {
		s.print("In " + a.channel + ": " + to(a.reply, "") + s.brief(a.reply))
		s.record(&shown{Reply: a.reply, channel: a.channel})
	}
	if len(said) == 0 {
		s.print("Nothing is said.")
	}
}

func (s *scene) record(r *shown) { s.replies, s.latest = append(s.replies, r), r }

// speak sends a person's line, or presses a button, and prints the answer.
func (s *scene) speak(name, by, often, channel, line string) {
	channel, parent, _ := strings.Cut(cmp.Or(channel, "lobby"), "<")
	line = s.fill(by, line)
	if typed, ok := strings.CutPrefix(line, "types "); ok {
		s.print(s.completed(by, channel, typed))
		return
	}
	var reply view.Reply
	times, err := strconv.Atoi(strings.TrimSuffix(often, " times"))
	if err != nil {
		times = 1
	}
	for range times {
		if move, of, ok := keyed(line); ok {
			shown := s.find(of, func(r view.Reply) bool { return r.Card != nil && len(r.Card.Taps)+len(r.Card.Menus) > 0 })
			reply = s.tapMove(by, shown, s.move(by, move, offers(shown.Card)[0].Request))
			break
		}
		if line == "wins" {
			reply = s.wins(by)
			break
		}
		req, err := request(by, line)
		if typed, ok := strings.CutPrefix(line, "fills "); ok {
			req, err = s.filled(by, typed)
		} else if label, of, ok := pressed(line); ok {
			req, err = s.offered(label, of), nil
			nameIn(&req)
		} else if said, of, ok := strings.Cut(line, " on "); ok && s.named(of) != nil {
			req, err = request(by, said)
			req.Subject = s.named(of).Show
		}
		if err != nil {
			s.followTyped(line, err.Error())
			reply = view.Reply{Text: err.Error(), To: view.Private{}, Outcome: view.OutcomeRefused}
			break
		}
		req.By, req.Channel, req.Parent, req.Server = person(by), channel, parent, s.server
		req.Threads, req.NoThreads = s.threads, s.without
		req.Manager, req.ChannelManager, req.Muted = by == "mod" || by == "admin", by == "warden", by == "muted"
		if by == "organizer" {
			req.Roles = []string{"42"}
		}
		if often == "again" {
			s.said++
			req.ID = fmt.Sprint("request ", s.said)
			s.service.Do(s.Context(), req)
		}
		reply = s.ask(line, req)
	}
	s.record(&shown{reply, name, channel})
	if s.quietly {
		if reply.Outcome.Bad() {
			s.Errorf("%s: %s: it is refused: %s", by, line, text(reply))
		}
		return
	}
	s.print(to(reply, by) + s.brief(reply))
}

// ask sends a request and checks what holds for all answers.
func (s *scene) ask(line string, req commands.Request) view.Reply {
	version, before := s.version(), s.seen()
	changes := slices.Contains([]string{"hint", "settings privacy delete", "manage end-match"}, req.Command) // they change something although the answer is private
	reply := s.service.Do(s.Context(), req)
	answers := req.Command == "class set create" // tells whether there is a win
	if reply.Outcome != view.OutcomeDone && reply.Outcome != view.OutcomeFailed && s.version() != version && !answers {
		s.Errorf("%s: it is refused, and yet something was changed: %s", line, text(reply))
	}
	if reply.Outcome.Bad() && strings.ContainsAny(reply.Text, "{}") {
		s.Errorf("%s: a name of the refusal is not filled in: %s", line, reply.Text)
	}
	if after := s.seen(); reply.Private() && !changes && after != before {
		s.Errorf("%s: a private answer has changed\n%s\nto\n%s", line, before, after)
	}
	if c := commands.Find(req.Command); reply.Outcome == view.OutcomeDone && c.Costly && reply.Private() != c.Private && req.Options["share"] == "" {
		s.Errorf("%s: it is answered in private: %v, but would be deferred so: %v", line, reply.Private(), c.Private)
	}
	s.check(line, reply)
	s.namesOffered(line, reply)
	s.follow(line, req, reply)
	return reply
}

// seen is snapshot, taken again only if the database has changed.
func (s *scene) seen() string {
	if version := s.version(); s.shot == "" || s.shotAt != version {
		s.shot, s.shotAt = s.snapshot(), version
	}
	return s.shot
}

// version changes with each change of the database.
func (s *scene) version() (n int64) {
	must.OK(s, s.watcher.QueryRowContext(s.Context(), "PRAGMA data_version").Scan(&n))
	return n
}

// check checks that an answer fits its limits and contains no control characters, and that its
// proofs are valid.
func (s *scene) check(line string, reply view.Reply) {
	checkCard(s.T, line, reply)
	if i := strings.IndexFunc(text(reply), func(c rune) bool { return c != '\n' && !unicode.IsPrint(c) }); i >= 0 {
		s.Errorf("%s: the answer has %q", line, text(reply)[i:])
	}
	for _, f := range reply.Files {
		if f.Name != "proof.json" {
			continue
		}
		if err := certcheck.Check(bytes.TrimSpace(f.Data)); err != nil {
			s.Errorf("%s: %s: %v", line, f.Data, err)
		}
	}
	if f := reply.Form; f != nil && len(f.Inputs) > 5 {
		s.Errorf("%s: the form has %d inputs", line, len(f.Inputs))
	} else if f != nil {
		for _, in := range f.Inputs {
			if n := len(in.Choices); n > view.MaxChoices || n > 0 && in.Value != "" && !slices.ContainsFunc(in.Choices, func(c view.Choice) bool { return c.Value == in.Value }) {
				s.Errorf("%s: of %d choices for %s it shows %q", line, n, in.Option, in.Value)
			}
		}
	}
	if end := reply.Ending; end != nil {
		if reply.Card != nil && reply.Card.Tone != view.Finished {
			s.Errorf("%s: the board of a finished match has another tone", line)
		}
		if won := strings.Contains(end.Title, "won!"); won != (end.Tone == view.Won) {
			s.Errorf("%s: the tone of %q is %v", line, end.Title, end.Tone)
		}
		said := text(view.Reply{Card: end})
		if n := utf8.RuneCountInString(text(view.Reply{Text: end.Body})); n > 280 {
			s.Errorf("%s: the end has %d characters:\n%s", line, n, said)
		}
		for _, never := range []string{"%", "only win", "win to find", "let go of", "guest"} {
			if strings.Contains(said, never) {
				s.Errorf("%s: the end says %q:\n%s", line, never, said)
			}
		}
	}
}

// pressed parses "[Label]" or "[Label] of name".
func pressed(line string) (label, of string, ok bool) {
	label, of, ok = strings.Cut(strings.TrimPrefix(line, "["), "]")
	return label, strings.TrimPrefix(of, " of "), ok && line[0] == '['
}

// keyed parses "tap right" or "tap wrong of name".
func keyed(line string) (move, of string, ok bool) {
	move, ok = strings.CutPrefix(line, "tap ")
	move, of, _ = strings.Cut(move, " of ")
	return move, of, ok
}

// wins makes a person win the match in the lobby. It returns the answer to the last move.
func (s *scene) wins(by string) (reply view.Reply) {
	for !s.room.last().Finished() {
		p := s.room.last().Play
		winning, _, err := s.referee.Solver().Winning(s.Context(), p.Variant(), p.Position(), 1)
		must.OK(s, err)
		req := must.Get(request(by, "/move "+winning[0].String()))(s)
		reply = s.ask("wins", req)
	}
	return reply
}

// named returns the reply with a name, nil for none.
func (s *scene) named(name string) *view.Reply {
	for _, r := range s.replies {
		if r.name == name {
			return &r.Reply
		}
	}
	return nil
}

// find returns the newest reply for which holds is true, or the one with that name.
func (s *scene) find(name string, holds func(view.Reply) bool) view.Reply {
	s.Helper()
	if r := s.named(name); r != nil && name != "" {
		return *r
	}
	for _, r := range slices.Backward(s.replies) {
		if name == "" && holds(r.Reply) {
			return r.Reply
		}
	}
	s.Fatalf("there is no such reply %s", name)
	return view.Reply{}
}

// offered returns the request of a button, or of a menu's choice written as "Prompt ▾ Choice".
func (s *scene) offered(label, of string) (req commands.Request) {
	s.Helper()
	has := func(r view.Reply) (found bool) {
		for _, c := range []*view.Card{r.FollowUp, r.Ending, r.Card} {
			for _, o := range offers(c) {
				if o.label == label && !found {
					req, found = o.Request, true
				}
			}
		}
		return found
	}
	if !has(s.find(of, has)) {
		s.Fatalf("there is no button [%s]", label)
	}
	return req
}

// move returns a right or wrong decision in the puzzle or exercise of a request, or in the person's
// latest one if the request names none.
func (s *scene) move(by, which string, req commands.Request) games.Move {
	s.Helper()
	var p games.Position
	var winning []games.Move
	if strings.HasPrefix(req.Command, "race ") {
		id := must.Get(strconv.ParseInt(req.Options["id"], 10, 64))(s)
		number := must.Get(strconv.Atoi(req.Options["board"]))(s)
		solution, _, err := s.service.Env().Races.Explain(s.Context(), id, number)
		must.OK(s, err)
		p, winning = solution.Board.Position, solution.Board.Winning
	} else {
		asked, err := s.service.Env().Puzzles.AskedPuzzle(s.Context(), by)
		if id, ok := puzzle.ParseID(req.Options["id"]); ok {
			asked, err = s.service.Env().Puzzles.Puzzle(s.Context(), id, by)
		}
		must.OK(s, err)
		p, winning = asked.Position, asked.Winning
	}
	if which == "right" {
		return winning[0]
	}
	return losing(p, winning)
}

var blanks = regexp.MustCompile(`\{(\w+)(?:\*([^}]*))?\}`)

// fill replaces the placeholders of a line: {right} and {wrong} answers, {code} of the class,
// {today}, {start} of the newest match in the lobby and its numbers {1}, {2} …, and {9*x} for nine
// times x.
func (s *scene) fill(by, line string) string {
	return blanks.ReplaceAllStringFunc(line, func(blank string) string {
		m := blanks.FindStringSubmatch(blank)
		n, err := strconv.Atoi(m[1])
		switch {
		case m[2] != "" && err == nil:
			return strings.Repeat(m[2], n)
		case m[1] == "right", m[1] == "wrong":
			req := must.Get(request(by, strings.ReplaceAll(line, blank, "")))(s)
			return s.move(by, m[1], req).String()
		case m[1] == "code":
			return s.class(1).Code
		case m[1] == "today":
			return s.service.Env().Puzzles.Today()
		}
		start := s.room.last().Start
		if err == nil {
			return regexp.MustCompile(`\d+`).FindAllString(start, -1)[n-1]
		}
		return start
	})
}

// completed lists the completions for the last option of a typed line.
func (s *scene) completed(by, channel, typed string) string {
	at := strings.LastIndex(typed, ":")
	option := typed[strings.LastIndex(typed[:at], " ")+1 : at]
	req := must.Get(request(by, typed[:at+1]))(s)
	req.Channel, req.Server = channel, s.server
	var values []string
	for _, c := range s.service.Complete(s.Context(), req, option, typed[at+1:]) {
		values = append(values, c.Value)
	}
	return fmt.Sprintf("%d: %s", len(values), strings.Join(values, " "))
}
