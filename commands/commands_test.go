package commands_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// room is a service over a database of its own, with a clock that the test moves.
type room struct {
	*testing.T
	service *commands.Service
	referee *referee.Referee
	store   match.Store
	now     time.Time
	server  string               // where the lobby is; empty for none
	changes []match.RatingChange // those that rate has stored
	seed    uint64               // of what is drawn next
}

func newRoom(t *testing.T) *room {
	t.Helper()
	store := storagetest.Open(t)
	r := &room{T: t, store: store, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), seed: 7}
	r.referee = referee.New(store, &solver.Solver{}, referee.Options{
		Now:  func() time.Time { return r.now },
		Seed: func() uint64 { return r.seed },
	})
	r.service = commands.New(r.referee, store, slog.New(slog.DiscardHandler))
	return r
}

// people are the users that the tests' lines may name.
func person(name string) commands.User {
	switch name {
	case "nimatron":
		return commands.User{ID: match.BotID, Name: match.BotName}
	case "otherbot":
		return commands.User{ID: "otherbot", Name: "otherbot", Bot: true}
	}
	return commands.User{ID: name, Name: name}
}

// request reads a line as somebody types it in the lobby.
func request(t *testing.T, by, line string) (commands.Request, error) {
	t.Helper()
	command, options, err := commands.ParseLine(line)
	r := commands.Request{Command: command, Options: options, By: person(by), Channel: "lobby"}
	for _, option := range []string{"opponent", "user"} {
		if who := options[option]; who != "" && who != "stranger" {
			r.People = map[string]commands.User{option: person(who)}
		}
	}
	return r, err
}

// say sends a line and returns the answer.
func (r *room) say(by, line string) commands.Reply {
	r.Helper()
	req, err := request(r.T, by, line)
	if err != nil {
		return commands.Reply{Text: err.Error(), Private: true}
	}
	req.Server = r.server
	return r.service.Do(context.Background(), req)
}

// text is all that a reply says, people written as @id.
func text(reply commands.Reply) string {
	all := reply.Text
	if c := reply.Card; c != nil {
		all += "\n" + strings.Join([]string{c.Title, c.Body, c.Drawing, c.Footer}, "\n")
		for _, f := range c.Fields {
			all += "\n" + f.Name + ": " + f.Value
		}
	}
	return commands.ExpandMentions(all, func(id string) string { return "@" + id })
}

// expect sends a line and checks that the public answer has all of the words.
func (r *room) expect(by, line string, words ...string) commands.Reply {
	r.Helper()
	reply := r.say(by, line)
	if reply.Private {
		r.Fatalf("%s: %s: answered in private: %s", by, line, text(reply))
	}
	r.hasWords(by+": "+line, reply, words)
	return reply
}

// refuses sends a line and checks that the private answer has all of the words
// and that the database is as it was.
func (r *room) refuses(by, line string, words ...string) commands.Reply {
	r.Helper()
	before := r.snapshot()
	reply := r.say(by, line)
	if !reply.Private {
		r.Fatalf("%s: %.100s: answered in public: %s", by, line, text(reply))
	}
	r.hasWords(by+": "+line, reply, words)
	if after := r.snapshot(); after != before {
		r.Fatalf("%s: %.100s: changed the database from\n%s\nto\n%s", by, line, before, after)
	}
	return reply
}

func (r *room) hasWords(what string, reply commands.Reply, words []string) {
	r.Helper()
	for _, word := range words {
		if !strings.Contains(text(reply), word) {
			r.Errorf("%.100s: the answer lacks %q:\n%s", what, word, text(reply))
		}
	}
}

// snapshot is what the database holds about the lobby.
func (r *room) snapshot() string {
	match, matchErr := r.store.LastMatch(context.Background(), "lobby")
	challenge, challengeErr := r.store.OpenChallenge(context.Background(), "lobby")
	return fmt.Sprint(match, matchErr, challenge, challengeErr)
}

func TestMatchAgainstTheBot(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:end-nim position:3 5 2 first:me", "End-Nim, match 1", "@p1 (first) against Nimatron (perfect)", "@p1 to move", "3 5 2")
	r.expect("p1", "L-1", "@p1 took 1 from the left end", "2 5 2", "Nimatron took")
	for range 12 {
		g, err := r.store.LastMatch(t.Context(), "lobby")
		if err != nil {
			t.Fatal(err)
		}
		if g.State == match.Finished {
			if g.Winner != match.LeftSeat {
				t.Fatalf("the winner is %s, and p1 played perfectly", g.Winner)
			}
			r.expect("p1", "/board", "@p1 wins", "match 1")
			return
		}
		// p1 follows the hints and must win.
		hint := r.say("p1", "/hint")
		if !hint.Private || !strings.Contains(hint.Text, "You can win") {
			t.Fatalf("the hint: %+v", hint)
		}
		move := strings.Split(hint.Text, "`")[1]
		r.expect("p1", move, "@p1 took")
	}
	t.Fatal("the match does not end")
}

func TestLossIsExplained(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:1 2 first:me", "match 1")
	reply := r.expect("p1", "2-2", "Nimatron wins", "turning point was move 1", "`2-1` would have kept the win")
	if reply.Card.Tone != commands.Finished {
		t.Error("the card of a finished match has another tone")
	}
	r.expect("p1", "/challenge variant:nim position:1 1 first:me")
	r.expect("p1", "1-1", "Nimatron wins", "always Nimatron's")
}

func TestMatchBetweenPeople(t *testing.T) {
	r := newRoom(t)
	reply := r.expect("p1", "/challenge variant:nim opponent:p2 position:1 2 first:opponent", "@p1 challenges @p2 to Nim")
	if fmt.Sprint(reply.Notify) != "[p2]" {
		t.Errorf("the challenge notifies %v", reply.Notify)
	}
	r.refuses("p1", "/accept", "your own challenge")
	r.refuses("p3", "/accept", "for @p2 alone")
	r.refuses("p3", "/cancel", "Only @p1")
	r.expect("p2", "/accept", "@p2 to move", "@p2 (first) against @p1")
	r.refuses("p1", "1-1", "@p2 decides now")
	r.refuses("p3", "1-1", "don't play in this match")
	r.refuses("p1", "/hint", "@p2 decides now")
	reply = r.expect("p2", "2-1", "@p2 took 1 from pile 2", "@p1 to move")
	if fmt.Sprint(reply.Notify) != "[p1]" {
		t.Errorf("the move notifies %v", reply.Notify)
	}
	hint := r.say("p1", "/hint")
	if !hint.Private || !strings.Contains(hint.Text, "every move loses") {
		t.Errorf("the hint: %+v", hint)
	}
	r.expect("p1", "/resign sure:true", "@p2 wins", "@p1 resigned", "@p1 asked for 1 hint")
	r.refuses("p2", "1-1", "is over")
}

func TestChallenges(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/accept", "No challenge is open")
	r.refuses("p1", "/cancel", "No challenge is open")
	r.expect("p1", "/challenge variant:nim open:true", "@p1 challenges anyone to Nim")
	r.refuses("p2", "/challenge variant:nim open:true", "open in this channel already")
	r.refuses("p2", "/decline", "open to anyone")
	r.expect("p1", "/cancel", "took the challenge back")
	r.expect("p1", "/challenge variant:nim opponent:p2", "@p2")
	r.expect("p2", "/decline", "@p2 declined @p1's challenge")
	r.expect("p1", "/challenge variant:nim open:true first:choose", "picks who goes first")
	pick := r.refuses("p2", "/accept", "you pick who goes first")
	if len(pick.Card.Actions) != 2 {
		t.Fatalf("the pick offers %+v", pick.Card.Actions)
	}
	r.expect("p2", "/accept first:me", "@p2 (first) against @p1")
	r.refuses("p3", "/challenge variant:nim", "A match goes on")
	r.refuses("p3", "/challenge variant:nim open:true", "A match goes on")
}

func TestChallengesExpire(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim open:true")
	if said, err := r.service.Sweep(t.Context()); err != nil || len(said) != 0 {
		t.Fatalf("too early: %v, %v", said, err)
	}
	r.now = r.now.Add(referee.ChallengeLife)
	r.refuses("p2", "/accept", "No challenge is open")
	said, err := r.service.Sweep(t.Context())
	if err != nil || len(said) != 1 || said[0].Channel != "lobby" || !strings.Contains(text(said[0].Reply), "@p1's challenge went unanswered") {
		t.Fatalf("said %v, %v", said, err)
	}
}

func TestBadInput(t *testing.T) {
	manyPiles := strings.Repeat("1 ", 2000)
	for _, c := range []struct{ line, want string }{
		{"/challenge variant:chess", "there is no variant `chess`"},
		{"/challenge", "needs `variant:`"},
		{"/challenge variant:nim position:10000000000000000000000000000000", "at most 10^18"},
		{"/challenge variant:nim position:-3 5", "whole numbers"},
		{"/challenge variant:nim position:" + manyPiles, "2000 piles are too many"},
		{"/challenge variant:nim position:3 0 2", "leave empty piles out"},
		{"/challenge variant:nim position:0", "nobody can move"},
		{"/challenge variant:nim position:3 [5]", "without brackets"},
		{"/challenge variant:end-nim/loop position:4", "nobody can move"},
		{"/challenge variant:nim position:**@everyone** <@1> `x", "`**@everyone** <@1> 'x`"},
		{"/challenge variant:nim position:3\x00\x1b[31m5", "whole numbers"},
		{"/challenge variant:nim opponent:p1", "can't challenge yourself"},
		{"/challenge variant:nim opponent:otherbot", "other bots don't play"},
		{"/challenge variant:nim opponent:p2 open:true", "one of the two"},
		{"/challenge variant:nim opponent:p2 level:casual", "leave it out"},
		{"/challenge variant:nim open:maybe", "`true` or `false`"},
		{"/challenge variant:nim level:godlike", "choose `casual`, `strong`, `perfect`"},
		{"/challenge variant:nim first:nobody", "choose `me`"},
		{"/challenge variant:nim colour:red", "`colour:` is no option"},
		{"/move L-1", "no match in this channel"},
		{"/board", "no match in this channel"},
		{"/hint", "no match in this channel"},
		{"/resign sure:true", "no match in this channel"},
		{"/nonsense", "no command `/nonsense`"},
		{"/analyze variant:nim position:", "needs `position:`"},
		{"/rules variant:\x1b[31m", "no variant"},
		{"", "`/move` needs `move:`"},
		{"hello @everyone", "no match in this channel"},
	} {
		t.Run(fmt.Sprintf("%.60q", c.line), func(t *testing.T) {
			r := newRoom(t)
			reply := r.refuses("p1", c.line)
			if !strings.Contains(strings.ToLower(text(reply)), strings.ToLower(c.want)) {
				t.Errorf("answered %q, which lacks %q", text(reply), c.want)
			}
			if strings.ContainsAny(text(reply), "\x00\x1b") {
				t.Errorf("control characters came back: %q", text(reply))
			}
		})
	}
}

func TestBadMoves(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 5 2 first:me")
	for move, want := range map[string]string{
		"2-6":                               "Pile 2 has 5 counters: take 1 to 5",
		"2-0":                               "take 1 to 5",
		"2-1000000000000000000000000000000": "take 1 to 5",
		"4-1":                               "no pile `4`",
		"L-1":                               "no pile `l`",
		"2--1":                              "not a move",
		"**2**":                             "not a move",
		"<@123456>":                         "not a move",
		"2=1+1":                             "not a move",
		strings.Repeat("9", 500):            "not a move",
		"-3":                                "not a move",
	} {
		r.refuses("p1", move, want)
	}
}

func TestCompletions(t *testing.T) {
	r := newRoom(t)
	choices := func(by, line, option, typed string) string {
		req, err := request(t, by, line)
		if err != nil {
			t.Fatal(err)
		}
		var values []string
		for _, c := range r.service.Complete(t.Context(), req, option, typed) {
			values = append(values, c.Value)
		}
		return strings.Join(values, " ")
	}
	if got := choices("p1", "/challenge variant:", "variant", "MISERE E"); got != "" {
		t.Errorf("variants: %q", got)
	}
	if got := choices("p1", "/challenge variant:", "variant", "Misère E"); got != "end-nim/misere" {
		t.Errorf("variants: %q", got)
	}
	if got := choices("p1", "/challenge variant:", "variant", "split-nim/7"); got != "split-nim/7" {
		t.Errorf("a game with a parameter: %q", got)
	}
	r.expect("p1", "/challenge variant:end-nim position:3 1000000000000000000 first:me")
	if got := choices("p1", "/move move:", "move", "l"); got != "L-1 L-2 L-3" {
		t.Errorf("moves on the left: %q", got)
	}
	if got := choices("p1", "/move move:", "move", "R-123456789"); got != "R-123456789" {
		t.Errorf("a move far down the list: %q", got)
	}
	if got := choices("p2", "/move move:", "move", ""); got != "" {
		t.Errorf("a stranger is offered %q", got)
	}
	if got := len(strings.Fields(choices("p1", "/move move:", "move", ""))); got != 25 {
		t.Errorf("%d choices are offered", got)
	}
}

// TestLimits holds every command and every card to what Discord takes.
func TestLimits(t *testing.T) {
	for _, c := range commands.Commands() {
		if len(c.Name) > 32 || c.Name != strings.ToLower(c.Name) {
			t.Errorf("/%s: bad name", c.Name)
		}
		if n := len([]rune(c.Summary)); n == 0 || n > 100 {
			t.Errorf("/%s: the summary has %d characters", c.Name, n)
		}
		for _, o := range c.Options {
			if n := len([]rune(o.Summary)); n == 0 || n > 100 {
				t.Errorf("/%s %s: the summary has %d characters", c.Name, o.Name, n)
			}
		}
	}
	r := newRoom(t)
	long := strings.TrimSpace(strings.Repeat("1000000000000000000 ", games.MaxPiles))
	for _, v := range catalog.Standard.All() {
		for _, line := range []string{
			"/rules variant:" + v.ID, "/variants", "/help",
			"/analyze variant:" + v.ID + " position:" + long,
			"/challenge variant:" + v.ID + " first:me position:" + long,
			"/move move:" + example(t, v, long), "/hint", "/board", "/resign sure:true", "/history", "/profile", "/leaderboard",
		} {
			checkCard(t, line[:min(len(line), 60)], r.say("p1", line))
		}
	}
}

// example is a legal move of a position.
func example(t *testing.T, v *games.Variant, position string) string {
	p, err := v.Parse(position, games.Left)
	if err != nil {
		t.Fatal(err)
	}
	for step := range p.Options() {
		return step.Move.String()
	}
	return ""
}

func checkCard(t *testing.T, what string, reply commands.Reply) {
	t.Helper()
	if n := len([]rune(reply.Text)); n > 2000 {
		t.Errorf("%s: the text has %d characters", what, n)
	}
	c := reply.Card
	if c == nil {
		return
	}
	total := 0
	for _, part := range []struct {
		name  string
		text  string
		limit int
	}{{"title", c.Title, 256}, {"body and drawing", c.Body + c.Drawing, 4080}, {"footer", c.Footer, 2048}} {
		n := len([]rune(part.text))
		total += n
		if n > part.limit {
			t.Errorf("%s: the %s has %d characters", what, part.name, n)
		}
	}
	for _, f := range c.Fields {
		total += len([]rune(f.Name + f.Value))
		if n := len([]rune(f.Value)); n == 0 || n > 1024 {
			t.Errorf("%s: field %s has %d characters", what, f.Name, n)
		}
	}
	if total > 6000 {
		t.Errorf("%s: %d characters in all", what, total)
	}
}

func TestStaleButtons(t *testing.T) {
	r := newRoom(t)
	reply := r.expect("p1", "/challenge variant:nim position:3 5 2 first:me")
	old := reply.Show
	r.expect("p1", "1-1")
	for _, command := range []string{"hint", "resign"} {
		answer := r.service.Do(t.Context(), commands.Request{Command: command, By: person("p1"), Channel: "lobby", Subject: old})
		if !answer.Private || !strings.Contains(answer.Text, "out of date") || answer.Card == nil {
			t.Errorf("a stale %s is answered %+v", command, answer)
		}
	}
	// An up-to-date Resign asks first, and only the second press ends the match.
	now := r.expect("p1", "/board").Show
	ask := r.service.Do(t.Context(), commands.Request{Command: "resign", By: person("p1"), Channel: "lobby", Subject: now})
	if !ask.Private || len(ask.Card.Actions) != 1 {
		t.Fatalf("Resign answered %+v", ask)
	}
	sure := ask.Card.Actions[0]
	end := r.service.Do(t.Context(), commands.Request{Command: sure.Command, Options: sure.Options, By: person("p1"), Channel: "lobby", Subject: sure.Subject})
	if end.Private || !strings.Contains(text(end), "Nimatron wins") {
		t.Fatalf("the second press is answered %s", text(end))
	}
}
