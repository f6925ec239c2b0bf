package commands_test

import (
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee/season"
	"nimatron/storage/storagetest"
)

// win lets p1 win a rated pair against p2.
func (r *room) win() {
	r.Helper()
	r.say("p1", "/challenge game:nim opponent:p2 rated:true")
	r.say("p2", "/match accept")
	r.say("p2", "/match resign sure:true")
	r.say("p2", "/match resign sure:true")
}

// beatsStrong earns a person a badge.
func (r *room) beatsStrong(by string) {
	r.Helper()
	m := storagetest.Between(match.Player{ID: by, Name: by}, match.Bot)
	m.Rated, m.Chosen, m.Lesson, m.Level, m.Variant = false, false, "", match.Strong, "end-nim"
	storagetest.Finish(r.T, r.store, m, storagetest.LeftWins)
}

// winsNim wins a match against the bot by its first move.
func (r *room) winsNim(by string) view.Reply {
	r.Helper()
	r.say(by, "/challenge game:nim level:casual position:1 first:me")
	return r.expect(by, "1-1", "wins")
}

// A player with a new badge is notified once, at the next win, privately, and may share it. Players who have
// switched notifications off get none.
func TestNewBadge(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	told := func(by string) string {
		t.Helper()
		r.say(by, "/challenge game:nim level:casual")
		if lost := r.say(by, "/match resign sure:true"); lost.FollowUp != nil {
			t.Errorf("a badge after a loss: %+v", lost.FollowUp)
		}
		reply := r.winsNim(by)
		if reply.Ending == nil {
			t.Fatalf("no ending: %s", text(reply))
		}
		if strings.Contains(text(reply), "Beat strong") {
			t.Errorf("everybody sees the mark: %s", text(reply))
		}
		if reply.FollowUp == nil {
			return ""
		}
		return reply.FollowUp.Title + "\n" + reply.FollowUp.Body
	}
	if got := told("p1"); got != "" {
		t.Errorf("without a mark: %q", got)
	}
	r.beatsStrong("p1")
	if got := told("p1"); !strings.Contains(got, "1 new badge\n**Beat strong**") {
		t.Errorf("told is %q", got)
	}
	if got := told("p1"); got != "" {
		t.Errorf("told again: %q", got)
	}
	profile := r.say("p1", "/profile")
	if !strings.Contains(text(profile), "Badges: 1 of 12: Beat strong") {
		t.Errorf("the profile: %s", text(profile))
	}
	if all := text(r.press("p1", profile, "Badges")); strings.Count(all, "✔") != 1 || strings.Count(all, "\n· ") != len(season.Badges)-1 {
		t.Errorf("all marks: %s", all)
	}
	r.refuses("p2", "/profile user:p1 badge:perfect", "doesn't have that badge")

	r.beatsStrong("p2")
	r.say("p2", "/settings me name:badges value:off")
	if got := told("p2"); got != "" {
		t.Errorf("told is %q, in spite of the setting", got)
	}
	r.say("p2", "/settings me name:badges value:on")
	reply := r.winsNim("p2")
	if reply.FollowUp == nil || reply.FollowUp.Actions[0].Label != "Show everyone" {
		t.Fatalf("told is %+v", reply.FollowUp)
	}
	a := reply.FollowUp.Actions[0]
	shown := r.do("show", commands.Request{Command: a.Command, Options: a.Options(), By: person("p2"), Channel: "lobby"})
	if shown.Private() || !strings.Contains(text(shown), "Beat strong") {
		t.Errorf("shown to everybody is %s", text(shown))
	}
}
