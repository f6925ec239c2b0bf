package transport

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"
)

type application struct {
	ID       string          `json:"id"`
	Key      string          `json:"verify_key"`
	Endpoint string          `json:"interactions_endpoint_url"` // that they are sent to; "" for none
	Bot      *discordgo.User `json:"bot"`
}

// introduce asks Discord for the application until it answers; nil if ctx ends first. An error is
// final.
func (c *Client) introduce(ctx context.Context) (app *application, err error) {
	err = c.UntilDone(ctx, "Discord does not say who the bot is", maxBackoff, func() error {
		var told application
		err := c.Get(ctx, discordgo.EndpointAPI+"applications/@me", "", &told)
		if err == nil && (told.ID == "" || told.Bot == nil || told.Bot.ID == "") {
			err = errors.New("the application has no id")
		}
		if err == nil {
			app = &told
			c.Receiver.Named(app.Bot.ID)
		}
		return err
	})
	return app, err
}

// UntilDone repeats try until it succeeds or ctx ends, with pauses that double up to most. An error
// is final.
func (c *Client) UntilDone(ctx context.Context, failed string, most time.Duration, try func() error) error {
	for wait := firstBackoff; ; wait = min(2*wait, most) {
		err := try()
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if final := fatalError(err); final != nil {
			return final
		}
		c.Log.Error(failed, "err", withoutURL(err), "wait", wait)
		if pause(ctx, c.Random.jitter(failed, wait)) != nil {
			return nil
		}
	}
}

func (c *Client) begin(ctx context.Context, app *application) {
	c.Receiver.Named(app.Bot.ID)
	if app.ID != "" {
		c.app.Store(app)
	}
	c.Receiver.Begin(ctx, app.ID)
}

// ApplicationID returns the application, "" before a session or webhooks began.
func (c *Client) ApplicationID() string {
	if app := c.app.Load(); app != nil {
		return app.ID
	}
	return ""
}
