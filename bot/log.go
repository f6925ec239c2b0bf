package bot

import (
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// discordgo has one logger for all sessions of a process, so it is set once and
// the latest Run takes what it says.
var discordgoLog atomic.Pointer[libraryLog]

// libraryLog takes in what discordgo logs.
type libraryLog struct {
	log   *slog.Logger
	token string
}

func init() {
	discordgo.Logger = func(level, _ int, format string, args ...any) {
		if l := discordgoLog.Load(); l != nil {
			l.write(level, format, args...)
		}
	}
}

// maxLogged keeps the payloads short that come with some messages.
const maxLogged = 300

// write logs errors as warnings, as the supervisor deals with them, and the rest
// for debugging only. The token is part of payloads that a session logs at its
// lowest levels; sessions here don't, and this makes sure.
func (l *libraryLog) write(level int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if l.token != "" {
		text = strings.ReplaceAll(text, l.token, "[token]")
	}
	text = cut(strings.TrimSpace(text), maxLogged)
	if level == discordgo.LogError {
		l.log.Warn("discordgo: " + text)
	} else {
		l.log.Debug("discordgo: " + text)
	}
}
