package certcheck

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"nimatron/internal/pattern"
)

const placeBytes, boardBytes, moveBytes, sumBytes = 18, 200, 4, 256

var (
	sumForm     = pattern.New(`^"(sum(/misere)?|partizan-sum)"$`)
	partsForm   = pattern.New(`^"([^"\\]+)"$`)
	sumMoveForm = pattern.New(`^"([1-9]):([^"\\]+)"$`)
)

type sums struct {
	*check
	parts []*part
	sums  map[[7]int32]bool
}

// part is a board of a sum and the boards reachable from it, by number; 0 is the board itself.
// Piles are worth their sizes and have none.
type part struct {
	*check
	zero   bool // a certificate of its own says that it is lost
	board  *board
	places [][]uint64
	number map[string]int32
	moves  [2][][]int32 // by side and board: the boards after its moves
	named  [2]map[string]int32
	worths [][2]uint64 // by board: the values in normal and misère play, valid if worthy is set
	worthy []bool
}

func (c *check) sum() {
	game := c.match("variant", sumForm)[1]
	s := &sums{check: c, sums: map[[7]int32]bool{}}
	c.misere = game == "sum/misere"
	s.readParts(c.match("position", partsForm)[1], game)
	claim := c.match("claim", claimForm)[1]
	if game == "partizan-sum" {
		s.partizan(claim)
	} else {
		s.impartial(claim)
	}
}

func (s *sums) read(text string, partizan bool) *part {
	id, position, _ := strings.Cut(text, " ")
	p := &part{check: &check{named: -1, given: map[string]json.RawMessage{}, want: map[string]json.RawMessage{}}, number: map[string]int32{}}
	p.plays(id)
	quoted := []byte(`"` + id + `"`)
	must(variantForm.Compiled().Match(quoted) || boardForm.Compiled().Match(quoted), "%.40q is no game for a part", id)
	must((p.game == "partizan-end-nim" || p.game == "coloured-depot-nim") == partizan && p.misere == s.misere && !strings.Contains(id, "reverse"), "%.40q is no part of this sum", id)
	if p.game == "partizan-end-nim" && s.given["means"] != nil {
		p.readPiles(position)
		return p
	}
	if boardForm.Compiled().Match(quoted) {
		p.board = &board{check: p.check, names: map[string]int{}, letters: map[string]int{}}
		p.board.read(position)
		p.add(s, p.board.start)
	} else if m := doublingForm.Compiled().FindStringSubmatch(`"` + position + `"`); p.game == "fibonacci-nim" && m != nil {
		pile, most := readDoubling(m)
		p.add(s, []uint64{pile, most})
	} else {
		must(positionForm.Compiled().MatchString(`"`+position+`"`), "%.40q is no position of a part", position)
		if p.readPiles(position); p.game == "nim" || p.game == "split-nim" {
			return p
		}
		p.add(s, p.piles)
	}
	for n := 0; n < len(p.places); n++ {
		for side := range 2 {
			p.moves[side] = append(p.moves[side], nil)
			if p.board != nil {
				s.spend(p.board.size, 0)
			}
			p.steps(p.places[n], side, func(name string, places []uint64) {
				s.spend(len(places)+perStep, moveBytes)
				to := p.add(s, places)
				if p.moves[side][n] = append(p.moves[side][n], to); n == 0 {
					if p.named[side] == nil {
						p.named[side] = map[string]int32{}
					}
					p.named[side][name] = to
				}
			})
		}
	}
	p.worths, p.worthy = make([][2]uint64, len(p.places)), make([]bool, len(p.places))
	return p
}

func (p *part) add(s *sums, places []uint64) int32 {
	key := make([]byte, 0, 2*len(places))
	for _, n := range places {
		key = binary.AppendUvarint(key, n)
	}
	text := string(key)
	n, known := p.number[text]
	if !known {
		s.spend(0, placeBytes*len(places)+boardBytes)
		n = int32(len(p.places))
		p.number[text], p.places = n, append(p.places, places)
	}
	return n
}

func (p *part) steps(places []uint64, side int, step func(name string, places []uint64)) {
	if p.board != nil {
		p.board.counters = places
		for v, open := range p.board.opened("LR"[side : side+1]) {
			for n := uint64(0); open && n < places[v]; n++ {
				after := slices.Clone(places)
				after[v] = n
				step(fmt.Sprintf("%d-%d", v, places[v]-n), after)
			}
		}
		return
	}
	if p.game == "fibonacci-nim" {
		stepsDoubling(places[0], places[1], step)
		return
	}
	last, partizan := len(places)-1, p.game == "partizan-end-nim"
	for end, i := range []int{0, last} {
		single := last == 0 && (partizan || end == 0 && !p.loop)
		if partizan && end != side || last < 0 || last == 0 && !single {
			continue
		}
		for n := range places[i] {
			step(fmt.Sprintf("%c-%d", "LR"[end], places[i]-n), replace(places, i, n))
		}
	}
}

func (p *part) worth(n int32) [2]uint64 {
	if p.worthy[n] {
		return p.worths[n]
	}
	have := [2]map[uint64]bool{{}, {}}
	for _, to := range p.moves[0][n] {
		w := p.worth(to)
		have[0][w[0]], have[1][w[1]] = true, true
	}
	w := [2]uint64{}
	for i := range w {
		for have[i][w[i]] {
			w[i]++
		}
	}
	if len(p.moves[0][n]) == 0 {
		w[1] = 1
	}
	p.worths[n], p.worthy[n] = w, true
	return w
}

// tame reports whether every board of the part has the values of a Nim position.
func (p *part) tame() bool {
	for n := range p.worths {
		w := p.worth(int32(n))
		if w[0] != w[1] && w != [2]uint64{0, 1} && w != [2]uint64{1, 0} {
			return false
		}
	}
	return true
}

func (s *sums) impartial(claim string) {
	worths := make([][2]uint64, len(s.parts))
	over := true
	for i, p := range s.parts {
		if p.zero {
			over = false
			continue
		}
		if p.places == nil {
			worths[i] = p.pileWorth(p.piles)
			over = over && len(p.piles) == 0
			continue
		}
		must(!s.misere || p.tame(), "part %d is not tame, so that its worths say nothing", i+1)
		worths[i] = p.worth(0)
		over = over && len(p.moves[0][0]) == 0
	}
	want := []byte("[")
	for i, w := range worths {
		if i > 0 {
			want = append(want, ',')
		}
		if s.misere {
			want = fmt.Appendf(want, "[%d,%d]", w[0], w[1])
		} else {
			want = fmt.Append(want, w[0])
		}
	}
	s.want["worths"] = append(want, ']')
	must(string(s.given["worths"]) == string(s.want["worths"]), "the worths should be %.200s", s.want["worths"])
	lost := s.lost(worths)
	must(claim == string(outcome(!lost)[1:2]), "the claim does not follow from the worths")
	if lost || over {
		return
	}
	m := s.match("move", sumMoveForm)
	i, p := s.part(m[1])
	must(!p.zero, "part %d is lost, and its moves are not checked", i+1)
	if p.places == nil {
		p.given["move"] = []byte(`"` + m[2] + `"`)
		worths[i] = p.pileWorth(p.play())
	} else {
		worths[i] = p.worth(s.made(p, m[2], 0))
	}
	must(s.lost(worths), "the move does not leave a lost sum")
}

// lost reports whether the player to move loses a sum of parts with these values. Misère play works
// as for Nim piles; parts with the values 0 and 1, or 1 and 0, act as piles of at most 1.
func (s *sums) lost(worths [][2]uint64) bool {
	sum, firm := uint64(0), false
	for _, w := range worths {
		sum, firm = sum^w[0], firm || w[0] == w[1]
	}
	return s.misere && !firm && sum == 1 || (firm || !s.misere) && sum == 0
}

func (s *sums) part(digit string) (int, *part) {
	i := int(number(digit)) - 1
	must(i < len(s.parts), "there is no part %s", digit)
	return i, s.parts[i]
}

func (s *sums) made(p *part, move string, side int) int32 {
	if where, count, ok := strings.Cut(move, "-"); ok && p.board != nil {
		v, known := p.board.names[where]
		must(known, "there is no place %.40q", where)
		move = fmt.Sprintf("%d-%s", v, count)
	}
	to, ok := p.named[side][move]
	must(ok, "the rules forbid %.40q", move)
	return to
}

func (s *sums) partizan(claim string) {
	if s.given["means"] != nil {
		s.byMeans(claim)
		return
	}
	for side, name := range []string{"left", "right"} {
		var at [7]int32
		at[6] = int32(side)
		if wins := claim == "N" || claim == "LR"[side:side+1]; !wins {
			must(!s.wins(at), "%s wins, moving first", name)
			continue
		}
		m := s.match(name, sumMoveForm)
		i, p := s.part(m[1])
		at[i], at[6] = s.made(p, m[2], side), int32(1-side)
		must(!s.wins(at), "%.40s does not win", m[0])
	}
}

// wins reports whether the player to move wins the sum of the boards with these numbers. The last
// number is the player.
func (s *sums) wins(at [7]int32) bool {
	if won, known := s.sums[at]; known {
		return won
	}
	s.spend(0, sumBytes)
	won := false
	for i, p := range s.parts {
		for _, to := range p.moves[at[6]][at[i]] {
			next := at
			next[i], next[6] = to, 1-at[6]
			if won = !s.wins(next); won {
				s.sums[at] = true
				return true
			}
		}
	}
	s.sums[at] = false
	return false
}
