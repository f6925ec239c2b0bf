package commands_test

import (
	"nimatron/commands/view"
	"nimatron/match"
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
