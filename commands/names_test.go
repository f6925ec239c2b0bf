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
