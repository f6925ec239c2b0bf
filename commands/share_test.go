package commands_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
)

// TestShowEveryone shares each of the private answers that can be shared.
func TestShowEveryone(t *testing.T) {
	r := newRoom(t)
	r.past(nil)
	for _, c := range []struct {
		line     string
		has      []string
		lacks    string
		furthers string // the command of an action for whoever reads it, with its options
	}{
		{"/analyze variant:nim position:1 2", []string{"Winning moves: `2-1`"}, "", ""},
		{"/replay match:1", []string{"Nim, match 1, 0 of 1"}, "", "replay map[match:1 step:1]"},
		{"/history", []string{"@p1's matches, newest first"}, "", ""},
		{"/profile", []string{"Profile ==\n@p1", "1 won"}, "", "history map[user:p1]"},
		{"/profile user:p2", []string{"Profile ==\n@p2"}, "Against each other", "history map[user:p2]"},
		{"/leaderboard", []string{"Leaderboard: Overall"}, "You", ""},
	} {
		t.Run(c.line, func(t *testing.T) {
			r.T = t
			r.now = r.now.Add(time.Hour)
			private := r.refuses("p1", c.line)
			if !strings.Contains(buttons(private), "Show everyone") {
				t.Fatalf("the buttons are %s", buttons(private))
			}
			public := r.press("p1", private, "Show everyone")
			if public.Private() || strings.Contains(buttons(public), "Show everyone") {
				t.Fatalf("it is shown as %+v", public)
			}
			r.hasWords("shared", public, append(c.has, "@p1 shows this:"))
			if c.lacks != "" && strings.Contains(text(public), c.lacks) {
				t.Errorf("it has %q:\n%s", c.lacks, text(public))
			}
			if c.furthers != "" {
				var actions []string
				for _, a := range public.Card.Actions {
					actions = append(actions, a.Command+" "+fmt.Sprint(a.Options))
				}
				if !strings.Contains(strings.Join(actions, "\n"), c.furthers) {
					t.Errorf("the actions are %q", actions)
				}
			}
		})
	}
	// In the terminal the line does the same.
	r.now = r.now.Add(time.Hour)
	r.expect("p1", "/profile share:true", "1 won")
}

func TestNotEverythingIsShown(t *testing.T) {
	r := newRoom(t)
	r.past(nil)
	r.refuses("p1", "/profile share:perhaps", "`true` or `false`")
	r.refuses("p1", "/profile share:false", "1 won")
	r.refuses("p1", "/hint share:true", "takes no options")
	r.refuses("p1", "/puzzle share:true", "not tried that puzzle")

	// Nor does anybody show what they may not see themselves.
	reply := r.service.Do(context.Background(), commands.Request{
		Command: "replay", Options: map[string]string{"match": "1", "share": "true"}, By: person("p3"), Channel: "elsewhere",
	})
	if r.hasWords("elsewhere", reply, []string{"played elsewhere"}); !reply.Private() {
		t.Error("a match of others is shown elsewhere")
	}

	// Who may not write in a channel does not write there by way of the bot.
	reply = r.service.Do(context.Background(), commands.Request{
		Command: "profile", Options: map[string]string{"share": "true"}, By: person("p1"), Channel: "lobby", Muted: true,
	})
	if r.hasWords("muted", reply, []string{"may not write in this channel"}); !reply.Private() {
		t.Error("who may not write has written")
	}

	// While people play, nobody tells them what to do.
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/accept")
	for _, line := range []string{"/analyze variant:nim position:3 4 5", "/replay match:1"} {
		r.refuses("p3", line)
		r.refuses("p3", line+" share:true", "A match between people goes on here")
	}
	r.expect("p3", "/profile user:p1 share:true", "1 won")
	r.expect("p1", "/resign sure:true")

	for range 4 {
		r.expect("p3", "/analyze variant:nim position:1 2 share:true")
	}
	r.refuses("p3", "/analyze variant:nim position:1 2 share:true", "5 answers in the last 10 minutes")
	r.expect("p2", "/analyze variant:nim position:1 2 share:true")
	r.now = r.now.Add(10 * time.Minute)
	r.expect("p3", "/analyze variant:nim position:1 2 share:true")
}
