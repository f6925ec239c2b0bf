package commands_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/certcheck"
)

func TestProof(t *testing.T) {
	r := newRoom(t)
	for _, c := range []struct{ line, claim string }{
		{"/analyze variant:nim position:3 5 2", `"claim":"N","move":"2-4"`},
		{"/analyze variant:end-nim position:4 4", `"claim":"P","replies":{`},
		{"/analyze variant:move-reverse-nim position:3 [5] 2", `"claim":"N","ones":0,"larger":3,"dictate":4`},
		{"/analyze variant:partizan-end-nim position:2 4 1", `"claim":"N","needs":{`},
	} {
		analysis := r.refuses("p1", c.line)
		if !strings.Contains(buttons(analysis), "Proof") {
			t.Fatalf("%s: the buttons are %s", c.line, buttons(analysis))
		}
		reply := r.press("p1", analysis, "Proof")
		if !reply.Private() || len(reply.Files) != 1 || reply.Files[0].Name != "proof.json" {
			t.Fatalf("%s: got %+v", c.line, reply)
		}
		proof := strings.TrimSuffix(string(reply.Files[0].Data), "\n")
		if err := certcheck.Check([]byte(proof)); err != nil || !strings.Contains(proof, c.claim) {
			t.Errorf("%s: %s: %v", c.line, proof, err)
		}
		// In the terminal the line does the same, and a proof is for nobody else.
		for _, more := range []string{" proof:true", " proof:true share:true"} {
			if again := r.refuses("p1", c.line+more); len(again.Files) != 1 || string(again.Files[0].Data) != proof+"\n" {
				t.Errorf("%s: got %+v", c.line+more, again)
			}
		}
	}
	r.refuses("p1", "/analyze variant:nim position:3 5 2 proof:perhaps", "`true` or `false`")
	shared := r.expect("p1", "/analyze variant:nim position:3 5 2 share:true")
	if strings.Contains(buttons(shared), "Proof") {
		t.Errorf("others are offered %s", buttons(shared))
	}
}

// TestBoardProof sends those of boards, and says why there is none.
func TestBoardProof(t *testing.T) {
	r := newRoom(t)
	for _, c := range []struct{ line, claim string }{
		{"/analyze variant:tree-nim position:3(2 5(1 1))", `"claim":"P","lost":[`},
		{"/analyze variant:forklift-nim/misere position:2 1 2 / 1 2 1 / 2 1 2", `"lost":[`},
		{"/analyze variant:coloured-depot-nim position:a=2 b=2 c=1; *<a a-b b-c *>c", `"lost":[`},
	} {
		reply := r.press("p1", r.refuses("p1", c.line), "Proof")
		if len(reply.Files) != 1 || !strings.Contains(string(reply.Files[0].Data), c.claim) {
			t.Fatalf("%s: got %+v", c.line, reply)
		}
		if err := certcheck.Check(bytes.TrimSpace(reply.Files[0].Data)); err != nil {
			t.Errorf("%s: %v", c.line, err)
		}
	}
	const large = "/analyze variant:tree-nim position:600(4000 1(9 9))"
	r.refuses("p1", large+" proof:true", "There is no certificate of who wins Tree Nim", "too many moves")
}

// TestMatchProof: a match that the perfect level has won ends with a proof that it could not
// have been won, or of where it could.
func TestMatchProof(t *testing.T) {
	for _, c := range []struct {
		variant, position string
		moves             []string
		says, proves      string
	}{
		{"tree-nim", "1(1 1 1)", []string{"b-1", "all"}, "match 1 could not be won by its loser, from `1(1 1 1)`", `"position":"1(1 1 1)","claim":"P"`},
		{"depot-nim", "a=2 b=1; *-a *-b", []string{"b-1"}, "move 1 of match 1 could have won, from `a=2 b=1;", `"claim":"N","move":"a-1"`},
		{"nim", "2 1", []string{"2-1"}, "move 1 of match 1 could have won, from `2 1`", `"claim":"N","move":"1-1"`},
	} {
		t.Run(c.variant, func(t *testing.T) {
			r := newRoom(t)
			r.expect("p1", "/challenge variant:"+c.variant+" level:perfect first:me position:"+c.position)
			said := r.expect("p1", c.moves[0])
			for _, move := range c.moves[1:] {
				for _, place := range []string{"a", "b", "c", "d"} { // whichever the bot has left
					if again := r.say("p1", place+" "+move); !again.Private() {
						said = again
						break
					}
				}
			}
			reply := r.press("p1", said, "Proof")
			if len(reply.Files) != 1 || !strings.Contains(text(reply), c.says) {
				t.Fatalf("got %s, %+v", text(reply), reply)
			}
			proof := bytes.TrimSpace(reply.Files[0].Data)
			if err := certcheck.Check(proof); err != nil || !bytes.Contains(proof, []byte(c.proves)) {
				t.Errorf("%s: %v", proof, err)
			}
		})
	}
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim level:perfect first:me position:2 1")
	r.expect("p1", "1-1")
	won := r.expect("p1", "1-1")
	if slices.ContainsFunc(actions(won), func(a view.Action) bool { return a.Label == "Proof" }) {
		t.Errorf("who has won is offered %+v", actions(won))
	}
	r.refuses("p1", "/replay match:1 proof:perhaps", "`true` or `false`")
	r.refuses("p1", "/replay match:1 proof:true", "match 1 could not be won by its loser")
}

// TestProofOfAWrongAnswer proves that a wrong answer on a board loses: where a rule says why, there
// is nothing to prove.
func TestProofOfAWrongAnswer(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for _, c := range []struct {
		variant string
		proof   bool
	}{{"depot-nim", true}, {"tree-nim", true}, {"nim", false}} {
		r.refuses("p1", "/puzzle variant:"+c.variant+" level:easy")
		asked, err := r.referee.AskedPuzzle(t.Context(), "p1")
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for step := range asked.Position.Options() {
			if slices.Contains(asked.Winning, step.Move) || games.Over(step.Position) {
				continue
			}
			tried++
			wrong := r.say("p1", "/puzzle answer:"+step.Move.String())
			if strings.Contains(buttons(wrong), "Proof") != c.proof {
				t.Fatalf("%s: the buttons are %s", c.variant, buttons(wrong))
			}
			if !c.proof {
				break
			}
			reply := r.press("p1", wrong, "Proof")
			if len(reply.Files) != 1 {
				t.Fatalf("%s: got %+v", c.variant, reply)
			}
			proof := string(reply.Files[0].Data)
			want := `"position":"` + step.Position.String() + `","claim":"N"`
			if err := certcheck.Check([]byte(proof)); err != nil || !strings.Contains(proof, want) {
				t.Errorf("%s: %s: %v, want %s", c.variant, proof, err, want)
			}
		}
		if tried == 0 {
			t.Errorf("%s: no answer was wrong", c.variant)
		}
	}
}
