package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	matchcmd "nimatron/commands/match"
	racecmd "nimatron/commands/race"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/spoken"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/referee/tournament"
)

var playCommand = core.New(input.Play, core.Command{
	Summary: "Start here: play, puzzles, lessons, all games",
	Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.PlayInput) (view.Reply, error) {
	if in.Game == nil {
		return door(ctx, env, r)
	}
	card, err := gamePage(env, in.Game, r.Called, env.LookOf(ctx, r))
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}, err
})

func door(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	numbers, err := ownNumbers(ctx, env, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	card := doorCard(env, numbers)
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}, offerRace(ctx, env, r, card)
}

func offerRace(ctx context.Context, env *core.Env, r *core.Request, card *view.Card) error {
	race, ok, err := racecmd.Offer(ctx, env, r)
	if first := &card.Taps[0]; ok {
		*first = slices.Insert(*first, len(*first)-1, race)
	}
	return err
}

const doorMoreName input.Name[input.None] = "door-more"

// doorMoreCommand shows what the front door has no room for.
var doorMoreCommand = core.New(doorMoreName, core.Command{Summary: "Show more ways to begin", Private: true, Tapped: true}, doorMore)

func doorMore(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	card := &view.Card{Title: "More"}
	together, ok, err := matchcmd.PlayTogether(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	if ok {
		card.Actions = append(card.Actions, together)
	}
	tournaments, err := tournament.In(ctx, env.Store, r.Server, r.Channel, 1) // a running one comes first
	if err != nil {
		return view.Reply{}, err
	}
	if len(tournaments) > 0 && !tournaments[0].Closed() {
		card.Actions = append(card.Actions, view.Action{Label: "Tournaments", Call: input.TournamentList.Call(), Style: view.Success})
	}
	card.Actions = append(card.Actions, view.Action{Label: "Settings", Call: input.Settings.Call()},
		view.Action{Label: "Help", Call: input.Help.Call()}, view.AllGames)
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}, nil
}

func ownNumbers(ctx context.Context, env *core.Env, player string) (string, error) {
	record, err := env.Store.Record(ctx, player)
	if err != nil {
		return "", err
	}
	puzzles, err := env.Puzzles.PuzzleRecord(ctx, player)
	if err != nil {
		return "", err
	}
	var all match.Tally
	for _, tally := range record.Tallies {
		all = all.Plus(tally)
	}
	var numbers []string
	if played := all.Wins + all.Losses + all.Draws; played > 0 {
		numbers = append(numbers, fmt.Sprintf("Matches won: %d of %d.", all.Wins, played))
	}
	if streak := puzzles.Streak; streak > 0 {
		numbers = append(numbers, fmt.Sprintf("Puzzle streak: %s.", words.Count(streak, "day")))
	}
	return strings.Join(numbers, " "), nil
}

const sayName input.Name[sayInput] = "say"

// DeleteName is the command that deletes a refusal or a page of /help below a message that mentions the bot.
const DeleteName input.Name[input.None] = "delete-reply"

var deleteCommand = core.New(DeleteName, core.Command{
	Summary: "Delete this answer",
	Tapped:  true,
}, func(context.Context, *core.Env, *core.Request, *input.None) (view.Reply, error) {
	return view.Reply{To: view.Delete{}}, nil
})

// sayCommand handles text without a command. It answers the last puzzle or exercise, makes a move
// in a match, or opens the front door.
var sayCommand = core.New(sayName, core.Command{
	Summary: "Write a move, or anything else",
	Tapped:  true,
}, say)

type sayInput struct {
	Text string `button:"text"`
}

func say(ctx context.Context, env *core.Env, r *core.Request, in *sayInput) (view.Reply, error) {
	text := in.Text
	if text == "" {
		return publicDoor(ctx, env, r)
	}
	g, none := env.Referee.Current(ctx, r.Channel)
	var nothing *referee.Refusal
	if none != nil && !errors.As(none, &nothing) {
		return view.Reply{}, none
	}
	plays := false
	if g != nil {
		_, plays = g.SeatOf(r.By.ID)
	}
	if name := catalog.Mentioned(text); name != nil && !plays {
		if name.Is == "" {
			return view.Reply{}, &catalog.UnknownVariant{ID: name.Title, Name: name}
		}
		return view.Reply{Text: name.Is, Card: &view.Card{Actions: env.PlayNamed(name)}}, nil
	}
	if a, ok := matchcmd.Button(ctx, env, r, spoken.Fold(text)); ok {
		pressed := *r
		pressed.Ask(a.Call)
		pressed.Subject = a.Subject
		return handlers[pressed.Command](ctx, env, &pressed)
	}
	if reply, ok, err := racecmd.Typed(ctx, env, r, text); ok || err != nil {
		return reply, err
	}
	move := spoken.Counts(text) // in every game a move has a number or takes all
	if plays || move {
		p, err := puzzleFor(ctx, env, r, g, plays)
		if err != nil {
			return view.Reply{}, err
		}
		if p != nil {
			return answerPuzzle(ctx, env, r, p, text, plays, plays && couldMove(g, r.By.ID, text))
		}
	}
	switch {
	case g != nil:
		return matchcmd.PlayMove(ctx, env, r, text)
	case !move && !env.NewHere(r.Channel):
		return view.Reply{}, core.Refuse("I don't understand that. `/play` starts a game, and `/help` explains the rest.")
	case !move:
		return publicDoor(ctx, env, r)
	}
	c, err := env.Referee.OpenChallenge(ctx, r.Channel)
	switch {
	case err == nil && (c.Challenger.ID == r.By.ID || c.ToAnyone() || c.Opponent.ID == r.By.ID):
		v, err := env.Referee.Catalog().Find(c.Variant)
		if err != nil {
			return view.Reply{}, err
		}
		// The reply is public: its buttons must be in this channel.
		return view.Reply{Card: matchcmd.ToBeAccepted(c, v, r.By.ID), Outcome: view.OutcomeRefused}, nil
	case err != nil && !errors.As(err, &nothing):
		return view.Reply{}, err
	}
	return view.Reply{}, none
}

// publicDoor is the front door as an answer to text. On a server everybody sees it, so it shows no
// personal numbers.
func publicDoor(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	if r.Server == "" {
		return door(ctx, env, r)
	}
	card := doorCard(env, "")
	return view.Reply{Card: card}, offerRace(ctx, env, r, card)
}

// askedLife is how long a puzzle from another channel can be answered here.
const askedLife = 24 * time.Hour

// puzzleFor returns the puzzle that a text answers, nil for none. For a player of the channel's match it
// was asked here since their last move; for others also elsewhere today.
func puzzleFor(ctx context.Context, env *core.Env, r *core.Request, g *referee.Game, plays bool) (*puzzle.Puzzle, error) {
	asked, err := env.Puzzles.Asked(ctx, r.By.ID)
	here := asked.Channel == r.Channel
	if plays {
		here = here && asked.At.After(g.LastDecided(r.By.ID))
	} else {
		here = here || env.Referee.Now().Sub(asked.At) < askedLife
	}
	if err != nil || !here {
		return nil, err
	}
	p, err := env.Puzzles.Puzzle(ctx, asked.Puzzle, r.By.ID)
	if p == nil || p.Closed() || p.Instead {
		return nil, err
	}
	return p, err
}

// couldMove reports whether a text is a move that a player can make now.
func couldMove(g *referee.Game, by, text string) bool {
	p := g.Play.Position()
	move, err := spoken.Read(g.Play.Variant(), p, text)
	if err == nil {
		_, err = p.Play(move)
	}
	return err == nil && g.Actor().ID == by
}

// answerPuzzle answers a puzzle or an exercise with a text. If the speaker also plays here, the
// reply says that it was no move, and how it would be one if it could.
func answerPuzzle(ctx context.Context, env *core.Env, r *core.Request, p *puzzle.Puzzle, text string, plays, moves bool) (view.Reply, error) {
	call, what := view.Puzzle(p.ID, view.Tap{Move: text}), "puzzle"
	if p.ID.Lesson != "" {
		what = "exercise"
	}
	answer := *r
	answer.Ask(call)
	reply, err := Find(call.Command).Run(ctx, env, &answer)
	note := fmt.Sprintf("I took that as your answer to the %s.", what)
	if moves {
		note += fmt.Sprintf(" To move in the match, write `/move %s`.", strings.ReplaceAll(text, "`", "'"))
	}
	var refusal *core.Refusal
	switch {
	case plays && errors.As(err, &refusal):
		return view.Reply{}, core.Refuse("%s\n%s", refusal.Text, note)
	case err != nil:
		return view.Reply{}, err
	case plays:
		reply.Text = strings.TrimSpace(note + "\n" + reply.Text)
	}
	reply.To = view.Private{}
	return reply, nil
}

// doorCard is the front door: ways to begin, all games, and a line of a person's own numbers, "" for none.
func doorCard(env *core.Env, numbers string) *view.Card {
	all := env.Referee.Catalog().Games()
	first := []view.Action{playAction(all[0])}
	if known := catalog.Called(favourite); known != nil {
		named := env.PlayNamed(known)[0]
		named.Label = known.Title
		first = append(first, named)
	}
	return &view.Card{
		Title: "The Nim family of games",
		Body:  "Two players take turns taking counters. Take the last one to win. I can play perfectly, and I'll show you how.",
		Taps: [][]view.Action{
			append(first, view.Action{Label: "Friend", Call: input.Challenge.With(input.ChallengeInput{Form: true}), Style: view.Success}),
			{
				{Label: "Puzzle", Call: input.PuzzleToday.Call(), Style: view.Primary}, {Label: "Learn", Call: input.Learn.Call(), Style: view.Primary},
				{Label: "More", Call: doorMoreName.Call()},
			},
		},
		Menus:  view.GamesMenus(all, input.Play.Call()),
		Footer: numbers,
	}
}

const favourite = "21"

func gamePage(env *core.Env, v *games.Variant, called *catalog.Name, l view.Look) (*view.Card, error) {
	start, play := v.Rules.Example, playAction(v)
	if called != nil {
		start, play = cmp.Or(called.Position, start), env.PlayNamed(called)[0]
	}
	p, err := v.Parse(start, games.Left)
	if err != nil {
		return nil, err
	}
	card := view.PositionCard(p, view.ShapePicture(p, l.Style), l)
	card.Title, card.Body, card.Footer = v.Name, v.Rules.Summary, ""
	if called != nil {
		card.Title, card.Body = called.Title, called.Is
	}
	row := []view.Action{play, {Label: "Puzzle", Call: input.PuzzleNew.With(input.PuzzleNewInput{Game: v, Level: puzzle.Easy}), Style: view.Primary}}
	if about := lesson.About(v); about != nil {
		row = append(row, view.Action{Label: "Learn", Call: input.Learn.With(input.LearnInput{Lesson: about.ID})})
	}
	card.Taps = [][]view.Action{row}
	friend := input.ChallengeInput{Game: v}
	if called != nil {
		friend.Position = input.Position(called.Position)
	}
	card.Menus = []view.Menu{{
		Prompt: "Challenge a friend", Call: input.Challenge.With(friend), Option: "opponent", People: true,
	}}
	versions := slices.DeleteFunc(env.Referee.Catalog().Versions(v), func(other *games.Variant) bool { return other == v })
	switch {
	case len(versions) == 1 && versions[0].ID != v.ID:
		label := "Last counter loses"
		if v.Ending == games.Misere {
			label = "Last counter wins"
		}
		card.Taps = append(card.Taps, []view.Action{{Label: label, Call: input.Play.With(input.PlayInput{Game: versions[0]})}})
	case len(versions) > 1:
		card.Menus = append(card.Menus, view.Menu{Prompt: "Other versions", Call: input.Play.Call(), Option: "game", Brief: true,
			Choices: words.Each(versions, func(v *games.Variant) view.Choice { return view.Choice{Label: v.Name, Value: v.ID, Detail: v.Gist} })})
	}
	card.Actions = []view.Action{view.Rules(v), view.AllGames}
	return card, nil
}

func playAction(v *games.Variant) view.Action {
	in := input.ChallengeInput{Game: v, Size: input.SizeName(games.Small.String()), Suited: true}
	return view.Action{Label: "Play", Call: input.Challenge.With(in), Style: view.Success}
}

func topicsMenu(topics []view.Choice) view.Menu {
	return view.Menu{Prompt: "Help with …", Call: input.Help.Call(), Option: "topic", Choices: topics}
}
