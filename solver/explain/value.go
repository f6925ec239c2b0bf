package explain

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"nimatron/internal/jsonline"
	"nimatron/solver"
)

// AppendValueJSON appends a value as one JSON object on one line. The fields are, in order:
// variant, position, outcome, value, canonical, atomic_weight, mean, temperature, stops, birthday,
// exact, by; in misère play variant, position, outcome, genus, misere_grundy, tame, kind, exact, by.
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
	return append(jsonline.Text(jsonline.Flag(dst, "exact", v.Exact), "by", v.By), '}')
}

type field struct{ name, text string }

func valueFields(v *solver.Value) []field {
	return []field{
		{"outcome", string(v.Outcome)}, {"value", v.Name}, {"canonical", v.Canonical},
		{"atomic_weight", v.Weight}, {"mean", ratText(v.Mean)}, {"temperature", ratText(v.Temperature)},
	}
}

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
	return AppendRecord(dst, append(record, ratText(v.LeftStop), ratText(v.RightStop), birthday, genus, misere, tame, string(v.Kind), strconv.FormatBool(v.Exact), ""))
}

// ValueRow is one thing known about a value. Note says how to use it. Main rows suffice beside a reason.
type ValueRow struct {
	Name, Value, Note string
	Main              bool
}

// ValueRows returns what is known about a value, in the order shown.
func ValueRows(v *solver.Value) (rows []ValueRow) {
	add := func(name, value, note string, main bool) {
		if value != "" {
			rows = append(rows, ValueRow{name, value, note, main})
		}
	}
	add("Outcome", lettered(&solver.Analysis{Position: v.Position, Outcome: v.Outcome}), "", false)
	defer func() { add("Found by", v.By, "", false) }()
	if v.Kind != "" {
		if v.Genus == nil {
			add("Genus", "not worked out: it takes more than 256 MiB; what follows is proved", "", true)
		} else {
			add("Genus", v.Genus.String(), "", true)
			add("Grundy value", strconv.FormatUint(v.Genus.Grundy, 10), "under normal play", false)
			add("Misère value", strconv.FormatUint(v.Genus.Misere(), 10), "", false)
		}
		add("Kind", "tame and "+string(v.Kind), KindRule(v.Kind), true)
		return rows
	}
	if v.Name == "" {
		add("Value", "not worked out: it takes more than 48 MiB, or 64 KiB of text; what follows is proved", "", false)
	}
	add("Value", v.Name, "", true)
	if v.Canonical != v.Name {
		add("Canonical form", v.Canonical, "", false)
	}
	if v.Weight != "" {
		add("Atomic weight", v.Weight, WeightNote(v), true)
	}
	if v.LeftStop != nil {
		note := ""
		if v.Mean.Sign() != 0 {
			note = MeanRule
		}
		add("Mean", ratText(v.Mean), note, note != "")
		add("Temperature", ratText(v.Temperature), "", false)
		add("Stops", fmt.Sprintf("%s if Left starts, %s if Right starts", v.LeftStop.RatString(), v.RightStop.RatString()), "", false)
	}
	if v.Birthday >= 0 {
		add("Birthday", strconv.FormatInt(v.Birthday, 10), "", false)
	}
	return rows
}

// MainRows returns the rows that suffice beside a reason.
func MainRows(v *solver.Value) []ValueRow {
	return slices.DeleteFunc(ValueRows(v), func(r ValueRow) bool { return !r.Main })
}

// ValueText is a value for people, with a drawing of the position, as lines of text.
func ValueText(v *solver.Value, drawing string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n    %s\n\n", v.Variant.Name, v.Position, strings.ReplaceAll(drawing, "\n", "\n    "))
	for _, r := range ValueRows(v) {
		fmt.Fprintf(&b, "%-15s %s\n", r.Name+":", r.Value)
		if r.Note != "" {
			fmt.Fprintf(&b, "%-15s %s\n", "", r.Note)
		}
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
