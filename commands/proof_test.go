package commands_test

import (
	"strings"
	"testing"

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
