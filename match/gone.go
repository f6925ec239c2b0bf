package match

import (
	"context"
	"time"
)

// SettingsLife is how long the settings of a server outlive the bot's removal from it.
const SettingsLife = 30 * 24 * time.Hour

// Departures has the places that are gone, and the servers that the bot has left.
type Departures interface {
	// Vacate closes the open challenges of a channel or server that is gone as expired. It ends the
	// subscription of a channel, and forgets messages and notices there. With a server it ends classes,
	// and records that the bot has left it. It leaves matches and tournaments alone.
	Vacate(ctx context.Context, place Held, now time.Time) error

	// LeftServers returns the servers that the bot has left after a time.
	LeftServers(ctx context.Context, after time.Time) ([]string, error)

	// Return records that the bot is in servers again.
	Return(ctx context.Context, servers []string) error

	// ServersHeld returns the servers that have settings, or in which something lives beside the bot.
	ServersHeld(ctx context.Context) ([]string, error)
}
