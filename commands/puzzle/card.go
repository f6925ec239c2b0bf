package puzzle

import (
	"fmt"
	"strings"
	"time"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/referee/puzzle"
)

// A PuzzlePage is a puzzle as somebody sees it.
type PuzzlePage struct {
	Puzzle *puzzle.Puzzle
	Streak int
	Look   view.Look
	Helped bool // as in puzzle.Rules.Helped
}

func (p PuzzlePage) asked() view.Asked { return AskedPuzzle(p.Puzzle) }

// AskedPuzzle is a puzzle with its keys.
func AskedPuzzle(p *puzzle.Puzzle) view.Asked {
	return view.Asked{Variant: p.Variant, Position: p.Position, Answer: func(t view.Tap) input.Call { return view.Puzzle(p.ID, t) }}
}

func (p PuzzlePage) reply(card *view.Card) view.Reply {
	card.Title = PuzzleTitle(p.Puzzle)
	card.Add(p.Puzzle.ID.Day)
	if p.Streak > 0 {
		card.Add("your streak: " + words.Count(p.Streak, "day"))
	}
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

// Ask shows the puzzle with its keys. Where is the tapped place, empty for none.
func (p PuzzlePage) Ask(where string) view.Reply {
	q, v, turn := p.asked(), p.Puzzle.Variant, p.Puzzle.Position.Turn()
	card := q.After(nil, 0, p.Look)
	if chosen := view.FindPlace(p.Puzzle.Position.Places(), where); chosen != nil {
		card.Picture = p.Look.Of(view.ChosenPicture(p.Puzzle.Position, where, p.Look.Style))
	}
	card.Body = v.Rules.Summary
	if text := p.Puzzle.Text(); text != "" {
		card.Body = view.Plain(text) + "\n" + card.Body
	}
	switch {
	case turn.Actor != turn.Owner:
		card.Body += "\nIt's your opponent's turn, and you decide now."
	case v.Partizan:
		card.Body += fmt.Sprintf("\nYou are %s, and it's your move.", turn.Actor.Name())
	}
	switch {
	case !p.Helped:
	case p.Puzzle.Daily():
		card.Body += "\nYou have had a position analyzed today, so this puzzle won't count as solved."
	case p.Puzzle.Set != nil:
		card.Body += "\nYou have had a position analyzed since this set was made, so this can't count as a first try."
	default:
		card.Body += "\nYou have had a position analyzed since this puzzle was posed, so it won't count as solved."
	}
	q.Offer(card, "**"+waysText(p.Puzzle)+"**", where)
	card.Actions = append(p.giveUp(), view.Rules(v))
	return p.reply(card)
}

// giveUp shows the solution. Puzzles of sets lack the button: they could not be solved any more.
func (p PuzzlePage) giveUp() []view.Action {
	if p.Puzzle.Closed() || p.Puzzle.Set != nil {
		return nil
	}
	in := input.PuzzleAnswerInput{PuzzleInput: input.PuzzleInput{ID: p.Puzzle.ID.String(), Solution: true}}
	return []view.Action{{Label: "Show the solution", Call: input.PuzzleAnswer.With(in)}}
}

// Wrong shows how a wrong answer loses, up to a step, and why.
func (p PuzzlePage) Wrong(a *puzzle.Answered, why string, step int) view.Reply {
	card := p.asked().Refuted(a, "", why, step, p.Look)
	p.addRating(card, a)
	card.Actions = append(append(card.Actions, p.giveUp()...), view.Rules(p.Puzzle.Variant))
	return p.reply(card)
}

// Right confirms an answer.
func (p PuzzlePage) Right(a *puzzle.Answered, why Why) view.Reply {
	how := "**Right!**"
	if p.Puzzle.Solved {
		how = "**Right**, " + TryText(p.Puzzle.Tries) + "."
	}
	return p.solved(how+" You "+p.Puzzle.Variant.Say(p.Puzzle.Position, a.Decision.Step.Move).String()+".", a.Decision.Step.Move, a, why)
}

// Solution shows the solution to somebody who gives up.
func (p PuzzlePage) Solution(a *puzzle.Answered, why Why) view.Reply {
	move := a.Reason.Move
	return p.solved("**The solution:** "+view.Doing(p.Puzzle.Variant, p.Puzzle.Position, move)+".", move, a, why)
}

// Closed shows a puzzle that is solved or given up.
func (p PuzzlePage) Closed(solution games.Move, why Why) view.Reply {
	how := "You asked for the solution: "
	if p.Puzzle.Solved {
		how = "You solved it " + TryText(p.Puzzle.Tries) + ", by "
	}
	return p.solved(how+view.Doing(p.Puzzle.Variant, p.Puzzle.Position, solution)+".", solution, &puzzle.Answered{}, why)
}

func (p PuzzlePage) solved(how string, move games.Move, a *puzzle.Answered, why Why) view.Reply {
	v := p.Puzzle.Variant
	card := p.asked().Played(move, p.Look)
	card.Body = how + " " + why.Short
	p.addRating(card, a)
	next := view.Action{Label: "Another", Call: input.PuzzleNew.Call(), Style: view.Primary}
	if g := p.Puzzle.Grade; g != nil {
		next.Call = input.PuzzleNew.With(input.PuzzleNewInput{Game: v, Level: g.Level()})
	}
	card.Actions = []view.Action{next}
	if set := p.Puzzle.Set; set != nil {
		if card.Actions = nil; p.Puzzle.ID.Number < set.Size {
			card.Actions = []view.Action{view.SetPuzzleAction("Next", set.ID, p.Puzzle.ID.Number+1)}
		}
	} else if p.Puzzle.Tries > 0 {
		card.Actions = append(card.Actions, view.ShareAction(p.asked().Answer(view.Tap{})))
	}
	card.Actions = append(card.Actions, view.AllGames)
	reply := p.reply(card)
	view.OfferWhole(&reply, v, p.Puzzle.Position, why.Whole)
	return reply
}

func (p PuzzlePage) addRating(card *view.Card, a *puzzle.Answered) {
	switch c := a.Rating; {
	case a.Late:
		card.Add("too late to count")
	case a.Helped && p.Puzzle.Set == nil:
		card.Add("not counted as solved, because you had a position analyzed")
	case a.Helped:
		card.Add("not on the first try, because you had a position analyzed")
	case c == nil:
	case c.After.Games < puzzle.UntilRated:
		card.Add(fmt.Sprintf("your puzzle rating shows after %d answers, %d so far", puzzle.UntilRated, c.After.Games))
	default:
		card.Add(fmt.Sprintf("your puzzle rating: %.0f (%+.0f)", c.After.Value, c.After.Value-c.Before.Value))
	}
}

// PuzzleTeaser shows a puzzle to everybody.
func PuzzleTeaser(p *puzzle.Puzzle, style picture.Style) *view.Card {
	card := view.PositionCard(p.Position, view.ShapePicture(p.Position, style), view.Look{Style: style})
	card.Title, card.Body, card.Question = PuzzleTitle(p), p.Variant.Rules.Summary, "**"+waysText(p)+"**"
	card.Add(p.ID.Day)
	return card
}

// PuzzlePhrase names the puzzle within a sentence.
func PuzzlePhrase(p *puzzle.Puzzle) string {
	switch p.ID.Kind {
	case puzzle.FromMatch:
		return fmt.Sprintf("puzzle from match %d, move %d", p.ID.Match, p.ID.Number)
	case puzzle.FromSet:
		return fmt.Sprintf("puzzle %d of %d of the set %s", p.ID.Number, p.Set.Size, view.Plain(p.Set.Name))
	case puzzle.Drawn:
		return fmt.Sprintf("%s puzzle, rated %.0f", p.Grade.Level(), p.Grade.Points())
	default:
		return "puzzle of the day"
	}
}

// PuzzleTitle names the puzzle and its game.
func PuzzleTitle(p *puzzle.Puzzle) string {
	return view.SentenceStart(PuzzlePhrase(p)) + " · " + p.Variant.Name
}

func waysText(p *puzzle.Puzzle) string {
	one, two := "Which move wins?", "Two moves win. Find one."
	switch p.Position.Turn().Decision {
	case games.PlaceOnly:
		one, two = "Which pile do you name?", "Which pile do you name? Two are right."
	case games.NumberOnly:
		one, two = "Which number wins?", "Two numbers win. Find one."
	}
	switch n := len(p.Winning); n {
	case 1:
		return one
	case 2:
		return two
	default:
		return fmt.Sprintf("%d choices win. Find one.", n)
	}
}

// Why is the reason why a decision wins: in a sentence or two, and in full.
type Why struct {
	Short string
	Whole []string
}

// TryText counts tries.
func TryText(tries int) string {
	if tries == 1 {
		return "on the first try"
	}
	return "in " + words.Count(tries, "try")
}

// A PuzzlePost announces the puzzle of a day to everybody in a channel.
type PuzzlePost struct {
	Post   puzzle.Post
	Puzzle *puzzle.Puzzle
	Style  picture.Style
	// Yesterday has the results of the puzzle before, nil if nobody tried it.
	Yesterday *PuzzleOver
	Streaks   []puzzle.Finder
	Week      []puzzle.Count
}

// A PuzzleOver has the results of a past puzzle in a room.
type PuzzleOver struct {
	Puzzle   *puzzle.Puzzle
	Solution games.Move
	Why      string
	Count    puzzle.Count
	First    *puzzle.Finder
}

// Open shows the puzzle with its keys. Their answers are private.
func (p PuzzlePost) Open() view.Reply {
	card := PuzzleTeaser(p.Puzzle, p.Style)
	AskedPuzzle(p.Puzzle).Keys("").Offer(card)
	card.Moves = view.MovesText(p.Puzzle.Position) + fmt.Sprintf(" (as in /%s move:MOVE)", input.PuzzleToday)
	if y := p.Yesterday; y != nil {
		card.Fields = append(card.Fields, view.Field{Name: "Yesterday's puzzle · " + y.Puzzle.Variant.Name,
			Value: view.Code(words.Cut(y.Puzzle.Position.String(), view.MaxNotation)) + ": " + y.text()})
	}
	if len(p.Streaks) > 0 {
		lines := words.Each(p.Streaks, func(f puzzle.Finder) string { return view.PlayerName(f.Player.ID) + " " + words.Count(f.Streak, "day") })
		card.Fields = append(card.Fields, view.Field{Name: "Longest streaks", Value: strings.Join(lines, ", ")})
	}
	if len(p.Week) > 0 {
		days := words.Each(p.Week, func(c puzzle.Count) string {
			day, _ := time.Parse(time.DateOnly, c.Day)
			return fmt.Sprintf("%s %d of %d", day.Format("Mon"), c.Found, c.Tried)
		})
		card.Fields = append(card.Fields, view.Field{Name: "Solved in the last seven days", Value: strings.Join(days, " · ")})
	}
	card.Actions = []view.Action{
		{Label: "Solve it", Call: input.PuzzleToday.Call(), Style: view.Primary},
		{Label: "Leaderboard", Call: input.PuzzleRecords.Call()},
		view.Rules(p.Puzzle.Variant),
	}
	return p.reply(card)
}

// Over shows the solution, when the day is over.
func (p PuzzlePost) Over(o *PuzzleOver) view.Reply {
	card := AskedPuzzle(p.Puzzle).Played(o.Solution, view.Look{Style: p.Style})
	card.Title, card.Body = PuzzleTitle(p.Puzzle), o.text()
	card.Add(p.Puzzle.ID.Day)
	card.Actions = []view.Action{view.Rules(p.Puzzle.Variant)}
	return p.reply(card)
}

func (p PuzzlePost) reply(card *view.Card) view.Reply {
	if p.Post.ID == 0 {
		return view.Reply{Card: card}
	}
	return view.Reply{Card: card, Show: view.Subject{Kind: view.PuzzleSubject, ID: p.Post.ID, Version: p.Post.Version}, ShownIn: p.Post.Message}
}

func (o *PuzzleOver) text() string {
	text := "**The solution:** " + view.Doing(o.Puzzle.Variant, o.Puzzle.Position, o.Solution) + ". " + o.Why
	if counts := countText(o.Count); counts != "" {
		text += "\n" + counts
	}
	if o.First != nil {
		text += " " + view.SentenceStart(view.PlayerName(o.First.Player.ID)) + " was first, " + TryText(o.First.Tries) + "."
	}
	return text
}

func countText(c puzzle.Count) string {
	if c.Tried == 0 {
		return ""
	}
	return fmt.Sprintf("%d tried, %d solved it.", c.Tried, c.Found)
}

const mostSquares = 10

// Squares shows a result without spoilers: red for a wrong try, green for the solution, black for
// giving up.
func Squares(s puzzle.State) string {
	wrong, last := s.Tries, ""
	switch {
	case s.Solved:
		wrong, last = wrong-1, "🟩"
	case s.GaveUp:
		wrong, last = wrong-1, "⬛"
	}
	if wrong > mostSquares {
		return fmt.Sprintf("🟥×%d%s", wrong, last)
	}
	return strings.Repeat("🟥", wrong) + last
}
