package bot

import (
	"context"
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
var errUnknownButton = &commands.Refusal{Text: outdatedReply.Text}

func (i *interaction) Request() (commands.Request, error) {
	req := commands.Request{
		ID: i.ID, By: i.bot.speaker(i.interactionEvent), Channel: i.ChannelID, Server: i.GuildID, Parent: i.parent(),
		Muted: i.muted(), Manager: i.may(discordgo.PermissionManageGuild), ChannelManager: i.may(discordgo.PermissionManageChannels),
	}
	if req.Private = i.onlyPrivate(); i.GuildID != "" && (!i.AnswerOnly() || req.Private) {
		req.Threads, req.NoThreads = threads{i.bot, i.ChannelID}, i.noThreads()
	}
	if i.GuildID != "" && !i.AnswerOnly() {
		req.NoPosts = func(place string) string { return i.bot.rights.noPosts(i.ChannelID, i.GuildID, place) }
	}
	if i.Member != nil {
		req.Roles = i.Member.Roles
		req.Role = func(ctx context.Context, role string, give bool) error {
			return i.bot.giveRole(ctx, i.GuildID, req.By.ID, role, give)
		}
	}
	if i.command == "" {
		return req, errUnknownButton
	}
	req.Command, req.Options, req.People = i.command, map[string]string{}, map[string]commands.User{}
	if i.Type == discordgo.InteractionMessageComponent || i.Type == discordgo.InteractionModalSubmit {
		return req, i.readPressed(&req)
	}
	if i.entry == nil {
		i.readOptions(&req)
		return req, nil
	}
	maps.Copy(req.Options, i.entry.Options())
	if i.entry.person != "" {
		return req, i.choosePerson(&req, i.entry.person, i.Data.Target)
	}
	m := i.Data.Resolved.Messages[i.Data.Target]
	if m == nil {
		return req, errUnknownButton
	}
	m.read(i.bot, &req)
	return req, nil
}

func (i *interaction) readPressed(req *commands.Request) error {
	b, d := i.pressed, &i.Data
	if (b.chosen != "") != (len(d.Values) == 1) {
		return errUnknownButton
	}
	req.Subject, req.Filled = b.subject, i.Type == discordgo.InteractionModalSubmit
	maps.Copy(req.Options, b.options)
	if c := commands.Find(b.command); c != nil {
		for option, id := range b.options {
			if o := c.Option(option); id != "" && o != nil && o.Kind == commands.Person {
				req.People[option] = commands.User{ID: id} // the name is unknown
			}
		}
	}
	var inputs []filledInput
	for _, part := range d.Inputs {
		inputs = append(inputs, part.Component)
	}
	if b.chosen != "" {
		option, _, _ := strings.Cut(b.chosen, menuNumber)
		inputs = []filledInput{{Type: d.Component, CustomID: option, Values: d.Values}}
	}
	for _, in := range inputs {
		value := strings.TrimSpace(strings.Join(append(in.Values, in.Value), " "))
		switch {
		case in.CustomID == "" || value == "":
		case in.Type == discordgo.UserSelectMenuComponent:
			if err := i.choosePerson(req, in.CustomID, value); err != nil {
				return err
			}
		default:
			req.Options[in.CustomID] = value
		}
	}
	return nil
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

func (i *interaction) readOptions(req *commands.Request) {
	for _, o := range i.Data.Options {
		switch value := o.Value.(type) {
		case bool:
			req.Options[o.Name] = strconv.FormatBool(value)
		case float64:
			req.Options[o.Name] = strconv.FormatFloat(value, 'f', -1, 64)
		case string:
			if o.Type != discordgo.ApplicationCommandOptionUser || i.choosePerson(req, o.Name, value) != nil {
				req.Options[o.Name] = value
			}
		}
	}
}

func (i *interaction) choosePerson(req *commands.Request, option, id string) error {
	known := &i.Data.Resolved
	if known.Users[id] == nil {
		return errUnknownButton
	}
	nick, absent := "", i.GuildID != ""
	if member := known.Members[id]; member != nil {
		nick, absent = member.Nick, lacks(member.Permissions, discordgo.PermissionViewChannel)
	}
	person := i.bot.user(known.Users[id], nick)
	person.Absent = absent && person.ID != match.BotID
	req.Options[option], req.People[option] = person.Name, person
	return nil
}

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

func (in *interactionEvent) focused() (option, typed string) {
	for _, o := range in.Data.Options {
		if o.Focused {
			typed, _ := o.Value.(string)
			return o.Name, typed
		}
	}
	return "", ""
}

func choices(offered []view.Choice) []*discordgo.ApplicationCommandOptionChoice {
	fitted := []*discordgo.ApplicationCommandOptionChoice{}
	for _, c := range offered {
		label := cut(strings.TrimSpace(c.Label), maxChoiceText)
		if label == "" || words.Length(c.Value) > maxChoiceText || len(fitted) == maxChoices {
			continue // shortened, it would be another value
		}
		fitted = append(fitted, &discordgo.ApplicationCommandOptionChoice{Name: label, Value: c.Value})
	}
	return fitted
}

const (
	maxChoices    = 25
	maxChoiceText = 100
)
