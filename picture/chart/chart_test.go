package chart_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/must"
	"nimatron/picture"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/picture/drawing/drawingtest"
	"nimatron/solver/explain"
	"nimatron/solver/partizan"
	"nimatron/solver/rows"
)

// chartable is any of the charts.
type chartable interface {
	Draw(picture.Style) (*drawing.Drawing, error)
	Words() string
}

func phase(t testing.TB, row []uint64, n, a, b int) chart.Phase {
	t.Helper()
	d := must.Get(partizan.Phase(t.Context(), row, n))(t)
	return chart.Phase{
		Row: string(games.AppendPiles(nil, row, -1)), Window: chart.Window{Size: n, A: a, B: b}, Cells: d.Cells,
		TripleA: d.TripleA.String(), TripleB: d.TripleB.String(),
	}
}

func plane(t testing.TB, n int) chart.Plane {
	t.Helper()
	values := must.Get(rows.Plane(t.Context(), endnim.Normal, []uint64{4}, n))(t)
	p := chart.Plane{Pattern: "_ 4 _", Window: chart.Window{Size: n}}
	for _, v := range values {
		p.Values = append(p.Values, uint64(v))
	}
	return p
}

func outcomes(n int) chart.Plane {
	return chart.Plane{Pattern: "_ _", Window: chart.Window{Size: n}, Outcomes: slices.Repeat([]byte{'N'}, n*n)}
}

// course returns a match of n positions. The winner changes after every moves.
func course(n, every, at int) chart.Course {
	c := chart.Course{Names: [2]string{"The first player", "The second player"}, At: at}
	for i := range n {
		c.Holders = append(c.Holders, chart.First+chart.Holder(i/every%2))
	}
	return c
}

// all returns charts from the smallest to the largest.
func all(t testing.TB) map[string]chartable {
	charts := map[string]chartable{
		"ends": chart.Ends{Left: chart.End{Height: 3, Run: 3}, Right: chart.End{Height: 3, Run: 2, Up: true}},
		"ends huge": chart.Ends{
			Left:  chart.End{Height: games.MaxPile, Run: 1, Up: true},
			Right: chart.End{Height: games.MaxPile - 1, Run: 1, Up: true},
		},
		"unknown":     chart.Course{Names: [2]string{"Left", "Right"}, Holders: make([]chart.Holder, 9), At: 4},
		"long row":    phase(t, slices.Repeat([]uint64{12, 7}, 100), 12, 0, 0),
		"outcomes":    outcomes(12),
		"outcomes 50": outcomes(50),
		"row of none": phase(t, nil, 8, 3, 3),
		"scale":       scaleOf([]int{1, 0, 2, -1}),
		"scale of 0":  scaleOf([]int{0, 0, 0, 0, 0, 0}),
		"scale even":  scaleOf([]int{-1, 1}),
		"scale Left":  scaleOf([]int{3}),
		"scale Right": scaleOf([]int{-1, -2, -2, -1, -4, -2}),
		"scale far":   scaleOf([]int{12, -12}),
		"scale ones":  scaleOf([]int{1, 1, 1, -7, -1, -1}),
	}
	for _, n := range []int{1, 2, 8, 12, 20, 21, 24, 40, 41, 100, 512} {
		charts[fmt.Sprint("phase ", n)] = phase(t, []uint64{2, 4, 1}, n, min(n, 3), min(n, 5))
	}
	for _, n := range []int{1, 2, 10, 16, 32, 33, 200, 1024} {
		charts[fmt.Sprint("plane ", n)] = plane(t, n)
	}
	for _, n := range []int{8, 24, 48, 256} { // far from the origin, with a current position
		p, q := phase(t, []uint64{2, 4, 1}, n, 93, 97), plane(t, n)
		p.FromA, p.FromB = 90, 97-n/2
		q.FromA, q.FromB, q.A, q.B = 200, 3, 201, 4
		charts[fmt.Sprint("part of a phase ", n)], charts[fmt.Sprint("part of a plane ", n)] = p, q
	}
	for _, n := range []int{2, 15, 360} {
		charts[fmt.Sprint("course ", n)] = course(n, 1+n/40, n-1)
	}
	for _, n := range []int{1, 16} {
		for _, buchholz := range []bool{false, true} {
			charts[fmt.Sprint("standings ", n, buchholz)] = standings(n, buchholz)
		}
	}
	charts["day"] = chart.Day{chart.AtOnce, chart.Later, chart.GivenUp, chart.Open, chart.AtOnce}
	for _, n := range []int{1, 2, 8, 16} {
		charts[fmt.Sprint("bracket ", n)] = bracket(n)
	}
	return charts
}

// standings returns a table of n players with every mark.
func standings(n int, buchholz bool) chart.Standings {
	s := chart.Standings{Title: "Friday, round 7 of 11, whose name is rather long", Buchholz: buchholz, More: n - 1}
	for i := range n {
		row := chart.Standing{Place: i + 1, Name: strings.Repeat("W", 2*i+1), Points: "121.5", Buchholz: "100.5", Out: i%3 == 2}
		for k := range chart.MaxMarks {
			row.Marks = append(row.Marks, chart.Mark((i+k)%6))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// bracket returns a knockout with n pairings in its first round, or with only that round.
func bracket(n int) (b chart.Bracket) {
	b.Title = "Friday"
	for meetings := n; ; meetings /= 2 {
		round := chart.BracketRound{Name: "Quarter-finals"}
		for i := range meetings {
			m := chart.BracketMeeting{Names: [2]string{"WWWWWWWWWWWWWWWW", "i"}, Scores: [2][]int{{1, 1, 2}, {1, 1, 0}}, Winner: i%3 - 1}
			if len(b.Rounds) > 0 {
				m.From = []int{2 * i, 2*i + 1}
			}
			round.Meetings = append(round.Meetings, m)
		}
		b.Rounds = append(b.Rounds, round)
		if meetings < 2 || n > chart.MaxBracket {
			return b
		}
	}
}

// TestLayouts checks the positions of all shapes.
func TestLayouts(t *testing.T) {
	for name, c := range all(t) {
		for _, style := range []picture.Style{{}, {Theme: picture.Light}, {Large: true}, {Theme: picture.Felt}, {Theme: picture.WoodLight}} {
			d, err := c.Draw(style)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if faults := drawingtest.Faults(d); len(faults) > 0 {
				t.Errorf("%s, %+v: %s", name, style, strings.Join(faults[:min(3, len(faults))], "; "))
			}
			// Only planes with numbers or with too many cells may be wider.
			if wide := d.Width > drawing.Width; wide && name != "plane 32" && name != "part of a plane 24" && name != "plane 1024" {
				t.Errorf("%s is %g wide", name, d.Width)
			}
		}
		if c.Words() == "" {
			t.Errorf("%s has no words", name)
		}
	}
}

// TestOwn checks that only the viewer's own row has a frame.
func TestOwn(t *testing.T) {
	table, meetings := standings(5, true), bracket(4)
	frames := func() (all []drawing.Box) {
		for _, c := range []chartable{table, meetings} {
			d := must.Get(c.Draw(picture.Style{Theme: picture.Wood}))(t)
			for _, s := range d.Shapes {
				if b, ok := s.(drawing.Box); ok && b.Border == drawing.Gold {
					all = append(all, b)
				}
			}
		}
		return all
	}
	if got := frames(); len(got) > 0 {
		t.Errorf("nobody looks, and frames are %+v", got)
	}
	table.Rows[1].Own, meetings.Rounds[0].Meetings[0].Own[1] = true, true
	first := frames()
	table.Rows[1].Own, table.Rows[3].Own, meetings.Rounds[0].Meetings[0].Own = false, true, [2]bool{true}
	if second := frames(); len(first) != 2 || len(second) != 2 || first[0].Y+30 > second[0].Y || math.Abs(first[1].Y-second[1].Y-first[1].H) > 0.01 {
		t.Errorf("the frames are %+v and %+v", first, second)
	}
}

// TestTooLarge draws charts that are too large.
func TestTooLarge(t *testing.T) {
	for name, c := range map[string]chartable{
		"no cells":         chart.Phase{},
		"a large phase":    chart.Phase{Window: chart.Window{Size: 513}, Cells: make([]byte, 513*513)},
		"a large plane":    outcomes(1025),
		"a match too long": course(361, 1, 0),
		"no match":         course(1, 1, 0),
		"nothing to weigh": chart.Scale{},
		"a heavy scale":    scaleOf([]int{13}),
		"no players":       chart.Standings{},
		"many players":     standings(chart.MaxRows+1, true),
		"no boards":        chart.Day{},
		"no bracket":       chart.Bracket{},
		"a wide bracket":   bracket(2 * chart.MaxPaired),
	} {
		if d, err := c.Draw(picture.Style{}); !errors.Is(err, drawing.ErrTooLarge) {
			t.Errorf("%s: %v, %v", name, d, err)
		}
	}
}

func TestWords(t *testing.T) {
	match := course(10, 4, 2)
	never := course(6, 6, 2)
	for _, tt := range []struct{ got, want string }{
		{phase(t, []uint64{2, 4, 1}, 8, 3, 5).Words(), "The phase diagram of 2 4 1 for end piles of 1 to 8: who wins a, then 2 4 1, then b, with a growing upwards and b to the right. The player to move wins in a rectangle at the lower left corner. Left wins above, Right wins to the right; on the diagonal between them, which begins at a = 6 and b = 7, the player to move loses. The position itself, a = 3 and b = 5, is N."},
		{plane(t, 2).Words(), "A table over _ 4 _, both blanks from 1 to 2, the first down and the second across, coloured by Grundy value from dark, 1, to light, 1. Of 4 positions, 2 have the value 0: the player to move loses there."},
		{chart.Plane{Pattern: "_ _", Window: chart.Window{Size: 2, FromA: 3, FromB: 5, A: 4, B: 7}, Values: []uint64{1, 2, 3, 4}}.Words(), "A table over _ _, the first blank down from 4 to 5 and the second across from 6 to 7, coloured by Grundy value from dark, 1, to light, 4. Of 4 positions, 0 have the value 0: the player to move loses there. The position itself is at 4 and 7."},
		{chart.Day{chart.AtOnce, chart.Later, chart.GivenUp, chart.Open}.Words(), "The day's boards: 1 at once, 2 later, 3 given up, 4 open."},
		{match.Words(), "The course of the match: at first the first player could win; after move 4 the second player could win; after move 8 the first player could win."},
		{never.Words(), "The course of the match: the first player could win throughout."},
		{scaleOf([]int{1, 0, 2, -1}).Words(), "A scale with the weights of the parts: part 1 weighs 1 for Left, part 2 weighs nothing, part 3 weighs 2 for Left, part 4 weighs 1 for Right. Left is 2 ahead, and two ahead wins, whoever moves."},
		{scaleOf([]int{0, -1}).Words(), "A scale with the weights of the parts: part 1 weighs nothing, part 2 weighs 1 for Right. Right is one ahead: enough if Right moves now. If Left does, the weights do not decide."},
		{chart.Ends{Left: chart.End{Height: 3, Run: 1, Up: true}, Right: chart.End{Height: 2, Run: 2, Up: true}}.Words(), "A table of two rows and two columns that shows where both ends of the row stand. The left end, one pile of 3, then up, stands above; the right end, 2 equal piles of 2, then up, stands below. The higher end, by 1, is in the upper row and the other in the lower one, so the player to move loses."},
	} {
		if tt.got != tt.want {
			t.Errorf("got\n%s\nwant\n%s", tt.got, tt.want)
		}
	}
}

// TestScaleBlocks checks that each part's block is as long as its weight, on its side, and that the
// total hangs at Left's lead.
func TestScaleBlocks(t *testing.T) {
	for _, c := range []struct {
		weights []int
		blocks  map[drawing.Role][]float64 // the weights of a side, from the centre outwards
		lead    float64
	}{
		{[]int{1, 0, 2, -1}, map[drawing.Role][]float64{drawing.Left: {1, 2}, drawing.Right: {1}}, 2},
		{[]int{3, 4}, map[drawing.Role][]float64{drawing.Left: {3, 4}}, 7},
		{[]int{-2, -3}, map[drawing.Role][]float64{drawing.Right: {2, 3}}, -5},
		{[]int{0}, nil, 0},
	} {
		d := must.Get(chart.Scale{Weights: c.weights}.Draw(picture.Style{}))(t)
		arm, two, total := 0.0, []float64{}, math.NaN()
		from := map[drawing.Role]float64{drawing.Left: d.Width / 2, drawing.Right: d.Width / 2}
		lettered := false
		var boxes []drawing.Box
		for _, s := range d.Shapes {
			switch s := s.(type) {
			case drawing.Box:
				if s.Pattern != drawing.Plain {
					boxes = append(boxes, s)
				}
			case drawing.Line:
				if s.Dash > 0 && s.Points[0].X == s.Points[1].X {
					two = append(two, s.Points[0].X)
					if lettered {
						t.Errorf("%v: a line is drawn over letters", c.weights)
					}
				}
			case drawing.Label:
				lettered = lettered || strings.HasPrefix(s.Text, "part")
			case drawing.Area:
				total = s.Points[2].X
			}
		}
		if len(two) != 2 {
			t.Fatalf("%v: two ahead is marked at %v", c.weights, two)
		}
		arm = (two[1] - two[0]) / 4 // the length of one unit
		at := map[drawing.Role]int{}
		for _, b := range boxes {
			want := c.blocks[b.Fill]
			near := b.X // the end nearer to the centre
			if b.Fill == drawing.Left {
				near += b.W
			}
			i := at[b.Fill]
			if i >= len(want) || math.Abs(b.W-want[i]*arm) > 0.01 || math.Abs(near-from[b.Fill]) > 0.01 {
				t.Fatalf("%v: block %d of role %d is %+v", c.weights, i, b.Fill, b)
			}
			at[b.Fill]++
			if from[b.Fill] = b.X + b.W; b.Fill == drawing.Left {
				from[b.Fill] = b.X
			}
		}
		if at[drawing.Left] != len(c.blocks[drawing.Left]) || at[drawing.Right] != len(c.blocks[drawing.Right]) || math.Abs(total-(d.Width/2-c.lead*arm)) > 0.01 {
			t.Errorf("%v: the blocks are %v, the total is at %g", c.weights, at, total)
		}
	}
}

// TestEnds compares the picture with the theorem.
func TestEnds(t *testing.T) {
	var piles []uint64
	var try func(n int)
	tried := 0
	try = func(n int) {
		if ends, ok := chart.EndsOf(piles); ok {
			for _, v := range []*games.Variant{endnim.Normal, endnim.Misere, endnim.Loop} {
				p := must.Get(v.Parse(string(games.AppendPiles(nil, piles, -1)), games.Left))(t)
				lost, why := ends.Lost()
				if want := !(rows.EndNim{}).Wins(v, p); lost != want {
					t.Fatalf("%s %v is lost: %v, and the picture says %q", v.ID, piles, want, why)
				}
				tried++
			}
		}
		if n == 0 {
			return
		}
		for h := range uint64(5) {
			piles = append(piles, h+1)
			try(n - 1)
			piles = piles[:len(piles)-1]
		}
	}
	try(5)
	if tried < 10_000 {
		t.Errorf("only %d rows tried", tried)
	}
}

// TestColours checks that only lost positions have their colour.
func TestColours(t *testing.T) {
	p := plane(t, 64)
	d := must.Get(p.Draw(picture.Style{}))(t)
	for _, s := range d.Shapes {
		table, ok := s.(drawing.Cells)
		if !ok || len(table.At) != len(p.Values) {
			continue
		}
		for i, at := range table.At {
			if lost := table.Colours[at] == drawing.Previous.Colour(d.Theme); lost != (p.Values[i] == 0) {
				t.Fatalf("a value %d has the colour of lost positions: %v", p.Values[i], lost)
			}
		}
		return
	}
	t.Error("there is no table")
}

// TestCourseColours checks that each player has the colour of their side on the board.
func TestCourseColours(t *testing.T) {
	for _, rightFirst := range []bool{false, true} {
		c := course(4, 2, -1) // the first player could win, then the second
		c.RightFirst = rightFirst
		d := must.Get(c.Draw(picture.Style{}))(t)
		var fills []drawing.Role
		for _, s := range d.Shapes {
			if b, ok := s.(drawing.Box); ok && b.Pattern != drawing.Plain {
				fills = append(fills, b.Fill)
			}
		}
		want := []drawing.Role{drawing.Left, drawing.Right, drawing.Left, drawing.Right} // each twice, because of the legend
		if rightFirst {
			want = []drawing.Role{drawing.Right, drawing.Left, drawing.Right, drawing.Left}
		}
		if !slices.Equal(fills, want) {
			t.Errorf("Right first %v: the fills are %v, want %v", rightFirst, fills, want)
		}
	}
}

func scaleOf(weights []int) chart.Scale {
	return chart.Scale{Weights: weights, Verdict: explain.Balance(weights)}
}
