package jsonline

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// JavaScript reads each integer with all digits: a number up to 2^53 either way, else a string.
func TestIntegersKeepTheirDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edge := rapid.SampledFrom([]int64{0, 1 << 53, -1 << 53, math.MaxInt64, math.MinInt64}).Draw(t, "edge")
		n := edge + int64(rapid.IntRange(-2, 2).Draw(t, "more"))
		if rapid.Bool().Draw(t, "any") {
			n = rapid.Int64().Draw(t, "n")
		}
		u := uint64(n)
		wide := new(big.Int).Mul(big.NewInt(n), big.NewInt(rapid.Int64Range(1, 1<<40).Draw(t, "times")))
		for text, want := range map[string]*big.Int{
			string(Int(nil, n)): big.NewInt(n), string(Uint(nil, u)): new(big.Int).SetUint64(u), string(Digits(nil, wide.String())): wide,
			string(Value(nil, n)): big.NewInt(n), string(Number([]byte{'{'}, "a", u)[5:]): new(big.Int).SetUint64(u),
		} {
			exact := want.CmpAbs(big.NewInt(1<<53)) <= 0
			if !json.Valid([]byte(text)) || strings.Trim(text, `"`) != want.String() || exact == strings.HasPrefix(text, `"`) {
				t.Fatalf("%s for %s", text, want)
			}
		}
	})
}
