// Package bot is Discord as a platform of package front, and the only importer of
// discordgo. [Run] connects and serves until its context is done.
//
// Interactions arrive by the gateway (shards.go, lease.go, supervisor.go, gateway.go) or as signed
// webhooks (webhook.go). events.go parses them, bot.go submits them to the front without waiting, and
// request.go or mention.go turns them into a commands.Request. interaction.go and followup.go answer
// interactions, platform.go posts and edits messages, and components.go draws both. late.go
// recognizes events that may have been answered before. rest.go and limits.go make the calls.
//
// Of discordgo only the structures are used.
package bot
