package bot

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// followUp writes a public message after the first answer. Discord has no nonce for these, so after
// an unclear failure the channel's messages are searched. i.answering must be held.
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

// whisper writes a private message after the first answer. It has no nonce and can't be searched
// for. So after an unclear failure it is sent again: a second one is better than none. i.answering
// must be held.
func (i *interaction) whisper(ctx context.Context, m message) error {
	if i.state == gone {
		return front.ErrGone
	}
	return i.goneIf(i.bot.rest.do(ctx, call{
		method: http.MethodPost, url: discordgo.EndpointWebhookToken(i.AppID, i.Token) + "?wait=true", body: m, files: m.files,
		route: "webhook", limits: i.limits, repeat: always,
	}))
}

// lost searches the channel for a public message of this interaction whose handle is unknown.
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
