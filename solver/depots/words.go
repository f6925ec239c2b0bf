package depots

import (
	"fmt"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/internal/jsonline"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

func (g *Justification) Short(r *theory.Reason) string {
	win := r.Claim == theory.CanWin
	switch g.Kind {
	case OneByOne:
		if g.Ones > 0 {
			return theory.OnesWin(r, 0, 1, g.Ones, "your opponent takes", ", which loses")
		}
		last := "your opponent takes the last one"
		if g.Stacks%2 == 1 {
			last = "you take the last one"
		}
		return fmt.Sprintf("each move empties one stack, and an %s number is left (%d): you take them in turn, and %s.", theory.Parity(g.Stacks), g.Stacks, last)
	case OpenStacks:
		if g.Misere && win {
			return r.Subject() + " wins as in Nim, as every stack can be reached. Keep even counts of " + theory.AllParts + "." + g.then1s(true)
		}
		if g.Misere {
			return "every stack can be reached, so this is misère Nim, with the stacks for piles."
		}
		if win {
			return fmt.Sprintf("%s makes the counts of %s in the stacks all even. Every stack can be reached, so this is Nim.", r.Subject(), theory.AllParts)
		}
		return "every stack can be reached, so this is Nim, and the counts of " + theory.AllParts + " in the stacks are all even."
	case Mirror:
		return g.shortMirror(r)
	case Row:
		row := g.Places[0] + " to " + g.Places[len(g.Places)-1] + " are a row of End-Nim. "
		return row + r.Sentence(g.EndNim.Likely(r))
	case Star:
		return g.shortStar(r)
	case High:
		return g.shortHigh(r)
	case Sum:
		return g.shortSum(r)
	case Ways:
		return g.shortWays(r)
	}
	if answer := g.toldAnswers(r); answer != "" {
		return answer
	}
	if win {
		return r.Subject() + " wins against every reply: every line of play that matters was tried." + r.Rest()
	}
	return "every line of play that matters was tried, and whatever you do has an answer that wins."
}

func (g *Justification) shortMirror(r *theory.Reason) string {
	text, copies := "the stacks are partners", ". Your opponent copies each move on the partner"
	if r.Claim == theory.CanWin {
		text, copies = r.Subject()+" leaves partners", ". Copy each move on the partner"
	}
	switch {
	case g.how != "" && r.Claim == theory.CanWin:
		text = r.Subject() + " leaves a board that is the same " + g.how
	case g.how != "":
		text = "the board is the same " + g.how
	case len(g.Pairs) > shownPairs:
		text += ", such as " + g.Pairs[0][0] + " with " + g.Pairs[0][1]
	default:
		text += ": " + g.allPairs()
	}
	switch {
	case g.Misere && r.Claim == theory.CanWin:
		copies += "; once you can leave only 1s, leave an odd number."
	case g.Misere:
		copies += "; once they can leave only 1s, they leave an odd number."
	default:
		copies += "."
	}
	if g.how == "" && len(g.Pairs) > shownPairs {
		copies += again(r)
	}
	return text + copies
}

// shownPairs is the number of partners that a short form names all.
const shownPairs = 5

// shownParts is the number of parts whose counts a short form tells.
const shownParts = 3

// again tells a winner to ask again, who can't know how to go on.
func again(r *theory.Reason) string {
	if r.Claim == theory.CanWin {
		return r.Rest()
	}
	return ""
}

func (g *Justification) allPairs() string {
	pairs := make([]string, min(len(g.Pairs), theory.ShownPiles))
	for i := range pairs {
		pairs[i] = g.Pairs[i][0] + " with " + g.Pairs[i][1]
	}
	return words.And(pairs)
}

func (g *Justification) then1s(win bool) string {
	if !g.Misere {
		return ""
	}
	return theory.Then1s(win)
}

// Answer explains how the winner continues, or how the loser's moves are answered.
func (g *Justification) Answer(r *theory.Reason) string {
	win := r.Claim == theory.CanWin
	switch {
	case g.Kind == Ways:
		return g.answerOfWays(r)
	case g.Kind == Mirror && win:
		return r.Ordered("Then copy each move on the partner.")
	case g.Kind == Mirror:
		return "your opponent copies each move on the partner."
	case g.Kind != Searched:
		return g.Short(r)
	}
	answer, _ := g.answerTo(r, 1)
	return answer
}

// toldAnswers is Short of a search.
func (g *Justification) toldAnswers(r *theory.Reason) string {
	answer, all := g.answerTo(r, shortRules)
	if answer != "" && (r.Claim == theory.CanWin && !games.Over(g.Lost) || !all) {
		answer += r.Rest()
	}
	return answer
}

func (g *Justification) shortSum(r *theory.Reason) string {
	made := make([]uint64, len(g.Components))
	for i := range made {
		made[i] = g.made(r, i)
	}
	text, of, goOn := "the parts count", theory.AllParts, " Whatever you do, your opponent makes them even again."
	switch {
	case r.Claim == theory.CanWin && g.countable(made):
		text, of, goOn = r.Subject()+" makes the parts count", theory.Parts(made), theory.LeastCounts(g.Misere)
	case r.Claim == theory.CanWin:
		text, goOn = r.Subject()+" makes the parts count", g.then1s(true)+r.Rest()
	case g.Misere:
		goOn = g.then1s(false)
	}
	text += " as Nim piles with even counts of " + of
	if !g.Misere && len(made) <= shownParts {
		counts := make([]string, len(made))
		for i, n := range made {
			counts[i] = fmt.Sprintf("%s %d", partName(g.Components[i].Places), n)
		}
		text += ": " + words.And(counts)
	}
	return text + "." + goOn
}

// countable reports whether a person can work out the count of every part.
func (g *Justification) countable(made []uint64) bool {
	on := map[string]uint64{}
	for at, n := range g.Lost.Counters() {
		on[g.Lost.Name(at)] = n
	}
	for _, c := range g.Components {
		counters := uint64(0)
		for _, name := range c.Places {
			counters += on[name]
		}
		if len(c.Places) > 1 && counters > theory.HandMoves {
			return false
		}
	}
	return slices.Max(made) <= theory.HandCount
}

// made is what a part counts as in the lost position.
func (g *Justification) made(r *theory.Reason, part int) uint64 {
	if r.Claim == theory.CanWin && part == g.Moved {
		return g.Components[part].Grundy ^ g.NimSum
	}
	return g.Components[part].Grundy
}

// Look hints at the winning move: for a sum it names the part.
func (g *Justification) Look(r *theory.Reason) string {
	if g.Kind != Sum && g.Kind != High {
		return fmt.Sprintf("Look at `%s`.", r.Move.Where)
	}
	part := g.Components[g.Moved]
	if g.Kind == High && len(part.Places) > 1 {
		return fmt.Sprintf("A player who opens a high stack loses. Look at `%s`: %s count as %d together, of which not all can go.", r.Move.Where, words.And(part.Places), part.Grundy)
	}
	if g.Kind == High {
		return fmt.Sprintf("A player who opens a high stack loses, so each open stack that would open one counts one less. Look at `%s`, which counts as %d.", r.Move.Where, part.Grundy)
	}
	return fmt.Sprintf("The board falls into %d parts, and each counts as a pile of Nim. Look at %s, which counts as %d.", len(g.Components), partName(part.Places), part.Grundy)
}

func partName(places []string) string {
	if len(places) == 1 {
		return places[0]
	}
	return "the part with " + places[0]
}

func (g *Justification) Full(r *theory.Reason) []string {
	if g.Kind == Row {
		stacks := "The row, from its left end to its right: " + strings.Join(g.Places[:min(len(g.Places), theory.ShownPiles)], " ")
		if more := len(g.Places) - theory.ShownPiles; more > 0 {
			stacks += fmt.Sprintf(" and %d more", more)
		}
		return append([]string{stacks + "."}, g.EndNim.Full(r)...)
	}
	win := r.Claim == theory.CanWin
	var end []string
	if g.Misere {
		end = []string{theory.MisereEnd(win, "stack", " and can be reached")}
	}
	switch g.Kind {
	case Star:
		return append(g.fullStar(), end...)
	case High:
		return append(g.fullHigh(r), end...)
	case Ways:
		return g.fullWays()
	}
	if len(g.Pairs) > 0 {
		return append([]string{"The partners: " + g.allPairs() + "."}, end...)
	}
	var lines []string
	if g.Kind == Sum {
		lines = append(g.fullSum(r), end...)
	}
	if answers := g.allAnswers(win); len(answers) > 0 {
		how := "How each move is answered:"
		if win {
			how = "How to go on after " + r.Subject() + ":"
		}
		lines = append(append(lines, how), answers...)
	}
	return lines
}

const shownStacks = 6

func (g *Justification) fullSum(r *theory.Reason) []string {
	lines := []string{"The board falls into parts, named by their stacks, and each counts as a pile of Nim:"}
	for i, c := range g.Components {
		if i == theory.ShownPiles {
			lines = append(lines, fmt.Sprintf("and %d more", len(g.Components)-i))
			break
		}
		stacks := strings.Join(c.Places[:min(len(c.Places), shownStacks)], " ")
		if more := len(c.Places) - shownStacks; more > 0 {
			stacks += fmt.Sprintf(" and %d more", more)
		}
		lines = append(lines, fmt.Sprintf("  %s: %d", stacks, c.Grundy))
	}
	lines = append(lines, fmt.Sprintf("Written in binary one below the other, the columns with an odd number of 1s make %d (the nim-sum). A player who leaves 0 wins.", g.NimSum))
	if r.Claim == theory.CanWin {
		part := g.Components[g.Moved]
		lines = append(lines, fmt.Sprintf("Play on %s: %s makes it count %d, and the nim-sum is 0 then.", partName(part.Places), r.Subject(), part.Grundy^g.NimSum))
	}
	return lines
}

func (g *Justification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	dst = jsonline.Number(dst, "stacks", g.Stacks)
	switch g.Kind {
	case OneByOne:
		if g.Ones > 0 {
			dst = jsonline.Number(dst, "ones_left", g.Ones)
		}
	case OpenStacks:
		dst = jsonline.Number(dst, "nim_sum", g.NimSum)
	case Sum, High:
		dst = jsonline.Number(dst, "nim_sum", g.NimSum)
		dst = jsonline.List(dst, "components", g.Components, func(dst []byte, c *theory.Component) []byte {
			dst = jsonline.String(append(dst, '['), c.Places[0])
			return append(jsonline.Uint(append(dst, ','), c.Grundy), ']')
		})
	case Ways:
		dst = jsonline.Text(dst, "left_alone", g.ways.own[games.Left].String())
		dst = jsonline.Text(dst, "right_alone", g.ways.own[games.Right].String())
		if len(g.ways.rings) > 0 {
			dst = jsonline.List(dst, "rings", g.ways.rings, func(dst []byte, r *ringWorth) []byte {
				return append(jsonline.String(append(jsonline.String(append(dst, '['), g.Lost.Name(r.shared)), ','), r.mean.RatString()), ']')
			})
		}
	case Star:
		dst = jsonline.Number(dst, "hub", g.Height)
		dst = jsonline.Number(dst, "nim_sum", g.NimSum)
	case Mirror:
		dst = jsonline.List(dst, "pairs", g.Pairs, func(dst []byte, pair *[2]string) []byte {
			dst = jsonline.String(append(dst, '['), pair[0])
			return append(jsonline.String(append(dst, ','), pair[1]), ']')
		})
	case Row:
		dst = jsonline.List(dst, "row", g.Places, func(dst []byte, place *string) []byte { return jsonline.String(dst, *place) })
		dst = g.EndNim.AppendJSON(dst, r)
	}
	if g.Kind == Sum || g.Kind == Searched {
		dst = jsonline.List(dst, "replies", g.Replies, g.appendReply)
		dst = jsonline.Flag(dst, "all", g.All)
		dst = jsonline.Number(dst, "positions", g.Positions)
	}
	return dst
}

func (g *Justification) appendReply(dst []byte, r *Reply) []byte {
	dst = jsonline.String(append(dst, '['), g.Lost.Name(r.Stack))
	dst = jsonline.Uint(append(dst, ','), r.Low)
	dst = jsonline.Uint(append(dst, ','), r.High)
	dst = jsonline.String(append(dst, ','), g.Lost.Name(r.Answer))
	dst = jsonline.String(append(dst, ','), string(r.Kind))
	return append(jsonline.Int(append(dst, ','), r.K), ']')
}

func known(v *games.Variant) string {
	text := "Nobody knows a rule for this game, so I search. If I can't prove who wins, I say so and guess. What is known: "
	switch v.Family {
	case depotnim.TreeFamily:
		text += "a tree without forks is a row of End-Nim. If every stack is 1, each move empties one, so their number decides. A tree made of two equal halves joined by an edge loses for the player to move, because the opponent copies each move in the other half. A star of single stacks, all lower than its hub, is Nim on its spokes. So is one whose hub is 1, 3, 7, 15 or the like, but if all its spokes are as high as the hub, it loses when their number is odd."
	case depotnim.DepotFamily:
		text += "if every stack can be reached, it is Nim. A ring of stacks through the depot is a row of End-Nim. If every stack is 1, their number decides. Groups of stacks that don't affect each other add up as the piles of Nim do. The player to move loses a board with a symmetry that moves every stack, because the opponent makes the mirror move."
	case depotnim.ForkliftFamily:
		text += "if every stack is on the rim or next to an empty cell, it is Nim. If every stack is 1, their number decides. The player to move loses a full rectangle of equal stacks with an even side, because the opponent makes the mirror move. With two odd sides every case I've solved is a win; unproved in general."
	default:
		text += "a stack that both trucks reach is a pile of Nim, and stacks that only one can ever reach are that player's spare moves. If green roads lead to every shared stack, the player with more spare moves wins. A ring of green roads that leaves home on a blue road and comes back on a red one is Partizan End-Nim. The player to move loses a board with a symmetry that exchanges blue and red and moves every stack."
	}
	if !v.Partizan {
		text += " If every closed stack is higher than all open ones together, and no move opens two, opening one loses: play Nim, with one less for each that would open one."
	}
	if v.Ending == games.Misere {
		text += " That is for normal play, and holds here as long as a stack of 2 or more is left. With stacks of 1 only, the player to move loses if their number is odd, so when your move removes the last large stack, leave an odd number of 1s."
	}
	return text
}

// Broken names an odd count after a move: of the parts' values or of the stacks.
func (g *Justification) Broken(_ games.Position, r *theory.Reason, move games.Move) string {
	switch {
	case g.Kind == Sum:
		return theory.OddCount("what the parts count as", g.NimSum, r.Say(move, theory.Subject))
	case g.Kind == High && !g.Misere:
		return theory.OddCount("what the open stacks count as", g.NimSum, r.Say(move, theory.Subject))
	case g.Kind == OpenStacks && !g.Misere:
		return theory.OddCount("the stacks", g.NimSum, r.Say(move, theory.Subject))
	default:
		return ""
	}
}
