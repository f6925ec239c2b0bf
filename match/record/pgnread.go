package record

import (
	"nimatron/games/catalog"
	"nimatron/internal/lines"
)

// readPGN yields the matches of PGN, from the line that was read last. It reports whether the
// caller wants more.
//
// A match ends with its result, or before the tags of the next match: at a tag line after a blank
// line or after moves. So an unreadable line costs only its own match.
func readPGN(known *catalog.Catalog, in *lines.Reader, yield func(*Match, error) bool) bool {
	var p *parser
	number := 0
	end := func() bool {
		m, err := p.end()
		p = nil
		return yield(m, err)
	}
	for more := true; more; more = in.Next() {
		text := string(lineText(in))
		if p != nil && p.body && isTag(text) && !end() {
			return false
		}
		if p == nil {
			if text == "" || skipped(text) {
				continue
			}
			number++
			p = newParser(known, number, in.Number())
		}
		if p.line = in.Number(); in.TooLong() {
			p.fail(errLongLine)
		}
		if p.read(text); p.result != "" && !end() {
			return false
		}
	}
	if p == nil || in.Err() != nil {
		return true
	}
	return end()
}

// isTag reports whether a line is a tag, or is meant to be one.
func isTag(line string) bool {
	return len(line) > 1 && line[0] == '[' && isLetter(line[1])
}

// skipped reports whether a line is a comment or an escape as a whole.
func skipped(line string) bool { return line != "" && (line[0] == ';' || line[0] == '%') }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
