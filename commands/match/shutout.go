package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
)

type shutOutInput struct {
	User input.User `option:"user" help:"Who to shut out" required:"yes"`
	Days int        `option:"days" help:"For how many days (default: for good)"`
	Why  string     `option:"why" help:"Why, for other managers"`
}

var shutOutCommand = core.New("manage shut-out", core.Command{
	Summary: "Shut a person out of my games on this server, and end theirs here", Private: true,
	Options: []core.Option{{Name: "days", Most: 365}},
}, func(ctx context.Context, env *core.Env, r *core.Request, in *shutOutInput) (view.Reply, error) {
	err := checkShutter(r, shutPeopleOut)
	switch {
	case err != nil:
		return view.Reply{}, err
	case in.User.ID == r.By.ID || in.User.ID == match.BotID:
		return view.Reply{}, core.Refuse("You can't shut out yourself or me. Name somebody else.")
	case len([]rune(in.Why)) > match.MaxWhy:
		return view.Reply{}, core.Refuse("`why:` can have at most %d characters.", match.MaxWhy)
	}
	s := match.ShutOut{Scope: r.Room(), Subject: in.User.ID, Author: r.By.ID, Why: in.Why}
	if err := env.Referee.ShutOut(ctx, s, time.Duration(in.Days)*24*time.Hour); err != nil {
		return view.Reply{}, err
	}
	how := "for good"
	if in.Days > 0 {
		how = fmt.Sprintf("for %d days", in.Days)
	}
	return view.Reply{Text: fmt.Sprintf("Done. %s is shut out here %s. Their matches and challenges here ended without a winner, and they are out of tournaments and classes. `/manage let-in` undoes it.",
		view.PlayerName(in.User.ID), how)}, nil
})

type letInInput struct {
	User input.User `option:"user" help:"Who to let in" required:"yes"`
}

const letInName input.Name[letInInput] = "manage let-in"

var letInCommand = core.New(letInName, core.Command{
	Summary: "Let a person in again who was shut out", Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *letInInput) (view.Reply, error) {
	err := checkShutter(r, shutPeopleOut)
	if err == nil {
		err = env.Referee.LetIn(ctx, r.Room(), in.User.ID, r.By.ID)
	}
	return view.Reply{Text: fmt.Sprintf("Done. %s can play here again.", view.PlayerName(in.User.ID))}, err
})

var shutOutListCommand = core.New("manage shut-out-list", core.Command{
	Summary: "List the people who are or were shut out here", Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	if err := checkShutter(r, shutPeopleOut); err != nil {
		return view.Reply{}, err
	}
	all, err := env.Store.ShutOuts(ctx, r.Room(), env.Referee.Now(), shutOutShown)
	if err != nil {
		return view.Reply{}, err
	}
	lines := words.Each(all, func(s match.ShutOut) string { return shutOutLine(s, env.Referee.Now()) })
	if len(lines) == 0 {
		lines = []string{"Nobody is shut out. `/manage shut-out` shuts somebody out."}
	}
	card := &view.Card{Title: "Shut out of " + core.RoomName(r), Body: strings.Join(lines, "\n")}
	if len(all) > 0 {
		card.Menus = []view.Menu{{Prompt: "Let somebody in", Call: letInName.Call(), Option: "user", People: true}}
	}
	return view.Reply{Card: card}, nil
})

var endClassesCommand = core.New(input.EndClasses, core.Command{
	Summary: "See and end all classes of a person on this server", Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.EndClassesInput) (view.Reply, error) {
	if err := checkShutter(r, "end other people's classes. `/class leave` ends your own"); err != nil {
		return view.Reply{}, err
	}
	person := in.User
	all, err := class.List(ctx, env.Store, match.KeptFilter{Room: match.RoomOf(r.Channel, r.Server)})
	if err != nil {
		return view.Reply{}, err
	}
	all = slices.DeleteFunc(all, func(c class.Class) bool { return c.Teacher.ID != person.ID })
	count := words.Count(len(all), "class")
	switch {
	case len(all) == 0:
		return view.Reply{}, core.Refuse("%s teaches no class here.", view.PlayerName(person.ID))
	case !in.Sure:
		names := words.Each(all, func(c class.Class) string { return c.Name + " in " + view.ChannelLink(c.Channel, c.Server) })
		in.Sure = true
		return core.Confirm(r, input.EndClasses.With(*in), fmt.Sprintf("%s teaches %s here: %s. End all? Their assignments are deleted. Students keep what they have learned.",
			view.PlayerName(person.ID), count, words.And(names)), "Yes, end "+count), nil
	}
	ended := 0
	for _, c := range all {
		_, err := env.Classes.EndClass(match.WithoutRequest(ctx), &c) // one request ends several
		var over *referee.Refusal
		switch {
		case err == nil:
			ended++
		case !errors.As(err, &over):
			return view.Reply{}, err
		}
	}
	return view.Reply{Text: fmt.Sprintf("Done. I ended %s of %s.", words.Count(ended, "class"), view.PlayerName(person.ID))}, nil
})

// shutOutShown bounds the list: 4,000 characters of Discord have room for so many lines.
const shutOutShown = 12

func shutOutLine(s match.ShutOut, now time.Time) string {
	line := fmt.Sprintf("%s, by %s on %s", view.PlayerName(s.Subject), view.PlayerName(s.Author), view.Moment(s.Since, view.Clock))
	switch {
	case s.LetInBy != "":
		line += fmt.Sprintf(", let in by %s on %s", view.PlayerName(s.LetInBy), view.Moment(s.Until, view.Clock))
	case s.Until.IsZero():
	case s.Until.After(now):
		line += ", until " + view.Moment(s.Until, view.Clock)
	default:
		line += ", ended on " + view.Moment(s.Until, view.Clock)
	}
	if s.Why != "" {
		line += ": " + view.Plain(s.Why)
	}
	return line
}

const shutPeopleOut = "shut people out. `/settings me name:block` blocks a person for you"

func checkShutter(r *core.Request, what string) error {
	switch {
	case r.Room() == "":
		return core.Refuse("Direct messages have no managers. `/settings me name:block` blocks a person for you.")
	case !r.Manager:
		return core.Refuse("Only server managers can %s.%s", what, r.Unproved())
	}
	return nil
}
