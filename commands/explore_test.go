package commands_test

import (
	"strings"
	"testing"
)

// private sends a line and returns all that the private answer says.
func (r *room) private(by, line string) string {
	r.Helper()
	return text(r.refuses(by, line))
}

func TestExploring(t *testing.T) {
	r := newRoom(t)
	for line, wants := range map[string][]string{
		"/table variant:end-nim pattern:_ 4 _ n:3":           {"Grundy values", "1 | 0 1 2", "2 | 1 0 3", "3 | 2 3 0"},
		"/table variant:split-nim/0 pattern:_ n:4":           {"Lasker", "3 | 4", "4 | 3"},
		"/table variant:partizan-end-nim pattern:_ 2 _ n:3":  {"Outcomes", "1 | N N R", "3 | L L P"},
		"/phase row:2 4 1":                                   {"a = 6, b = 7", "6 | L L L L L L P R"},
		"/thresholds 3 5 5 5 1":                              {"L: 14:", "R: 18:", "itself is **N**"},
		"/analyze end-nim 3 5 2":                             {"needs `position:`"},
		"/analyze variant:nim position:3 5 7":                {"nim-sum = 001", "`1-1` `2-1` `3-1`", "Bouton"},
		"/analyze variant:pile-reverse-nim position:1 3 4":   {"P: the player whose turn it is loses", "opponent of the player whose turn it is decides"},
		"/analyze variant:partizan-end-nim position:2 4 1 3": {"L: Left wins", "Winning moves of Left: `L-1` `L-2`"},
		"/rules split-nim/0":                                 {"An example from 3 1 2", "1=1+2", "Gray and Locke", "remainder"},
		"/rules total-reverse-nim":                           {"Bob for Ann", "misère Nim"},
		"/variants":                                          {"`split-nim/2`", "`end-nim/loop`"},
		// what goes wrong
		"/table variant:end-nim pattern:3 4":        {"0 blanks"},
		"/table variant:end-nim pattern:_ _ _":      {"3 blanks"},
		"/table variant:end-nim pattern:_ x":        {"whole numbers"},
		"/table variant:end-nim pattern:_ 4 _ n:17": {"from 1 to 16"},
		"/table variant:end-nim pattern:_ n:10^30":  {"from 1 to 40"},
		"/table variant:end-nim pattern:_ 0":        {"leave empty piles out"},
		"/phase row:2 4 1 n:-1":                     {"from 1 to 24"},
		"/phase row:[2] 4":                          {"without brackets"},
		"/thresholds 0":                             {"no thresholds"},
		"/challenge variant:nim side:left":          {"partizan games"},
	} {
		got := r.private("p1", line)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: lacks %q:\n%s", line, want, got)
			}
		}
	}
}

// TestReverseWords plays a turn of two deciders: it must be plain who decides
// what for whom, and the winner goes by the turn's owner.
func TestReverseWords(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:pile-reverse-nim opponent:p2 position:1 2 first:me")
	r.expect("p2", "/accept", "@p2 nominates a pile for @p1")
	r.refuses("p1", "2", "@p2 decides now")
	r.refuses("p2", "2-1", "nominate a pile by its number alone")
	r.expect("p2", "2", "@p2 nominated pile 2 for @p1", "1 [2]", "@p1 says how many")
	r.expect("p1", "-1", "@p1 let 1 counter leave the pile", "@p1 nominates a pile for @p2")
	r.expect("p1", "1", "@p1 nominated pile 1 for @p2")
	r.expect("p2", "-1", "@p2 nominates a pile for @p1")
	r.expect("p2", "1")
	r.expect("p1", "1", "@p1 wins")

	r.expect("p1", "/challenge variant:total-reverse-nim opponent:p2 position:1 first:me")
	r.expect("p2", "/accept", "@p2 plays @p1's turn")
	r.expect("p2", "1-1", "@p2 took 1 from pile 1 in @p1's turn", "@p1 wins")
}

func TestSides(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:partizan-end-nim opponent:p2 position:2 4 1 side:right first:me")
	r.expect("p2", "/accept", "@p1 (first, Right) against @p2 (Left)")
	r.refuses("p1", "L-1", "Right takes from the right end only")
	r.expect("p1", "R-1", "@p1 took 1 from the right end")
}
