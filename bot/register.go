package bot

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands"
)

func (b *bot) register(ctx context.Context, application string) {
	_ = b.client.UntilDone(ctx, "slash commands were not registered, so people still see the old ones", 5*time.Minute, func() error {
		err := b.overwriteCommands(ctx, application)
		if ctx.Err() == nil {
			b.metrics.CommandsRegistered(err == nil)
		}
		if err == nil {
			b.log.Info("slash commands registered", "commands", len(commands.Commands()))
		}
		return err
	})
}

// entryPoint is the command type that launches an application's Activity. Discord creates it with
// Activities, and refuses an overwrite without it (error 50240).
const entryPoint = 4

const appHandler = 1

// overwriteCommands replaces all registered commands in one call, but keeps an Entry Point command.
// It keeps the ids that Discord returns, for mentions.
func (b *bot) overwriteCommands(ctx context.Context, application string) error {
	address := discordgo.EndpointApplicationGlobalCommands(application)
	var before []map[string]any
	if err := b.client.Get(ctx, address, "", &before); err != nil {
		return err
	}
	var body []any
	for _, c := range before {
		if c["type"] == float64(entryPoint) {
			maps.DeleteFunc(c, func(_ string, value any) bool {
				list, isList := value.([]any)
				return value == nil || isList && len(list) == 0
			})
			if b.secret != "" {
				c["handler"] = appHandler
			}
			body = append(body, c)
		}
	}
	for _, c := range applicationCommands(commands.Commands()) {
		body = append(body, c)
	}
	var registered []struct {
		ID, Name string
		Type     discordgo.ApplicationCommandType
	}
	err := b.client.Do(ctx, transport.Call{Method: http.MethodPut, URL: address, Body: body, Result: &registered, Repeat: transport.Always})
	if err != nil {
		return err
	}
	ids := map[string]string{}
	for _, c := range registered {
		if c.Type == discordgo.ChatApplicationCommand {
			ids[c.Name] = c.ID
		}
	}
	b.commandIDs.Store(&ids)
	return nil
}

// commandMention mentions the command of a text such as "/tournament create", so that people can tap
// it. It returns "" for any other text, and until the command is registered.
func (b *bot) commandMention(text string) string {
	name, slash := strings.CutPrefix(text, "/")
	ids := b.commandIDs.Load()
	if !slash || ids == nil || commands.Find(name) == nil {
		return ""
	}
	top, _, _ := strings.Cut(name, " ")
	if id := (*ids)[top]; isSnowflake(id) {
		return "</" + name + ":" + id + ">"
	}
	return ""
}

// registration is a command in Discord's form. discordgo's type writes null and [] for what is missing.
type registration struct {
	*discordgo.ApplicationCommand
	Options []registeredOption `json:"options,omitempty"`
}

type registeredOption struct {
	*discordgo.ApplicationCommandOption
	Types   []discordgo.ChannelType                     `json:"channel_types,omitempty"`
	Options []registeredOption                          `json:"options,omitempty"`
	Choices []*discordgo.ApplicationCommandOptionChoice `json:"choices,omitempty"`
}

func applicationCommands(list []*commands.Command) []registration {
	var made []registration
	for _, c := range list {
		ac := applicationCommand(discordgo.ChatApplicationCommand, c.Name, localNames(c.Name))
		ac.Description, ac.DescriptionLocalizations = cut(c.Summary, maxSummary), unlessEmpty(localTexts(c.Summary))
		if c.Manages {
			managers := int64(discordgo.PermissionManageGuild)
			ac.DefaultMemberPermissions = &managers
		}
		made = append(made, registration{ac, applicationOptions(c)})
	}
	for _, entry := range contextMenu {
		made = append(made, registration{ApplicationCommand: applicationCommand(entry.kind, entry.name, localTexts(entry.name))})
	}
	return made
}

func applicationCommand(kind discordgo.ApplicationCommandType, name string, localized map[discordgo.Locale]string) *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{
		Type:              kind,
		Name:              name,
		NameLocalizations: unlessEmpty(localized),
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

func unlessEmpty(texts map[discordgo.Locale]string) *map[discordgo.Locale]string {
	if len(texts) == 0 {
		return nil
	}
	return &texts
}

const maxSummary = 100

func applicationOptions(c *commands.Command) []registeredOption {
	var made []registeredOption
	for _, sub := range c.Subcommands {
		kind := discordgo.ApplicationCommandOptionSubCommand
		if len(sub.Subcommands) > 0 {
			kind = discordgo.ApplicationCommandOptionSubCommandGroup
		}
		ao := newOption(kind, sub.Word(), sub.Summary)
		ao.Options = applicationOptions(sub)
		made = append(made, ao)
	}
	for i := range c.Options {
		made = append(made, applicationOption(&c.Options[i]))
	}
	// Discord wants required options first.
	slices.SortStableFunc(made, func(a, b registeredOption) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
	return made
}

func newOption(kind discordgo.ApplicationCommandOptionType, name, summary string) registeredOption {
	return registeredOption{ApplicationCommandOption: &discordgo.ApplicationCommandOption{
		Type: kind, Name: name, NameLocalizations: localNames(name),
		Description: cut(summary, maxSummary), DescriptionLocalizations: localTexts(summary),
	}}
}

func applicationOption(o *commands.Option) registeredOption {
	ao := newOption(discordgo.ApplicationCommandOptionString, o.Name, o.Summary)
	ao.Required = o.Required
	switch o.Kind {
	case commands.Person:
		ao.Type = discordgo.ApplicationCommandOptionUser
	case commands.Flag:
		ao.Type = discordgo.ApplicationCommandOptionBoolean
	case commands.Integer:
		least := float64(max(o.Least, 1))
		ao.Type, ao.MinValue, ao.MaxValue = discordgo.ApplicationCommandOptionInteger, &least, float64(o.Most)
	default:
		ao.Choices = choices(o.Choices)
		for _, c := range ao.Choices {
			c.NameLocalizations = localTexts(c.Name)
		}
		ao.Autocomplete = o.Complete != nil && len(ao.Choices) == 0 // they exclude each other
	}
	return ao
}
