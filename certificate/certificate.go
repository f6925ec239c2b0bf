package certificate

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/solver"
	"nimatron/solver/partizan"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

// writers has how the certificates of a family go on after variant, position and claim.
var writers = map[*games.Family]func(*writer){
	nim.Family:            (*writer).move,
	splitnim.Family:       (*writer).move,
	nim.ReverseFamily:     (*writer).reverse,
	endnim.Family:         (*writer).row,
	endnim.PartizanFamily: (*writer).partizan,
}

// Known reports whether positions of v have certificates: those of games with a theorem
// do, and those of games that are searched do not.
func Known(v *games.Variant) bool { return writers[v.Family] != nil }

// AppendJSON appends the certificate of the verdict on p, one JSON object without a
// newline. The error, for people, is for variants that have none.
func AppendJSON(dst []byte, v *games.Variant, p games.Position) ([]byte, error) {
	write := writers[v.Family]
	if write == nil {
		return dst, fmt.Errorf("%s has no certificates: who wins is found by search there, and only a theorem can be certified", v.Name)
	}
	w := &writer{dst: dst, variant: v, position: p}
	w.won = w.wins(p)
	w.text(`{"variant":"`, v.ID).text(`","position":"`, p.String()).text(`","claim":"`, string(w.claim())).text(`"`, "")
	write(w)
	return append(w.dst, '}'), nil
}

// writer writes one certificate.
type writer struct {
	dst      []byte
	solver   solver.Solver
	variant  *games.Variant
	position games.Position
	won      bool // by whoever decides now
}

// wins reports whether whoever decides now wins. Variants with a theorem have no errors.
func (w *writer) wins(p games.Position) bool {
	won, _ := w.solver.Wins(context.Background(), w.variant, p)
	return won
}

func (w *writer) claim() theory.Outcome {
	if w.variant.Partizan {
		return theory.PartizanOutcome(w.wins(w.position.WithTurn(games.Left)), w.wins(w.position.WithTurn(games.Right)))
	}
	return theory.ImpartialOutcome(w.position.Turn(), w.won)
}

// text appends a piece of JSON and then a text that needs no escapes.
func (w *writer) text(json, text string) *writer {
	w.dst = append(append(w.dst, json...), text...)
	return w
}

// number appends a piece of JSON and then a number.
func (w *writer) number(json string, n uint64) {
	w.dst = strconv.AppendUint(append(w.dst, json...), n, 10)
}

// winning returns a winning decision; ok is false in a lost position and a finished game.
func (w *writer) winning() (m games.Move, ok bool) {
	moves, _, _ := w.solver.Winning(context.Background(), w.variant, w.position, 1)
	if len(moves) == 0 {
		return games.Move{}, false
	}
	return moves[0], true
}

// move names the move that leaves a lost position.
func (w *writer) move() {
	if m, ok := w.winning(); ok {
		w.text(`,"move":"`, m.String()).text(`"`, "")
	}
}

// reverse counts the piles, which is all that the theorem looks at, and names the
// decision that wins; in Total-Reverse Nim it says whose hand plays Nim.
func (w *writer) reverse() {
	b := w.position.(*nim.Board)
	if pileByOpponent, numberByOpponent := b.Deciders(); pileByOpponent && numberByOpponent {
		w.text(`,"hand":"opponent"`, "").move()
		return
	}
	var ones, larger uint64
	for _, n := range b.Piles() {
		if n == 1 {
			ones++
		} else {
			larger++
		}
	}
	w.number(`,"ones":`, ones)
	w.number(`,"larger":`, larger)
	m, ok := w.winning()
	switch {
	case ok && m.Kind == games.Dictate:
		w.number(`,"dictate":`, m.Count)
	case ok:
		index, _ := games.FindPile(m.Where, len(b.Piles()))
		w.number(`,"nominate":`, b.Piles()[index])
	}
}

// row names the move that leaves a lost row, or answers all moves of a lost row.
func (w *writer) row() {
	if w.won {
		w.move()
		return
	}
	left, right := rows.Answers(w.variant, w.position.(*endnim.Row))
	w.text(`,"replies":{"L":[`, "").replies(left)
	w.text(`],"R":[`, "").replies(right)
	w.text(`]}`, "")
}

func (w *writer) replies(replies []rows.Answer) {
	for i, r := range replies {
		if i > 0 {
			w.text(",", "")
		}
		w.number("[", r.Least)
		w.number(",", r.Most)
		w.text(`,"`, r.End).text(`","`, r.Kind.String()).text(`",`, "")
		w.dst = append(strconv.AppendInt(w.dst, r.K, 10), ']')
	}
}

// partizan says what the row between the ends needs, and what the ends have to spare.
func (w *writer) partizan() {
	piles := w.position.(*endnim.Row).Piles()
	if len(piles) < 2 {
		return
	}
	end := len(piles) - 1
	needs := partizan.Thresholds(piles[1:end])
	left, right := needs.LStar.String(), needs.RStar.String()
	w.text(`,"needs":{"L":`, left).text(`,"R":`, right)
	w.text(`},"spare":[`, spare(piles[0], left)).text(`,`, spare(piles[end], right)).text(`]`, "")
}

// spare returns pile less need, which can be of 70 bits.
func spare(pile uint64, need string) string {
	needed, _ := new(big.Int).SetString(need, 10)
	return needed.Sub(new(big.Int).SetUint64(pile), needed).String()
}
