package chat

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
)

// reply renders a reply as text for wrap, without a newline at the end. by names the only person who can
// see a private reply; "" omits that. The offered commands are numbered and appended to offers, unless
// that is nil or a number could be a move.
func (s style) reply(r view.Reply, by string, offers *[]string) string {
	for _, c := range []*view.Card{r.Card, r.Ending, r.FollowUp} {
		if c != nil && numberMoves(c.Moves) {
			offers = nil
		}
	}
	var blocks []string
	text := s.markup(r.Text)
	if r.Private() && by != "" {
		text = strings.TrimSpace(s.faint + "(only " + by + " can see this)" + s.reset + " " + text)
	}
	if r.Card == nil && r.Next != "" {
		text = strings.TrimSpace(text + "\n" + s.markup(r.Next))
	}
	if text != "" {
		blocks = append(blocks, text)
	}
	if r.Card != nil {
		blocks = append(blocks, s.card(r.Card, offers)...)
	}
	if r.Ending != nil {
		blocks = append(blocks, s.card(r.Ending, offers)...)
	}
	if r.FollowUp != nil {
		if by != "" {
			blocks = append(blocks, s.faint+"(only "+by+" can see this)"+s.reset)
		}
		blocks = append(blocks, s.card(r.FollowUp, offers)...)
	}
	for _, f := range r.Files {
		blocks = append(blocks, s.file(f))
	}
	return strings.Join(blocks, "\n\n")
}

const byteOrderMark = "\ufeff"

func (s style) file(f view.File) string {
	head := s.bold + sanitize(f.Name) + ":" + s.reset
	if !utf8.Valid(f.Data) {
		return fmt.Sprintf("%s %d bytes that are not text", head, len(f.Data))
	}
	return head + "\n" + keep(strings.TrimRight(sanitize(strings.TrimPrefix(string(f.Data), byteOrderMark)), "\n"))
}

var numberPattern = regexp.MustCompile(`^-?\d+,?$`)

var placePattern = regexp.MustCompile(`([^\s,]+)-\d+`)

// numberMoves reports whether a move can be written as a number, such as in "1, 2", "-1", or "L-1 … L-3": in the last
// there is only one place.
func numberMoves(moves string) bool {
	var places []string
	for _, m := range placePattern.FindAllStringSubmatch(moves, -1) {
		places = append(places, m[1])
	}
	return slices.ContainsFunc(strings.Fields(moves), numberPattern.MatchString) || len(slices.Compact(places)) == 1
}

func (s style) card(c *view.Card, offers *[]string) []string {
	var blocks []string
	var head []string
	if c.Title != "" {
		head = append(head, s.bold+"== "+sanitize(writer.Write(c.Title))+" =="+s.reset)
	}
	if c.Body != "" {
		head = append(head, s.markup(c.Body))
	}
	if len(head) > 0 {
		blocks = append(blocks, strings.Join(head, "\n"))
	}
	if drawn := c.Drawn(); drawn != "" {
		blocks = append(blocks, keep(indent(sanitize(drawn))))
	}
	var tail []string
	for _, f := range c.Fields {
		tail = append(tail, s.field(f))
	}
	if c.Footer != "" {
		tail = append(tail, s.faint+sanitize(writer.Write(c.Footer))+s.reset)
	}
	if c.Question != "" {
		tail = append(tail, s.markup(c.Question))
	}
	if c.Moves != "" {
		tail = append(tail, "You can move: "+s.code+sanitize(c.Moves)+s.reset)
	} else {
		if taps := slices.Concat(c.Taps...); len(taps) > 0 {
			tail = append(tail, s.actions(taps, offers))
		}
		for _, m := range c.Menus {
			tail = append(tail, s.menu(m))
		}
	}
	tapped := func(a view.Action) bool { return commands.Find(a.Command).Tapped }
	if actions := slices.DeleteFunc(slices.Concat(c.Actions, c.More), tapped); len(actions) > 0 {
		tail = append(tail, s.actions(actions, offers))
	}
	for _, l := range c.Links {
		tail = append(tail, s.bold+sanitize(l.Label)+":"+s.reset+" "+keep(sanitize(l.To)))
	}
	if len(tail) > 0 {
		blocks = append(blocks, strings.Join(tail, "\n"))
	}
	return blocks
}

func (s style) field(f view.Field) string {
	value := s.markup(f.Value)
	if strings.Contains(value, "\n") {
		value = "\n" + indent(value)
	} else {
		value = " " + value
	}
	return s.bold + sanitize(f.Name) + ":" + s.reset + value
}

func (s style) actions(actions []view.Action, offers *[]string) string {
	lines := make([]string, len(actions))
	for i, a := range actions {
		lines[i] = s.code + keep(sanitize(typed(a.Call))) + s.reset
		if offers != nil {
			*offers = append(*offers, typed(a.Call))
			lines[i] = keep(fmt.Sprintf("%d: ", len(*offers))) + lines[i]
		}
	}
	return "You can: " + strings.Join(lines, "   ")
}

// Beyond maxListed choices without details only someListed are shown: the Tab key offers all.
const maxListed, someListed = 10, 5

func (s style) menu(m view.Menu) string {
	values, widest := make([]string, len(m.Choices)), 0
	detailed := false
	for i, c := range m.Choices {
		values[i] = sanitize(c.Value)
		if c.Value == m.Chosen {
			values[i] += " (now)"
		}
		widest = max(widest, utf8.RuneCountInString(values[i]))
		detailed = detailed || c.Detail != ""
	}
	line := typed(m.Call) + " " + m.Option + ":…"
	line = "You can: " + s.code + keep(sanitize(line)) + s.reset
	switch {
	case m.People, m.Roles:
		return line + " with a name"
	case !detailed || m.Brief:
		more := ""
		if n := len(values); n > maxListed {
			values, more = values[:someListed], fmt.Sprintf(" and %d more", n-someListed)
		}
		return line + " with " + strings.Join(values, ", ") + more
	}
	for i, c := range m.Choices {
		values[i] = fmt.Sprintf("    %-*s  %s", widest, values[i], sanitize(c.Label+": "+c.Detail))
	}
	return line + " with\n" + keep(strings.Join(values, "\n"))
}

func typed(a input.Call) string {
	line := "/" + a.Command
	c := commands.Find(a.Command)
	var options []string
	for name, value := range a.Options() {
		if o := c.Option(name); o != nil && o.Kind == commands.Person {
			value = mention(value)
		}
		options = append(options, name+":"+value)
	}
	// The options get the command's order.
	place := func(option string) int {
		name, _, _ := strings.Cut(option, ":")
		return slices.IndexFunc(slices.Concat(c.Options, c.Buttons), func(o commands.Option) bool { return o.Name == name })
	}
	slices.SortFunc(options, func(a, b string) int { return place(a) - place(b) })
	return strings.Join(append([]string{line}, options...), " ")
}

func indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "    " + line
		}
	}
	return strings.Join(lines, "\n")
}

// maxPrinted bounds the lines of a printed file. Longer files, and files that are not text, are
// written to the disk.
const maxPrinted = 50

const maxSameName = 1000

// keepLong writes the long files of a reply to the disk and names them in the text. A file that
// can't be written is printed.
func (s *session) keepLong(r *view.Reply) {
	var short []view.File
	for _, f := range r.Files {
		lines := bytes.Count(f.Data, []byte("\n"))
		if utf8.Valid(f.Data) && lines <= maxPrinted {
			short = append(short, f)
			continue
		}
		path, err := s.write(f)
		if err != nil {
			s.Log.Warn("a file can't be written", "dir", s.Dir, "err", err)
			short = append(short, f)
			continue
		}
		r.Text = strings.TrimSpace(fmt.Sprintf("%s\nI wrote it to a file: %s", r.Text, path))
	}
	r.Files = short
}

// write creates a file for this user only. A number is added if the name exists.
func (s *session) write(f view.File) (path string, err error) {
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return "", err
	}
	name := filepath.Base(sanitize(f.Name))
	stem, ending, _ := strings.Cut(name, ".")
	for n := 1; n <= maxSameName; n++ {
		if n > 1 {
			name = fmt.Sprintf("%s-%d.%s", stem, n, ending)
		}
		path = filepath.Join(dir, name)
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = file.Write(f.Data)
		return path, errors.Join(err, file.Close())
	}
	return "", fmt.Errorf("there are %d files %s already", maxSameName, stem)
}
