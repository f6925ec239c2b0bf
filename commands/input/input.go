// Package input has the inputs of commands, and their names: what a button, a menu or a form asks for. The inputs of
// commands that only one feature asks for are in that feature.
package input

import (
	"fmt"
	"reflect"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// Name is the name of a command, without the slash, whose input is an In. Its options fill the fields of In with the tag
// "option", and only buttons those with the tag "button".
type Name[In any] string

// With returns the command with an input.
func (n Name[In]) With(in In) Call { return Call{Command: string(n), Input: in} }

// Call returns the command with the zero input.
func (n Name[In]) Call() Call { return n.With(*new(In)) }

// Call is a command with its input, made by [Name.With].
type Call struct {
	Command string
	Input   any
	// Share shows the private answer of a shareable command to everybody.
	Share bool
}

// ShareOption is the option of every shareable command.
const ShareOption = "share"

// A Field is a field of an input that an option or a button fills.
type Field struct {
	reflect.StructField
	Option string // the name of the option
}

// fields has the Fields of the inputs met so far, by type.
var fields sync.Map

// Fields returns the fields of an input that are filled by options or buttons.
func Fields(t reflect.Type) []Field {
	if known, ok := fields.Load(t); ok {
		return known.([]Field)
	}
	var made []Field
	for _, f := range reflect.VisibleFields(t) {
		if name := f.Tag.Get("option") + f.Tag.Get("button"); name != "" {
			made = append(made, Field{f, name})
		}
	}
	fields.Store(t, made)
	return made
}

// Options returns the options that fill the input in the same way. Fields with their zero value are left out.
func (c Call) Options() map[string]string {
	options := map[string]string{}
	if c.Share {
		options[ShareOption] = "true"
	}
	v := reflect.ValueOf(c.Input)
	for _, f := range Fields(v.Type()) {
		if field := v.FieldByIndex(f.Index); !field.IsZero() {
			options[f.Option] = written(field)
		}
	}
	return options
}

// written writes the value of a field as an option.
func written(field reflect.Value) string {
	if field.Kind() == reflect.String { // most of them
		return field.String()
	}
	switch value := field.Interface().(type) {
	case *games.Variant:
		return value.ID
	case User:
		return value.ID
	case TurnTime:
		if d := time.Duration(value); d < 2*time.Minute {
			return fmt.Sprintf("%.0fs", d.Seconds())
		}
		return fmt.Sprintf("%.0fm", time.Duration(value).Minutes())
	}
	return fmt.Sprint(reflect.Indirect(field))
}

// Game is the game with an ID, nil for "", in the input of a button. Its other fields are not filled.
func Game(id string) *games.Variant {
	if id == "" {
		return nil
	}
	return &games.Variant{ID: id}
}

// User is a person as a front knows them.
type User struct {
	// ID is stable and unique over all fronts: a Discord snowflake, or
	// "local:NAME" in the terminal. The bot itself is match.BotID.
	ID string
	// Name is the person's display name, without markup.
	Name string
	// Bot is true for bots other than this one.
	Bot bool
	// Absent is true for a person who is known not to be able to read the channel.
	Absent bool
}

// Player returns the user as a player of the referee.
func (u User) Player() match.Player { return match.Player{ID: u.ID, Name: u.Name} }

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
		size, _ = games.ParseSize(string(s)) // checked when it was read: it is one of core.SizeChoices
	}
	return size
}

// None is the input of commands without options.
type None struct{}

// Which names what a command is about. People write a name; buttons have the ID.
type Which struct {
	Name string `option:"name"`
	ID   int64  `button:"id"`
}

// Named returns w, for inputs that embed it.
func (w *Which) Named() *Which { return w }

// Tapping is what the buttons of a board fill in beside a move: a tapped place, or the wish to write another move.
type Tapping struct {
	Where string `button:"where"`
	Other bool   `button:"other"`
}
