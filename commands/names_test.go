package commands_test

import (
	"slices"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
)

// TestTheGameThatEverybodyKnows asks for games as a newcomer does. Each is a board in two taps.
func TestTheGameThatEverybodyKnows(t *testing.T) {
	for text, start := range map[string]string{
		"/play game:the 21 game": "21", "/play game:21": "21", "/play game:Marienbad": "1 3 5 7", "/play game:the 100 game": "100",
		"can we play the 21 game? you take 1, 2 or 3": "21", "let's play marienbad": "1 3 5 7",
	} {
		r := newQuietRoom(t, catalog.Standard)
		reply := r.say("p1", text)
		label := "Play it"
		if begun := r.press("p1", reply, label); begun.Card == nil || r.last().Match.Start != start {
			t.Errorf("%s: %+v", text, begun)
		}
	}
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:marienbad first:me", "1 3 5 7")
	if g := r.last(); g.Match.Variant != "nim/misere" {
		t.Errorf("Marienbad is %s", g.Match.Variant)
	}
}

// TestGamesThatAreNotHere checks that a refusal names the closest games, and never more than five.
func TestGamesThatAreNotHere(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for text, closest := range map[string]string{"Wythoff": "Nim", "chomp": "Fork-lift Nim", "hackenbush": "Tree Nim", "Drei gewinnt": "Nim"} {
		reply := r.refuses("p1", "/play game:"+text, "I don't have", "Closest")
		if !strings.Contains(buttons(reply), closest) {
			t.Errorf("%s: %s", text, buttons(reply))
		}
		r.hasWords(text, r.press("p1", reply, closest), []string{closest})
	}
	if reply := r.say("p1", "/play game:xyzzy"); strings.Count(reply.Text, "nim") > 6 {
		t.Error(reply.Text)
	}
}

// TestMenusHaveEveryGame looks for each variant in the menus of the front door and of the pages
// behind it, with the games of the catalog and with more than fit into one menu.
func TestMenusHaveEveryGame(t *testing.T) {
	many := slices.Clone(catalog.Standard.All())
	for _, id := range strings.Fields("a b c d e f g h i j k l m n o p") {
		more := *many[0]
		more.ID, more.Name, more.Family = "game-"+id, "Game "+id, &games.Family{ID: "game-" + id, Name: "Game " + id}
		many = append(many, &more)
	}
	for _, c := range []*catalog.Catalog{catalog.Standard, catalog.New(many)} {
		r := newQuietRoom(t, c)
		found := map[string]bool{}
		choose := func(reply view.Reply) (chosen []string) {
			for _, menu := range reply.Card.Menus {
				if menu.Option != "game" {
					continue
				}
				if len(menu.Choices) > view.MaxChoices {
					t.Errorf("a menu has %d choices", len(menu.Choices))
				}
				for _, choice := range menu.Choices {
					chosen = append(chosen, choice.Value)
					found[choice.Value] = true
				}
			}
			return chosen
		}
		for _, id := range choose(r.say("p1", "/play")) {
			page := r.say("p1", "/play game:"+id)
			choose(page)
			for _, row := range page.Card.Taps {
				for _, a := range row {
					if a.Command == string(input.Play) {
						found[a.Options()["game"]] = true
					}
				}
			}
		}
		for _, v := range c.All() {
			if !found[v.ID] {
				t.Errorf("of %d variants %s is in no menu", len(c.All()), v.ID)
			}
		}
		offered := r.service.Complete(t.Context(), commands.Request{Command: string(input.Play), By: person("p1"), Channel: "lobby"}, "game", "")
		if len(offered) > view.MaxChoices || len(offered) < 20 {
			t.Errorf("%d games are offered", len(offered))
		}
	}
}

// TestNamesAreCompleted offers what people call a game.
func TestNamesAreCompleted(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for typed, want := range map[string]string{"the 21": "The 21 game", "21": "The 21 game", "marien": "Marienbad", "wyt": "Wythoff's game", "lask": "split-nim/0"} {
		offered := r.service.Complete(t.Context(), commands.Request{Command: string(input.Play), By: person("p1"), Channel: "lobby"}, "game", typed)
		if !slices.ContainsFunc(offered, func(c view.Choice) bool { return c.Value == want }) {
			t.Errorf("%q offers %v", typed, offered)
		}
	}
}
