// Package commands is what can be said to the bot and what it answers: a
// [Request] in, a [view.Reply] out, one file for each feature. It knows no Discord
// and no terminal; the packages bot and chat stand in front of it and draw
// replies each in its own way.
//
// One list, [Commands], drives Discord's registration, the terminal's parser and
// /help. An error never reaches a front: [Service.Do] turns it into a private
// reply that says what would have been right.
package commands

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee"
	"nimatron/referee/tournament"
)

// Command is one thing that can be said to the bot.
type Command struct {
	// Name is what follows the slash, in lower case. A subcommand's begins with its command's:
	// "tournament create". Each word has at most 32 characters.
	Name string
	// Summary says what it does in at most 100 characters.
	Summary string
	Options []Option
	// Subcommands replace the options: a command that has some can't be run itself. Discord allows
	// two levels of them.
	Subcommands []*Command
	// Private is true if every answer is for the speaker alone, so that a front can
	// promise that before the answer is known.
	Private bool
	// Shareable is true if everybody may see a private answer.
	Shareable bool
	// Costly is true for a question that may take much work and moves nobody's match. Fronts answer
	// few of them at a time, beside the channels.
	Costly bool
	// Tapped commands are for buttons and plain text. People are not offered them.
	Tapped bool

	run func(context.Context, *Service, *Request) (view.Reply, error)
}

// OptionKind says what an option's value is.
type OptionKind uint8

const (
	Text OptionKind = iota
	Person
	Flag
)

// Option is a named value of a command.
type Option struct {
	Name     string
	Summary  string
	Kind     OptionKind
	Required bool
	// Word is true if a value is a single word, so that what follows belongs to the next option.
	Word bool
	// Choices are the only values allowed, if there are any.
	Choices []view.Choice
	// Hidden options are set by actions and are not offered to people.
	Hidden bool
	// complete offers values for the text typed so far; nil if there are none to offer.
	complete func(context.Context, *Service, *Request, string) []view.Choice
}

// Completes reports whether Service.Complete can offer values for the option.
func (o *Option) Completes() bool { return o.complete != nil }

// Commands lists all commands that people can use, in the order of /help.
func Commands() []*Command {
	return slices.DeleteFunc(slices.Clone(commands), func(c *Command) bool { return c.Tapped })
}

// Runnable yields the commands of a list that can be run: for one with subcommands, those.
func Runnable(list []*Command) iter.Seq[*Command] {
	return func(yield func(*Command) bool) {
		for _, c := range list {
			if len(c.Subcommands) == 0 && !yield(c) {
				return
			}
			for sub := range Runnable(c.Subcommands) {
				if !yield(sub) {
					return
				}
			}
		}
	}
}

// Word is the last word of the command's name.
func (c *Command) Word() string { return c.Name[strings.LastIndexByte(c.Name, ' ')+1:] }

// Find returns the command with that name if it can be run, or nil.
func Find(name string) *Command {
	for c := range Runnable(commands) {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Split splits a line into the command that it begins with, without the slash, and the rest. The
// command has subcommands if none of them follows; it is nil if the line begins with none.
func Split(line string) (c *Command, rest string) { return split(commands, nil, line) }

func split(list []*Command, parent *Command, line string) (*Command, string) {
	word, rest, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
	for _, c := range list {
		if strings.EqualFold(c.Word(), word) {
			return split(c.Subcommands, c, rest)
		}
	}
	return parent, line
}

// Option returns the option with that name, hidden ones included, or nil.
func (c *Command) Option(name string) *Option {
	for i := range c.Options {
		if c.Options[i].Name == name {
			return &c.Options[i]
		}
	}
	return nil
}

// commands is filled when the package starts, because /help is one of the
// commands and reads the list.
var commands []*Command

func init() {
	commands = []*Command{
		playCommand,
		challengeCommand,
		acceptCommand,
		declineCommand,
		cancelCommand,
		moveCommand,
		sayCommand,
		tapCommand,
		moreCommand,
		boardCommand,
		matchesCommand,
		followCommand,
		hintCommand,
		resignCommand,
		takebackCommand,
		claimCommand,
		rematchCommand,
		replayCommand,
		tournamentCommand,
		classCommand,
		puzzleCommand,
		learnCommand,
		historyCommand,
		profileCommand,
		leaderboardCommand,
		honourCommand,
		exportCommand,
		settingsCommand,
		endCommand,
		privacyCommand,
		rulesCommand,
		variantsCommand,
		analyzeCommand,
		analyzeMessageCommand,
		tableCommand,
		phaseCommand,
		thresholdsCommand,
		helpCommand,
	}
}

// User is a person as a front knows them.
type User struct {
	// ID is stable and unique over all fronts: a Discord snowflake, or
	// "local:NAME" in the terminal. The bot itself is match.BotID.
	ID string
	// Name is what people call them, without any markup.
	Name string
	// Bot is true for bots other than this one.
	Bot bool
}

// Request is one thing said to the bot.
type Request struct {
	// ID identifies the message or tap: unique over all fronts, and the same when it is
	// delivered again. It is empty if the front delivers nothing twice.
	ID string
	// Command is the name of a command, without the slash.
	Command string
	// Options are the values as they were typed or chosen, by option name. A
	// Flag is "true" or "false"; a Person's value is shown in errors only, and in
	// an action it is the id.
	Options map[string]string
	// People are the users in options of kind Person, by option name. A pressed button tells only
	// their ids.
	People map[string]User
	// By is the speaker.
	By User
	// Channel is unique over all fronts, as User.ID is.
	Channel string
	// Server is the community that Channel belongs to; empty in direct messages
	// and in the terminal.
	Server string
	// Parent is the channel of a thread. It is empty outside of threads, and if a front can't tell.
	Parent string
	// Brief is true if the message with the board is updated apart from the answer: then an answer
	// about a move has no card.
	Brief bool
	// Muted is true for a person who may not write in Channel.
	Muted bool
	// Threads makes threads and direct channels for a match; nil if the front has none.
	Threads Threads
	// Manager is true if the front knows that the speaker may manage Server, and for everybody in
	// the terminal.
	Manager bool
	// Roles are the speaker's roles on Server, as far as the front knows.
	Roles []string
	// ChannelManager is true if the front knows that the speaker may manage Channel.
	ChannelManager bool
	// Subject is what the pressed button was about; zero for typed commands.
	Subject view.Subject
}

// Threads makes and removes places beside a channel, each a channel itself.
type Threads interface {
	// Open makes one that everybody sees and returns its id.
	Open(ctx context.Context, name string) (channel string, err error)
	// Direct says something in the channel of one person alone, and returns its id. The error
	// may be that they accept no messages.
	Direct(ctx context.Context, person, text string) (channel string, err error)
	// Drop removes a thread in which no match has begun.
	Drop(ctx context.Context, channel string)
}

// option returns the trimmed value of an option, empty when it was left out.
func (r *Request) option(name string) string { return strings.TrimSpace(r.Options[name]) }

// variantOption names a game, completed from the catalog.
func variantOption(summary string) Option {
	return Option{Name: "variant", Summary: summary, Required: true, Word: true, complete: completeVariant}
}

func (s *Service) variant(r *Request) (*games.Variant, error) {
	return s.referee.Catalog().Find(r.option("variant"))
}

// userOption names a person; the speaker if it is left out.
func userOption(summary string) Option {
	return Option{Name: "user", Summary: summary, Kind: Person}
}

// user returns the person whom the request names, or the speaker.
func (r *Request) user() (User, error) {
	if r.option("user") == "" {
		return r.By, nil
	}
	u, ok := r.People["user"]
	if !ok {
		return User{}, refuse("I don't know who %s is: name somebody with `user:`, or leave it out for yourself.", games.Quote(r.option("user")))
	}
	if u.Bot {
		return User{}, refuse("%s is a bot and doesn't play matches with me.", view.Mention(u.ID))
	}
	return u, nil
}

// completeVariant offers the games whose id or name contains what is typed.
func completeVariant(_ context.Context, s *Service, _ *Request, typed string) []view.Choice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var choices []view.Choice
	listed := false
	for _, v := range s.referee.Catalog().All() {
		listed = listed || v.ID == typed
		if strings.Contains(v.ID, typed) || strings.Contains(strings.ToLower(v.Name), typed) {
			choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
		}
	}
	// A game with a parameter is not listed until it is written out.
	if v, err := s.referee.Catalog().Find(typed); err == nil && !listed {
		choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
	}
	return choices
}

// completePosition offers the example of the game that is chosen already.
func completePosition(_ context.Context, s *Service, r *Request, typed string) []view.Choice {
	v, err := s.variant(r)
	if err != nil || !strings.HasPrefix(v.Rules.Example, typed) {
		return nil
	}
	return []view.Choice{{Label: v.Rules.Example, Value: v.Rules.Example}}
}

// allows reports whether value is one of the option's choices, in any case.
func (o *Option) allows(value string) bool {
	for _, c := range o.Choices {
		if strings.EqualFold(c.Value, strings.TrimSpace(value)) {
			return true
		}
	}
	return false
}

func listChoices(choices []view.Choice) string {
	return strings.Join(words.Each(choices, func(c view.Choice) string { return "`" + c.Value + "`" }), ", ")
}

// flag reads an option of kind Flag; it is false if left out.
func (r *Request) flag(name string) (bool, error) {
	switch value := strings.ToLower(r.option(name)); value {
	case "", "false", "no":
		return false, nil
	case "true", "yes":
		return true, nil
	default:
		return false, refuse("%s is not a valid `%s:`: write `true` or `false`.", games.Quote(value), name)
	}
}

// turnTime reads a time for a turn such as "10m", "2h" or "1d"; it is 0 if left out.
func (r *Request) turnTime() (time.Duration, error) {
	text := strings.ToLower(r.option("time"))
	if text == "" {
		return 0, nil
	}
	d, ok := readDuration(text)
	if !ok || d < referee.MinTurnTime || d > referee.MaxTurnTime {
		return 0, refuse("%s is not a valid `time:`: write minutes, hours or days, such as `10m`, `2h` or `1d`, from 1m to 14d.", games.Quote(text))
	}
	return d, nil
}

// startForms are the ways to write a start time, in UTC. Without a day it is the next such time.
var startForms = []string{timeOfDay, "2006-01-02 15:04", "2006-01-02T15:04"}

const timeOfDay = "15:04"

// startTime reads when a tournament begins, such as "20:30", "2026-11-27 20:00", "in 2h" or a
// timestamp of Discord's; it is the zero time if left out.
func (r *Request) startTime(now time.Time) (time.Time, error) {
	text := strings.ToLower(strings.Join(strings.Fields(r.option("starts")), " "))
	if text == "" {
		return time.Time{}, nil
	}
	t, ok := readStart(strings.TrimSuffix(text, " utc"), now.UTC())
	switch {
	case !ok:
		return t, refuse("%s is not a valid `starts:`: write a time in UTC such as `20:30`, `2026-11-27 20:00` or `in 2h`. It is now %s in UTC.", games.Quote(text), now.UTC().Format("15:04"))
	case t.Before(now):
		return t, refuse("`starts:` is over: %s was %s.", view.Moment(t, view.Clock), view.Moment(t, view.Relative))
	case t.After(now.Add(tournament.MaxLeadTime)):
		return t, refuse("`starts:` is too far ahead: a tournament begins within %s.", view.Duration(tournament.MaxLeadTime))
	}
	return t, nil
}

// readStart reads a start time; ok is false for any other text.
func readStart(text string, now time.Time) (t time.Time, ok bool) {
	if seconds, found := strings.CutPrefix(text, "<t:"); found {
		seconds, _, _ = strings.Cut(strings.TrimSuffix(seconds, ">"), ":")
		n, err := strconv.ParseInt(seconds, 10, 64)
		return time.Unix(n, 0).UTC(), err == nil
	}
	if wait, found := strings.CutPrefix(text, "in "); found {
		d, ok := readDuration(strings.ReplaceAll(wait, " ", ""))
		return now.Add(d), ok
	}
	for _, form := range startForms {
		t, err := time.Parse(form, strings.ToUpper(text))
		if err != nil {
			continue
		}
		if form == timeOfDay {
			t = now.Truncate(24 * time.Hour).Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute)
			if t.Before(now) {
				t = t.AddDate(0, 0, 1)
			}
		}
		return t, true
	}
	return t, false
}

// readDuration reads minutes, hours or days, such as "10m", "2h" or "1d".
func readDuration(text string) (d time.Duration, ok bool) {
	if text == "" {
		return 0, false
	}
	units := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	unit, ok := units[text[len(text)-1:]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	return time.Duration(n) * unit, ok && err == nil
}

// ParseLine reads a command as people type it, "/challenge variant:end-nim
// position:3 5 2": a value goes on until the next option of that command, and the options
// that have to be there need no names, "/analyze end-nim 3 5 2". A line that does not
// start with a slash is a command too if its first word names one, "help"; else it is what
// sayCommand takes, mostly a move. The error is a *Refusal.
func ParseLine(line string) (command string, options map[string]string, err error) {
	line = strings.TrimSpace(line)
	rest, slash := strings.CutPrefix(line, "/")
	c, rest := Split(rest)
	word, _, _ := strings.Cut(strings.ToLower(rest), " ")
	switch {
	case c == nil && !slash:
		return sayName, map[string]string{saidOption: line}, nil
	case c == nil:
		return "", nil, refuse("There is no command %s: `/help` lists them.", games.Quote("/"+word))
	case len(c.Subcommands) > 0:
		return "", nil, refuse("`/%s` is followed by one of: %s.", c.Name, listWords(c.Subcommands))
	}
	options = map[string]string{}
	current := ""
	for _, word := range strings.Fields(rest) {
		key, value, found := strings.Cut(word, ":")
		o := c.Option(strings.ToLower(key))
		if !found || o == nil {
			if current, err = c.nextOption(word, current, options); err != nil {
				return "", nil, err
			}
			o, value = c.Option(current), word
		} else if _, twice := options[o.Name]; twice {
			return "", nil, refuse("`%s:` is given twice: once is enough.", o.Name)
		}
		current = o.Name
		if next := c.glued(value); next != "" {
			return "", nil, refuse("There has to be a space before `%s:` in %s.", next, games.Quote(word))
		}
		if options[current] != "" {
			options[current] += " "
		}
		options[current] += value
	}
	return c.Name, options, nil
}

func listWords(list []*Command) string {
	return strings.Join(words.Each(list, func(c *Command) string { return "`" + c.Word() + "`" }), ", ")
}

// nextOption returns the option of a word without a name. Current is the option before it, "" for
// none.
func (c *Command) nextOption(word, current string, given map[string]string) (string, error) {
	visible := c.visible()
	if len(visible) == 0 {
		return "", refuse("`/%s` takes no options.", c.Name)
	}
	if key, _, found := strings.Cut(word, ":"); found && isWord(key) && c.glued(word) == "" {
		return "", refuse("`/%s` has no option %s: it takes %s.", c.Name, games.Quote(key+":"), usage(visible))
	}
	if current != "" {
		// A single word is followed by the next required option,
		// "/analyze end-nim 3 5 2".
		if o := c.Option(current); o.Word && given[current] != "" {
			for _, next := range visible {
				if _, there := given[next.Name]; next.Required && !there {
					return next.Name, nil
				}
			}
		}
		return current, nil
	}
	// The first option needs no name if it is the only one, "/profile ann", has to be
	// there, "/move L-3", is a single word, "/challenge end-nim", or has the word among its
	// choices, "/puzzle mine".
	first := visible[0]
	if len(visible) > 1 && !first.Required && !first.Word && !(len(first.Choices) > 0 && first.allows(word)) {
		return "", refuse("Say which option %s is for: `/%s` takes %s.", games.Quote(word), c.Name, usage(visible))
	}
	return first.Name, nil
}

// glued returns the name of the option that was written onto the end of a value without
// a space, as in "perfectfirst:me"; "" for none.
func (c *Command) glued(value string) string {
	longest := "" // of "n" and "pattern" it is the latter
	for _, o := range c.visible() {
		if strings.Index(strings.ToLower(value), o.Name+":") > 0 && len(o.Name) > len(longest) {
			longest = o.Name
		}
	}
	return longest
}

// isWord reports whether text is a word, as the names of options are. No notation
// has a word before a colon.
func isWord(text string) bool {
	return text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") == ""
}

// visible returns the options that people may give.
func (c *Command) visible() []Option {
	var visible []Option
	for _, o := range c.Options {
		if !o.Hidden {
			visible = append(visible, o)
		}
	}
	return visible
}

func usage(options []Option) string {
	return strings.Join(words.Each(options, func(o Option) string { return "`" + o.Name + ":`" }), " ")
}
