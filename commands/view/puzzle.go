package view

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/referee"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
)

// The command of puzzles, and the options that only its buttons have.
const (
	PuzzleName = "puzzle"
	// PuzzleID is the option with the puzzle.
	PuzzleID = "id"
	// SolutionName gives up.
	SolutionName = "solution"
)

// A PuzzlePage shows a puzzle to somebody.
type PuzzlePage struct {
	Puzzle *puzzle.Puzzle
	Streak int // of daily puzzles; 0 for none
	Look   Look
}

func (p PuzzlePage) asked() Asked { return AskedPuzzle(p.Puzzle) }

// AskedPuzzle is a puzzle with its keys.
func AskedPuzzle(p *puzzle.Puzzle) Asked {
	return Asked{Variant: p.Variant, Position: p.Position, Command: PuzzleName, Options: map[string]string{PuzzleID: p.ID.String()}}
}

// reply titles a card with the puzzle.
func (p PuzzlePage) reply(card *Card) Reply {
	card.Title = PuzzleTitle(p.Puzzle)
	card.Footer += dayText(p.Puzzle)
	if p.Streak > 0 {
		card.Footer += " · your streak: " + words.Count(p.Streak, "day")
	}
	return Reply{Card: card, To: UpdateEphemeral{}}
}

// Ask shows the puzzle with its keys. Where is the tapped place, empty for none.
func (p PuzzlePage) Ask(where string) Reply {
	q, v, turn := p.asked(), p.Puzzle.Variant, p.Puzzle.Position.Turn()
	card := q.after(nil, 0, p.Look)
	if chosen := FindPlace(p.Puzzle.Position.Places(), where); chosen != nil {
		card.Picture = p.Look.Of(ChosenPicture(p.Puzzle.Position, where, p.Look.Style))
	}
	card.Body = v.Rules.Summary
	if text := p.Puzzle.Text(); text != "" {
		card.Body = Plain(text) + "\n" + card.Body
	}
	switch {
	case turn.Actor != turn.Owner:
		card.Body += "\nIt is your opponent's turn, and you decide now."
	case v.Partizan:
		card.Body += fmt.Sprintf("\nYou are %s and move now.", turn.Actor.Name())
	}
	q.offer(card, "**"+waysText(p.Puzzle)+"**", where)
	card.Actions = append(p.giveUp(), Rules(v))
	return p.reply(card)
}

// giveUp shows the solution. Sets have no such button: their puzzles could not be solved any more.
func (p PuzzlePage) giveUp() []Action {
	if p.Puzzle.Closed() || p.Puzzle.Set != nil {
		return nil
	}
	return []Action{Action{Command: PuzzleName, Options: p.asked().Options}.with("Show the solution", SolutionName, "true")}
}

// Wrong shows how a wrong answer loses, up to a step, and why.
func (p PuzzlePage) Wrong(a *puzzle.Answered, why string, step int) Reply {
	card := p.asked().Refuted(a, "", why, step, p.Look)
	p.addRating(card, a)
	card.Actions = append(append(card.Actions, p.giveUp()...), Rules(p.Puzzle.Variant))
	return p.reply(card)
}

// Right confirms an answer.
func (p PuzzlePage) Right(a *puzzle.Answered, why Why) Reply {
	how := "**Right!**"
	if p.Puzzle.Solved {
		how = "**Right**, " + TryText(p.Puzzle.Tries) + "."
	}
	return p.solved(how+" You "+p.Puzzle.Variant.Say(p.Puzzle.Position, a.Decision.Step.Move)+".", a.Decision.Step.Move, a, why)
}

// Solution shows the solution to somebody who gives up.
func (p PuzzlePage) Solution(a *puzzle.Answered, why Why) Reply {
	move := a.Reason.Move
	return p.solved("**The solution:** I "+p.Puzzle.Variant.Say(p.Puzzle.Position, move)+".", move, a, why)
}

// Closed shows a puzzle that is solved or given up.
func (p PuzzlePage) Closed(solution games.Move, why Why) Reply {
	how := "You have asked for the solution. I "
	if p.Puzzle.Solved {
		how = "You have solved it " + TryText(p.Puzzle.Tries) + ". I "
	}
	return p.solved(how+p.Puzzle.Variant.Say(p.Puzzle.Position, solution)+" here.", solution, &puzzle.Answered{}, why)
}

func (p PuzzlePage) solved(how string, move games.Move, a *puzzle.Answered, why Why) Reply {
	v := p.Puzzle.Variant
	card := p.asked().Played(move, p.Look)
	card.Body = how + " " + why.Short
	p.addRating(card, a)
	next := Action{Label: "Another", Command: PuzzleName, Style: Primary, Options: map[string]string{"which": "any"}}
	if g := p.Puzzle.Grade; g != nil {
		next.Options = map[string]string{"variant": v.ID, "level": string(g.Level())}
	}
	card.Actions = []Action{next}
	if set := p.Puzzle.Set; set != nil {
		if card.Actions = nil; p.Puzzle.ID.Number < set.Size {
			card.Actions = []Action{SetPuzzleAction("Next", set.ID, p.Puzzle.ID.Number+1)}
		}
	} else if p.Puzzle.Tries > 0 {
		card.Actions = append(card.Actions, ShareAction(PuzzleName, map[string]string{PuzzleID: p.Puzzle.ID.String()}))
	}
	card.Actions = append(card.Actions, AllGames)
	reply := p.reply(card)
	OfferWhole(&reply, v, p.Puzzle.Position, why.Whole)
	return reply
}

// addRating adds to the footer how an answer counts.
func (p PuzzlePage) addRating(card *Card, a *puzzle.Answered) {
	switch c := a.Rating; {
	case a.Late:
		card.Footer += " · the day of this puzzle is over: nothing is counted"
	case c == nil:
	case c.After.Games < puzzle.UntilRated:
		card.Footer += fmt.Sprintf(" · your rating in puzzles shows after %d answers: %d so far", puzzle.UntilRated, c.After.Games)
	default:
		card.Footer += fmt.Sprintf(" · your rating in puzzles: %.0f (%+.0f)", c.After.Value, c.After.Value-c.Before.Value)
	}
}

// PuzzleTeaser shows a puzzle to everybody.
func PuzzleTeaser(p *puzzle.Puzzle, style picture.Style) *Card {
	card := PositionCard(p.Position, ShapePicture(p.Position, style), Look{Style: style})
	card.Title, card.Body, card.Question = PuzzleTitle(p), p.Variant.Rules.Summary, "**"+waysText(p)+"**"
	card.Footer += dayText(p)
	return card
}

// dayText is the day of a daily puzzle, "" for others.
func dayText(p *puzzle.Puzzle) string {
	if !p.Daily() {
		return ""
	}
	return " · " + p.ID.Day
}

// PuzzlePhrase names the puzzle within a sentence.
func PuzzlePhrase(p *puzzle.Puzzle) string {
	switch p.ID.Kind {
	case puzzle.FromMatch:
		return fmt.Sprintf("puzzle from match %d, move %d", p.ID.Match, p.ID.Number)
	case puzzle.FromSet:
		return fmt.Sprintf("puzzle %d of %d of the set %s", p.ID.Number, p.Set.Size, Plain(p.Set.Name))
	case puzzle.Drawn:
		return fmt.Sprintf("%s puzzle, rated %.0f", p.Grade.Level(), p.Grade.Points())
	default:
		return "puzzle of the day"
	}
}

// PuzzleTitle names the puzzle and its game.
func PuzzleTitle(p *puzzle.Puzzle) string {
	return SentenceStart(PuzzlePhrase(p)) + " · " + p.Variant.Name
}

// waysText asks for a winning decision.
func waysText(p *puzzle.Puzzle) string {
	one, two := "One move wins: which?", "Two moves win: find one."
	switch p.Position.Turn().Decision {
	case games.PlaceOnly:
		one, two = "Name a pile: one is right. Which?", "Name a pile: two are right. Find one."
	case games.NumberOnly:
		one, two = "One number wins: which?", "Two numbers win: find one."
	}
	switch n := len(p.Winning); n {
	case 1:
		return one
	case 2:
		return two
	default:
		return fmt.Sprintf("%d choices win: find one.", n)
	}
}

// SetPuzzleAction leads to a puzzle of a set.
func SetPuzzleAction(label string, set int64, number int) Action {
	id := puzzle.ID{Kind: puzzle.FromSet, Set: set, Number: number}
	return Action{Label: label, Command: PuzzleName, Options: map[string]string{PuzzleID: id.String()}, Style: Primary}
}

// ShareName is the option that shows a private answer to everybody.
const ShareName = "share"

// ShareAction shows everybody what a command answers.
func ShareAction(command string, options map[string]string) Action {
	options[ShareName] = "true"
	return Action{Label: "Show everyone", Command: command, Options: options}
}

// The options of a puzzle and of an exercise that only buttons have.
const (
	// AnswerName is the option with the move.
	AnswerName = "answer"
	// OtherName asks for a move that is not offered.
	OtherName = "other"
	// StepName is how far to play out a wrong answer.
	StepName = "step"
)

// An Asked is a board on which a person seeks the winning decision, in a puzzle or a lesson. Its
// buttons name the puzzle or exercise, so that they outlive the process.
type Asked struct {
	Variant  *games.Variant
	Position games.Position
	Command  string
	Options  map[string]string // which one it is
}

// Keys are the keys of the board. Where is the tapped place, empty for none.
func (q Asked) Keys(where string) Keys {
	tap := Action{Command: q.Command, Options: q.Options, Style: Success}
	return Keys{Variant: q.Variant, Position: q.Position, Where: where, Play: tap, Move: AnswerName, Half: tap}
}

// offer adds a question and the keys of the board to a card.
func (q Asked) offer(card *Card, question, where string) {
	card.Question = question
	if FindPlace(q.Position.Places(), where) == nil {
		where = ""
	}
	q.Keys(where).Offer(card)
	if where == "" { // the question names the move; the keys show where and how many
		card.Question = question
	}
	card.Moves = MovesText(q.Position) + fmt.Sprintf(" (as in /%s %s:MOVE)", q.Command, AnswerName)
}

func (q Asked) again() Action {
	return Action{Label: "Try again", Command: q.Command, Options: q.Options, Style: Primary}
}

// picture shows the board after some decisions, with the last ones marked.
func (q Asked) picture(decisions []referee.Decision, marked int, l Look) *Picture {
	b := board.Board{Shape: q.Position.Shape()}
	for _, d := range decisions {
		made := board.Made{Before: b.Shape, Move: d.Step.Move, By: d.Turn.Owner}
		if !q.Variant.Partizan && q.Position.Turn().Actor == games.Right {
			made.By = made.By.Other() // the person has the same colour as in matches against the bot
		}
		b.Moves = append([]board.Made{made}, b.Moves...)
		b.Shape = d.Step.Position.Shape()
	}
	b.Moves = b.Moves[:marked]
	return l.Of(NewPicture("board", board.Words(b.Shape), func(context.Context) (*drawing.Drawing, error) { return board.Draw(b, l.Style) }))
}

// after is the card of the board after some decisions, with the last ones marked.
func (q Asked) after(decisions []referee.Decision, marked int, l Look) *Card {
	p := q.Position
	if n := len(decisions); n > 0 {
		p = decisions[n-1].Step.Position
	}
	return PositionCard(p, q.picture(decisions, marked, l), l)
}

// toldTogether is how many decisions of a lost line are described at once, after the first two.
const toldTogether = 2

// Refuted shows how a wrong answer loses: that decision and its answer, or the two decisions before
// a later step. Rule is what the answer should have done. If it is empty, why explains the loss.
func (q Asked) Refuted(a *puzzle.Answered, rule, why string, step int, l Look) *Card {
	line := a.Refutation
	step = min(max(step, a.Answered), len(line))
	begin := 0
	if step > a.Answered {
		begin = max(a.Answered, step-toldTogether)
	}
	card := q.after(line[:step], step-begin, l)
	card.Actions = []Action{q.again()}
	told := make([]string, 0, toldTogether)
	for _, d := range line[begin:min(step, begin+toldTogether)] { // the picture shows the third
		told = append(told, q.told(d, a.Decision.Turn.Actor))
	}
	text := strings.Join(told, "; ") + "."
	switch {
	case begin > 0:
		text = SentenceStart(text)
	case rule != "":
		text = "**That breaks the rule:** " + lowerStart(rule) + "\n" + SentenceStart(text)
	default:
		text = "**That loses.** " + SentenceStart(text)
	}
	switch {
	case step == len(line) && a.Over:
		text += " So I win. " + q.Variant.Rules.End
	case step == len(line):
		text += " And so on, until I win."
	default:
		if begin == 0 && rule == "" && why != "" {
			if text += " " + why; utf8.RuneCountInString(text) > lesson.MaxParagraph {
				text = "**That loses.** " + why // the picture shows the moves
			}
		}
		on := Action{Label: "And then?", Command: q.Command, Options: q.Options}.with("And then?", AnswerName, a.Decision.Step.Move.String())
		card.Actions = append(card.Actions, on.with(on.Label, StepName, strconv.Itoa(step+toldTogether)))
	}
	card.Body = text
	return card
}

func lowerStart(sentence string) string { return strings.ToLower(sentence[:1]) + sentence[1:] }

// told describes a decision of a lost line to the player who answered.
func (q Asked) told(d referee.Decision, you games.Side) string {
	who, whose := "you", "my"
	if d.Turn.Actor != you {
		who, whose = "I", "your"
	}
	text := who + " " + q.Variant.Say(q.Position, d.Step.Move)
	if d.Turn.Actor != d.Turn.Owner {
		text += " in " + whose + " turn"
	}
	return text
}

// Played shows the board after a decision that wins.
func (q Asked) Played(move games.Move, l Look) *Card {
	after, err := q.Position.Play(move)
	if err != nil { // it is one of the legal ones
		return q.after(nil, 0, l)
	}
	return q.after([]referee.Decision{{Turn: q.Position.Turn(), Step: games.Step{Move: move, Position: after}}}, 1, l)
}

// Why is why a decision wins, in a sentence or two and as a whole.
type Why struct {
	Short string
	Whole []string
}

// TryText counts tries.
func TryText(tries int) string {
	if tries == 1 {
		return "at the first try"
	}
	return "in " + words.Count(tries, "try")
}

// PuzzleLadder stands for the puzzle of the day among the games of the leaderboard.
const PuzzleLadder = "puzzle-of-the-day"

// A PuzzlePost announces the puzzle of a day to everybody in a channel.
type PuzzlePost struct {
	Post   puzzle.Post
	Puzzle *puzzle.Puzzle
	Style  picture.Style
	Count  puzzle.Count
	// Yesterday has the results of the puzzle before, nil if nobody tried it.
	Yesterday *PuzzleOver
	Streaks   []puzzle.Finder // the longest first
	Week      []puzzle.Count  // of the days before
}

// A PuzzleOver has the results of a past puzzle in a room.
type PuzzleOver struct {
	Puzzle   *puzzle.Puzzle
	Solution games.Move
	Why      string
	Count    puzzle.Count
	First    *puzzle.Finder // nil if nobody found it
}

// Open shows the puzzle with its keys. Their answers are private.
func (p PuzzlePost) Open() Reply {
	card := PuzzleTeaser(p.Puzzle, p.Style)
	AskedPuzzle(p.Puzzle).Keys("").Offer(card)
	card.Moves = MovesText(p.Puzzle.Position) + fmt.Sprintf(" (as in /%s which:daily %s:MOVE)", PuzzleName, AnswerName)
	if text := countText(p.Count); text != "" {
		card.Body += "\n**Today:** " + text
	}
	if y := p.Yesterday; y != nil {
		card.Fields = append(card.Fields, Field{Name: "Yesterday's puzzle · " + y.Puzzle.Variant.Name,
			Value: Code(words.Cut(y.Puzzle.Position.String(), MaxNotation)) + ": " + y.text()})
	}
	if len(p.Streaks) > 0 {
		lines := words.Each(p.Streaks, func(f puzzle.Finder) string { return PlayerName(f.Player.ID) + " " + words.Count(f.Streak, "day") })
		card.Fields = append(card.Fields, Field{Name: "Longest streaks", Value: strings.Join(lines, ", ")})
	}
	if len(p.Week) > 0 {
		days := words.Each(p.Week, func(c puzzle.Count) string { return fmt.Sprintf("%s %d of %d", weekday(c.Day), c.Found, c.Tried) })
		card.Fields = append(card.Fields, Field{Name: "Found in the last seven days", Value: strings.Join(days, " · ")})
	}
	card.Actions = []Action{
		{Label: "Solve it", Command: PuzzleName, Options: map[string]string{"which": "daily"}, Style: Primary},
		{Label: "Leaderboard", Command: "leaderboard", Options: map[string]string{"variant": PuzzleLadder}},
		Rules(p.Puzzle.Variant),
	}
	return p.reply(card)
}

// Over shows the solution, when the day is over.
func (p PuzzlePost) Over(o *PuzzleOver) Reply {
	card := AskedPuzzle(p.Puzzle).Played(o.Solution, Look{Style: p.Style})
	card.Title, card.Body = PuzzleTitle(p.Puzzle), o.text()
	card.Footer += dayText(p.Puzzle)
	card.Actions = []Action{Rules(p.Puzzle.Variant)}
	return p.reply(card)
}

// reply makes a reply of a card. It is updated later if the post is stored.
func (p PuzzlePost) reply(card *Card) Reply {
	if p.Post.ID == 0 {
		return Reply{Card: card}
	}
	return Reply{Card: card, Show: Subject{Kind: PuzzleSubject, ID: p.Post.ID, Version: p.Post.Version}, ShownIn: p.Post.Message}
}

// text describes the solution and its finders.
func (o *PuzzleOver) text() string {
	text := "**The solution:** I " + o.Puzzle.Variant.Say(o.Puzzle.Position, o.Solution) + ". " + o.Why
	if counts := countText(o.Count); counts != "" {
		text += "\n" + counts
	}
	if o.First != nil {
		text += " " + SentenceStart(PlayerName(o.First.Player.ID)) + " was first, " + TryText(o.First.Tries) + "."
	}
	return text
}

// countText counts tries and solutions, "" for none.
func countText(c puzzle.Count) string {
	if c.Tried == 0 {
		return ""
	}
	return fmt.Sprintf("%d tried, %d found it.", c.Tried, c.Found)
}

func weekday(day string) string {
	at, _ := time.Parse(time.DateOnly, day)
	return at.Format("Mon")
}

// mostSquares is how many wrong tries get a square each.
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
