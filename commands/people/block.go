package people

import (
	"context"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// blockSetting lists the people whom the speaker has blocked, blocks a person, or unblocks one. It has
// rows of its own, so that it ends with the data of either person.
var blockSetting = &setting[match.PersonSettings]{
	name: "block", title: "Blocked people",
	get: func(*core.Env, *core.Request, *match.PersonSettings) string {
		return "`/" + string(input.Settings) + " name:block`"
	},
	complete: func(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
		blocked, _ := env.Store.Blocked(ctx, r.By.ID) // without them there is nothing to offer
		return choicesWith(words.Each(blocked, unblockChoice), typed)
	},
	run: func(ctx context.Context, env *core.Env, r *core.Request, in *input.SettingsInput) (view.Reply, error) {
		person, undo, ok := readPerson(r, in)
		var err error
		switch {
		case in.Value == "" && in.Person.ID == "":
			return blockedReply(ctx, env, r)
		case !ok:
			return view.Reply{}, core.Refuse("Name one person, such as `/%s name:block value:@name`. `value:%s @name` unblocks.", input.Settings, view.UnblockWord)
		case undo:
			err = env.Referee.Unblock(ctx, r.By.ID, person.ID)
		default:
			err = env.Referee.Block(ctx, r.By.Player(), person)
		}
		if err != nil {
			return view.Reply{}, err
		}
		if !undo {
			return view.Reply{Card: view.Unblock(person.ID), To: view.UpdateEphemeral{}}, nil
		}
		reply, err := blockedReply(ctx, env, r)
		reply.Text = "Done. " + view.PlayerName(person.ID) + " is no longer blocked."
		return reply, err
	},
}

func unblockChoice(p match.Player) view.Choice {
	name := p.Name
	if name == "" { // blocked by an ID
		name = p.ID
	}
	return view.Choice{Label: "Unblock " + name, Value: view.UnblockWord + " " + p.ID}
}

func readPerson(r *core.Request, in *input.SettingsInput) (person match.Player, undo, ok bool) {
	if in.Person.ID != "" {
		return in.Person.Player(), false, !in.Person.Bot
	}
	words := strings.Fields(in.Value)
	if len(words) == 2 && strings.EqualFold(words[0], view.UnblockWord) {
		words, undo = words[1:], true
	}
	if len(words) != 1 {
		return person, undo, false
	}
	if person.ID, ok = r.PersonID(words[0]); !ok && undo { // a value of the list
		person.ID, ok = words[0], true
	}
	return person, undo, ok
}

func blockedReply(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	blocked, err := env.Store.Blocked(ctx, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	card := &view.Card{Title: "Blocked people", Body: "You have blocked nobody. When you decline a challenge, I offer **Block** to you alone."}
	if len(blocked) > 0 {
		card.Body = strings.Join(words.Each(blocked, func(p match.Player) string { return view.PlayerName(p.ID) }), ", ")
	}
	for some := range slices.Chunk(words.Each(blocked, unblockChoice), view.MaxChoices) {
		card.Menus = append(card.Menus, view.Menu{Prompt: "Unblock somebody", Call: view.Blocked(""), Option: "value", Choices: some})
	}
	card.Menus = append(card.Menus, view.Menu{Prompt: "Block somebody", Call: view.Blocked(""), Option: "person", People: true})
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}, nil
}
