package bot

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/front"
)

const newMessage = "?wait=true"

// followUp writes a public message after the first answer. Discord has no nonce for these, so after
// an unclear failure the channel's messages are searched. i.answering must be held.
func (i *interaction) followUp(ctx context.Context, m *message) (handle string, err error) {
	if i.AnswerOnly() {
		return i.webhookMessage(ctx, http.MethodPost, newMessage, m, transport.IfRefused) // the channel can't be searched
	}
	for try := 0; ; try++ {
		handle, err = i.webhookMessage(ctx, http.MethodPost, newMessage, m, transport.Never)
		if handle != "" || errors.Is(err, front.ErrGone) || errors.Is(err, transport.ErrNoTime) || transport.Declined(err) {
			return handle, err
		}
		failed := err
		for since, look := time.Now(), try; ; look++ {
			if err := i.bot.client.Wait(ctx, "look for the answer to "+i.ID, min(look, 3)); err != nil {
				return "", errors.Join(failed, err)
			}
			handle, err = i.lost(ctx)
			if transport.Declined(err) { // the channel can't be searched, perhaps for a while
				return "", errors.Join(failed, err)
			}
			if handle != "" || err != nil || failed == nil {
				return handle, err
			}
			if !errors.Is(failed, context.DeadlineExceeded) || time.Since(since) > heldWithin/2 { // a minute is all there is
				break
			}
		}
	}
}

// whisper writes a private message after the first answer. It has no nonce and can't be searched
// for, so after an unclear failure it is sent again: two are better than none. Without a result, an
// answer that breaks off means success. i.answering must be held.
func (i *interaction) whisper(ctx context.Context, m *message) error {
	return i.webhook(ctx, http.MethodPost, newMessage, m, nil, transport.Always)
}

// lost searches the channel for a public message of this interaction whose handle is unknown.
func (i *interaction) lost(ctx context.Context) (handle string, err error) {
	list, err := i.bot.messagesSince(ctx, i.ChannelID, i.ID)
	for _, m := range list {
		if h := m.handle(); m.Interaction.ID == i.ID && !slices.Contains(i.made, h) {
			return h, nil
		}
	}
	return "", err
}

type postedMessage struct {
	created
	Author      discordgo.User `json:"author"`
	Interaction struct {
		ID string `json:"id"`
	} `json:"interaction_metadata"`
	Reference struct {
		Message string `json:"message_id"`
	} `json:"message_reference"`
}

func (b *bot) messagesSince(ctx context.Context, channel, id string) (list []postedMessage, err error) {
	err = b.client.Get(ctx, discordgo.EndpointChannelMessages(channel), "?limit=100&after="+id, &list)
	return list, err
}
