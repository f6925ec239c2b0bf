package discordtest

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Types of command options.
const (
	OptionSubcommand = 1
	OptionGroup      = 2
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionUser       = 6
	OptionNumber     = 10
	OptionAttachment = 11 // the greatest
)

// Where an app is installed (integration types).
const (
	guildInstall = 0
	userInstall  = 1
)

// Interaction contexts.
const (
	contextGuild   = 0
	contextBotDM   = 1
	contextPrivate = 2
)

// Command is a registered command.
type Command struct {
	ID                       string          `json:"id"`
	ApplicationID            string          `json:"application_id"`
	Version                  string          `json:"version"`
	Type                     int             `json:"type"`
	Name                     string          `json:"name"`
	Description              string          `json:"description"`
	Options                  []CommandOption `json:"options"`
	DefaultMemberPermissions any             `json:"default_member_permissions"`
	NSFW                     bool            `json:"nsfw"`
	// IntegrationTypes says for which kinds of installation the command
	// exists: 0 guild, 1 user.
	IntegrationTypes []int `json:"integration_types"`
	// Contexts says where the command can be used: 0 guild, 1 direct messages
	// with the bot, 2 other private channels; nil means everywhere.
	Contexts []int `json:"contexts"`
}

// CommandOption is an option, subcommand or subcommand group of a command.
type CommandOption struct {
	Type         int             `json:"type"`
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Required     bool            `json:"required,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
	Choices      []Choice        `json:"choices,omitempty"`
	Options      []CommandOption `json:"options,omitempty"`
	MinValue     *float64        `json:"min_value,omitempty"`
	MaxValue     *float64        `json:"max_value,omitempty"`
	MinLength    *int            `json:"min_length,omitempty"`
	MaxLength    *int            `json:"max_length,omitempty"`
}

// Choice is a fixed or suggested value of an option; Value is a string or a
// float64.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Commands returns the registered commands.
func (s *Server) Commands() []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands)
}

// WaitCommands waits until the bot has registered its commands.
func (s *Server) WaitCommands(ctx context.Context) error {
	return s.wait(ctx, func() bool { return s.overwrites > 0 })
}

// listCommands answers GET /applications/{app}/commands.
func (s *Server) listCommands(r *http.Request) (any, error) {
	if err := s.checkApp(r); err != nil {
		return nil, err
	}
	return orEmpty(s.commands), nil
}

// overwriteCommands answers PUT /applications/{app}/commands.
func (s *Server) overwriteCommands(r *http.Request, body *[]Command) (any, error) {
	if err := s.checkApp(r); err != nil {
		return nil, err
	}
	commands := *body
	for i := range commands {
		setDefault(&commands[i].Type, 1)
		if commands[i].IntegrationTypes == nil {
			commands[i].IntegrationTypes = []int{guildInstall}
		}
	}
	var form formErrors
	checkCommands(&form, commands)
	if err := form.err(); err != nil {
		return nil, err
	}
	for i := range commands {
		c := &commands[i]
		c.ApplicationID = s.appID
		c.Version = s.newID()
		c.ID = s.newID()
		if old := s.command(c.Name); old != nil {
			c.ID = old.ID
		}
	}
	s.commands = commands
	s.overwrites++
	s.notify()
	return orEmpty(commands), nil
}

// command returns the chat command of that name, or nil. s.mu must be held.
func (s *Server) command(name string) *Command {
	for i := range s.commands {
		if s.commands[i].Name == name && s.commands[i].Type == 1 {
			return &s.commands[i]
		}
	}
	return nil
}

var commandName = regexp.MustCompile(`^[-_\p{L}\p{N}]{1,32}$`)

// checkCommands checks the body of a bulk overwrite.
func checkCommands(f *formErrors, commands []Command) {
	f.count("commands", len(commands), 0, 100)
	seen := map[string]bool{}
	for i, c := range commands {
		path := fmt.Sprint(i)
		key := fmt.Sprint(c.Type, c.Name)
		if seen[key] {
			f.add(path, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
		checkIn(f, path+".integration_types", c.IntegrationTypes, guildInstall, userInstall)
		checkIn(f, path+".contexts", c.Contexts, contextGuild, contextBotDM, contextPrivate)
		if c.Type != 1 {
			f.length(path+".name", c.Name, 1, 32)
			f.length(path+".description", c.Description, 0, 0)
			continue
		}
		checkName(f, path+".name", c.Name)
		f.length(path+".description", c.Description, 1, 100)
		checkOptions(f, path+".options", c.Options)
		if size := len([]rune(c.Name+c.Description)) + optionsSize(c.Options); size > 8000 {
			f.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
		}
	}
}

// checkIn checks that the values are among the known ones, each once, and that
// a list that is there is not empty.
func checkIn(f *formErrors, path string, values []int, known ...int) {
	if values != nil {
		f.count(path, len(values), 1, len(known))
	}
	for i, v := range values {
		if !slices.Contains(known, v) {
			f.add(fmt.Sprintf("%s.%d", path, i), "BASE_TYPE_CHOICES", "Value must be one of %v.", known)
		}
	}
}

func checkName(f *formErrors, path, name string) {
	if !commandName.MatchString(name) || name != strings.ToLower(name) {
		f.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: %q", name)
	}
}

func checkOptions(f *formErrors, path string, options []CommandOption) {
	f.count(path, len(options), 0, 25)
	seen := map[string]bool{}
	optional := false
	for i, o := range options {
		at := fmt.Sprintf("%s.%d", path, i)
		if o.Type < OptionSubcommand || o.Type > OptionAttachment {
			f.add(at+".type", "UNION_TYPE_CHOICES", "Unknown option type %d.", o.Type)
		}
		checkName(f, at+".name", o.Name)
		f.length(at+".description", o.Description, 1, 100)
		if seen[o.Name] {
			f.add(at, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		seen[o.Name] = true
		if o.Required && optional {
			f.add(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		checkOptionValues(f, at, o)
		checkOptions(f, at+".options", o.Options)
	}
}

// checkOptionValues checks what limits or suggests an option's value.
func checkOptionValues(f *formErrors, path string, o CommandOption) {
	text := o.Type == OptionString
	number := o.Type == OptionInteger || o.Type == OptionNumber
	f.count(path+".choices", len(o.Choices), 0, maxChoices)
	for i, c := range o.Choices {
		checkChoice(f, fmt.Sprintf("%s.choices.%d", path, i), c, o.Type)
	}
	if (o.Autocomplete || len(o.Choices) > 0) && !text && !number {
		f.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Options of type %d cannot have choices or autocompletion", o.Type)
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		f.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Choices and autocompletion exclude each other")
	}
	if (o.MinLength != nil || o.MaxLength != nil) && !text || (o.MinValue != nil || o.MaxValue != nil) && !number {
		f.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Options of type %d cannot have such limits", o.Type)
	}
}

// optionsSize returns how much options count towards a command's size.
func optionsSize(options []CommandOption) int {
	n := 0
	for _, o := range options {
		n += utf8.RuneCountInString(o.Name + o.Description)
		for _, c := range o.Choices {
			n += utf8.RuneCountInString(c.Name)
			if text, ok := c.Value.(string); ok {
				n += utf8.RuneCountInString(text)
			}
		}
		n += optionsSize(o.Options)
	}
	return n
}
