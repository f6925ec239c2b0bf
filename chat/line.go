package chat

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands"
	"nimatron/internal/words"
	"nimatron/match"
)

var (
	namePattern = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,32}$`)
	partPattern = regexp.MustCompile(`^[1-9]:[^ /]`)
	// A button's label is a place, a colon and a number: nobody is called Left, and "c2: take 3" is no new person.
	labelPattern = regexp.MustCompile(`(?i)^([a-z]{1,2}[0-9]{0,2}): *(take|all)\b`)
	endPattern   = regexp.MustCompile(`(?i)^(left|right):`)
	saysPattern  = regexp.MustCompile(`^([A-Za-z0-9_.-]{1,32}):(.*)$`)
)

func foldName(name string) (string, bool) {
	name = strings.TrimSpace(name)
	return strings.ToLower(name), namePattern.MatchString(name)
}

// BadName is the error for an invalid name of a person or a channel.
type BadName struct{ Reason string }

// Error says what would have been right.
func (e *BadName) Error() string { return e.Reason }

func badName(what, name string) error {
	return &BadName{Reason: fmt.Sprintf("%.40q can't be the name of a %s: a name has 1 to 32 letters, digits, `_`, `.` or `-`.", name, what)}
}

func speaker(name string) (string, error) {
	folded, ok := foldName(name)
	switch {
	case !ok:
		return "", badName("person", name)
	case folded == match.BotID:
		return "", &BadName{Reason: fmt.Sprintf("`%s` is my name. Choose another.", match.BotID)}
	}
	return folded, nil
}

// splitSpeaker splits "name: text". name is empty if there is no speaker, as in "https://x" or in
// "1:L-2", a move in a sum, and in "Left: take 2".
func splitSpeaker(line string) (name, text string) {
	m := saysPattern.FindStringSubmatch(line)
	if m == nil || strings.HasPrefix(m[2], "//") || partPattern.MatchString(line) || endPattern.MatchString(line) {
		return "", line
	}
	return m[1], m[2]
}

func (s *session) read(line string) (by string, req commands.Request, err error) {
	by = s.user
	name, text := splitSpeaker(line)
	if folded, _ := foldName(name); !s.people[folded] && labelPattern.MatchString(line) {
		name, text = "", line
	}
	if name != "" {
		if by, err = speaker(name); err != nil {
			return s.user, req, err
		}
	}
	s.people[by] = true
	text = s.spellOut(by, text)
	if strings.TrimSpace(text) == "" {
		return by, req, &commands.Refusal{Text: fmt.Sprintf("After the name comes a command or a move, such as `%s: /match board`.", by)}
	}
	command, options, err := commands.ParseLine(text)
	if err != nil {
		return by, req, err
	}
	req = s.request(by, command, options)
	for option, value := range options {
		o := commands.Find(command).Option(option)
		if o == nil || o.Kind != commands.Person || value == "" {
			continue
		}
		user, err := person(value)
		if err != nil {
			return by, req, err
		}
		req.People[option] = user
		if user.ID != match.BotID {
			s.people[user.Name] = true
		}
	}
	return by, req, nil
}

var shorthands = map[string]string{"?": "/help", "new": "/play", "undo": "/match takeback"}

func (s *session) spellOut(by, text string) string {
	word := strings.ToLower(words.Plain(text))
	offers, private := s.offers[by]
	if !private {
		offers = s.offers[""]
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(offers) {
		return offers[n-1]
	}
	if word == "y" || word == "yes" {
		agrees := func(offer string) bool {
			return offer == "/match accept" || offer == "/match takeback" || strings.HasSuffix(offer, " sure:true")
		}
		if i := slices.IndexFunc(offers, agrees); i >= 0 {
			return offers[i]
		}
	}
	if command := shorthands[word]; command != "" {
		return command
	}
	return text
}

func (s *session) request(by, command string, options map[string]string) commands.Request {
	return commands.Request{
		Command: command,
		Options: options,
		People:  map[string]commands.User{},
		By:      local(by),
		Channel: match.LocalPrefix + s.channel,
		Manager: true,
	}
}

func local(name string) commands.User { return commands.User{ID: match.LocalPrefix + name, Name: name} }

func person(value string) (commands.User, error) {
	name, ok := foldName(strings.TrimPrefix(value, "@"))
	switch {
	case !ok:
		return commands.User{}, badName("person", value)
	case name == match.BotID:
		return commands.User{ID: match.BotID, Name: match.BotName}, nil
	}
	return local(name), nil
}
