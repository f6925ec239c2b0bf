package bot

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/games"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/puzzle"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// answerPost answers the posted puzzle by its buttons and returns the private answer.
func (w *world) answerPost(u *discordtest.User, post *discordtest.Message, move games.Move) *discordtest.Message {
	w.Helper()
	in, whole := w.tapFor(u, post, move)
	answer := w.refused(in)
	if !whole {
		answer = w.answerBy(u, answer, move)
	}
	return answer
}

// Three people solve the puzzle of the day on its post. The post counts them, even after a restart,
// and the next day's post has the results.
func TestThePuzzleOfTheDayTogether(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		store := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
		var days atomic.Int64
		now := func() time.Time { return time.Date(2026, 12, 1+int(days.Load()), 12, 0, 0, 0, time.UTC) }
		serve := func() { w.serve(w.over(store, referee.Options{Now: now})) }
		serve()
		r := w.referee
		room := match.RoomOf(w.general.ID, w.general.GuildID)
		must.OK(w, store.SaveServerSettings(t.Context(), room, match.ServerSettings{PuzzleChannel: w.general.ID}))

		today := must.Get(puzzle.New(r, store).DailyPuzzle(t.Context(), match.BotID))(w)
		var wrong games.Move
		for step := range today.Position.Options() {
			if !slices.Contains(today.Winning, step.Move) {
				wrong = step.Move
				break
			}
		}
		post := w.sees(w.general, "Puzzle of the day · ")
		w.contains(w.answerPost(w.alice, post, today.Winning[0]), "**Right**, on the first try.")
		lost := w.answerPost(w.bob, post, wrong)
		w.contains(lost, "**That loses.**")
		w.contains(w.answerPost(w.carol, post, wrong), "**That loses.**")
		w.contains(w.answerPost(w.carol, post, today.Winning[0]), "**Right**, in 2 tries.")
		shown := w.board(w.general, post.ID, "3 tried, 2 solved it.")
		if strings.Contains(shown.Text(), "solution") || len(w.pinged(w.general)) > 0 {
			t.Errorf("it gives the solution away or pings %v: %s", w.pinged(w.general), shown.Text())
		}
		w.contains(w.answerPost(w.alice, post, wrong), "You solved it on the first try")

		// While this bot is off, Carol answers through another process.
		w.stop()
		dave := match.Player{ID: "77", Name: "dave"}
		must.Get(puzzle.New(r, store).Answer(t.Context(), room, dave, today, today.Winning[0].String()))(w)
		serve()
		w.board(w.general, post.ID, "4 tried, 3 solved it.")

		days.Store(1)
		next := w.sees(w.general, "Yesterday's puzzle")
		w.contains(next, "**The solution:** ", "4 tried, 3 solved it.", "<@"+w.alice.ID+"> was first, on the first try.", "Tue 3 of 4")
		if next.ID == post.ID {
			t.Error("the old message has the new puzzle")
		}
		over := w.board(w.general, post.ID, "**The solution:** ")
		if labels(over) != "Rules" || len(over.Menus()) > 0 {
			t.Errorf("the puzzle that is over has %s", labels(over))
		}
		// A tap on an old message after the solution does not count.
		w.contains(w.answerPost(w.bob, w.refused(w.bob.Tap(lost, "Try again")), today.Winning[0]), "too late to count")
		counts := must.Get(store.PuzzleCounts(t.Context(), room, "2026-12-01", "2026-12-01"))(w)
		if len(counts) != 1 || counts[0].Found != 3 {
			t.Errorf("counted are %+v", counts)
		}
		days.Store(2)
		w.sees(w.general, "2026-12-03")
		posts := 0
		for _, m := range w.general.Messages() {
			if strings.Contains(m.Text(), "Puzzle of the day · ") {
				posts++
			}
		}
		if posts != 3 || len(w.pinged(w.general)) > 0 {
			t.Errorf("in three days there are %d messages, and pinged are %v", posts, w.pinged(w.general))
		}
	})
}

// A follower of a match learns of its end by direct message, or not at all if they accept none.
func TestFollow(t *testing.T) {
	in(t, playSwept, func(t *testing.T, w *world) {
		dave := w.srv.AddUser("dave")
		board := w.answer(w.alice.Slash(w.general, "challenge",
			discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 4"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		board = w.answer(w.bob.Tap(board, "Accept"))
		follow := func(u *discordtest.User, tap string, wants ...string) {
			t.Helper()
			more := w.refused(u.Tap(board, "More"), "More")
			if after := w.refused(u.Tap(more, tap), wants...); after.ID != more.ID {
				t.Error("a tap is answered by a message of its own")
			}
		}
		follow(w.carol, "Follow", "You are following match 1")
		follow(w.carol, "Unfollow", "You stopped following match 1")
		follow(w.carol, "Follow", "You are following match 1")
		follow(dave, "Follow", "You are following match 1")
		dave.RefuseDMs()
		w.refused(w.alice.Slash(w.general, "match follow"), "You are playing in this match yourself")

		w.answer(w.alice.Tap(w.refused(w.alice.Slash(w.general, "match resign")), "Yes, resign"))
		dm := w.srv.AddDM(w.carol)
		told := w.sees(dm, "the match you are following is over")
		w.contains(told, "match 1", "<@"+w.bob.ID+"> wins", "<#"+w.general.ID+">")
		if !slices.Equal(told.Pings.Users, []string{w.carol.ID}) {
			t.Errorf("pinged are %+v", told.Pings)
		}
		w.eventually("all to be said", func() bool {
			n, _, err := w.outbox.(storage.Store).Backlog(t.Context(), match.DiscordFront)
			return err == nil && n == 0
		})
		for _, m := range w.general.Messages() {
			if strings.Contains(m.Text(), "you follow") && !m.Ephemeral {
				t.Errorf("everybody reads %q", m.Text())
			}
		}
		if n := len(dm.Messages()); n != 1 {
			t.Errorf("carol has %d direct messages", n)
		}
	})
}

// A new achievement is a private message below the end of a match, with a button that shows it to
// everybody. If it can't be private, it is not sent.
func TestNewMarkIsForOne(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		beat := func(u *discordtest.User) {
			m := storagetest.Between(match.Player{ID: u.ID, Name: "somebody"}, match.Bot)
			m.Channel, m.Rated, m.Chosen, m.Lesson, m.Level = "elsewhere", false, false, "", match.Strong
			storagetest.Finish(t, w.outbox.(storage.Store), m, storagetest.LeftWins)
		}
		public := func() bool {
			return slices.ContainsFunc(w.general.Messages(), func(m *discordtest.Message) bool {
				return strings.Contains(m.Text(), "new mark") || strings.Contains(m.Text(), "Beat strong")
			})
		}
		me := w.srv.BotUser().Mention()
		beat(w.bob)
		w.bob.RefuseDMs()
		w.bob.Say(w.general, me+" /challenge game:nim position:1 first:me")
		w.sees(w.general, "match 2")
		w.bob.Say(w.general, me+" 1-1")
		w.sees(w.general, w.bob.Mention()+" wins")
		w.bob.Say(w.general, me+" /play") // its answer comes last
		w.sees(w.general, "Only you should see this answer")
		if told, err := w.outbox.(storage.Store).Achievements(t.Context(), w.bob.ID, 9); err != nil || len(told.Told) != 1 || public() {
			t.Errorf("bob: noted as told %v, %v; told to all: %v", told.Told, err, public())
		}

		beat(w.alice)
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "1"), discordtest.Opt("first", "me")))
		told := w.aside(w.alice.Slash(w.general, "move", discordtest.Opt("move", "1-1")), "Beat strong")
		if public() {
			t.Fatalf("told is %+v, to all: %v", told, public())
		}
		w.answer(w.alice.Tap(told, "Show everyone"))
		w.sees(w.general, "Beat strong")
	})
}

// The button of a private answer posts it as a public message.
func TestShowEveryone(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		private := w.refused(w.alice.Slash(w.general, "study analyze", discordtest.Opt("game", "nim"), discordtest.Opt("position", "1 2")), "Nim: 1 2")
		if labels(private) != "Why in full, Proof, Show everyone" {
			t.Fatalf("the buttons are %s", labels(private))
		}
		// The proof is a private file.
		if proof := w.refused(w.alice.ClickLabel(private, "Proof"), "a proof for `nimatron verify -` to check"); len(proof.Files) != 1 || proof.Files[0].Name != "proof.json" {
			t.Errorf("attached are %+v", proof.Files)
		}
		public := w.answer(w.alice.ClickLabel(private, "Show everyone"))
		w.contains(public, "shows this:", "Nim: 1 2", "2-1")
		if public.ID == private.ID || labels(public) != "Why in full" {
			t.Errorf("it is shown with the buttons %s", labels(public))
		}
		w.sees(w.general, "shows this:")
	})
}

// A person who may not write in a channel can't show anything there.
func TestMuted(t *testing.T) {
	const write, inThreads = discordgo.PermissionSendMessages, discordgo.PermissionSendMessagesInThreads
	event := func(member string, kind discordgo.ChannelType) string {
		return fmt.Sprintf(`{"id":"1","token":"t","channel_id":"2","type":2,"data":{"name":"profile"},"channel":{"type":%d},%s}`, kind, member)
	}
	member := func(permissions int64) string {
		return fmt.Sprintf(`"member":{"user":{"id":"3"},"permissions":"%d"}`, permissions)
	}
	for _, c := range []struct {
		member string
		kind   discordgo.ChannelType
		want   bool
	}{
		{member(write), discordgo.ChannelTypeGuildText, false},
		{member(inThreads), discordgo.ChannelTypeGuildText, true},
		{member(write), discordgo.ChannelTypeGuildPublicThread, true},
		{member(inThreads), discordgo.ChannelTypeGuildPublicThread, false},
		{member(0), discordgo.ChannelTypeGuildText, true},
		{`"member":{"user":{"id":"3"}}`, discordgo.ChannelTypeGuildText, false},
		{`"user":{"id":"3"}`, discordgo.ChannelTypeDM, false},
	} {
		in := must.Get(readInteraction([]byte(event(c.member, c.kind))))(t)
		if got := in.muted(); got != c.want {
			t.Errorf("%s in %d: muted is %v", c.member, c.kind, got)
		}
	}
}
