package commands_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// room is a service on its own database, with a clock that the test controls. Requests and answers
// form a transcript, which is compared with the test's golden file at the end. That covers the
// sentences, so the tests check only the rest.
type room struct {
	*testing.T
	service    *commands.Service
	referee    *referee.Referee
	store      storage.Store
	now        time.Time
	server     string               // the lobby's server; empty for none
	changes    []match.RatingChange // stored by rate
	seed       uint64               // for the next random draw
	transcript strings.Builder
}

func newRoom(t *testing.T) *room {
	t.Helper()
	r := newQuietRoom(t, catalog.Standard)
	t.Cleanup(func() {
		if !t.Failed() {
			golden.Equal(t, t.Name()+".golden", r.transcript.String())
		}
	})
	return r
}

// newQuietRoom returns a room without a golden transcript.
func newQuietRoom(t *testing.T, c *catalog.Catalog) *room {
	t.Helper()
	return roomOn(t, storagetest.Open(t), c)
}

// roomOn returns a room on a store.
func roomOn(t *testing.T, store storage.Store, c *catalog.Catalog) *room {
	r := &room{T: t, store: store, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), seed: 7}
	r.serve(c)
	return r
}

// serve creates a new service, as after a restart: all state is in the store.
func (r *room) serve(c *catalog.Catalog) {
	r.referee = referee.New(r.store, &solver.Solver{BoardNodes: 20_000}, referee.Options{
		Catalog: c,
		Now:     func() time.Time { return r.now },
		Seed:    func() uint64 { return r.seed },
	})
	r.service = commands.New(r.referee, r.store, quiet)
}

// person returns a user by the name that tests use.
func person(name string) commands.User {
	switch name {
	case "nimatron":
		return commands.User{ID: match.BotID, Name: match.BotName}
	case "otherbot":
		return commands.User{ID: "otherbot", Name: "otherbot", Bot: true}
	}
	return commands.User{ID: name, Name: name}
}

// request parses a line typed in the lobby.
func request(by, line string) (commands.Request, error) {
	command, options, err := commands.ParseLine(line)
	r := commands.Request{Command: command, Options: options, By: person(by), Channel: "lobby", Manager: by == "mod"}
	nameIn(&r)
	return r, err
}

// nameIn resolves the people in a request.
func nameIn(r *commands.Request) {
	for _, option := range []string{"opponent", "user"} {
		if who := r.Options[option]; who != "" && who != "stranger" {
			r.People = map[string]commands.User{option: person(who)}
		}
	}
}

// say sends a line and returns the answer.
func (r *room) say(by, line string) view.Reply {
	r.Helper()
	req, err := request(by, line)
	if err != nil {
		reply := view.Reply{Text: err.Error(), To: view.Private{}}
		r.record(by, line, reply)
		return reply
	}
	req.Server = r.server
	return r.do(line, req)
}

// do sends a request and records the answer.
func (r *room) do(line string, req commands.Request) view.Reply {
	reply := r.service.Do(context.Background(), req)
	r.record(req.By.ID, line, reply)
	return reply
}

// record adds a line and its answer to the transcript.
func (r *room) record(by, line string, reply view.Reply) {
	fmt.Fprintf(&r.transcript, "> %s: %s\n", by, strings.Trim(strconv.Quote(words.Cut(line, 100)), `"`))
	if reply.Private() {
		fmt.Fprintf(&r.transcript, "(only %s can see this)\n", by)
	}
	r.transcript.WriteString(text(reply) + "\n\n")
}

// expect sends a line and checks that the answer is public and contains all of the words.
func (r *room) expect(by, line string, wanted ...string) view.Reply {
	r.Helper()
	reply := r.say(by, line)
	if reply.Private() {
		r.Fatalf("%s: %s: answered in private: %s", by, line, text(reply))
	}
	r.hasWords(by+": "+line, reply, wanted)
	return reply
}

// refuses sends a line and checks that the answer is private, that it contains all of the words,
// and that the database has not changed.
func (r *room) refuses(by, line string, wanted ...string) view.Reply {
	r.Helper()
	before := r.snapshot()
	reply := r.say(by, line)
	if !reply.Private() {
		r.Fatalf("%s: %.100s: answered in public: %s", by, line, text(reply))
	}
	r.hasWords(by+": "+line, reply, wanted)
	if after := r.snapshot(); after != before {
		r.Fatalf("%s: %.100s: changed the database from\n%s\nto\n%s", by, line, before, after)
	}
	return reply
}

func (r *room) hasWords(what string, reply view.Reply, wanted []string) {
	r.Helper()
	for _, word := range wanted {
		if !strings.Contains(text(reply), word) {
			r.Errorf("%.100s: the answer lacks %q:\n%s", what, word, text(reply))
		}
	}
}

// snapshot returns the database's rows about the lobby.
func (r *room) snapshot() string {
	table, matchErr := r.store.LastMatch(context.Background(), "lobby")
	challenge, challengeErr := match.OpenChallenge(context.Background(), r.store, "lobby")
	last := table.Match
	last.Reviewed, last.Advised = false, false // a profile adds missing reviews, and a private answer is advice
	return fmt.Sprint(last, matchErr, challenge, challengeErr)
}

// press presses a button of an answer as a person who sees it.
func (r *room) press(by string, reply view.Reply, label string) view.Reply {
	r.Helper()
	for _, a := range actions(reply) {
		if a.Label != label {
			continue
		}
		req := commands.Request{
			Command: a.Command, Options: a.Options(), Subject: a.Subject,
			By: person(by), Channel: "lobby", Server: r.server, Manager: by == "mod",
		}
		if id := a.Options()["user"]; id != "" {
			req.People = map[string]commands.User{"user": {ID: id}}
		}
		return r.do("["+label+"]", req)
	}
	r.Fatalf("there is no button %q: %+v", label, actions(reply))
	return view.Reply{}
}

// posted is a message that the bot posted unprompted.
type posted struct {
	channel string
	reply   view.Reply
}

// notices is notifications, and checks their number.
func (r *room) notices(things int) (all []posted) {
	r.Helper()
	if all = r.notifications(); len(all) != things {
		r.Fatalf("said %+v; want %d things", all, things)
	}
	return all
}

// notifications delivers the bot's notices and returns them.
func (r *room) notifications() (all []posted) {
	r.Helper()
	notices := must.Get(r.store.TakeNotices(r.Context(), match.DiscordFront, r.now, r.now.Add(time.Minute), 99))(r)
	for _, n := range notices {
		reply, ok, err := r.service.Notice(r.Context(), n)
		if ok && err == nil {
			all = append(all, posted{n.Channel, reply})
		}
		if err := errors.Join(err, r.store.EndNotice(r.Context(), n.ID, time.Time{})); err != nil {
			r.Error(err)
		}
	}
	return all
}

// text returns all texts and labels of a reply, with people written as @id.
func text(reply view.Reply) string { return written(reply, false) }

// written is text. If it is brief, the picture is described in words, and there are only the first and last of many
// keys and choices.
func written(reply view.Reply, brief bool) string {
	var lines []string
	add := func(parts ...string) {
		if line := strings.Join(parts, ""); line != "" {
			lines = append(lines, line)
		}
	}
	list := func(labels []string) string {
		if brief && len(labels) > 2 {
			labels = []string{labels[0], "…", labels[len(labels)-1]}
		}
		return strings.Join(labels, " ")
	}
	add(reply.Text)
	if reply.Card == nil {
		add(reply.Next)
	} else {
		c := *reply.Card
		if c.Title != "" {
			add("== ", c.Title, " ==")
		}
		add(c.Body)
		if brief && reply.Ending != nil { // the ending's text has the rest
			c = view.Card{}
		}
		if !brief || c.Picture == nil {
			add(c.Drawn())
		} else if reply.Show.Kind != view.MatchSubject {
			add(c.Picture.Name, ": ", words.Cut(c.Picture.Alt, 200))
		}
		for _, f := range c.Fields {
			add(f.Name, ": ", f.Value)
		}
		add(c.Footer)
		add(c.Question)
		var keys, rest []string
		for _, a := range slices.Concat(c.Taps...) {
			keys = append(keys, "["+a.Label+"]")
		}
		add(list(keys))
		for _, m := range c.Menus {
			var labels []string
			for _, choice := range m.Choices {
				labels = append(labels, choice.Label)
			}
			rest = append(rest, fmt.Sprintf("[%s ▾ %s]", m.Prompt, list(labels)))
		}
		for _, a := range c.Actions {
			rest = append(rest, "["+a.Label+"]")
		}
		for _, l := range c.Links {
			rest = append(rest, "["+l.Label+" → "+l.To+"]")
		}
		add(strings.Join(rest, " "))
		if !brief && c.Moves != "" {
			add("Moves: ", c.Moves)
		}
	}
	for _, c := range []struct {
		title string
		card  *view.Card
	}{{"", reply.Ending}, {"Aside: ", reply.FollowUp}} {
		if c.card != nil {
			add(c.title, written(view.Reply{Card: c.card}, brief))
		}
	}
	if f := reply.Form; f != nil {
		add("Form: ", f.Title)
		for _, in := range f.Inputs {
			add("  ", in.Label, " (", in.Option, "): ", in.Value)
		}
	}
	for _, f := range reply.Files {
		add("File: ", f.Name)
	}
	if len(reply.Notify) > 0 {
		add("Notified: ", strings.Join(reply.Notify, ", "))
	}
	return plain(strings.Join(lines, "\n"))
}

// plain writes the markup of a text as the tests expect it.
func plain(s string) string {
	return view.Writer{
		Person:  func(id string) string { return "@" + id },
		Channel: func(channel, _ string) string { return "#" + channel },
		Moment: func(t time.Time, style view.MomentStyle) string {
			switch style {
			case view.Day:
				return t.Format("2 Jan 2006")
			case view.Clock:
				return t.Format("2006-01-02 15:04 MST")
			}
			return "at " + t.Format("2006-01-02 15:04")
		},
	}.Write(s)
}

// actions returns the actions on the cards of a reply, the ending's first.
func actions(reply view.Reply) []view.Action {
	var all []view.Action
	for _, c := range []*view.Card{reply.Ending, reply.Card} {
		if c != nil {
			all = append(append(all, slices.Concat(c.Taps...)...), c.Actions...)
		}
	}
	return all
}

// buttons lists the labels of a reply's actions.
func buttons(reply view.Reply) string {
	var labels []string
	if reply.Card != nil {
		for _, a := range reply.Card.Actions {
			labels = append(labels, a.Label)
		}
	}
	return strings.Join(labels, ", ")
}
