package explain_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/solver/explain"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

// chosen are the fields of a certificate that may have several right values.
var chosen = []string{"move", "left", "right", "nominate", "dictate", "replies"}

// fieldsOf parses a certificate. ok is false if a field occurs twice.
func fieldsOf(line string) (fields map[string]json.RawMessage, ok bool) {
	length := len(`{}`) - len(`,`)
	err := json.Unmarshal([]byte(line), &fields)
	for name, value := range fields {
		length += len(name) + len(value) + len(`"":,`)
	}
	return fields, err == nil && length == len(line)
}

// textOf returns a text field, "" for any other.
func textOf(fields map[string]json.RawMessage, name string) (text string) {
	_ = json.Unmarshal(fields[name], &text) // other values leave text ""
	return text
}

// holds reports by brute force whether a line is a certificate of a small position. The claim must
// be right, the chosen move must win, and everything else must equal the solver's certificate.
func holds(t *testing.T, line string) bool {
	t.Helper()
	fields, ok := fieldsOf(line)
	v, err := catalog.Standard.Find(textOf(fields, "variant"))
	if !ok || err != nil || v.ID != textOf(fields, "variant") || !explain.Certified(v) {
		return false
	}
	p, err := v.Parse(textOf(fields, "position"), games.Left)
	if err != nil {
		return false
	}
	if slices.Contains(boards, v) {
		j := judgeBoard(v, p.String())
		return j != nil && j.holds(t, line)
	}
	oracle := gamestest.OracleOf(v)
	if textOf(fields, "claim") != oracle.Outcome(p.String()) {
		return false
	}
	right, _ := fieldsOf(certificateOf(t, v, p))
	if fields["means"] == nil {
		delete(right, "means") // without them the sum is played out
	}
	for name, value := range fields {
		same := slices.Contains([]string{"variant", "position", "claim"}, name) || string(value) == string(right[name])
		if slices.Contains(chosen, name) {
			same = right[name] != nil && wins(t, v, p, name, fields)
		}
		if !same {
			return false
		}
	}
	return len(fields) == len(right)
}

// wins reports whether the chosen move wins by brute force.
func wins(t *testing.T, v *games.Variant, p games.Position, name string, fields map[string]json.RawMessage) bool {
	state := gamestest.State{Position: p.String(), Owner: games.Left}
	if name == "right" {
		state.Owner = games.Right
	}
	winning := gamestest.OracleOf(v).Winning(state)
	switch number := string(fields[name]); name {
	case "nominate":
		piles, _, _ := games.ParsePiles(p.String())
		return slices.ContainsFunc(winning, func(move string) bool {
			i, err := strconv.Atoi(move)
			return err == nil && fmt.Sprint(piles[i-1]) == number
		})
	case "dictate":
		return slices.Contains(winning, "-"+number)
	case "replies":
		left, right, ok := repliesOf(fields[name])
		return ok && answerAll(t, v, p, left, right)
	}
	return slices.Contains(winning, textOf(fields, name))
}

// repliesOf parses replies from JSON.
func repliesOf(text json.RawMessage) (left, right []rows.Reply, ok bool) {
	var lists map[string][][]json.RawMessage
	if json.Unmarshal(text, &lists) != nil || len(lists) != 2 || lists["L"] == nil || lists["R"] == nil {
		return nil, nil, false
	}
	for name, list := range lists {
		for _, entry := range list {
			var r rows.Reply
			var end string
			if len(entry) != 5 {
				return nil, nil, false
			}
			for i, into := range []any{&r.Low, &r.High, &end, &r.Kind, &r.K} {
				if string(entry[i]) == "null" || json.Unmarshal(entry[i], into) != nil {
					return nil, nil, false
				}
			}
			over, ends := r.Kind == theory.Over && r.K == 0, end == "L" || end == "R"
			if over != (end == "") || !over && (!ends || r.Kind != theory.Leave && r.Kind != theory.Shift) {
				return nil, nil, false
			}
			if end == "R" {
				r.Side = games.Right
			}
			if name == "L" {
				left = append(left, r)
			} else {
				right = append(right, r)
			}
		}
	}
	return left, right, true
}

// answerAll reports whether replies answer every move on a row exactly once, in order, by moves
// that win.
func answerAll(t *testing.T, v *games.Variant, p games.Position, left, right []rows.Reply) bool {
	oracle, next := gamestest.OracleOf(v), [2]uint64{}
	row, _, err := games.ParsePiles(p.String())
	must.OK(t, err)
	moves := [2]uint64{}
	for step := range p.Options() {
		end, height := 0, row[0]
		if step.Move.Where == "R" {
			end, height = 1, row[len(row)-1]
		}
		moves[end]++
		if reply, ok := replyTo([2][]rows.Reply{left, right}[end], height-step.Move.Count); !ok || !answers(oracle, step.Position, reply, height-step.Move.Count) {
			return false
		}
	}
	for end, list := range [][]rows.Reply{left, right} {
		for _, r := range list {
			if r.Low != next[end] || r.High < r.Low || r.High >= moves[end] {
				return false
			}
			next[end] = r.High + 1
		}
	}
	return next == moves
}

// replyTo finds the reply to a move that leaves rest counters at its end.
func replyTo(list []rows.Reply, rest uint64) (rows.Reply, bool) {
	i := slices.IndexFunc(list, func(r rows.Reply) bool { return r.Low <= rest && rest <= r.High })
	return append(list, rows.Reply{})[max(i, 0)], i >= 0
}

// answers reports whether a reply wins after a move.
func answers(oracle *gamestest.Oracle, p games.Position, r rows.Reply, rest uint64) bool {
	if r.Kind == theory.Over {
		return games.Over(p) && oracle.Wins(gamestest.State{Position: p.String(), Owner: p.Turn().Owner})
	}
	move, ok := replyMove(p, r, rest)
	if !ok {
		return false
	}
	next, err := p.Play(move)
	return err == nil && !oracle.Wins(gamestest.State{Position: next.String(), Owner: next.Turn().Owner})
}

// replyMove returns the move of a reply; ok is false if there is none.
func replyMove(p games.Position, r rows.Reply, rest uint64) (games.Move, bool) {
	row, _, err := games.ParsePiles(p.String())
	if err != nil || games.Over(p) {
		return games.Move{}, false
	}
	side, height, to := games.Left, row[0], uint64(r.K)
	if r.Side == games.Right && len(row) > 1 {
		side, height = games.Right, row[len(row)-1]
	}
	if r.Kind == theory.Shift {
		to += rest
	}
	return games.TakeEnd(side, height-to), to < height
}

// boardJudge checks statements about a board by brute force. It knows only the rules.
type boardJudge struct {
	game   *bruteforce.Game
	normal *bruteforce.Game // the same under normal play, to which lists refer
	beside *bruteforce.Game // in the coloured game: with one more stack as a Nim pile
	claim  string
}

// judgeBoard returns the judge of a position, nil if there are too many positions to search.
func judgeBoard(v *games.Variant, position string) *boardJudge {
	j := &boardJudge{game: bruteforce.Read(v.ID, position), normal: bruteforce.Read(strings.TrimSuffix(v.ID, "/misere"), position)}
	j.game.Limit, j.normal.Limit = 60_000, 60_000
	if v.Partizan && position != "0" {
		stacks, roads, _ := strings.Cut(position, ";")
		j.beside = bruteforce.Read(v.ID, stacks+" pile99=9;"+roads+" *-pile99")
		j.beside.Limit = 20 * j.game.Limit
	}
	left, err1 := j.game.Wins(bruteforce.Left)
	right, err2 := j.game.Wins(bruteforce.Right)
	if err1 != nil || err2 != nil {
		return nil
	}
	j.claim = string(theory.PartizanOutcome(left, right))
	return j
}

var listedForm = regexp.MustCompile(`([a-z]+)(\d+)|\*(\d+)$`)

// isLost reports whether a listed position with its pile is lost, or takes too long to search.
func (j *boardJudge) isLost(listed string) bool {
	labels, pile := make([]byte, len(j.game.Labels())), 0
	for _, m := range listedForm.FindAllStringSubmatch(listed, -1) {
		n, err := strconv.ParseUint(m[2]+m[3], 10, 8)
		at := 0 // the places are a, b, …, z, aa and so on
		for _, letter := range m[1] {
			at = at*26 + int(letter-'a') + 1
		}
		switch {
		case err != nil || at > len(labels):
			return false
		case at == 0:
			pile = int(n)
		default:
			labels[at-1] = byte(n)
		}
	}
	if j.beside != nil {
		won, err := j.beside.With(append(labels, byte(pile))).Wins(bruteforce.Side(listed[0]))
		return err != nil || !won
	}
	value, err := j.normal.With(labels).Value()
	return err != nil || value == pile
}

// holds reports whether the claims of a certificate are true: the winner, the winning moves, and
// that each listed position is lost. It does not check the answers.
func (j *boardJudge) holds(t *testing.T, line string) bool {
	t.Helper()
	fields, ok := fieldsOf(line)
	if !ok || textOf(fields, "claim") != j.claim || fields["lost"] == nil && fields["star"] == nil && fields["high"] == nil && fields["ways"] == nil {
		return false
	}
	for name, side := range map[string]bruteforce.Side{"move": bruteforce.Left, "left": bruteforce.Left, "right": bruteforce.Right} {
		if move := textOf(fields, name); move != "" {
			if winning, err := j.game.Winning(side); err != nil || !slices.Contains(winning, move) {
				return false
			}
		}
	}
	var list []string
	_ = json.Unmarshal(fields["lost"], &list) // a star and a high board have none
	return !slices.ContainsFunc(list, func(listed string) bool {
		listed, _, _ = strings.Cut(listed, " ")
		return listed == "" || !j.isLost(listed)
	})
}
