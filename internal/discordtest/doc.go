// Package discordtest is a Discord for tests: the parts of Discord's REST API and gateway that a
// slash-command bot uses, on 127.0.0.1 or in memory. It is as strict as Discord, and
// refuses what independent servers refuse: nulls, empty lists of options or choices, attachments listed beside the
// files of a new message, a deferred update without data, and a PNG of another type.
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
package discordtest
