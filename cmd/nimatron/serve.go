package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"nimatron/bot"
	"nimatron/bot/transport"
	"nimatron/docs"
	"nimatron/internal/metrics"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/storage"
	"nimatron/storage/sqlite"
)

type serveCommand struct{}

func (serveCommand) Help() string { return settingsHelp }

// Run serves until ctx ends. Then it finishes running work and closes the database, within ten
// seconds.
func (serveCommand) Run(ctx context.Context, p *program) (err error) {
	s, err := p.settings("")
	if err != nil {
		return err
	}
	if s.token == "" {
		return errors.New("DISCORD_TOKEN is not set: put your bot's token there, in the environment or in .env (README.md has the steps), or play here with: nimatron chat")
	}
	var key ed25519.PublicKey
	if s.publicKey != "" {
		if key, err = transport.ReadPublicKey(s.publicKey); err != nil {
			return fmt.Errorf("DISCORD_PUBLIC_KEY: %w", err)
		}
	}
	var shards transport.Shards
	switch {
	case s.shards != "" && s.http != "" && s.gateway != "on":
		return errors.New("NIMATRON_SHARDS is about the gateway, which is not used with NIMATRON_HTTP: leave one of them empty, or set NIMATRON_GATEWAY=on")
	case s.shards != "":
		if shards, err = transport.ReadShards(s.shards); err != nil {
			return fmt.Errorf("NIMATRON_SHARDS: %w", err)
		}
	}
	theme, err := picture.ThemeNamed(s.theme)
	if err != nil {
		return fmt.Errorf("NIMATRON_THEME: %w", err)
	}
	if err := s.checkPages(); err != nil {
		return err
	}
	if err := s.checkLive(); err != nil {
		return err
	}
	pages, err := docs.Handler(s.operator)
	if err != nil {
		return err
	}
	log := p.logger(slog.LevelInfo)
	release, err := s.db.claim(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()

	info, _ := buildInfo()
	m := metrics.New(info.Main.Version)
	b, err := openBackend(ctx, s.db, storage.Upgrade, log, m)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	b.service.UseTheme(theme)
	b.service.UsePages(s.termsURL, s.privacyURL)
	b.service.UsePage(s.pageURL)
	if s.metrics != "" {
		watched := metrics.Sources{Database: b.store, Front: match.DiscordFront, Ahead: b.clock.Ahead, Pages: pages}
		if !s.db.postgres() {
			watched.BackedUp = func() (time.Time, error) { return sqlite.BackedUp(string(s.db)) }
		}
		m.Watch(watched)
		stop, err := m.Serve(s.metrics, log)
		if err != nil {
			return err
		}
		defer stop()
	}
	if s.activity != "on" {
		s.clientSecret = ""
	}
	served, board, err := s.openLive(b, m, pages, log)
	if err != nil {
		return err
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go b.clock.Watch(watching, log)
	var webhooks net.Listener
	if s.http != "" {
		if webhooks, err = net.Listen("tcp", s.http); err != nil {
			return fmt.Errorf("NIMATRON_HTTP: %w", err)
		}
	}
	var leases match.Leases
	if s.db.postgres() { // SQLite has only one process
		leases = b.store
	}
	return bot.Run(ctx, bot.Config{
		Token: s.token, APIURL: s.apiURL, Webhooks: webhooks, Gateway: s.gateway == "on", PublicKey: key, Pages: served, Shards: shards, Leases: leases,
		Live: board, Secret: s.clientSecret,
		Service: &observed{Service: b.service, log: log, metrics: m}, Outbox: b.store, Log: log, Metrics: m,
	})
}
