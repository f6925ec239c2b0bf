package core

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

// New makes a command whose options fill an In, a struct such as
//
//	Game *games.Variant `option:"game" help:"The game, such as end-nim" required:"yes"`
//	Sure bool           `button:"sure"`
//
// People are offered the fields with the tag "option"; only buttons fill those with the tag "button".
// word:"yes" marks values of a single word. c.Options adds what tags can't say: choices, completions, bounds.
func New[In any](name input.Name[In], c Command, run func(context.Context, *Env, *Request, *In) (view.Reply, error)) *Command {
	more := c.Options
	c.Name, c.Options = string(name), nil
	for _, f := range input.Fields(reflect.TypeFor[In]()) {
		name := f.Option
		o := Option{Name: name}
		if i := slices.IndexFunc(more, func(o Option) bool { return o.Name == name }); i >= 0 {
			o = more[i]
		}
		o.describe(f.StructField)
		if o.Summary == "" {
			c.Buttons = append(c.Buttons, o)
		} else {
			c.Options = append(c.Options, o)
		}
	}
	if c.Shareable {
		c.Buttons = append(c.Buttons, Option{Name: input.ShareOption, Kind: Flag})
	}
	c.Run = func(ctx context.Context, env *Env, r *Request) (view.Reply, error) {
		in := new(In)
		if err := c.read(env, r, reflect.ValueOf(in).Elem()); err != nil {
			return view.Reply{}, err
		}
		return run(ctx, env, r, in)
	}
	return &c
}

func (o *Option) describe(f reflect.StructField) {
	o.Summary = cmp.Or(o.Summary, f.Tag.Get("help"))
	o.Required, o.Word = f.Tag.Get("required") != "", f.Tag.Get("word") != ""
	switch f.Type {
	case reflect.TypeFor[input.User]():
		o.Kind = Person
	case reflect.TypeFor[*games.Variant]():
		o.Word, o.Complete = true, CompleteVariant
	case reflect.TypeFor[input.Position]():
		o.Complete = completePosition
	case reflect.TypeFor[input.SizeName]():
		o.Choices = SizeChoices
	case reflect.TypeFor[match.Level]():
		o.Choices = LevelChoices
	case reflect.TypeFor[bool](), reflect.TypeFor[*bool]():
		o.Kind = Flag
	case reflect.TypeFor[int](), reflect.TypeFor[*int]():
		if o.Kind = Integer; o.Most == 0 {
			o.Most = 1_000_000
		}
	}
}

func (c *Command) read(env *Env, r *Request, in reflect.Value) error {
	c.readName(env, r)
	for name, value := range r.Options {
		switch {
		case c.Option(name) == nil:
			return Refuse("`/%s` has no option %s.", c.Name, games.Quote(name))
		case len(value) > maxOption:
			return Refuse("`%s:` is too long. It can have at most %d characters.", name, maxOption)
		}
	}
	var wrong []error
	for _, f := range input.Fields(in.Type()) {
		o, text := c.Option(f.Option), strings.TrimSpace(r.Options[f.Option])
		switch {
		case text != "":
			wrong = append(wrong, o.set(env, r, text, in.FieldByIndex(f.Index)))
		case o.Needed && len(r.Options) > 0 && r.Options["form"] == "":
			wrong = append(wrong, Refuse("Choose a `%s:`, one of %s.", o.Name, ListChoices(o.Choices)))
		case o.Required:
			wrong = append(wrong, Refuse("`/%s` needs `%s:` (%s).", c.Name, o.Name, o.Summary))
		}
	}
	return Together(wrong...)
}

// Together returns one refusal for all refusals that are not nil, each in a line; nil for none. A fault comes alone.
func Together(errs ...error) error {
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil })
	if len(errs) < 2 {
		return errors.Join(errs...)
	}
	var lines []string
	for _, err := range errs {
		var (
			rule    *referee.Refusal
			refusal *Refusal
			variant *catalog.UnknownVariant
		)
		switch {
		case errors.As(err, &rule):
			lines = append(lines, view.RefusalReply(rule).Text)
		case errors.As(err, &refusal), errors.As(err, &variant):
			lines = append(lines, view.Sentence(err.Error()))
		default:
			return err
		}
	}
	return Refuse("%s", strings.Join(lines, "\n"))
}

// readName replaces a game's usual name by its ID and, if the command takes one, by the start that the name
// means. A position after the game's name is used too.
func (c *Command) readName(env *Env, r *Request) {
	if r.Options["game"] == "" {
		return
	}
	_, err := env.Referee.Catalog().Find(r.Options["game"])
	var unknown *catalog.UnknownVariant
	if !errors.As(err, &unknown) {
		return
	}
	game, start, ok := env.Referee.Catalog().Cut(r.Options["game"])
	if unknown.Name == nil && ok && c.Option("position") != nil && r.Options["position"] == "" {
		r.Options = maps.Clone(r.Options)
		r.Options["game"], r.Options["position"] = game, start
		c.readName(env, r)
	}
	if unknown.Name == nil || unknown.Name.Variant == "" {
		return
	}
	r.Called, r.Options = unknown.Name, maps.Clone(r.Options)
	r.Options["game"] = r.Called.Variant
	if c.Option("position") != nil && r.Called.Position != "" && r.Options["position"] == "" && r.Options["size"] == "" {
		r.Options["position"] = r.Called.Position
	}
}

func (o *Option) set(env *Env, r *Request, text string, field reflect.Value) (err error) {
	least := max(o.Least, 1)
	if o.Summary == "" { // on a button
		least = 0
	}
	if field.Kind() == reflect.Pointer && field.Type() != reflect.TypeFor[*games.Variant]() {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	written, known := text, true
	text = words.Plain(text)
	switch at := field.Addr().Interface().(type) {
	case **games.Variant:
		*at, err = env.Referee.Catalog().Find(text)
	case *input.User:
		if *at, known = r.People[o.Name]; !known {
			or := ", or leave it out"
			if o.Required {
				or = ""
			}
			err = Refuse("I don't know who %s is. Name a person with `%s:`%s.", games.Quote(text), o.Name, or)
		}
	case *input.MatchNumber:
		var n int64
		if n, err = strconv.ParseInt(strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(text), "match "), "#"), 10, 64); err != nil || n < 1 {
			err = Refuse("%s is not a match number. The number is on the board, such as `match 12`.", games.Quote(text))
		}
		*at = input.MatchNumber(n)
	case *input.TurnTime:
		var d time.Duration
		if d, err = ReadTurnTime(o.Name, text); err == nil {
			err = CheckTurnTime(o.Name, d, strings.EqualFold(r.Options["side"], string(match.SideServer)))
		}
		*at = input.TurnTime(d)
	case *bool:
		if *at, known = readFlag(text); !known {
			err = Refuse("`%[2]s:` can't be %[1]s. Write `true` or `false`.", games.Quote(text), o.Name)
		}
	case *int:
		if *at, err = strconv.Atoi(text); err != nil || *at < least || *at > o.Most {
			err = Refuse("`%s:` can't be %s. Write a whole number from %d to %d.", o.Name, games.Quote(text), least, o.Most)
		}
	case *int64:
		if *at, err = strconv.ParseInt(text, 10, 64); err != nil || *at < 1 {
			err = Refuse("`%s:` can't be %s. It is a number on a button.", o.Name, games.Quote(text))
		}
	default:
		if len(o.Choices) == 0 {
			text = written
		}
		if text, known = o.choose(text); !known {
			err = Refuse("`%[2]s:` can't be %[1]s. Choose one of %[3]s.", games.Quote(text), o.Name, ListChoices(o.Choices))
		} else if o.Check != nil {
			err = o.Check(env, text)
		}
		field.SetString(text)
	}
	return err
}

func (o *Option) choose(text string) (value string, ok bool) {
	for _, c := range o.Choices {
		if strings.EqualFold(c.Value, text) {
			return c.Value, true
		}
	}
	return text, len(o.Choices) == 0
}

// Confirm asks before a change that can't be undone. sure is the command of the button that makes it.
func Confirm(r *Request, sure input.Call, question, yes string) view.Reply {
	return view.Reply{Text: question, To: view.Private{}, Outcome: view.OutcomeAsked, Overt: true, Card: &view.Card{
		Actions: []view.Action{{Label: yes, Call: sure, Subject: r.Subject, Style: view.Danger}},
	}}
}
