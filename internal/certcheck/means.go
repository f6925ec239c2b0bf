package certcheck

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
)

// pair is the mean of a board that is not hot, and the outcome of the board less that number.
type pair struct {
	mean   *big.Rat
	beside string
}

// byMeans checks a partizan sum by the pairs of its parts: whoever is ahead in the sum of the means
// wins. If that is 0, the outcomes beside the means have to decide.
func (s *sums) byMeans(claim string) {
	var pairs []pair
	var means []string
	for _, p := range s.parts {
		is := p.row(p.piles)
		if p.places != nil {
			is = s.pair(p, 0, map[int32]pair{})
		}
		pairs, means = append(pairs, is), append(means, is.mean.RatString())
	}
	s.want["means"], _ = json.Marshal(means)
	for side, name := range []string{"left", "right"} {
		must(first(pairs, side) == (claim == "N" || claim == "LR"[side:side+1]), "the claim does not follow from the means")
		if !first(pairs, side) {
			continue
		}
		m := s.match(name, sumMoveForm)
		i, p := s.part(m[1])
		after := slices.Clone(pairs)
		if p.places == nil {
			end, count, _ := strings.Cut(m[2], "-")
			at := side * (len(p.piles) - 1)
			must(len(p.piles) > 0 && end == "LR"[side:side+1] && numberForm.Compiled().MatchString(count) && number(count) <= p.piles[at], "the rules forbid %.40q", m[2])
			after[i] = p.row(replace(p.piles, at, p.piles[at]-number(count)))
		} else {
			after[i] = s.pair(p, s.made(p, m[2], side), map[int32]pair{})
		}
		must(!first(after, 1-side), "%.40s does not win", m[0])
	}
}

func first(pairs []pair, side int) bool {
	total, count := new(big.Rat), map[string]int{}
	for _, p := range pairs {
		total.Add(total, p.mean)
		count[p.beside]++
	}
	if total.Sign() != 0 {
		return total.Sign() > 0 == (side == 0)
	}
	mine, theirs := count["LR"[side:side+1]], count["RL"[side:side+1]]
	must(count["N"] == 0 && (mine == 0 || theirs == 0) || count["N"] == 1 && theirs == 0, "the means cancel, and what is beside them does not decide")
	return count["N"] > 0 || mine > 0
}

// row is the pair of a row of Partizan End-Nim, whose mean is 0.
func (p *part) row(piles []uint64) pair {
	scratch := &check{want: map[string]json.RawMessage{}, piles: piles}
	return pair{new(big.Rat), strings.Trim(string(scratch.partizan()), `"`)}
}

// pair is the pair of a coloured board. Left wins beside a mean by a move that keeps it and leaves L
// or P beside it. If the best means that Left and Right can leave differ, the board is a number: the
// simplest between them, or one of them that no such move keeps.
func (s *sums) pair(p *part, n int32, known map[int32]pair) pair {
	if is, ok := known[n]; ok {
		return is
	}
	var best [2]*big.Rat
	var wins [2]bool
	for side := range best {
		for _, to := range p.moves[side][n] {
			s.spend(perStep, 0)
			is := s.pair(p, to, known)
			better := 1
			if best[side] != nil {
				better = is.mean.Cmp(best[side]) * (1 - 2*side)
			}
			if better > 0 {
				best[side], wins[side] = is.mean, false
			}
			wins[side] = wins[side] || better >= 0 && strings.Contains("LR"[side:side+1]+"P", is.beside)
		}
	}
	is := pair{beside: "P"}
	if best[0] != nil && best[1] != nil && best[0].Cmp(best[1]) == 0 {
		i := map[[2]bool]int{{true, false}: 1, {false, true}: 2, {false, false}: 3}[wins]
		is = pair{best[0], "NLRP"[i : i+1]}
	} else {
		is.mean = simplest(best, wins)
	}
	s.spend(0, sumBytes)
	known[n] = is
	return is
}

// simplest goes from 0 by whole steps towards the numbers between two bounds, and by half of the last step
// once it has turned. A bound that is out is not one of the numbers.
func simplest(bounds [2]*big.Rat, out [2]bool) *big.Rat {
	x, step, half := new(big.Rat), new(big.Rat), big.NewRat(1, 1)
	for {
		way := 0
		for side, bound := range bounds {
			up := 1 - 2*side
			if bound != nil && (x.Cmp(bound)*up < 0 || x.Cmp(bound) == 0 && out[side]) {
				way = up
			}
		}
		if way == 0 {
			return x
		}
		if step.Sign() == -way {
			half.SetFrac64(1, 2)
		}
		if step.Mul(step, half); step.Sign() != way {
			step.Neg(step)
		}
		if step.Sign() == 0 {
			step.SetInt64(int64(way))
		}
		x.Add(x, step)
	}
}
