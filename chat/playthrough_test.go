package chat

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/golden"
	"nimatron/internal/testlong"
)

// TestPlaythroughs compares a whole match of every variant with a golden file. For a new variant, run it
// with -update and check the result.
func TestPlaythroughs(t *testing.T) {
	all := catalog.Standard.All()
	if !golden.Updating() {
		all = testlong.Sample(t, all, 8)
	}
	for _, v := range all {
		t.Run(v.ID, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // no answer of the bot is late
				lines := wholeMatch(t, v)
				service, _ := newService(t)
				got := script(t, service, lines)
				if !regexp.MustCompile(` won!? · `).MatchString(got) || !strings.Contains(got, "chance") && !strings.Contains(got, "the win from the start") && !strings.Contains(got, "already lost") {
					t.Errorf("the match does not end, or not with a reason:\n%s", got)
				}
				golden.Equal(t, "playthroughs/"+strings.ReplaceAll(v.ID, "/", "_")+".golden", got)
			})
		})
	}
}

// wholeMatch returns the lines of a match from the variant's example, in which a person who plays
// arbitrary legal moves meets the perfect bot.
func wholeMatch(t *testing.T, v *games.Variant) string {
	t.Helper()
	service, _ := newService(t)
	lines := []string{fmt.Sprintf("ann: /challenge game:%s position:%s first:me level:perfect", v.ID, v.Rules.Example)}
	say := func() view.Reply {
		command, options, err := commands.ParseLine(strings.TrimPrefix(lines[len(lines)-1], "ann: "))
		if err != nil {
			t.Fatal(err)
		}
		return service.Do(t.Context(), commands.Request{
			Command: command, Options: options, Channel: "local:lobby",
			By: commands.User{ID: "local:ann", Name: "ann"},
		})
	}
	for n := range 50 {
		reply := say()
		if reply.Private() {
			t.Fatalf("%s: %s", lines[len(lines)-1], reply.Text)
		}
		if reply.Card.Tone == view.Finished {
			return strings.Join(lines, "\n") + "\n"
		}
		moves := service.Complete(t.Context(), commands.Request{
			Command: "move", Channel: "local:lobby", By: commands.User{ID: "local:ann"},
		}, "move", "")
		lines = append(lines, "ann: "+moves[(n+1)%len(moves)].Value)
	}
	t.Fatal("the match does not end")
	return ""
}
