// Package tournament has the commands of tournaments, their cards and pictures.
package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
)

// Feature are the commands of tournaments.
var Feature = core.Feature{
	Commands: []*core.Command{tournamentCommand}, Notifications: tournamentNotices,
	Subjects: map[match.SubjectKind]core.Subject{match.TournamentSubject: tournamentSubject},
}

const listedTournaments = 15

type endInput struct {
	Sure bool `button:"sure"`
	input.Which
}

const (
	join      input.Name[input.Which] = "tournament join"
	leave     input.Name[input.Which] = "tournament leave"
	pause     input.Name[input.Which] = "tournament pause"
	start     input.Name[input.Which] = "tournament start"
	standings input.Name[input.Which] = "tournament standings"
	end       input.Name[endInput]    = "tournament end"
)

var tournamentCommand = &core.Command{Name: "tournament", Summary: "Tournaments: arena, Swiss, knockout, simul", Subcommands: []*core.Command{
	core.New(input.TournamentList, core.Command{Summary: "List this server's tournaments"}, listTournaments),
	core.New(input.TournamentCreate, core.Command{Summary: "Create a tournament", Options: []core.Option{
		{Name: "format", Choices: formatChoices(false), Needed: true},
		{Name: "rounds", Most: tournament.MaxRounds},
		{Name: "minutes", Least: int(tournament.MinArena / time.Minute), Most: int(tournament.MaxArena / time.Minute)},
		{Name: "places", Least: 2, Most: tournament.MaxEntrants},
		{Name: "time", Check: func(_ *core.Env, text string) error {
			_, _, err := readTime(text)
			return err
		}},
		{Name: "starts", Check: func(env *core.Env, text string) error {
			_, err := startTime(text, env.Referee.Now())
			return err
		}},
	}}, createTournament),
	core.About(&led, join, "Join a tournament", func(
		ctx context.Context, env *core.Env, r *core.Request, _ *input.Which, t *tournament.Tournament,
	) (view.Reply, error) {
		joined, err := env.Tournaments.Join(ctx, t.ID, r.By.Player())
		return changedReply(&joined, "You're in! I'll call you in a thread when you have a game.", err)
	}),
	core.About(&led, leave, "Leave a tournament", func(ctx context.Context, env *core.Env, r *core.Request, _ *input.Which, t *tournament.Tournament) (view.Reply, error) {
		changed, err := env.Tournaments.Leave(ctx, t.ID, r.By.ID)
		text := "You left the tournament."
		for _, m := range changed.Pairings {
			if !m.Over && m.Channel != "" && (m.First == r.By.ID || m.Second == r.By.ID) {
				text += " Finish your game in " + view.ChannelLink(m.Channel, changed.Server) + "."
			}
		}
		return changedReply(&changed, text, err)
	}),
	core.About(&led, pause, "Pause your play in an arena", func(ctx context.Context, env *core.Env, r *core.Request, _ *input.Which, t *tournament.Tournament) (view.Reply, error) {
		changed, err := env.Tournaments.Pause(ctx, t.ID, r.By.ID)
		return changedReply(&changed, "You paused. Press **Join** to continue.", err)
	}),
	core.Leads(&led, start, "Start a tournament now", func(ctx context.Context, env *core.Env, r *core.Request, _ *input.Which, t *tournament.Tournament) (view.Reply, error) {
		changed, err := env.Tournaments.StartTournament(ctx, t.ID)
		next := "Each pairing gets its own thread."
		if r.NoThreads != "" && r.Channel == t.Channel {
			next = r.NoThreads + " Its games begin once that is mended."
		}
		return changedReply(&changed, "The tournament has started. "+next, err)
	}),
	core.About(&led, standings, "Show the standings", showStandings),
	core.About(&led, input.TournamentBoards, "List your boards", boardsIn),
	core.Leads(&led, end, "End a tournament", endTournament),
	core.Tapped(core.About(&led, input.TournamentShow, "Show a tournament", showTournament)),
}}

// led finds the tournament of a request; without a name it is the only open one of the server.
var led = core.Led[tournament.Tournament]{
	Help: "The tournament (default: the only one)", Which: "Which of %s tournaments?",
	List: tournamentsHere, Likely: likely, None: &referee.Refusal{Words: tournament.NoTournament}, MayLead: mayLead,
	Choice: func(t tournament.Tournament) view.Choice {
		label := t.Name
		if t.Closed() {
			label += " (" + t.State.String() + ")"
		}
		return view.Choice{Label: label, Value: t.Name}
	},
	ID: func(t tournament.Tournament) int64 { return t.ID },
	Read: func(ctx context.Context, env *core.Env, r *core.Request, id int64) (tournament.Tournament, error) {
		t, err := env.Tournaments.Tournament(ctx, id)
		if err == nil && (t.Server != r.Server || t.Server == "" && t.Channel != r.Channel) {
			err = &referee.Refusal{Words: tournament.NoTournament}
		}
		return t, err
	},
}

func likely(r *core.Request, named bool, list []tournament.Tournament) []tournament.Tournament {
	var open, closed []tournament.Tournament
	for _, t := range list {
		switch {
		case !t.Closed():
			open = append(open, t)
		case named || slices.Contains(readsClosed, r.Command):
			closed = append(closed, t)
		}
	}
	if len(open) == 0 {
		return closed[:min(1, len(closed))]
	}
	return open
}

func tournamentsHere(ctx context.Context, env *core.Env, r *core.Request) ([]tournament.Tournament, error) {
	return tournament.In(ctx, env.Store, r.Server, r.Channel, listedTournaments)
}

func showStandings(ctx context.Context, env *core.Env, r *core.Request, _ *input.Which, t *tournament.Tournament) (view.Reply, error) {
	card := Standings(t)
	if l := env.LookOf(ctx, r); pictured(t) {
		card.Picture = l.Of(TournamentPicture(t, l.Person, l.Style))
	}
	return view.Reply{Card: card, To: view.Private{}}, nil
}

func changedReply(t *tournament.Tournament, text string, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Text: text, To: view.Private{}, Show: SubjectOfTournament(t), ShownIn: t.Message}, nil
}

func endTournament(ctx context.Context, env *core.Env, r *core.Request, in *endInput, t *tournament.Tournament) (view.Reply, error) {
	if !in.Sure {
		in.Sure = true
		return core.Confirm(r, end.With(*in), fmt.Sprintf("End %s? Games that are still running will not count.", t.Name), "Yes, end it"), nil
	}
	ended, err := env.Tournaments.EndTournament(ctx, t.ID)
	return changedReply(&ended, "The tournament is over.", err)
}

func showTournament(ctx context.Context, env *core.Env, r *core.Request, _ *input.Which, t *tournament.Tournament) (view.Reply, error) {
	if r.Channel != t.Channel { // its message stays in the channel of its notices
		return view.Reply{Card: tournamentCard(env, t, env.LookOf(ctx, r)), To: view.Private{}}, nil
	}
	reply := tournamentReply(env, t)
	reply.To = view.NewMessage{}
	return reply, nil
}

func tournamentForm(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	if err := mayLead(ctx, env, r, nil); err != nil {
		return view.Reply{}, err
	}
	choices := words.Each(env.Referee.Catalog().Games(), view.GameChoice)
	return view.Reply{Form: TournamentForm(choices, env.Referee.Now()), To: view.Private{},
		Text: "Write `/tournament create name:… format:swiss`, with `game:`, `size:`, `time:`, `starts:`, `rounds:`, `minutes:`, `places:` and `rated:` as you like."}, nil
}

// mayLead refuses people who may not lead a tournament or, for nil, create one. Its leader may, and
// so may server managers and members of the role in the server's settings.
func mayLead(ctx context.Context, env *core.Env, r *core.Request, t *tournament.Tournament) error {
	if r.Manager || r.Server == "" || t != nil && t.Leader.ID == r.By.ID {
		return nil
	}
	set, err := env.SettingsHere(ctx, r)
	leads, who := r.ManagesOr(set.Leaders)
	switch {
	case err != nil || leads:
		return err
	case t != nil:
		return core.Refuse("Only %s and %s can do that.", view.PlayerName(t.Leader.ID), who)
	}
	return core.Refuse("Only %s can create tournaments.%s", who, r.Unproved())
}

func createTournament(ctx context.Context, env *core.Env, r *core.Request, in *input.TournamentCreateInput) (view.Reply, error) {
	if in.Form || *in == (input.TournamentCreateInput{}) {
		return tournamentForm(ctx, env, r)
	}
	if _, err := env.CheckChannel(ctx, r, "I don't play matches"); err != nil {
		return view.Reply{}, err
	}
	if err := mayMake(ctx, env, r, tournament.Format(in.Format)); err != nil {
		return view.Reply{}, err
	}
	t := tournament.Tournament{Server: r.Server, Channel: r.Channel, Leader: r.By.Player(), Name: words.Cut(in.Name, maxTournamentName),
		Format: tournament.Format(in.Format), Size: in.Size.Size().String(), Rounds: in.Rounds, Places: in.Places, Length: time.Duration(in.Minutes) * time.Minute}
	switch {
	case r.Parent != "":
		return view.Reply{}, core.Refuse("This is a thread. Create the tournament in a channel, where each pairing can have its own thread.")
	case r.Server == "" && match.FrontOf(r.Channel) == match.DiscordFront:
		return view.Reply{}, core.Refuse("There are no threads here. Create the tournament in a server channel, where each pairing can have its own thread.")
	case r.Private:
		return view.Reply{}, core.Refuse(core.OnlyYouSee + " Create the tournament on a server that has added me.")
	case r.NoThreads != "":
		return view.Reply{}, core.Refuse("Each pairing needs its own thread. %s", r.NoThreads)
	case t.Name == "":
		t.Name = fmt.Sprintf("%s's %s", words.Cut(r.By.Name, maxTournamentName/2), t.Format)
	}
	if in.Game != nil {
		t.Variant = in.Game.ID
	}
	turn, rated, err := readTime(in.Time)
	if err != nil {
		return view.Reply{}, err
	}
	t.TurnTime, t.Rated = turn, in.Rated || rated
	if t.Starts, err = startTime(in.Starts, env.Referee.Now()); err != nil {
		return view.Reply{}, err
	}
	t, err = env.Tournaments.NewTournament(ctx, t)
	if err != nil {
		return view.Reply{}, err
	}
	return tournamentReply(env, &t), nil
}

// readTime reads the time for a turn. In a form, which has five inputs, it also says whether the games are rated.
func readTime(text string) (turn time.Duration, rated bool, err error) {
	text, rated = strings.CutSuffix(text, RatedTime)
	if turn, err = core.ReadTurnTime("time", text); err == nil {
		err = core.CheckTurnTime("time", turn, false)
	}
	return turn, rated, err
}

// startTime reads when a tournament begins, such as "20:30", "2026-11-27 20:00", "in 2h" or Discord's
// timestamp; zero if left out.
func startTime(written string, now time.Time) (time.Time, error) {
	text := strings.ToLower(strings.Join(strings.Fields(written), " "))
	if text == "" {
		return time.Time{}, nil
	}
	t, ok := core.ReadStart(strings.TrimSuffix(text, " utc"), now.UTC())
	switch {
	case !ok:
		return t, core.Refuse("`starts:` can't be %s. Write a time in UTC, such as `20:30`, `%s 20:00` or `in 2h`. It is now %s in UTC.",
			games.Quote(written), core.NextWeek(now), now.UTC().Format("15:04"))
	case !t.After(now):
		return t, core.Refuse("The `starts:` time has passed: %s was %s.", view.Moment(t, view.Clock), view.Moment(t, view.Relative))
	case t.After(now.Add(tournament.MaxLeadTime)):
		return t, core.Refuse("`starts:` is too far ahead: a tournament starts within %s.", view.Duration(tournament.MaxLeadTime))
	}
	return t, nil
}

const maxTournamentName = 60

func listTournaments(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	list, err := tournamentsHere(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Card: Tournaments(list, mayLead(ctx, env, r, nil) == nil), To: view.Private{}}, nil
}

var readsClosed = []string{string(standings), string(input.TournamentBoards)}

func tournamentReply(env *core.Env, t *tournament.Tournament) view.Reply {
	look := view.Look{Style: env.UsualStyle()}
	return view.Reply{Card: tournamentCard(env, t, look), Show: SubjectOfTournament(t), ShownIn: t.Message}
}

func tournamentCard(env *core.Env, t *tournament.Tournament, look view.Look) *view.Card {
	return Tournament(t, env.Tournaments.TournamentVariant(t), look)
}

const (
	pairingsTaken    = time.Minute
	tournamentsTaken = 20
	releaseTime      = 5 * time.Second
)

// BeginPairings begins the pairings that wait on a front, each in a thread of the tournament's
// channel. A notice tells the players there.
func BeginPairings(ctx context.Context, env *core.Env, front string, threads func(channel string) core.Threads) {
	ids, err := env.Tournaments.Due(ctx, front, pairingsTaken, tournamentsTaken)
	if err != nil && ctx.Err() == nil {
		env.Log.Error("pairings of tournaments can't be read", "err", err)
	}
	for _, id := range ids {
		t, err := env.Tournaments.Advance(ctx, id) // a player may have deleted their data since the pairing
		stuck := false
		if err == nil {
			stuck = beginAll(ctx, env, &t, threads(t.Channel))
		} else {
			env.Log.Error("a tournament can't be advanced", "tournament", id, "err", err)
			if t, err = env.Tournaments.Tournament(ctx, id); err != nil {
				continue // nobody gets it until the claim expires
			}
			stuck = !t.Stuck.IsZero()
		}
		shortly, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
		if err := env.Tournaments.Release(shortly, &t, stuck); err != nil {
			env.Log.Error("the pairings of a tournament have to wait", "tournament", id, "err", err)
		}
		cancel()
	}
}

// beginAll begins the pairings that wait. stuck reports that there can be no thread, because of t.Obstacle.
func beginAll(ctx context.Context, env *core.Env, t *tournament.Tournament, threads core.Threads) (stuck bool) {
	for _, m := range tournament.Unbegun(t) {
		err := beginPairing(ctx, env, t, m, threads)
		if err == nil {
			continue
		}
		env.Log.Warn("a pairing has not begun", "tournament", t.ID, "round", m.Round, "board", m.Board, "err", err)
		if stuck = errors.Is(err, errNoThread) && ctx.Err() == nil; stuck || ctx.Err() != nil {
			var refused *core.NotDone
			if t.Obstacle = noThread; errors.As(err, &refused) {
				t.Obstacle = refused.Why
			}
			break // the others would fail too, and all are retried
		}
	}
	return stuck
}

var errNoThread = errors.New("no thread can be made")

const noThread = "I can't create threads here at the moment."

func beginPairing(ctx context.Context, env *core.Env, t *tournament.Tournament, m *tournament.Pairing, threads core.Threads) error {
	name := fmt.Sprintf("%d.%d %s: %s – %s", m.Round, m.Board, t.Name, t.Find(m.First).Name, t.Find(m.Second).Name)
	channel, err := threads.Open(ctx, name)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoThread, err)
	}
	if _, err = env.Tournaments.BeginPairing(ctx, t, m, channel); err == nil {
		return nil
	}
	now, readErr := env.Tournaments.Tournament(ctx, t.ID)
	if readErr != nil || slices.ContainsFunc(now.Pairings, func(m tournament.Pairing) bool { return m.Channel == channel }) {
		return err // it may have started, so the thread must stay
	}
	threads.Drop(ctx, channel)
	if errors.Is(err, match.ErrStale) { // another process was faster, or it was cancelled
		return nil
	}
	return err
}

func tournamentNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	t, err := env.Tournaments.Tournament(ctx, n.About.ID)
	if err != nil {
		return view.Reply{}, false, err
	}
	switch {
	case n.Kind == match.SoonNotice:
		return soonNotice(ctx, env, n, &t)
	case n.Kind == match.StartNotice && t.State == tournament.Running:
		reply.Text = fmt.Sprintf("**%s has started** with %s.", t.Name, words.Count(t.Playing(), "player"))
		if t.Format.Kind().LeaderPlays {
			reply.Notify = []string{t.Leader.ID}
		}
	case n.Kind == match.OverNotice && t.Closed():
		reply.Text = TournamentOver(&t)
		if t.State == tournament.Cancelled { // its players wait for it
			reply.Notify = t.Called(partOf(n))
		}
	default:
		return view.Reply{}, false, nil
	}
	return reply, true, nil
}

func leaderNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	t, err := env.Tournaments.Tournament(ctx, n.About.ID)
	if err != nil || t.Leader.Deleted() {
		return view.Reply{}, false, err
	}
	reply = view.Reply{Notify: []string{t.Leader.ID}, To: view.Direct{Person: t.Leader.ID}}
	reply.Text = fmt.Sprintf("**%s has ended,** because its channel is gone.", t.Name)
	if n.Kind == match.UnplayedNotice {
		reply.Text = fmt.Sprintf("**%s:** I couldn't make threads in %s for %s, so their games count as not played. %s",
			t.Name, view.ChannelLink(t.Channel, t.Server), view.Duration(tournament.ThreadTimeout), cmp.Or(t.Obstacle, noThread))
	}
	return reply, true, nil
}

// soonNotice pings the players who joined a tournament before it starts, unless the server has
// switched that off.
func soonNotice(ctx context.Context, env *core.Env, n match.Notice, t *tournament.Tournament) (reply view.Reply, ok bool, err error) {
	if t.State != tournament.Open || !env.Referee.Now().Before(t.Starts) {
		return view.Reply{}, false, nil
	}
	set, err := env.Referee.ServerSettings(ctx, match.RoomOf(t.Channel, t.Server))
	if err != nil || set.NoReminders {
		return view.Reply{}, false, err
	}
	reply.Notify = t.Called(partOf(n))
	reply.Text = fmt.Sprintf("**%s starts %s.** Turn these reminders off in `/settings me`.", t.Name, view.Moment(t.Starts, view.Relative))
	return reply, true, nil
}

func partOf(n match.Notice) int {
	part, _ := strconv.Atoi(n.Message) // "" for the first part
	return part
}

var tournamentNotices = []*core.Notification{
	{Kind: match.SoonNotice, What: "a tournament you joined starts in an hour", Server: "tournament-reminders", Person: core.PersonReminders, Alone: true, Word: tournamentNotice},
	{Kind: match.StartNotice, What: "a tournament starts", Server: core.ServerNews, Least: match.NewsAll, Word: tournamentNotice},
	{Kind: match.UnplayedNotice, What: "games of a tournament you lead can't be played", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded, Alone: true, Word: leaderNotice},
	{Kind: match.LostNotice, What: "the channel of a tournament you lead is gone", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded, Alone: true, Word: leaderNotice},
	{Kind: match.OverNotice, What: "a tournament ended or was called off", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded, Word: tournamentNotice},
}

var tournamentSubject = core.Subject{
	Server: func(ctx context.Context, env *core.Env, id int64) (string, error) {
		t, err := env.Tournaments.Tournament(ctx, id)
		return t.Server, err
	},
	Board: func(ctx context.Context, env *core.Env, id int64) (view.Reply, error) {
		t, err := env.Tournaments.Tournament(ctx, id)
		if err != nil {
			return view.Reply{}, err
		}
		return tournamentReply(env, &t), nil
	},
}
