package core

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/input"
	"nimatron/commands/view"
)

// Led is a kind of things that somebody leads: tournaments, classes.
type Led[T any] struct {
	Help  string // describes the option that names one
	Which string // asks which of several is meant; %s is their number
	// List returns the candidates of the speaker, which may have only some fields.
	List func(context.Context, *Env, *Request) ([]T, error)
	// Likely narrows down the candidates with the written name, or all if named is false.
	Likely func(r *Request, named bool, list []T) []T
	Choice func(T) view.Choice
	ID     func(T) int64
	// Read returns one in full, and refuses people who may not see it.
	Read func(ctx context.Context, env *Env, r *Request, id int64) (T, error)
	None error // the refusal of an unknown name
	// MayLead refuses people who don't lead it.
	MayLead func(context.Context, *Env, *Request, *T) error
}

// Find returns the one that a request names, or else the only likely one. If several are likely, it asks for the
// option "id" of a command.
func (l *Led[T]) Find(ctx context.Context, env *Env, r *Request, w *input.Which, again input.Call) (t T, err error) {
	if w.ID != 0 {
		return l.Read(ctx, env, r, w.ID)
	}
	list, err := l.List(ctx, env, r)
	if err != nil {
		return t, err
	}
	return l.Only(ctx, env, r, w.Name, list, again)
}

// Only returns the one of a list that has a name or, without a name, the only likely one, as Find does.
func (l *Led[T]) Only(ctx context.Context, env *Env, r *Request, name string, list []T, again input.Call) (t T, err error) {
	list = l.Likely(r, name != "", slices.DeleteFunc(slices.Clone(list), func(t T) bool {
		return name != "" && !strings.EqualFold(l.Choice(t).Value, name)
	}))
	switch len(list) {
	case 0:
		return t, l.None
	case 1:
		return l.Read(ctx, env, r, l.ID(list[0]))
	}
	number := "two"
	if len(list) > 2 {
		number = strconv.Itoa(len(list))
	}
	which := Refuse(l.Which, number)
	menu := view.Menu{Prompt: which.Text, Call: again, Option: "id", Subject: r.Subject}
	for _, t := range list[:min(len(list), view.MaxChoices)] {
		id := strconv.FormatInt(l.ID(t), 10)
		menu.Choices = append(menu.Choices, view.Choice{Label: fmt.Sprintf("%s (%s)", l.Choice(t).Label, id), Value: id})
	}
	which.Card = &view.Card{Menus: []view.Menu{menu}}
	return t, which
}

// Option is the option that names one.
func (l *Led[T]) Option() Option { return Option{Name: "name", Summary: l.Help, Complete: l.complete} }

func (l *Led[T]) complete(ctx context.Context, env *Env, r *Request, typed string) (choices []view.Choice) {
	list, _ := l.List(ctx, env, r) // without it there is nothing to offer
	for _, t := range list {
		if c := l.Choice(t); strings.Contains(strings.ToLower(c.Value), strings.ToLower(strings.TrimSpace(typed))) {
			choices = append(choices, c)
		}
	}
	return choices
}

// About makes a subcommand about one of a kind.
func About[T, In any, P interface {
	*In
	Named() *input.Which
}](l *Led[T], name input.Name[In], summary string, run func(context.Context, *Env, *Request, P, *T) (view.Reply, error), options ...Option) *Command {
	return New(name, Command{Summary: summary, Options: append(options, l.Option())},
		func(ctx context.Context, env *Env, r *Request, in *In) (view.Reply, error) {
			which := *P(in).Named()
			*P(in).Named() = input.Which{}
			t, err := l.Find(ctx, env, r, &which, name.With(*in))
			if err != nil {
				return view.Reply{}, err
			}
			*P(in).Named() = input.Which{ID: l.ID(t)} // a question in the answer is about this one too
			return run(ctx, env, r, in, &t)
		})
}

// Leads is About, for those who lead it.
func Leads[T, In any, P interface {
	*In
	Named() *input.Which
}](l *Led[T], name input.Name[In], summary string, run func(context.Context, *Env, *Request, P, *T) (view.Reply, error), options ...Option) *Command {
	return About(l, name, summary, func(ctx context.Context, env *Env, r *Request, in P, t *T) (view.Reply, error) {
		if err := l.MayLead(ctx, env, r, t); err != nil {
			return view.Reply{}, err
		}
		return run(ctx, env, r, in, t)
	}, options...)
}
