package commands_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/sum"
	"nimatron/games/takeaway"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// TestLimits checks every command and every card against Discord's limits.
func TestLimits(t *testing.T) {
	for _, c := range commands.Commands() {
		if len(c.Name) > 32 || c.Name != strings.ToLower(c.Name) {
			t.Errorf("/%s: bad name", c.Name)
		}
		if n := len([]rune(c.Summary)); n == 0 || n > 100 {
			t.Errorf("/%s: the summary has %d characters", c.Name, n)
		}
		for _, o := range c.Options {
			if n := len([]rune(o.Summary)); n == 0 || n > 100 {
				t.Errorf("/%s %s: the summary has %d characters", c.Name, o.Name, n)
			}
		}
	}
	r := newQuietRoom(t, catalog.Standard)
	for _, v := range testlong.Sample(t, catalog.Standard.All(), 2) {
		long := largest(v)
		for _, line := range []string{
			"/study analyze game:" + v.ID + " position:" + long,
			"/challenge game:" + v.ID + " first:me position:" + long,
			"/move move:" + example(t, v, long), "/hint", "/match board", "/match resign sure:true",
		} {
			checkCard(t, line[:min(len(line), 60)], r.say("p1", line))
		}
	}
}

// largest returns the largest possible position.
func largest(v *games.Variant) string {
	const most = "1000000000000000000"
	switch v.Family {
	case takeaway.FibonacciFamily:
		return most
	case depotnim.TreeFamily:
		return most + "(" + strings.Repeat(most+" ", depotnim.MaxVertices-1) + ")"
	case depotnim.ForkliftFamily:
		rows := strings.Repeat(strings.Repeat(most+" ", 20)+"/ ", depotnim.MaxVertices/20)
		return strings.TrimSuffix(rows, " / ")
	case depotnim.DepotFamily, depotnim.ColouredFamily:
		var stacks, edges strings.Builder
		for i := range depotnim.MaxVertices {
			fmt.Fprintf(&stacks, "warehouse%d=%s ", i, most)
			fmt.Fprintf(&edges, " *-warehouse%d", i)
		}
		return stacks.String() + ";" + edges.String()
	}
	piles := strings.TrimSpace(strings.Repeat(most+" ", games.MaxPiles))
	if part, ok := map[string]string{"sum": "nim ", "sum/misere": "nim/misere ", "partizan-sum": "partizan-end-nim "}[v.ID]; ok {
		return strings.Repeat(part+piles+" + ", sum.MaxParts-1) + part + piles
	}
	return piles
}

// example returns a legal move.
func example(t *testing.T, v *games.Variant, position string) string {
	p := must.Get(v.Parse(position, games.Left))(t)
	for step := range p.Options() {
		return step.Move.String()
	}
	return ""
}

func checkCard(t *testing.T, what string, reply view.Reply) {
	t.Helper()
	if n := len([]rune(reply.Text)); n > 2000 {
		t.Errorf("%s: the text has %d characters", what, n)
	}
	checkWays(t, what, reply)
	c := reply.Card
	if c == nil {
		return
	}
	total := 0
	for _, part := range []struct {
		name  string
		text  string
		limit int
	}{{"title", c.Title, 256}, {"body and drawing", c.Body + c.Drawing, 4080}, {"footer", c.Footer, 2048}} {
		n := len([]rune(part.text))
		total += n
		if n > part.limit {
			t.Errorf("%s: the %s has %d characters", what, part.name, n)
		}
	}
	for _, f := range c.Fields {
		total += len([]rune(f.Name + f.Value))
		if n := len([]rune(f.Value)); n == 0 || n > 1024 {
			t.Errorf("%s: field %s has %d characters", what, f.Name, n)
		}
	}
	if total > 6000 {
		t.Errorf("%s: %d characters in all", what, total)
	}
}

// checkWays checks that buttons, menus and forms can be read as the inputs of their commands.
func checkWays(t *testing.T, what string, reply view.Reply) {
	t.Helper()
	check := func(label string, call input.Call, more ...string) {
		c := commands.Find(call.Command)
		if c == nil {
			t.Errorf("%s: %q leads to %q, which is no command", what, label, call.Command)
			return
		}
		for name, value := range call.Options() {
			o := c.Option(name)
			if o == nil {
				t.Errorf("%s: %q sets %q, which /%s does not have", what, label, name, c.Name)
				continue
			}
			n, err := strconv.Atoi(value)
			switch {
			case len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c view.Choice) bool { return c.Value == value }),
				o.Kind == commands.Integer && (err != nil || n > o.Most), o.Kind == commands.Flag && value != "true" && value != "false":
				t.Errorf("%s: %q sets %s:%s, which /%s can't read", what, label, name, value, c.Name)
			}
		}
		for _, name := range more {
			if c.Option(name) == nil {
				t.Errorf("%s: %q asks for %q, which /%s does not have", what, label, name, c.Name)
			}
		}
	}
	for _, a := range actions(reply) {
		check(a.Label, a.Call)
	}
	if reply.Card != nil {
		for _, m := range reply.Card.Menus {
			check(m.Prompt, m.Call, m.Option)
		}
	}
	if f := reply.Form; f != nil {
		for _, in := range f.Inputs {
			check(f.Title, f.Call, in.Option)
		}
	}
}
