package jsonline_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"nimatron/internal/jsonline"
)

// BenchmarkLine writes what an analysis has, once by this package and once by encoding/json.
func BenchmarkLine(b *testing.B) {
	type reason struct {
		Claim string `json:"claim"`
		Move  string `json:"move"`
		Rule  string `json:"rule"`
		End   uint64 `json:"left_end"`
		Count int    `json:"left_count"`
	}
	line := struct {
		Variant  string   `json:"variant"`
		Position string   `json:"position"`
		Grundy   uint64   `json:"grundy"`
		Winning  []string `json:"winning"`
		Exact    bool     `json:"exact"`
		Why      string   `json:"why"`
		Reason   reason   `json:"reason"`
	}{
		"end-nim", "939487329487239487 23948723948723948 3984723984723984 98237492837498273 23498723984723984", 17,
		[]string{"L-399487329487239487"}, true,
		"You can win: `L-399487329487239487` leaves 540000000000000000 at both ends. You can answer every reply by leaving such a row again: the whole reason lists how.",
		reason{"win", "L-399487329487239487", "ends", 540000000000000000, 2},
	}
	var byHand []byte
	b.Run("jsonline", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dst := jsonline.Text(append(byHand[:0], '{'), "variant", line.Variant)
			dst = jsonline.Text(dst, "position", line.Position)
			dst = jsonline.Number(dst, "grundy", line.Grundy)
			dst = jsonline.List(dst, "winning", line.Winning, func(dst []byte, move *string) []byte { return jsonline.String(dst, *move) })
			dst = jsonline.Flag(dst, "exact", line.Exact)
			dst = jsonline.Text(dst, "why", line.Why)
			dst = jsonline.Text(append(dst, `,"reason":{`...), "claim", line.Reason.Claim)
			dst = jsonline.Text(dst, "move", line.Reason.Move)
			dst = jsonline.Text(dst, "rule", line.Reason.Rule)
			dst = jsonline.Number(dst, "left_end", line.Reason.End)
			byHand = append(jsonline.Number(dst, "left_count", line.Reason.Count), '}', '}')
		}
	})
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	b.Run("encoding json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			out.Reset()
			if err := encoder.Encode(line); err != nil {
				b.Fatal(err)
			}
		}
	})
	if got := string(byHand); got+"\n" != out.String() {
		b.Errorf("%s is not %s", got, out.String())
	}
}
