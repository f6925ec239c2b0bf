package match

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/class"
)

var (
	shutOutCommand = &core.Command{
		Name: "manage shut-out", Summary: "Shut a person out of my games on this server, and end theirs here", Private: true,
		Options: []core.Option{
			{Name: "user", Summary: "Who to shut out", Kind: core.Person, Required: true},
			{Name: "days", Summary: "For how many days (default: for good)", Kind: core.Integer, Most: 365},
			{Name: "why", Summary: "Why, for other managers"},
		},
		Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
			person, err := managed(r, shutPeopleOut)
			why := r.Option("why")
			switch {
			case err != nil:
				return view.Reply{}, err
			case person.ID == r.By.ID || person.ID == match.BotID:
				return view.Reply{}, core.Refuse("Name somebody else: you can shut out neither yourself nor me.")
			case len([]rune(why)) > match.MaxWhy:
				return view.Reply{}, core.Refuse("`why:` can have at most %d characters.", match.MaxWhy)
			}
			days := r.Number("days", 0)
			s := match.ShutOut{Scope: r.Room(), Subject: person.ID, Author: r.By.ID, Why: why}
			if err := env.Referee.ShutOut(ctx, s, time.Duration(days)*24*time.Hour); err != nil {
				return view.Reply{}, err
			}
			how := "for good"
			if days > 0 {
				how = fmt.Sprintf("for %d days", days)
			}
			return view.Reply{Text: fmt.Sprintf("Done. %s is shut out here %s. Their matches and challenges here ended without a winner, and they are out of tournaments and classes. `/manage let-in` undoes it.",
				view.PlayerName(person.ID), how)}, nil
		},
	}
	letInCommand = &core.Command{
		Name: "manage let-in", Summary: "Let a person in again who was shut out", Private: true,
		Options: []core.Option{{Name: "user", Summary: "Who to let in", Kind: core.Person, Required: true}},
		Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
			person, err := managed(r, shutPeopleOut)
			if err == nil {
				err = env.Referee.LetIn(ctx, r.Room(), person.ID, r.By.ID)
			}
			if err != nil {
				return view.Reply{}, err
			}
			return view.Reply{Text: fmt.Sprintf("Done. %s can play here again.", view.PlayerName(person.ID))}, nil
		},
	}
	shutOutListCommand = &core.Command{
		Name: "manage shut-out-list", Summary: "List the people who are or were shut out here", Private: true,
		Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
			if err := checkShutter(r, shutPeopleOut); err != nil {
				return view.Reply{}, err
			}
			all, err := env.Store.ShutOuts(ctx, r.Room(), env.Referee.Now(), shutOutShown)
			if err != nil {
				return view.Reply{}, err
			}
			lines := []string{}
			for _, s := range all {
				lines = append(lines, shutOutLine(s, env.Referee.Now()))
			}
			if len(lines) == 0 {
				lines = []string{"Nobody. `/manage shut-out` shuts somebody out."}
			}
			return view.Reply{Card: &view.Card{Title: "Shut out of " + core.RoomName(r), Body: strings.Join(lines, "\n")}}, nil
		},
	}
)

var endClassesCommand = &core.Command{
	Name: view.EndClassesName, Summary: "See and end all classes of a person on this server", Private: true,
	Options: []core.Option{
		{Name: "user", Summary: "Whose classes", Kind: core.Person, Required: true},
		{Name: "sure", Summary: "true: yes, end them", Kind: core.Flag, Hidden: true},
	},
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		person, err := managed(r, "end other people's classes. `/class leave` ends your own")
		if err != nil {
			return view.Reply{}, err
		}
		all, err := env.Store.ClassesOnServer(ctx, match.FrontOf(r.Channel), r.Server)
		if err != nil {
			return view.Reply{}, err
		}
		all = slices.DeleteFunc(all, func(c class.Class) bool { return c.Teacher.ID != person.ID })
		count := words.Count(len(all), "class")
		switch {
		case len(all) == 0:
			return view.Reply{}, core.Refuse("%s teaches no class here.", view.PlayerName(person.ID))
		case !r.Flag("sure"):
			names := words.Each(all, func(c class.Class) string { return c.Name + " in " + view.ChannelLink(c.Channel, c.Server) })
			return core.Confirm(r, fmt.Sprintf("%s teaches %s here: %s. End all? Their assignments are deleted. Students keep what they have learned.",
				view.PlayerName(person.ID), count, words.And(names)), "Yes, end "+count), nil
		}
		ended, err := env.Store.EndClassesOf(ctx, match.FrontOf(r.Channel), r.Server, person.ID, env.Referee.Now())
		return view.Reply{Text: fmt.Sprintf("Done. I ended %s of %s.", words.Count(ended, "class"), view.PlayerName(person.ID))}, err
	},
}

// shutOutShown bounds the list: 4,000 characters of Discord have room for so many lines.
const shutOutShown = 12

// shutOutLine says who shut whom out, when, for how long and why.
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

// managed returns the person whom a server manager names. It refuses everybody else: they can't do what.
func managed(r *core.Request, what string) (core.User, error) {
	person, named := r.People["user"]
	if err := checkShutter(r, what); err != nil {
		return person, err
	}
	if !named {
		return person, core.Refuse("I don't know who that is. Name a person with `user:`.")
	}
	return person, nil
}

func checkShutter(r *core.Request, what string) error {
	switch {
	case r.Room() == "":
		return core.Refuse("Nobody manages a direct message. `/settings me name:block` blocks a person for you.")
	case !r.Manager:
		return core.Refuse("Only server managers can %s.", what)
	}
	return nil
}
