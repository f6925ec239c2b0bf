// Package discordtest is a Discord for tests: the parts of Discord's REST API and gateway that a
// slash-command bot uses, on 127.0.0.1 or in memory, and strict about them the way Discord is.
//
// A test starts a [Server], points a bot at [Server.URL], sets up guilds, channels and users, and then
// acts as those users:
//
//	srv := discordtest.New(discordtest.Options{})
//	defer srv.Close()
//	general := srv.AddGuild("guild").AddChannel("general")
//	alice := srv.AddUser("alice")
//	// ... start the bot ...
//	srv.WaitCommands(ctx)
//	msg, err := alice.Slash(general, "ping").Wait(ctx)
//
// A bot without a gateway gets signed webhooks at the address of [Server.SetEndpoints].
//
// Users can only do what Discord's own client lets them do: commands are checked against what the bot
// registered, and buttons have to be on the message and enabled. A refused action sends nothing; its
// Interaction says why in [Interaction.Err], and every wait on it returns that error.
//
// The bot is answered with Discord's status, error code and shape of body. What a well-behaved bot
// never does, such as a malformed message, a second or late response to an interaction, or a
// privileged intent, is refused and also kept in [Server.Violations], which a test should find empty
// at its end. Refusals that depend on the world, such as Missing Access or a wrong token, are no
// violations.
//
// Simplified: every user is a member of every guild, and every channel the bot is in grants it all
// permissions. Lengths are counted in Unicode code points. Mentions in code spans count. There are
// public threads without a message. Embeds, stickers, polls, reactions and per-guild commands do not
// exist; using them is a violation.
//
// Everything a Server hands out is safe for concurrent use. A [Message] is a snapshot that later edits
// do not change.
package discordtest
