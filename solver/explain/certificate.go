package explain

import (
	"context"
	"errors"
	"fmt"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver"
)

// Certified reports whether positions of v have certificates: a theorem decides v, or it is a game
// on trees, graphs or grids.
func Certified(v *games.Variant) bool { return solver.FamilyOf(v).Certificate != nil }

// AppendCertificate appends a machine-checkable proof of the verdict on p as one JSON object
// without a newline (docs/theory/certificates.md). internal/certcheck checks it and shares no code with
// this. The error is for people: v has no certificates, p is not proved, or the proof is too long.
// It may also be ctx.Err().
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
