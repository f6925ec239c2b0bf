package theory

import (
	"nimatron/games"
	"nimatron/internal/jsonline"
)

// Claim is what a reason is for. It is about the player who decides now.
type Claim string

const (
	// CanWin: the decision that the reason names wins.
	CanWin Claim = "win"
	// AllLose: every decision loses.
	AllLose Claim = "lose"
	// HasWon: the game is over, and this player has won it.
	HasWon Claim = "won"
	// HasLost: the game is over, and this player has lost it.
	HasLost Claim = "lost"
	// Unproved: the search ran out of its budget.
	Unproved Claim = "unproved"
)

// ClaimOf returns the claim about a position from whether whoever decides wins there.
func ClaimOf(p games.Position, wins bool) Claim {
	switch over := games.Over(p); {
	case over && wins:
		return HasWon
	case over:
		return HasLost
	case wins:
		return CanWin
	default:
		return AllLose
	}
}

// Rule names what a reason rests on: "columns", "pairs", "search". Every family has
// names of its own for its rules, and some share one.
type Rule string

// The rules that are no family's own.
const (
	// RuleOver: the game is over.
	RuleOver Rule = "over"
	// RuleWhole: taking the last pile whole ends the game.
	RuleWhole Rule = "whole pile"
	// RuleSearch: who wins was found by search.
	RuleSearch Rule = "search"
)

// Tried is what a search says of itself in its reason.
type Tried struct {
	// Positions is how many it looked at.
	Positions int
	// Answers has for the first decisions of a lost position an answer that wins; All
	// says that these are all of them.
	Answers []Answer
	All     bool
}

// AppendTo appends all that as members of a JSON object.
func (t *Tried) AppendTo(dst []byte) []byte {
	dst = jsonline.Number(dst, "positions", t.Positions)
	if len(t.Answers) == 0 {
		return dst
	}
	dst = jsonline.List(dst, "answers", t.Answers, func(dst []byte, a *Answer) []byte {
		dst = jsonline.String(append(dst, '['), a.Move.String())
		return append(jsonline.String(append(dst, ','), a.Answer.String()), ']')
	})
	return jsonline.Flag(dst, "all", t.All)
}

// Answer is a winning answer to a decision. It is the zero Move where the decision ends
// the game, or the same player decides again and loses.
type Answer struct{ Move, Answer games.Move }

// shownAnswers is to how many decisions a reason has the answers.
const shownAnswers = 12

// Answer looks for the answers to the first decisions in a lost position. It asks for a
// winning decision; where that fails there are fewer answers.
func (t *Tried) Answer(p games.Position, winning func(games.Position) (games.Move, error)) {
	for step := range p.Options() {
		if len(t.Answers) == shownAnswers {
			return
		}
		answer := Answer{Move: step.Move}
		if step.Position.Turn().Actor != p.Turn().Actor {
			var err error
			if answer.Answer, err = winning(step.Position); err != nil {
				return
			}
		}
		t.Answers = append(t.Answers, answer)
	}
	t.All = true
}

// Reason says why a verdict holds, as data; its ground has words for it.
type Reason struct {
	Claim Claim
	// Move is the decision that wins where the claim is CanWin, else the zero Move.
	Move games.Move
	// Ground is the rule with the numbers it was used on and how every move is
	// answered. It is nil where the game is over or nothing is proved.
	Ground Ground
}

// Ground is what a reason rests on: a type for each kind of board, in the package of
// its theorems, which has the words for it too. In these "you" is the player who decides
// now and "your opponent" the other one. Letters that stand for numbers occur in Full only,
// behind a sentence that says what they are.
type Ground interface {
	// Rule names the rule that was used.
	Rule() Rule
	// Short says in at most room characters why the claim of r holds, the reason that
	// rests on this ground. It begins with a small letter or a move; moves stand between
	// backquotes.
	Short(r *Reason, room int) string
	// Full is what there is to say besides: paragraphs, items of lists and lines of
	// columns, without backquotes.
	Full(r *Reason) []string
	// AppendJSON appends the numbers and answers of the rule as members of a JSON object.
	AppendJSON(dst []byte, r *Reason) []byte
}

// Looker is a Ground that knows better than the family where to look for its move.
type Looker interface {
	Ground
	// Look is Family.Look for the move of r, which rests on this ground.
	Look(r *Reason) string
}

// Breaker is a Ground that can say which rule a move broke.
type Breaker interface {
	Ground
	// Broken says in a sentence what a winning move would have left, and what move has left
	// instead: p, in which the opponent can win, by r. It is empty where no rule says so.
	Broken(p games.Position, r *Reason, move games.Move) string
}

// Answerer is a Ground in a partizan game that may know how a side that moves first goes on, or
// is answered.
type Answerer interface {
	Ground
	// Answers are texts of that to choose from, the best first, and as Short has them. There are
	// none where only the verdict is known.
	Answers(r *Reason) []string
}

// TwoSided is a Ground in a partizan game that says what comes of either side moving first
// at once, where it is that of Left.
type TwoSided interface {
	Ground
	// ShortOfBoth is Short in sentences of their own, about Left and Right.
	ShortOfBoth(left, right *Reason, room int) string
	// FullOfBoth is Full about both.
	FullOfBoth(left, right *Reason) []string
}
