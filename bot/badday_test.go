package bot

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// begins starts a match in which alice moves first.
func (w *world) begins() *discordtest.Message {
	return w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "9 9 9 9"),
		discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
}

// The gateway and REST go away together. The session is resumed, and what was said meanwhile is answered.
func TestAwayForEightSeconds(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.begins()
		identified := w.srv.GatewayStats().Identifies
		w.srv.SetAway(true)
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
		time.Sleep(8 * time.Second)
		w.srv.SetAway(false)
		w.sees(w.general, "took 1 from the left end")
		if stats := w.srv.GatewayStats(); stats.Identifies != identified || stats.Resumes == 0 {
			t.Errorf("%+v", stats)
		}
	})
}

// refusedCalls counts the calls from call n on that were answered with a status.
func (w *world) refusedCalls(n, status int) (count int) {
	for _, r := range w.srv.Requests()[n:] {
		if r.Status == status {
			count++
		}
	}
	return count
}

// Without Attach Files the board is text and names the permission, which interactions tell beforehand.
func TestNoAttachFiles(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.general.Deny(discordtest.AttachFiles)
		calls := len(w.srv.Requests())
		board := w.begins()
		w.contains(board, "Attach Files", "9 9 9 9")
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
		w.sees(w.general, "move 3 ·")
		if n := w.refusedCalls(calls, 403); n != 0 {
			t.Errorf("%d calls were refused", n)
		}
		w.general.Deny(0)
		if again := w.answer(w.alice.Slash(w.general, "match board")); len(again.Files) == 0 {
			t.Error("no picture after the permission came")
		}
		w.general.Deny(discordtest.AttachFiles) // and nothing tells the bot
		calls = len(w.srv.Requests())
		for _, say := range []string{" L-1", " L-1"} {
			w.alice.Say(w.general, w.srv.BotUser().Mention()+say)
			time.Sleep(time.Minute)
		}
		w.sees(w.general, "Attach Files")
		if n := w.refusedCalls(calls, 403); n != 1 {
			t.Errorf("%d calls were refused, want 1", n)
		}
		for _, m := range w.srv.AddDM(w.alice).Messages() {
			t.Errorf("alice is told %q", m.Text())
		}
	})
}

// Uploads fail alone. The board is text at once, few uploads are tried, and pictures come back.
func TestUploadsFail(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.srv.Fail(discordtest.Fault{Uploads: true, Status: 500, Times: 3})
		calls := len(w.srv.Requests())
		used := w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "9 9 9 9"),
			discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect"))
		w.contains(w.answer(used), "no pictures", "9 9 9 9")
		inTime(t, "a first answer", used.Latency(), 1600*time.Millisecond)
		w.answer(w.move(w.alice, "L-1"))
		time.Sleep(2 * time.Second)
		if n := w.refusedCalls(calls, 500); n != 1 {
			t.Errorf("%d uploads, want 1", n)
		}
		for range 6 {
			time.Sleep(time.Minute)
			w.answer(w.move(w.alice, "L-1"))
		}
		if n := w.refusedCalls(calls, 500); n != 3 {
			t.Errorf("%d uploads failed, want 3", n)
		}
		w.painted()
	})
}

// Uploads that fail in one place are not tried there for a while, and go on elsewhere. In three places they are off everywhere.
func TestUploadsFailInOnePlace(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		start := func(ch *discordtest.Channel, pictured bool) {
			t.Helper()
			board := w.answer(w.srv.AddUser("carol").Slash(ch, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "6 2")))
			if (len(board.Files) > 0) != pictured {
				t.Errorf("%d files", len(board.Files))
			}
			w.answer(w.srv.AddUser("dave").Slash(ch, "match board")) // a wait of less than the pause
		}
		channel := func() *discordtest.Channel { return w.guild.AddChannel("channel") }
		first := channel()
		w.srv.Fail(discordtest.Fault{Uploads: true, Status: 500})
		start(first, false)
		start(channel(), true)
		if again := w.answer(w.alice.Slash(first, "match board")); len(again.Files) > 0 {
			t.Error("the first place tries at once again")
		}
		w.srv.Fail(discordtest.Fault{Uploads: true, Status: 500, Times: 3})
		for range 3 {
			start(channel(), false)
		}
		start(channel(), false)
		time.Sleep(time.Minute)
		start(channel(), true)
		if again := w.answer(w.alice.Slash(first, "match board")); len(again.Files) == 0 {
			t.Error("the first place never tries again")
		}
	})
}

// Uploads are refused, fail or hang, wherever and however somebody moves. The move is answered soon, the board
// goes on in text and says why, once, and uploads are not tried again and again.
func TestMovesWithoutUploads(t *testing.T) {
	places := map[string]func(*world) *discordtest.Channel{
		"channel": func(w *world) *discordtest.Channel { return w.general },
		"thread":  func(w *world) *discordtest.Channel { return w.general.AddThread(w.bob, "thread") },
		"direct":  func(w *world) *discordtest.Channel { return w.srv.AddDM(w.alice) },
	}
	ways := map[string]func(*world, *discordtest.Message, *discordtest.Channel){
		"slash": func(w *world, _ *discordtest.Message, ch *discordtest.Channel) {
			used := w.alice.Slash(ch, "move", discordtest.Opt("move", "1-1"))
			w.answer(used)
			inTime(w.T, "a slash command", used.Answered(), 3*time.Second)
		},
		"mention": func(w *world, _ *discordtest.Message, ch *discordtest.Channel) {
			said, began := w.alice.Say(ch, w.srv.BotUser().Mention()+" 1-1"), time.Now()
			must.Get(ch.WaitMessage(soon(w.T), func(m *discordtest.Message) bool { return m.ReplyTo == said.ID }))(w)
			inTime(w.T, "a mention", time.Since(began), 3*time.Second)
		},
		"button": func(w *world, board *discordtest.Message, _ *discordtest.Channel) {
			pressed := w.alice.Tap(board, "Pile 1: take 1")
			w.answer(pressed)
			inTime(w.T, "a button", pressed.Answered(), 3*time.Second)
		},
	}
	faults := map[string]discordtest.Fault{
		"Attach Files":  {Uploads: true, Status: 403, Code: 50013, Message: "Missing Permissions", Times: 1000}, // unknown before
		"no pictures":   {Uploads: true, Status: 500, Times: 1000},
		"at the moment": {Uploads: true, Hang: true, Times: 1000},
		"did not take":  {Uploads: true, Status: []int{400, 413}[testlong.Seed(t)%2], Code: 50035, Message: "Invalid Form Body", Times: 1000},
	}
	for why, fault := range faults {
		for place, of := range testlong.Few(t, places, 1) {
			for way, move := range testlong.Few(t, ways, 1) {
				inBubble(t, strings.Join([]string{why, place, way}, ", "), func(t *testing.T) {
					w := play(t)
					ch := of(w)
					board := w.answer(w.alice.Slash(ch, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "6 2"), discordtest.Opt("first", "me")))
					w.painted()
					w.srv.Fail(fault)
					calls := len(w.srv.Requests())
					move(w, board, ch)
					w.contains(w.board(ch, board.ID, "move 3 ·"), why)
					next := w.alice.Slash(ch, "match board")
					w.answer(next)
					inTime(t, "the next answer", next.Answered(), 3*time.Second)
					time.Sleep(time.Minute)
					if n := w.refusedCalls(calls, fault.Status); n > 3 {
						t.Errorf("%d uploads in a minute", n)
					}
					if n := len(messagesWith(ch, "took 1 from pile 1")); n > 1 {
						t.Errorf("the move is told %d times", n)
					}
					if dm := w.srv.AddDM(w.alice); dm != ch && len(dm.Messages()) > 0 {
						t.Errorf("alice is told %q", dm.Messages()[0].Text())
					}
				})
			}
		}
	}
}

// A first answer that is refused is followed by a plain sentence, whatever was asked, and a match's board comes anyway. A private
// message that can't be updated is posted anew.
func TestRefusedFirstAnswer(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		refuse := func() {
			w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", Status: 400, Code: 50035, Message: "Invalid Form Body"})
		}
		for _, ask := range []func() *discordtest.Interaction{
			func() *discordtest.Interaction { return w.alice.Slash(w.general, "help") },
			func() *discordtest.Interaction { return w.alice.Slash(w.general, "class create") },
			func() *discordtest.Interaction { return w.alice.Slash(w.general, "match resign") },
			func() *discordtest.Interaction { return w.alice.Slash(w.general, "tournament create") },
		} {
			refuse()
			if m := w.answer(ask()); !m.Ephemeral || !strings.Contains(m.Text(), "My answer was not taken here. Please try again.") {
				t.Errorf("the answer is %q", m.Text())
			}
		}
		for card, options := range map[string][]discordtest.Option{
			"challenge · 6 2":    {discordtest.Opt("game", "nim"), discordtest.Opt("position", "6 2"), discordtest.Opt("first", "me")},
			"challenge · anyone": {discordtest.Opt("game", "nim"), discordtest.BoolOpt("open", true)}, "class create · Class: 7b": {discordtest.Opt("name", "7b")},
			"race start · Race": nil, "tournament create · Cup": {discordtest.Opt("name", "Cup"), discordtest.Opt("format", "swiss")},
		} {
			ch, asked, by := w.guild.AddChannel("yard"), strings.Split(card, " · "), w.alice
			if options == nil { // or alice races when she begins a match
				by = w.bob
			}
			refuse()
			if m := w.answer(by.Slash(ch, asked[0], options...)); strings.Contains(m.Text(), "try again") {
				t.Errorf("/%s twice: %q", asked[0], m.Text())
			}
			time.Sleep(time.Minute)
			if n := w.said(ch, asked[1]); n != 1 {
				t.Errorf("/%s: the card came %d times", asked[0], n)
			}
		}
	})
}

// A private message that can't be updated is posted anew.
func TestPrivateMessageTakesNoUpdate(t *testing.T) {
	for _, code := range []int{0, 10008, 10062} {
		inBubble(t, fmt.Sprint(code), func(t *testing.T) {
			reply := view.Reply{Text: "first", Card: &view.Card{Actions: []view.Action{{Label: "Again", Call: input.Hint.Call()}}}, To: view.Private{}}
			w := serveFake(t, &fake{do: func(context.Context, commands.Request) view.Reply { return reply }})
			private := w.answer(w.alice.Slash(w.general, "match board"))
			reply.Text, reply.To = "second", view.UpdateEphemeral{}
			w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", Status: 404, Code: code})
			if m := w.answer(w.alice.ClickLabel(private, "Again")); !m.Ephemeral || m.ID == private.ID || !strings.Contains(m.Text(), "second") {
				t.Errorf("code %d: the answer is %q", code, m.Text())
			}
		})
	}
}

// A first answer that hangs is given up, and the channel goes on.
func TestHangingCallback(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.begins()
		w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", Hang: true, Times: 2})
		hung := w.move(w.alice, "L-1")
		must.OK(t, hung.Err())
		time.Sleep(5 * time.Second)
		in := w.bob.Slash(w.general, "match board")
		w.answer(in)
		inTime(t, "the next answer", in.Answered(), 3*time.Second)
		w.sees(w.general, "move 3 ·")
		time.Sleep(time.Minute)
		calls := slices.DeleteFunc(w.srv.Requests(), func(r discordtest.Request) bool { return r.Method != "POST" || !strings.Contains(r.Path, hung.ID) })
		if len(calls) != 2 {
			t.Errorf("%d tries of an answer that Discord takes no longer", len(calls))
		}
	})
}

// Discord never answers a call after a deferral. The next request in the channel does not wait for long.
func TestHangingAnswerAfterADeferral(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var asked atomic.Int32
		w := serveFake(t, &fake{do: func(context.Context, commands.Request) view.Reply {
			if asked.Add(1) == 1 {
				time.Sleep(2 * time.Second)
			}
			return view.Reply{Text: "done"}
		}})
		w.srv.Fail(discordtest.Fault{Path: "/webhooks/*/*/messages/*", Hang: true, Times: 100})
		w.deferral(w.alice.Slash(w.general, "match board"))
		w.bob.Slash(w.general, "match board")
		time.Sleep(9 * time.Second)
		if n := asked.Load(); n != 2 {
			t.Errorf("%d requests were carried out after 9 s", n)
		}
	})
}

// slowOnce is a service that is slow once after each Store(true), so that the answer is deferred.
type slowOnce struct {
	*commands.Service
	atomic.Bool
}

func (s *slowOnce) Do(ctx context.Context, r commands.Request) view.Reply {
	if s.Swap(false) {
		time.Sleep(2 * time.Second)
	}
	return s.Service.Do(ctx, r)
}

// A late answer shows an older state than the board has by then. The board shows the newest in the end.
func TestLateAnswerShowsAnOldState(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.dir = t.TempDir()
		s := &slowOnce{Service: w.real(filepath.Join(w.dir, "nimatron.db"))}
		w.serve(s)
		board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "6 2"), discordtest.Opt("first", "me")))
		w.painted()
		s.Store(true)
		w.srv.Fail(discordtest.Fault{Method: "PATCH", Path: "/webhooks/*/*/messages/*", Hang: true})
		must.OK(t, w.alice.Tap(board, "Pile 1: take 1").Err())
		time.Sleep(8 * time.Second)
		next := w.move(w.alice, "1-1")
		w.answer(next)
		inTime(t, "the next answer", next.Answered(), time.Second)
		w.board(w.general, board.ID, "move 5 ·")
		time.Sleep(10 * time.Second) // the late answer comes
		w.board(w.general, board.ID, "move 5 ·")
	})
}

// The upload of a second message fails, and the channel can't be searched for it. The message is text.
func TestSecondMessageInAClosedChannel(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.dir = t.TempDir()
		s := &slowOnce{Service: w.real(filepath.Join(w.dir, "nimatron.db"))}
		w.serve(s)
		w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "1"), discordtest.Opt("first", "me")))
		w.answer(w.move(w.alice, "1-1"))
		ending := w.sees(w.general, "won!")
		w.painted()
		s.Store(true)
		w.srv.Fail(discordtest.Fault{Uploads: true, Status: 500, Times: 1000})
		w.general.Deny(discordtest.ViewChannel)
		next := w.alice.Tap(ending, "Next game")
		w.contains(w.answer(next), "no pictures")
	})
}

// Boards that were replaced while the channel was closed lose their buttons, and a pressed one at once.
func TestBoardsOfAClosedChannel(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		first := w.begins()
		for n := range 4 {
			w.general.Deny([]int64{discordtest.ViewChannel, discordtest.SendMessages}[n%2])
			time.Sleep(6 * time.Second)
			w.answer(w.move(w.alice, "L-1"))
		}
		pressed := w.alice.Tap(first, moveTaps(first)[0])
		time.Sleep(time.Second)
		w.board(w.general, first.ID, "This message has moved")
		if said := pressed.Followups(); len(said) != 1 || !said[0].Ephemeral {
			t.Errorf("alice sees %v", said)
		}
		w.general.Deny(discordtest.ViewChannel)
		newest := w.answer(w.alice.Slash(w.general, "match board"))
		time.Sleep(time.Minute)
		w.general.Deny(0)
		time.Sleep(20 * time.Minute)
		for _, m := range w.general.Messages() {
			if m.ID != newest.ID && len(m.Buttons()) > 0 {
				t.Errorf("an old board has buttons: %q", m.Text())
			}
		}
	})
}

// A match goes on or ends while the channel is closed for a moment. Its board is brought up to date afterwards.
func TestBoardAfterAClosedChannel(t *testing.T) {
	for _, denied := range testlong.Sample(t, []int64{discordtest.ViewChannel, discordtest.SendMessages}, 1) {
		for position, want := range map[string]string{"6 2": "move 3 ·", "1 1": " wins.**"} {
			inBubble(t, fmt.Sprint(position, " ", denied), func(t *testing.T) {
				w := play(t)
				board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", position), discordtest.Opt("first", "me")))
				w.painted()
				w.general.Deny(denied)
				w.answer(w.move(w.alice, "1-1"))
				time.Sleep(24 * time.Second)
				w.general.Deny(0)
				time.Sleep(5 * time.Minute)
				if after := w.board(w.general, board.ID, want); position == "1 1" && len(moveTaps(after)) > 0 {
					t.Errorf("after the match the board has %q", moveTaps(after))
				}
			})
		}
	}
}

// The bot restarts before an outdated board could be edited. The board is brought up to date when it is pressed.
func TestOutdatedBoardIsPressed(t *testing.T) {
	for position, want := range map[string]string{"6 2": "move 3 ·", "1 1": " wins.**"} {
		inBubble(t, position, func(t *testing.T) {
			w := play(t)
			board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", position), discordtest.Opt("first", "me")))
			w.painted()
			w.general.Deny(discordtest.ViewChannel)
			w.answer(w.move(w.alice, "1-1"))
			time.Sleep(3 * time.Second)
			w.general.Deny(0)
			w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
			time.Sleep(time.Minute)
			w.refused(w.alice.ClickRaw(board, board.Buttons()[0].CustomID), "out of date")
			w.board(w.general, board.ID, want)
		})
	}
}

// A first answer arrives, and neither Discord's word nor the look for it comes back for a while. It is not given
// again.
func TestLostFirstAnswer(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", After: true, Hang: true, Times: 2})
		w.srv.Fail(discordtest.Fault{Method: "GET", Path: "/webhooks/*/*/messages/*", Hang: true, Times: 4})
		w.tolerate("already been acknowledged")
		w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "6 2"), discordtest.Opt("first", "me"))
		time.Sleep(2 * time.Minute)
		if n := len(w.general.Messages()); n != 1 {
			t.Errorf("%d messages", n)
		}
	})
}

// Discord carries out a first answer after the bot has given it up. It is neither lost nor given twice.
func TestLateFirstAnswer(t *testing.T) {
	for name, to := range map[string]view.Delivery{"public": view.NewMessage{}, "private": view.Private{}, "in place": view.UpdateClicked{}} {
		for _, takes := range []time.Duration{0, 2 * time.Second} {
			inBubble(t, fmt.Sprint(name, " after ", takes), func(t *testing.T) {
				reply, slow := view.Reply{}, time.Duration(0)
				w := serveFake(t, &fake{do: func(context.Context, commands.Request) view.Reply {
					time.Sleep(slow)
					return reply
				}})
				w.tolerate("already been acknowledged")
				w.tolerate("Unknown interaction")
				for late := 100 * time.Millisecond; late < 9*time.Second; late = late * 5 / 2 {
					for n := range 4 {
						reply, slow = view.Reply{Card: &view.Card{Body: "before", Actions: []view.Action{{Call: input.Play.Call(), Label: "Play"}}}}, 0
						pressed := w.answer(w.alice.Slash(w.general, "match board"))
						reply, slow = view.Reply{Card: &view.Card{Body: "after"}, To: to}, takes
						fault := discordtest.Fault{Path: "/interactions/*/*/callback", After: true, Hang: true, Late: late, Times: 1 + n%2}
						if n == 2 && name == "public" && slow > 0 { // its message is the second answer
							fault.Method, fault.Path = "POST", "/webhooks/*/*"
						}
						w.srv.Fail(fault)
						public := w.said(w.general, "after")
						var in *discordtest.Interaction
						if n > 1 {
							in = w.alice.Tap(pressed, "Play")
						} else {
							in = w.alice.Slash(w.general, "match board")
						}
						time.Sleep(time.Minute)
						answers := w.said(w.general, "after") - public
						for _, m := range append(in.Followups(), in.Original()) {
							if m != nil && m.Ephemeral && !m.Deleted && strings.Contains(m.Text(), "after") {
								answers++
							}
						}
						if answers != 1 {
							t.Errorf("late by %v: %d answers", late, answers)
						}
					}
				}
			})
		}
	}
}

// A pressed message is deleted while its button is answered. The answer comes beside it.
func TestPressedMessageIsDeleted(t *testing.T) {
	page := &view.Card{Body: "a page", Actions: []view.Action{{Call: input.Play.Call(), Label: "Play"}}}
	for name, test := range map[string]struct {
		takes   time.Duration
		unheard bool // Discord's word on the deferral
		to      view.Delivery
	}{
		"after an unheard deferral":   {2 * time.Second, true, view.Private{}},
		"before it is updated":        {time.Second, false, view.UpdateClicked{}},
		"deferred, before the update": {2 * time.Second, false, view.UpdateClicked{}},
		"seen by one person":          {2 * time.Second, false, view.UpdateEphemeral{}},
	} {
		inBubble(t, name, func(t *testing.T) {
			takes := time.Duration(0)
			w := serveFake(t, &fake{do: func(_ context.Context, r commands.Request) view.Reply {
				time.Sleep(takes)
				if r.Command == "play" {
					return view.Reply{Card: page, To: test.to}
				}
				if test.to == (view.UpdateEphemeral{}) {
					return view.Reply{Card: page, To: view.Private{}}
				}
				return view.Reply{Card: page}
			}})
			m := w.answer(w.alice.Slash(w.general, "match board"))
			takes = test.takes
			if test.unheard {
				w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", After: true, Hang: true})
			}
			pressed := w.alice.Tap(m, "Play")
			w.srv.Delete(m)
			if said := w.answer(pressed); !said.Ephemeral || !strings.Contains(said.Text(), "a page") {
				t.Errorf("alice sees %q", said.Text())
			}
		})
	}
}

// A public deferral is deleted before the answer, by a manager or by a process that died before its private answer.
func TestDeferralIsDeleted(t *testing.T) {
	for name, to := range map[string]view.Delivery{"public": view.NewMessage{}, "private": view.Private{}} {
		for _, dies := range []bool{false, true} {
			inBubble(t, fmt.Sprint(name, ", the process dies: ", dies), func(t *testing.T) {
				var dead atomic.Bool
				w := newWorld(t)
				w.tolerate("40060")
				w.timing.drain = time.Millisecond
				do := func(context.Context, commands.Request) view.Reply {
					time.Sleep(4 * time.Second)
					if dies && !dead.Swap(true) {
						<-t.Context().Done()
					}
					return view.Reply{Text: "an answer", To: to}
				}
				w.serve(&fake{do: do})
				used := w.alice.Slash(w.general, "match board")
				w.deferral(used)
				w.srv.Delete(used.Original())
				if dies {
					w.serve(&fake{do: do})
					used.Again()
				}
				if said := w.answer(used); said.Text() != "an answer" || said.Ephemeral != (name == "private") {
					t.Errorf("alice sees %q", said.Text())
				}
			})
		}
	}
}

// The pointer to a match in a thread is refused. What was posted is not posted again.
func TestThreadOfALostInteraction(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.srv.Fail(discordtest.Fault{Path: "/interactions/*/*/callback", Status: 404, Code: 10062, Message: "Unknown interaction"})
		w.alice.Slash(w.general, "challenge", discordtest.BoolOpt("thread", true), discordtest.Opt("game", "nim"), discordtest.UserOpt("opponent", w.bob))
		w.sees(w.general, "<#")
		time.Sleep(time.Minute)
		threads := w.general.Threads()
		if len(threads) != 1 {
			t.Fatalf("%d threads", len(threads))
		}
		pings := 0
		for _, m := range threads[0].Messages() {
			for _, shown := range m.History {
				pings += strings.Count(fmt.Sprint(shown.Pings.Users), w.bob.ID)
			}
		}
		if pointers, cards := len(w.general.Messages()), len(threads[0].Messages()); pointers != 1 || cards != 1 || pings != 1 {
			t.Errorf("%d pointers, %d cards, bob is pinged %d times", pointers, cards, pings)
		}
	})
}

// An uploaded board whose confirmation hangs is posted once, though it goes on in text and the deferral is due.
func TestHangingUploadOfABoard(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.tolerate("already been acknowledged")
		fault := discordtest.Fault{Path: "/interactions/*/*/callback", Uploads: true, After: true, Hang: true}
		w.srv.Fail(fault)
		board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "5 1"), discordtest.Opt("first", "me")))
		time.Sleep(time.Minute)
		w.srv.Fail(fault)
		w.answer(w.alice.Tap(board, "Pile 1: take 1"))
		time.Sleep(time.Minute)
		if all := w.general.Messages(); len(all) != 1 || !strings.Contains(all[0].Text(), "move 3 ·") {
			t.Errorf("%d messages, the first is %q", len(all), all[0].Text())
		}
	})
}
