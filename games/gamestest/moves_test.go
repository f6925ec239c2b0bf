package gamestest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/golden"
	"nimatron/internal/must"
)

// TestMoves reads the positions and moves of moves.txt, and says what becomes of them, or why they are refused.
func TestMoves(t *testing.T) {
	var v *games.Variant
	var p games.Position
	golden.Lines(t, "moves.txt", func(line string) (answer string) {
		if move, ok := strings.CutPrefix(line, "  "); ok {
			return saidOf(v, p, move)
		}
		v, p, answer = readLine(t, line)
		return answer
	})
}

// readLine reads a game and a position. The answer is the position as it is printed, if that differs, or the refusal.
func readLine(t *testing.T, line string) (v *games.Variant, p games.Position, answer string) {
	t.Helper()
	line, right := strings.CutPrefix(line, "Right: ")
	turn := games.Left
	if right {
		turn = games.Right
	}
	id, text, _ := strings.Cut(line, " ")
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = unquoted
	}
	v = must.Get(catalog.Standard.Find(id))(t)
	p, err := v.Parse(text, turn)
	if err != nil {
		return v, nil, "refused: " + err.Error()
	}
	if p.String() != text {
		return v, p, p.String()
	}
	return v, p, ""
}

// saidOf plays a move. The answer is the move, how it is said, the position after it and its turn, or the refusal.
func saidOf(v *games.Variant, p games.Position, text string) string {
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = unquoted
	}
	step, err := Play(p, text)
	if err != nil {
		return "refused: " + err.Error()
	}
	turn := step.Position.Turn()
	said := fmt.Sprintf("%s, %s: %s, %s's turn", step.Move, v.Say(p, step.Move), step.Position, turn.Owner)
	if turn.Actor != turn.Owner {
		said += fmt.Sprintf(", %s decides", turn.Actor)
	}
	return said
}
