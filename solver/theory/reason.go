package theory

import "nimatron/games"

// Claim is what a reason is for. It is about the player who decides now.
type Claim string

// The claims.
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
)

// Reason says why a verdict holds, as data. Package explain makes words of it.
type Reason struct {
	Claim Claim
	// Move is the decision that wins where the claim is CanWin, else the zero Move.
	Move games.Move
	// Ground is the rule with the numbers it was used on and how every move is
	// answered. It is nil where the game is over or nothing is proved.
	Ground Ground
}

// Ground is what a reason rests on: a type for each kind of board, in the package of
// its theorems.
type Ground interface {
	// Rule names the rule that was used.
	Rule() Rule
}
