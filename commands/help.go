package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
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
			card := helpCard(env.Referee.Catalog().All(), choices)
			card.Links = env.Pages
			return view.Reply{Card: card, To: view.UpdateEphemeral{}}, nil
		}
		i := slices.IndexFunc(topics, func(t topic) bool { return t.id == id })
		if i < 0 {
			return view.Reply{}, core.Refuse("There is no topic %s: `/help` lists them.", games.Quote(id))
		}
		return view.Reply{Card: topicCard(topics[i].title, topics[i].text, choices), To: view.UpdateEphemeral{}}, nil
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
