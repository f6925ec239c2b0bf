// Package bot is Discord as a platform of package front. It and package transport are the only importers of
// discordgo. [Run] connects and serves until its context is done.
//
// Package transport brings events and makes calls. events.go parses the events, bot.go submits them to the front
// without waiting, and request.go or mention.go turns them into a commands.Request. interaction.go and followup.go
// answer interactions, platform.go posts and edits messages, and components.go draws both. late.go recognizes events
// that may have been answered before.
//
// Of discordgo only the structures are used.
package bot
