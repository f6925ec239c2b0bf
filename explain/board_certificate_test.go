package explain_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/internal/certcheck"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

// TestBoardCertificateSizes measures the certificates of generated starts, in bytes.
func TestBoardCertificateSizes(t *testing.T) {
	testlong.Measure(t, "NIMATRON_CERTIFICATES")
	starts, _ := strconv.Atoi(os.Getenv("NIMATRON_CERTIFICATES"))
	starts = max(starts, 25)
	s := new(solver.Solver)
	for _, v := range boards {
		for _, size := range []games.Size{games.Small, games.Medium, games.Large} {
			t.Run(fmt.Sprintf("%s %s", strings.Replace(v.ID, "/", " ", 1), size), func(t *testing.T) { measureCertificates(t, s, v, size, starts) })
		}
	}
}

// measureCertificates measures those of so many generated starts.
func measureCertificates(t *testing.T, s *solver.Solver, v *games.Variant, size games.Size, starts int) {
	var sizes []int
	var proving, checking time.Duration
	refused := 0
	for seed := range uint64(starts) {
		p, err := v.Parse(v.Generate(rand.New(rand.NewPCG(seed, 20)), size), games.Left)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		line, err := explain.AppendCertificate(ctx, nil, s, v, p)
		cancel()
		proving = max(proving, time.Since(began))
		if err != nil {
			refused++
			t.Log(err)
			continue
		}
		began = time.Now()
		if err := certcheck.Check(line); err != nil {
			t.Fatalf("%.300s: %v", line, err)
		}
		checking = max(checking, time.Since(began))
		sizes = append(sizes, len(line))
	}
	slices.Sort(sizes)
	n := len(sizes)
	t.Logf("%d starts: median %d bytes, 9 of 10 at most %d, largest %d; %d refused; proved in %v at most, checked in %v",
		starts, sizes[n/2], sizes[n*9/10], sizes[n-1], refused, proving.Round(time.Millisecond), checking.Round(time.Millisecond))
}
