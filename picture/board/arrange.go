package board

import "slices"

type span struct {
	from, to int
	leftOut  int
}

// arrange splits columns into lines. If there are too many for that many lines, the first and the last
// are shown, and between them those around the first with a focus.
func arrange(columns []column, perLine, most int) []span {
	n := len(columns)
	perLine = max(1, perLine)
	if lines := (n + perLine - 1) / perLine; lines <= most {
		spans := make([]span, lines)
		for i := range spans {
			spans[i] = span{from: i * n / lines, to: (i + 1) * n / lines}
		}
		return spans
	}
	focus := slices.IndexFunc(columns, func(c column) bool { return c.focus })
	spans := []span{{from: 0, to: perLine}}
	if focus >= perLine && focus < n-perLine {
		from := min(max(focus-perLine/2, perLine), n-2*perLine)
		spans = append(spans, span{from: from, to: from + perLine})
	}
	spans = append(spans, span{from: n - perLine, to: n})
	var filled []span
	for i, s := range spans {
		if i > 0 {
			if hidden := s.from - spans[i-1].to; hidden > 0 {
				filled = append(filled, span{leftOut: hidden})
			}
		}
		filled = append(filled, s)
	}
	return filled
}
