package explain

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// Certified reports whether positions of v have certificates: those of games with a theorem
// do, and those of games that are searched do not.
func Certified(v *games.Variant) bool { return solver.FamilyOf(v).Certificate != nil }

// AppendCertificate appends why the verdict on p holds in a form that a program can check
// which knows the rules and one invariant for each game, docs/certificates.md: one JSON
// object without a newline. The checker is internal/certcheck, which shares nothing with
// this. The error, for people, is for variants that have none.
func AppendCertificate(dst []byte, v *games.Variant, p games.Position) ([]byte, error) {
	if !Certified(v) {
		return dst, fmt.Errorf("%s has no certificates: who wins is found by search there, and only a theorem can be certified", v.Name)
	}
	claim, err := new(solver.Solver).Outcome(context.Background(), v, p)
	if err != nil {
		return dst, err
	}
	out := bytes.NewBuffer(dst)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	err = e.Encode(solver.FamilyOf(v).Certificate(theory.Certificate{Variant: v.ID, Position: p.String(), Claim: claim}, v, p))
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
