package explain

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver"
)

// TableText draws a table for a fixed-width font, the first blank downwards and the second to the
// right.
func TableText(t *solver.Table) string {
	columns, margin := t.Columns(), len(strconv.Itoa(t.Size))
	width := margin
	var cell []byte
	for i := range t.Size * columns {
		cell = appendCell(cell[:0], t, i)
		width = max(width, utf8.RuneCount(cell))
	}
	var b strings.Builder
	if t.Blanks == 2 {
		fmt.Fprintf(&b, "%*s |", margin, "")
		for c := range columns {
			fmt.Fprintf(&b, " %*d", width, c+1)
		}
		fmt.Fprintf(&b, "\n%s-+%s\n", strings.Repeat("-", margin), strings.Repeat("-", columns*(width+1)))
	}
	for row := range t.Size {
		fmt.Fprintf(&b, "%*d |", margin, row+1)
		for c := range columns {
			cell = appendCell(cell[:0], t, row*columns+c)
			fmt.Fprintf(&b, " %*s", width, cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// AppendTableCSV appends a table as comma-separated values. The first row and the first column hold
// the piles for the blanks.
func AppendTableCSV(dst []byte, t *solver.Table) []byte {
	columns := t.Columns()
	dst = append(dst, "pile"...)
	for c := range columns {
		dst = append(dst, ',')
		if t.Blanks == 1 {
			dst = append(dst, cmp.Or(string(t.Aspect), "value")...)
		} else {
			dst = strconv.AppendInt(dst, int64(c)+1, 10)
		}
	}
	dst = append(dst, '\n')
	for row := range t.Size {
		dst = strconv.AppendInt(dst, int64(row)+1, 10)
		for c := range columns {
			dst = append(dst, ',')
			if t.Texts == nil {
				dst = appendCell(dst, t, row*columns+c)
			} else { // a form may have commas
				dst = AppendRecord(dst, t.Texts[row*columns+c:][:1])
			}
		}
		dst = append(dst, '\n')
	}
	return dst
}

// AppendTableJSON appends a table of v as members of a JSON object, without braces. The values, or
// the outcomes if not all values are known, are a list. With two blanks it is a list of lists, one
// for each pile in the first blank.
func AppendTableJSON(dst []byte, v *games.Variant, t *solver.Table) []byte {
	columns := t.Columns()
	dst = jsonline.Text(dst, "variant", v.ID)
	dst = jsonline.Text(dst, "pattern", t.Pattern)
	dst = jsonline.Number(dst, "size", t.Size)
	kind := "values"
	switch {
	case t.Texts != nil:
		kind = string(t.Aspect) + "s"
	case t.Values == nil:
		kind = "outcomes"
	}
	dst = append(append(append(dst, `,"`...), kind...), `":[`...)
	for i := range t.Size * columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		if t.Blanks == 2 && i%columns == 0 {
			dst = append(dst, '[')
		}
		if t.Values == nil {
			dst = jsonline.String(dst, string(appendCell(nil, t, i)))
		} else {
			dst = jsonline.Uint(dst, t.Values[i])
		}
		if t.Blanks == 2 && (i+1)%columns == 0 {
			dst = append(dst, ']')
		}
	}
	return append(dst, ']')
}

func appendCell(dst []byte, t *solver.Table, i int) []byte {
	switch {
	case t.Texts != nil:
		return append(dst, t.Texts[i]...)
	case t.Values == nil:
		return append(dst, t.Outcomes[i]...)
	}
	return strconv.AppendUint(dst, t.Values[i], 10)
}
