package discordtest

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Types of command options that are supported.
const (
	optionSubcommand = 1
	optionGroup      = 2 // of subcommands
	optionString     = 3
	optionInteger    = 4
	optionBoolean    = 5
	optionUser       = 6
)

// The places where an app is installed (integration types).
const (
	guildInstall = 0
	userInstall  = 1
)

// Types of commands.
const (
	commandChat    = 1
	commandUser    = 2
	commandMessage = 3
	commandEntry   = 4 // launches the application's Activity
)

// mostCommands is the limit of commands, by type.
var mostCommands = map[int]int{commandChat: 100, commandUser: 5, commandMessage: 5, commandEntry: 1}

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
	// Names and descriptions by locale.
	NameLocalizations        map[string]string `json:"name_localizations"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	// IntegrationTypes are the installations that have the command: 0 guild, 1 user.
	IntegrationTypes []int `json:"integration_types"`
	// Contexts are the places in which the command can be used: 0 guild, 1 direct messages with the
	// bot, 2 other private channels; nil means everywhere.
	Contexts []int `json:"contexts"`
	// Handler is the action of an Entry Point command: 1 asks the app, 2 launches its Activity.
	Handler int `json:"handler,omitempty"`
}

// CommandOption is an option of a command.
type CommandOption struct {
	Type        int    `json:"type"`
	Name        string `json:"name"`
	Description string `json:"description"`

	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`

	Required     bool     `json:"required,omitempty"`
	Autocomplete bool     `json:"autocomplete,omitempty"`
	Choices      []Choice `json:"choices,omitempty"`
	// Options are the options of a subcommand, or the subcommands of a group.
	Options []CommandOption `json:"options,omitempty"`
}

// nests reports whether the option is a subcommand or a group of them.
func (o CommandOption) nests() bool { return o.Type == optionSubcommand || o.Type == optionGroup }

// Choice is a fixed or suggested value of an option.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"` // a string

	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
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

// EnableActivity creates the Entry Point command, as Discord does when Activities are enabled.
func (s *Server) EnableActivity() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands = append(s.commands, Command{
		ID: s.newID(), ApplicationID: s.appID, Version: s.newID(), Type: commandEntry, Name: "launch",
		IntegrationTypes: []int{guildInstall, userInstall}, Contexts: []int{contextGuild, contextBotDM, contextPrivate}, Handler: 2,
	})
}

// listCommands answers GET /applications/{app}/commands.
func (s *Server) listCommands(r *http.Request) (any, error) {
	if err := s.checkApp(r); err != nil {
		return nil, err
	}
	return orEmpty(s.commands), nil
}

// goodCommands are right: most servers of a test program get the same.
var goodCommands atomic.Pointer[[]Command]

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
	if good := goodCommands.Load(); good == nil || !reflect.DeepEqual(*good, commands) {
		var form formErrors
		checkCommands(&form, commands)
		if err := form.err(); err != nil {
			return nil, err
		}
		good := slices.Clone(commands)
		goodCommands.Store(&good)
	}
	isEntry := func(c Command) bool { return c.Type == commandEntry }
	if slices.ContainsFunc(s.commands, isEntry) && !slices.ContainsFunc(commands, isEntry) {
		return nil, errEntryPoint
	}
	for i := range commands {
		c := &commands[i]
		c.ApplicationID = s.appID
		c.Version = s.newID()
		c.ID = s.newID()
		if old := s.command(c.Type, c.Name); old != nil {
			c.ID = old.ID
		}
	}
	s.commands = commands
	s.overwrites++
	s.notify()
	return orEmpty(commands), nil
}

// command returns the command of that type and name, or nil. s.mu must be held.
func (s *Server) command(kind int, name string) *Command {
	for i := range s.commands {
		if s.commands[i].Name == name && s.commands[i].Type == kind {
			return &s.commands[i]
		}
	}
	return nil
}

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// checkCommands checks the body of a bulk overwrite.
func checkCommands(f *formErrors, commands []Command) {
	count := map[int]int{}
	seen := uniqueNames{}
	for i, c := range commands {
		path := fmt.Sprint(i)
		if count[c.Type]++; count[c.Type] > mostCommands[c.Type] {
			f.add(path, "APPLICATION_COMMANDS_TOO_MANY", "There can be %d commands of type %d", mostCommands[c.Type], c.Type)
		}
		seen.add(f, path, fmt.Sprint(c.Type, " "), c.Name, c.NameLocalizations)
		checkIn(f, path+".integration_types", c.IntegrationTypes, guildInstall, userInstall)
		checkIn(f, path+".contexts", c.Contexts, contextGuild, contextBotDM, contextPrivate)
		if c.Type != commandChat {
			checkTexts(f, path+".name", c.Name, c.NameLocalizations, 1, 32)
			checkTexts(f, path+".description", c.Description, c.DescriptionLocalizations, 0, 0)
			f.count(path+".options", len(c.Options), 0, 0)
			continue
		}
		checkNames(f, path+".name", c.Name, c.NameLocalizations)
		checkTexts(f, path+".description", c.Description, c.DescriptionLocalizations, 1, 100)
		checkOptions(f, path+".options", c.Options, optionGroup)
		size := longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations) + optionsSize(c.Options)
		if size > 8000 {
			f.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
		}
	}
}

// knownLocales are Discord's.
var knownLocales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// uniqueNames are the names seen so far, by locale.
type uniqueNames map[string]bool

// add adds a name and its localizations. The name stands in for missing localizations. Names must
// be unique within a scope.
func (seen uniqueNames) add(f *formErrors, path, scope, name string, localized map[string]string) {
	for _, locale := range append(slices.Clone(knownLocales), "") {
		shown := name
		if text, ok := localized[locale]; ok {
			shown = text
		}
		key := locale + " " + scope + shown
		if seen[key] {
			f.add(path, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique, and %q is there twice in locale %q", shown, locale)
		}
		seen[key] = true
	}
}

// checkTexts checks the length of a text and of its localizations.
func checkTexts(f *formErrors, path, text string, localized map[string]string, least, most int) {
	f.length(path, text, least, most)
	for locale, text := range localized {
		at := path + "_localizations." + locale
		if !slices.Contains(knownLocales, locale) {
			f.add(at, "LOCALE_INVALID", "Unknown locale %q", locale)
		}
		f.length(at, text, max(least, 1), most)
	}
}

// checkNames checks the name of a command or an option and its localizations.
func checkNames(f *formErrors, path, name string, localized map[string]string) {
	checkTexts(f, path, name, localized, 1, 32)
	checkName(f, path, name)
	for locale, text := range localized {
		checkName(f, path+"_localizations."+locale, text)
	}
}

// longest returns the length of the longest of a text and its localizations, which counts towards a
// command's size.
func longest(text string, localized map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, text := range localized {
		n = max(n, utf8.RuneCountInString(text))
	}
	return n
}

// checkIn checks that values are known and unique, and that the list is not empty.
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

// checkOptions checks the options of a command, a group or a subcommand. deepest is the highest
// type of nesting option allowed; 0 for none.
func checkOptions(f *formErrors, path string, options []CommandOption, deepest int) {
	f.count(path, len(options), 0, 25)
	seen := uniqueNames{}
	optional := false
	for i, o := range options {
		at := fmt.Sprintf("%s.%d", path, i)
		switch {
		case o.nests() && o.Type > deepest:
			f.add(at+".type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and sub-command groups can't be nested here")
		case o.nests():
			checkOptions(f, at+".options", o.Options, o.Type-1)
			if o.Type == optionGroup && (len(o.Options) == 0 || !o.Options[0].nests()) {
				f.add(at+".options", "BASE_TYPE_REQUIRED", "A sub-command group has sub-commands")
			}
		case o.Type != optionString && o.Type != optionInteger && o.Type != optionBoolean && o.Type != optionUser:
			f.add(at+".type", "UNION_TYPE_CHOICES", "Options of type %d are not supported here.", o.Type)
		default:
			f.count(at+".options", len(o.Options), 0, 0)
		}
		if o.nests() != options[0].nests() {
			f.add(at+".type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
		}
		checkNames(f, at+".name", o.Name, o.NameLocalizations)
		checkTexts(f, at+".description", o.Description, o.DescriptionLocalizations, 1, 100)
		seen.add(f, at, "", o.Name, o.NameLocalizations)
		if o.Required && optional {
			f.add(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		checkOptionValues(f, at, o)
	}
}

// checkOptionValues checks the limits and suggestions of an option's value.
func checkOptionValues(f *formErrors, path string, o CommandOption) {
	f.count(path+".choices", len(o.Choices), 0, maxChoices)
	for i, c := range o.Choices {
		at := fmt.Sprintf("%s.choices.%d", path, i)
		checkChoice(f, at, c)
		checkTexts(f, at+".name", c.Name, c.NameLocalizations, 1, 100)
	}
	if (o.Autocomplete || len(o.Choices) > 0) && o.Type != optionString {
		f.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Options of type %d cannot have choices or autocompletion", o.Type)
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		f.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Choices and autocompletion exclude each other")
	}
}

// optionsSize returns the contribution of options to a command's size.
func optionsSize(options []CommandOption) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations) + optionsSize(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations)
			if text, ok := c.Value.(string); ok {
				n += utf8.RuneCountInString(text)
			}
		}
	}
	return n
}
