package explain

import (
	"context"
	"errors"
	"fmt"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver"
)

// Certified reports whether positions of v have certificates: those of games with a theorem
// do, and those of games on trees, graphs and grids.
func Certified(v *games.Variant) bool { return solver.FamilyOf(v).Certifies() }

// AppendCertificate appends why the verdict on p holds, as s proves it, in a form that a program
// can check, docs/certificates.md: one JSON object without a newline. The checker knows the
// rules, and one invariant for each game with a theorem; it is internal/certcheck, which
// shares nothing with this. The error, for people, is for variants that have none, for
// positions that nobody has proved, and for proofs that are too long; or it is that of ctx.
func AppendCertificate(ctx context.Context, dst []byte, s *solver.Solver, v *games.Variant, p games.Position) ([]byte, error) {
	certificate, err := s.Certificate(ctx, v, p)
	switch {
	case errors.Is(err, context.Canceled):
		return dst, err
	case err != nil:
		return dst, fmt.Errorf("there is no certificate of who wins %s from %s: %w", v.Name, games.Quote(p.String()), err)
	case certificate == nil:
		return dst, fmt.Errorf("%s has no certificates: who wins is found by search there, and there is no form to write that down", v.Name)
	}
	return jsonline.Value(dst, certificate), nil
}
