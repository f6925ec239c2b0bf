package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// application is what Discord says about the bot's application.
type application struct {
	ID       string          `json:"id"`
	Key      string          `json:"verify_key"`                // signs webhooks
	Endpoint string          `json:"interactions_endpoint_url"` // that they are sent to; "" for none
	Bot      *discordgo.User `json:"bot"`
}

// introduce asks Discord for the application until it answers; nil if ctx ends first. An error is
// final.
func (b *bot) introduce(ctx context.Context) (*application, error) {
	for wait := firstBackoff; ; wait = min(2*wait, maxBackoff) {
		var app application
		err := b.rest.get(ctx, discordgo.EndpointAPI+"applications/@me", "", &app)
		if err == nil && app.ID != "" && app.Bot != nil && app.Bot.ID != "" {
			b.self.Store(app.Bot)
			return &app, nil
		}
		if final := fatalError(err); final != nil {
			return nil, final
		}
		if ctx.Err() == nil {
			b.log.Error("Discord does not say who the bot is", "err", err)
		}
		if pause(ctx, b.random.jitter("introduce", wait)) != nil {
			return nil, nil
		}
	}
}

// begin records the bot's user and wakes the front. The first time that the application is known,
// it registers the commands and starts front.Run.
func (b *bot) begin(ctx context.Context, app *application) {
	b.self.Store(app.Bot)
	if app.ID != "" {
		b.app.Store(app)
	}
	b.front.Wake() // Discord does not report what happened between sessions
	if app.ID == "" {
		return
	}
	b.started.Do(func() {
		b.tasks.Go(func() { front.Guard(b.log, "registration", func() { b.register(ctx, app.ID) }) })
		b.tasks.Go(func() { b.front.Run(ctx) })
	})
}

// userID returns the id of the bot's own user, or "" until it is known.
func (b *bot) userID() string {
	if u := b.self.Load(); u != nil {
		return u.ID
	}
	return ""
}
