//go:build unix

package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot"
	"nimatron/commands"
	"nimatron/front"
	"nimatron/internal/collector"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/postgres"
	"nimatron/storage/sqlite"
)

// Kinds of bots.
const (
	constantBot = "constant" // uses discordgo and answers everything with one text
	gatewayBot  = "by gateway"
	webhookBot  = "by webhook"
)

// secret is the token of all bots.
const secret = "a-token-for-benchmarks"

// runBot runs a bot until ctx is done. It calls begin when the bot takes requests.
func runBot(ctx context.Context, w work, begin func(hello)) error {
	if w.Bot == constantBot {
		begin(hello{})
		return runConstant(ctx, w.URL)
	}
	collector.Set()
	store, err := openStore(ctx, w.Database)
	if err != nil {
		return err
	}
	defer store.Close()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	often := front.Rate{AtOnce: 1_000_000, PerSecond: 1_000_000} // the simulated people tap faster than any person
	c := bot.Config{
		Token: secret, APIURL: w.URL, Service: commands.New(referee.New(store, &solver.Solver{}, referee.Options{}), store, log),
		Outbox: store, Log: log, Limits: front.Limits{Requests: often, Completions: often},
	}
	if postgres.Is(w.Database) {
		c.Leases = store
	}
	var h hello
	if w.Bot == webhookBot {
		if c.Webhooks, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return err
		}
		h.Address = "http://" + c.Webhooks.Addr().String()
	}
	begin(h)
	return bot.Run(ctx, c)
}

func openStore(ctx context.Context, database string) (storage.Store, error) {
	if postgres.Is(database) {
		return postgres.Open(ctx, database)
	}
	return sqlite.Open(ctx, database)
}

// runConstant runs the smallest possible bot on discordgo.
func runConstant(ctx context.Context, discord string) error {
	to, err := url.Parse(discord)
	if err != nil {
		return err
	}
	discordgo.APIVersion = "10" // for the gateway; redirect does it for calls
	s, err := discordgo.New("Bot " + secret)
	if err != nil {
		return err
	}
	s.Client = &http.Client{Transport: redirect{to, &http.Transport{MaxIdleConnsPerHost: 32}}}
	s.Identify.Compress = false // faster without
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		answer := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &discordgo.InteractionResponseData{
			Content: "`L-1`", Embeds: []*discordgo.MessageEmbed{}, // else discordgo writes null
		}}
		if i.Type == discordgo.InteractionMessageComponent {
			answer.Type = discordgo.InteractionResponseUpdateMessage
		}
		if i.Type == discordgo.InteractionMessageComponent || i.ApplicationCommandData().Name == "challenge" { // gets buttons to tap
			answer.Data.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "L-1", CustomID: "L-1"}}}}
		}
		_ = s.InteractionRespond(i.Interaction, answer)
	})
	if err := s.Open(); err != nil {
		return err
	}
	commands := []command{commandOf("challenge", "game", "position", "first", "level"), commandOf("help")}
	address := discordgo.EndpointApplicationGlobalCommands(s.State.Application.ID)
	if _, err := s.RequestWithBucketID(http.MethodPut, address, commands, address); err != nil {
		return errors.Join(err, s.Close())
	}
	<-ctx.Done()
	return s.Close()
}

// command is a command or an option. discordgo's type writes null for missing fields.
type command struct {
	Type        discordgo.ApplicationCommandOptionType `json:"type,omitempty"`
	Name        string                                 `json:"name"`
	Description string                                 `json:"description"`
	Options     []command                              `json:"options,omitempty"`
}

// commandOf returns a command with text options.
func commandOf(name string, options ...string) command {
	c := command{Name: name, Description: name}
	for _, o := range options {
		c.Options = append(c.Options, command{Type: discordgo.ApplicationCommandOptionString, Name: o, Description: o})
	}
	return c
}

// redirect sends requests for discord.com to a test server.
type redirect struct {
	to   *url.URL
	next http.RoundTripper
}

func (d redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = d.to.Scheme, d.to.Host, d.to.Host
	r.URL.Path = strings.Replace(r.URL.Path, "/api/v9/", "/api/v10/", 1)
	return d.next.RoundTrip(r)
}
