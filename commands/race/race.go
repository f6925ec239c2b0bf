// Package race has the commands of races and their cards.
package race

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/race"
)

// Feature are the commands of races.
var Feature = core.Feature{
	Commands: []*core.Command{command},
	Subjects: map[match.SubjectKind]core.Subject{match.RaceSubject: {Board: publicCard}},
}

var command = &core.Command{Name: "race", Summary: "Many people solve the same boards at once", Subcommands: []*core.Command{
	core.New(input.RaceStart, core.Command{Summary: "Start a race in this channel", Costly: true, Options: []core.Option{
		core.PuzzleLevel,
		{Name: "seconds", Least: race.MinSeconds, Most: race.MaxSeconds},
	}}, start),
	core.New(joinName, core.Command{Summary: "Join the race in this channel, or see your board", Private: true, Beside: true}, join),
	core.New(input.RaceAnswer, core.Command{Summary: "Answer your board", Private: true, Beside: true,
		Options: []core.Option{{Name: "move", Complete: completeMove}}}, answer),
	core.New(stopName, core.Command{Summary: "Stop the race in this channel, if you started it or manage the server", Private: true}, stop),
	core.New(missesName, core.Command{Summary: "Show the boards you missed in a race", Private: true, Beside: true, Tapped: true}, misses),
	core.New(touchName, core.Command{Summary: "Race on boards you can touch", Private: true, Beside: true, Tapped: true}, touch),
}}

// Offer returns the button of the front door: it joins the channel's race or starts one. ok is false if
// there can be none here.
func Offer(ctx context.Context, env *core.Env, r *core.Request) (a view.Action, ok bool, err error) {
	a = view.Action{Label: "Race", Call: input.RaceStart.Call(), Style: view.Success}
	switch running, err := env.Races.In(ctx, r.Channel); {
	case err == nil:
		return joining(running.ID, a.Label), true, nil
	case !errors.Is(err, &referee.Refusal{Words: race.NoneHere}):
		return a, false, err
	}
	set, err := env.SettingsHere(ctx, r)
	return a, check(r, set) == nil && set.MayPlay(r.Channel, r.Parent), err
}

func check(r *core.Request, set match.ServerSettings) error {
	switch {
	case r.Room() == "":
		return core.Refuse("A race needs a server's channel, where others can join.")
	case r.Private:
		return core.Refuse("Others can't see my messages here, so they can't join. Start a race in a channel that I can write in.")
	case set.Races == match.NobodyRaces:
		return core.Refuse("There are no races on this server. Its managers can allow them with `/settings server name:races`.")
	case set.Races != "":
		if may, who := r.ManagesOr(set.Races); !may {
			return core.Refuse("Only %s can start races here.%s", who, r.Unproved())
		}
	}
	return nil
}

func start(ctx context.Context, env *core.Env, r *core.Request, in *input.RaceStartInput) (view.Reply, error) {
	set, err := env.CheckChannel(ctx, r, "I don't run races")
	if err == nil {
		err = check(r, set)
	}
	if err != nil {
		return view.Reply{}, err
	}
	length := cmp.Or(time.Duration(in.Seconds)*time.Second, race.UsualLength)
	of := race.Race{Room: r.Room(), Server: r.Server, Channel: r.Channel, Level: in.Level, Variant: race.Usual, Starter: r.By.ID}
	if in.Game != nil {
		of.Variant = in.Game.ID
	}
	begun, err := env.Races.Start(ctx, of, length)
	if errors.Is(err, &referee.Refusal{Words: race.IsRunning}) {
		err = &core.Refusal{Text: string(race.IsRunning), Card: &view.Card{Actions: []view.Action{joining(0, "Join")}}}
	}
	if err != nil {
		return view.Reply{}, err
	}
	// The starter is in the race, unless a match of theirs counts.
	var refused *referee.Refusal
	if err := env.Races.Join(ctx, begun.ID, r.By.Player()); err != nil && !errors.As(err, &refused) {
		return view.Reply{}, err
	}
	reply, err := publicCard(ctx, env, begun.ID)
	reply.To = view.NewMessage{}
	if match.FrontOf(r.Channel) == match.LocalFront { // elsewhere everybody would see the starter's board
		reply.Then = &view.Then{Call: joinName.With(input.RaceInput{ID: begun.ID}), At: begun.Starts}
	}
	return reply, err
}

func publicCard(ctx context.Context, env *core.Env, id int64) (view.Reply, error) {
	c, err := CardOf(ctx, env, id)
	if err == nil && env.Live != nil {
		c.Watch = env.Live.Link(subject(id), match.Player{})
	}
	reply := c.Reply()
	if err == nil {
		reply.Follows, err = env.FollowsChat(ctx, c.Room)
	}
	return reply, err
}

func subject(id int64) match.Subject { return match.Subject{Kind: match.RaceSubject, ID: id} }

// CardOf returns the state of a race that everybody sees.
func CardOf(ctx context.Context, env *core.Env, id int64) (Card, error) {
	c := Card{Now: env.Referee.Now(), Game: env.GameName, Style: env.UsualStyle()}
	var err error
	if c.Race, err = race.ByID(ctx, env.Store, id); err != nil {
		return c, err
	}
	if c.Standing, err = env.Store.RaceStanding(ctx, c.Race); err != nil || !c.Over {
		return c, err
	}
	if c.Next, err = next(ctx, env, c.Channel); err != nil {
		return c, err
	}
	if c.Broken, err = env.Races.MostBroken(ctx, id, c.Missed); err != nil {
		return c, err
	}
	if c.Hardest, _, err = env.Races.Explain(ctx, id, c.Standing.Hardest); err != nil {
		return c, err
	}
	for i, since := range []time.Time{c.Now.Truncate(day), c.Now.Add(-week)} {
		best, _, err := env.Store.RaceRecords(ctx, c.Room, "", since, 1, 0)
		if err != nil {
			return c, err
		}
		if len(best) > 0 {
			c.Records[i] = best[0]
		}
	}
	return c, nil
}

// next returns the open race of a channel, 0 for none.
func next(ctx context.Context, env *core.Env, channel string) (id int64, err error) {
	open, err := env.Races.In(ctx, channel)
	if errors.Is(err, &referee.Refusal{Words: race.NoneHere}) {
		return 0, nil
	}
	return open.ID, err
}

const (
	day  = 24 * time.Hour
	week = 7 * day
)

func raceOf(ctx context.Context, env *core.Env, r *core.Request, in *input.RaceInput) (int64, error) {
	if in.ID != 0 {
		return in.ID, nil
	}
	open, err := env.Races.In(ctx, r.Channel)
	return open.ID, err
}

func join(ctx context.Context, env *core.Env, r *core.Request, in *input.RaceInput) (view.Reply, error) {
	p, err := joined(ctx, env, r, in)
	if err != nil {
		return view.Reply{}, err
	}
	return p.reply(), nil
}

func joined(ctx context.Context, env *core.Env, r *core.Request, in *input.RaceInput) (*Page, error) {
	id, err := raceOf(ctx, env, r, in)
	if err != nil {
		return nil, err
	}
	p, err := PageOf(ctx, env, id, r.By.ID)
	if p == nil && err == nil {
		if err = env.Races.Join(ctx, id, r.By.Player()); err == nil {
			p, err = PageOf(ctx, env, id, r.By.ID)
		}
	}
	return p, err
}

func stop(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	open, err := env.Races.In(ctx, r.Channel)
	if err != nil {
		return view.Reply{}, err
	}
	if managers, _ := r.ManagesOr(""); !managers && r.By.ID != open.Starter {
		return view.Reply{}, core.Refuse("Only the person who started this race and server managers can stop it.%s", r.Unproved())
	}
	if err := env.Races.Stop(ctx, open.ID); err != nil {
		return view.Reply{}, err
	}
	if env.Live != nil {
		env.Live.Changed(subject(open.ID), r.By.ID)
	}
	return view.Reply{Text: "You stopped the race. Its results stand."}, nil
}

// touch gives a person, who joins, a link to boards that can be touched.
func touch(ctx context.Context, env *core.Env, r *core.Request, in *input.RaceInput) (view.Reply, error) {
	if env.Live == nil {
		return view.Reply{}, core.Refuse("Live boards are switched off here. Press **Join**.")
	}
	p, err := joined(ctx, env, r, in)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{
		Text: "You're in. Race on boards you can touch. The link is only for you and works once, within 10 minutes.",
		Card: &view.Card{Links: []view.Link{{Label: "Open the boards", To: env.Live.Link(subject(p.Race.ID), r.By.Player())}}}, To: view.Launch{},
	}, nil
}

// PageOf returns what a person sees of a race; nil for one who is not in it, or can't be in it here.
func PageOf(ctx context.Context, env *core.Env, id int64, player string) (*Page, error) {
	v, err := env.Races.View(ctx, id, player)
	if errors.Is(err, &referee.Refusal{Words: race.NotIn}) || errors.Is(err, &referee.Refusal{Words: race.IsForeign}) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := page(env, v)
	if !v.Ended {
		return p, nil
	}
	standing, err := env.Store.RaceStanding(ctx, v.Race)
	if err != nil {
		return nil, err
	}
	p.Racers = standing.Racers
	if p.Again, err = next(ctx, env, v.Channel); err != nil {
		return nil, err
	}
	best, _, err := env.Store.RaceRecords(ctx, v.Room, player, p.Now.Add(-race.Life), 1, 0)
	if len(best) > 0 {
		p.Best = best[0]
	}
	return p, err
}

// misses shows the boards that a person missed, each with its rule.
func misses(ctx context.Context, env *core.Env, r *core.Request, in *input.RaceInput) (view.Reply, error) {
	all, err := env.Races.Misses(ctx, in.ID, r.By.ID)
	if errors.Is(err, &referee.Refusal{Words: race.NotIn}) {
		err = core.Refuse("You weren't in this race.")
	}
	if err == nil && len(all) == 0 {
		err = core.Refuse("I have no misses of yours in this race.")
	}
	if err != nil {
		return view.Reply{}, err
	}
	card := &view.Card{Title: "Your misses"}
	for _, s := range all {
		card.Body += "**Board** " + missed(s) + "\n"
	}
	card.Body = strings.TrimSpace(card.Body)
	return view.Reply{Card: card, To: view.Private{}}, nil
}

func page(env *core.Env, v race.View) *Page {
	look := env.LookFor(v.Own)
	look.Person = v.Player.ID
	return &Page{View: v, Now: env.Referee.Now(), Look: look}
}

func completeMove(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
	id, err := raceOf(ctx, env, r, &input.RaceInput{})
	if err != nil {
		return nil
	}
	v, err := env.Races.View(ctx, id, r.By.ID)
	if err != nil || v.Board == nil {
		return nil
	}
	return core.CompleteMove(v.Board.Position, typed)
}

// Typed takes a text for the answer to the speaker's board; ok is false if none is asked, or if others would read the
// answer.
func Typed(ctx context.Context, env *core.Env, r *core.Request, text string) (reply view.Reply, ok bool, err error) {
	if match.FrontOf(r.Channel) != match.LocalFront {
		return reply, false, nil
	}
	id, err := next(ctx, env, r.Channel)
	if err != nil || id == 0 {
		return reply, false, err
	}
	p, err := PageOf(ctx, env, id, r.By.ID)
	if err != nil || p == nil || p.Board == nil || p.Pausing() {
		return reply, false, err
	}
	reply, err = answer(ctx, env, r, &input.RaceAnswerInput{Move: text})
	return reply, true, err
}

func answer(ctx context.Context, env *core.Env, r *core.Request, in *input.RaceAnswerInput) (view.Reply, error) {
	id, err := raceOf(ctx, env, r, &in.RaceInput)
	if err != nil {
		return view.Reply{}, err
	}
	n, where, text := in.Board, in.Where, in.Move
	if n == 0 || text == "" {
		v, err := env.Races.View(ctx, id, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		p := page(env, v)
		switch {
		case v.Board == nil || n != 0 && n != v.Next() || p.Pausing(): // an old button
			return p.reply(), nil
		case in.Other:
			return p.asked().Form(where), nil
		}
		if text = core.WholeMove(v.Board.Position, where, text); text == "" {
			p.Where = where
			return p.reply(), nil
		}
		n = v.Next()
	}
	a, err := env.Races.Answer(ctx, id, r.By.Player(), n, core.TappedMove(where, text))
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return view.Reply{}, core.Refuse("%s", view.IllegalText(a.Board.Variant, a.Board.Position, illegal))
	}
	if err != nil {
		return view.Reply{}, err
	}
	if env.Live != nil {
		env.Live.Changed(subject(id), r.By.ID)
	}
	p := page(env, a.View)
	if p.Said = said(&a); a.Counted && !a.Right && !a.View.Ended {
		return p.missed(&a), nil
	}
	if a.View.Ended {
		said := p.Said
		if p, err = PageOf(ctx, env, id, r.By.ID); err != nil || p == nil {
			return view.Reply{}, err
		}
		p.Said = said
	}
	return p.reply(), nil
}

func said(a *race.Answered) string {
	v, p := a.Board.Variant, a.Board.Position
	switch {
	case !a.Counted && a.View.Ended:
		return "That came after the bell, so it doesn't count."
	case !a.Counted:
		return ""
	case a.Right:
		return "**Right!**"
	}
	line := a.Refutation
	text := "**No:** you " + v.Say(p, a.Decision.Step.Move).String()
	switch {
	case len(line) > 1 && line[1].Turn.Actor != a.Decision.Turn.Actor:
		text += ", and I " + v.Say(line[0].Step.Position, line[1].Step.Move).String() + ". Now you lose."
	default:
		text += ", and that loses."
	}
	return text + " The win was " + view.Doing(v, p, a.Board.Winning[0]) + "."
}
