package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
)

// New makes a command whose options fill an In, a struct such as
//
//	Game *games.Variant `option:"game" help:"The game, such as end-nim" required:"yes"`
//	Sure bool           `button:"sure"`
//
// People are offered the fields with the tag "option"; only buttons fill those with the tag "button".
// word:"yes" marks values of a single word. c.Options adds what tags can't say: choices, completions, bounds.
func New[In any](c Command, run func(context.Context, *Env, *Request, *In) (view.Reply, error)) *Command {
	more := c.Options
	c.Options = nil
	for f, name := range inputs(reflect.TypeFor[In]()) {
		o := Option{Name: name}
		if i := slices.IndexFunc(more, func(o Option) bool { return o.Name == name }); i >= 0 {
			o = more[i]
		}
		o.describe(f)
		if o.Summary == "" {
			c.Buttons = append(c.Buttons, o)
		} else {
			c.Options = append(c.Options, o)
		}
	}
	if c.Shareable {
		c.Buttons = append(c.Buttons, Option{Name: view.ShareName, Kind: Flag})
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

// None is the input of commands without options.
type None struct{}

// Input fields with a form of their own.
type (
	// MatchNumber is the number of a match, also written "#12"; 0 if it is left out.
	MatchNumber int64
	// Position is a position of the game in the option "game".
	Position string
	// SizeName is the size of a random start.
	SizeName string
	// TurnTime is the time for a turn; 0 if it is left out.
	TurnTime time.Duration
)

// Size returns the size; medium if it is left out.
func (s SizeName) Size() games.Size {
	size := games.Medium
	if s != "" {
		size, _ = games.ParseSize(string(s)) // checked above: it is one of SizeChoices
	}
	return size
}

func inputs(t reflect.Type) iter.Seq2[reflect.StructField, string] {
	return func(yield func(reflect.StructField, string) bool) {
		for _, f := range reflect.VisibleFields(t) {
			name := f.Tag.Get("option") + f.Tag.Get("button")
			if name != "" && !yield(f, name) {
				return
			}
		}
	}
}

func (o *Option) describe(f reflect.StructField) {
	o.Summary = cmp.Or(o.Summary, f.Tag.Get("help"))
	o.Required, o.Word = f.Tag.Get("required") != "", f.Tag.Get("word") != ""
	switch f.Type {
	case reflect.TypeFor[User]():
		o.Kind = Person
	case reflect.TypeFor[*games.Variant]():
		o.Word, o.Complete = true, CompleteVariant
	case reflect.TypeFor[Position]():
		o.Complete = completePosition
	case reflect.TypeFor[SizeName]():
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
	for f, name := range inputs(in.Type()) {
		o, text := c.Option(name), strings.TrimSpace(r.Options[name])
		if text == "" && o.Required {
			return Refuse("`/%s` needs `%s:` (%s).", c.Name, o.Name, o.Summary)
		}
		if text == "" {
			continue
		}
		if err := o.set(env, r, text, in.FieldByIndex(f.Index)); err != nil {
			return err
		}
	}
	return nil
}

// readName replaces a game's usual name by its ID and, if the command takes one, by the start that the name
// means.
func (c *Command) readName(env *Env, r *Request) {
	_, err := env.Referee.Catalog().Find(r.Options["game"])
	var unknown *catalog.UnknownVariant
	if r.Options["game"] == "" || !errors.As(err, &unknown) || unknown.Name == nil || unknown.Name.Variant == "" {
		return
	}
	r.Called, r.Options = unknown.Name, maps.Clone(r.Options)
	r.Options["game"] = r.Called.Variant
	if c.Option("position") != nil && r.Called.Position != "" && r.Options["position"] == "" && r.Options["size"] == "" {
		r.Options["position"] = r.Called.Position
	}
}

func (o *Option) set(env *Env, r *Request, text string, field reflect.Value) (err error) {
	least := 1
	if o.Summary == "" { // on a button
		least = 0
	}
	if field.Kind() == reflect.Pointer && field.Type() != reflect.TypeFor[*games.Variant]() {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	known := true
	switch at := field.Addr().Interface().(type) {
	case **games.Variant:
		*at, err = env.Referee.Catalog().Find(text)
	case *User:
		if *at, known = r.People[o.Name]; !known {
			or := ", or leave it out"
			if o.Required {
				or = ""
			}
			err = Refuse("I don't know who %s is. Name a person with `%s:`%s.", games.Quote(text), o.Name, or)
		}
	case *MatchNumber:
		var n int64
		if n, err = strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64); err != nil || n < 1 {
			err = Refuse("%s is not a match number. The number is on the board, such as `match 12`.", games.Quote(text))
		}
		*at = MatchNumber(n)
	case *TurnTime:
		var d time.Duration
		d, err = ReadTurnTime(o.Name, text)
		*at = TurnTime(d)
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
		if text, known = o.choose(text); !known {
			err = Refuse("`%[2]s:` can't be %[1]s. Choose one of %[3]s.", games.Quote(text), o.Name, ListChoices(o.Choices))
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

// Encode returns the options that fill an input in the same way. Fields with their zero value are left out.
func Encode(in any) map[string]string {
	options := map[string]string{}
	v := reflect.Indirect(reflect.ValueOf(in))
	for f, name := range inputs(v.Type()) {
		field := v.FieldByIndex(f.Index)
		if field.IsZero() {
			continue
		}
		switch value := field.Interface().(type) {
		case *games.Variant:
			options[name] = value.ID
		case User:
			options[name] = value.ID
		case TurnTime:
			options[name] = fmt.Sprintf("%.0fm", time.Duration(value).Minutes())
			if d := time.Duration(value); d < 2*time.Minute {
				options[name] = fmt.Sprintf("%.0fs", d.Seconds())
			}
		default:
			options[name] = fmt.Sprint(reflect.Indirect(field))
		}
	}
	return options
}

// Confirm asks before a change that can't be undone. sure is the input of the button that makes it.
func Confirm(r *Request, sure any, question, yes string) view.Reply {
	return view.Reply{Text: question, To: view.Private{}, Outcome: view.OutcomeAsked, Overt: true, Card: &view.Card{
		Actions: []view.Action{{Label: yes, Command: r.Command, Options: Encode(sure), Subject: r.Subject, Style: view.Danger}},
	}}
}
