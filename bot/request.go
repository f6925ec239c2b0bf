package bot

import (
	"maps"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// errUnknownButton is for a button of an earlier version.
var errUnknownButton = &commands.Refusal{Text: "This button is out of date. `/match board` shows the match with working buttons."}

// Request parses a slash command, an autocompletion, a button, a menu or a form.
func (i *interaction) Request() (commands.Request, error) {
	req := commands.Request{
		ID: i.ID, By: i.bot.speaker(i.interactionEvent), Channel: i.ChannelID, Server: i.GuildID, Parent: i.parent(),
		Muted: i.muted(), Manager: i.may(discordgo.PermissionManageGuild), ChannelManager: i.may(discordgo.PermissionManageChannels),
	}
	if i.GuildID != "" && !i.AnswerOnly() {
		req.Threads = threads{i.bot, i.ChannelID}
	}
	if i.Member != nil {
		req.Roles = i.Member.Roles
	}
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		req.Command = data.Name
		i.bot.readOptions(&req, data)
		return req, nil
	case onTarget:
		err := data.request(i.bot, &req)
		return req, err
	case discordgo.MessageComponentInteractionData:
		pressed, ok := readCustomID(data.CustomID)
		isMenu := pressed.chosen != ""
		if !ok || isMenu != (len(data.Values) == 1) {
			return req, errUnknownButton
		}
		pressed.ask(&req)
		if !isMenu {
			return req, nil
		}
		option, _, _ := strings.Cut(pressed.chosen, menuNumber)
		req.Options[option] = data.Values[0]
		if data.ComponentType == discordgo.UserSelectMenuComponent {
			known := discordgo.ApplicationCommandInteractionDataResolved{Users: data.Resolved.Users, Members: data.Resolved.Members}
			return req, i.bot.choosePerson(&req, option, &known, data.Values[0])
		}
		return req, nil
	case formData:
		pressed, ok := readCustomID(data.id)
		if !ok || pressed.chosen != "" {
			return req, errUnknownButton
		}
		pressed.ask(&req)
		maps.Copy(req.Options, data.values)
		for option, id := range data.people {
			if err := i.bot.choosePerson(&req, option, data.known, id); err != nil {
				return req, err
			}
		}
		return req, nil
	}
	return req, errUnknownButton
}

func (b button) ask(req *commands.Request) {
	req.Command, req.Options, req.Subject = b.command, b.options, b.subject
	req.People = people(b)
}

// people returns the people whom a button names. Only their ids are known.
func people(pressed button) map[string]commands.User {
	named := map[string]commands.User{}
	c := commands.Find(pressed.command)
	for option, id := range pressed.options {
		if c == nil || id == "" {
			continue
		}
		if o := c.Option(option); o != nil && o.Kind == commands.Person {
			named[option] = commands.User{ID: id}
		}
	}
	return named
}

// commandOf returns the command of an interaction, or "".
func commandOf(in *interactionEvent) string {
	switch data := in.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		return data.Name
	case onTarget:
		return contextMenu[data.entry].command
	case discordgo.MessageComponentInteractionData:
		pressed, _ := readCustomID(data.CustomID)
		return pressed.command
	case formData:
		pressed, _ := readCustomID(data.id)
		return pressed.command
	}
	return ""
}

func speakerID(in *interactionEvent) string {
	if who := in.user(); who != nil {
		return who.ID
	}
	return ""
}

func (b *bot) speaker(in *interactionEvent) commands.User {
	nick := ""
	if in.Member != nil {
		nick = in.Member.Nick
	}
	return b.user(in.user(), nick)
}

func (b *bot) readOptions(req *commands.Request, data discordgo.ApplicationCommandInteractionData) {
	req.Options = map[string]string{}
	req.People = map[string]commands.User{}
	for _, o := range data.Options {
		switch value := o.Value.(type) {
		case bool:
			req.Options[o.Name] = strconv.FormatBool(value)
		case float64: // a whole number
			req.Options[o.Name] = strconv.FormatFloat(value, 'f', -1, 64)
		case string:
			req.Options[o.Name] = value
			if person, ok := b.resolved(data.Resolved, value); ok && o.Type == discordgo.ApplicationCommandOptionUser {
				req.Options[o.Name] = person.Name
				req.People[o.Name] = person
			}
		}
	}
}

// resolved finds a user among those that Discord lists beside the options.
func (b *bot) resolved(people *discordgo.ApplicationCommandInteractionDataResolved, id string) (commands.User, bool) {
	if people == nil || people.Users[id] == nil {
		return commands.User{}, false
	}
	nick := ""
	if member := people.Members[id]; member != nil {
		nick = member.Nick
	}
	return b.user(people.Users[id], nick), true
}

// choosePerson sets an option to a person.
func (b *bot) choosePerson(req *commands.Request, option string, known *discordgo.ApplicationCommandInteractionDataResolved, id string) error {
	person, ok := b.resolved(known, id)
	if !ok {
		return errUnknownButton
	}
	req.Options[option], req.People[option] = person.Name, person
	return nil
}

// user returns a user as commands know them. The bot's own user is match.BotID.
func (b *bot) user(u *discordgo.User, nick string) commands.User {
	if u == nil {
		return commands.User{}
	}
	if u.ID == b.userID() {
		return commands.User{ID: match.BotID, Name: match.BotName}
	}
	for _, name := range []string{nick, u.GlobalName, u.Username} {
		if name = strings.TrimSpace(words.Visible(name)); name != "" {
			return commands.User{ID: u.ID, Name: name, Bot: u.Bot}
		}
	}
	return commands.User{ID: u.ID, Name: u.ID, Bot: u.Bot}
}

// focused returns the option that is being typed.
func focused(in *interactionEvent) (option, typed string) {
	data, _ := in.Data.(discordgo.ApplicationCommandInteractionData)
	for _, o := range data.Options {
		if o.Focused {
			typed, _ := o.Value.(string)
			return o.Name, typed
		}
	}
	return "", ""
}

// choices fits values to Discord's limits on autocompletion.
func choices(offered []view.Choice) []*discordgo.ApplicationCommandOptionChoice {
	fitted := []*discordgo.ApplicationCommandOptionChoice{}
	for _, c := range offered {
		label := cut(strings.TrimSpace(c.Label), maxChoiceText)
		if label == "" || words.Length(c.Value) > maxChoiceText || len(fitted) == maxChoices {
			continue // cut, it would be another value
		}
		fitted = append(fitted, &discordgo.ApplicationCommandOptionChoice{Name: label, Value: c.Value})
	}
	return fitted
}

const (
	maxChoices    = 25
	maxChoiceText = 100
)
