package commands_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee/tournament"
)

// harmless are the options that name no position: neither its notation nor what leads to it.
var harmless = strings.Fields(`against assignment badge before board code days direct file first form format game level lessons
	manage minutes month name open opponent other pace page person places puzzles rated rounds scope seconds set share side size starts
	student suited sure terms thread time topic until user value why wins`)

// A probe asks by a command that is open, with or without an option. The channels are those of oldBoards.
type probe struct{ in, ask string }

// closedProbes ask about chosen positions by commands that answer other questions too, by "command option".
var closedProbes = map[string][]probe{
	"challenge position": {
		{"a", "/challenge game:end-nim position:3 5 2"}, {"a", "/challenge game:end-nim position:3 5 2 opponent:p3"},
		{"a", "/challenge game:end-nim position:3 5 2 open:true"},
	},
	"hint":                {{"casual", "/hint"}, {"casual", "Hint"}},
	"move move":           {{"chosen", "/move move:L-1"}, {"chosen", "L-1"}, {"chosen", "take 1 from left"}},
	"move where":          {{"chosen", "/move where:L move:1"}},
	"say text":            {{"chosen", "L 1"}},
	"match board":         {{"over", "/match board"}, {"over", "/match board"}},
	"match rematch":       {{"over", "/match rematch"}, {"over", "/match rematch"}},
	"match accept":        {{"waiting", "/match accept"}, {"waiting", "/match accept"}},
	"class set create":    {{"school", "/class set create set:New positions:nim 3 5 7"}},
	"class set create id": {{"school", "/class set create id:1 set:New positions:nim 3 5 7"}},
	"puzzle mine":         {{"a", "/puzzle mine"}},
	"puzzle answer id":    {{"a", "/puzzle answer id:set.1.1"}, {"a", "/puzzle answer id:3.1"}},
	"puzzle answer move":  {{"a", "/puzzle answer id:set.1.1 move:1-1"}, {"a", "/puzzle answer id:3.1 move:1-3"}},
	"puzzle answer where": {{"a", "/puzzle answer id:set.1.1 where:1"}},
	"puzzle answer step":  {{"a", "/puzzle answer id:3.1 move:1-1 step:1"}},
	"puzzle answer solution": {
		{"a", "/puzzle answer id:3.1 solution:true"},
	},
}

// openProbes are what goes on: drawn boards, lessons, and what ends a match.
var openProbes = map[string][]probe{
	"learn lesson":           {{"a", "/learn lesson:columns"}, {"a", "Learn"}},
	"rules":                  {{"a", "/rules game:end-nim"}, {"a", "/help"}, {"a", "/play game:nim"}},
	"puzzle today":           {{"a", "/puzzle today"}, {"a", "/puzzle today"}},
	"puzzle new":             {{"a", "/puzzle new game:nim level:easy"}},
	"challenge":              {{"b", "/challenge game:nim level:perfect size:small"}, {"c", "/challenge game:nim opponent:p3"}, {"d", "/challenge game:end-nim open:true"}},
	"challenge lesson":       {{"e", "/challenge game:nim lesson:columns"}},
	"move":                   {{"casual", "/move move:L-1"}},
	"tap where":              {{"casual", "/tap where:L"}},
	"match list":             {{"a", "/match list"}},
	"match decline":          {{"waiting", "/match decline"}},
	"match resign match":     {{"a", "/match resign match:5"}},
	"match claim match":      {{"a", "/match claim match:5"}},
	"match cancel match":     {{"a", "/match cancel match:5"}},
	"match resign":           {{"chosen", "/match resign sure:true"}},
	"manage end-match match": {{"a", "/manage end-match match:5"}},
	"class assign":           {{"school", "/class list"}, {"school", "/class progress"}, {"school", "/class set list"}, {"school", "/class assign lessons:1 puzzles:1 wins:1"}},
	"history":                {{"a", "/history"}, {"a", "/profile"}, {"a", "/leaderboard races"}},
}

// oldBoards makes what people can ask about: match 1 of the lobby; match 3 of p1 and p2 from a chosen
// start in "over", which p1 lost; running matches and challenges of p1; classes of p1 with a set.
func (r *room) oldBoards() {
	r.Helper()
	r.server = "home"
	r.past(nil)
	r.in("casual", "p1", "/challenge game:end-nim size:medium")
	r.in("over", "p1", "/challenge game:nim opponent:p2 position:9 4 2 first:me")
	for _, by := range []string{"p2: /match accept", "p1: 1-1", "p1: /match resign sure:true"} {
		who, line, _ := strings.Cut(by, ": ")
		r.in("over", who, line)
	}
	r.in("chosen", "p1", "/challenge game:end-nim position:3 5 2 first:me")
	r.in("running", "p1", "/challenge game:nim opponent:p3 position:3 4 first:me")
	r.in("running", "p3", "/match accept")
	r.in("waiting", "p3", "/challenge game:end-nim position:3 5 2 opponent:p1")
	r.in("school", "p1", "/class create name:7b")
	r.in("school", "p1", "/class set create set:Own positions:nim 9 4 2")
	if g := must.Get(r.referee.Latest(r.Context(), "over"))(r); g.ID != 3 || !g.Chosen {
		r.Fatalf("the match in over is %+v", g.Match)
	}
}

// locks begin a game of p1 that counts, and say how it is named.
var locks = map[string]func(r *room) string{
	"a rated pair": func(r *room) string {
		r.rated("nim", "")
		return "a rated match. No hints or analysis until the pair is over"
	},
	"a second game": func(r *room) string {
		r.rated("nim", "")
		r.say("p2", "/match resign sure:true")
		return "a rated match. No hints or analysis until the pair is over"
	},
	"an arena": func(r *room) string {
		r.meet(r.tournament(tournament.Arena), "board")
		return "a game of a tournament. No hints or analysis until the pair is over"
	},
	"an arena that p1 leaves": func(r *room) string {
		t := r.tournament(tournament.Arena)
		r.meet(t, "board")
		must.Get(r.service.Env().Tournaments.Leave(r.Context(), t.ID, "p1"))(r)
		return "a game of a tournament. No hints or analysis until the pair is over"
	},
	"a simul": func(r *room) string {
		r.meet(r.tournament(tournament.Simul), "board")
		return "a game of a tournament. No hints or analysis until it is over"
	},
}

// askIn asks a probe as p1 types it.
func (p probe) askIn(r *room) view.Reply { return r.in(p.in, "p1", p.ask) }

// TestDoorsAreDecided wants a decision about each option of each command: that every answer of the
// command is closed, that the option names no position, or a probe.
func TestDoorsAreDecided(t *testing.T) {
	seen, carries := map[string]bool{}, map[string]bool{}
	for c := range commands.Runnable(commands.All()) {
		seen[c.Name] = true
		for _, o := range slices.Concat(c.Options, c.Buttons) {
			door := c.Name + " " + o.Name
			seen[door] = true
			carries[o.Name] = true
			named := o.Name == "id" && !strings.HasPrefix(c.Name, "puzzle ") // of a tournament or a class
			_, closed := closedProbes[door]
			_, open := openProbes[door]
			if !c.Answers && !named && !closed && !open && !slices.Contains(harmless, o.Name) && !decidedElsewhere[door] {
				t.Errorf("decide about %q: add a probe, or the option to harmless", door)
			}
		}
	}
	for door := range closedProbes {
		if !seen[door] {
			t.Errorf("there is no door %q", door)
		}
	}
	for door := range openProbes {
		if !seen[door] {
			t.Errorf("there is no door %q", door)
		}
	}
	for _, name := range harmless {
		if !carries[name] {
			t.Errorf("no command has the option %q any more", name)
		}
	}
}

// decidedElsewhere are options with probes among those of another option, texts of those who manage, races,
// which are closed altogether (TestNoRaceDuringRatedMatches), and votes, which are about drawn boards.
var decidedElsewhere = map[string]bool{"class set create positions": true, "race answer move": true, "race answer where": true,
	"match vote move": true, "match vote where": true}

// TestNoDoorAnswers asks by every door while p1 has a game that counts, and without one.
func TestNoDoorAnswers(t *testing.T) {
	free := newQuietRoom(t, catalog.Standard)
	free.oldBoards()
	asked := free.closedRequests()
	pressed := free.crawl(asked)
	for _, req := range asked {
		if said := text(free.service.Do(t.Context(), req)); strings.Contains(said, "No hints or analysis until") {
			t.Errorf("without a game that counts %s %v is closed: %s", req.Command, req.Options, said)
		}
	}
	if len(pressed) < 10 {
		t.Errorf("only %d buttons are found", len(pressed))
	}
	for door, probes := range testlong.Few(t, closedProbes, 5) {
		for _, p := range probes {
			r := newQuietRoom(t, catalog.Standard)
			r.oldBoards()
			if reply := p.askIn(r); reply.Outcome != view.OutcomeDone {
				t.Errorf("without a game that counts %s, %s, is refused: %s", door, p.ask, text(reply))
			}
		}
	}
	for name, lock := range testlong.Few(t, locks, 1) {
		t.Run(name, func(t *testing.T) {
			r := newQuietRoom(t, catalog.Standard)
			r.oldBoards()
			sentence := lock(r)
			noted := must.Get(r.store.LastAdvice(t.Context(), "p1"))(t)
			r.now = r.now.Add(1e9)
			refuses := func(what string, reply view.Reply) {
				t.Helper()
				if said := text(reply); !reply.Private() || !strings.Contains(said, sentence) || len(reply.Files) > 0 || reply.Card != nil && reply.Card.Picture != nil {
					t.Errorf("%s is answered: %s", what, said)
				}
			}
			for door, probes := range closedProbes {
				for _, p := range probes {
					refuses(door+": "+p.ask, p.askIn(r))
				}
			}
			for _, req := range append(r.closedRequests(), pressed...) {
				refuses(fmt.Sprint(req.Command, " ", req.Options), r.service.Do(t.Context(), req))
			}
			if now := must.Get(r.store.LastAdvice(t.Context(), "p1"))(t); !now.Equal(noted) {
				t.Errorf("an answer is noted at %s", now)
			}
			for _, door := range slices.Sorted(maps.Keys(openProbes)) {
				for _, p := range openProbes[door] {
					if said := text(p.askIn(r)); strings.Contains(said, "No hints or analysis until") {
						t.Errorf("%s: %s is closed: %s", door, p.ask, said)
					}
				}
			}
		})
	}
}

// closedRequests asks by each command that answers nothing else: by options, and by typed lines.
func (r *room) closedRequests() (all []commands.Request) {
	r.Helper()
	example := map[string]string{"game": "end-nim", "position": "3 5 2", "pattern": "_ 4", "row": "3 5", "match": "3", "text": "end-nim 3 5 2"}
	add := func(req commands.Request) {
		req.By, req.Channel, req.Server = person("p1"), "elsewhere", r.server
		all = append(all, req)
	}
	lines := map[string]bool{}
	for c := range commands.Runnable(commands.All()) {
		if !c.Answers {
			continue
		}
		options, line := map[string]string{}, c.Name
		for name, value := range example {
			if c.Option(name) != nil {
				options[name] = value
				line += " " + name + ":" + value
			}
		}
		add(commands.Request{Command: c.Name, Options: options})
		lines[line], lines["/"+line] = !c.Tapped, !c.Tapped
	}
	for line, typed := range lines {
		if !typed {
			continue
		}
		command, options, err := commands.ParseLine(line)
		if err != nil || !commands.Find(command).Answers {
			r.Errorf("%s is read as %s %v, %v", line, command, options, err)
			continue
		}
		add(commands.Request{Command: command, Options: options})
	}
	return all
}

// crawl presses the buttons and menus of the answers to requests, and of the answers to these. It returns those
// whose command answers nothing but such questions.
func (r *room) crawl(from []commands.Request) (closed []commands.Request) {
	r.Helper()
	seen := map[string]bool{}
	for round := range 3 {
		var next []commands.Request
		for _, req := range from {
			for _, a := range offered(r.service.Do(r.Context(), req)) {
				c := commands.Find(a.Command)
				key := fmt.Sprint(a.Command, a.Options, a.Subject)
				if c == nil || seen[key] {
					continue
				}
				if seen[key] = true; c.Answers {
					a.By, a.Channel, a.Server = req.By, req.Channel, req.Server
					next = append(next, a)
				}
			}
		}
		closed, from = append(closed, next...), next[:min(len(next), 30)]
		if round == 0 && len(next) == 0 {
			r.Fatal("no answer has a button")
		}
	}
	return closed
}

// offered lists everything that can be pressed, chosen or sent in a reply.
func offered(reply view.Reply) (all []commands.Request) {
	add := func(call input.Call, about view.Subject) *commands.Request {
		r := commands.Request{Subject: about}
		r.Ask(call)
		all = append(all, r)
		return &all[len(all)-1]
	}
	for _, c := range []*view.Card{reply.Card, reply.Ending, reply.FollowUp} {
		if c == nil {
			continue
		}
		for _, a := range slices.Concat(append(c.Taps, c.Actions, c.More)...) {
			add(a.Call, a.Subject)
		}
		for _, m := range c.Menus {
			for _, choice := range m.Choices {
				add(m.Call, m.Subject).Options[m.Option] = choice.Value
			}
		}
	}
	if f := reply.Form; f != nil {
		add(f.Call, f.Subject)
	}
	return all
}

// TestWaitingTournamentClosesNothing: a tournament without a game of the asker does not lock, and a class's
// homework can be done amid a game.
func TestWaitingTournamentClosesNothing(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	running := r.tournament(tournament.Arena)
	ask := func() bool {
		return strings.Contains(text(r.in("elsewhere", "p1", "/study analyze game:nim position:3")), "No hints or analysis until")
	}
	if ask() {
		t.Error("a tournament that waits closes answers")
	}
	r.meet(running, "board")
	if !ask() {
		t.Error("a game of a tournament does not")
	}
	r.expect("mod", "/class create name:7b")
	r.say("p1", "/class join sure:true")
	r.say("mod", "/class assign lessons:2 puzzles:1 game:nim wins:1 level:perfect")
	r.learns("p1", "copying")
	r.in("homework", "p1", "/puzzle new game:nim level:easy")
	p := must.Get(r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p1"))(t)
	r.hasWords("a puzzle", r.in("homework", "p1", "/puzzle answer move:"+p.Winning[0].String()), []string{"Right"})
	r.beats("p1", match.Match{Level: match.Perfect})
	if said := text(r.in("lobby", "p1", "/class progress")); strings.Count(said, ": done") != 3 {
		t.Error(said)
	}
	r.in("board", "p2", "/match resign sure:true")
	if !ask() {
		t.Error("the second game of the pair closes nothing")
	}
	r.in("board", "p2", "/match resign sure:true")
	if ask() {
		t.Error("answers are closed after the pair")
	}
}
