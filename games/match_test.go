package games_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/internal/golden"
	"nimatron/internal/must"
)

// start starts a valid match.
func start(t *testing.T, v *games.Variant, position string, first games.Side) *games.Match {
	t.Helper()
	m, err := games.NewMatch(v, position, first)
	if err != nil {
		t.Fatalf("NewMatch(%s, %q): %v", v.ID, position, err)
	}
	return m
}

// read parses a valid move in m.
func read(t *testing.T, m *games.Match, text string) games.Move {
	t.Helper()
	move, err := m.Position().Read(text)
	if err != nil {
		t.Fatalf("%q on %s: %v", text, m.Position(), err)
	}
	return move
}

// play makes a legal move.
func play(t *testing.T, m *games.Match, by games.Side, text string) *games.Match {
	t.Helper()
	next, err := m.Play(by, read(t, m, text))
	if err != nil {
		t.Fatalf("%s plays %q on %s: %v", by, text, m.Position(), err)
	}
	return next
}

// playAll returns the match at its start and after each move.
func playAll(t *testing.T, v *games.Variant, position string, first games.Side, moves []string) []*games.Match {
	t.Helper()
	stages := []*games.Match{start(t, v, position, first)}
	for i, text := range moves {
		stages = append(stages, play(t, stages[i], stages[i].Position().Turn().Actor, text))
	}
	return stages
}

// texts returns the moves of m in notation.
func texts(m *games.Match) []string {
	var written []string
	for _, move := range m.Moves() {
		written = append(written, move.String())
	}
	return written
}

// TestMatches plays the complete matches of matches.txt.
func TestMatches(t *testing.T) {
	golden.Lines(t, "matches.txt", func(line string) string {
		asked := strings.Split(line, " | ")
		v, moves := must.Get(catalog.Standard.Find(asked[0]))(t), strings.Fields(asked[3])
		stages := playAll(t, v, asked[1], map[string]games.Side{"right": games.Right}[asked[2]], moves)
		m := stages[len(stages)-1]
		checkReplay(t, stages, moves)
		checkPositions(t, stages)
		for i, before := range stages[:len(moves)] {
			if winner, over := before.Winner(); over {
				t.Errorf("%s has won at %s before %q", winner, before.Position(), moves[i])
			}
		}
		for _, side := range []games.Side{games.Left, games.Right} {
			if next, err := m.Play(side, games.Move{Kind: games.Take, Where: "L", Count: 1}); !errors.Is(err, games.ErrFinished) || next != nil {
				t.Errorf("%s plays on in a finished match: %v, %v", side, next, err)
			}
		}
		winner, over := m.Winner()
		if !over {
			t.Errorf("%s is not over", line)
		}
		return fmt.Sprintf("%s, won by %s", m.Position(), winner)
	})
}

// checkReplay compares a match at each of its moves with a replay, and with the match after taking
// back the later moves.
func checkReplay(t *testing.T, stages []*games.Match, moves []string) {
	t.Helper()
	for n, stage := range stages {
		again, err := games.Replay(stage.Variant(), stage.Start().String(), stage.First(), moves[:n])
		if err != nil {
			t.Fatalf("Replay of %q: %v", moves[:n], err)
		}
		sameMatch(t, again, stage)
		sameMatch(t, stages[len(stages)-1].TakeBack(len(stages)-1-n), stage)
	}
}

// sameMatch compares all public data of two matches.
func sameMatch(t *testing.T, got, want *games.Match) {
	t.Helper()
	gotWinner, gotOver := got.Winner()
	wantWinner, wantOver := want.Winner()
	if got.Variant() != want.Variant() || got.Start().String() != want.Start().String() || got.Start().Turn() != want.Start().Turn() || got.First() != want.First() ||
		!slices.Equal(got.Moves(), want.Moves()) || got.Position().String() != want.Position().String() ||
		got.Position().Turn() != want.Position().Turn() || gotWinner != wantWinner || gotOver != wantOver {
		t.Errorf("got a match from %s, moves %v, at %s; want from %s, moves %v, at %s",
			got.Start(), got.Moves(), got.Position(), want.Start(), want.Moves(), want.Position())
	}
}

func TestReplayRefuses(t *testing.T) {
	for _, test := range []struct {
		name, start string
		moves       []string
		says        string
	}{
		{"illegal first move", "3 5 2", []string{"L-4"}, `move 1, "L-4"`},
		{"illegal later move", "3 5 2", []string{"L-3", "L-5", "R-3"}, `move 3, "R-3"`},
		{"a move too many", "1", []string{"L-1", "L-1"}, `move 2, "L-1"`},
		{"garbage", "3 5 2", []string{"`\n"}, "move 1, \"`\\n\""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := games.Replay(endnim.Normal, test.start, games.Left, test.moves)
			var illegal *games.IllegalMove
			if m != nil || !errors.As(err, &illegal) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("Replay = %v, %v; want an illegal move and %s", m, err, test.says)
			}
		})
	}
	if _, err := games.Replay(endnim.Normal, "3 0", games.Left, nil); err == nil {
		t.Error("a bad start is replayed")
	}
}

// TestNewMatchRefuses tries to begin from the positions of refused.txt.
func TestNewMatchRefuses(t *testing.T) {
	golden.Lines(t, "refused.txt", func(line string) string {
		id, start, _ := strings.Cut(line, " ")
		m, err := games.NewMatch(must.Get(catalog.Standard.Find(id))(t), start, games.Left)
		var bad *games.BadPosition
		if m != nil || !errors.As(err, &bad) {
			t.Errorf("NewMatch = %v, %v; want a *games.BadPosition", m, err)
		}
		return fmt.Sprint(err)
	})
}

func TestNotYourTurn(t *testing.T) {
	for _, first := range []games.Side{games.Left, games.Right} {
		m := start(t, nim.Normal, "3 5 2", first)
		for _, move := range []games.Move{read(t, m, "1-1"), {}} { // the turn is checked before the move
			next, err := m.Play(first.Other(), move)
			var notYours *games.NotYourTurn
			if next != nil || !errors.As(err, &notYours) {
				t.Fatalf("%s plays %s at %s's turn: %v", first.Other(), move, first, err)
			}
			if notYours.Turn != m.Position().Turn() || !strings.Contains(err.Error(), first.String()) {
				t.Errorf("the error has %+v and says %q", notYours.Turn, err)
			}
		}
		m = play(t, m, first, "1-1")
		if _, err := m.Play(first, read(t, m, "1-1")); err == nil {
			t.Errorf("%s moves twice", first)
		}
	}
}

// checkPositions compares what Positions yields with the match as it was played.
func checkPositions(t *testing.T, stages []*games.Match) {
	t.Helper()
	m := stages[len(stages)-1]
	next := 0
	for turn, p := range m.Positions() {
		if turn != next || turn == len(stages) {
			t.Fatalf("after position %d comes %d, %s", next-1, turn, p)
		}
		if want := stages[turn].Position(); p.String() != want.String() || p.Turn() != want.Turn() {
			t.Errorf("position %d is %s with %+v, want %s with %+v", turn, p, p.Turn(), want, want.Turn())
		}
		next++
	}
	if next != len(stages) {
		t.Errorf("%d positions, want %d", next, len(stages))
	}
	for turn := range m.Positions() {
		if turn == 1 {
			break // a caller may stop early
		}
	}
}

// TestTakeBackLeavesTheMatchAlone plays on after a takeback. The original match keeps its moves.
func TestTakeBackLeavesTheMatchAlone(t *testing.T) {
	m := play(t, play(t, start(t, nim.Normal, "3 5 2", games.Left), games.Left, "1-1"), games.Right, "2-2")
	back := play(t, m.TakeBack(1), games.Right, "3-1")
	if got := texts(back); !slices.Equal(got, []string{"1-1", "3-1"}) || back.Position().String() != "2 5 1" {
		t.Errorf("the other game stands at %s after %q", back.Position(), got)
	}
	if got := texts(m); !slices.Equal(got, []string{"1-1", "2-2"}) || m.Position().String() != "2 3 2" {
		t.Errorf("the match stands at %s after %q", m.Position(), got)
	}
}

// TestBranches repeatedly continues a match in two ways. Neither may overwrite the other's memory.
func TestBranches(t *testing.T) {
	trunk := start(t, nim.Normal, "9 9", games.Left)
	for range 8 {
		by := trunk.Position().Turn().Actor
		one, two := play(t, trunk, by, "1-1"), play(t, trunk, by, "2-1")
		if last := one.Moves()[len(trunk.Moves())]; last.String() != "1-1" {
			t.Fatalf("after %d moves a branch wrote %s over another's 1-1", len(trunk.Moves()), last)
		}
		three := play(t, one, by.Other(), "2-1")
		four := play(t, two, by.Other(), "1-1")
		if three.Position().String() != four.Position().String() || slices.Equal(three.Moves(), four.Moves()) {
			t.Fatalf("%v leads to %s, %v to %s", three.Moves(), three.Position(), four.Moves(), four.Position())
		}
		trunk = one
	}
	replayed := must.Get(games.Replay(nim.Normal, "9 9", games.Left, texts(trunk)))(t)
	// A replayed match has spare capacity behind its moves.
	by := replayed.Position().Turn().Actor
	one := play(t, replayed, by, "1-1")
	play(t, replayed, by, "2-1")
	if last := one.Moves()[len(replayed.Moves())]; last.String() != "1-1" {
		t.Errorf("a branch of a replayed match wrote %s over another's 1-1", last)
	}
}
