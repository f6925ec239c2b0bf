package bot

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee/lesson"
)

// A stranger knows nothing of Nim and only taps. Each message is recorded and checked.
type stranger struct {
	*world
	rand *rand.Rand
	read strings.Builder
}

// notation matches moves in notation. No label may contain it, because the stranger hasn't learnt
// it.
var notation = regexp.MustCompile(`^\d+-\d+$|^[LR]-\d+$|=`)

// mostRead bounds the characters of each message.
const mostRead = 280

// sees checks and records the message after a tap.
func (s *stranger) sees(m *discordtest.Message) *discordtest.Message {
	s.Helper()
	for line := range strings.Lines(m.Text()) {
		line = strings.TrimSpace(line)
		if n := utf8.RuneCountInString(line); n > mostRead {
			s.Errorf("%d characters without a break: %s", n, line)
		}
		if line != "" {
			fmt.Fprintln(&s.read, strings.ReplaceAll(line, s.alice.Mention(), "@alice"))
		}
	}
	if m.Files != nil && strings.Contains(m.Text(), noPicture) {
		s.Errorf("a picture is missing: %s", m.Text())
	}
	parts, does, named := 0, map[string]string{}, map[string]bool{}
	var offered []string
	offer := func(label string, b button, value string) {
		if b.chosen != "" {
			b.options[b.chosen], b.chosen = value, ""
		}
		if id, _ := b.customID(); does[id] != "" {
			s.Errorf("%q and %q do the same: %s", does[id], label, id)
		} else {
			does[id] = label
		}
		if notation.MatchString(label) {
			s.Errorf("%q is a notation", label)
		}
		if named[label] {
			s.Errorf("two say %q: %q", label, m.Taps())
		}
		named[label] = true
	}
	for c := range components(m.Components) {
		parts++
		b, ok := readCustomID(c.CustomID)
		switch c.Type {
		case discordtest.TypeButton:
			if offered = append(offered, "["+c.Label+"]"); !ok {
				s.Errorf("the custom id %q can't be read", c.CustomID)
			}
			offer(c.Label, b, "")
		case discordtest.TypeSelect:
			b.chosen, _, _ = strings.Cut(b.chosen, menuNumber)
			for _, o := range c.Options {
				b := b
				b.options = map[string]string{}
				id, _ := readCustomID(c.CustomID)
				maps.Copy(b.options, id.options)
				offer(o.Label, b, o.Value)
			}
			offered = append(offered, "["+c.Placeholder+" ▾]")
		case discordtest.TypeUserSelect:
			offered = append(offered, "["+c.Placeholder+" ▾]")
		}
	}
	if parts > maxComponents {
		s.Errorf("%d components", parts)
	}
	if len(offered) == 0 && !strings.Contains(m.Text(), " wins.**") { // the next message has the buttons
		s.Errorf("there is no way on: %s", m.Text())
	}
	fmt.Fprintln(&s.read, strings.Join(offered, " "))
	return m
}

// components yields components, nested ones included.
func components(list []discordtest.Component) func(func(discordtest.Component) bool) {
	return func(yield func(discordtest.Component) bool) {
		for _, c := range list {
			if !yield(c) {
				return
			}
			for inner := range components(c.Components) {
				if !yield(inner) {
					return
				}
			}
		}
	}
}

// taps taps a button and returns the answer.
func (s *stranger) taps(m *discordtest.Message, label string) *discordtest.Message {
	s.Helper()
	fmt.Fprintf(&s.read, "\n> %s\n\n", label)
	return s.sees(s.answer(s.alice.Tap(m, label)))
}

// answers taps the move of a puzzle or an exercise.
func (s *stranger) answers(m *discordtest.Message, move games.Move) *discordtest.Message {
	s.Helper()
	for range 2 {
		in, whole := s.tapFor(s.alice, m, move)
		fmt.Fprintf(&s.read, "\n> (the key for %s)\n\n", move)
		if m = s.sees(s.answer(in)); whole {
			break
		}
	}
	return m
}

// plays taps moves until a match ends, and returns its last message.
func (s *stranger) plays(board *discordtest.Message, says string) *discordtest.Message {
	s.Helper()
	for range 200 {
		keys := moveTaps(board)
		if strings.Contains(board.Text(), " wins.**") {
			end := must.Get(s.general.WaitMessage(soon(s.T), func(m *discordtest.Message) bool {
				return strings.Contains(m.Text(), " won") && strings.Contains(m.Text(), says)
			}))(s)
			return s.sees(end)
		}
		if len(keys) == 0 {
			break
		}
		board = s.taps(board, keys[s.rand.IntN(len(keys))])
	}
	s.Fatalf("the match does not end: %s", board.Text())
	return nil
}

// page goes from the front door to the page of a game, by the page of its first version.
func (s *stranger) page(door *discordtest.Message, v *games.Variant) *discordtest.Message {
	versions := catalog.Standard.Versions(v)
	page := s.taps(door, view.GameChoice(versions[0]).Label)
	switch {
	case v == versions[0]:
		return page
	case len(versions) == 2:
		return s.taps(page, "Last counter loses")
	default:
		return s.taps(page, v.Name)
	}
}

// In every game a person who only taps gets from the front door through a first match, to a puzzle
// and through a lesson. NIMATRON_PAGES=DIR keeps the messages.
func TestAStrangerOnlyTaps(t *testing.T) {
	tapped := map[*games.Family]bool{} // one variant of each family, in short runs
	for n, v := range catalog.Standard.All() {
		if tapped[v.Family] && !testlong.Long() || n%testlong.Times(9, 2, 1) > 0 {
			continue
		}
		tapped[v.Family] = true
		inBubble(t, strings.ReplaceAll(v.ID, "/", " "), func(t *testing.T) {
			s := &stranger{world: play(t), rand: rand.New(rand.NewPCG(uint64(n), 0))}
			t.Cleanup(func() {
				if dir := os.Getenv("NIMATRON_PAGES"); dir != "" {
					must.OK(s, os.WriteFile(filepath.Join(dir, "path "+strings.ReplaceAll(v.ID, "/", " ")+".txt"), []byte(s.read.String()), 0o644))
				}
			})
			door := s.sees(s.answer(s.alice.Slash(s.general, "play")))
			end := s.plays(s.taps(s.page(door, v), "Play"), "match 1")
			end = s.plays(s.taps(end, "Next game"), "match 2")
			door = s.taps(end, "All games")

			asked := s.taps(s.page(door, v), "Puzzle")
			p := s.askedPuzzle(s.alice)
			if p.Variant.ID != v.ID {
				t.Errorf("a puzzle of %s is asked", p.Variant.ID)
			}
			lost := s.answers(asked, losing(p.Position, p.Winning))
			if slices.Contains(lost.Taps(), "And then?") {
				lost = s.taps(lost, "And then?")
			}
			solved := s.answers(s.taps(lost, "Try again"), p.Winning[0])
			s.contains(solved, "**Right**")
			if slices.Contains(solved.Taps(), "Why in full") {
				s.sees(s.answer(s.alice.Tap(solved, "Why in full")))
			}
			page := s.page(s.taps(solved, "All games"), v)

			about, read := lesson.About(v), page
			if about != nil {
				read = s.taps(page, "Learn")
			} else {
				about, read = lesson.All()[0], s.taps(s.taps(page, "All games"), "Learn")
			}
			for slices.Contains(read.Taps(), "Read on") {
				read = s.taps(read, "Read on")
			}
			asked = s.taps(read, "Exercise 1 of 3")
			for number := 1; number <= lesson.Exercises; number++ {
				_, right, wrong := s.exercise(s.alice, about.ID)
				solved = s.answers(s.taps(s.answers(asked, wrong), "Try again"), right)
				s.contains(solved, "**Right.**")
				if number < lesson.Exercises {
					asked = s.taps(solved, fmt.Sprintf("Exercise %d of 3", number+1))
				}
			}
			test := s.taps(s.taps(solved, "To the test"), "Take the test")
			if test.Ephemeral {
				t.Errorf("the test is private: %s", test.Text())
			}
			s.plays(test, "test passed")
		})
	}
}
