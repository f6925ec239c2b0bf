package bot

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/commands/view"
	"nimatron/match"
)

// button is a decoded custom id: the command of a button, a menu or a form. It is complete, so a
// button outlives the process that made it.
type button struct {
	command string
	subject view.Subject
	options map[string]string
	chosen  string
}

// customIDFormat begins every custom id. Change it with the format, so that old buttons are
// refused, not misread.
const customIDFormat = "n1"

const maxCustomID = 100

var kinds = map[match.SubjectKind]string{view.NoSubject: "", view.ChallengeSubject: "c", view.MatchSubject: "m", view.PuzzleSubject: "p", view.TournamentSubject: "t", view.ClassSubject: "s", view.RaceSubject: "r"}

// customID encodes b as "n1:COMMAND:SUBJECT:OPTIONS", such as "n1:accept:c12.0:first=me". A menu's
// id ends with a colon and the chosen option. ok is false if b does not fit.
func (b button) customID() (id string, ok bool) {
	letter, known := kinds[b.subject.Kind]
	if strings.Contains(b.command+b.chosen, ":") || !known {
		return "", false
	}
	made := append(make([]byte, 0, maxCustomID), customIDFormat+":"...)
	made = append(append(made, b.command...), ':')
	if b.subject.Kind != view.NoSubject {
		made = strconv.AppendInt(append(made, letter...), b.subject.ID, 10)
		made = strconv.AppendInt(append(made, '.'), b.subject.Version, 10)
	}
	separator := byte(':')
	for _, name := range slices.Sorted(maps.Keys(b.options)) {
		made = append(append(made, separator), url.QueryEscape(name)...)
		made = append(append(made, '='), url.QueryEscape(b.options[name])...)
		separator = '&'
	}
	if separator == ':' {
		made = append(made, ':')
	}
	if b.chosen != "" {
		made = append(append(made, ':'), b.chosen...)
	}
	return string(made), len(made) <= maxCustomID && utf8.Valid(made)
}

// readCustomID decodes the output of customID. It refuses everything else, including other
// spellings.
func readCustomID(id string) (b button, ok bool) {
	parts := strings.Split(id, ":")
	if len(parts) < 4 || len(parts) > 5 || parts[0] != customIDFormat {
		return button{}, false
	}
	b.command, b.chosen = parts[1], strings.Join(parts[4:], "")
	if b.subject, ok = readSubject(parts[2]); !ok {
		return button{}, false
	}
	options, err := url.ParseQuery(parts[3])
	if err != nil {
		return button{}, false
	}
	b.options = map[string]string{}
	for name, values := range options {
		if !utf8.ValidString(name + values[0]) {
			return button{}, false
		}
		b.options[name] = values[0]
	}
	again, ok := b.customID()
	return b, ok && again == id
}

func readSubject(text string) (s view.Subject, ok bool) {
	if text == "" {
		return s, true
	}
	for kind, letter := range kinds {
		if kind != view.NoSubject && strings.HasPrefix(text, letter) {
			s.Kind = kind
		}
	}
	id, version, found := strings.Cut(text[1:], ".")
	var errID, errVersion error
	s.ID, errID = strconv.ParseInt(id, 10, 64)
	s.Version, errVersion = strconv.ParseInt(version, 10, 64)
	return s, found && errID == nil && errVersion == nil && s.Kind != view.NoSubject
}
