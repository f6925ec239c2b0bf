package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

type application struct {
	ID       string          `json:"id"`
	Key      string          `json:"verify_key"`
	Endpoint string          `json:"interactions_endpoint_url"` // that they are sent to; "" for none
	Bot      *discordgo.User `json:"bot"`
}

// introduce asks Discord for the application until it answers; nil if ctx ends first. An error is
// final.
func (b *bot) introduce(ctx context.Context) (app *application, err error) {
	err = b.untilDone(ctx, "Discord does not say who the bot is", maxBackoff, func() error {
		var told application
		err := b.rest.get(ctx, discordgo.EndpointAPI+"applications/@me", "", &told)
		if err == nil && (told.ID == "" || told.Bot == nil || told.Bot.ID == "") {
			err = errHalfEmpty
		}
		if err == nil {
			app = &told
			b.self.Store(app.Bot)
		}
		return err
	})
	return app, err
}

// untilDone repeats try until it succeeds or ctx ends, with pauses that double up to most. An error
// is final.
func (b *bot) untilDone(ctx context.Context, failed string, most time.Duration, try func() error) error {
	for wait := firstBackoff; ; wait = min(2*wait, most) {
		err := try()
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if final := fatalError(err); final != nil {
			return final
		}
		b.log.Error(failed, "err", withoutURL(err), "wait", wait)
		if pause(ctx, b.random.jitter(failed, wait)) != nil {
			return nil
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

func (b *bot) userID() string {
	if u := b.self.Load(); u != nil {
		return u.ID
	}
	return ""
}
