package match

import (
	"strconv"
	"strings"
)

// A Player is a person or the bot.
type Player struct {
	ID   string // permanent and given by the front, such as "local:p1" or a Discord snowflake
	Name string // as last seen
}

// The bot's own identity among the players.
const (
	BotID   = "nimatron"
	BotName = "Nimatron"
)

// Bot is the bot as a player.
var Bot = Player{ID: BotID, Name: BotName}

// IsBot reports whether the player is the bot.
func (p Player) IsBot() bool { return p.ID == BotID }

// NameInID returns the name in an ID that was made from a name, such as "p1" in "local:p1" and "Ann"
// in "import:Ann"; ok is false for other IDs.
func NameInID(id string) (name string, ok bool) {
	_, name, ok = strings.Cut(id, ":")
	return name, ok
}

// The ID and the name of a deleted player.
const (
	deletedPrefix = "deleted:"
	deletedName   = "deleted player"
)

// DeletedPlayer returns the player that a deleted player becomes, identified by a number. No other
// player has such an ID.
func DeletedPlayer(number int64) Player {
	return Player{ID: deletedPrefix + strconv.FormatInt(number, 10), Name: deletedName}
}

// Deleted reports whether the player was deleted. ID and Name then mean nothing.
func (p Player) Deleted() bool { return strings.HasPrefix(p.ID, deletedPrefix) }
