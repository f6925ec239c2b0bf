package bot

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// receive takes in an event. It is called by the goroutine that reads the
// gateway, in order, so nothing here may wait. The data is gone afterwards.
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

// readMessage reads what is needed of a message. What else is in it, such as the
// components of the one that it replies to, may be of kinds that discordgo does
// not know and then refuses together with all the rest.
func readMessage(data []byte) (*discordgo.Message, error) {
	var v struct {
		ID        string                `json:"id"`
		ChannelID string                `json:"channel_id"`
		GuildID   string                `json:"guild_id"`
		Type      discordgo.MessageType `json:"type"`
		Content   string                `json:"content"`
		WebhookID string                `json:"webhook_id"`
		Author    *discordgo.User       `json:"author"`
		Mentions  []*discordgo.User     `json:"mentions"`
		Member    *struct {
			Nick string `json:"nick"`
		} `json:"member"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	if v.ID == "" || v.ChannelID == "" || v.Author == nil || v.Author.ID == "" {
		return nil, errHalfEmpty
	}
	m := &discordgo.Message{
		ID: v.ID, ChannelID: v.ChannelID, GuildID: v.GuildID, Type: v.Type, Content: v.Content, WebhookID: v.WebhookID,
		Author: v.Author,
	}
	for _, u := range v.Mentions {
		if u != nil {
			m.Mentions = append(m.Mentions, u)
		}
	}
	if v.Member != nil {
		m.Member = &discordgo.Member{Nick: v.Member.Nick}
	}
	return m, nil
}

// arrival is an interaction as it arrives.
type arrival struct {
	*discordgo.Interaction
	parent   string // the channel that the interaction's is a thread of; "" for none
	replayed bool   // by a session that is being resumed
}

// readInteraction reads what is needed of an interaction. With an error it
// returns what it could read, which may suffice for an answer.
func readInteraction(data []byte) (arrival, error) {
	var v struct {
		ID        string                    `json:"id"`
		AppID     string                    `json:"application_id"`
		Type      discordgo.InteractionType `json:"type"`
		Token     string                    `json:"token"`
		GuildID   string                    `json:"guild_id"`
		ChannelID string                    `json:"channel_id"`
		Data      json.RawMessage           `json:"data"`
		User      *discordgo.User           `json:"user"`
		Member    *struct {
			Nick        string          `json:"nick"`
			User        *discordgo.User `json:"user"`
			Permissions string          `json:"permissions"`
		} `json:"member"`
		Channel struct {
			Type   discordgo.ChannelType `json:"type"`
			Parent string                `json:"parent_id"`
		} `json:"channel"`
		Message *struct {
			ID    string                 `json:"id"`
			Flags discordgo.MessageFlags `json:"flags"`
		} `json:"message"`
		Context discordgo.InteractionContextType                `json:"context"`
		Owners  map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
	}
	err := json.Unmarshal(data, &v)
	in := arrival{Interaction: &discordgo.Interaction{
		ID: v.ID, AppID: v.AppID, Type: v.Type, Token: v.Token, GuildID: v.GuildID, ChannelID: v.ChannelID,
		User: v.User, Context: v.Context, AuthorizingIntegrationOwners: v.Owners,
	}}
	if isThread(v.Channel.Type) { // of others it is the category
		in.parent = v.Channel.Parent
	}
	who := v.User
	if v.Member != nil {
		in.Member = &discordgo.Member{Nick: v.Member.Nick, User: v.Member.User, Permissions: permissions(v.Member.Permissions, v.Channel.Type)}
		who = v.Member.User
	}
	if v.Message != nil {
		in.Message = &discordgo.Message{ID: v.Message.ID, Flags: v.Message.Flags}
	}
	if err != nil {
		return in, err
	}
	if in.ID == "" || in.Token == "" || in.ChannelID == "" || who == nil || who.ID == "" {
		return in, errHalfEmpty
	}
	in.Data, err = readInteractionData(in.Type, v.Data)
	return in, err
}

// permissions returns those of somebody's permissions that matter here, for the place that an
// interaction comes from: to write there, to manage it, and to manage the server. In a thread
// other bits say so than in its channel. Discord does not say everywhere what people may do;
// then writing counts as allowed.
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

// isThread reports whether a channel is a thread of another.
func isThread(t discordgo.ChannelType) bool {
	switch t {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// readInteractionData reads the part of an interaction that depends on its type.
func readInteractionData(kind discordgo.InteractionType, data []byte) (discordgo.InteractionData, error) {
	switch kind {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		var d discordgo.ApplicationCommandInteractionData
		if err := json.Unmarshal(data, &d); err != nil {
			return nil, err
		}
		for _, o := range d.Options {
			if o == nil {
				return nil, errHalfEmpty
			}
		}
		if d.Name == "" || d.CommandType > discordgo.ChatApplicationCommand {
			return nil, errors.New("a command of an unknown kind")
		}
		return d, nil
	case discordgo.InteractionMessageComponent:
		var d discordgo.MessageComponentInteractionData
		if err := json.Unmarshal(data, &d); err != nil {
			return nil, err
		}
		isMenu := d.ComponentType == discordgo.SelectMenuComponent && len(d.Values) == 1
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
