package bot

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// application is what Discord tells of a bot's application.
type application struct {
	ID       string          `json:"id"`
	Key      string          `json:"verify_key"`                // that webhooks are signed for
	Endpoint string          `json:"interactions_endpoint_url"` // that they are sent to; "" for none
	Bot      *discordgo.User `json:"bot"`
}

// introduce asks Discord who the bot is, until it is told, and notes it; nil where ctx ends
// before. The error is one to give up with.
func (b *bot) introduce(ctx context.Context) (*application, error) {
	for wait := b.timing.backoff; ; wait = min(2*wait, b.timing.atMost) {
		var app application
		err := b.rest.do(ctx, call{
			method: http.MethodGet, url: discordgo.EndpointAPI + "applications/@me", route: "applications/@me", result: &app, repeat: always,
		})
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

// begin notes who the bot is, and looks at what lags. The first time that the application
// is known, it registers the commands and begins to say what is to be said, until ctx is
// done.
func (b *bot) begin(ctx context.Context, app *application) {
	b.self.Store(app.Bot)
	b.front.Wake() // what happened since the last session is not told
	if app.ID == "" {
		return
	}
	b.started.Do(func() {
		b.tasks.Go(func() { front.Guard(b.log, "registration", func() { b.register(ctx, app.ID) }) })
		b.tasks.Go(func() { b.front.Run(ctx) })
	})
}

// userID returns the id of the bot's own user, empty while it is unknown.
func (b *bot) userID() string {
	if u := b.self.Load(); u != nil {
		return u.ID
	}
	return ""
}
