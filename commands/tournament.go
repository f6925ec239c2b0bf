package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
)

// listedTournaments is how many tournaments of a server are listed.
const listedTournaments = 15

var tournamentCommand = &Command{
	Name:    view.TournamentName,
	Summary: "Play a tournament with this server: arena, Swiss or knockout",
	Options: []Option{
		{Name: "action", Summary: "What to do; left out: show the tournaments here", Choices: []view.Choice{
			{Label: "Create one", Value: "create"}, {Label: "Join", Value: "join"}, {Label: "Leave", Value: "leave"},
			{Label: "Start it now", Value: "start"}, {Label: "Pause in an arena", Value: "pause"},
			{Label: "Show the standings", Value: "standings"}, {Label: "List my boards", Value: "boards"}, {Label: "End it", Value: "end"}, {Label: "Keep two people apart", Value: "forbid"},
		}},
		{Name: "name", Summary: "Its name, such as Friday evening"},
		{Name: "format", Summary: "How it is played", Choices: []view.Choice{
			{Label: "Arena: whoever is free plays", Value: string(tournament.Arena)},
			{Label: "Swiss: equals meet, nobody is out", Value: string(tournament.Swiss)},
			{Label: "Knockout: whoever loses is out", Value: string(tournament.Knockout)},
			{Label: "One against all: you play everybody at once", Value: string(tournament.Simul)},
		}},
		{Name: "variant", Summary: "The game; left out: another one each round", Word: true, complete: completeVariant},
		sizeOption,
		{Name: "time", Summary: "Time per turn, such as 1m or 1d; 2m if you leave it out, 10m against all"},
		{Name: "starts", Summary: "When it begins by itself, in UTC: 20:30, 2026-11-27 20:00 or in 2h"},
		{Name: "rounds", Summary: "How many rounds a Swiss has, 5 if you leave it out"},
		{Name: "minutes", Summary: "How long an arena lasts, from 20 to 120; 60 if you leave it out"},
		{Name: "places", Summary: "How many can join, 128 if you leave it out, 30 against all"},
		{Name: "rated", Summary: "true: it counts for the ratings", Kind: Flag},
		{Name: "user", Summary: "With forbid: who is not to meet somebody", Kind: Person},
		{Name: "other", Summary: "With forbid: whom they are not to meet", Kind: Person},
		{Name: "id", Summary: "The tournament", Hidden: true},
		{Name: "page", Summary: "The page of the list of boards", Hidden: true},
		{Name: "form", Summary: "Whether to ask for a new one in a form", Kind: Flag, Hidden: true},
	},
	run: runTournament,
}

func runTournament(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
	action := strings.ToLower(r.option("action"))
	switch {
	case r.option("form") != "":
		return s.tournamentForm(ctx, r)
	case action == "create":
		return s.createTournament(ctx, r)
	case action == "" && r.option("id") == "" && r.option("name") == "":
		return s.listTournaments(ctx, r)
	}
	t, err := s.namedTournament(ctx, r)
	if err == nil && (action == "start" || action == "end" || action == "forbid") {
		err = s.mayLead(ctx, r, &t)
	}
	if err != nil {
		return view.Reply{}, err
	}
	text := ""
	switch action {
	case "join":
		if t, err = s.tournaments.Join(ctx, t.ID, r.By.player()); err == nil {
			text, err = s.uncountedText(ctx, &t, r.By.ID)
		}
		text = "You are in. You are told in a thread when it is your turn to play." + text
	case "leave":
		t, err = s.tournaments.Leave(ctx, t.ID, r.By.ID)
		text = "You have left. A game that goes on is still to be played."
	case "pause":
		t, err = s.tournaments.Pause(ctx, t.ID, r.By.ID)
		text = "You pause: *Join* goes on."
	case "start":
		t, err = s.tournaments.StartTournament(ctx, t.ID)
		text = "It begins. Each meeting gets a thread of its own."
	case "end":
		t, err = s.tournaments.EndTournament(ctx, t.ID)
		text = "It is over."
	case "boards":
		return s.boardsIn(ctx, r, &t)
	case "standings":
		text, err := s.uncountedText(ctx, &t, r.By.ID)
		return view.Reply{Text: strings.TrimSpace(text), Card: view.Standings(&t, s.mayLead(ctx, r, &t) == nil), To: view.Private{}}, err
	case "forbid":
		return s.keepApart(ctx, r, &t)
	default:
		if r.Channel != t.Channel { // its message stays in the channel of its notices
			return view.Reply{Card: s.tournamentCard(&t, s.lookOf(ctx, r)), To: view.Private{}}, nil
		}
		reply := s.tournamentReply(&t)
		reply.To = view.NewMessage{}
		return reply, nil
	}
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Text: text, To: view.Private{}, Show: view.SubjectOfTournament(&t), ShownIn: t.Message}, nil
}

// tournamentForm asks for a new tournament.
func (s *Service) tournamentForm(ctx context.Context, r *Request) (view.Reply, error) {
	if err := s.mayLead(ctx, r, nil); err != nil {
		return view.Reply{}, err
	}
	var choices []view.Choice
	for _, v := range s.referee.Catalog().All() {
		choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
	}
	return view.Reply{Form: view.TournamentForm(choices), To: view.Private{},
		Text: "Write `/tournament action:create name:… format:swiss`, with `variant:`, `size:`, `time:`, `starts:`, `rounds:`, `minutes:`, `places:` and `rated:` as you like."}, nil
}

// uncountedText is view.UncountedText of a tournament.
func (s *Service) uncountedText(ctx context.Context, t *tournament.Tournament, player string) (string, error) {
	pairs, err := s.tournaments.Uncounted(ctx, t)
	return view.UncountedText(pairs, player), err
}

// mayLead refuses people who may not lead a tournament or, for nil, make one. Its leader may, and
// people who may manage the server or have the role that its settings name.
func (s *Service) mayLead(ctx context.Context, r *Request, t *tournament.Tournament) error {
	if r.Manager || r.Server == "" || t != nil && t.Leader.ID == r.By.ID {
		return nil
	}
	set, err := s.settingsHere(ctx, r)
	switch {
	case err != nil:
		return err
	case set.Leaders != "" && (set.Leaders == r.Server || slices.Contains(r.Roles, set.Leaders)): // a server's id is that of everybody's role
		return nil
	}
	who := "who may manage this server"
	if set.Leaders != "" {
		who += " or has the role " + view.RoleName(set.Leaders)
	}
	if t != nil {
		return refuse("Only %s can do that, and %s.", view.PlayerName(t.Leader.ID), who)
	}
	return refuse("A tournament is made by somebody %s. I see that in slash commands and buttons.", who)
}

// keepApart keeps two people apart in a tournament, or lets them meet again. If they are not named,
// it asks for them.
func (s *Service) keepApart(ctx context.Context, r *Request, t *tournament.Tournament) (view.Reply, error) {
	if r.option("user") == "" && r.option("other") == "" {
		return view.Reply{Form: view.ApartForm(t), To: view.Private{}, Text: "Name both: `/tournament action:forbid user:… other:…`."}, nil
	}
	one, known := r.People["user"]
	other, both := r.People["other"]
	switch {
	case !known || !both:
		return view.Reply{}, refuse("Name two people who are not to meet, with `user:` and `other:`.")
	case one.Bot || other.Bot || one.ID == other.ID || one.ID == match.BotID || other.ID == match.BotID:
		return view.Reply{}, refuse("Name two different people; bots play no tournaments.")
	}
	changed, apart, err := s.tournaments.KeepApart(ctx, t.ID, one.player(), other.player())
	if err != nil {
		return view.Reply{}, err
	}
	text := "%s and %s may meet again in %s."
	if apart {
		text = "%s and %s do not meet in %s. Naming them again lets them meet."
	}
	return view.Reply{Card: view.Standings(&changed, true), To: view.UpdateEphemeral{},
		Text: fmt.Sprintf(text, view.PlayerName(one.ID), view.PlayerName(other.ID), changed.Name)}, nil
}

// createTournament opens a tournament in the channel.
func (s *Service) createTournament(ctx context.Context, r *Request) (view.Reply, error) {
	if _, err := s.checkChannel(ctx, r); err != nil {
		return view.Reply{}, err
	}
	if err := s.mayMake(ctx, r); err != nil {
		return view.Reply{}, err
	}
	t := tournament.Tournament{Server: r.Server, Channel: r.Channel, Leader: r.By.player(), Name: words.Cut(r.option("name"), maxTournamentName), Format: tournament.Format(strings.ToLower(r.option("format")))}
	switch {
	case r.Parent != "":
		return view.Reply{}, refuse("This is a thread: make the tournament in a channel, so that each meeting can have a thread of its own.")
	case r.Server == "" && match.FrontOf(r.Channel) == match.DiscordFront:
		return view.Reply{}, refuse("There are no threads here: make the tournament in a channel of a server, so that each meeting can have a thread of its own.")
	case t.Format == "":
		return view.Reply{}, refuse("Say how it is played: `format:arena`, `format:swiss`, `format:knockout` or `format:simul`.")
	case t.Name == "":
		t.Name = fmt.Sprintf("%s's %s", words.Cut(r.By.Name, maxTournamentName/2), t.Format)
	}
	if r.option("variant") != "" {
		v, err := s.variant(r)
		if err != nil {
			return view.Reply{}, err
		}
		t.Variant = v.ID
	}
	size, err := r.size()
	if err != nil {
		return view.Reply{}, err
	}
	t.Size = size.String()
	if t.Rated, err = r.flag("rated"); err != nil {
		return view.Reply{}, err
	}
	if turn, rated := strings.CutSuffix(r.option("time"), view.RatedTime); rated { // in a form, which has five inputs
		r.Options["time"], t.Rated = turn, true
	}
	if t.TurnTime, err = r.turnTime(); err != nil {
		return view.Reply{}, err
	}
	if t.Starts, err = r.startTime(s.referee.Now()); err != nil {
		return view.Reply{}, err
	}
	if t.Rounds, err = r.number("rounds", 0, tournament.MaxRounds); err != nil {
		return view.Reply{}, err
	}
	if t.Places, err = r.number("places", 0, tournament.MaxEntrants); err != nil {
		return view.Reply{}, err
	}
	minutes, err := r.number("minutes", 0, int(tournament.MaxArena/time.Minute))
	if err != nil {
		return view.Reply{}, err
	}
	t.Length = time.Duration(minutes) * time.Minute
	t, err = s.tournaments.NewTournament(ctx, t)
	if err != nil {
		return view.Reply{}, err
	}
	return s.tournamentReply(&t), nil
}

// maxTournamentName is the longest name, in characters.
const maxTournamentName = 60

// listTournaments lists the tournaments of a server.
func (s *Service) listTournaments(ctx context.Context, r *Request) (view.Reply, error) {
	list, err := s.tournaments.Tournaments(ctx, r.Server, r.Channel, listedTournaments)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Card: view.Tournaments(list, s.mayLead(ctx, r, nil) == nil), To: view.Private{}}, nil
}

// namedTournament finds the tournament of a request by its number or its name. Without them it is
// the only open one of the server.
func (s *Service) namedTournament(ctx context.Context, r *Request) (tournament.Tournament, error) {
	if text := r.option("id"); text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return tournament.Tournament{}, &referee.Refusal{Words: tournament.NoTournament}
		}
		t, err := s.tournaments.Tournament(ctx, id)
		if err == nil && (t.Server != r.Server || t.Server == "" && t.Channel != r.Channel) {
			err = &referee.Refusal{Words: tournament.NoTournament}
		}
		return t, err
	}
	list, err := s.tournaments.Tournaments(ctx, r.Server, r.Channel, listedTournaments)
	if err != nil {
		return tournament.Tournament{}, err
	}
	name := r.option("name")
	var open, closed []tournament.Tournament
	for _, t := range list {
		switch {
		case name != "" && !strings.EqualFold(t.Name, name):
		case !t.Closed():
			open = append(open, t)
		case name != "":
			closed = append(closed, t)
		}
	}
	if len(open) == 0 {
		open = closed
	}
	switch len(open) {
	case 0:
		return tournament.Tournament{}, &referee.Refusal{Words: tournament.NoTournament}
	case 1:
		return s.tournaments.Tournament(ctx, open[0].ID)
	}
	return tournament.Tournament{}, refuse("There are %d tournaments here: say which with `name:`.", len(open))
}

// tournamentReply shows a tournament to everybody.
func (s *Service) tournamentReply(t *tournament.Tournament) view.Reply {
	look := view.Look{Style: s.usualStyle()}
	return view.Reply{Card: s.tournamentCard(t, look), Show: view.SubjectOfTournament(t), ShownIn: t.Message}
}

// tournamentCard draws a tournament.
func (s *Service) tournamentCard(t *tournament.Tournament, look view.Look) *view.Card {
	return view.Tournament(t, s.tournaments.TournamentVariant(t), look)
}

// AdvanceTournaments does what is due in tournaments. BeginPairings begins their games.
func (s *Service) AdvanceTournaments(ctx context.Context) error {
	return s.tournaments.AdvanceTournaments(ctx)
}

const (
	// A process has the pairings of a tournament to itself for pairingsTaken.
	pairingsTaken    = time.Minute
	tournamentsTaken = 20 // at once by a process
	releaseTime      = 5 * time.Second
)

// BeginPairings begins the pairings that wait on a front, each in a thread of the tournament's
// channel. A notice tells the players there.
func (s *Service) BeginPairings(ctx context.Context, front string, threads func(channel string) Threads) {
	ids, err := s.tournaments.Due(ctx, front, pairingsTaken, tournamentsTaken)
	if err != nil && ctx.Err() == nil {
		s.log.Error("pairings of tournaments can't be read", "err", err)
	}
	for _, id := range ids {
		t, err := s.tournaments.Advance(ctx, id) // a player may have deleted their data since the pairing
		if err != nil {
			s.log.Error("a tournament can't be advanced", "tournament", id, "err", err)
			continue
		}
		stuck := false
		for _, m := range tournament.Unbegun(&t) {
			err := s.beginPairing(ctx, &t, m, threads(t.Channel))
			if err == nil {
				continue
			}
			s.log.Warn("a pairing has not begun", "tournament", id, "round", m.Round, "board", m.Board, "err", err)
			if stuck = errors.Is(err, errNoThread) && ctx.Err() == nil; stuck || ctx.Err() != nil {
				break // the others would fail too, and all are tried again
			}
		}
		shortly, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
		if err := s.tournaments.Release(shortly, &t, stuck); err != nil {
			s.log.Error("the pairings of a tournament have to wait", "tournament", id, "err", err)
		}
		cancel()
	}
}

// errNoThread is the error if the platform makes no thread.
var errNoThread = errors.New("no thread can be made")

// beginPairing opens a thread for a pairing and begins it there.
func (s *Service) beginPairing(ctx context.Context, t *tournament.Tournament, m tournament.Pairing, threads Threads) error {
	name := fmt.Sprintf("%d.%d %s: %s – %s", m.Round, m.Board, t.Name, t.Find(m.First).Name, t.Find(m.Second).Name)
	channel, err := threads.Open(ctx, name)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoThread, err)
	}
	if _, err = s.tournaments.BeginPairing(ctx, t, m, channel); err == nil {
		return nil
	}
	now, readErr := s.tournaments.Tournament(ctx, t.ID)
	if readErr != nil || slices.ContainsFunc(now.Pairings, func(m tournament.Pairing) bool { return m.Channel == channel }) {
		return err // it has begun, or may have: then nobody drops the thread
	}
	threads.Drop(ctx, channel)
	if errors.Is(err, match.ErrStale) { // another process was faster, or it was called off
		return nil
	}
	return err
}

// pairingNotice tells two players that their pairing has begun.
func (s *Service) pairingNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	g, err := s.referee.Game(ctx, n.About.ID)
	if err == nil && g.Finished() { // the notice comes late, and the second game may go on
		g, err = s.referee.Latest(ctx, n.Channel)
	}
	if err != nil || g.Finished() {
		return view.Reply{}, false, err
	}
	e, ok, err := s.tournaments.EventOf(ctx, &g.Match)
	if err != nil || !ok {
		return view.Reply{}, false, err
	}
	reply = s.boardReply(ctx, g)
	reply.Notify = otherPeople(g, e.Simul()) // the leader has a list of all boards
	reply.To = view.NewMessage{}
	return reply, true, nil
}

// tournamentNotice is the message that a tournament begins soon, begins, or is over.
func (s *Service) tournamentNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	t, err := s.tournaments.Tournament(ctx, n.About.ID)
	if err != nil {
		return view.Reply{}, false, err
	}
	switch {
	case n.Kind == match.SoonNotice:
		return s.soonNotice(ctx, n, &t)
	case n.Kind == match.StartNotice && t.State == tournament.Running:
		uncounted, err := s.uncountedText(ctx, &t, "")
		if err != nil {
			return view.Reply{}, false, err
		}
		reply.Text = fmt.Sprintf("**%s begins** with %s.", t.Name, words.Count(t.Playing(), "player")) + uncounted
		if t.Format == tournament.Simul {
			reply.Notify = []string{t.Leader.ID}
		}
	case n.Kind == match.OverNotice && t.Closed():
		reply.Text = view.TournamentOver(&t)
		if t.State == tournament.Cancelled { // its players wait for it
			for _, p := range t.Called(partOf(n)) {
				reply.Notify = append(reply.Notify, p.ID)
			}
		}
	default:
		return view.Reply{}, false, nil
	}
	return reply, true, nil
}

// soonNotice calls those who joined a tournament before it begins, unless the server wants no such
// call.
func (s *Service) soonNotice(ctx context.Context, n match.Notice, t *tournament.Tournament) (reply view.Reply, ok bool, err error) {
	if t.State != tournament.Open || !s.referee.Now().Before(t.Starts) {
		return view.Reply{}, false, nil
	}
	set, err := s.referee.ServerSettings(ctx, match.RoomOf(t.Channel, t.Server))
	if err != nil || set.NoReminders {
		return view.Reply{}, false, err
	}
	for _, p := range t.Called(partOf(n)) {
		reply.Notify = append(reply.Notify, p.ID)
	}
	uncounted, err := s.uncountedText(ctx, t, "")
	if err != nil {
		return view.Reply{}, false, err
	}
	reply.Text = fmt.Sprintf("**%s begins %s.**%s `/settings name:reminders value:off` ends these calls.", t.Name, view.Moment(t.Starts, view.Relative), uncounted)
	return reply, true, nil
}

// partOf is the part of the players of a tournament whom a notice calls, counted from 0.
func partOf(n match.Notice) int {
	part, _ := strconv.Atoi(n.Message) // "" for the first part
	return part
}
