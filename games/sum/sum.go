package sum

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
)

// MaxParts is less than ten, so that a part's number is one digit.
const MaxParts = 6

// A Position is several boards and the side to move.
type Position struct {
	kind  *kind
	parts []Part
	mover games.Side
}

// A Part is one board of a sum.
type Part struct {
	Variant *games.Variant
	// Position has the same player to move as the sum.
	Position games.Position
}

// String returns the part in the notation of a sum: "end-nim 3 5 2".
func (p Part) String() string { return p.Variant.ID + " " + p.Position.String() }

func (k *kind) parse(text string, first games.Side) (games.Position, error) {
	p := &Position{kind: k, mover: first}
	if text = words.Plain(text); text == "0" {
		return p, nil
	}
	texts := strings.Split(text, "+")
	if len(texts) > MaxParts {
		return nil, k.bad("that's %d parts: a sum has at most %d", len(texts), MaxParts)
	}
	for i, text := range texts {
		id, board, _ := strings.Cut(strings.TrimSpace(text), " ")
		if id == "" {
			return nil, k.bad("part %d is missing. Write each part as a game and a position", i+1)
		}
		v, err := k.find(id)
		if err != nil {
			return nil, k.bad("there is no game %s for part %d. Write each part as a game and a position", games.Quote(id), i+1)
		}
		if why := k.refuses(v); why != "" {
			return nil, k.bad("part %d can't be %s, because %s", i+1, v.Name, why)
		}
		board = strings.TrimSpace(board)
		if board == "" {
			return nil, k.bad("part %d has no position. Write one after `%s`", i+1, v.ID)
		}
		position, err := v.Parse(board, first)
		var bad *games.BadPosition
		switch {
		case errors.As(err, &bad) && bad.Example != "":
			return nil, games.NoPosition(v.ID+" "+bad.Example, "part %d, %s: %s", i+1, v.Name, bad.Reason)
		case err != nil:
			return nil, games.NoPosition("", "part %d, %s: %s", i+1, v.Name, err)
		}
		p.parts = append(p.parts, Part{v, position})
	}
	return p, nil
}

func (k *kind) bad(format string, args ...any) error {
	return games.NoPosition(k.example, format, args...)
}

// Parts returns the boards in order. The slice must not be changed.
func (p *Position) Parts() []Part { return p.parts }

// String returns the parts joined by " + ", "0" for none.
func (p *Position) String() string {
	if len(p.parts) == 0 {
		return "0"
	}
	texts := make([]string, len(p.parts))
	for i, part := range p.parts {
		texts[i] = part.String()
	}
	return strings.Join(texts, " + ")
}

// Turn returns the mover, who takes the whole decision.
func (p *Position) Turn() games.Turn { return games.Turn{Owner: p.mover, Actor: p.mover} }

// WithTurn returns the same boards with owner to move.
func (p *Position) WithTurn(owner games.Side) games.Position {
	other := &Position{kind: p.kind, parts: make([]Part, len(p.parts)), mover: owner}
	for i, part := range p.parts {
		other.parts[i] = Part{part.Variant, part.Position.WithTurn(owner)}
	}
	return other
}

func (p *Position) open() (open []int) {
	for i, part := range p.parts {
		if !games.Over(part.Position) {
			open = append(open, i)
		}
	}
	return open
}

var errOver = games.Illegal(nil, "the game is over: the player to move has no move in any part")

// Read reads "1:L-2", or "part 1:L-2": the number of the part, then the move there. The number may
// be left out if only one part is open.
func (p *Position) Read(text string) (games.Move, error) {
	open := p.open()
	if len(open) == 0 {
		return games.Move{}, errOver
	}
	trimmed := words.Plain(text)
	number, inside, ok := strings.Cut(trimmed, ":")
	if rest, said := cutWord(number, "part"); said {
		number = rest
	}
	part, _ := games.CutPart(strings.TrimSpace(number) + ":")
	switch {
	case !ok && len(open) == 1:
		part, inside = open[0]+1, trimmed
	case !ok || part == 0:
		return games.Move{}, p.illegal("%s doesn't name a part: write its number, a colon and the move there", games.Quote(text))
	case part > len(p.parts):
		return games.Move{}, p.illegal("there is no part %d: they are numbered 1 to %d", part, len(p.parts))
	}
	m, err := p.parts[part-1].Position.Read(inside)
	if err != nil {
		return games.Move{}, p.refused(part, err)
	}
	return m.OfPart(part), nil
}

func cutWord(text, word string) (rest string, ok bool) {
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return text, false
	}
	return text[len(word):], true
}

func (p *Position) illegal(format string, args ...any) error {
	for step := range p.Options() {
		return games.Illegal([]games.Move{step.Move}, format, args...)
	}
	return errOver
}

// refused is a part's error for a move.
func (p *Position) refused(part int, err error) error {
	var e *games.IllegalMove
	switch {
	case games.Over(p.parts[part-1].Position):
		return p.illegal("part %d has no moves left for this player", part)
	case errors.As(err, &e):
		such := slices.Clone(e.Such)
		for i, m := range such {
			such[i] = m.OfPart(part)
		}
		return games.Illegal(such, "part %d: %s", part, e.Reason)
	}
	return err
}

// Play plays on one board.
func (p *Position) Play(m games.Move) (games.Position, error) {
	open := p.open()
	if len(open) == 0 {
		return nil, errOver
	}
	part, inside := m.InPart()
	if part < 1 || part > len(p.parts) || inside.OfPart(part) != m {
		return nil, p.illegal("%s is not a move here: write the number of a part, a colon and the move there", games.Quote(m.String()))
	}
	next, err := p.parts[part-1].Position.Play(inside)
	if err != nil {
		return nil, p.refused(part, err)
	}
	return p.after(part-1, next), nil
}

func (p *Position) after(i int, next games.Position) *Position {
	after := p.WithTurn(p.mover.Other()).(*Position)
	after.parts[i].Position = next
	return after
}

// Places returns the places of all parts.
func (p *Position) Places() []games.Place {
	var places []games.Place
	for i, part := range p.parts {
		for _, place := range part.Position.Places() {
			m := games.Move{Where: place.Name}.OfPart(i + 1)
			place.Name, place.Part = m.Where, i+1
			places = append(places, place)
		}
	}
	return places
}

// Options yields the moves that take 1, part by part, then those that take 2, and so on.
func (p *Position) Options() iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		waiting := make([]games.Step, 0, len(p.parts))
		var nexts []func() (games.Step, bool)
		var at []int
		for i, part := range p.parts {
			next, stop := iter.Pull(part.Position.Options())
			defer stop()
			if step, ok := next(); ok {
				waiting, nexts, at = append(waiting, step), append(nexts, next), append(at, i)
			}
		}
		for len(waiting) > 0 {
			least := 0
			for i, step := range waiting {
				if step.Move.Count < waiting[least].Move.Count {
					least = i
				}
			}
			step := waiting[least]
			if !yield(games.Step{Move: step.Move.OfPart(at[least] + 1), Position: p.after(at[least], step.Position)}) {
				return
			}
			var ok bool
			if waiting[least], ok = nexts[least](); !ok {
				waiting = append(waiting[:least], waiting[least+1:]...)
				nexts = append(nexts[:least], nexts[least+1:]...)
				at = append(at[:least], at[least+1:]...)
			}
		}
	}
}

func (p *Position) Shape() games.Shape {
	shape := games.Sum{Parts: make([]games.Part, len(p.parts))}
	for i, part := range p.parts {
		shape.Parts[i] = games.Part{Name: part.Variant.Name, Shape: part.Position.Shape()}
	}
	return shape
}

func longest(p games.Position) uint64 {
	sum := uint64(0)
	for _, part := range p.(*Position).parts {
		n := part.Variant.LongestPlay(part.Position)
		if sum+n < sum {
			return math.MaxUint64
		}
		sum += n
	}
	return sum
}

func describeMove(p games.Position, m games.Move) games.Said {
	part, inside := m.InPart()
	in := p.(*Position).parts[part-1]
	said := in.Variant.Say(in.Position, inside)
	said.Object += fmt.Sprintf(" in part %d", part)
	return said
}

// sumWords adds the parts' numbers to their words. A part with a single place is named by its
// number.
var sumWords = games.Words{
	Kind: "place",
	Place: func(p games.Position, where string) string {
		part, inside := games.CutPart(where)
		in := p.(*Position).parts[part-1]
		if len(in.Position.Places()) == 1 {
			return fmt.Sprintf("Part %d", part)
		}
		return fmt.Sprintf("Part %d %s", part, in.Variant.Words.Place(in.Position, inside))
	},
	Phrase: func(p games.Position, where string) string {
		part, inside := games.CutPart(where)
		in := p.(*Position).parts[part-1]
		return fmt.Sprintf("%s of part %d", in.Variant.Words.Phrase(in.Position, inside), part)
	},
}
