package main

import (
	"context"
	"errors"
	"log/slog"
	"os"

	"golang.org/x/term"

	"nimatron/chat"
	"nimatron/storage"
)

type chatCommand struct {
	DB      string `name:"db" placeholder:"DATABASE" help:"A SQLite file or postgres://… (default: ${db}; environment: NIMATRON_DB)."`
	As      string `placeholder:"NAME" help:"Who speaks in lines without \"name:\" (default: guest)."`
	Channel string `placeholder:"NAME" help:"Where to begin (default: lobby)."`
}

func (c chatCommand) Run(ctx context.Context, p *program) error {
	s, err := p.settings(c.DB)
	if err != nil {
		return err
	}
	first := s.db.exists() != nil
	// Lower log levels would disturb the chat.
	log := p.logger(slog.LevelWarn)
	b, err := openBackend(ctx, s.db, storage.Upgrade, log, nil)
	if err != nil {
		return err
	}
	b.service.UsePages("docs/terms.md", "docs/privacy.md")
	noColor, _ := p.lookup("NO_COLOR")
	err = chat.Run(ctx, chat.Config{
		Service:  b.service,
		Outbox:   b.store,
		Log:      log,
		In:       p.stdin,
		Out:      p.stdout,
		As:       c.As,
		Channel:  c.Channel,
		Terminal: isTerminal(p.stdin) && isTerminal(p.stdout),
		NoColor:  noColor != "",
		FirstRun: first,
	})
	var bad *chat.BadName
	if errors.As(err, &bad) {
		err = &usageError{bad.Reason}
	}
	return errors.Join(err, b.Close())
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
