package sums

import (
	"context"
	"fmt"
	"strconv"

	"nimatron/games"
	"nimatron/games/sum"
	"nimatron/internal/jsonline"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

// Reasons for partizan sums, in which each part has a weight.

// follow describes the position after a winning move and the rule by which the opponent loses it.
func (b *prover) follow(ctx context.Context, g *Justification, p *sum.Position, move games.Move) {
	if move == (games.Move{}) {
		return
	}
	part, inside := move.InPart()
	for _, at := range p.Parts()[part-1].Position.Places() {
		g.Whole = g.Whole || at.Name == inside.Where && at.Most == inside.Count
	}
	next, err := p.Play(move)
	if err != nil {
		return
	}
	left := next.(*sum.Position)
	if won, by, err := b.byParts(ctx, left); err == nil && !won && by != theory.RuleSearch {
		g.Then = b.justify(left, by)
	}
}

func (g *Justification) lead(side games.Side) (weight int) {
	for _, part := range g.Parts {
		weight += of(side, part.Weight)
	}
	return weight
}

func of(side games.Side, weight int) int {
	if side == games.Right {
		return -weight
	}
	return weight
}

func (g *Justification) listed(side games.Side) string {
	var parts []string
	for _, part := range g.Parts {
		parts = append(parts, fmt.Sprintf("part %d %s", part.Number, theory.Signed(of(side, part.Weight))))
	}
	return words.And(parts)
}

func (g *Justification) piles() string {
	return piles(words.Each(g.Parts, func(part Part) uint64 { return part.Worth }))
}

func number(n int) string {
	if n == 1 {
		return "one"
	}
	return strconv.Itoa(n)
}

func (g *Justification) shortScale(r *theory.Reason) string {
	lead := g.lead(g.Side)
	switch {
	case r.Claim == theory.CanWin:
		return g.shortWin(r, lead)
	case g.Kind == NimDomination:
		return "to your opponent the parts are worth at least Nim piles" + g.piles() + " that cancel: every move of yours has an answer."
	case g.Kind == theory.RuleSearch:
		return g.Tried.Short(r)
	case lead > -2:
		return "the exact values of all parts are known, and the player to move loses their sum."
	}
	return fmt.Sprintf("by weight you are %d behind%s. A move gains one at most, and one ahead is enough for your opponent "+
		"to move and win.", -lead, g.shown(g.listed(g.Side)))
}

func (g *Justification) shortWin(r *theory.Reason, lead int) string {
	move, left, before := r.Subject(), g.Then, ""
	if lead > 0 {
		before = fmt.Sprintf("you are %s ahead%s and to move, which wins. ", number(lead), g.shown(g.listed(g.Side)))
	}
	switch {
	case left == nil && g.Kind == theory.RuleSearch:
		return g.Tried.Short(r)
	case left == nil && g.Kind == Sides:
		return move + " wins: a search found this." + r.Rest()
	case left == nil:
		return before + r.First() + " is a move that keeps it so." + r.Rest()
	case left.Kind == Weights && left.lead(g.Side) > 1:
		return fmt.Sprintf("%s leaves you %d ahead%s, and two ahead wins, no matter who moves.", move, left.lead(g.Side),
			left.shown(left.listed(g.Side))) + r.Rest()
	case left.Kind == Weights:
		return move + " leaves a sum whose value is known exactly: the player to move loses it." + r.Rest()
	case left.Kind == Alone && len(left.Parts) == 0:
		return move + " ends the game: your opponent has no move."
	case left.Kind == NimDomination:
		return move + " leaves parts that are worth at least Nim piles" + left.piles() + " to you. These cancel: each move has an answer." + r.Rest()
	case left.Kind == Alone:
		return fmt.Sprintf("%s leaves only part %d, where your opponent has to start and loses.", move, left.Moved) + r.Rest()
	}
	return move + " leaves no part that your opponent wins by starting there: answer each move on the part on which it was made."
}

func (g *Justification) lookAtScale() string {
	where := fmt.Sprintf("Look at part %d.", g.Moved)
	if g.Whole {
		where = fmt.Sprintf("Look at part %d, and at your whole pile there.", g.Moved)
	}
	text := "Your weights: " + g.listed(g.Side) + ". "
	switch lead := g.lead(g.Side); {
	case lead > 0:
		return fmt.Sprintf("%sYou are %s ahead, and it is your move. %s", text, number(lead), where)
	case lead < 0:
		return fmt.Sprintf("%sYou are %s behind, so the weights alone do not say who wins. %s", text, number(-lead), where)
	}
	return text + "Nobody is ahead, so the weights alone do not say who wins. " + where
}

func (g *Justification) brokenScale(r *theory.Reason, move games.Move) string {
	if lead := g.lead(g.Side); g.Kind == Weights && lead > 0 {
		return fmt.Sprintf("One ahead is enough for the player to move. After %s that is your opponent, who is %s ahead.", r.Say(move, theory.Subject), number(lead))
	}
	return ""
}

func (g *Justification) fullScale(r *theory.Reason) []string {
	lines := []string{"How far ahead you are on each part, its weight:"}
	for _, part := range g.Parts {
		lines = append(lines, fmt.Sprintf("  %d. %s: %s", part.Number, part.Text, theory.Signed(of(g.Side, part.Weight))))
	}
	lead := g.lead(g.Side)
	lines = append(lines, fmt.Sprintf("Together: %s.", theory.Signed(lead)))
	switch {
	case g.Kind == Sides:
		return lines
	case g.Kind == Weights && lead > -2 && lead < 1:
		return append(lines, "Here the values of all parts are known, and decide what the weights do not.")
	case g.Kind == NimDomination:
		lines = append(lines, g.coverLines("your opponent")...)
		return append(lines, "Count each part as a pile of Nim that is no better for you than the part. "+
			"If those piles cancel, the player to move loses.")
	case g.Kind == theory.RuleSearch:
		decides := "a search does."
		if g.Then != nil {
			decides = "what " + r.Subject() + " leaves does."
		}
		lines = append(lines, "Two ahead wins, no matter who moves, and one ahead is enough for the player to move. "+
			"Nobody is so far ahead here, so the weights do not decide: "+decides)
	}
	if left := g.Then; left != nil && left.Kind == NimDomination {
		lines = append(lines, fmt.Sprintf("What %s leaves:", r.Subject()))
		lines = append(lines, left.coverLines("you")...)
	}
	switch {
	case g.Kind == theory.RuleSearch && g.Then != nil:
		return lines
	case g.Kind == theory.RuleSearch:
		return append(lines, g.Tried.Full(r)...)
	}
	const why = "Why that works: a move changes the weight of a row by one at most. " +
		"So a player who is two ahead is still one ahead after any move of the other player, and that is enough for the " +
		"player to move."
	if lead < 0 {
		return append(lines, why)
	}
	return append(lines,
		"How to go on, each time it is your turn: if taking your whole end pile of some row leaves you two ahead, "+
			"take it. On a row on which you are behind, that always gains one.",
		"If no whole pile does, no row is your opponent's any more. Then play Nim with the rows that the first player "+
			"to move there wins: a single pile counts as it is, a longer row as a pile of 1, but one that weighs 1 for you "+
			"as any pile you like. Leave even counts of all that these are made of. If they are even already, "+
			"move on a row that is yours.",
		why)
}

func (g *Justification) coverLines(of string) []string {
	lines := []string{fmt.Sprintf("For %s, each part is worth at least this pile of Nim:", of)}
	for _, part := range g.Parts {
		lines = append(lines, fmt.Sprintf("  %d. %s: %d", part.Number, part.Text, part.Worth))
	}
	return lines
}

func (g *Justification) appendScale(dst []byte, r *theory.Reason) []byte {
	if g.Tried != nil {
		dst = g.Tried.AppendJSON(dst, r)
	}
	dst = jsonline.List(dst, "parts", g.Parts, func(dst []byte, part *Part) []byte {
		dst = jsonline.String(append(dst, '['), part.Text)
		dst = strconv.AppendInt(append(dst, ','), int64(part.Weight), 10)
		if g.Kind == NimDomination {
			dst = jsonline.Uint(append(dst, ','), part.Worth)
		}
		return append(dst, ']')
	})
	if left := g.Then; left != nil {
		dst = jsonline.Text(append(dst, `,"leaves":{`...), "rule", string(left.Kind))
		dst = append(left.AppendJSON(dst, r), '}')
	}
	return dst
}
