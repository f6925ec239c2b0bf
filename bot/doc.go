// Package bot is Discord as a platform of package front, and the only importer of
// discordgo. [Run] connects and serves until its context is done.
//
// The files:
//
//	shards.go       opens a session for each shard, within Discord's limits
//	lease.go        shares the shards with other processes, and hands sessions on
//	supervisor.go   keeps a session open: resume, back off, give up
//	gateway.go      one connection to the gateway: heartbeats, events
//	self.go         asks who the bot is, and starts its background work
//	webhook.go      takes signed webhooks instead of the gateway
//	events.go       parses events, whatever they contain
//	bot.go          submits them to the front, without waiting
//	late.go         recognizes events that may have been answered before
//	request.go      turns an interaction into a commands.Request
//	mention.go      turns a message that mentions the bot into one, and answers it
//	interaction.go  answers an interaction, and defers a slow answer
//	followup.go     writes further answers, and finds lost ones
//	platform.go     writes, edits and retires messages for the front
//	components.go   draws a message within Discord's limits
//	words.go        writes the marks and the markup of texts
//	picture.go      draws pictures, in time or not at all
//	files.go        attaches files
//	form.go         draws a form, and parses a submitted one
//	customid.go     encodes what a button does in its custom id
//	rest.go         calls the REST API: deadlines and retries
//	limits.go       keeps to Discord's rate limits, and counts refused calls
//	endpoint.go     sends calls to DISCORD_API_URL
//	register.go     registers the slash commands
//	lock.go         a lock that may be held during a call
//	random.go       draws random numbers
//
// Only discordgo's structures are used. gateway.go and rest.go say why its connection and
// its calls are not.
package bot
