package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
)

// A parser reads one match of PGN, line by line. After an error it only collects the tags and finds
// their end.
type parser struct {
	checker
	number  int            // of the match, from 1
	begin   int            // its first line
	line    int            // the line that is being read
	tags    map[string]tag // those that are known
	body    bool           // the tags are over
	ready   bool           // the tags are understood
	comment bool           // within braces
	result  string         // "" until it is read
	bad     *BadMatch      // the first error
}

// A tag is the value of a tag and its line number.
type tag struct {
	value string
	line  int
}

func newParser(known *catalog.Catalog, number, line int) *parser {
	return &parser{checker: checker{catalog: known, match: &Match{}}, number: number, begin: line, tags: map[string]tag{}}
}

// fail records the first error, at the current line.
func (p *parser) fail(err error) {
	if p.bad == nil && err != nil {
		p.bad = &BadMatch{Number: p.number, Line: p.line, Err: err}
	}
}

func (p *parser) read(text string) {
	switch {
	case text == "":
		p.body = true
	case skipped(text) && !p.comment:
	case isTag(text) && !p.body:
		p.fail(p.readTag(text)) // even after an error: it may be the match's id
	default:
		p.body = true
		if p.bad == nil {
			p.fail(p.readMovetext(text))
		}
	}
}

// end returns the match, or its first error.
func (p *parser) end() (*Match, error) {
	if p.bad == nil {
		p.fail(p.checkMatch())
	}
	if p.bad != nil {
		_ = readInt(&p.bad.ID, p.tags["MatchId"].value) // otherwise the number names it
		_, unknown := p.catalog.Find(p.tags["Variant"].value)
		p.bad.foreign = unknown != nil && !errors.Is(p.bad.Err, errLongLine)
		return nil, p.bad
	}
	return p.match, nil
}

func (p *parser) checkMatch() error {
	if err := p.readTags(); err != nil {
		return err
	}
	winner := match.Nobody
	switch p.result {
	case "":
		return fmt.Errorf("the result is missing: a match ends with %s, %s or %s", firstWon, secondWon, unfinished)
	case firstWon:
		winner = match.Seated(p.match.First)
	case secondWon:
		winner = match.Seated(p.match.First.Other())
	}
	if said, ok := p.tags["Result"]; ok && said.value != p.result {
		return fmt.Errorf("the result is %s, but the tag Result says %s", p.result, games.Quote(said.value))
	}
	return p.finish(winner.Code())
}

// readTag reads a line such as [White "Ann"].
func (p *parser) readTag(text string) error {
	name, rest, ok := strings.Cut(text[1:], " ")
	rest, quoted := strings.CutPrefix(strings.TrimSpace(rest), `"`)
	if !ok || !quoted {
		return badTag(text)
	}
	var value strings.Builder
	i := 0
	for ; i < len(rest) && rest[i] != '"'; i++ {
		if rest[i] == '\\' {
			if i++; i == len(rest) || rest[i] != '"' && rest[i] != '\\' {
				return badTag(text)
			}
		}
		value.WriteByte(rest[i])
	}
	if i == len(rest) || strings.TrimSpace(rest[i+1:]) != "]" {
		return badTag(text)
	}
	if _, twice := p.tags[name]; twice {
		return fmt.Errorf("a second tag %s", name)
	}
	if isKnown(name) {
		p.tags[name] = tag{value: value.String(), line: p.line}
	}
	return nil
}

func badTag(text string) error {
	return fmt.Errorf(`%s is not a tag: write one on a line, such as [White "Ann"], and \" and \\ for a quote and a backslash within`, games.Quote(text))
}

// readMovetext reads a line of moves and comments.
func (p *parser) readMovetext(text string) error {
	if err := p.readTags(); err != nil {
		return err
	}
	for {
		text = strings.TrimLeft(text, blanks)
		switch {
		case text == "":
			return nil
		case p.comment:
			remark, rest, closed := strings.Cut(text, "}")
			if err := p.readRemark(remark); err != nil {
				return err
			}
			text, p.comment = rest, !closed
		case p.result != "":
			return fmt.Errorf("%s stands behind the result", games.Quote(text))
		case text[0] == '{':
			text, p.comment = text[1:], true
		case text[0] == ';':
			return nil
		case text[0] == '(' || text[0] == ')':
			return errors.New("a variation, in parentheses: only the moves that were played are read")
		default:
			end := strings.IndexAny(text, blanks+"{;()")
			if end < 0 {
				end = len(text)
			}
			if err := p.readWord(text[:end]); err != nil {
				return err
			}
			text = text[end:]
		}
	}
}

// blanks stand between words.
const blanks = " \t\v\f\r"

// readWord reads a move, with or without its number, the result or a glyph such as
// $1, which is skipped.
func (p *parser) readWord(word string) error {
	if rest := strings.TrimLeft(word, "0123456789"); strings.HasPrefix(rest, ".") {
		word = strings.TrimLeft(rest, ".")
	}
	switch {
	case word == "" || word[0] == '$':
		return nil
	case word == firstWon || word == secondWon || word == unfinished:
		p.result = word
		return nil
	case word == "1/2-1/2":
		return errors.New("a draw: these games have none")
	default:
		return p.play("", word, time.Time{})
	}
}

// readRemark reads a comment, or a line of one, for the time of the move before it.
func (p *parser) readRemark(text string) error {
	_, rest, ok := strings.Cut(text, stamp)
	if !ok {
		return nil
	}
	digits, _, _ := strings.Cut(rest, "]")
	ms, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil {
		return fmt.Errorf("the time %s: write milliseconds since 1970, such as %s0]", games.Quote(stamp+digits), stamp)
	}
	if len(p.match.Moves) == 0 {
		return errors.New("a time before the first move")
	}
	p.match.Moves[len(p.match.Moves)-1].At = moment(time.UnixMilli(ms))
	return nil
}
