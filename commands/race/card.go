package race

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/referee/race"
)

const (
	joinName   input.Name[input.RaceInput] = "race join"
	stopName   input.Name[input.None]      = "race stop"
	touchName  input.Name[input.RaceInput] = "race touch"
	missesName input.Name[input.RaceInput] = "race misses"
)

const (
	maxName = 16 // characters of a name
	podium  = 3  // people that the end names
)

// A Card is the message of a race that everybody sees.
type Card struct {
	race.Race
	race.Standing
	Now             time.Time
	Broken, Hardest race.Solution  // of the rule that most people broke, and the hardest that was solved
	Records         [2]race.Record // of the day and of the week
	Watch           string         // a link for watching, "" without a live board
	Next            int64          // the open race of the channel, 0 for none
	Game            func(id string) string
	Style           picture.Style
}

// Reply shows the card.
func (c *Card) Reply() view.Reply {
	card := &view.Card{Title: "Race: " + c.games()}
	racing := "Nobody has joined yet."
	if n := c.Racers; n > 0 {
		racing = people(n) + " in the race."
	}
	switch {
	case c.Over:
		c.end(card)
	case c.Now.Before(c.Starts):
		card.Body = fmt.Sprintf("Everybody gets the same boards, each in private. Tap the move that wins.\n**It starts %s** and lasts %d seconds. %s",
			view.Moment(c.Starts, view.Countdown), int(c.Length().Seconds()), racing)
	default:
		card.Body = fmt.Sprintf("**The bell rings %s.** %s You can still join.", view.Moment(c.Ends, view.Countdown), racing)
	}
	if !c.Over {
		card.Drawing, card.Actions = c.places(), []view.Action{joining(c.ID, "Join")}
		if c.Watch != "" {
			card.Actions = append(card.Actions, view.Action{Label: "Touch the board", Call: touchName.With(input.RaceInput{ID: c.ID})})
			card.Links = []view.Link{{Label: "Watch", To: c.Watch}}
		}
	}
	return view.Reply{Card: card, Show: view.Subject{Kind: view.RaceSubject, ID: c.ID, Version: c.Version}, ShownIn: c.Message}
}

func joining(id int64, label string) view.Action {
	return view.Action{Label: label, Call: joinName.With(input.RaceInput{ID: id}), Style: view.Success}
}

func (c *Card) games() string {
	if c.Variant != "" {
		return c.Game(c.Variant)
	}
	return words.And(words.Each(race.Mixed, c.Game))
}

func (c *Card) places() string {
	var lines []string
	for i, r := range c.Best {
		lines = append(lines, fmt.Sprintf("%2d. %s: %d", i+1, name(&r), r.Solved))
	}
	if more := c.Racers - len(c.Best); more > 0 {
		lines = append(lines, fmt.Sprintf("    and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// NameOf returns the name of one of the best racers or of a holder of a record.
func (c *Card) NameOf(id string) string {
	for _, r := range c.Best {
		if r.Player.ID == id {
			return words.Visible(r.Player.Name)
		}
	}
	for _, r := range c.Records {
		if r.Player.ID == id {
			return words.Visible(r.Player.Name)
		}
	}
	return "somebody"
}

func name(r *race.Racer) string { return words.Cut(words.Visible(r.Player.Name), maxName) }

func (c *Card) end(card *view.Card) {
	again := view.Action{Label: "Again", Call: input.RaceStart.With(input.RaceStartInput{Game: input.Game(c.Variant), Level: c.Level,
		Seconds: int(c.Length().Seconds())}), Style: view.Success}
	if c.Next != 0 {
		again = joining(c.Next, again.Label)
	}
	card.Actions = []view.Action{again}
	if len(c.Missed) > 0 {
		card.Actions = append(card.Actions, missesOf(c.ID), view.DrillAction("Drill", input.Game(c.Variant)))
	}
	card.Actions = append(card.Actions, view.Action{Label: "Records", Call: input.RaceRecords.Call()})
	if c.Racers == 0 {
		card.Body = "Nobody joined, so there was no race."
		return
	}
	var lines []string
	for i, r := range c.first() {
		lines = append(lines, fmt.Sprintf("%s %s: %s", []string{"🥇", "🥈", "🥉"}[i], view.PlayerName(r.Player.ID), words.Count(r.Solved, "board")))
	}
	if c.Solved == 0 {
		lines = append(lines, "The race is over, and nobody solved a board.")
	} else {
		lines = append(lines, fmt.Sprintf("%s solved %s in all.", people(c.Racers), words.Count(c.Solved, "board")))
	}
	if b := c.Broken; b.Number > 0 {
		lines = append(lines, "**Most broken rule:** board "+missed(b))
	}
	if h := &c.Hardest; h.Number > 0 {
		lines = append(lines, fmt.Sprintf("**Hardest board solved:** board %d, %s, `%s`, by %s.", h.Number, h.Board.Variant.Name,
			h.Board.Position, view.Doing(h.Board.Variant, h.Board.Position, h.Reason.Move)))
	}
	for i, of := range []string{"of the day", "of the week"} {
		if r := c.Records[i]; r.Solved > 0 {
			lines = append(lines, fmt.Sprintf("Record %s here: %s, %s.", of, view.PlayerName(r.Player.ID), view.RaceResult(r)))
		}
	}
	card.Body = strings.Join(lines, "\n")
	for _, of := range []race.Solution{c.Hardest, c.Broken} {
		if of.Number > 0 {
			shown := view.Asked{Exercise: of.Board.Exercise}.Played(of.Reason.Move, view.Look{Style: c.Style})
			card.Drawing, card.Picture = shown.Drawing, shown.Picture
		}
	}
}

func missesOf(race int64) view.Action {
	return view.Action{Label: "My misses", Call: missesName.With(input.RaceInput{ID: race})}
}

// missed says which board it was and why its move wins.
func missed(s race.Solution) string { // a copy: several readers draw one card
	s.Reason.Done = true
	return fmt.Sprintf("%d, %s, `%s`: %s", s.Number, s.Board.Variant.Name, s.Board.Position,
		view.WhyInWords(s.Board.Variant, s.Board.Position, s.Reason))
}

func (c *Card) first() []race.Racer {
	best := c.Best[:min(len(c.Best), podium)]
	return slices.DeleteFunc(slices.Clone(best), func(r race.Racer) bool { return r.Solved == 0 })
}

func people(n int) string {
	if n == 1 {
		return "One person"
	}
	return fmt.Sprintf("%d people", n)
}

// A Page is what one person sees of a race.
type Page struct {
	race.View
	Now   time.Time
	Look  view.Look
	Said  string
	Where string

	// After the bell: the number of racers, the person's best result here, and the channel's next race, 0 for none.
	Racers int
	Best   race.Record
	Again  int64
}

// Pausing reports whether the person still waits after a wrong answer.
func (p *Page) Pausing() bool { return p.Now.Before(p.Free) }

func (p *Page) asked() view.Asked { return p.asking(p.Board, p.Next()) }

func (p *Page) asking(b *race.Board, n int) view.Asked {
	return view.Asked{Exercise: b.Exercise, Answer: func(t view.Tap) input.Call {
		return input.RaceAnswer.With(input.RaceAnswerInput{Move: t.Move, Tapping: t.Tapping, RaceInput: input.RaceInput{ID: p.Race.ID}, Board: n})
	}}
}

// missed keeps a missed board, with the winning move drawn on it, until the person goes on.
func (p *Page) missed(a *race.Answered) view.Reply {
	on := joinName.With(input.RaceInput{ID: p.Race.ID})
	card := p.asking(a.Board, p.Next()-1).Played(a.Board.Winning[0], p.Look)
	card.Title = fmt.Sprintf("Board %d: %s", p.Next()-1, a.Board.Variant.Name)
	card.Body = p.Score()
	card.Actions = []view.Action{{Label: "Go on", Call: on, Style: view.Primary}}
	return view.Reply{Text: p.Said, Card: card, To: view.UpdateEphemeral{}, Then: &view.Then{Call: on, At: p.Ends.Add(settled)}}
}

func (p *Page) reply() view.Reply {
	card := &view.Card{Title: "Race"}
	again := &view.Then{Call: joinName.With(input.RaceInput{ID: p.Race.ID})}
	next := view.Action{Label: "Next board", Call: again.Call, Style: view.Primary}
	say := func(format string, args ...any) {
		card.Body = strings.TrimSpace(card.Body + "\n" + fmt.Sprintf(format, args...))
	}
	switch {
	case p.Ended:
		say("**The bell!** %s", p.Score())
		p.end(card, say)
		if again.At = p.Ends.Add(settled); !p.Now.Before(again.At) {
			again = nil
		}
	case !p.Started:
		say("You're in. Your first board appears here %s.", view.Moment(p.Starts, view.Countdown))
		next.Label, again.At = "First board", p.Starts
		card.Actions = []view.Action{next}
	case p.Pausing():
		say("%s\nNext board in %d seconds.", p.Score(), int(race.Pause.Seconds()))
		again.At = p.Free
		card.Actions = []view.Action{next}
	case p.Board == nil:
		say("You have answered every board. %s", p.Score())
		again.At = p.Ends.Add(settled)
	default:
		again.At = p.Ends.Add(settled)
		card = p.ask()
	}
	return view.Reply{Text: p.Said, Card: card, To: view.UpdateEphemeral{}, Then: again}
}

func (p *Page) end(card *view.Card, say func(string, ...any)) {
	if p.Solved > 0 {
		if slower := p.Racers - p.Place.Place; p.Racers > 1 {
			say("%d of %d were slower.", slower, p.Racers)
		}
		if own := (race.Record{Solved: p.Solved, Length: p.Length()}); p.Best.Solved == 0 || own.Rate() >= p.Best.Rate() {
			say("That is your best here.")
		} else {
			say("Your best here: %s.", view.RaceResult(p.Best))
		}
	}
	if p.Again != 0 && p.Again != p.Race.ID {
		card.Actions = append(card.Actions, joining(p.Again, "Again"))
	}
	if p.Missed > 0 {
		card.Actions = append(card.Actions, missesOf(p.Race.ID), view.DrillAction("Drill", input.Game(p.Variant)))
	}
}

// settled is the time after the bell at which the places stand.
const settled = 2 * time.Second

func (p *Page) ask() *view.Card {
	card := p.asked().Ask(p.Score()+" The bell rings "+view.Moment(p.Ends, view.Countdown)+".", p.Where, p.Look)
	card.Title, card.Footer = fmt.Sprintf("Board %d: %s", p.Next(), p.Board.Variant.Name), ""
	return card
}

// Score says how many boards the person has solved, and their place.
func (p *Page) Score() string {
	text := words.Count(p.Solved, "board") + " solved"
	if p.Missed > 0 {
		text += fmt.Sprintf(", %d missed", p.Missed)
	}
	if p.Solved > 0 {
		text += ": you are " + ordinal(p.Place.Place)
	}
	return text + "."
}

func ordinal(n int) string {
	ending := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}
