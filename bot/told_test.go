package bot

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/storage/storagetest"
)

// told is a world in which things are said to one process and delivered again to another.
type told struct {
	*world
	database  string
	byWebhook bool
	address   string // where the last process takes webhooks
}

// delivery is something that was said.
type delivery struct {
	again func()
	seen  func() string // all that whoever said it was told
}

// saying is a way to say a move.
type saying struct {
	name string
	say  func(*told, *discordtest.User, *discordtest.Channel, string) delivery
}

// moveID returns the custom id of a component by which a move is made.
func moveID(options map[string]string, chosen string) string {
	id, _ := button{command: "move", options: options, chosen: chosen}.customID()
	return id
}

// sayings are all kinds of things that reach a bot, each with the same meaning. No version
// of a match stands in them, which would keep an old one from being carried out.
var sayings = []saying{
	{"slash", func(w *told, u *discordtest.User, ch *discordtest.Channel, move string) delivery {
		return w.delivery(u.Slash(ch, "move", discordtest.Opt("move", move)))
	}},
	{"button", func(w *told, u *discordtest.User, ch *discordtest.Channel, move string) delivery {
		return w.delivery(u.ClickRaw(w.boardIn(ch), moveID(map[string]string{"move": move}, "")))
	}},
	{"menu", func(w *told, u *discordtest.User, ch *discordtest.Channel, move string) delivery {
		return w.delivery(u.Interact(ch, 3, fmt.Sprintf(`{"component_type": 3, "custom_id": %q, "values": [%q]}`, moveID(nil, "move"), move)))
	}},
	{"form", func(w *told, u *discordtest.User, ch *discordtest.Channel, move string) delivery {
		return w.delivery(u.Interact(ch, 5, fmt.Sprintf(
			`{"custom_id": %q, "components": [{"type": 1, "components": [{"type": 4, "custom_id": "move", "value": %q}]}]}`, moveID(nil, ""), move)))
	}},
	{"mention", func(w *told, u *discordtest.User, ch *discordtest.Channel, move string) delivery {
		said := u.Say(ch, w.srv.BotUser().Mention()+" "+move)
		return delivery{again: func() { w.srv.Again(said) }, seen: func() (all string) {
			for _, m := range slices.Concat(ch.Messages(), w.srv.AddDM(u).Messages()) {
				if m.Author == w.srv.BotUser() && m.ID > said.ID && (m.ReplyTo == said.ID || m.ChannelID != ch.ID) {
					all += m.Text() + "\n"
				}
			}
			return all
		}}
	}},
}

// boardIn returns the board in a channel.
func (w *told) boardIn(ch *discordtest.Channel) *discordtest.Message {
	return w.sees(ch, "your turn")
}

func (w *told) delivery(in *discordtest.Interaction) delivery {
	w.Helper()
	w.ok(in.Err())
	sent := time.Now()
	return delivery{
		again: func() {
			if !w.byWebhook {
				in.Again()
				return
			}
			if status := w.send(w.srv.Webhook(soon(w.T), w.address, in.Event(), sent)); status != http.StatusAccepted {
				w.Errorf("a replay has status %d", status)
			}
		},
		seen: func() (all string) {
			for _, step := range in.History() {
				all += step.Body.Text() + "\n"
			}
			return all
		},
	}
}

// hears waits until somebody was told something about what they said.
func (w *told) hears(d delivery, text string) {
	w.Helper()
	defer func() {
		if w.Failed() {
			w.Logf("seen: %q", d.seen())
		}
	}()
	w.Helper()
	w.eventually("an answer with "+text, func() bool { return strings.Contains(d.seen(), text) })
}

// process starts a process, in which the store or the service may be another. It is killed
// by the function that it returns: what it has not done then it never does.
func (w *told) process(change func(front.Service) front.Service) (kill func()) {
	w.Helper()
	store := storagetest.OpenFile(w, w.database)
	service := front.Service(w.over(store, referee.Options{}))
	if change != nil {
		service = change(service)
	}
	if !w.byWebhook {
		w.serve(service)
		return w.stop
	}
	address, end := w.hook(service, nil)
	w.address = address
	return func() { w.ok(end()) }
}

// exec changes the database behind the bot's back.
func (w *told) exec(statement string) {
	w.Helper()
	db, err := sql.Open("sqlite", "file:"+w.database+"?_pragma=busy_timeout(5000)")
	w.ok(err)
	defer db.Close()
	_, err = db.Exec(statement)
	w.ok(err)
}

// movesIn returns the moves of the match in a channel.
func (w *told) movesIn(ch *discordtest.Channel) (made []string) {
	w.Helper()
	m, err := w.outbox.(match.Store).LastMatch(w.Context(), ch.ID)
	w.ok(err)
	for _, move := range m.Moves {
		made = append(made, move.Text)
	}
	return made
}

// stalled is a service that never comes to carry out what is said in some channels.
type stalled struct {
	front.Service
	over    <-chan struct{}
	in      map[string]bool
	arrived chan struct{} // gets an element for each
}

func (s stalled) Do(ctx context.Context, r commands.Request) view.Reply {
	if s.in[r.Channel] {
		s.arrived <- struct{}{}
		<-s.over
		return view.Reply{Text: "too late"}
	}
	return s.Service.Do(ctx, r)
}

// What somebody was told holds: delivered again, later and to another process, nothing
// that was said is carried out but what its user is told of.
func TestWhatWasToldHolds(t *testing.T) {
	for _, way := range []string{"gateway", "webhook", "webhook, beside"} {
		for _, answer := range []string{"done", "refused", "failed", "deferred", "none"} {
			beside := strings.HasSuffix(way, "beside")
			if beside && (answer == "deferred" || answer == "none") {
				continue // it has been killed
			}
			inBubble(t, way+"/"+answer, func(t *testing.T) {
				w := &told{world: newWorld(t), byWebhook: way != "gateway"}
				w.tolerate("already been acknowledged")
				w.tolerate("invalid JSON") // what is killed breaks off
				w.timing.drain = time.Millisecond
				w.database = filepath.Join(t.TempDir(), "nimatron.db")
				w.replay(answer, beside)
			})
		}
	}
}

// replay has everything said and answered in that way, and delivered again.
func (w *told) replay(answer string, beside bool) {
	guild := w.srv.AddGuild("guild")
	s := stalled{over: w.Context().Done(), in: map[string]bool{}, arrived: make(chan struct{}, len(sayings))}
	kill := w.process(func(service front.Service) front.Service { s.Service = service; return s })
	listen := func() {
		if w.byWebhook {
			w.ok(w.srv.SetEndpoints(soon(w.T), w.address))
		}
	}
	listen()
	w.ok(w.srv.WaitCommands(soon(w.T)))
	if beside { // it has begun before anything is said
		first := w.address
		w.process(nil)
		w.ok(w.srv.SetEndpoints(soon(w.T), first))
	}
	move := func(u *discordtest.User, ch *discordtest.Channel) {
		w.Helper()
		w.contains(w.answer(u.Slash(ch, "move", discordtest.Opt("move", "L-1"))), "`L-1`")
	}
	rooms, said := map[string]*discordtest.Channel{}, map[string]delivery{}
	for _, k := range sayings {
		if k.name == "mention" && (w.byWebhook || answer == "deferred") {
			continue // it is not heard there; and it is not deferred
		}
		ch := guild.AddChannel(k.name)
		rooms[k.name] = ch
		w.answer(w.alice.Slash(ch, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "9 9 9"),
			discordtest.UserOpt("opponent", w.bob), discordtest.Opt("first", "me")))
		w.contains(w.answer(w.bob.Slash(ch, "accept")), "your turn")
		w.boardIn(ch)
	}
	waiting := guild.AddChannel("waiting")
	var accepted delivery
	switch answer {
	case "failed":
		w.exec(`ALTER TABLE inbox RENAME TO inbox_away`)
	case "deferred", "none":
		for _, ch := range rooms {
			s.in[ch.ID] = true
		}
	}
	for _, k := range sayings {
		ch := rooms[k.name]
		if ch == nil {
			continue
		}
		speaker := w.alice
		if answer == "refused" {
			speaker = w.bob
		}
		d := k.say(w, speaker, ch, "L-2")
		said[k.name] = d
		switch answer {
		case "done":
			w.hears(d, "your turn")
			move(w.bob, ch) // so that it is Alice's turn again
		case "refused":
			w.hears(d, "not your turn")
			move(w.alice, ch)
		case "failed":
			w.hears(d, "nothing was changed")
		default:
			wait(w.T, s.arrived, "what was said")
		}
	}
	switch answer {
	case "failed":
		w.exec(`ALTER TABLE inbox_away RENAME TO inbox`)
	case "refused":
		accepted = w.delivery(w.bob.Slash(waiting, "accept"))
		w.hears(accepted, "no open challenge")
		w.answer(w.alice.Slash(waiting, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.UserOpt("opponent", w.bob)))
	case "deferred":
		for _, in := range w.srv.Interactions() {
			if s.in[in.Channel.ID] && in.Response() == nil {
				w.deferral(in)
			}
		}
	}
	if !beside {
		kill()
		w.process(nil)
		listen()
	} else {
		w.ok(w.srv.SetEndpoints(soon(w.T), w.address))
	}
	want := map[string][]string{"done": {"L-2", "L-1"}, "refused": {"L-1"}}[answer]
	for name, d := range said {
		d.again()
		d.again()
		w.refused(w.alice.Slash(rooms[name], "help")) // after it, in that channel
		made := w.movesIn(rooms[name])
		mayBeDone := (answer == "deferred" || answer == "none") && slices.Equal(made, []string{"L-2"})
		if mayBeDone {
			w.hears(d, "your turn")
		}
		if !slices.Equal(made, want) && !mayBeDone {
			w.Errorf("%s: the moves are %q, want %q; told was %q", name, made, want, d.seen())
		}
		// Whoever still waits for a first answer, or sees the bot think, is late and not lost.
		if needed := name == "slash" || name == "mention"; needed && (answer == "deferred" || answer == "none") && !mayBeDone {
			w.Errorf("%s: is not carried out", name)
		}
	}
	if answer == "refused" {
		accepted.again()
		w.refused(w.alice.Slash(waiting, "help"))
		if _, err := w.outbox.(match.Store).LastMatch(w.Context(), waiting.ID); !errors.Is(err, match.ErrNotFound) {
			w.Errorf("after an /accept that was refused there is a match: %v", err)
		}
	}
}

// What was answered before leaves one line in the log, with a count.
func TestManyDeliveredAgain(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.tolerate("already been acknowledged")
		var all []*discordtest.Interaction
		for n := range 30 {
			in := w.alice.Slash(w.general, "help")
			if n%3 == 0 {
				in = w.alice.Autocomplete(w.general, "rules", "variant", "end")
				_, err := in.Choices(soon(t))
				w.ok(err)
			} else {
				w.answer(in)
			}
			all = append(all, in)
		}
		w.logged = &buffer{}
		w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
		for _, in := range all {
			in.Again()
		}
		w.refused(w.alice.Slash(w.general, "help"))
		w.eventually("all autocompletions", func() bool {
			return strings.Count(w.logged.String(), "acknowledged by somebody else") == len(all)
		})
		w.stop()
		if n := strings.Count(w.logged.String(), "level=WARN"); n != 1 || !strings.Contains(w.logged.String(), "count=30") {
			t.Errorf("%d lines of the log warn", n)
		}
	})
}

// What has waited so long that its answer might come too late is not begun, and its user is
// told.
func TestWaitedTooLong(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(&fake{do: func(_ context.Context, r commands.Request) view.Reply {
			if r.Command == "help" {
				t.Error("it is begun")
			}
			time.Sleep(14 * time.Minute)
			return view.Reply{Text: "done"}
		}})
		w.alice.Slash(w.general, "board")
		w.refused(w.alice.Slash(w.general, "help"), "nothing has changed")
	})
}
