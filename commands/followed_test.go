package commands_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/storage/sqlite"
)

// A sentence refuses something, as the sources have it: with verbs of fmt and names in braces.
type sentence struct {
	where, format string
	has           string // its longest part without names, but for a first letter
	like          *regexp.Regexp
	reached       bool
}

// counsel records which advice the scenes have followed.
type counsel struct {
	sentences []*sentence
	followed  map[string]bool // by the sentence's format and the advice
	seed      uint64          // of the 24th that is followed on a day
}

var parts = regexp.MustCompile(`%(\[\d+\])?[a-z]|\{\w+\}`)

// readSentences collects the texts of refusals from the sources: what Refuse, Illegal and NoPosition say, and
// referee.Words.
func readSentences(t *testing.T) *counsel {
	c := &counsel{followed: map[string]bool{}, seed: testlong.Seed(t)}
	files := token.NewFileSet()
	for _, room := range []string{"commands", "referee", "front", "games", "solver"} {
		must.OK(t, filepath.WalkDir("../"+room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "gamestest") {
				return err
			}
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				for _, e := range refusing(n) {
					format, ok := literal(e)
					if !ok || strings.HasSuffix(format, "\n%s") || strings.Trim(parts.ReplaceAllString(format, ""), " .:\n") == "" {
						continue
					}
					var like strings.Builder
					at := 0
					for _, m := range parts.FindAllStringIndex(format, -1) {
						like.WriteString(regexp.QuoteMeta(format[at:m[0]]) + `[\s\S]*?`)
						at = m[1]
					}
					like.WriteString(regexp.QuoteMeta(format[at:]))
					for _, m := range advisedCode.FindAllStringSubmatch(format, -1) {
						typed, isCommand := strings.CutPrefix(parts.ReplaceAllString(m[1], "2026-01"), "/")
						if _, _, ok := readOffered(typed); isCommand && !strings.HasPrefix(m[1], "/%") && !ok {
							t.Errorf("nobody is offered %s: %s", m[0], format)
						}
					}
					fixed := parts.Split(format, -1)
					fixed[0] = fixed[0][min(1, len(fixed[0])):]
					c.sentences = append(c.sentences, &sentence{
						has:   slices.MaxFunc(fixed, func(a, b string) int { return cmp.Compare(len(a), len(b)) }),
						where: files.Position(e.Pos()).String(), format: format, like: regexp.MustCompile("(?i)" + like.String()),
					})
				}
				return true
			})
			return nil
		}))
	}
	// The most particular first.
	slices.SortStableFunc(c.sentences, func(a, b *sentence) int { return cmp.Compare(len(b.format), len(a.format)) })
	return c
}

// report logs how many sentences were read, and which not.
func (c *counsel) report(t *testing.T) {
	reached, all := 0, map[string]bool{}
	for _, s := range c.sentences {
		if s.reached {
			reached++
		} else {
			all[s.where+": "+s.format] = true
		}
	}
	t.Logf("scenes reach %d of %d sentences of refusals and follow %d pieces of advice. They don't reach\n%s",
		reached, len(c.sentences), len(c.followed), strings.Join(slices.Sorted(maps.Keys(all)), "\n"))
}

// refusing returns the texts with which a node of a source refuses.
func refusing(n ast.Node) []ast.Expr {
	name := func(e ast.Expr) string {
		if s, ok := e.(*ast.SelectorExpr); ok {
			return s.Sel.Name
		}
		if id, ok := e.(*ast.Ident); ok {
			return id.Name
		}
		return ""
	}
	switch n := n.(type) {
	case *ast.CallExpr:
		at, ok := map[string]int{"Refuse": 0, "Words": 0, "Illegal": 1, "NoPosition": 1}[name(n.Fun)]
		if ok && len(n.Args) > at {
			return n.Args[at : at+1]
		}
	case *ast.ValueSpec:
		if name(n.Type) == "Words" {
			return n.Values
		}
	case *ast.KeyValueExpr:
		if name(n.Key) == "Words" {
			return []ast.Expr{n.Value}
		}
	}
	return nil
}

// literal returns the text of a constant, with %s for its parts that have names.
func literal(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, isLeft := literal(e.X)
		right, isRight := literal(e.Y)
		if !isLeft && !isRight {
			return "", false
		}
		return cmp.Or(left, "%s") + cmp.Or(right, "%s"), true
	case *ast.CallExpr: // fmt.Sprintf
		if s, is := e.Fun.(*ast.SelectorExpr); is && s.Sel.Name == "Sprintf" {
			return literal(e.Args[0])
		}
	}
	return "", false
}

// of returns the sentence that a text has. One that is put together elsewhere is known by what it doesn't quote.
func (c *counsel) of(text string) *sentence {
	for _, s := range c.sentences {
		if strings.Contains(text, s.has) && s.like.MatchString(text) {
			return s
		}
	}
	format := advisedCode.ReplaceAllString(text, "")
	return &sentence{format: format}
}

var (
	advisedCode   = regexp.MustCompile("`([^`]+)`")
	advisedButton = regexp.MustCompile(`\*\*([A-Z][^*]+)\*\*`)
	advisedOption = regexp.MustCompile(`^([a-z]+):(.*)$`)
	advisedRange  = regexp.MustCompile(`from (\d+[smhd]?) to (\d+[smhd]?)\b`)
	exampleCue    = regexp.MustCompile(`(?i)(such as|say it as|choose|write|try|settings are)[^.]*$`)
	quoting       = regexp.MustCompile("^(There is no command|`/%s`)")
	untilThen     = regexp.MustCompile(`(?i)(until|wait|after that)[^.]* \d[^.]*\.`)
	unfilled      = regexp.MustCompile(`…|\b[A-Z]{4}|@[A-Za-z]+$|#games`)
)

// follow sends the commands that an answer names, and does what a refusal advises, in a twin of the scene's room: it presses the
// buttons, waits for the moments, and changes what was asked as the sentence says.
func (s *scene) follow(line string, asked commands.Request, reply view.Reply) {
	said := plain(reply.Text)
	if reply.Card != nil && reply.Outcome != view.OutcomeRefused {
		said += "\n" + plain(reply.Card.Body+"\n"+reply.Card.Footer)
	}
	a := &advice{scene: s, line: line, said: said, asked: asked, sentence: s.counsel.of(said)}
	if a.reached = a.reached || reply.Outcome == view.OutcomeRefused; asked.Filled { // a form's refusal has several sentences
		return
	}
	about := a.wrongOption()
	var without []string
	for _, m := range advisedCode.FindAllStringSubmatchIndex(said, -1) {
		code, before := said[m[2]:m[3]], said[:m[0]]
		clause := strings.ToLower(before[stops(before):])
		typed, isCommand := strings.CutPrefix(code, "/")
		o := advisedOption.FindStringSubmatch(code)
		switch {
		case isCommand && !quoting.MatchString(a.format) && !strings.Contains(before, "They "):
			a.command(typed, strings.Contains(said, "anagers"))
		case isCommand, reply.Outcome != view.OutcomeRefused:
		case o != nil && commands.Find(asked.Command).Option(o[1]) == nil:
			s.Errorf("%s: /%s has no option %s: %s", line, asked.Command, o[1], said)
		case o != nil && strings.Contains(clause, "leave out `") && strings.Contains(clause, " or "):
			a.try("without "+o[1], true, func(r *commands.Request) { delete(r.Options, o[1]) })
		case o != nil && strings.Contains(clause, "leave out"):
			without = append(without, o[1])
		case o != nil && o[2] != "" && o[2] != asked.Options[o[1]] && !unfilled.MatchString(code):
			a.try(code, true, func(r *commands.Request) { r.Options[o[1]] = o[2] })
		case o != nil:
			about = o[1]
		case about != "" && exampleCue.MatchString(before) && !unfilled.MatchString(code) && !strings.Contains(asked.Options[about], code):
			a.try(about+":"+code, false, func(r *commands.Request) { r.Options[about] = code })
		}
	}
	if reply.Outcome != view.OutcomeRefused {
		return
	}
	for _, ends := range advisedRange.FindAllStringSubmatch(said, -1) {
		for _, end := range ends[1:] {
			a.try(about+":"+end, about != "", func(r *commands.Request) { r.Options[about] = end })
		}
	}
	if len(without) > 0 {
		a.try("without "+strings.Join(without, " "), true, func(r *commands.Request) {
			maps.DeleteFunc(r.Options, func(o, _ string) bool { return slices.Contains(without, o) })
		})
	}
	for _, m := range advisedButton.FindAllStringSubmatch(said, -1) {
		a.try("["+m[1]+"]", true, func(r *commands.Request) {
			*r = a.button(reply, m[1])
		})
	}
	nobody := func(string) string { return "" }
	view.Writer{Person: nobody, Channel: func(string, string) string { return "" }, Moment: func(m time.Time, style view.MomentStyle) string {
		if m.After(s.now) && untilThen.MatchString(said) {
			a.moment = m
		}
		return ""
	}}.Write(reply.Text)
	if !a.moment.IsZero() {
		a.try("later", false, func(*commands.Request) {})
	}
}

var glued = regexp.MustCompile("Put a space before `([a-z]+:)`")

// followTyped does what the refusal of a line says that can't be read.
func (s *scene) followTyped(line, said string) {
	of := s.counsel.of(said)
	of.reached = true
	if m := glued.FindStringSubmatch(said); m != nil {
		_, _, err := commands.ParseLine(strings.Replace(line, m[1], " "+m[1], 1))
		if err != nil && s.counsel.of(err.Error()).format == of.format {
			s.Errorf("%s: whoever follows %q reads: %v", line, said, err)
		}
	}
	name := ""
	for _, m := range advisedCode.FindAllStringSubmatch(said, -1) {
		switch option, isOption := strings.CutSuffix(m[1], ":"); {
		case m[1][0] == '/':
			name = m[1][1:]
		case strings.Contains(said, "is followed by"):
			if _, _, ok := readOffered(name + " " + m[1]); !ok {
				s.Errorf("%s: there is no `/%s %s`: %s", line, name, m[1], said)
			}
		case isOption && strings.Contains(said, " takes ") && !strings.HasPrefix(line, "/"+name+" "+m[1]):
			if c := commands.Find(name); !strings.Contains(said, "no option `"+m[1]) && c.Option(option) == nil {
				s.Errorf("%s: %s takes no %s", line, name, m[1])
			}
		}
	}
}

// advice is what a refusal says, to a person who asked something.
type advice struct {
	*scene
	*sentence
	line, said string
	asked      commands.Request
	moment     time.Time // when the refusal says that it ends
}

// wrongOption returns the option whose value the refusal repeats, or the one that is written freely; "" for none.
func (a *advice) wrongOption() string {
	for option, value := range a.asked.Options {
		if strings.Contains(a.said, games.Quote(value)) {
			return option
		}
	}
	for _, option := range []string{"move", "text", "position", "starts", "until"} {
		if a.asked.Options[option] != "" {
			return option
		}
	}
	return ""
}

// namesOffered checks that people are offered each command that an answer names.
func (s *scene) namesOffered(line string, reply view.Reply) {
	for _, m := range advisedCode.FindAllStringSubmatch(text(reply), -1) {
		typed, isCommand := strings.CutPrefix(m[1], "/")
		if _, _, ok := readOffered(typed); isCommand && !ok && !strings.Contains(reply.Text, "There is no command") {
			s.Errorf("%s: nobody is offered `/%s`: %s", line, typed, text(reply))
		}
	}
}

// readOffered reads a command that is named to people. ok is false unless they are offered it, with its options.
func readOffered(typed string) (name string, options map[string]string, ok bool) {
	name, options, err := commands.ParseLine("/" + typed)
	group, rest := commands.Split(typed)
	c := commands.Find(name)
	return name, options, err == nil && c != nil && !c.Tapped || group != nil && rest == ""
}

// command sends a command that is named, if nothing is to be filled in.
func (a *advice) command(typed string, manager bool) {
	name, options, _ := readOffered(typed)
	c := commands.Find(name)
	if c == nil {
		return // it is followed by others
	}
	full := !unfilled.MatchString(typed)
	for _, o := range c.Options {
		full = full && (!o.Required || options[o.Name] != "")
	}
	if full && !strings.Contains(a.said, "/"+typed+"` in a ") && !strings.Contains(a.said, "your own") { // elsewhere
		a.try("/"+typed, true, func(r *commands.Request) {
			*r = a.by(commands.Request{Command: name, Options: options, Manager: manager})
		})
	}
}

// button returns what a button does, of the refusal itself or of the newest message about the same thing.
func (a *advice) button(refusal view.Reply, label string) (to commands.Request) {
	for _, r := range slices.Backward(append(slices.Clone(a.replies), &shown{Reply: refusal})) {
		for _, o := range offers(r.Card) {
			if o.label == label && (a.asked.Options["id"] == "" || o.Options["id"] == "" || o.Options["id"] == a.asked.Options["id"]) {
				to = a.by(o.Request)
				to.Channel = cmp.Or(r.channel, to.Channel)
				return to
			}
		}
	}
	a.Errorf("%s: nobody sees the button %s: %s", a.line, label, a.said)
	return to
}

// stops returns where the last sentence of a text begins.
func stops(text string) (at int) {
	for _, end := range []string{". ", ": ", "\n"} {
		at = max(at, strings.LastIndex(text, end)+1)
	}
	return at
}

// by sets the person and the place of a request to those of the one that was refused.
func (a *advice) by(to commands.Request) commands.Request {
	r := a.asked
	to.By, to.Channel, to.Parent, to.Server = r.By, r.Channel, r.Parent, r.Server
	to.ChannelManager, to.Muted, to.Roles, to.Threads = r.ChannelManager, r.Muted, r.Roles, r.Threads
	to.Manager = to.Manager || r.Manager
	nameIn(&to)
	return to
}

// try follows an advice of a sentence once. The same sentence must not come again and, if it promises more, no other
// refusal but one that offers the way on.
func (a *advice) try(what string, promised bool, change func(*commands.Request)) {
	key := a.format + " | " + what
	known := a.counsel.followed[key]
	a.counsel.followed[key] = true
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // never fails
	if !testlong.Long() && (known || (h.Sum64()+a.counsel.seed)%24 > 0) {
		return
	}
	path := filepath.Join(a.TempDir(), "twin.db")
	must.Get(a.watcher.ExecContext(a.Context(), "VACUUM INTO ?", path))(a)
	store := must.Get(sqlite.Open(a.Context(), path, sqlite.Volatile, sqlite.OneReader))(a)
	defer func() { must.OK(a, store.Close()) }()
	twin := roomOn(a.T, store, a.referee.Catalog())
	twin.now, twin.seed, twin.server = a.now, a.seed, a.server
	if !a.moment.IsZero() {
		twin.now = a.moment.Add(time.Second)
	}
	asked := a.asked
	if asked.ID, asked.Options = "", maps.Clone(asked.Options); asked.Options == nil {
		asked.Options = map[string]string{}
	}
	change(&asked)
	reply := twin.service.Do(a.Context(), asked)
	again := a.counsel.of(plain(reply.Text))
	alone := !strings.Contains(a.said, "\n") // else another line's fault is left
	if alone && reply.Outcome.Bad() && (again.format == a.format || promised && reply.Card == nil) {
		a.Errorf("%s: whoever follows %q (%s) reads: %s", a.line, a.said, what, plain(reply.Text))
	}
}

// The sentences of the platforms, of the stores and of the command line name only commands that people are offered, settings
// and subcommands that the program reads, and labels that it shows.
func TestAdviceElsewhere(t *testing.T) {
	named := regexp.MustCompile("`(/[a-z][^`]*)`|\\b((?:NIMATRON|DISCORD)_[A-Z_]*[A-Z])\\b|\\bnimatron ([a-z]+)\\b|" +
		"[Pp]ress (?:“([^”]+)”|\\*\\*([A-Z][^*]+)\\*\\*)")
	var written strings.Builder
	var told []string
	must.OK(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file := must.Get(parser.ParseFile(token.NewFileSet(), path, nil, 0))(t)
		ast.Inspect(file, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			text, ok := literal(e)
			if !ok {
				return true
			}
			fmt.Fprintf(&written, "<%s>", text)
			if room, _, _ := strings.Cut(path[3:], string(filepath.Separator)); slices.Contains([]string{"bot", "front", "live", "chat", "cmd", "storage"}, room) {
				told = append(told, text)
			}
			return false
		})
		return nil
	}))
	settings := string(must.Get(os.ReadFile("../cmd/nimatron/settings.go"))(t))
	subcommands := string(must.Get(os.ReadFile("../cmd/nimatron/run.go"))(t))
	prose := []string{"can", "between", "live", "opens", "player", "first", "that"}
	n := 0
	for _, text := range told {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			n++
			_, _, offered := readOffered(strings.TrimPrefix(parts.ReplaceAllString(m[1], "1"), "/"))
			command, setting, verb, label := m[1], m[2], m[3], m[4]+m[5]
			if command != "" && !offered || setting != "" && !strings.Contains(settings, setting) && !strings.Contains(setting, "_TEST_") ||
				verb != "" && !slices.Contains(prose, verb) && !regexp.MustCompile("(?i)\n\t"+verb+" |name:\""+verb).MatchString(subcommands) ||
				label != "" && !strings.Contains(written.String(), "<"+label+">") {
				t.Errorf("there is no %s: %s", m[0], text)
			}
		}
	}
	t.Logf("%d names in %d texts", n, len(told))
}
