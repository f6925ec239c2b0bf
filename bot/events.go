package bot

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// receive handles an event. The gateway's reader calls it in order, so it must not block. The data
// is reused afterwards.
func (b *bot) receive(event string, data []byte, replayed bool) {
	front.Guard(b.log, event, func() {
		switch event {
		case "INTERACTION_CREATE":
			in, err := readInteraction(data)
			in.replayed = replayed
			b.onInteraction(in, err)
		case "MESSAGE_CREATE":
			m, err := readMessage(data)
			if err != nil {
				b.log.Warn("a message can't be read", "err", err)
				return
			}
			b.onMessage(m, replayed)
		default:
			b.log.Debug("an event that is not for the bot", "event", event)
		}
	})
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
	Mentions  []*discordgo.User     `json:"mentions"` // may contain nil
	Member    struct {
		Nick string `json:"nick"`
	} `json:"member"`
}

func readMessage(data []byte) (*messageEvent, error) {
	var m messageEvent
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	if m.ID == "" || m.ChannelID == "" || m.Author == nil || m.Author.ID == "" {
		return nil, errHalfEmpty
	}
	return &m, nil
}

// interactionEvent is the part of an interaction that is used.
type interactionEvent struct {
	ID        string                    `json:"id"`
	AppID     string                    `json:"application_id"`
	Type      discordgo.InteractionType `json:"type"`
	Token     string                    `json:"token"`
	GuildID   string                    `json:"guild_id"`
	ChannelID string                    `json:"channel_id"`
	Raw       json.RawMessage           `json:"data"` // parsed into Data
	Data      any                       `json:"-"`
	User      *discordgo.User           `json:"user"` // outside servers
	Member    *struct {
		Nick        string          `json:"nick"`
		User        *discordgo.User `json:"user"`
		Permissions string          `json:"permissions"`
		Roles       []string        `json:"roles"`
	} `json:"member"`
	Channel struct {
		Type   discordgo.ChannelType `json:"type"`
		Parent string                `json:"parent_id"`
	} `json:"channel"`
	Message *shownMessage                                   `json:"message"` // with the pressed button
	Context discordgo.InteractionContextType                `json:"context"`
	Owners  map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`

	replayed bool // while its session is resumed
}

type shownMessage struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// readInteraction parses an interaction. With an error it returns the part that it could parse,
// which may be enough for an answer.
func readInteraction(data []byte) (*interactionEvent, error) {
	in := &interactionEvent{}
	if err := json.Unmarshal(data, in); err != nil {
		return in, err
	}
	if who := in.user(); in.ID == "" || in.Token == "" || in.ChannelID == "" || who == nil || who.ID == "" {
		return in, errHalfEmpty
	}
	var err error
	in.Data, err = readInteractionData(in.Type, in.Raw)
	in.Raw = nil
	return in, err
}

// user returns the speaker, or nil if Discord does not name one.
func (in *interactionEvent) user() *discordgo.User {
	if in.Member != nil {
		return in.Member.User
	}
	return in.User
}

// parent returns the channel of a thread; "" for no thread.
func (in *interactionEvent) parent() string {
	if isThread(in.Channel.Type) { // other channels have a category as their parent
		return in.Channel.Parent
	}
	return ""
}

// may reports whether the speaker is known to have a permission in the channel.
func (in *interactionEvent) may(permission int64) bool {
	return in.Member != nil && permissions(in.Member.Permissions, in.Channel.Type)&permission != 0
}

// muted reports whether the speaker may not write in the channel.
func (in *interactionEvent) muted() bool {
	return in.Member != nil && !in.may(discordgo.PermissionSendMessages)
}

// permissions reduces a person's permissions to those used here: to write in the channel, to manage
// it, and to manage the server. Threads have permission bits of their own. If Discord names no
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
func flatten(d *discordgo.ApplicationCommandInteractionData) {
	for len(d.Options) == 1 && d.Options[0] != nil {
		switch sub := d.Options[0]; sub.Type {
		case discordgo.ApplicationCommandOptionSubCommand, discordgo.ApplicationCommandOptionSubCommandGroup:
			d.Name, d.Options = d.Name+" "+sub.Name, sub.Options
		default:
			return
		}
	}
}

func readInteractionData(kind discordgo.InteractionType, data []byte) (any, error) {
	switch kind {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		var which struct {
			Type discordgo.ApplicationCommandType `json:"type"`
		}
		if err := json.Unmarshal(data, &which); err != nil {
			return nil, err
		}
		if which.Type > discordgo.ChatApplicationCommand {
			return readOnTarget(data)
		}
		var d discordgo.ApplicationCommandInteractionData
		if err := json.Unmarshal(data, &d); err != nil {
			return nil, err
		}
		flatten(&d)
		if slices.Contains(d.Options, nil) {
			return nil, errHalfEmpty
		}
		if d.Name == "" {
			return nil, errors.New("a command without a name")
		}
		return d, nil
	case discordgo.InteractionMessageComponent:
		var d discordgo.MessageComponentInteractionData
		if err := json.Unmarshal(data, &d); err != nil {
			return nil, err
		}
		isMenu := (d.ComponentType == discordgo.SelectMenuComponent || d.ComponentType == discordgo.UserSelectMenuComponent || d.ComponentType == discordgo.RoleSelectMenuComponent) && len(d.Values) == 1
		if d.ComponentType != discordgo.ButtonComponent && !isMenu {
			return nil, errors.New("a component of an unknown type")
		}
		return d, nil
	case discordgo.InteractionModalSubmit:
		return readFormData(data)
	default:
		return nil, errors.New("an interaction of an unknown type")
	}
}
