package main

import (
	"context"
	"errors"
	"log/slog"

	"nimatron/bot"
)

// serveCommand connects to Discord.
type serveCommand struct{}

// Help is printed below the summary by --help.
func (serveCommand) Help() string { return settingsHelp }

// Run stays until ctx ends.
func (serveCommand) Run(ctx context.Context, p *program) error {
	s, err := p.settings()
	if err != nil {
		return err
	}
	if s.token == "" {
		return errors.New("DISCORD_TOKEN is not set: put your bot's token there, in the environment or in .env (README.md has the steps), or play here with: nimatron chat")
	}
	log := p.logger(slog.LevelInfo)
	b, err := openBackend(ctx, s.db, log)
	if err != nil {
		return err
	}
	err = bot.Run(ctx, bot.Config{Token: s.token, APIURL: s.apiURL, Service: b.service, Outbox: b.store, Log: log})
	return errors.Join(err, b.Close())
}
