package core

import (
	"context"
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
	"nimatron/referee/puzzle"
)

// LevelChoices are the levels of the bot.
var LevelChoices = []view.Choice{
	{Label: "Easy: I make mistakes all the time", Value: string(match.Easy)},
	{Label: "Casual: I often make mistakes", Value: string(match.Casual)},
	{Label: "Strong: I rarely make mistakes", Value: string(match.Strong)},
	{Label: "Perfect: I never make mistakes", Value: string(match.Perfect)},
}

// SizeChoices are the sizes of random starts.
var SizeChoices = words.Each(games.Sizes[:], func(size games.Size) view.Choice {
	return view.Choice{Label: view.SentenceStart(size.String()), Value: size.String()}
})

// GameChoices lists for a form the usual game with its versions, and then the first version of each other
// game. A game that does not fit is named by an option.
func (env *Env) GameChoices(usual *games.Variant) []view.Choice {
	own := env.Referee.Catalog().Versions(usual)
	if !slices.ContainsFunc(own, func(v *games.Variant) bool { return v.ID == usual.ID }) {
		own = append([]*games.Variant{usual}, own...)
	}
	choices := words.Each(own, func(v *games.Variant) view.Choice {
		return view.Choice{Label: v.Name, Value: v.ID, Detail: v.Rules.Summary}
	})
	for _, v := range env.Referee.Catalog().Games() {
		if !slices.Contains(own, v) {
			choices = append(choices, view.GameChoice(v))
		}
	}
	return choices[:min(len(choices), view.MaxChoices)]
}

// CompleteVariant offers the games whose id or name contains what is typed.
func CompleteVariant(_ context.Context, env *Env, _ *Request, typed string) []view.Choice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var choices []view.Choice
	listed := false
	all := env.Referee.Catalog().Games() // before their other versions, because there may be no room for all
	for _, v := range env.Referee.Catalog().All() {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	for _, v := range all {
		listed = listed || v.ID == typed
		if strings.Contains(v.ID, typed) || strings.Contains(strings.ToLower(v.Name), typed) {
			choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
		}
	}
	for _, name := range catalog.Names(typed) {
		label := name.Title
		if name.Is == "" {
			label += ": not here, but games like it"
		}
		choices = append(choices, view.Choice{Label: label, Value: name.Title})
	}
	// A game with a parameter is not listed until it is fully written.
	if v, err := env.Referee.Catalog().Find(typed); err == nil && !listed {
		choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
	}
	return choices
}

func completePosition(_ context.Context, env *Env, r *Request, typed string) []view.Choice {
	v, err := env.Referee.Catalog().Find(strings.TrimSpace(r.Options["game"]))
	if err != nil || !strings.HasPrefix(v.Rules.Example, typed) {
		return nil
	}
	return []view.Choice{{Label: v.Rules.Example, Value: v.Rules.Example}}
}

// PuzzleLevel says how hard a puzzle is, or the boards of a race.
var PuzzleLevel = Option{Name: "level", Choices: []view.Choice{
	{Label: "Easy", Value: string(puzzle.Easy)}, {Label: "Medium", Value: string(puzzle.Medium)}, {Label: "Hard", Value: string(puzzle.Hard)},
}}

// maxMovesSearched bounds the legal moves that a completion searches: there can be 10^18.
const maxMovesSearched = 2000

// CompleteMove offers the moves of a position that begin with the typed text.
func CompleteMove(position games.Position, typed string) []view.Choice {
	typed = strings.TrimSpace(typed)
	var choices []view.Choice
	offer := func(step games.Step) {
		label := words.Cut(step.Move.String()+"  →  "+step.Position.String(), view.MaxChoiceText)
		choices = append(choices, view.Choice{Label: label, Value: step.Move.String()})
	}
	// The text may be a whole move in a forgiving form, or one too far down
	// the list to be found there.
	exact, err := position.Read(typed)
	if err == nil {
		var after games.Position
		if after, err = position.Play(exact); err == nil {
			offer(games.Step{Move: exact, Position: after})
		}
	}
	seen := 0
	for step := range position.Options() {
		if seen++; seen > maxMovesSearched || len(choices) == view.MaxChoices {
			break
		}
		if (err != nil || step.Move != exact) && words.HasPrefixFold(step.Move.String(), typed) {
			offer(step)
		}
	}
	return choices
}

// GameName is the name of a game, or its id if the game no longer exists.
func (env *Env) GameName(id string) string {
	if v, err := env.Referee.Catalog().Find(id); err == nil {
		return v.Name
	}
	return id
}

// UsualVariant is the game in examples when none was named.
const UsualVariant = "end-nim"

// startForms are the ways to write a start time, in UTC. Without a day it is the next such time.
var startForms = []string{timeOfDay, "2006-01-02 15:04", "2006-01-02T15:04"}

const timeOfDay = "15:04"

// NextWeek is a date in examples, which are still to come when people write them.
func NextWeek(now time.Time) string { return now.UTC().AddDate(0, 0, 7).Format(time.DateOnly) }

// ReadStart reads a start time; ok is false for any other text.
func ReadStart(text string, now time.Time) (t time.Time, ok bool) {
	text = words.Plain(text)
	if seconds, found := strings.CutPrefix(text, "<t:"); found {
		seconds, _, _ = strings.Cut(strings.TrimSuffix(seconds, ">"), ":")
		n, err := strconv.ParseInt(seconds, 10, 64)
		return time.Unix(n, 0).UTC(), err == nil
	}
	if wait, found := strings.CutPrefix(text, "in "); found {
		d, ok := ReadDuration(strings.ReplaceAll(wait, " ", ""))
		return now.Add(d), ok
	}
	for _, form := range startForms {
		t, err := time.Parse(form, strings.ToUpper(text))
		if err != nil {
			continue
		}
		if form == timeOfDay {
			t = now.Truncate(24 * time.Hour).Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute)
			if t.Before(now) {
				t = t.AddDate(0, 0, 1)
			}
		}
		return t, true
	}
	return t, false
}

// ReadTurnTime reads a time for a turn in an option; it is 0 for no text. [CheckTurnTime] has the least.
func ReadTurnTime(option, text string) (time.Duration, error) {
	d, ok := ReadDuration(strings.ToLower(text))
	if text != "" && (!ok || d <= 0 || d > referee.MaxTurnTime) {
		return 0, badTurnTime(option, text)
	}
	return d, nil
}

// CheckTurnTime refuses a time that a turn, or a vote, can't have; 0 is the usual time.
func CheckTurnTime(option string, d time.Duration, vote bool) error {
	switch {
	case vote && d != 0 && (d < referee.MinVoteTime || d > referee.MaxVoteTime):
		return Refuse("Voting takes from 30 seconds to a day. Write `%s:` from 30s to 1d, such as `60s`, `5m` or `2h`.", option)
	case !vote && d != 0 && d < referee.MinTurnTime:
		return badTurnTime(option, d.String())
	}
	return nil
}

func badTurnTime(option, text string) error {
	return Refuse("`%s:` can't be %s. Write minutes, hours or days from 1m to 14d, such as `10m`, `2h` or `1d`.", option, games.Quote(text))
}

// ReadDuration reads seconds, minutes, hours or days, such as "30s", "10m", "2h" or "1d".
func ReadDuration(text string) (d time.Duration, ok bool) {
	if text = words.Plain(text); text == "" {
		return 0, false
	}
	units := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	unit, ok := units[text[len(text)-1:]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	return time.Duration(n) * unit, ok && err == nil
}

// TappedMove is the text of a tapped or written move: a number or "all" goes with the place that
// was tapped before.
func TappedMove(where, text string) string {
	_, err := strconv.ParseUint(words.Plain(text), 10, 64)
	switch {
	case where == "":
		return text
	case err == nil:
		return where + "-" + text
	case strings.EqualFold(text, "all"):
		return where + " all"
	}
	return text
}

// WholeMove is the move of a tap, or of a text after it; "" if the tapped place has several.
func WholeMove(p games.Position, where, text string) string {
	if move, only := view.OnlyMove(p, where); only && text == "" {
		return move.String()
	}
	return TappedMove(where, text)
}

// Shared reports whether everybody is to see a private answer.
func (r *Request) Shared() bool {
	shared, _ := readFlag(r.Options[input.ShareOption])
	return shared
}

// WithShare adds the action that shows a private answer, of a command, to everybody.
func WithShare(r *Request, call input.Call, card *view.Card) *view.Card {
	if !r.Shared() {
		card.Actions = append(card.Actions, view.ShareAction(call))
	}
	return card
}
