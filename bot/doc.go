// Package bot is Discord as a platform of package front, and the only importer of
// discordgo. [Run] connects and serves until its context is done.
//
// What comes in, and what happens to it:
//
//	supervisor.go   keeps a gateway session open: resume, back off, give up
//	bot.go          receives events and hands them to the front, without waiting
//	request.go      makes a commands.Request of an interaction
//	mention.go      makes one of a message that mentions the bot, and answers it
//	interaction.go  answers an interaction, deferring the answer if work is slow
//	platform.go     writes, edits and retires messages for the front
//	reply.go        draws a message within Discord's limits
//	files.go        attaches files to it
//	customid.go     writes what a button does into its custom id, and reads it
//	rest.go         calls the REST API: deadlines, rate limits, retries
//	endpoint.go     sends those calls to DISCORD_API_URL
//	register.go     registers the slash commands
//	log.go          takes in discordgo's log, without secrets
package bot
