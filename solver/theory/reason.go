package theory

import (
	"context"
	"fmt"

	"nimatron/games"
	"nimatron/internal/jsonline"
)

// Claim is the statement that a reason justifies, about the player who decides.
type Claim string

const (
	// CanWin: the reason's decision wins.
	CanWin  Claim = "win"
	AllLose Claim = "lose"
	// HasWon: the game is over and won.
	HasWon Claim = "won"
	// HasLost: the game is over and lost.
	HasLost Claim = "lost"
	// Unproved: the search ran out of its budget.
	Unproved Claim = "unproved"
)

// ClaimOf returns the claim about p if the player who decides wins or not.
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

// Rule names the rule of a reason: "columns", "pairs", "search". Some families share rules.
type Rule string

const (
	// RuleWhole: taking the last pile whole ends the game.
	RuleWhole Rule = "whole pile"
	// RulePairs: there is an even number of piles of every size, possibly after the winning move.
	// Every move is answered by the same move in an equal pile.
	RulePairs Rule = "pairs"
	// RuleColumns: the nim-sum of the piles' values is 0, possibly after the winning move. Every
	// move is answered by one that makes it 0 again.
	RuleColumns Rule = "columns"
	// RuleOnes: in misère play only piles of 1 are left, possibly after the winning move, and nobody
	// has a choice.
	RuleOnes Rule = "ones"
	// RuleSearch: who wins was found by search.
	RuleSearch Rule = "search"
)

// Tried is the Justification of a search.
type Tried struct {
	Positions int
	// Answers has winning answers to the first decisions of a lost position; All means every
	// decision.
	Answers []Answer
	All     bool
}

func (*Tried) Rule() Rule { return RuleSearch }

func (t *Tried) Short(r *Reason) string {
	if r.Claim == CanWin {
		return fmt.Sprintf("%s wins against every reply: every line of play was tried (%d positions).", r.Subject(), t.Positions) + r.Rest()
	}
	return fmt.Sprintf("every line of play was tried (%d positions), and whatever you do has an answer that wins.", t.Positions)
}

func (t *Tried) Full(r *Reason) []string {
	if r.Claim == CanWin {
		return []string{"After each reply, look again: what to play next depends on it."}
	}
	lines := []string{"The answers:"}
	for _, a := range t.Answers {
		if a.Answer == (games.Move{}) {
			lines = append(lines, r.Say(a.Move, Start)+" loses without an answer.")
		} else {
			lines = append(lines, fmt.Sprintf("%s is answered by %s.", r.Say(a.Move, Start), r.Say(a.Answer, Subject)))
		}
	}
	if !t.All {
		lines = append(lines, "Anything else loses as well.")
	}
	return lines
}

func (t *Tried) AppendJSON(dst []byte, _ *Reason) []byte {
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

// Answer is a winning answer to a decision. Answer is zero if the decision ends the game, or if the
// same player decides again and loses.
type Answer struct{ Move, Answer games.Move }

const shownAnswers = 12

// Answer finds answers to the first decisions in a lost position; the first error ends the list.
func (t *Tried) Answer(ctx context.Context, v *games.Variant, p games.Position, by Prover) {
	for step := range p.Options() {
		if len(t.Answers) == shownAnswers {
			return
		}
		answer := Answer{Move: step.Move}
		if step.Position.Turn().Actor != p.Turn().Actor {
			moves, _, err := by.Winning(ctx, v, step.Position, 1)
			if err != nil {
				return
			}
			if len(moves) > 0 {
				answer.Answer = moves[0]
			}
		}
		t.Answers = append(t.Answers, answer)
	}
	t.All = true
}

// Reason justifies a verdict.
type Reason struct {
	Claim Claim
	// Move wins if the claim is CanWin; otherwise it is zero.
	Move games.Move
	// Voice writes Move in texts; nil means [Notation].
	Voice Voice
	// Done means that the match or puzzle is over, so texts don't advise to ask again.
	Done bool
	// Justification is nil if the game is over or nothing is proved.
	Justification Justification
}

// Justification justifies a verdict, as data and in words. Each kind of board has its own type, in the
// package of its theorems. In texts "you" is the player who decides, "your opponent" the other.
// Only Full uses letters for numbers, after defining them.
type Justification interface {
	Rule() Rule
	// Short justifies r.Claim in a sentence or two. It begins with a small letter or a move; moves are in
	// backquotes.
	Short(r *Reason) string
	// Full is the rest of the reason: paragraphs, list items and lines of columns, without
	// backquotes.
	Full(r *Reason) []string
	// AppendJSON appends the rule's numbers and answers as members of a JSON object.
	AppendJSON(dst []byte, r *Reason) []byte
}

// Looker is a Justification with a better hint than the family's.
type Looker interface {
	Justification
	// Look is Family.Look for the move of r.
	Look(r *Reason) string
}

// Breaker is a Justification that can say which rule a move broke.
type Breaker interface {
	Justification
	// Broken says in a sentence what a winning move would have left and what move has left instead:
	// p, which the opponent can win by r. It is empty if no rule applies.
	Broken(p games.Position, r *Reason, move games.Move) string
}

// Answerer is a Justification in a partizan game that may explain a side moving first.
type Answerer interface {
	Justification
	// Answer is a brief Short, "" if only the verdict is known.
	Answer(r *Reason) string
}

// TwoSided is Left's Justification in a partizan game if it covers both sides moving first.
type TwoSided interface {
	Justification
	// ShortOfBoth is Short in full sentences, about Left and Right.
	ShortOfBoth(left, right *Reason) string
	// FullOfBoth is Full about both.
	FullOfBoth(left, right *Reason) []string
}
