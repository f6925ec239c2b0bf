package bot

import (
	"context"

	"nimatron/commands"
	"nimatron/live"
)

// Application implements live.Platform.
func (b *bot) Application() string {
	if app := b.app.Load(); app != nil {
		return app.ID
	}
	return ""
}

// Identify implements live.Platform.
func (b *bot) Identify(ctx context.Context, code string) (commands.User, error) {
	return commands.User{}, live.ErrRefused
}

// Instance implements live.Platform.
func (b *bot) Instance(ctx context.Context, id string) (channel string, people []string, err error) {
	return "", nil, live.ErrRefused
}
