package explain_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/solver"
	"nimatron/solver/depots"
)

// boards are the games whose certificates list lost positions.
var boards = []*games.Variant{
	depotnim.Tree, depotnim.TreeMisere, depotnim.Depot, depotnim.DepotMisere,
	depotnim.Forklift, depotnim.ForkliftMisere, depotnim.Coloured,
}

// boardSolver has a table that does for small boards.
func boardSolver() *solver.Solver { return solver.WithTable(depots.NewTable(8 << 20)) }

// randomBoard is a board after some moves, as they come up in play: a generated one, or one
// with any roads.
func randomBoard(t testing.TB, v *games.Variant, r *rand.Rand, size games.Size) games.Position {
	t.Helper()
	text := v.Generate(r, size)
	if r.IntN(3) == 0 && v.Family != depotnim.TreeFamily && v.Family != depotnim.ForkliftFamily {
		text = anyGraph(r, v.Partizan)
	}
	if v == depotnim.Tree && r.IntN(4) == 0 {
		text = anyStar(r)
	}
	p, err := v.Parse(text, games.Left)
	if err != nil {
		return randomBoard(t, v, r, size) // a stack that nobody reaches
	}
	for n := r.IntN(4); n > 0 && !games.Over(p); n-- {
		places := p.Places()
		place := places[r.IntN(len(places))]
		m, err := p.Read(fmt.Sprintf("%s-%d", place.Name, 1+r.Uint64N(place.Most)))
		if err != nil {
			t.Fatal(err)
		}
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return p.WithTurn(games.Left)
}

// anyStar writes a star, with a hub of 2^k - 1 counters or high spokes, or with low ones.
func anyStar(r *rand.Rand) string {
	hub, spokes := 2+r.IntN(6), make([]string, 2+r.IntN(3))
	most := hub - 1
	if r.IntN(2) == 0 {
		hub, most = []int{1, 3, 7}[r.IntN(3)], 7
	}
	for i := range spokes {
		spokes[i] = strconv.Itoa(1 + r.IntN(most))
	}
	return fmt.Sprintf("%d(%s)", hub, strings.Join(spokes, " "))
}

// anyGraph writes a graph with any roads and names.
func anyGraph(r *rand.Rand, coloured bool) string {
	n := 2 + r.IntN(4)
	names := []string{"*"}
	var stacks, roads []string
	for v := range n {
		names = append(names, fmt.Sprintf("%c%d", 'p'+v, r.IntN(100)))
		stacks = append(stacks, fmt.Sprintf("%s=%d", names[v+1], r.IntN(4)))
	}
	for u := range names {
		for v := range u {
			if r.IntN(2) == 0 {
				sign := "-"
				if coloured {
					sign = "-<>"[r.IntN(3):][:1]
				}
				roads = append(roads, names[v]+sign+names[u])
			}
		}
	}
	return strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
}

// boardJudge says by brute force what is true of a board. It knows the rules alone.
type boardJudge struct {
	game     *bruteforce.Game
	normal   *bruteforce.Game // the same under normal play, of which lists speak
	beside   *bruteforce.Game // of the coloured game: with one more stack, which is a pile of Nim
	coloured bool
	letters  map[string]int
	winning  map[bruteforce.Side][]string
}

// judgeBoard returns the judge of a position, nil where it has too many to search.
func judgeBoard(v *games.Variant, position string) *boardJudge {
	j := &boardJudge{game: bruteforce.Read(v.ID, position), normal: bruteforce.Read(strings.TrimSuffix(v.ID, "/misere"), position), coloured: v.Partizan, letters: map[string]int{}, winning: map[bruteforce.Side][]string{}}
	j.game.Limit = 60_000
	j.normal.Limit = j.game.Limit
	if v.Partizan && position != "0" {
		stacks, roads, _ := strings.Cut(position, ";")
		j.beside = bruteforce.Read(v.ID, stacks+" pile99=9;"+roads+" *-pile99")
		j.beside.Limit = 20 * j.game.Limit
	}
	for i := range j.game.Labels() {
		name := string(rune('a' + i%26))
		if i >= 26 {
			name = string(rune('a'+i/26-1)) + name
		}
		j.letters[name] = i
	}
	if j.outcome() == "" {
		return nil
	}
	for _, side := range []bruteforce.Side{bruteforce.Left, bruteforce.Right} {
		var err error
		if j.winning[side], err = j.game.Winning(side); err != nil {
			return nil
		}
	}
	return j
}

// outcome is empty where the search would take too long.
func (j *boardJudge) outcome() string {
	left, err1 := j.game.Wins(bruteforce.Left)
	right, err2 := j.game.Wins(bruteforce.Right)
	switch {
	case err1 != nil || err2 != nil:
		return ""
	case left && right:
		return "N"
	case left:
		return "L"
	case right:
		return "R"
	}
	return "P"
}

var (
	listedStack = regexp.MustCompile(`([a-z]+)(\d+)`)
	listedPile  = regexp.MustCompile(`\*(\d+)$`)
)

// isLost reports whether a position of the list is lost, with the pile beside it, or takes
// too long to search.
func (j *boardJudge) isLost(t *testing.T, listed string) bool {
	t.Helper()
	labels := make([]byte, len(j.game.Labels()))
	for _, m := range listedStack.FindAllStringSubmatch(listed, -1) {
		n, err := strconv.ParseUint(m[2], 10, 8)
		if err != nil {
			return false
		}
		labels[j.letters[m[1]]] = byte(n)
	}
	side, pile := bruteforce.Left, 0
	if strings.HasPrefix(listed, "R") {
		side = bruteforce.Right
	}
	if m := listedPile.FindStringSubmatch(listed); m != nil {
		pile, _ = strconv.Atoi(m[1])
	}
	if j.coloured {
		won, err := j.beside.With(append(labels, byte(pile))).Wins(side)
		return err != nil || !won
	}
	value, err := j.normal.With(labels).Value()
	return err != nil || value == pile
}

// boardCertificate is one that is read again.
type boardCertificate struct {
	Variant, Position, Claim, Move, Left, Right string
	Lost                                        []string
	Star                                        bool
}

// write writes a certificate, with what it has.
func (c *boardCertificate) write(t *testing.T) string {
	t.Helper()
	fields := map[string]any{"variant": c.Variant, "position": c.Position, "claim": c.Claim}
	for name, move := range map[string]string{"move": c.Move, "left": c.Left, "right": c.Right} {
		if move != "" {
			fields[name] = move
		}
	}
	if c.Lost != nil {
		fields["lost"] = c.Lost
	}
	if c.Star {
		fields["star"] = true
	}
	line, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

// holds reports whether all that a certificate claims is so: who wins, by which moves, and
// that each position of the list is lost. Of the answers it says nothing.
func (j *boardJudge) holds(t *testing.T, line string) bool {
	t.Helper()
	var c boardCertificate
	if err := json.Unmarshal([]byte(line), &c); err != nil || c.Claim != j.outcome() {
		return false
	}
	for move, side := range map[*string]bruteforce.Side{&c.Move: bruteforce.Left, &c.Left: bruteforce.Left, &c.Right: bruteforce.Right} {
		if *move != "" && !slices.Contains(j.winning[side], *move) {
			return false
		}
	}
	return !slices.ContainsFunc(c.Lost, func(listed string) bool {
		listed, _, _ = strings.Cut(listed, " ")
		return !j.isLost(t, listed)
	})
}
