package sums

import (
	"fmt"
	"math/big"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

func (g *Justification) mean() *big.Rat {
	mean := new(big.Rat)
	for _, part := range g.Parts {
		mean.Add(mean, part.Mean)
	}
	return g.from(mean)
}

func (g *Justification) from(mean *big.Rat) *big.Rat {
	if g.Side == games.Right {
		return negated(mean)
	}
	return mean
}

func (g *Justification) means() string {
	return words.And(words.Each(g.Parts, func(part Part) string {
		text := g.from(part.Mean).RatString()
		if text[0] != '-' && text != "0" {
			text = "+" + text
		}
		return fmt.Sprintf("part %d %s", part.Number, text)
	}))
}

func (g *Justification) shortMeans(r *theory.Reason) string {
	mean, move := g.mean(), r.Subject()
	switch {
	case r.Claim != theory.CanWin && mean.Sign() < 0:
		return "by the means you are " + negated(mean).RatString() + " behind" + g.shown(g.means()) + ", and no move improves your own mean."
	case r.Claim != theory.CanWin:
		return "the means of the parts cancel" + g.shown(g.means()) + ", and apart from its mean you win no part by starting there."
	case g.Then == nil:
		return move + " wins: a search found this." + r.Rest()
	case g.Then.Kind != Means:
		return g.shortWin(r, 0)
	}
	left := g.Then.mean() // from the opponent's side
	if left.Sign() == 0 {
		return move + " leaves means that cancel and, apart from its mean, no part that your opponent wins by starting there." + r.Rest()
	}
	const noneImproves = " No move improves the mover's own mean."
	if left.Cmp(negated(mean)) == 0 {
		return "you are " + mean.RatString() + " ahead by the means" + g.shown(g.means()) + ", and " + move + " keeps that." + noneImproves + r.Rest()
	}
	return move + " leaves you " + negated(left).RatString() + " ahead by the means." + noneImproves + r.Rest()
}

func (g *Justification) fullMeans(r *theory.Reason) []string {
	lines := []string{"How many moves you are ahead on each part, its mean:"}
	for _, part := range g.Parts {
		lines = append(lines, fmt.Sprintf("  %d. %s: %s", part.Number, part.Text, g.from(part.Mean).RatString()))
	}
	lines = append(lines, fmt.Sprintf("Together: %s. The means of boards add up. "+
		"No move improves the mover's own mean, so only your own moves can lower your lead, and only your opponent's "+
		"can raise it.", g.mean().RatString()))
	if g.mean().Sign() == 0 {
		return append(lines, "The means cancel here. Then a part counts for a player who wins it, "+
			"moving first or second, next to a part worth exactly as much to the other player. "+
			"If parts count for one player alone, that player wins.")
	}
	if r.Claim == theory.CanWin {
		lines = append(lines, "How to go on, each time it is your turn: take what keeps your lead. If nothing does, take what costs least of it.")
	}
	return lines
}

func (g *Justification) lookAtMeans() string {
	if mean := g.mean(); mean.Sign() > 0 {
		return fmt.Sprintf("By the means you are %s ahead (%s). No move improves your own mean: "+
			"look for one on part %d that keeps it.", mean.RatString(), g.means(), g.Moved)
	}
	return fmt.Sprintf("The means cancel (%s). Look at part %d.", g.means(), g.Moved)
}

// brokenMeans says which rule a move broke. The position is the opponent's, who can win it.
func (g *Justification) brokenMeans(r *theory.Reason, move games.Move) string {
	if mean := g.mean(); mean.Sign() > 0 {
		return fmt.Sprintf("%s leaves your opponent %s ahead by the means of the parts.", r.Say(move, theory.Start), mean.RatString())
	}
	return ""
}

func negated(x *big.Rat) *big.Rat { return new(big.Rat).Neg(x) }
