package board_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/drawing/drawingtest"
)

var styles = []picture.Style{
	{}, {Theme: picture.Light}, {Large: true}, {Theme: picture.Light, Large: true},
	{Theme: picture.Felt}, {Theme: picture.WoodLight, Large: true}, {Theme: picture.SlateLight},
}

// check draws a board in every style and reports the faults. It returns the texts of the default
// style.
func check(t interface {
	Helper()
	Fatalf(string, ...any)
}, b board.Board) []string {
	t.Helper()
	var texts []string
	for i, style := range styles {
		d, err := board.Draw(b, style)
		if errors.Is(err, drawing.ErrTooLarge) {
			if i == 0 {
				return nil
			}
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %v", b, err)
		}
		if faults := drawingtest.Faults(d); len(faults) > 0 {
			t.Fatalf("%+v in the style %+v: %s", b, style, strings.Join(faults[:min(4, len(faults))], "; "))
		}
		if i == 0 {
			texts = drawingtest.Texts(d)
		}
	}
	return texts
}

// after plays moves and returns the board that shows the last of them.
func after(t testing.TB, v *games.Variant, position string, moves ...string) board.Board {
	t.Helper()
	p := gamestest.Parse(t, v, position, games.Left)
	b := board.Board{Shape: p.Shape()}
	for _, text := range moves {
		step := must.Get(gamestest.Play(p, text))(t)
		b = board.Board{Shape: step.Position.Shape(), Moves: append([]board.Made{{Before: p.Shape(), Move: step.Move, By: p.Turn().Owner}}, b.Moves...)}
		p = step.Position
	}
	return b
}

// draw lays out a board.
func draw(t testing.TB, b board.Board, style picture.Style) *drawing.Drawing {
	t.Helper()
	return must.Get(board.Draw(b, style))(t)
}

// TestMatches plays matches of every variant and checks every board.
func TestMatches(t *testing.T) {
	for _, v := range catalog.Standard.All() {
		t.Run(v.ID, func(t *testing.T) {
			for seed := range uint64(testlong.Times(1, 3, 8)) {
				r := rand.New(rand.NewPCG(seed, 3))
				p := must.Get(v.Parse(v.Generate(r, games.Small+games.Size(seed%3)), games.Side(seed%2)))(t)
				b := board.Board{Shape: p.Shape(), First: seed%2 == 0}
				for {
					texts := check(t, b)
					if texts == nil {
						t.Fatalf("%s: a start is too large for a picture: %s", v.ID, p)
					}
					checkPiles(t, b, texts)
					var steps []games.Step
					for s := range p.Options() {
						if steps = append(steps, s); len(steps) == 50 {
							break
						}
					}
					if len(steps) == 0 {
						break
					}
					s := steps[r.IntN(len(steps))]
					b = board.Board{Shape: s.Position.Shape(), First: b.First, Moves: append([]board.Made{{Before: p.Shape(), Move: s.Move, By: p.Turn().Owner}}, b.Moves...)}
					p = s.Position
				}
			}
		})
	}
}

// checkPiles checks that every pile of a row is drawn, with the number taken.
func checkPiles(t testing.TB, b board.Board, texts []string) {
	t.Helper()
	row, ok := b.Shape.(games.Row)
	if ok {
		left := withoutSeparators(texts)
		for _, n := range row.Piles {
			i := slices.Index(left, strconv.FormatUint(n, 10))
			if i < 0 {
				t.Fatalf("%+v: no %d among %q", b, n, texts)
			}
			left = slices.Delete(left, i, i+1)
		}
	}
	if len(b.Moves) == 0 {
		return
	}
	last := b.Moves[0].Move
	texts = withoutSeparators(texts)
	if taken := "−" + strconv.FormatUint(last.Count, 10); last.Count > 0 && !slices.Contains(texts, taken) {
		t.Fatalf("%+v: no %s among %q", b, taken, texts)
	}
}

// withoutSeparators removes the commas in numbers, and joins numbers broken across lines.
func withoutSeparators(texts []string) []string {
	all := strings.ReplaceAll(strings.Join(texts, "\n"), ",\n", "")
	return strings.Split(strings.ReplaceAll(all, ",", ""), "\n")
}

// TestRows draws random rows: small and huge piles, few and a thousand.
func TestRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.SampledFrom([]uint64{1, 9, 10, 30, 99, 5000, 1e9, games.MaxPile}).Draw(t, "top")
		most := rapid.SampledFrom([]int{3, 12, 40, 1000}).Draw(t, "most")
		row := games.Row{Piles: rapid.SliceOfN(rapid.Uint64Range(1, top), 1, most).Draw(t, "piles"), Nominated: -1}
		row.Ends = rapid.Bool().Draw(t, "ends")
		if row.Ends {
			row.Sided = rapid.Bool().Draw(t, "sided")
			row.Open = [2]bool{rapid.Bool().Draw(t, "left"), rapid.Bool().Draw(t, "right")}
		} else {
			row.Nominated = rapid.IntRange(-1, len(row.Piles)-1).Draw(t, "nominated")
		}
		texts := check(t, board.Board{Shape: row})
		if texts == nil {
			t.Fatalf("too large for a picture")
		}
		hidden := 0
		for _, text := range texts {
			var n int
			if _, err := fmt.Sscanf(text, "… %d more pile", &n); err == nil {
				hidden += n
			}
		}
		if shown := countPiles(texts, row); shown < len(row.Piles)-hidden {
			t.Fatalf("%d of %d piles are shown and %d are said to be left out: %q", shown, len(row.Piles), hidden, texts)
		}
		if row.Nominated >= 0 && !slices.Contains(texts, "chosen") && !slices.Contains(texts, "#"+games.PileName(row.Nominated)) {
			t.Fatalf("the nominated pile is not shown: %q", texts)
		}
	})
}

// countPiles counts the piles whose size is in texts.
func countPiles(texts []string, row games.Row) int {
	have := map[string]int{}
	for _, text := range withoutSeparators(texts) {
		have[text]++
	}
	shown := 0
	for _, n := range row.Piles {
		if text := strconv.FormatUint(n, 10); have[text] > 0 {
			have[text]--
			shown++
		}
	}
	return shown
}

// materials counts counters and boxes by material, and outlines.
func materials(d *drawing.Drawing) string {
	count := map[drawing.Role]int{}
	ghosts := 0
	for _, s := range d.Shapes {
		switch s := s.(type) {
		case drawing.Disc:
			if s.Border == drawing.None {
				count[s.Fill]++
			}
		case drawing.Box:
			if s.W > 20 {
				count[s.Fill]++
			}
		case drawing.Line:
			if len(s.Points) == 2 && s.Points[0].X == s.Points[1].X && (s.Role == drawing.Left || s.Role == drawing.Right) {
				ghosts++
			}
		}
	}
	var parts []string
	for _, kind := range []struct {
		name string
		role drawing.Role
	}{{"ivory", drawing.IvoryEdge}, {"stone", drawing.StoneEdge}, {"blue", drawing.LeftEdge}, {"red", drawing.RightEdge}, {"gold", drawing.GoldEdge}, {"carton", drawing.Carton}, {"far", drawing.FarCarton}} {
		if n := count[kind.role]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", kind.name, n))
		}
	}
	if ghosts > 0 {
		parts = append(parts, fmt.Sprintf("ghost %d", ghosts/2)) // two sides each
	}
	return strings.Join(parts, ", ")
}

// A board to touch has a spot on each of thirty piles. A finger can hit each on the smallest phone, and none lies on
// another. The counts of winning moves lie on no number.
func TestTouched(t *testing.T) {
	for _, c := range []struct {
		variant, position string
		exact             int
	}{
		{"nim", strings.Repeat("2 3 4 ", 9) + "2 3 4", 50}, {"nim", "3 20 30", 8}, {"end-nim", "3 5 2 4 7", 10},
		{"tree-nim", "2(1 3(2 1))", 0}, {"forklift-nim", "3 4 5 / 6 2 8 / 1 12 3", 0}, {"depot-nim", "a=2 b=3 c=12; *-a a-b a-c", 0},
	} {
		p := gamestest.Parse(t, must.Get(catalog.Standard.Find(c.variant))(t), c.position, games.Left)
		b, above, exact := board.Board{Shape: p.Shape(), Touched: true}, map[string]float64{}, 0
		for step := range p.Options() {
			if step.Move.Count == 2 {
				b.Winning = append(b.Winning, step.Move)
			}
		}
		d := draw(t, b, styles[4])
		wrong := drawingtest.Faults(d)
		for _, s := range d.Spots {
			low, seen := above[s.Place]
			if s.Exact {
				exact++
				if s.H < 24*d.Width/304 || seen && s.Y+s.H > low+15 {
					wrong = append(wrong, fmt.Sprintf("a spot from %g is %g high, the one below begins at %g", s.Y, s.H, low))
				}
			}
			above[s.Place] = s.Y
		}
		for i, s := range d.Shapes {
			for _, below := range d.Shapes[:i] {
				badge, _ := s.(drawing.Box)
				l, _ := below.(drawing.Label)
				if badge.Fill == drawing.Gold && l.Text != "" && 2*math.Abs(l.X-badge.X-badge.W/2) < badge.W+l.Width() && 2*math.Abs(l.Y-badge.Y-badge.H/2) < badge.H+0.7*l.Size {
					wrong = append(wrong, l.Text+" is covered")
				}
			}
		}
		if len(wrong) > 0 || len(b.Winning) == 0 || len(above) < len(p.Places()) || exact < c.exact {
			t.Errorf("%s %s: of %d places %d can be touched, by %d spots; %v", c.variant, c.position, len(p.Places()), len(above), exact, wrong)
		}
	}
}
