package bot

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"
	quick "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/front"
	"nimatron/match"
)

func (b *bot) Receive(e transport.Event) {
	front.Guard(b.log, e.Type, func() {
		switch e.Type {
		case transport.InteractionCreate:
			in, err := readInteraction(e.Data)
			in.Origin = e.Origin
			b.onInteraction(in, err)
		case "MESSAGE_CREATE":
			m, err := readMessage(e.Data)
			if err != nil {
				b.log.Warn("a message can't be read", "err", err)
				return
			}
			b.onMessage(m, e.Origin)
		case "CHANNEL_DELETE", "THREAD_DELETE", "GUILD_DELETE":
			b.onGone(e)
		default:
			b.log.Debug("an event that is not for the bot", "event", e.Type)
		}
	})
}

type place struct {
	ID          string `json:"id"`
	GuildID     string `json:"guild_id"`
	Unavailable bool   `json:"unavailable"` // a server that Discord can't reach, which comes back
}

// onGone ends what lives in a channel, a thread or a server that is gone. Threads go with their channel,
// without an event of their own.
func (b *bot) onGone(e transport.Event) {
	var p place
	switch err := json.Unmarshal(e.Data, &p); {
	case err != nil || p.ID == "":
		b.log.Warn("an event can't be read", "event", e.Type, "err", err)
	case e.Type != "GUILD_DELETE":
		b.front.Gone(match.Held{Channel: p.ID, Server: p.GuildID}, e.Type == "CHANNEL_DELETE")
	case !p.Unavailable:
		b.front.Gone(match.Held{Server: p.ID}, false)
	}
}

var errHalfEmpty = errors.New("something is missing in it")

// messageEvent is the part of a message that is used. Other parts may be of kinds that discordgo
// does not know, for which it refuses the whole message.
type messageEvent struct {
	ID        string                `json:"id"`
	ChannelID string                `json:"channel_id"`
	GuildID   string                `json:"guild_id"`
	Type      discordgo.MessageType `json:"type"`
	Content   string                `json:"content"`
	WebhookID string                `json:"webhook_id"`
	Author    *discordgo.User       `json:"author"`
	Mentions  []*discordgo.User     `json:"mentions"`
	Member    struct {
		Nick string `json:"nick"`
	} `json:"member"`
}

func readMessage(data []byte) (*messageEvent, error) {
	var m messageEvent
	if err := decode(data, &m); err != nil {
		return nil, err
	}
	if m.ID == "" || m.ChannelID == "" || m.Author == nil || m.Author.ID == "" {
		return nil, errHalfEmpty
	}
	return &m, nil
}

type interactionEvent struct {
	ID        string                    `json:"id"`
	AppID     string                    `json:"application_id"`
	Type      discordgo.InteractionType `json:"type"`
	Token     string                    `json:"token"`
	GuildID   string                    `json:"guild_id"`
	ChannelID string                    `json:"channel_id"`
	Data      interactionData           `json:"data"`
	User      *discordgo.User           `json:"user"`
	Member    *struct {
		Nick        string          `json:"nick"`
		User        *discordgo.User `json:"user"`
		Permissions string          `json:"permissions"`
		Roles       []string        `json:"roles"`
	} `json:"member"`
	Channel struct {
		Type   discordgo.ChannelType `json:"type"`
		Parent string                `json:"parent_id"`
		Last   string                `json:"last_message_id"`
	} `json:"channel"`
	Message *shownMessage                                   `json:"message"`
	Context discordgo.InteractionContextType                `json:"context"`
	Owners  map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`

	Permissions appPermissions `json:"app_permissions"`

	transport.Origin `json:"-"`
	command          string
	entry            *contextEntry // of a context menu; nil for none
	pressed          button
}

type interactionData struct {
	Name      string                                               `json:"name"`
	Kind      discordgo.ApplicationCommandType                     `json:"type"`
	Options   []*discordgo.ApplicationCommandInteractionDataOption `json:"options"`
	Target    string                                               `json:"target_id"`
	CustomID  string                                               `json:"custom_id"`
	Component discordgo.ComponentType                              `json:"component_type"` // button or menu
	Values    []string                                             `json:"values"`
	Inputs    []struct {
		Component filledInput `json:"component"`
	} `json:"components"`
	Resolved struct {
		Users   map[string]*discordgo.User `json:"users"`
		Members map[string]*struct {
			Nick        string `json:"nick"`
			Permissions string `json:"permissions"`
		} `json:"members"`
		Messages map[string]*written `json:"messages"`
	} `json:"resolved"`
}

type filledInput struct {
	Type     discordgo.ComponentType `json:"type"`
	CustomID string                  `json:"custom_id"`
	Value    string                  `json:"value"`
	Values   []string                `json:"values"`
}

type shownMessage struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// readInteraction parses an interaction. With an error it returns the part that it could parse,
// which may be enough for an answer.
func readInteraction(data []byte) (*interactionEvent, error) {
	in := &interactionEvent{}
	return in, in.check(decode(data, in))
}

// decode parses an event. After an error the parts that could be parsed are set: encoding/json goes on behind a part
// of another kind, where the quick decoder stops.
func decode[T any](data []byte, into *T) error {
	if quick.Unmarshal(data, into, jsontext.AllowDuplicateNames(true)) == nil {
		return nil
	}
	*into = *new(T)
	return json.Unmarshal(data, into)
}

// check returns why an interaction can't be carried out; err is the error of parsing it.
func (in *interactionEvent) check(err error) error {
	if err != nil {
		in.Data = interactionData{}
		return err
	}
	if who := in.user(); in.ID == "" || in.Token == "" || in.ChannelID == "" || who == nil || who.ID == "" {
		return errHalfEmpty
	}
	if err = in.readCommand(); err != nil {
		in.Data, in.command = interactionData{}, ""
	}
	return err
}

func (in *interactionEvent) readCommand() error {
	d := &in.Data
	switch in.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		if d.Kind == entryPoint {
			in.command = commands.TouchName
			return nil
		}
		if d.Kind > discordgo.ChatApplicationCommand {
			at := slices.IndexFunc(contextMenu, func(e contextEntry) bool { return e.name == d.Name && e.kind == d.Kind })
			if at < 0 {
				return errors.New("a command of an unknown kind")
			}
			in.entry, in.command = &contextMenu[at], contextMenu[at].Command
			return nil
		}
		d.flatten()
		if in.command = d.Name; d.Name == "" || slices.Contains(d.Options, nil) {
			return errHalfEmpty
		}
		return nil
	case discordgo.InteractionMessageComponent:
		isMenu := slices.Contains([]discordgo.ComponentType{discordgo.SelectMenuComponent, discordgo.UserSelectMenuComponent, discordgo.RoleSelectMenuComponent}, d.Component)
		if d.Component != discordgo.ButtonComponent && !(isMenu && len(d.Values) == 1) {
			return errors.New("a component of an unknown type")
		}
	case discordgo.InteractionModalSubmit:
	default:
		return errors.New("an interaction of an unknown type")
	}
	if b, ok := readCustomID(d.CustomID); ok {
		in.pressed, in.command = b, b.command
	}
	return nil
}

func (in *interactionEvent) user() *discordgo.User {
	if in.Member != nil {
		return in.Member.User
	}
	return in.User
}

func (in *interactionEvent) parent() string {
	if isThread(in.Channel.Type) { // other channels have a category as their parent
		return in.Channel.Parent
	}
	return ""
}

func (in *interactionEvent) may(permission int64) bool {
	return in.Member != nil && permissions(in.Member.Permissions, in.Channel.Type)&permission != 0
}

const useExternalApps = 1 << 50

func lacks(said string, permission int64) bool {
	bits, err := strconv.ParseInt(said, 10, 64)
	return err == nil && bits&(permission|discordgo.PermissionAdministrator) == 0
}

func (in *interactionEvent) muted() bool {
	return in.Member != nil && !in.may(discordgo.PermissionSendMessages)
}

// permissions reduces a person's permissions to those used here: to write in the channel, to manage
// it, and to manage the server. Threads have separate permission bits. If Discord sends no
// permissions, writing is allowed.
func permissions(said string, where discordgo.ChannelType) (here int64) {
	bits, err := strconv.ParseInt(said, 10, 64)
	if err != nil {
		return discordgo.PermissionSendMessages
	}
	if bits&discordgo.PermissionAdministrator != 0 {
		bits = -1
	}
	write, manage := int64(discordgo.PermissionSendMessages), int64(discordgo.PermissionManageChannels)
	if isThread(where) {
		write, manage = discordgo.PermissionSendMessagesInThreads, manage|discordgo.PermissionManageThreads
	}
	if bits&write != 0 {
		here = discordgo.PermissionSendMessages
	}
	if bits&manage != 0 {
		here |= discordgo.PermissionManageChannels
	}
	return here | bits&discordgo.PermissionManageGuild
}

func isThread(t discordgo.ChannelType) bool {
	switch t {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// flatten names a subcommand in full, such as "tournament create", with its own options. Discord
// sends it as the only option of its command.
func (d *interactionData) flatten() {
	for len(d.Options) == 1 && d.Options[0] != nil {
		switch sub := d.Options[0]; sub.Type {
		case discordgo.ApplicationCommandOptionSubCommand, discordgo.ApplicationCommandOptionSubCommandGroup:
			d.Name, d.Options = d.Name+" "+sub.Name, sub.Options
		default:
			return
		}
	}
}
