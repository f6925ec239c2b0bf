package commands

import (
	"context"
	"slices"
	"sync"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/recent"
	"nimatron/internal/words"
)

const againName input.Name[input.None] = "form"

const maxForms = 500

// forms keeps the form that each person opened last. A refused one opens again as it was filled in. A platform
// takes no form as the answer to a form, so the refusal has a button.
type forms struct {
	mu   sync.Mutex
	last recent.Map[string, *view.Form] // by person
}

var againCommand = core.Tapped(core.New(againName, core.Command{Summary: "Open a form again", Private: true},
	func(_ context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
		if form := env.LastForm(r.By.ID); form != nil {
			return view.Reply{Form: form, To: view.Private{}}, nil
		}
		return view.Reply{}, core.Refuse("I no longer have what you typed. Open the form as before.")
	}))

func (f *forms) of(person string) *view.Form {
	f.mu.Lock()
	defer f.mu.Unlock()
	form, _ := f.last.Get(person)
	return form
}

func (f *forms) keep(person string, form *view.Form) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.last.Put(person, form); form == nil {
		f.last.Delete(person)
	}
}

// answered keeps the form of a reply, and adds to the refusal of one the button that opens it again.
func (f *forms) answered(r *core.Request, reply view.Reply) view.Reply {
	form := f.of(r.By.ID)
	switch {
	case r.Command == "settings privacy delete":
		f.keep(r.By.ID, nil)
	case reply.Form != nil:
		f.keep(r.By.ID, reply.Form)
	case !r.Filled || form == nil || form.Command != r.Command:
	case !reply.Outcome.Bad():
		f.keep(r.By.ID, nil)
	case reply.Show.Kind == view.NoSubject: // else the board has moved on
		again := *form
		again.Inputs = words.Each(form.Inputs, func(in view.Input) view.Input { return filledIn(in, r) })
		f.keep(r.By.ID, &again)
		card := view.Card{}
		if reply.Card != nil {
			card = *reply.Card
		}
		card.Actions = slices.Concat([]view.Action{{Label: "Try again", Call: againName.With(input.None{}), Style: view.Primary}}, card.Actions)
		reply.Card = &card
	}
	return reply
}

// filledIn returns an input with what a person typed or chose.
func filledIn(in view.Input, r *core.Request) view.Input {
	filled := in
	if filled.Value = r.Options[in.Option]; in.People {
		filled.Value = r.People[in.Option].ID
	}
	offered := func(v string) bool {
		return v == "" && !in.Required || slices.ContainsFunc(in.Choices, func(c view.Choice) bool { return c.Value == v })
	}
	if in.Choices != nil && slices.ContainsFunc(filled.Chosen(), func(v string) bool { return !offered(v) }) {
		return in
	}
	return filled
}
