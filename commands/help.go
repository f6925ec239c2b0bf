package commands

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/solver"
)

var helpCommand = &core.Command{
	Name:    view.HelpName,
	Summary: "List what I understand, or explain one command",
	Options: []core.Option{
		{Name: "command", Summary: "The command to explain, such as challenge", Word: true, Complete: completeCommand},
		{Name: "topic", Summary: "The topic to explain", Hidden: true},
	},
	Private: true,
	Run: func(_ context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		if name := strings.ToLower(strings.TrimPrefix(r.Option("command"), "/")); name != "" {
			c := Find(name)
			if c == nil {
				return view.Reply{}, core.Refuse("There is no command %s: `/help` lists them by topic.", games.Quote("/"+name))
			}
			return view.Reply{Card: explained(c)}, nil
		}
		var choices []view.Choice
		for _, t := range topics {
			choices = append(choices, view.Choice{Label: t.title, Value: t.id})
		}
		id := strings.ToLower(r.Option("topic"))
		if id == "" {
			card := view.HelpCard(env.Referee.Catalog().All(), choices)
			card.Links = env.Pages
			return view.Reply{Card: card, To: view.UpdateEphemeral{}}, nil
		}
		i := slices.IndexFunc(topics, func(t topic) bool { return t.id == id })
		if i < 0 {
			return view.Reply{}, core.Refuse("There is no topic %s: `/help` lists them.", games.Quote(id))
		}
		return view.Reply{Card: view.TopicCard(topics[i].title, topics[i].text, choices), To: view.UpdateEphemeral{}}, nil
	},
}

// A topic of help describes some commands in at most 280 characters. Each public command is in one
// topic.
type topic struct{ id, title, text string }

var topics = []topic{
	{"playing", "Playing", "`/play` starts everything.\n" +
		"`/challenge` makes a match as you like it, against me or somebody else.\n" +
		"`/accept` and `/decline` answer a challenge, `/cancel` withdraws yours.\n" +
		"`/rematch` plays the last match again, and `/matches` lists those that you are in."},
	{"moves", "Moves", "Press the buttons of the board, or write your move, with `/move` or without.\n" +
		"`/board` brings the board here. `/hint` helps you.\n" +
		"`/takeback` asks for your move back. `/resign` gives up.\n" +
		"`/claim` wins when your opponent's time is over."},
	{"learning", "Puzzles and lessons", "`/puzzle` asks for the winning move, every day anew.\n" +
		"`/learn` teaches how to win, lesson by lesson.\n" +
		"`/rules` explains a game, and `/variants` lists all of them."},
	{"tournaments", "Tournaments", "`/tournament` shows those of this server, with a button to join.\n" +
		"In an arena whoever is free plays, in a Swiss equals meet, and in a knockout whoever loses is out.\n" +
		"Each meeting is two games in a thread of its own. Or one plays all at once. With `starts:` it begins by itself."},
	{"classes", "Classes", "`/class` shows the classes that you teach or are in.\n" +
		"Whoever makes one is its teacher: give it lessons, puzzles of mine or of yours or wins to do, and see how far everybody is.\n" +
		"Before you join one it says what its teacher will see. If you leave, that ends."},
	{"ratings", "Ratings", "Rated matches count, as two games from one start.\n" +
		"`/leaderboard` shows the best players, and `/profile` how somebody has done.\n" +
		"`/honour` lists those who have beaten me at my best."},
	{"records", "Records", "`/history` lists the matches that you have finished.\n" +
		"`/replay` shows one move by move, with what was missed.\n" +
		"`/export` gives you a file of it.\n" +
		"`/follow` has me tell you when a match of others is over."},
	{"settings", "Settings and privacy", "`/settings` changes how boards look, when I ping you and what else I tell you unasked.\n" +
		"`/privacy` shows what is stored about you, or deletes it."},
	{"study", "For students", "`/analyze` says who wins and why.\n" +
		"`/table` prints values over a pattern.\n" +
		"`/phase` draws a row of Partizan End-Nim, and `/thresholds` says which of its end piles win.\n" +
		"`/help command:analyze` says more about a command."},
	{"servers", "For server owners", "`/settings` says where I may play, how well, and whether matches get threads.\n" +
		"`/end` ends a match that is stuck, without a winner.\n" +
		"Those who may manage the server can do both."},
}

func explained(c *core.Command) *view.Card {
	card := &view.Card{Title: "/" + c.Name, Body: c.Summary + ".", Actions: []view.Action{{Label: "Help", Command: view.HelpName}}}
	for _, o := range c.Visible() {
		lines := []string{o.Summary + "."}
		if o.Required {
			lines[0] += " Required."
		}
		for _, choice := range o.Choices {
			lines = append(lines, fmt.Sprintf("`%s` %s", choice.Value, choice.Label))
		}
		card.Fields = append(card.Fields, view.Field{Name: o.Name, Value: strings.Join(lines, "\n")})
	}
	return card
}

// completeCommand offers commands by prefix.
func completeCommand(_ context.Context, _ *core.Env, _ *core.Request, typed string) []view.Choice {
	var choices []view.Choice
	for _, c := range Commands() {
		if words.HasPrefixFold(c.Name, strings.TrimPrefix(strings.TrimSpace(typed), "/")) {
			choices = append(choices, view.Choice{Label: c.Name, Value: c.Name})
		}
	}
	return choices
}

var rulesCommand = &core.Command{
	Name:    "rules",
	Summary: "Explain how a game is played and won",
	Options: []core.Option{core.VariantOption("The game, such as end-nim")},
	Private: true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		v, err := env.Variant(r)
		if err != nil {
			return view.Reply{}, err
		}
		card := &view.Card{
			Title: v.Name,
			Body:  v.Rules.Summary,
			Fields: []view.Field{
				{Name: "Your turn", Value: v.Rules.Turn},
				{Name: "The end", Value: v.Rules.End},
				{Name: "Writing moves", Value: v.Rules.Moves},
			},
		}
		known := solver.FamilyOf(v)
		if statement := known.Statement(v); statement != "" {
			card.Fields = append(card.Fields, view.Field{Name: "Who wins", Value: statement + " (" + known.Source(v) + ")"})
		}
		card.Drawing, err = exampleMatch(ctx, env, v)
		if err != nil {
			return view.Reply{}, err
		}
		card.Fields = append(card.Fields, view.Field{Name: "Try it", Value: fmt.Sprintf("`/challenge variant:%s position:%s first:me`", v.ID, v.Rules.Example)})
		return view.Reply{Card: card}, nil
	},
}

// exampleTurns bounds the decisions of an example match.
const exampleTurns = 11

// exampleMatch plays the example position of a game out, both sides perfectly. If that takes too
// long to read, the loser hurries.
func exampleMatch(ctx context.Context, env *core.Env, v *games.Variant) (string, error) {
	text, over, err := playExample(ctx, env, v, false)
	if err == nil && !over {
		text, _, err = playExample(ctx, env, v, true)
	}
	return text, err
}

// playExample plays the example; over is true if it has come to an end.
func playExample(ctx context.Context, env *core.Env, v *games.Variant, hurry bool) (text string, over bool, err error) {
	m, err := games.NewMatch(v, v.Rules.Example, games.Left)
	if err != nil {
		return "", false, err
	}
	names := map[games.Side]string{games.Left: "Ann", games.Right: "Bob"}
	if v.Partizan {
		names = map[games.Side]string{games.Left: games.Left.Name(), games.Right: games.Right.Name()}
	}
	lines := []string{"An example from " + m.Start().String() + ":"}
	split := false // one was shown
	for range exampleTurns {
		if winner, over := m.Winner(); over {
			return strings.Join(append(lines, names[winner]+" wins."), "\n"), true, nil
		}
		move, err := exampleDecision(ctx, env, v, m.Position(), hurry, !split)
		if err != nil {
			return "", false, err
		}
		split = split || move.Kind == games.Split
		turn := m.Position().Turn()
		who := names[turn.Actor]
		if turn.Actor != turn.Owner {
			who += " for " + names[turn.Owner]
		}
		if m, err = m.Play(turn.Actor, move); err != nil {
			return "", false, err
		}
		left := m.Position().String()
		if left == "0" {
			left = "(empty)"
		}
		lines = append(lines, fmt.Sprintf("%-11s %-5s -> %s", who, move, left))
	}
	if winner, over := m.Winner(); over {
		return strings.Join(append(lines, names[winner]+" wins."), "\n"), true, nil
	}
	return strings.Join(append(lines, "and so on"), "\n"), false, nil
}

// exampleDecision is a move of the perfect level. A winning split comes first if the example has
// shown none yet. A loser in a hurry takes a whole pile.
func exampleDecision(ctx context.Context, env *core.Env, v *games.Variant, p games.Position, hurry, split bool) (games.Move, error) {
	winning, _, err := env.Referee.Solver().Winning(ctx, v, p, maxMovesSearched)
	if err != nil && !errors.Is(err, solver.ErrBudget) {
		return games.Move{}, err
	}
	if i := slices.IndexFunc(winning, func(m games.Move) bool { return m.Kind == games.Split }); split && i >= 0 {
		return winning[i], nil
	}
	if some := view.ExampleMoves(p); len(winning) == 0 && hurry && len(some) > 0 {
		if all, err := p.Read(some[0].Where + " all"); err == nil {
			if _, err := p.Play(all); err == nil {
				return all, nil
			}
		}
	}
	if len(winning) > 0 {
		best := winning[0]
		for _, move := range winning {
			if move.Count > best.Count {
				best = move
			}
		}
		return best, nil
	}
	// Without errors nothing is drawn at random.
	step, err := env.Referee.Solver().Choose(ctx, v, p, 0, rand.New(rand.NewPCG(0, 0)))
	return step.Move, err
}

var variantsCommand = &core.Command{
	Name:    "variants",
	Summary: "List the games that can be played",
	Private: true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		reply, err := door(ctx, env, r)
		if err == nil {
			menus := reply.Card.Menus
			menus[len(menus)-1].Brief = false // the command is about the games
		}
		return reply, err
	},
}
