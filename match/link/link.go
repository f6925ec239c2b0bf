// Package link writes a match as the part of an address behind #, and reads it back. A browser sends
// that part to no server.
package link

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"nimatron/games"
)

// A Link is a match, or a position if it has no moves:
//
//	#VARIANT/POSITION/MOVES?first=right&you=left
//
// Points stand for spaces, %2E for a point, and %2F for the slash between rows of a yard. Default values are left out.
type Link struct {
	Variant string
	Start   string
	First   games.Side
	Moves   []string
	// You is the side that the reader plays: "left", "right", "both", or "" to watch only.
	You string
	// Level is the bot's; "" against a person.
	Level string
	Size  string // of later starts
	Seed  uint64
	Back  int // last moves that are not shown yet
}

// After returns the match after its first moves.
func (l Link) After(moves int) Link {
	l.Moves = l.Moves[:moves]
	return l
}

// points is the spelling of spaces and points. Notations of yards have points.
var points = strings.NewReplacer("%20", ".", ".", "%2E")

// String returns the link from its # on.
func (l Link) String() string {
	part := func(text string) string { return points.Replace(url.PathEscape(text)) }
	text := "#" + l.Variant + "/" + part(l.Start)
	if len(l.Moves) > 0 {
		text += "/" + part(strings.Join(l.Moves, " "))
	}
	query := url.Values{}
	for name, value := range map[string]string{"you": l.You, "level": l.Level, "size": l.Size} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if l.First != games.Left {
		query.Set("first", l.First.String())
	}
	if l.Seed != 0 {
		query.Set("seed", strconv.FormatUint(l.Seed, 10))
	}
	if l.Back > 0 {
		query.Set("back", strconv.Itoa(l.Back))
	}
	if len(query) > 0 {
		text += "?" + query.Encode()
	}
	return text
}

var (
	errEscape    = errors.New("this link has a stray %: copy the whole link again")
	errSemicolon = errors.New("this link has a semicolon where & separates the parts: copy the whole link again")
	errQuery     = errors.New("this link has an unknown part after its question mark: copy the whole link again")
)

// Read parses a link, with or without its #. known reports whether an ID is a variant's: its
// slashes look like those between the parts.
func Read(text string, known func(id string) bool) (l Link, err error) {
	address, query, _ := strings.Cut(strings.TrimPrefix(text, "#"), "?")
	parts := strings.Split(address, "/")
	of := 1
	for n := min(4, len(parts)); n > 1; n-- { // an ID has up to four parts
		if known(strings.Join(parts[:n], "/")) {
			of = n
			break
		}
	}
	l.Variant = strings.Join(parts[:of], "/")
	part := func(n int) string {
		if n >= len(parts) {
			return ""
		}
		read, bad := url.PathUnescape(strings.ReplaceAll(parts[n], ".", "%20"))
		if bad != nil {
			err = errEscape
		}
		return strings.TrimSpace(read)
	}
	l.Start, l.Moves = part(of), strings.Fields(part(of+1))
	given, bad := url.ParseQuery(query)
	if strings.Contains(query, ";") {
		return l, errSemicolon
	}
	if err != nil || bad != nil {
		return l, errEscape
	}
	l.You, l.Level, l.Size = given.Get("you"), given.Get("level"), given.Get("size")
	switch given.Get("first") {
	case "", games.Left.String():
	case games.Right.String():
		l.First = games.Right
	default:
		return l, errQuery
	}
	switch l.You {
	case "", "left", "right", "both":
	default:
		return l, errQuery
	}
	number := func(name string, bits int) (n uint64) {
		if given.Has(name) {
			if n, bad = strconv.ParseUint(given.Get(name), 10, bits); bad != nil {
				err = errQuery
			}
		}
		return n
	}
	l.Seed, l.Back = number("seed", 64), int(number("back", 31))
	return l, err
}
