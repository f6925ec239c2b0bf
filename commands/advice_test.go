package commands_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
)

// rated starts a rated pair between p1 and p2 in the lobby and returns the piles of its start.
func (r *room) rated(variant, options string) []string {
	r.Helper()
	r.expect("p1", "/challenge game:"+variant+" opponent:p2 rated:true "+options)
	begun := r.expect("p2", "/match accept")
	m := must.Get(r.store.MatchByID(r.Context(), begun.Show.ID))(r)
	return strings.FieldsFunc(m.Start, func(c rune) bool { return c < '0' || c > '9' })
}

// closedDoors are the commands that answer nothing but questions about chosen positions.
var closedDoors = []string{
	"analyze-message", "review", "study analyze",
}

// openDoors are all other commands. TestNoAnswerByOtherDoors asks those that answer such questions too.
var openDoors = []string{
	"play", "help", "say", "delete-reply", "form", "challenge", "move", "hint", "match board", "match resign", "match takeback",
	"manage shut-out", "manage let-in", "manage shut-out-list", "match claim", "match rematch", "match accept", "match decline", "match cancel",
	"match follow", "match list", "match call-me", "manage end-match", "manage end-classes", "tap", "more", "touch", "tournament list",
	"tournament create", "tournament join", "tournament leave", "tournament pause", "tournament start",
	"tournament standings", "tournament boards", "tournament end",
	"tournament show", "class list", "class create", "class join", "class leave", "class assign",
	"class unassign", "class remove", "class progress", "class set list", "class set create",
	"class set drop", "class show", "class post", "class code", "puzzle today", "puzzle new", "puzzle mine", "puzzle drill", "door-more",
	"puzzle answer", "match vote", "match veto", "race start", "race join", "race answer", "race touch", "race misses", "race stop", "leaderboard races", "learn", "history", "profile", "leaderboard ratings", "leaderboard season",
	"leaderboard puzzles", "settings me", "settings server", "settings privacy show",
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

// TestMatchBeginsDuringAnswer starts a match that counts while an answer is worked out.
func TestMatchBeginsDuringAnswer(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	commands.During(t, "study analyze", func(run core.Handler, ctx context.Context, env *core.Env, req *core.Request) (view.Reply, error) {
		reply, err := run(ctx, env, req)
		if !strings.Contains(text(reply), "3") {
			t.Errorf("there is no answer: %s", text(reply))
		}
		r.rated("nim", "")
		return reply, err
	})
	r.inPrivate("elsewhere", "p1", "/study analyze game:nim position:3", "a rated match. No hints or analysis until the pair is over")
	if last := must.Get(r.store.LastAdvice(t.Context(), "p1"))(t); !last.IsZero() {
		t.Errorf("a refused answer is noted at %s", last)
	}
}
