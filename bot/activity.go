package bot

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/live"
)

const respondLaunch = 12

func (b *bot) Application() string { return b.client.ApplicationID() }

// Identify does not keep the access token.
func (b *bot) Identify(ctx context.Context, code string) (commands.User, error) {
	client := base64.StdEncoding.EncodeToString([]byte(b.Application() + ":" + b.secret))
	var token struct {
		Access string `json:"access_token"`
	}
	var who discordgo.User
	err := b.oauth(ctx, http.MethodPost, "oauth2/token", "Basic "+client, url.Values{"grant_type": {"authorization_code"}, "code": {code}}, &token)
	if err == nil {
		err = b.oauth(ctx, http.MethodGet, "users/@me", "Bearer "+token.Access, nil, &who)
	}
	return b.user(&who, ""), err
}

func (b *bot) Instance(ctx context.Context, id string) (channel string, people []string, err error) {
	var in struct {
		Location struct {
			Channel string `json:"channel_id"`
		} `json:"location"`
		Users []string `json:"users"`
	}
	address := discordgo.EndpointAPI + "applications/" + b.Application() + "/activity-instances/"
	err = b.client.Get(ctx, address, url.PathEscape(id), &in)
	return in.Location.Channel, in.Users, refusedByDiscord(err)
}

func (b *bot) oauth(ctx context.Context, method, path, authorization string, body, result any) error {
	return refusedByDiscord(b.client.Do(ctx, transport.Call{
		Method: method, URL: discordgo.EndpointAPI + path, Body: body, Result: result, Authorization: authorization,
		Route: path, Limits: transport.NewBuckets(), Repeat: transport.IfRefused,
	}))
}

func refusedByDiscord(err error) error {
	if transport.Declined(err) && !transport.HasStatus(err, http.StatusTooManyRequests) {
		return fmt.Errorf("%w: %w", live.ErrRefused, err)
	}
	return err
}

func (i *interaction) Launch(ctx context.Context) error {
	i.answering.Lock()
	defer i.answering.Unlock()
	if i.bot.secret == "" || !i.first() {
		return errors.ErrUnsupported
	}
	_, err := i.respond(ctx, respondLaunch, nil)
	if transport.HasStatus(err, http.StatusBadRequest) { // Activities are switched off at Discord
		i.bot.log.Warn("Discord opens no Activity: tick Enable Activities in the Developer Portal, or unset NIMATRON_ACTIVITY", "err", err)
		return errors.ErrUnsupported
	}
	return i.markAnswered(err)
}
