package commands_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/games/gamestest/walk"
)

// tapped collects the results of all taps on a board.
type tapped struct {
	moves   []string // moves played directly, in canonical form
	boards  []commands.Request
	others  int // buttons that open a form
	choices int // in the largest menu
}

// label matches allowed labels: words for places and moves.
var label = regexp.MustCompile(`^((Left|Right|Pile [0-9]+|[A-Z]*[0-9]*|[a-z]): )?(take [0-9,]+|[0-9,]+|all [0-9,]+|say [0-9,]+)( box| boxes)?$|` +
	`^(Pile [0-9]+ → )?[0-9,]+ and [0-9,]+$|^(Left|Right|Pile [0-9]+|[a-z]) · [0-9,]+$|^name pile [0-9]+$|^Go to [a-z]$|^(Back|Other…)$`)

// tapsOf collects the taps of a board.
func (r *room) tapsOf(card *view.Card) (found tapped) {
	r.Helper()
	add := func(text, command string, options map[string]string, subject view.Subject) {
		if !label.MatchString(text) {
			r.Errorf("a label %q", text)
		}
		req := commands.Request{Command: command, Options: options, By: person("p1"), Channel: "lobby", Subject: subject}
		switch {
		case command == "move":
			found.moves = append(found.moves, options["move"])
		case options["other"] != "":
			found.others++
		case strings.Contains(text, ": take 1"): // this one is played directly
			found.moves = append(found.moves, options["where"]+"-1")
		case options["where"] != "":
			found.boards = append(found.boards, req)
		}
	}
	for _, m := range card.Menus {
		found.choices = max(found.choices, len(m.Choices))
		for _, c := range m.Choices {
			options := map[string]string{m.Option: c.Value}
			maps.Copy(options, m.Options())
			add(c.Label, m.Command, options, m.Subject)
		}
	}
	for _, a := range slices.Concat(card.Taps...) {
		add(a.Label, a.Command, a.Options(), a.Subject)
	}
	return found
}

// started starts a match between two people from a position.
func (r *room) started(variant, position string) view.Reply {
	r.Helper()
	r.expect("p1", "/challenge game:"+variant+" opponent:p2 first:me position:"+position)
	return r.expect("p2", "/match accept")
}

// In every game, two taps reach exactly the legal moves.
func TestTwoTapsReachEveryMove(t *testing.T) {
	boards := map[*catalog.Catalog]map[string][]string{
		catalog.Standard: {
			"nim": {"1", "3 5", "1 1 1 1 1 1", "9 1 2 3 4 5 6", "25 25"}, "end-nim": {"3 5 2", "20", "2 9 25"}, "end-nim/loop": {"4 1 7"},
			"partizan-end-nim": {"8 3 5", "33"}, "split-nim/2": {"4", "9 8 7", "33", "1 2 1 4 1 6 1"}, "split-nim/-2": {"4 7 12"},
			"move-reverse-nim": {"2 5", "1 2 3 4 5 6 7 8", "1 [9] 2"}, "total-reverse-nim": {"2 9 4"},
		},
		walk.Catalog: {"walk": {"a", "x"}},
	}
	for c, variants := range boards {
		for variant, positions := range variants {
			for _, position := range positions {
				if strings.Contains(position, "[") {
					continue // no match can start there
				}
				r := newQuietRoom(t, c)
				card := r.started(variant, position).Card
				first := r.tapsOf(card)
				moves := first.moves
				for _, half := range first.boards {
					half.By = person(r.last().Actor().ID)
					reply := r.service.Do(t.Context(), half)
					if reply.To != (view.UpdateClicked{}) || !strings.Contains(text(reply), "[Back]") || !strings.Contains(reply.Card.Question, "ow many from ") {
						t.Errorf("%s from %s: half a choice is answered by %s", variant, position, text(reply))
					}
					moves = append(moves, r.tapsOf(reply.Card).moves...)
				}
				g := r.last()
				var want []string
				for step := range g.Play.Position().Options() {
					want = append(want, step.Move.String())
				}
				slices.Sort(moves)
				slices.Sort(want)
				if !slices.Equal(moves, want) {
					t.Errorf("%s from %s: the taps are\n%s\nthe moves are\n%s", variant, position, moves, want)
				}
			}
		}
	}
}

// However large the board is, its taps are bounded and computed at once, and a form covers the
// rest.
func TestTapsOfLargeBoards(t *testing.T) {
	const huge = "1000000000000000000"
	for _, start := range []struct{ variant, position, where, typed, want string }{
		{"end-nim", huge + " 3 " + huge, "L", "999999999999999999", "L-999999999999999999"},
		{"nim", strings.TrimSpace(strings.Repeat(huge+" ", 1000)), "777", "all", "777-" + huge},
		{"nim", strings.TrimSpace(strings.Repeat("1 ", 1000)), "", "1000-1", "1000-1"},
		{"split-nim/0", huge, "", "1=1+999999999999999999", "1=1+999999999999999999"},
		{"split-nim/3", huge + " 7", "1", "12", "1-12"},
		{"partizan-end-nim", huge + " 2", "", "77", "L-77"},
	} {
		r := newQuietRoom(t, catalog.Standard)
		reply := r.started(start.variant, start.position)
		subject := reply.Show
		where := map[string]string{"where": start.where}
		if start.where != "" {
			reply = r.service.Do(t.Context(), commands.Request{Command: "tap", Options: where, By: person("p1"), Channel: "lobby", Subject: subject})
		}
		found, taps := r.tapsOf(reply.Card), slices.Concat(reply.Card.Taps...)
		if found.others != 1 || found.choices > 25 || len(reply.Card.Menus) > 4 || len(taps) > 15 {
			t.Errorf("%s: %d forms, %d menus, %d buttons", start.variant, found.others, len(reply.Card.Menus), len(taps))
		}
		for _, a := range taps {
			if a.Label != "Other…" {
				continue
			}
			form := r.service.Do(t.Context(), commands.Request{Command: a.Command, Options: a.Options(), By: person("p1"), Channel: "lobby", Subject: a.Subject}).Form
			if form == nil || len(form.Inputs) != 1 {
				t.Fatalf("%s: the form %+v", start.variant, form)
			}
			options := map[string]string{form.Inputs[0].Option: start.typed}
			maps.Copy(options, form.Options())
			played := r.service.Do(t.Context(), commands.Request{Command: form.Command, Options: options, By: person("p1"), Channel: "lobby", Subject: form.Subject})
			if g := r.last(); len(g.Moves) != 1 || g.Moves[0].Text != start.want {
				t.Errorf("%s: %q is answered by %s", start.variant, start.typed, text(played))
			}
		}
	}
}
