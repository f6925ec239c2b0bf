package commands_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/puzzle"
)

// rated starts a rated pair between p1 and p2 in the lobby and returns the piles of its start.
func (r *room) rated(variant, options string) []string {
	r.Helper()
	r.expect("p1", "/challenge game:"+variant+" opponent:p2 rated:true "+options)
	return strings.FieldsFunc(startOf(r, r.expect("p2", "/match accept")), func(c rune) bool { return c < '0' || c > '9' })
}

// closedDoors are the commands that answer nothing but questions about chosen positions.
var closedDoors = []string{
	"analyze-message", "review", "study analyze", "study proof", "study value",
}

// openDoors are all other commands. TestNoAnswerByOtherDoors asks those that answer such questions too.
var openDoors = []string{
	"play", "help", "say", "delete-reply", "challenge", "move", "hint", "match board", "match resign", "match takeback",
	"manage shut-out", "manage let-in", "manage shut-out-list", "match claim", "match rematch", "match accept", "match decline", "match block", "match cancel",
	"match follow", "match list", "manage end-match", "manage end-classes", "tap", "more", "touch", "tournament list",
	"tournament create", "tournament join", "tournament leave", "tournament pause", "tournament start",
	"tournament standings", "tournament boards", "tournament end", "tournament keep-apart",
	"tournament show", "class list", "class create", "class join", "class leave", "class assign",
	"class unassign", "class remove", "class progress", "class set list", "class set create",
	"class set drop", "class show", "class post", "class code", "puzzle today", "puzzle new", "puzzle mine",
	"puzzle answer", "match vote", "match veto", "race start", "race join", "race answer", "race touch", "leaderboard races", "learn", "history", "profile", "leaderboard ratings", "leaderboard season",
	"leaderboard puzzles", "leaderboard honour", "settings me", "settings server", "settings privacy show",
	"settings privacy delete", "rules",
}

// TestEveryDoor makes sure that a new command is declared open or closed, and that each closed one is
// closed to a person in a rated match.
func TestEveryDoor(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.past(nil)
	r.rated("nim", "")
	for c := range commands.Runnable(commands.All()) {
		closed, open := slices.Contains(closedDoors, c.Name), slices.Contains(openDoors, c.Name)
		if closed == open || closed != c.Answers {
			t.Errorf("%q stands in closedDoors: %v, in openDoors: %v; it belongs into the first if it answers a question about a position that anybody chose (Command.Answers: %v), else into the second", c.Name, closed, open, c.Answers)
		}
		if !closed {
			continue
		}
		for by, refused := range map[string]bool{"p1": true, "p2": true, "p3": false} {
			options := map[string]string{}
			for name, value := range map[string]string{"game": "end-nim", "position": "3 5 2", "pattern": "_ 4", "row": "3 5", "match": "1", "text": "end-nim 3 5 2"} {
				if c.Option(name) != nil {
					options[name] = value
				}
			}
			reply := r.service.Do(t.Context(), commands.Request{
				Command: c.Name, By: commands.User{ID: by, Name: by}, Channel: by, Server: r.server,
				Options: options,
			})
			if said := text(reply); strings.Contains(said, "playing match 2, a rated match") != refused || !reply.Private() {
				t.Errorf("%s by %s: %s", c.Name, by, said)
			}
		}
	}
}

// TestNoAnswerByOtherDoors asks by the commands that answer other questions too.
func TestNoAnswerByOtherDoors(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.past(nil) // match 1, of Nim
	r.in("casual", "p1", "/challenge game:end-nim")
	r.in("chosen", "p1", "/challenge game:end-nim position:3 5 2 first:me")
	r.in("over", "p2", "/challenge game:end-nim position:1 first:me")
	r.in("over", "p2", "L-1")
	r.in("waiting", "p1", "/challenge game:end-nim position:3 5 2 opponent:p3")
	r.in("waits", "p3", "/challenge game:end-nim position:3 5 2 opponent:p2")
	r.rated("nim", "")
	const closed = "a rated match. No hints or analysis until the pair is over"
	for channel, line := range map[string]string{
		"casual": "/hint", "chosen": "L-1", "elsewhere": "/challenge game:end-nim position:3 5 2",
		"elsewhere2": "/challenge game:end-nim position:3 5 2 opponent:p3", "elsewhere3": "/challenge game:end-nim position:3 5 2 open:true",
	} {
		r.inPrivate(channel, "p1", line, closed)
	}
	for channel, line := range map[string]string{"over": "/match board", "waits": "/match accept"} {
		r.inPrivate(channel, "p2", line, closed)
	}
	r.inPrivate("over", "p2", "/match rematch", closed)
	r.inPrivate("waiting", "p3", "/match accept", "@p1 is playing match", "must wait")
	for channel, line := range map[string]string{
		"a": "/learn lesson:columns", "b": "/puzzle today", "c": "/puzzle new game:nim", "d": "/challenge game:nim level:perfect", "e": "/rules game:nim",
	} {
		if reply := r.in(channel, "p1", line); strings.Contains(text(reply), closed) {
			t.Errorf("%s is closed: %s", line, text(reply))
		}
	}
}

// TestAdviceIsHelp beats the perfect level while asking about positions of any game.
func TestAdviceIsHelp(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.past(nil) // match 1, of Nim
	for n, c := range []struct {
		ask    string
		helped bool
	}{
		{"", false}, {"/study analyze game:nim position:3 x", false}, {"/learn lesson:columns", false}, {"/challenge game:forklift-nim", false},
		{"/study analyze game:tree-nim position:1000(9 7 3)", true}, {"/study analyze game:nim position:3 5 2", true},
		{"/study value game:nim position:3 4", true}, {"/review match:1", true}, {"/challenge game:forklift-nim position:1 2 3", true},
	} {
		r.seed++
		r.expect("p1", "/challenge game:nim level:perfect size:large")
		if c.ask != "" {
			r.in(fmt.Sprint("elsewhere", n), "p1", c.ask)
		}
		g := r.last()
		if g.Advised != c.helped {
			t.Errorf("after %s it is stored as advised: %v", c.ask, g.Advised)
		}
		ending := r.winAgainstPerfect()
		wins := must.Get(r.store.Honour(t.Context(), 1))(t)
		honoured := len(wins) == 1 && wins[0].ID == g.ID
		if honoured == c.helped {
			t.Errorf("after %q the win is on the wall: %v\n%s", c.ask, honoured, ending)
		}
		if strings.Contains(ending, "asked about a position during the match") != c.helped {
			t.Errorf("after %q it is said:\n%s", c.ask, ending)
		}
	}
}

// TestAskedPuzzleIsShown asks about a position before the answer to a puzzle, of the day and drawn.
func TestAskedPuzzleIsShown(t *testing.T) {
	for _, ask := range []string{"/puzzle today", "/puzzle new game:nim level:easy"} {
		for _, helped := range []bool{false, true} {
			r := newQuietRoom(t, catalog.Standard)
			puzzles := r.service.Env().Puzzles
			r.in("lobby", "p1", ask)
			p := must.Get(puzzles.AskedPuzzle(t.Context(), "p1"))(t)
			if helped {
				r.in("elsewhere", "p1", "/study analyze game:tree-nim position:1000(9 7 3)")
				again := text(r.in("lobby", "p1", ask)) // asking again hides nothing
				if p.Daily() != strings.Contains(again, "so this puzzle won't count as solved") {
					t.Errorf("%s: it is not told beforehand, or of another puzzle: %s", ask, again)
				}
				if !p.Daily() { // another one was drawn
					must.OK(t, puzzles.AskPuzzle(t.Context(), "lobby", match.Player{ID: "p1", Name: "p1"}, p))
				}
			}
			said := text(r.in("lobby", "p1", "/puzzle answer move:"+p.Winning[0].String()))
			state := must.Get(puzzles.Puzzle(t.Context(), p.ID, "p1"))(t).State
			if want := (puzzle.State{Tries: 1, Solved: !helped, GaveUp: helped}); state != want || strings.Contains(said, "not counted as solved") != helped {
				t.Errorf("%s, helped %v: %+v\n%s", ask, helped, state, said)
			}
			record := must.Get(puzzles.PuzzleRecord(t.Context(), "p1"))(t)
			if record.Rating.Wins > 0 && helped || (record.Streak == 1) != (p.Daily() && !helped) {
				t.Errorf("%s, helped %v: %+v", ask, helped, record)
			}
		}
	}
}

// TestAdviceCountsToTheEnd asks between the last decision and its commit.
func TestAdviceCountsToTheEnd(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:nim level:perfect")
	m := must.Get(r.store.LastMatch(t.Context(), "lobby"))(t)
	must.Get(r.store.NoteAdvice(t.Context(), match.Player{ID: "p1", Name: "p1"}, r.now))(t)
	// An older copy of the match does not know that advice was given.
	_, err := r.store.Append(t.Context(), m.ID, m.Version, match.Change{
		End: &match.Result{Winner: match.Seated(m.Human()), Termination: match.Played}, Critical: match.HonourDecisions, Now: r.now,
	})
	wins, listErr := r.store.Honour(t.Context(), 1)
	if err != nil || listErr != nil || len(wins) > 0 {
		t.Errorf("the wall has %+v; %v, %v", wins, err, listErr)
	}
}

// winAgainstPerfect wins the match in the lobby for p1, and returns the last reply.
func (r *room) winAgainstPerfect() string {
	r.Helper()
	for {
		g := must.Get(r.referee.Current(r.Context(), "lobby"))(r)
		if _, ok := g.SeatOf("p1"); !ok {
			r.Fatal("p1 does not play in the lobby")
		}
		moves, _, err := r.referee.Solver().Winning(r.Context(), g.Play.Variant(), g.Play.Position(), 1)
		if err != nil || len(moves) == 0 {
			r.Fatalf("no win from %s: %v", g.Play.Position(), err)
		}
		reply := r.say("p1", moves[0].String())
		if reply.Ending != nil {
			return text(reply)
		}
	}
}

// TestMatchBeginsDuringAnswer starts a match that counts while an answer is worked out.
func TestMatchBeginsDuringAnswer(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	commands.During(t, "study value", func(run core.Handler, ctx context.Context, env *core.Env, req *core.Request) (view.Reply, error) {
		reply, err := run(ctx, env, req)
		if !strings.Contains(text(reply), "3") {
			t.Errorf("there is no answer: %s", text(reply))
		}
		r.rated("nim", "")
		return reply, err
	})
	r.inPrivate("elsewhere", "p1", "/study value game:nim position:3", "a rated match. No hints or analysis until the pair is over")
	if last := must.Get(r.store.LastAdvice(t.Context(), "p1"))(t); !last.IsZero() {
		t.Errorf("a refused answer is noted at %s", last)
	}
}

// TestClosedUntilThePairIsOver asks in the second game of a pair, and after it.
func TestClosedUntilThePairIsOver(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.rated("nim", "")
	doors := []string{"/study value game:nim position:3", "/class set create set:Own positions:nim 3 5 7"}
	r.server = "home"
	r.in("school", "p1", "/class create name:7b")
	for game := range 3 {
		for _, door := range doors {
			said := text(r.in("school", "p1", door))
			if strings.Contains(said, "until the pair is over") != (game < 2) {
				t.Errorf("after %d games of the pair, %s: %s", game, door, said)
			}
		}
		if game < 2 {
			r.say("p1", "/match resign sure:true")
		}
	}
}

// TestChosenMatchIsHelp plays the position of a puzzle, and of a match for the wall, with a friend: the end
// of that match shows what wins.
func TestChosenMatchIsHelp(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:nim level:perfect size:large")
	r.in("puzzles", "p1", "/puzzle today")
	p := must.Get(r.service.Env().Puzzles.AskedPuzzle(t.Context(), "p1"))(t)
	for _, ending := range []string{"/match cancel", "/match resign sure:true"} {
		r.in("elsewhere", "p1", "/challenge game:"+p.Variant.ID+" opponent:p2 first:me position:"+p.Position.String())
		r.in("elsewhere", "p2", "/match accept")
		r.in("elsewhere", "p1", ending)
		if r.last().Advised != (ending != "/match cancel") {
			t.Errorf("after %s the match against perfect is advised: %v", ending, r.last().Advised)
		}
	}
	r.hasWords("the puzzle", r.in("puzzles", "p1", "/puzzle answer move:"+p.Winning[0].String()), []string{"not counted as solved"})
}

// TestChosenPuzzleIsHelp answers puzzles of a class and of an own match while a match for the wall runs.
func TestChosenPuzzleIsHelp(t *testing.T) {
	for _, ask := range []string{"/puzzle mine", "/puzzle answer id:set.1.1"} {
		r := newQuietRoom(t, catalog.Standard)
		r.server = "home"
		r.in("school", "p1", "/class create name:7b")
		r.in("school", "p1", "/class set create set:Own positions:nim 3 5 7")
		r.in("over", "p1", "/challenge game:nim opponent:p2 position:9 4 2 first:me")
		r.in("over", "p2", "/match accept")
		r.in("over", "p1", "1-1")
		r.in("over", "p1", "/match resign sure:true")
		r.expect("p1", "/challenge game:nim level:perfect size:large")
		shown := text(r.in("puzzles", "p1", ask))
		if r.last().Advised {
			t.Error(ask, "is help before the answer")
		}
		if said := text(r.in("puzzles", "p1", "/puzzle answer move:1-1")); !r.last().Advised {
			t.Errorf("%s: %s\n%s: the answer is no help", ask, shown, said)
		}
	}
}
