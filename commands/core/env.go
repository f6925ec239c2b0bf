// Package core has the types that commands consist of: a [Command] with its [Option]s, the
// [Request] that it answers, and the [Env] that it uses. Each feature is in a separate package
// above, and none imports another.
package core

import (
	"context"
	"log/slog"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/referee/race"
	"nimatron/referee/season"
	"nimatron/referee/tournament"
	"nimatron/solver"
)

// Store is the part of the store that the commands read.
type Store interface {
	match.Inbox
	match.Challenges
	match.Follows
	match.Blocks
	match.ShutOuts
	match.Crowds
	match.Archive
	match.Ratings
	match.Lists
	tournament.Store
	class.Store
	race.Store
	puzzle.Store
	puzzle.Posts
	lesson.Store
	season.Store
	match.Privacy
}

// Env has what commands depend on.
type Env struct {
	Referee     *referee.Referee
	Tournaments *tournament.Rules
	Classes     *class.Rules
	Puzzles     *puzzle.Rules
	Races       *race.Rules
	Lessons     *lesson.Rules
	Seasons     *season.Rules

	Store  Store
	Solver solver.Solver
	Log    *slog.Logger
	Theme  picture.Theme
	Pages  []view.Link
	Page   string // the address of the page for browsers, "" for none
	Live   LiveBoard
	Find   func(name string) *Command
	// LastForm returns the form that a person opened last, as they filled it in; nil for none.
	LastForm func(person string) *view.Form

	tables Tables
	shown  allowance // answers that people have shown, and questions of channels
	called allowance // rooms whose people were called to play
}

// LiveBoard leads to the live boards of matches.
type LiveBoard interface {
	// Link returns a link to a match or race: for a player, or for watching if player is empty.
	Link(about match.Subject, player match.Player) string
	// Changed says that a person's request to this process has changed a match, or their part of a race.
	Changed(about match.Subject, by string)
}

// NewEnv returns the environment of commands over a referee and its store.
func NewEnv(r *referee.Referee, store Store, log *slog.Logger) *Env {
	puzzles := puzzle.New(r, store)
	return &Env{
		Referee: r, Tournaments: tournament.New(r, store), Classes: class.New(r, store, puzzles), Puzzles: puzzles,
		Races: race.New(r, store, puzzles), Lessons: lesson.New(r, store, puzzles), Seasons: season.New(r, store), Store: store, Log: log,
		Theme: picture.Surfaces[0].Theme, shown: allowance{within: sharesWithin}, called: allowance{within: callsWithin},
	}
}

// ForgetTables makes the next questions read their tables again.
func (env *Env) ForgetTables() { env.tables.Forget() }

// Answered returns the earlier answer to a request, empty if it is not known.
func (env *Env) Answered(ctx context.Context, id string) match.Answer {
	answer, err := env.Store.Answered(ctx, id)
	if err != nil {
		env.Log.Error("the inbox can't be read", "request", id, "err", err)
	}
	return answer
}

// LookOf returns the look of pictures in an answer: the speaker's, or the usual one if everybody sees the
// answer.
func (env *Env) LookOf(ctx context.Context, r *Request) view.Look {
	if r.Shared() {
		return view.Look{Style: env.UsualStyle()}
	}
	own, err := env.Store.PersonSettings(ctx, r.By.ID)
	if err != nil { // no answer fails for its picture
		env.Log.Warn("somebody's settings can't be read", "err", err)
		return view.Look{Style: env.UsualStyle()}
	}
	l := env.LookFor(own)
	l.Person = r.By.ID
	return l
}

// LookFor returns the look of a picture that people with these settings see.
func (env *Env) LookFor(people ...match.PersonSettings) view.Look {
	var l view.Look
	light := 0
	theme := ""
	for i, own := range people {
		if i == 0 {
			theme = own.Theme
		} else if theme != own.Theme {
			theme = ""
		}
		l.Text, l.Large = l.Text || own.TextOnly, l.Large || own.LargeText
		if own.LightBoards {
			light++
		}
	}
	l.Theme = env.Theme
	if own, err := picture.ThemeNamed(theme); theme != "" && err == nil {
		l.Theme = own
	}
	if light > 0 && light == len(people) {
		l.Theme = l.Theme.OnLight()
	}
	return l
}

// UsualStyle is the style of public pictures.
func (env *Env) UsualStyle() picture.Style { return picture.Style{Theme: env.Theme} }

// ChannelList lists channels of a server as links.
func ChannelList(channels []string, server string) string {
	return words.And(channelLinks(channels, server))
}

// RoomName names the room of a request for people.
func RoomName(r *Request) string {
	if r.Server == "" {
		return "the local chat"
	}
	return "this server"
}

// SettingsHere returns the settings that apply in the room of a request.
func (env *Env) SettingsHere(ctx context.Context, r *Request) (match.ServerSettings, error) {
	return env.Referee.ServerSettings(ctx, r.Room())
}

// FollowsChat reports whether the boards of a room come to the end of their channels.
func (env *Env) FollowsChat(ctx context.Context, room string) (bool, error) {
	all, err := env.Referee.ServerSettings(ctx, room)
	return err == nil && !all.NoFollow, err
}

// CheckChannel refuses a public command in a channel that is not for matches, and returns the settings there.
// not begins the refusal, such as "I don't play matches".
func (env *Env) CheckChannel(ctx context.Context, r *Request, not string) (match.ServerSettings, error) {
	all, err := env.SettingsHere(ctx, r)
	if err == nil && !all.MayPlay(r.Channel, r.Parent) {
		err = Refuse("%s in this channel. Go to %s. Managers of %s choose the channels with `/settings server`.",
			not, words.Or(channelLinks(all.Channels, r.Server)), RoomName(r))
	}
	return all, err
}

// OnlyYouSee begins the refusal of what others have to see, where a platform shows public answers to the speaker alone.
const OnlyYouSee = "Nobody but you can see my answers in this channel, because this server doesn't let people show the answers " +
	"of apps that aren't members."

func channelLinks(channels []string, server string) []string {
	return words.Each(channels, func(c string) string { return view.ChannelLink(c, server) })
}
