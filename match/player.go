package match

import (
	"strconv"
	"strings"
)

// A Player is somebody who plays.
type Player struct {
	ID   string // the front's own and lasting, such as "local:p1" or a Discord snowflake
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

// NameInID returns the name that an ID was made from where there was no better ID, such
// as "p1" of "local:p1" and "Ann" of "import:Ann"; ok is false for other IDs.
func NameInID(id string) (name string, ok bool) {
	_, name, ok = strings.Cut(id, ":")
	return name, ok
}

// The names of a deleted player.
const (
	deletedPrefix = "deleted:"
	deletedName   = "deleted player"
)

// DeletedPlayer returns what a player becomes who was forgotten, told from the others
// by a number. Nobody who plays can be such a player.
func DeletedPlayer(number int64) Player {
	return Player{ID: deletedPrefix + strconv.FormatInt(number, 10), Name: deletedName}
}

// Deleted reports whether the player was forgotten: ID and Name then say nothing.
func (p Player) Deleted() bool { return strings.HasPrefix(p.ID, deletedPrefix) }
