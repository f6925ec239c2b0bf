// Package bot is Discord as a platform of package front, and the only importer of
// discordgo. [Run] connects and serves until its context is done.
//
// What comes in, and what happens to it:
//
//	shards.go       has a session for each shard of the gateway, within Discord's limits
//	lease.go        shares the shards with other processes, and hands their sessions on
//	supervisor.go   keeps one open: resume, back off, give up
//	gateway.go      is one connection to the gateway: heartbeats, events
//	self.go         asks who the bot is, and begins what it does unasked
//	webhook.go      takes in signed webhooks, where there is no gateway
//	events.go       reads events, and survives whatever they are
//	bot.go          hands them to the front, without waiting
//	request.go      makes a commands.Request of an interaction
//	mention.go      makes one of a message that mentions the bot, and answers it
//	interaction.go  answers an interaction, deferring the answer if work is slow
//	followup.go     writes more than one answer, and finds those that got lost
//	platform.go     writes, edits and retires messages for the front
//	components.go   draws a message within Discord's limits
//	words.go        writes the marks and the markup of its texts
//	picture.go      draws its picture, in time or not at all
//	files.go        attaches files to it
//	form.go         draws a form, and reads what is written in it
//	customid.go     writes what a button does into its custom id, and reads it
//	rest.go         calls the REST API: deadlines and retries
//	limits.go       keeps to Discord's rate limits, and counts refused calls
//	endpoint.go     sends those calls to DISCORD_API_URL
//	register.go     registers the slash commands
//	gate.go         is a lock that is held while Discord is waited for
//	random.go       draws random numbers
//
// Of discordgo it takes the structures. Its connection and its calls are not
// used: gateway.go and rest.go say why.
package bot
