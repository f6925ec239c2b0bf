// Package bot is Discord in front of package commands, and the only importer of
// discordgo. [Run] connects and serves until its context is done.
//
// What comes in, and what happens to it:
//
//	supervisor.go   keeps a gateway session open: resume, back off, give up
//	gateway.go      is one connection to the gateway: heartbeats, events
//	events.go       reads events, and survives whatever they are
//	bot.go          hands them to lanes, never waiting
//	lanes.go        runs the work of each channel in order, within bounds
//	request.go      makes a commands.Request of an interaction
//	mention.go      makes one of a message that mentions the bot
//	deliver.go      decides where a commands.Reply goes: the rules for boards
//	interaction.go  answers an interaction, deferring where work is slow
//	followup.go     writes more than one answer, and finds those that got lost
//	reply.go        draws a reply as a Discord message, within its limits
//	customid.go     writes what a button does into its custom id, and reads it
//	rest.go         calls the REST API: deadlines and retries
//	limits.go       keeps to Discord's rate limits, and counts refused calls
//	endpoint.go     sends those calls to DISCORD_API_URL
//	register.go     registers the slash commands
//	expiry.go       announces what happens by the clock alone
//
// Of discordgo it takes the structures. Its connection and its calls are not
// used: gateway.go and rest.go say why.
package bot
