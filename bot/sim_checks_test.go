package bot

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/referee"
	"nimatron/solver"
)

// fault records a fault.
func (s *simulation) fault(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.bus.log.aside("FAULT: " + text)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, text)
}

// trouble is a period in which requests may stay unanswered.
type trouble struct{ from, to time.Time }

// troubled marks the coming time as trouble.
func (s *simulation) troubled(length time.Duration) {
	now := time.Now()
	s.trouble = append(s.trouble, trouble{now.Add(-10 * time.Second), now.Add(length)})
}

func (s *simulation) inTrouble(at time.Time) bool {
	return within(s.trouble, at) || slices.ContainsFunc(s.away, func(t trouble) bool {
		return at.After(t.from.Add(-10*time.Second)) && at.Before(t.to.Add(15*time.Second)) // until sessions are resumed
	})
}

func within(times []trouble, at time.Time) bool {
	return slices.ContainsFunc(times, func(t trouble) bool { return at.After(t.from) && at.Before(t.to) })
}

// entry is the change made by a transaction: the versions of matches before and after it.
type entry struct{ before, after map[int64]int64 }

// journaled runs a transaction and records which matches it changed.
func (p *process) journaled(ctx context.Context, f func(context.Context, *sql.Tx) error) func(context.Context, *sql.Tx) error {
	label, _ := ctx.Value(doing{}).(string)
	request, ok := strings.CutPrefix(label, "do ")
	if !ok {
		return f
	}
	return func(ctx context.Context, tx *sql.Tx) error {
		before, err := versions(ctx, tx)
		if err != nil {
			return err
		}
		answersBefore, err := racing(ctx, tx)
		if err != nil {
			return err
		}
		if err := f(ctx, tx); err != nil {
			return err
		}
		after, err := versions(ctx, tx)
		if err != nil {
			return err
		}
		e := entry{map[int64]int64{}, map[int64]int64{}}
		for id, v := range after {
			if before[id] != v {
				e.before[id], e.after[id] = before[id], v
			}
		}
		answers, err := racing(ctx, tx)
		if err != nil {
			return err
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.answered[request] = append(p.answered[request], answersOf(answersBefore, answers)...)
		if len(e.after) > 0 {
			p.journal[request] = append(p.journal[request], e)
		}
		return nil
	}
}

func versions(ctx context.Context, tx *sql.Tx) (map[int64]int64, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, version FROM matches`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	of := map[int64]int64{}
	for rows.Next() {
		var id, version int64
		if err := rows.Scan(&id, &version); err != nil {
			return nil, err
		}
		of[id] = version
	}
	return of, rows.Err()
}

// check checks the final state, after all work has ended.
func (s *simulation) check() {
	for _, v := range s.discord.Violations() {
		if !strings.Contains(v, "already been acknowledged") && !strings.Contains(v, "Unknown interaction") &&
			!strings.Contains(v, "Cannot make a thread") { // a message does not say that it is in a thread
			s.fault("violation: %s", v)
		}
	}
	if n, most := s.discord.GatewayStats().Resumes, 4*(s.begun+s.disturbed); n > most {
		s.fault("sessions were resumed %d times, and there was reason for %d", n, most)
	}
	l := s.open()
	defer l.db.Close()
	for _, q := range []string{`matches`, `matches WHERE state = 'finished'`, `matches WHERE leg = 2 AND state = 'finished' AND winner <> ''`, `moves`,
		`tournaments`, `pairings`, `pairings WHERE is_over = 1`, `entrants`, `entrants WHERE place > 0`, `subjects WHERE kind = 'class'`, `puzzles`, `puzzles WHERE kind = 'daily' AND solved > 0`,
		`rating_changes`, `players WHERE id LIKE 'deleted%'`, `subjects WHERE kind = 'challenge'`, `follows`, `guests WHERE kind = 'class'`} {
		l.count(q, l.number(`SELECT count(*) FROM `+q))
	}
	l.checkAnswers()
	l.checkMessages()
	l.checkNeighbours()
	l.checkBoards()
	l.checkRaces()
	l.checkVotes()
	l.checkOutbox()
	l.checkThreads()
	l.checkPairings()
	l.checkSeason(l.checkRatings())
	l.checkTournaments()
	if l.err != nil {
		s.fault("the database can't be read: %v", l.err)
	}
	r := referee.New(s.store, &solver.Solver{}, referee.Options{})
	wrong, _, err := r.Check(context.Background(), nil)
	if err != nil || len(wrong) > 0 {
		s.fault("check says %v, %q", err, wrong)
	}
}

// ledger reads the database without the bot's code.
type ledger struct {
	*simulation
	db  *sql.DB
	err error

	bot     int64 // as a player
	ids     map[int64]string
	deleted map[int64]bool
	former  map[int64]int64 // a person's first player id, by all their player ids
}

// open opens the database.
func (s *simulation) open() *ledger {
	db, err := sql.Open("sqlite", "file:"+s.file+"?mode=ro")
	return &ledger{simulation: s, db: db, err: err}
}

// count counts events.
func (s *simulation) count(what string, n int) {
	if s.tally != nil {
		s.tally[what] += n
	}
}

// keptTables are what queries ask of the JSON of tournaments.
const keptTables = `WITH
	tournaments AS (SELECT id, server, status AS state, rated, state ->> 'Format' AS format, state ->> 'Stuck' AS stuck,
		1000 * unixepoch(state ->> 'Starts') AS starts, 1000 * unixepoch(state ->> 'Started') AS started FROM subjects WHERE kind = 'tournament'),
	entrants AS (SELECT id AS tournament, player, number, place, state ->> 'Joined' AS joined, state ->> 'Rating' AS rating,
		coalesce(state ->> 'Left', 0) AS left_after FROM guests WHERE kind = 'tournament'),
	pairings AS MATERIALIZED (SELECT s.id AS tournament, p.value ->> 5 AS round, p.value ->> 6 AS board, p.value ->> 7 AS game,
		(SELECT player FROM entrants e WHERE e.tournament = s.id AND e.number = p.value ->> 0) AS first,
		(SELECT player FROM entrants e WHERE e.tournament = s.id AND e.number = p.value ->> 1) AS second,
		nullif(p.value ->> 2, 0) AS match, json_extract(s.state, '$.Threads[' || p.key || ']') AS channel,
		p.value ->> 4 > 0 AS is_over, p.value ->> 4 > 1 AS forfeit, CASE WHEN p.value ->> 4 > 0 THEN p.value ->> 3 END AS ended,
		p.value ->> 8 AS first_won, p.value ->> 9 AS second_won, p.value ->> 10 AS first_chances, p.value ->> 11 AS first_found,
		p.value ->> 12 AS second_chances, p.value ->> 13 AS second_found
		FROM subjects s, json_each(s.state, '$.Pairs') p WHERE s.kind = 'tournament') `

// each calls row with a scanner for each row of a query.
func (l *ledger) each(query string, row func(scan func(...any))) {
	rows, err := l.db.Query(keptTables + query)
	if err != nil {
		l.err = err
		return
	}
	defer rows.Close()
	for rows.Next() {
		row(func(into ...any) {
			if err := rows.Scan(into...); err != nil {
				l.err = err
			}
		})
	}
}

// number returns the number that a query finds.
func (l *ledger) number(query string) (n int) {
	l.each(query, func(scan func(...any)) { scan(&n) })
	return n
}

// checkAnswers checks that everybody got an answer, and that the answers are true.
func (l *ledger) checkAnswers() {
	for _, a := range l.acts {
		changed := l.journal[a.request()]
		if part := tapOnMatch.FindStringSubmatch(a.id); part != nil && len(changed) > 0 {
			id, _ := strconv.ParseInt(part[2], 10, 64)
			late := l.number(fmt.Sprintf(`SELECT count(*) FROM matches WHERE id = %d AND termination = 'time' AND version = %d`, id, changed[0].after[id])) > 0 // the only recorded change
			if before, ok := changed[0].before[id]; ok && !late && fmt.Sprint(before) != part[3] {
				l.fault("%s by %s was meant for version %s, and changed version %d", a.what, a.who.Name, part[3], before)
			}
		}
		if ends := strings.Contains(a.id, "settings privacy delete") || a.what == shutsOut; len(changed) > 1 && !ends { // it ends each match by itself
			l.fault("%s by %s changed matches %d times: %v", a.what, a.who.Name, len(changed), changed)
		}
		if a.live != "" {
			l.checkLive(a, changed)
		}
		if a.in == nil {
			continue
		}
		resp := a.in.Response()
		if resp == nil || (resp.Type == discordtest.RespondDeferred || resp.Type == discordtest.RespondDeferredUpdate) && a.in.Answered() == 0 {
			waited := slices.ContainsFunc(l.crashes, func(at time.Time) bool {
				return resp != nil && resp.Type == discordtest.RespondDeferredUpdate && at.After(a.at) && at.Sub(a.at) < time.Minute
			})
			deleted := a.deletes() && !slices.ContainsFunc(a.in.Channel.Messages(), func(m *discordtest.Message) bool { return m.ID == a.message.ID })
			if !deleted && !l.inTrouble(a.at) && !l.unlucky[a.in.ID] && !waited && !a.in.Channel.Deleted() {
				l.fault("%s by %s at %s (%s) is not answered, but deferred: %v", a.what, a.who.Name, a.at.Format("15:04:05"), a.in.ID, resp != nil)
			}
			continue
		}
		if waited := a.in.Answered(); waited > patience && !l.inTrouble(a.at) && !l.inTrouble(a.at.Add(waited)) && !l.unlucky[a.in.ID] {
			l.fault("%s by %s at %s waits %v for an answer", a.what, a.who.Name, a.at.Format("15:04:05"), waited)
		}
		if l.tally != nil {
			l.tally["longest ms"] = max(l.tally["longest ms"], int(a.in.Answered()/time.Millisecond))
		}
		l.checkAnswer(a, changed)
	}
}

// patience bounds the time to an answer while Discord is slow and other requests wait in the
// channel.
const patience = 60 * time.Second

// look checks that boards of pairings ping their players before the first move.
func (s *simulation) look() {
	l := s.open()
	defer l.db.Close()
	l.each(fmt.Sprintf(`SELECT id, version, channel, message FROM matches WHERE state = 'playing' AND tournament > 0 AND leg <> 2
		AND message <> '' AND created < %d AND NOT EXISTS (SELECT 1 FROM moves WHERE match_id = id)`, time.Now().Add(-5*time.Second).UnixMilli()), func(scan func(...any)) {
		var id, version int64
		var channel, message string
		scan(&id, &version, &channel, &message)
		s.count("calls", 1)
		ch := s.channel(channel)
		if s.forsaken(ch) {
			return
		}
		for _, m := range ch.Messages() {
			called := strings.Contains(m.Text(), ", you play ") || strings.Contains(m.Text(), ", you are tied") || strings.Contains(m.Text(), "How many from") // half a move
			if shown, at := shows(m); shown == id && at == version && !called {
				s.fault("the board of match %d does not call its players: %q", id, m.Text())
			}
		}
	})
	if l.err != nil {
		s.fault("the database can't be read: %v", l.err)
	}
}

// channel returns the channel with an id, nil for none.
func (s *simulation) channel(id string) *discordtest.Channel {
	for _, ch := range s.everywhere() {
		if ch.ID == id {
			return ch
		}
	}
	return nil
}

var (
	boardOfMatch = regexp.MustCompile(`^n1:more:m(\d+)\.(\d+):`)
	tapOnMatch   = regexp.MustCompile(`^n1:(move|resign|takeback|claim):m(\d+)\.(\d+):`)
	nothingDone  = regexp.MustCompile(`nothing (has|was) changed|did nothing`)
)

// shows returns the running match on a message, and its version.
func shows(m *discordtest.Message) (id, version int64) {
	for _, b := range m.Buttons() {
		if part := boardOfMatch.FindStringSubmatch(b.CustomID); part != nil && !b.Disabled {
			id, _ = strconv.ParseInt(part[1], 10, 64)
			version, _ = strconv.ParseInt(part[2], 10, 64)
		}
	}
	return id, version
}

// checkAnswer checks that an answer agrees with the change.
func (l *ledger) checkAnswer(a *act, changed []entry) {
	answer := a.in.Original()
	if resp := a.in.Response(); resp.Type == discordtest.RespondDeferredUpdate && len(a.in.Followups()) > 0 {
		answer = a.in.Followups()[0]
	}
	if answer == nil {
		return
	}
	first := answer
	if len(answer.History) > 0 {
		said := *answer
		said.Body = answer.History[0]
		for _, step := range a.in.History() { // the effects of this act only
			if step.MessageID == answer.ID && len(step.Body.Components) > 0 {
				said.Body = step.Body
			}
		}
		first = &said
	}
	if answer.Ephemeral && nothingDone.MatchString(first.Text()) && len(changed) > 0 && !strings.Contains(first.Text(), "since because of it") {
		l.fault("%s by %s is told that nothing is done, but it was: %q", a.what, a.who.Name, first.Text())
	}
	part := tapOnMatch.FindStringSubmatch(a.id)
	if part == nil || answer.Ephemeral {
		return
	}
	id, _ := strconv.ParseInt(part[2], 10, 64)
	version, _ := strconv.ParseInt(part[3], 10, 64)
	if shown, now := shows(first); shown == id && now > version && len(changed) == 0 {
		l.fault("%s by %s is acknowledged, but nothing was done: %q", a.what, a.who.Name, first.Text())
	}
}

// settled is the time after the last change until all messages are current.
const settled = 40 * time.Second

// checkBoards checks that each running match has one board with its newest state, and that no other
// match has one.
func (l *ledger) checkBoards() {
	boards := map[int64]map[string]int64{} // the version shown, by match and message
	for _, ch := range l.everywhere() {
		for _, m := range ch.Messages() {
			id, version := shows(m)
			if id == 0 {
				continue
			}
			if boards[id] == nil {
				boards[id] = map[string]int64{}
			}
			if boards[id][ch.ID+"/"+m.ID] = version; l.orphan(m) || ch.Archived() || l.forsaken(ch) {
				boards[id][ch.ID+"/"+m.ID] = -1
			}
		}
	}
	l.each(`SELECT id, version, channel, message, updated, state = 'playing' FROM matches`, func(scan func(...any)) {
		var id, version, updated int64
		var channel, message string
		var goesOn bool
		scan(&id, &version, &channel, &message, &updated, &goesOn)
		shown, ok := boards[id][message]
		switch {
		case time.Since(time.UnixMilli(updated)) < settled: // updated too recently
			delete(boards, id)
		case !goesOn:
			return
		case !ok && message == "" && slices.ContainsFunc(l.running, func(p *process) bool { return time.Since(p.began) < 80*time.Second }):
			delete(boards, id) // a process waits a minute for messages in flight, such as this one
			return
		case !ok && l.forsaken(l.channel(channel)):
		case !ok:
			l.fault("match %d in channel %s has no board: it was noted to be %q", id, channel, message)
		case shown != version && shown != -1:
			l.fault("the board of match %d shows version %d in place of %d", id, shown, version)
		}
		delete(boards[id], message)
	})
	for id, others := range boards {
		for handle, version := range others {
			if version != -1 {
				l.fault("match %d has another board, %s, which shows version %d", id, handle, version)
			}
		}
	}
}

// checkThreads checks that threads without a running match are closed.
func (l *ledger) checkThreads() {
	l.each(`SELECT channel, max(updated) FROM matches GROUP BY channel HAVING sum(state = 'playing') = 0`, func(scan func(...any)) {
		var channel string
		var ended int64
		scan(&channel, &ended)
		at, ch := time.UnixMilli(ended), l.channel(channel)
		if ch != nil && ch.GuildID != "" && !slices.Contains(l.places, ch) && !ch.Archived() && !l.forsaken(ch) && time.Since(at) > settled && !l.inTrouble(at) &&
			l.number(fmt.Sprintf(`SELECT count(*) FROM subjects WHERE kind IN ('race', 'challenge') AND channel = '%[1]s'`, channel)) == 0 { // a rematch or a race opens it
			l.fault("the thread %s, in which a match has ended at %s, is open", channel, at.Format("15:04:05"))
		}
	})
}

// everywhere returns all channels.
func (s *simulation) everywhere() []*discordtest.Channel {
	all := slices.Clone(s.places)
	for _, ch := range s.places {
		all = append(all, ch.Threads()...)
	}
	for _, u := range s.people {
		all = append(all, s.discord.AddDM(u))
	}
	return all
}

// orphan reports whether a process crashed soon after posting a message, so that it may not have
// recorded it.
func (s *simulation) orphan(m *discordtest.Message) bool {
	return slices.ContainsFunc(s.crashes, func(at time.Time) bool {
		posted, most := at.Sub(m.History[0].At), 3*time.Second
		if within(s.slow, at) {
			most = 12 * time.Second // the time for three attempts
		}
		return posted >= 0 && posted < most
	})
}

// checkOutbox checks that all notices were sent.
func (l *ledger) checkOutbox() {
	before := time.Now().Add(-settled).UnixMilli()
	l.each(fmt.Sprint(`SELECT id, kind, channel, tries FROM outbox WHERE created < `, before), func(scan func(...any)) {
		var id, tries int64
		var kind, channel string
		scan(&id, &kind, &channel, &tries)
		if ch := l.channel(channel); tries > 0 && (l.forsaken(ch) || ch.Archived()) {
			return // messages in an archived thread can't be edited, so their notices end
		}
		l.fault("notice %d, %s in channel %s, was not told after %d tries", id, kind, channel, tries)
	})
	if n := l.number(`SELECT count(*) FROM leases`); n > 5 { // two shards, the identify lease, the scan
		l.fault("%d leases are left", n)
	}
	if n := l.number(`SELECT count(*) FROM inbox`); n > 2*len(l.acts) {
		l.fault("%d requests are noted of %d", n, len(l.acts))
	}
}

// said records a message that reached Discord. No message may be posted twice, and no match may get
// a second board.
func (p *process) said(nonce, path string, body, answer []byte, lost bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if nonce == "" {
		return
	}
	var made struct{ ID string }
	_ = json.Unmarshal(answer, &made)
	if before, ok := p.nonces[path+nonce]; ok && time.Since(before) > 3*time.Minute {
		p.complain("%s says %s in %s once more after %v, when Discord has forgotten it", p.name, nonce, path, time.Since(before))
	} else if !ok {
		p.nonces[path+nonce] = time.Now()
	}
	if part := repostNonce.FindStringSubmatch(nonce); part != nil {
		id, _ := strconv.ParseInt(part[1], 10, 64)
		p.reposted[id] = time.Now()
		for _, ch := range p.everywhere() {
			all := ch.Messages()
			for i, m := range all {
				below := slices.DeleteFunc(slices.Clone(all[i+1:]), func(m *discordtest.Message) bool { return m.Author == p.discord.BotUser() })
				if shown, _ := shows(m); shown == id && m.ID != made.ID && !p.orphan(m) && len(below) < 12 && m.History[0].At.Before(time.Now()) {
					p.complain("%s posts the board of match %d again, though message %s shows it", p.name, id, m.ID)
				}
			}
		}
	}
	text := path + noncePart.ReplaceAllString(string(body), "")
	if i := strings.Index(text, "payload_json"); i >= 0 {
		text = path + text[i:]
	}
	if nonce[0] == 'm' { // repeated answers to messages are tolerated
		text += nonce
	}
	if before, ok := p.unacknowledged[text]; ok && before.id != made.ID && time.Since(before.at) < 2*time.Minute &&
		(!strings.Contains(text, "turn") || before.at.After(p.moved)) { // the next turn's ping has the same words
		p.complain("%s says the same again after %v, as nobody knew that it was said: %s", p.name, time.Since(before.at), text)
	}
	if lost {
		p.unacknowledged[text] = utterance{made.ID, time.Now()}
	}
}

// repostNonce is the nonce of a reposted board.
var repostNonce = regexp.MustCompile(`^b(\d+)\.\d+$`)

// shown records an answered interaction. Its board must not have been reposted meanwhile.
func (p *process) shown(interaction string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.byRequest[interaction]
	if a == nil || a.in == nil || a.in.Original() == nil {
		return
	}
	for _, m := range append(a.in.Followups(), a.in.Original()) {
		id, _ := shows(m)
		if at, ok := p.reposted[id]; ok && id != 0 && at.After(a.at) && !m.Ephemeral && m.Body.At.Equal(time.Now()) {
			p.complain("the board of match %d was posted again at %s, though the answer to %s by %s was on its way", id, at.Format("15:04:05"), a.what, a.who.Name)
			delete(p.reposted, id)
		}
	}
}

// utterance is a message sent at a time.
type utterance struct {
	id string
	at time.Time
}

// complain is fault with simulation.mu held.
func (s *simulation) complain(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.bus.log.aside("FAULT: " + text)
	s.faults = append(s.faults, text)
}
