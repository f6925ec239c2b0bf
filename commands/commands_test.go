package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/sum"
	"nimatron/match"
	"nimatron/referee"
)

func TestMatchAgainstTheBot(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:end-nim position:3 5 2 first:me level:perfect")
	r.expect("p1", "L-1")
	for range 12 {
		g, err := r.store.LastMatch(t.Context(), "lobby")
		if err != nil {
			t.Fatal(err)
		}
		if g.State == match.Finished {
			if g.Winner != match.LeftSeat {
				t.Fatalf("the winner is %s, and p1 played perfectly", g.Winner)
			}
			r.expect("p1", "/board")
			return
		}
		// p1 follows the hints, which go one step further each time, and must win.
		var hint view.Reply
		for range 3 {
			if hint = r.say("p1", "/hint"); !hint.Private() {
				t.Fatalf("the hint: %+v", hint)
			}
			if strings.Contains(hint.Text, "You can win") {
				break
			}
		}
		move := strings.Split(hint.Text, "`")[1]
		r.expect("p1", move)
	}
	t.Fatal("the match does not end")
}

func TestLossIsExplained(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:perfect")
	reply := r.expect("p1", "2-2", "missed it, at move 1: taking 1 from pile 2 leaves")
	if reply.Card.Tone != view.Finished {
		t.Error("the card of a finished match has another tone")
	}
	r.expect("p1", "/challenge variant:nim position:1 1 first:me level:perfect")
	r.expect("p1", "1-1")
}

func TestMatchBetweenPeople(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:1 2 first:opponent")
	r.refuses("p1", "/accept")
	r.refuses("p3", "/accept")
	r.refuses("p3", "/cancel")
	r.expect("p2", "/accept")
	r.refuses("p1", "1-1")
	r.refuses("p3", "1-1")
	r.refuses("p1", "/hint")
	r.expect("p2", "2-1")
	if hint := r.say("p1", "/hint"); !hint.Private() {
		t.Errorf("the hint: %+v", hint)
	}
	r.expect("p1", "/resign sure:true")
	r.refuses("p2", "1-1")
}

func TestChallenges(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/accept")
	r.refuses("p1", "/cancel")
	r.expect("p1", "/challenge variant:nim open:true")
	r.refuses("p2", "/challenge variant:nim open:true")
	r.refuses("p2", "/decline")
	r.expect("p1", "/cancel")
	r.expect("p1", "/challenge variant:nim opponent:p2")
	r.expect("p2", "/decline")
	r.expect("p1", "/challenge variant:nim open:true first:choose")
	pick := r.refuses("p2", "/accept")
	r.press("p2", pick, "Accept and go first")
	r.refuses("p3", "/challenge variant:nim")
	r.refuses("p3", "/challenge variant:nim open:true")
}

func TestChallengesExpire(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim open:true")
	r.sweeps(0)
	r.now = r.now.Add(referee.ChallengeLife)
	r.refuses("p2", "/accept")
	r.sweeps(1)
	r.sweeps(0)
}

func TestBadInput(t *testing.T) {
	r := newRoom(t)
	for _, line := range []string{
		"/challenge variant:chess",
		"/challenge",
		"/challenge variant:nim position:10000000000000000000000000000000",
		"/challenge variant:nim position:-3 5",
		"/challenge variant:nim position:" + strings.Repeat("1 ", 2000),
		"/challenge variant:nim position:3 0 2",
		"/challenge variant:nim position:0",
		"/challenge variant:nim position:3 [5]",
		"/challenge variant:end-nim/loop position:4",
		"/challenge variant:nim position:**@everyone** <@1> `x",
		"/challenge variant:nim position:3\x00\x1b[31m5",
		"/challenge variant:nim opponent:p1",
		"/challenge variant:nim opponent:otherbot",
		"/challenge variant:nim opponent:p2 open:true",
		"/challenge variant:nim opponent:p2 level:casual",
		"/challenge variant:nim open:maybe",
		"/challenge variant:nim level:godlike",
		"/challenge variant:nim first:nobody",
		"/challenge variant:nim colour:red",
		"/move L-1",
		"/board",
		"/hint",
		"/resign sure:true",
		"/nonsense",
		"/analyze variant:nim position:",
		"/rules variant:\x1b[31m",
		"",
		"hello @everyone",
	} {
		reply := r.refuses("p1", line)
		if strings.ContainsAny(text(reply), "\x00\x1b") {
			t.Errorf("%q: control characters came back: %q", line, text(reply))
		}
	}
}

func TestBadMoves(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 5 2 first:me level:perfect")
	for _, move := range []string{
		"2-6",
		"2-0",
		"2-1000000000000000000000000000000",
		"4-1",
		"L-1",
		"2--1",
		"**2**",
		"<@123456>",
		"2=1+1",
		strings.Repeat("9", 500),
		"-3",
	} {
		r.refuses("p1", move)
	}
}

func TestCompletions(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	choices := func(by, line, option, typed string) string {
		req, err := request(by, line)
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
	r.expect("p1", "/challenge variant:end-nim position:3 1000000000000000000 first:me level:perfect")
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
	r := newQuietRoom(t, catalog.Standard)
	for _, v := range catalog.Standard.All() {
		long := largest(v)
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

// largest is a position as large as they can be.
func largest(v *games.Variant) string {
	const most = "1000000000000000000"
	switch v.Family {
	case depotnim.TreeFamily:
		return most + "(" + strings.Repeat(most+" ", depotnim.MaxVertices-1) + ")"
	case depotnim.ForkliftFamily:
		rows := strings.Repeat(strings.Repeat(most+" ", 20)+"/ ", depotnim.MaxVertices/20)
		return strings.TrimSuffix(rows, " / ")
	case depotnim.DepotFamily, depotnim.ColouredFamily:
		var stacks, edges strings.Builder
		for i := range depotnim.MaxVertices {
			fmt.Fprintf(&stacks, "warehouse%d=%s ", i, most)
			fmt.Fprintf(&edges, " *-warehouse%d", i)
		}
		return stacks.String() + ";" + edges.String()
	}
	piles := strings.TrimSpace(strings.Repeat(most+" ", games.MaxPiles))
	if part, ok := map[string]string{"sum": "nim ", "sum/misere": "nim/misere ", "partizan-sum": "partizan-end-nim "}[v.ID]; ok {
		return strings.Repeat(part+piles+" + ", sum.MaxParts-1) + part + piles
	}
	return piles
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

func checkCard(t *testing.T, what string, reply view.Reply) {
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
	}{{"title", c.Title, 256}, {"body and drawing", c.Body + c.FixedWidth(false), 4080}, {"footer", c.Footer, 2048}} {
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
	old := r.expect("p1", "/challenge variant:nim position:3 5 2 first:me level:perfect")
	r.expect("p1", "1-1")
	for _, label := range []string{"Hint", "More"} {
		if answer := r.press("p1", old, label); !answer.Private() {
			t.Errorf("a stale %s is answered %+v", label, answer)
		}
	}
	// An up-to-date one, behind More, asks first, and only the second press ends the match.
	sure := r.press("p1", r.press("p1", r.expect("p1", "/board"), "More"), "Resign")
	if !sure.Private() {
		t.Fatalf("Resign answered %+v", sure)
	}
	if end := r.press("p1", sure, "Yes, resign"); end.Private() {
		t.Fatalf("the second press is answered %s", text(end))
	}
}
