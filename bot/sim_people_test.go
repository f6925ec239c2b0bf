package bot

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/internal/discordtest"
)

// act is something that a person did.
type act struct {
	who      *discordtest.User
	what     string
	at       time.Time
	in       *discordtest.Interaction // nil for a message
	where    *discordtest.Channel     // of a message that the bot can hear
	message  *discordtest.Message     // the written message, or the tapped one
	id       string                   // of the tapped component
	again    int                      // number of repeated deliveries
	live     string                   // the request of the live board, "" for none
	statuses []int                    // its answers
}

// request returns the id of the act's request.
func (a *act) request() string {
	if a.live != "" {
		return a.live
	}
	if a.in != nil {
		return a.in.ID
	}
	return a.message.ID
}

// live makes people act for a time.
func (s *simulation) live(length time.Duration) {
	r := s.bus.random("people")
	for at := time.Duration(0); at < length; at += time.Duration(r.ExpFloat64() * float64(s.pause)) {
		n := r.Uint64()
		s.bus.at(at, fmt.Sprint("somebody ", n), func() { s.something(rand.New(rand.NewPCG(s.seed, n))) })
	}
}

// something makes a person act.
func (s *simulation) something(r *rand.Rand) {
	who, where := pick(r, s.people), pick(r, s.channels())
	for _, u := range s.people[:3] {
		if s.discord.AddDM(u) == where {
			who = u
		}
	}
	switch n := r.IntN(100); {
	case n < 62:
		for range 3 { // mostly in a channel with something to do
			if s.tap(r, who, where) {
				return
			}
			where = pick(r, s.channels())
		}
	case n < 68:
		s.tapOld(r, who, where)
	case n < 78 && (s.touchLive(r, where.ID) || s.touchLive(r, pick(r, s.channels()).ID)):
	case n < 78:
		s.type_(r, who, where)
	default:
		c := pick(r, slashes)
		s.did(r, &act{who: who, what: c.name, in: who.Slash(where, c.name, c.options(s, r)...)})
	}
}

// channels returns the channels that people use.
func (s *simulation) channels() []*discordtest.Channel {
	all := slices.Clone(s.places)
	for _, u := range s.people[:3] {
		all = append(all, s.discord.AddDM(u))
	}
	for _, ch := range s.places {
		for _, thread := range ch.Threads() {
			if !thread.Archived() {
				all = append(all, thread, thread, thread) // with a match
			}
		}
	}
	return all
}

// did records an act. Sometimes the network delivers it twice, or the person taps twice.
func (s *simulation) did(r *rand.Rand, a *act) {
	a.at = time.Now()
	if a.in != nil && a.in.Err() != nil {
		s.bus.note("%s can't %s: %v", a.who.Name, a.what, a.in.Err())
		return
	}
	s.bus.note("%s: %s (%s)", a.who.Name, a.what, a.request())
	s.acts = append(s.acts, a)
	s.byRequest[a.request()] = a
	if a.live == "" && r.IntN(1000) < s.odds.twice {
		a.again++
		s.bus.at(time.Duration(r.ExpFloat64()*float64(2*time.Second)), "again "+a.request(), func() {
			s.bus.note("again: %s", a.request())
			if a.in != nil {
				a.in.Again()
			} else {
				s.discord.Again(a.message)
			}
		})
	}
	if a.in != nil { // submit a form
		n := r.Uint64()
		s.bus.at(4*time.Second, "form "+a.request(), func() { s.fill(rand.New(rand.NewPCG(s.seed, n)), a) })
	}
}

var mentioned = regexp.MustCompile(`<@(\d+)>`)

// cup creates a tournament that others join.
func (s *simulation) cup(r *rand.Rand) {
	where, leader := pick(r, s.places[:4]), pick(r, s.people)
	do := func(after time.Duration, who *discordtest.User, action string, options ...discordtest.Option) {
		n := r.Uint64()
		s.bus.at(after, fmt.Sprint("cup ", n), func() {
			s.did(rand.New(rand.NewPCG(s.seed, n)), &act{who: who, what: "cup", in: who.Slash(where, "tournament "+action, options...)})
		})
	}
	do(0, leader, "create", newTournament(s, r)...)
	for i, n := range r.Perm(len(s.people))[:3+r.IntN(6)] {
		do(time.Duration(4000+r.IntN(9000))*time.Millisecond, s.people[n], "join")
		if i == 0 && r.IntN(2) == 0 { // one player leaves near the start
			s.deletes(r, time.Duration(10000+r.IntN(9000))*time.Millisecond, where, s.people[n])
		}
	}
	do(15*time.Second, leader, "start")
	if r.IntN(4) == 0 {
		s.deletes(r, time.Duration(5000+r.IntN(20000))*time.Millisecond, where, leader)
	}
}

// deletes makes a person delete their data after a delay.
func (s *simulation) deletes(r *rand.Rand, after time.Duration, where *discordtest.Channel, who *discordtest.User) {
	n := r.Uint64()
	s.bus.at(after, fmt.Sprint("delete ", n), func() {
		s.did(rand.New(rand.NewPCG(s.seed, n)), &act{who: who, what: "delete", in: who.Slash(where, "settings privacy delete")})
	})
}

// tap taps a button or menu of a visible message, usually as a person who may use it. It returns
// false if there is none.
func (s *simulation) tap(r *rand.Rand, who *discordtest.User, where *discordtest.Channel) bool {
	seen := where.Messages()
	seen = seen[max(0, len(seen)-8):]
	owners := map[string]*discordtest.User{}
	for _, a := range s.acts[max(0, len(s.acts)-6):] { // private messages
		if a.in == nil || r.IntN(6) > 0 {
			continue
		}
		for _, m := range append(a.in.Followups(), a.in.Original()) {
			if m != nil && m.Ephemeral && !m.Deleted {
				seen, owners[m.ID] = append(seen, m), a.who
			}
		}
	}
	seen = slices.DeleteFunc(seen, func(m *discordtest.Message) bool { return m.Author != s.discord.BotUser() || len(taps(m)) == 0 })
	boards := slices.DeleteFunc(slices.Clone(seen), func(m *discordtest.Message) bool {
		return !slices.ContainsFunc(taps(m), func(t tapped) bool { return moveTap.MatchString(t.id) })
	})
	switch {
	case len(boards) > 0 && r.IntN(5) > 0:
		seen = boards
	case len(seen) == 0 || r.IntN(3) > 0:
		return false
	}
	m := pick(r, seen)
	if owner := owners[m.ID]; owner != nil {
		who = owner
	} else if names := mentioned.FindAllStringSubmatch(m.Text(), -1); len(names) > 0 && r.IntN(4) > 0 && where.GuildID != "" {
		id := names[len(names)-1][1] // mostly the player to move
		if r.IntN(4) == 0 {
			id = pick(r, names)[1]
		}
		if i := slices.IndexFunc(s.people, func(u *discordtest.User) bool { return u.ID == id }); i >= 0 {
			who = s.people[i]
		}
	}
	all := taps(m)
	moves := slices.DeleteFunc(slices.Clone(all), func(t tapped) bool { return !moveTap.MatchString(t.id) })
	if len(moves) > 0 && r.IntN(5) > 0 {
		all = moves
	}
	s.touch(r, who, m, pick(r, all))
	return true
}

// touch taps a component once, sometimes twice.
func (s *simulation) touch(r *rand.Rand, who *discordtest.User, m *discordtest.Message, t tapped) {
	once := func() {
		a := &act{who: who, what: "tap " + t.id, message: m, id: t.id}
		if t.value != "" {
			a.what += "=" + t.value
			a.in = who.Select(m, t.id, t.value)
		} else {
			a.in = who.Click(m, t.id)
		}
		s.did(r, a)
	}
	once()
	if r.IntN(1000) < s.odds.double {
		s.bus.at(time.Duration(r.IntN(400))*time.Millisecond, "double "+t.id, once)
	}
}

// moveTap matches moves on a board, and buttons that lead into a game.
var moveTap = regexp.MustCompile(`^n1:(move|tap|accept|tournament:[^:]*:action=(join|start)|puzzle:[^:]*:.*answer)`)

// turnTap matches moves.
var turnTap = regexp.MustCompile(`^n1:(move|tap):m`)

// tapped is something to tap: a button, or an option of a menu.
type tapped struct{ id, value string }

func taps(m *discordtest.Message) (list []tapped) {
	for _, b := range m.Buttons() {
		if !b.Disabled && b.URL == "" {
			list = append(list, tapped{id: b.CustomID})
		}
	}
	for _, menu := range m.Menus() {
		for _, o := range menu.Options {
			list = append(list, tapped{menu.CustomID, o.Value})
		}
	}
	return list
}

// tapOld taps a button of an earlier version of a message, as a client may do before it sees the
// edit.
func (s *simulation) tapOld(r *rand.Rand, who *discordtest.User, where *discordtest.Channel) {
	seen := slices.DeleteFunc(where.Messages(), func(m *discordtest.Message) bool {
		return m.Author != s.discord.BotUser() || len(m.History) < 2
	})
	if len(seen) == 0 {
		return
	}
	m := pick(r, seen)
	old := *m
	old.Body = pick(r, m.History)
	if all := taps(&old); len(all) > 0 {
		t := pick(r, all)
		if t.value == "" {
			s.did(r, &act{who: who, what: "old tap " + t.id, message: &old, id: t.id, in: who.ClickRaw(m, t.id)})
		}
	}
}

// fill submits the form that answered an act.
func (s *simulation) fill(r *rand.Rand, a *act) {
	resp := a.in.Response()
	if m := a.in.Original(); m != nil && r.IntN(3) > 0 { // confirm a deletion
		if i := slices.IndexFunc(taps(m), func(t tapped) bool { return strings.Contains(t.id, "sure=true") }); i >= 0 {
			s.touch(r, a.who, m, taps(m)[i])
		}
	}
	if resp == nil || resp.Modal == nil {
		return
	}
	values := map[string]string{}
	for _, input := range resp.Modal.Inputs {
		switch {
		case input.Type == discordtest.TypeTextInput:
			values[input.CustomID] = pick(r, []string{"1", "2", "3", "1m", "evening", "3 1 2", ""})
			if input.Required == nil || *input.Required {
				values[input.CustomID] = pick(r, []string{"1", "2", "1m", "evening"})
			}
		case input.Type == discordtest.TypeUserSelect && r.IntN(2) == 0:
			values[input.CustomID] = pick(r, s.people).ID
		case len(input.Options) > 0:
			values[input.CustomID] = input.Options[r.IntN(min(3, len(input.Options)))].Value
		}
	}
	s.did(r, &act{who: a.who, what: "form " + resp.Modal.CustomID, in: a.who.Submit(a.in, values)})
}

// type_ writes to the bot: a move, a command, or something else.
func (s *simulation) type_(r *rand.Rand, who *discordtest.User, where *discordtest.Channel) {
	line := pick(r, []string{"1-1", "2-1", "1-2", "3-1", "L-1", "R-1", "L-2", "1", "2", "/match board", "/play", "hello", "/challenge game:nim size:small", "/match takeback", "/match list"})
	text := s.discord.BotUser().Mention() + " " + line
	if where.GuildID == "" {
		text = line
	}
	heard := where.Served()
	a := &act{who: who, what: "say " + line, message: who.Say(where, text)}
	if heard {
		a.where = where
	}
	s.did(r, a)
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// slash is a command that people use.
type slash struct {
	name    string
	options func(*simulation, *rand.Rand) []discordtest.Option
}

var (
	opt      = discordtest.Opt
	simGames = []string{"nim", "nim", "end-nim", "end-nim/misere", "partizan-end-nim", "split-nim/1", "nim/misere", "total-reverse-nim", "sum"}
)

func none(*simulation, *rand.Rand) []discordtest.Option { return nil }

// one returns a function that picks one of the values for an option.
func one(name string, values ...string) func(*simulation, *rand.Rand) []discordtest.Option {
	return func(_ *simulation, r *rand.Rand) []discordtest.Option {
		if v := pick(r, values); v != "" {
			return []discordtest.Option{opt(name, v)}
		}
		return nil
	}
}

// challenge returns the options of a challenge.
func challenge(s *simulation, r *rand.Rand) []discordtest.Option {
	o := []discordtest.Option{opt("game", pick(r, simGames[:8])), opt("size", "small")}
	switch r.IntN(4) {
	case 0:
		o = append(o, opt("level", pick(r, []string{"casual", "strong", "perfect"})))
	case 1:
		o = append(o, discordtest.BoolOpt("open", true))
	default:
		o = append(o, discordtest.UserOpt("opponent", pick(r, s.people)))
	}
	if r.IntN(2) == 0 {
		o = append(o, discordtest.BoolOpt("rated", true), opt("time", pick(r, []string{"1m", "1m", "2m", "1d"})))
	} else if r.IntN(3) == 0 {
		o = append(o, opt("time", pick(r, []string{"1m", "5m"})))
	}
	if r.IntN(4) == 0 {
		o = append(o, discordtest.BoolOpt("thread", true))
	}
	return o
}

// tournament returns the options of a new tournament.
func newTournament(s *simulation, r *rand.Rand) []discordtest.Option {
	o := []discordtest.Option{opt("name", "cup "+strconv.Itoa(r.IntN(1000))), opt("format", pick(r, []string{"arena", "swiss", "knockout", "simul"})),
		opt("size", "small"), opt("time", "1m"), opt("game", pick(r, simGames[:6]))}
	if r.IntN(2) == 0 {
		o = append(o, discordtest.BoolOpt("rated", true))
	}
	if r.IntN(3) == 0 {
		o = append(o, opt("starts", pick(r, []string{"in 1m", "in 3m"})))
	}
	return append(o, discordtest.IntOpt("rounds", 2), discordtest.IntOpt("minutes", 20))
}

var slashes = []slash{
	{"challenge", challenge}, {"challenge", challenge}, {"challenge", challenge}, {"challenge", challenge},
	{"match accept", none}, {"match decline", none}, {"match cancel", none}, {"match rematch", none}, {"match claim", none},
	{"move", one("move", "1-1", "2-1", "L-1", "R-1", "1-2")},
	{"match board", none}, {"match board", none}, {"match follow", none}, {"match list", none}, {"hint", none}, {"match resign", none}, {"match takeback", none}, {"match takeback", none},
	{"tournament create", newTournament}, {"tournament create", newTournament},
	{"tournament join", none}, {"tournament join", none}, {"tournament join", none}, {"tournament leave", none}, {"tournament start", none}, {"tournament start", none},
	{"tournament standings", none}, {"tournament boards", none}, {"tournament end", none}, {"tournament pause", none}, {"tournament list", none},
	{"puzzle today", none}, {"puzzle new", none}, {"puzzle mine", none}, {"learn", one("lesson", "1", "")},
	{"class create", func(_ *simulation, r *rand.Rand) []discordtest.Option {
		return []discordtest.Option{opt("name", "class "+strconv.Itoa(r.IntN(1000)))}
	}},
	{"class join", none}, {"class leave", none}, {"class progress", none}, {"class list", none},
	{"settings me", func(_ *simulation, r *rand.Rand) []discordtest.Option {
		return []discordtest.Option{opt("name", "reminders"), opt("value", pick(r, []string{"on", "off"}))}
	}},
	{"settings privacy show", none}, {"settings privacy delete", none}, {"settings privacy delete", none},
	{"profile", none}, {"history", none}, {"leaderboard ratings", none}, {"leaderboard season", one("month", "2026-03")}, {"play", none}, {"help", none}, {"rules", one("game", simGames...)},
}
