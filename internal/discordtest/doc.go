// Package discordtest is a Discord for tests: the parts of Discord's REST API
// and gateway that a slash-command bot uses, served on 127.0.0.1 or in memory, and strict
// about them the way Discord is.
//
// A test starts a [Server], points a bot at it (any HTTP client whose requests
// reach [Server.URL] will do), sets
// up guilds, channels and users, and then acts as those users:
//
//	srv := discordtest.New(discordtest.Options{})
//	defer srv.Close()
//	general := srv.AddGuild("guild").AddChannel("general")
//	alice := srv.AddUser("alice")
//	// ... start the bot ...
//	srv.WaitCommands(ctx)
//	msg, err := alice.Slash(general, "ping").Wait(ctx)
//
// A bot without a gateway is sent interactions as signed webhooks, once a test has named
// its address to [Server.SetEndpoints].
//
// # What is checked
//
// Users can only do what Discord's own client lets them do: commands are
// checked against what the bot registered, buttons have to be on the message
// and enabled. A refused action sends nothing; its Interaction says why in
// [Interaction.Err], and every wait on it returns that error.
//
// The bot is answered as Discord answers it, with the same status, error code
// and shape of body. What a well-behaved bot never does (a malformed message,
// a second response to one interaction, a late one, a privileged intent, an
// endpoint that does not exist) is refused and also kept in
// [Server.Violations], which a test should find empty at its end. Refusals
// that depend on the world and not on the bot's correctness, such as Missing
// Access, Unknown Message or a wrong token, are not violations.
//
// # What is simplified
//
// Every user is a member of every guild, and every channel the bot is in
// grants it all permissions. Lengths are counted in Unicode code points.
// Mentions inside code spans count as mentions. Of the layout components (v2) there are
// texts, galleries, files, separators and containers. Of threads there are public ones without
// a message. Embeds, stickers, polls, reactions and per-guild commands do not exist here;
// using them is a violation.
//
// Everything a Server hands out is safe for concurrent use. A [Message] is a
// snapshot that later edits do not change.
package discordtest
