package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	tournamentcmd "nimatron/commands/tournament"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
)

var helpCommand = core.New(input.Help, core.Command{
	Options: []core.Option{{Name: "topic", Complete: completeTopic}},
	Summary: "List commands, or explain one",
	Private: true,
}, func(_ context.Context, env *core.Env, _ *core.Request, in *input.HelpInput) (view.Reply, error) {
	choices := words.Each(topics, func(t topic) view.Choice { return view.Choice{Label: t.title, Value: t.id} })
	id := strings.ToLower(strings.TrimPrefix(in.Topic, "/"))
	if id == "" {
		card := doorCard(env, "")
		card.Menus, card.Links = append([]view.Menu{topicsMenu(choices)}, card.Menus...), env.Pages
		return view.Reply{Card: card, To: view.UpdateEphemeral{}, Overt: true}, nil
	}
	i := slices.IndexFunc(topics, func(t topic) bool { return t.id == id })
	c, _ := Split(id)
	if i < 0 && c != nil && !c.Tapped {
		return view.Reply{Card: explained(c), Overt: true}, nil
	}
	if i < 0 {
		return view.Reply{}, core.Refuse("There is no topic %s. `/help` lists them.", games.Quote(id))
	}
	card := &view.Card{Title: topics[i].title, Body: topics[i].text, Menus: []view.Menu{topicsMenu(choices)},
		Actions: []view.Action{{Label: "Back to the start", Call: input.Play.Call()}}}
	return view.Reply{Card: card, To: view.UpdateEphemeral{}, Overt: true}, nil
})

// A topic of help describes some commands in at most 280 characters. Each public command is in one
// topic.
type topic struct{ id, title, text string }

var topics = []topic{
	{"playing", "Playing", "`/play` starts everything.\n" +
		"`/challenge` sets up a match the way you want it, against me or somebody else.\n" +
		"`/match cancel` withdraws your challenge, and `/match rematch` plays the last match again.\n" +
		"`/match list` shows your running matches."},
	{"moves", "Moves", "Press the board's buttons, or type your move, with or without `/move`.\n" +
		"`/match board` brings the board here. `/hint` helps you.\n" +
		"`/match takeback` takes back your last move. `/match resign` gives up.\n" +
		"`/match claim` claims the win when your opponent runs out of time."},
	{"learning", "Puzzles and lessons", "`/puzzle today` has five boards every day. Find the moves that win.\n" +
		"`/learn` teaches you to win, lesson by lesson. `/puzzle drill` drills the rule you break most.\n" +
		"`/rules` explains a game, and `/play` lists all games."},
	{"tournaments", "Tournaments", "`/tournament list` shows this server's, with a button to join.\n" +
		tournamentcmd.Formats() + "\nEach pairing is two games in its own thread, unless one plays all."},
	{"races", "Races", "`/race start` starts a race: everybody gets the same boards, and taps the moves that win.\n" +
		"`/race join` joins the one in this channel. Its starter ends it early with `/race stop`.\n" +
		"`/leaderboard races` lists the best."},
	{"classes", "Classes", "`/class list` shows the classes that you teach or are in.\n" +
		"Teachers assign lessons, puzzles and wins, and see everybody's progress.\n" +
		"Before you join a class you see what its teacher will see."},
	{"ratings", "Ratings", "Rated matches are two games from one start.\n" +
		"`/leaderboard ratings` lists the best players, and `/profile` shows somebody's results."},
	{"records", "Records", "`/history` lists your finished matches.\n" +
		"`/review` steps through one, shows what was missed, and gives you its file.\n" +
		"`/match follow` tells you when the match in a channel ends."},
	{"settings", "Settings and privacy", "`/settings me` changes how boards look and when I ping you.\n" +
		"`/settings privacy show` shows what I store about you. `/settings privacy delete` deletes it."},
	{"study", "For students", "`/study analyze` says who wins and why. **Proof** under it gives a proof that a program can check.\n" +
		"In a terminal, `nimatron value` says what a position is worth in sums."},
	{"servers", "For server managers", "`/settings server` sets where I play and how well; its `races` and `class-role`, who starts those.\n" +
		"`/manage end-match` and `/manage end-classes` end matches and classes.\n" +
		"`/manage shut-out` keeps a person out, `/manage let-in` lets them in, `/manage shut-out-list` lists them."},
}

func explained(c *core.Command) *view.Card {
	card := &view.Card{Title: "/" + c.Name, Body: c.Summary + ".", Actions: []view.Action{{Label: "Help", Call: input.Help.Call()}}}
	for _, sub := range core.Offered(c.Subcommands) {
		card.Fields = append(card.Fields, view.Field{Name: "/" + sub.Name, Value: sub.Summary + "."})
	}
	for _, o := range c.Options {
		lines := []string{o.Summary + "."}
		if o.Required {
			lines[0] += " Required."
		}
		lines = append(lines, words.Each(o.Choices, func(c view.Choice) string { return fmt.Sprintf("`%s` %s", c.Value, c.Label) })...)
		card.Fields = append(card.Fields, view.Field{Name: o.Name, Value: strings.Join(lines, "\n")})
	}
	return card
}

func completeTopic(_ context.Context, _ *core.Env, _ *core.Request, typed string) (choices []view.Choice) {
	typed = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(typed), "/"))
	for _, t := range topics {
		if strings.Contains(strings.ToLower(t.title), typed) || strings.HasPrefix(t.id, typed) {
			choices = append(choices, view.Choice{Label: t.title, Value: t.id})
		}
	}
	for c := range core.Runnable(Commands()) {
		if strings.HasPrefix(c.Name, typed) {
			choices = append(choices, view.Choice{Label: "/" + c.Name, Value: c.Name})
		}
	}
	return choices
}
