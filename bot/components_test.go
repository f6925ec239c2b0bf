package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/words"
	"nimatron/match"
	layout "nimatron/picture/drawing"
)

// known returns a bot that knows its own user.
func known() *bot {
	client, _ := transport.New(transport.Config{})
	b := &bot{log: quiet, timing: defaultTiming, pictures: newPictures(quiet), client: client}
	b.Named("42")
	return b
}

// flat returns all components of a list in reading order, nested ones included.
func flat(list []discordgo.MessageComponent) []discordgo.MessageComponent {
	var all []discordgo.MessageComponent
	for _, c := range list {
		all = append(all, c)
		switch c := c.(type) {
		case discordgo.Container:
			all = append(all, flat(c.Components)...)
		case discordgo.ActionsRow:
			all = append(all, flat(c.Components)...)
		}
	}
	return all
}

// texts returns the texts of a message, one a line.
func texts(m message) string {
	var list []string
	for _, c := range flat(m.Components) {
		if text, ok := c.(discordgo.TextDisplay); ok {
			list = append(list, text.Content)
		}
	}
	return strings.Join(list, "\n")
}

func TestDrawKeepsWithinLimits(t *testing.T) {
	long := strings.Repeat("🎲ab ", 5000)
	rules := func(game string) input.Call { return input.Rules.With(input.RulesInput{Game: input.Game(game)}) }
	var actions []view.Action
	var fields []view.Field
	var choices []view.Choice
	for i := range 60 {
		fields = append(fields, view.Field{Name: long, Value: long})
		actions = append(actions, view.Action{Label: long, Call: rules(fmt.Sprint(i))})
		choices = append(choices, view.Choice{Label: long, Value: fmt.Sprint(i)})
	}
	fields[3] = view.Field{Name: "", Value: "x"}
	fields[4] = view.Field{Name: "x", Value: " "}
	actions[3] = actions[2]       // the same custom id twice
	actions[4].Call = rules(long) // too long for a custom id
	choices[3] = choices[2]
	choices[4].Value = long
	menu := view.Menu{Prompt: long, Call: input.Rules.Call(), Option: "game", Choices: choices}
	menus := []view.Menu{menu, menu, {Call: input.Rules.Call(), Option: "game"}}
	for _, card := range []*view.Card{
		{Title: long, Body: long, Drawing: long, Fields: fields, Footer: long, Menus: menus, Actions: actions},
		{Title: long, Fields: fields},
		{Body: long},
		{Drawing: long, Footer: long},
		{Menus: menus, Actions: actions},
	} {
		m := known().draw(t.Context(), front.Message{Text: long, Card: card, Notify: []string{"1", "2"}})
		if all := texts(m); words.Length(all) > maxText+10 || !strings.Contains(all, "<@1>") || !strings.Contains(all, "<@2>") {
			t.Errorf("a text of %d", words.Length(all))
		}
		all := flat(m.Components)
		if len(all) > maxComponents {
			t.Errorf("%d components", len(all))
		}
		seen := map[string]bool{}
		for _, c := range all {
			id := ""
			switch c := c.(type) {
			case discordgo.ActionsRow:
				if len(c.Components) == 0 || len(c.Components) > maxRow {
					t.Errorf("%d in a row", len(c.Components))
				}
			case discordgo.TextDisplay:
				if strings.Count(c.Content, "```")%2 != 0 {
					t.Error("the drawing's block is not closed")
				}
			case discordgo.Button:
				if id = c.CustomID; words.Length(c.Label) > maxLabel {
					t.Errorf("a label of %d", words.Length(c.Label))
				}
			case discordgo.SelectMenu:
				if id = c.CustomID; len(c.Options) == 0 || len(c.Options) > maxChoices || words.Length(c.Placeholder) > maxPrompt {
					t.Errorf("menu %+v", c)
				}
			}
			if id != "" && (seen[id] || len(id) > maxCustomID) {
				t.Errorf("the custom id %q", id)
			}
			seen[id] = true
		}
	}
}

func TestDrawNotifiesNobodyElse(t *testing.T) {
	text := "@everyone @here <@&7> <@8> " + view.Mention("9") + " " + view.Mention(match.BotID)
	m := known().draw(t.Context(), front.Message{Text: text, Card: &view.Card{Body: text}, Notify: []string{"9", "9", match.BotID, "42", "local:x", "5"}})
	if got := fmt.Sprint(m.AllowedMentions.Users); got != "[9 5]" {
		t.Errorf("notified: %s", got)
	}
	data := must.Get(json.Marshal(known().draw(t.Context(), front.Message{Text: text})))(t)
	if want := `"allowed_mentions":{"parse":[],"replied_user":false}`; !strings.Contains(string(data), want) {
		t.Errorf("%s has no %s", data, want)
	}
	said := m.Components[0].(discordgo.TextDisplay).Content
	if !strings.Contains(said, "<@42>") || !strings.HasSuffix(said, " <@5>") {
		t.Errorf("it says %q", said)
	}
}

func TestDrawSmallThings(t *testing.T) {
	b := known()
	draw := func(text string, card *view.Card) message {
		return b.draw(t.Context(), front.Message{Text: text, Card: card})
	}
	if texts(draw("", nil)) == "" {
		t.Error("an empty message")
	}
	m := draw("x", &view.Card{Actions: []view.Action{{Call: input.Help.Call()}}})
	if _, row := m.Components[len(m.Components)-1].(discordgo.ActionsRow); !row || len(m.Components) != 2 {
		t.Errorf("a card of buttons alone: %+v", m)
	}
	if got := texts(draw("", &view.Card{Drawing: "a```b\n"})); got != "```\na'''b\n```" {
		t.Errorf("drawing %q", got)
	}
	if got := texts(draw("", &view.Card{Title: "a_b", Body: "c", Fields: []view.Field{{Name: "d", Value: "e"}}, Footer: "f\ng"})); got != "### a\\_b\nc\n**d**\ne\n-# f · g" {
		t.Errorf("card %q", got)
	}
	if got := b.expand(view.Mention("local:p*1")); got != "**p1**" {
		t.Errorf("somebody of the terminal is %q", got)
	}
	if got := (&bot{}).expand(view.Mention(match.BotID)); got != "**Nimatron**" {
		t.Errorf("the bot, before it knows itself, is %q", got)
	}
}

// blank is an empty picture.
func blank(context.Context) (*layout.Drawing, error) {
	return &layout.Drawing{Width: 40, Height: 20}, nil
}

// A picture replaces the drawing if it is drawn in time.
func TestPictures(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := known()
		never := make(chan struct{})
		t.Cleanup(func() { close(never) })
		for name, test := range map[string]struct {
			layOut func(context.Context) (*layout.Drawing, error)
			shown  bool
		}{
			"drawn":  {blank, true},
			"failed": {func(context.Context) (*layout.Drawing, error) { return nil, errors.New("no ink") }, false},
			"panics": {func(context.Context) (*layout.Drawing, error) { panic("no paper") }, false},
			"late":   {func(ctx context.Context) (*layout.Drawing, error) { <-never; return blank(ctx) }, false},
		} {
			began := time.Now()
			m := b.draw(t.Context(), front.Message{Card: &view.Card{Drawing: "as text", Picture: &view.Picture{Name: "board.png", Alt: "Piles 3 and 5.", LayOut: test.layOut}}})
			if took := time.Since(began); took > pictureTime {
				t.Errorf("%s: after %v", name, took)
			}
			if got := strings.Contains(texts(m), "as text"); got == test.shown || len(m.files) > 0 != test.shown {
				t.Errorf("%s: the drawing is there: %v, %d files", name, got, len(m.files))
			}
			if got := strings.Contains(texts(m), noPicture); got == test.shown {
				t.Errorf("%s: it is said that there is no picture: %v", name, got)
			}
			data := must.Get(json.Marshal(m.encodable(false)))(t)
			if got := strings.Contains(string(data), `"items":[{"media":{"url":"attachment://board.png"},"description":"Piles 3 and 5."`); got != test.shown {
				t.Errorf("%s: %s", name, data)
			}
		}
	})
}

// Discord accepts messages with pictures, files, menus and forms.
func TestMenusFormsAndPictures(t *testing.T) {
	bubble(t, func(t *testing.T) {
		form := &view.Form{Title: "Other", Call: input.Move.Call(), Inputs: []view.Input{{Option: "move", Label: "How many?", Required: true}}}
		var asked []string
		f := &fake{do: func(_ context.Context, r commands.Request) view.Reply {
			asked = append(asked, fmt.Sprint(r.Command, r.Options, r.Subject))
			if r.Command == "rules" && r.Options["game"] == "form" {
				return view.Reply{Form: form}
			}
			choices := []view.Choice{{Label: "form", Value: "form"}, {Label: "end-nim (a row)", Value: "end-nim"}}
			menu := view.Menu{Prompt: "Which?", Call: input.Rules.Call(), Option: "game", Choices: choices, Chosen: "end-nim", Subject: r.Subject}
			return view.Reply{Text: "chosen", Files: twoFiles, Card: &view.Card{
				Title: "Menus", Drawing: "as text", Menus: []view.Menu{menu, menu, {Prompt: "Who?", Call: input.Profile.Call(), Option: "player", People: true}},
				Picture: &view.Picture{Name: "board.png", Alt: "Piles.", LayOut: blank},
			}}
		}}
		w := serveFake(t, f)
		m := w.answer(w.alice.Slash(w.general, "match board"))
		if menus := m.Menus(); len(menus) != 2 || len(m.Files) != 3 {
			t.Fatalf("%d menus, %d files", len(menus), len(m.Files))
		} else if o := menus[0].Options; o[0].Default || !o[1].Default {
			t.Errorf("chosen is not only the second of %v", o)
		}
		w.answer(w.alice.Select(m, m.Menus()[1].CustomID, "end-nim"))
		opened := w.alice.Tap(m, "form")
		shown := must.Get(opened.Modal(soon(t)))(w)
		w.answer(w.alice.Submit(opened, map[string]string{shown.Inputs[0].CustomID: " L-2 "}))
		want := "[match boardmap[] { 0 0} rulesmap[game:end-nim] { 0 0} rulesmap[game:form] { 0 0} movemap[move:L-2] { 0 0}]"
		if got := fmt.Sprint(asked); got != want {
			t.Errorf("asked %s, want %s", got, want)
		}
	})
}

// An unknown form is answered, whether it has a message or not.
func TestUnknownForms(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		for _, data := range []string{
			`{"custom_id":"whatever","components":[]}`,
			`{"custom_id":"n1:move::","components":null}`,
			`{"custom_id":"n1:move::","components":[{"type":18,"component":{"type":3,"custom_id":"move","values":["1"]}}]}`,
			`{"custom_id":"n1:move:::move","components":[{"type":1,"components":[{"type":4,"custom_id":"move","value":"L-1"}]}]}`,
			`{"custom_id":7}`, `{"components":[7]}`, `null`, `7`,
		} {
			m := w.answer(w.alice.Interact(w.general, 5, data))
			if !m.Ephemeral {
				t.Errorf("%s: everybody sees %q", data, m.Text())
			}
		}
	})
}

// Each input of a form has its own label and a suitable type.
func TestFormsAreLabels(t *testing.T) {
	three := []view.Choice{{Label: "One", Value: "1"}, {Label: "Two", Value: "2", Detail: "more"}, {Label: "Three", Value: "3"}}
	f := &view.Form{Title: "Form", Call: input.Challenge.With(input.ChallengeInput{Rated: true}), Inputs: []view.Input{
		{Option: "position", Label: strings.Repeat("long ", 20), Help: "Piles", Value: "3 5 2", Example: "such as 1 2"},
		{Option: "size", Label: "Size", Choices: three, Value: "2", Required: true},
		{Option: "game", Label: "Game", Choices: append(three, view.Choice{Label: "Four", Value: "4"}), Required: true},
		{Option: "opponent", Label: "Whom", People: true, Value: "12"},
		{Option: "first", Label: "First", Choices: three},
	}}
	drawn, ok := drawForm(f)
	if !ok {
		t.Fatal("the form is not drawn")
	}
	data := must.Get(json.Marshal(drawn))(t)
	want := `{"custom_id":"n1:challenge::rated=true","title":"Form","components":[` +
		`{"type":18,"label":"long long long long long long long long long…","description":"Piles","component":{"type":4,"custom_id":"position","required":false,"placeholder":"such as 1 2","style":1,"value":"3 5 2"}},` +
		`{"type":18,"label":"Size","component":{"type":21,"custom_id":"size","required":true,"options":[{"label":"One","value":"1"},{"label":"Two","value":"2","description":"more","default":true},{"label":"Three","value":"3"}]}},` +
		`{"type":18,"label":"Game","component":{"type":3,"custom_id":"game","required":true,"options":[{"label":"One","value":"1"},{"label":"Two","value":"2","description":"more"},{"label":"Three","value":"3"},{"label":"Four","value":"4"}]}},` +
		`{"type":18,"label":"Whom","component":{"type":5,"custom_id":"opponent","required":false,"default_values":[{"id":"12","type":"user"}]}},` +
		`{"type":18,"label":"First","component":{"type":3,"custom_id":"first","required":false,"options":[{"label":"One","value":"1"},{"label":"Two","value":"2","description":"more"},{"label":"Three","value":"3"}]}}]}`
	if got := strings.NewReplacer(`,"description":""`, "", `,"default":false`, "").Replace(string(data)); got != want {
		t.Errorf("it is\n%s, want\n%s", got, want)
	}
	for name, spoil := range map[string]func(){
		"two inputs of one name": func() { f.Inputs[0].Option = "size" },
		"no choice":              func() { f.Inputs[1].Choices = []view.Choice{} },
		"six inputs":             func() { f.Inputs = append(f.Inputs, view.Input{Option: "side", Label: "Side"}) },
		"no label":               func() { f.Inputs[0].Label = "" },
	} {
		whole := slices.Clone(f.Inputs)
		spoil()
		if _, ok := drawForm(f); ok {
			t.Errorf("%s: it is drawn", name)
		}
		f.Inputs = whole
	}
}

// Inputs are read from inside their labels.
func TestFormsAreRead(t *testing.T) {
	in := must.Get(readInteraction([]byte(`{"id":"1","token":"t","channel_id":"2","type":5,"user":{"id":"3"},"data":{"custom_id":"n1:move::","components":[
		{"type":18,"component":{"type":4,"custom_id":"text","value":" 3 5 "}},
		{"type":18,"component":{"type":4,"custom_id":"empty","value":""}},
		{"type":18,"component":{"type":3,"custom_id":"menu","values":["a"]}},
		{"type":18,"component":{"type":3,"custom_id":"nothing","values":[]}},
		{"type":18,"component":{"type":21,"custom_id":"radio","value":"b"}},
		{"type":18,"component":{"type":21,"custom_id":"none","value":null}},
		{"type":18,"component":{"type":5,"custom_id":"person","values":["12"]}}],
		"resolved":{"users":{"12":{"id":"12","username":"ann"}},"members":{"12":{"nick":"Ann"}}}}}`)))(t)
	req, err := (&interaction{interactionEvent: in, bot: new(bot)}).Request()
	if got, want := fmt.Sprint(req.Options, req.People["person"].ID), "map[menu:a person:Ann radio:b text:3 5]12"; got != want || err != nil {
		t.Errorf("it reads %s, want %s; %v", got, want, err)
	}
}

// A private answer to a form never replaces the message with the form's button.
func TestFormOfAMessage(t *testing.T) {
	for data, want := range map[string]bool{`"message":{"id":"9"},`: false, "": true} {
		in := must.Get(readInteraction([]byte(`{"id":"1","token":"t","channel_id":"2","type":5,"user":{"id":"3"},` + data + `"data":{"custom_id":"n1:hint::"}}`)))(t)
		i := new(bot).accept(in)
		if i.timer.Stop(); i.private != want {
			t.Errorf("with %q the deferral is private: %v", data, i.private)
		}
	}
}

// In all games, from large starts down to the last move, a board's message has all its keys.
func TestDrawnKeysFit(t *testing.T) {
	for _, v := range catalog.Standard.All() {
		r := rand.New(rand.NewPCG(3, 4))
		for range 4 {
			p := must.Get(v.Parse(v.Generate(r, games.Large), games.Left))(t)
			for !games.Over(p) {
				subject := view.Subject{Kind: view.MatchSubject, ID: 1 << 40, Version: 1000}
				card := &view.Card{Title: "title", Body: "body", Footer: "footer", Question: "**x**", Actions: []view.Action{
					{Label: "Hint", Call: input.Hint.Call(), Subject: subject}, {Label: "Follow", Call: input.Follow.Call(), Subject: subject}}}
				keys := view.BoardKeys(v, p, "")
				keys.Subject = subject
				if places := p.Places(); r.IntN(2) == 0 && p.Turn().Decision == games.WholeMove {
					keys.Where = places[r.IntN(len(places))].Name
				}
				keys.Offer(card)
				all := flat(known().draw(t.Context(), front.Message{Text: "text", Card: card}).Components)
				buttons, menus := 0, 0
				for _, c := range all {
					switch c.(type) {
					case discordgo.Button:
						buttons++
					case discordgo.SelectMenu:
						menus++
					}
				}
				// One component is left for the picture.
				if want := len(slices.Concat(card.Taps...)) + 2; len(all) > maxComponents-1 || buttons != want || menus != len(card.Menus) {
					t.Fatalf("%s %s: %d components, %d of %d buttons, %d of %d menus", v.ID, p, len(all), buttons, want, menus, len(card.Menus))
				}
				var steps []games.Step
				for step := range p.Options() {
					steps = append(steps, step)
				}
				p = steps[r.IntN(len(steps))].Position
			}
		}
	}
}
