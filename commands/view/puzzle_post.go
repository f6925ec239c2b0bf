package view

import (
	"fmt"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// PuzzleLadder is what the leaderboard calls the puzzle of the day, in place of a game.
const PuzzleLadder = "puzzle-of-the-day"

// A PuzzlePost announces the puzzle of a day to everybody in a channel.
type PuzzlePost struct {
	Post   match.PuzzlePost
	Puzzle *referee.Puzzle
	Style  picture.Style
	Count  match.PuzzleCount
	// Yesterday is what came of the puzzle of the day before, nil if nobody has tried it.
	Yesterday *PuzzleOver
	Streaks   []match.PuzzleFinder // the longest first
	Week      []match.PuzzleCount  // of the days before
}

// A PuzzleOver is what came of a puzzle in a room when its day was over.
type PuzzleOver struct {
	Puzzle   *referee.Puzzle
	Solution games.Move
	Why      string
	Count    match.PuzzleCount
	First    *match.PuzzleFinder // who found it first, nil for nobody
}

// Open shows the puzzle with its keys. What they answer is for the one who taps.
func (p PuzzlePost) Open() Reply {
	card := PuzzleTeaser(p.Puzzle, p.Style)
	AskedPuzzle(p.Puzzle).Keys("").Offer(card)
	card.Moves = movesText(p.Puzzle.Position) + fmt.Sprintf(" (as in /%s which:daily %s:MOVE)", PuzzleName, AnswerName)
	if text := countText(p.Count); text != "" {
		card.Body += "\n**Today:** " + text
	}
	if y := p.Yesterday; y != nil {
		card.Fields = append(card.Fields, Field{Name: "Yesterday's puzzle · " + y.Puzzle.Variant.Name,
			Value: Code(words.Cut(y.Puzzle.Position.String(), MaxNotation)) + ": " + y.text()})
	}
	if len(p.Streaks) > 0 {
		lines := make([]string, len(p.Streaks))
		for i, f := range p.Streaks {
			lines[i] = PlayerName(f.Player.ID) + " " + words.Count(f.Streak, "day")
		}
		card.Fields = append(card.Fields, Field{Name: "Longest streaks", Value: strings.Join(lines, ", ")})
	}
	if len(p.Week) > 0 {
		days := make([]string, len(p.Week))
		for i, c := range p.Week {
			days[i] = fmt.Sprintf("%s %d of %d", weekday(c.Day), c.Found, c.Tried)
		}
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

// reply makes a reply of a card, which is kept true unless nobody has noted the post.
func (p PuzzlePost) reply(card *Card) Reply {
	if p.Post.ID == 0 {
		return Reply{Card: card}
	}
	return Reply{Card: card, Show: Subject{Kind: PuzzleSubject, ID: p.Post.ID, Version: p.Post.Version}, ShownIn: p.Post.Message}
}

// text tells the solution and who has found it.
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

// countText says how many have tried and found a puzzle, "" for nobody.
func countText(c match.PuzzleCount) string {
	if c.Tried == 0 {
		return ""
	}
	return fmt.Sprintf("%d tried, %d found it.", c.Tried, c.Found)
}

// weekday returns the short name of a day's weekday.
func weekday(day string) string {
	at, _ := time.Parse(time.DateOnly, day)
	return at.Format("Mon")
}

// mostSquares is how many wrong tries are shown each by a square.
const mostSquares = 10

// Squares shows what somebody has made of a puzzle without telling anything of it: red for each
// wrong try, green for the solution, black for having asked for it.
func Squares(s match.PuzzleState) string {
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
