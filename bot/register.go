package bot

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
)

// register registers the commands with Discord, and retries until it succeeds. /healthz reports a
// failure meanwhile.
func (b *bot) register(ctx context.Context, application string) {
	for wait := time.Second; ; wait = min(2*wait, 5*time.Minute) {
		err := b.overwriteCommands(ctx, application)
		if ctx.Err() != nil {
			return
		}
		b.metrics.CommandsRegistered(err == nil)
		if err == nil {
			b.log.Info("slash commands registered", "commands", len(commands.Commands()))
			return
		}
		b.log.Error("the slash commands were not registered, so people see the ones from before", "err", err)
		if pause(ctx, b.random.jitter("register", wait)) != nil {
			return
		}
	}
}

// entryPoint is the command type that launches an application's Activity. Discord creates it with
// Activities, and refuses an overwrite without it (error 50240).
const entryPoint = 4

// overwriteCommands replaces all registered commands in one call, but keeps an Entry Point command.
func (b *bot) overwriteCommands(ctx context.Context, application string) error {
	address := discordgo.EndpointApplicationGlobalCommands(application)
	var registered []json.RawMessage
	if err := b.rest.get(ctx, address, "", &registered); err != nil {
		return err
	}
	var body []any
	for _, raw := range registered {
		var c struct {
			Type int `json:"type"`
		}
		if err := json.Unmarshal(raw, &c); err != nil {
			return err
		}
		if c.Type == entryPoint {
			body = append(body, raw)
		}
	}
	for _, c := range applicationCommands(commands.Commands()) {
		body = append(body, c)
	}
	return b.rest.do(ctx, call{method: http.MethodPut, url: address, route: address, body: body, repeat: always})
}

// applicationCommands describes the commands and the context menus in Discord's form.
func applicationCommands(list []*commands.Command) []*discordgo.ApplicationCommand {
	var made []*discordgo.ApplicationCommand
	for _, c := range list {
		ac := applicationCommand(discordgo.ChatApplicationCommand, c.Name, localNames(c.Name))
		summaries := localTexts(c.Summary)
		ac.Description, ac.DescriptionLocalizations = cut(c.Summary, maxSummary), &summaries
		for i := range c.Options {
			if o := &c.Options[i]; !o.Hidden {
				ac.Options = append(ac.Options, applicationOption(o))
			}
		}
		// Discord wants required options first.
		slices.SortStableFunc(ac.Options, func(a, b *discordgo.ApplicationCommandOption) int {
			switch {
			case a.Required == b.Required:
				return 0
			case a.Required:
				return -1
			}
			return 1
		})
		made = append(made, ac)
	}
	for _, entry := range contextMenu {
		made = append(made, applicationCommand(entry.kind, entry.name, localTexts(entry.name)))
	}
	return made
}

// applicationCommand describes a command for servers, direct messages, and people who installed the
// bot for themselves.
func applicationCommand(kind discordgo.ApplicationCommandType, name string, localized map[discordgo.Locale]string) *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{
		Type:              kind,
		Name:              name,
		NameLocalizations: &localized,
		Contexts: &[]discordgo.InteractionContextType{
			discordgo.InteractionContextGuild,
			discordgo.InteractionContextBotDM,
			discordgo.InteractionContextPrivateChannel,
		},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall,
			discordgo.ApplicationIntegrationUserInstall,
		},
	}
}

const maxSummary = 100

func applicationOption(o *commands.Option) *discordgo.ApplicationCommandOption {
	ao := &discordgo.ApplicationCommandOption{
		Type:        discordgo.ApplicationCommandOptionString,
		Name:        o.Name,
		Description: cut(o.Summary, maxSummary),
		Required:    o.Required,

		NameLocalizations:        localNames(o.Name),
		DescriptionLocalizations: localTexts(o.Summary),
	}
	switch o.Kind {
	case commands.Person:
		ao.Type = discordgo.ApplicationCommandOptionUser
	case commands.Flag:
		ao.Type = discordgo.ApplicationCommandOptionBoolean
	default:
		ao.Choices = choices(o.Choices)
		for _, c := range ao.Choices {
			c.NameLocalizations = localTexts(c.Name)
		}
		ao.Autocomplete = o.Completes() && len(ao.Choices) == 0 // they exclude each other
	}
	return ao
}
