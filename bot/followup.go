package bot

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// followUp writes a message behind the first answer, for everybody. For these
// Discord has no nonce: where it is not known whether one was made, the channel
// tells. i.answering must be held.
func (i *interaction) followUp(ctx context.Context, m message) (handle string, err error) {
	const path = "?wait=true"
	if i.AnswerOnly() {
		return i.webhook(ctx, http.MethodPost, path, m)
	}
	for try := 0; ; try++ {
		handle, err = i.webhookRepeated(ctx, http.MethodPost, path, m, never)
		var refused *refusal
		if handle != "" || errors.Is(err, front.ErrGone) || errors.Is(err, errNoTime) || errors.As(err, &refused) && refused.status < 500 {
			return handle, err
		}
		failed := err
		if err := pause(ctx, i.bot.random.jitter("look for the answer to "+i.ID, min(firstRetry<<min(try, 10), lastRetry))); err != nil {
			return "", errors.Join(failed, err)
		}
		handle, err = i.lost(ctx)
		if handle != "" || err != nil || failed == nil {
			return handle, err
		}
	}
}

// whisper writes a message behind the first answer, for the user alone. It has no nonce,
// and is not in the channel to be found. So where it is not known whether it was made it
// is made again: one too many, that nobody else sees, is better than none. i.answering must be
// held.
func (i *interaction) whisper(ctx context.Context, m message) error {
	if i.state == gone {
		return front.ErrGone
	}
	return i.goneIf(i.bot.rest.do(ctx, call{
		method: http.MethodPost, url: discordgo.EndpointWebhookToken(i.AppID, i.Token) + "?wait=true", body: m, files: m.files,
		route: "webhook", limits: i.limits, repeat: always,
	}))
}

// lost looks for a message of the interaction that everybody sees and whose
// handle is not known.
func (i *interaction) lost(ctx context.Context) (handle string, err error) {
	var list []struct {
		created
		Interaction struct {
			ID string `json:"id"`
		} `json:"interaction_metadata"`
	}
	route := discordgo.EndpointChannelMessages(i.ChannelID)
	err = i.bot.rest.do(ctx, call{
		method: http.MethodGet, url: route + "?limit=100&after=" + i.ID, result: &list, route: "GET " + route, repeat: always,
	})
	for _, m := range list {
		if h := m.handle(); m.Interaction.ID == i.ID && !slices.Contains(i.made, h) {
			return h, nil
		}
	}
	return "", err
}
