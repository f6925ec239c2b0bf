package explain

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"nimatron/internal/jsonline"
	"nimatron/solver"
)

// AppendValueJSON appends a value as one JSON object on one line. The fields are, in order:
// variant, position, outcome, value, canonical, atomic_weight, mean, temperature, stops, birthday,
// exact; in misère play variant, position, outcome, genus, misere_grundy, tame, kind, exact.
// Unknown fields are omitted.
func AppendValueJSON(dst []byte, v *solver.Value) []byte {
	dst = jsonline.Text(append(dst, '{'), "variant", v.Variant.ID)
	dst = jsonline.Text(dst, "position", v.Position.String())
	for _, f := range valueFields(v) {
		if f.text != "" {
			dst = jsonline.Text(dst, f.name, f.text)
		}
	}
	if v.LeftStop != nil {
		stops := []string{v.LeftStop.RatString(), v.RightStop.RatString()}
		dst = jsonline.List(dst, "stops", stops, func(dst []byte, s *string) []byte { return jsonline.String(dst, *s) })
	}
	if v.Birthday >= 0 {
		dst = jsonline.Number(dst, "birthday", uint64(v.Birthday))
	}
	if v.Genus != nil {
		dst = jsonline.Text(dst, "genus", v.Genus.String())
		dst = jsonline.Number(dst, "misere_grundy", v.Genus.Misere())
	}
	if v.Kind != "" {
		dst = jsonline.Flag(dst, "tame", true)
		dst = jsonline.Text(dst, "kind", string(v.Kind))
	}
	return append(jsonline.Flag(dst, "exact", v.Exact), '}')
}

// field is a text field, empty if unknown.
type field struct{ name, text string }

func valueFields(v *solver.Value) []field {
	return []field{
		{"outcome", string(v.Outcome)}, {"value", v.Name}, {"canonical", v.Canonical},
		{"atomic_weight", v.Weight}, {"mean", ratText(v.Mean)}, {"temperature", ratText(v.Temperature)},
	}
}

// ratText returns "" for nil.
func ratText(x *big.Rat) string {
	if x == nil {
		return ""
	}
	return x.RatString()
}

// ValueCSVHeader is the header for AppendValueCSV, without a line end.
const ValueCSVHeader = "variant,position,outcome,value,canonical,atomic_weight,mean,temperature,left_stop,right_stop,birthday,genus,misere_grundy,tame,kind,exact,error"

// AppendValueCSV appends a value as comma-separated values, without a line end. Unknown fields are
// empty.
func AppendValueCSV(dst []byte, v *solver.Value) []byte {
	record := []string{v.Variant.ID, v.Position.String()}
	for _, f := range valueFields(v) {
		record = append(record, f.text)
	}
	birthday := ""
	if v.Birthday >= 0 {
		birthday = strconv.FormatInt(v.Birthday, 10)
	}
	genus, misere, tame := "", "", ""
	if v.Genus != nil {
		genus, misere = v.Genus.String(), strconv.FormatUint(v.Genus.Misere(), 10)
	}
	if v.Kind != "" {
		tame = "true"
	}
	return appendRecord(dst, append(record, ratText(v.LeftStop), ratText(v.RightStop), birthday, genus, misere, tame, string(v.Kind), strconv.FormatBool(v.Exact), ""))
}

// ValueText writes a value for a terminal, below a drawing of the position.
func ValueText(v *solver.Value, drawing string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n    %s\n\n", v.Variant.Name, v.Position, strings.ReplaceAll(drawing, "\n", "\n    "))
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-15s %s\n", name+":", value)
		}
	}
	line("Outcome", lettered(&solver.Analysis{Position: v.Position, Outcome: v.Outcome}))
	if v.Kind != "" {
		if v.Genus != nil {
			line("Genus", v.Genus.String())
			line("Grundy value", strconv.FormatUint(v.Genus.Grundy, 10)+" under normal play")
			line("Misère value", strconv.FormatUint(v.Genus.Misere(), 10))
		} else {
			line("Genus", "not worked out: it takes more than a second or 256 MiB; what follows is proved")
		}
		line("Kind", fmt.Sprintf("tame and %s: %s", v.Kind, KindRule(v.Kind)))
		return b.String()
	}
	if v.Name == "" {
		line("Value", "not worked out: it takes more than a second, 48 MiB or 64 KiB of text; what follows is proved")
	}
	line("Value", v.Name)
	line("Canonical form", v.Canonical)
	line("Atomic weight", v.Weight)
	if v.Weight != "" {
		fmt.Fprintf(&b, "%-15s %s\n", "", WeightNote(v))
	}
	if v.LeftStop != nil {
		line("Mean", ratText(v.Mean))
		if v.Mean.Sign() != 0 {
			fmt.Fprintf(&b, "%-15s %s\n", "", MeanRule)
		}
		line("Temperature", ratText(v.Temperature))
		line("Stops", fmt.Sprintf("%s if Left starts, %s if Right starts", v.LeftStop.RatString(), v.RightStop.RatString()))
	}
	if v.Birthday >= 0 {
		line("Birthday", strconv.FormatInt(v.Birthday, 10))
	}
	return b.String()
}

// MeanRule says how to use means.
const MeanRule = "means add up in sums: above 0 Left always wins, below 0 Right"

// WeightNote says how to use the atomic weight of v.
func WeightNote(v *solver.Value) string {
	if v.Mean != nil && v.Mean.Sign() != 0 {
		return "that of the position less its mean; it decides only where means cancel"
	}
	return WeightRule
}

// WeightRule says how to use atomic weights.
const WeightRule = "weights add up in sums: at 2 or more Left always wins, at -2 or less Right"

// KindRule says how a tame position of kind k behaves in misère sums.
func KindRule(k solver.Kind) string {
	if k == solver.Fickle {
		return "in misère sums it acts like piles of 1"
	}
	return "in misère sums it acts like piles of 2 or more with this nim-sum"
}
