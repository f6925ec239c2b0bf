package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// RoomOf returns whose settings hold in a channel: those of the server or, in the
// terminal, those of all its channels. It is "" in direct messages, where nobody's do.
func RoomOf(channel, server string) string {
	if server == "" && FrontOf(channel) == LocalFront {
		return LocalFront
	}
	return server
}

// Pings says how a player who has to decide is told.
type Pings string

// The ways to make somebody aware.
const (
	// PingsDefault is for a person what the server says, and for a server PingsAway.
	PingsDefault Pings = ""
	// PingsAway pings in the channel those who have been away for a while.
	PingsAway   Pings = "away"
	PingsAlways Pings = "always" // in the channel, at every turn
	PingsDirect Pings = "direct" // by direct message, at every turn
	PingsOff    Pings = "off"
)

// Or returns p or, where it is PingsDefault, the other.
func (p Pings) Or(other Pings) Pings {
	if p == PingsDefault {
		return other
	}
	return p
}

// News says what the bot says unasked, beside what Pings are for.
type News string

// How much of it is wanted. Each leaves out more than the one before.
const (
	NewsAll News = "" // everything
	// NewsNeeded leaves out what nobody has to act on and nobody has asked for.
	NewsNeeded News = "needed"
	NewsOff    News = "off"
)

// Wants reports whether somebody who has set n hears what is for those who want least, which is
// NewsAll or NewsNeeded.
func (n News) Wants(least News) bool {
	return n == NewsAll || n == NewsNeeded && least == NewsNeeded
}

func (n News) check() error {
	if n != NewsAll && n != NewsNeeded && n != NewsOff {
		return fmt.Errorf("no kind of news: %q", n)
	}
	return nil
}

// Theme is what boards lie on in pictures.
type Theme string

const (
	// ThemeDefault is what the operator has set.
	ThemeDefault Theme = ""
	Felt         Theme = "felt"
	Wood         Theme = "wood"
	Slate        Theme = "slate"
	// PlainTheme has flat colours and no table, which is quicker to draw.
	PlainTheme Theme = "plain"
)

// Themes are those that one can choose.
var Themes = []Theme{Felt, Wood, Slate, PlainTheme}

// Or returns t or, where it is ThemeDefault, the other.
func (t Theme) Or(other Theme) Theme {
	if t == ThemeDefault {
		return other
	}
	return t
}

// Check returns an error for a theme that there is not.
func (t Theme) Check() error {
	if t != ThemeDefault && !slices.Contains(Themes, t) {
		return fmt.Errorf("no theme: %q", t)
	}
	return nil
}

// Bounds on settings.
const (
	MaxChannels = 25  // in which matches may be played, where it is not everywhere
	maxSetting  = 100 // bytes of a channel or a variant
)

// PersonSettings is what somebody has set for themselves. The zero value means that nothing is
// set.
type PersonSettings struct {
	Version     int64 // 0 where nothing is stored; rises by one with each change
	Pings       Pings
	TextOnly    bool // no pictures
	LargeText   bool // in pictures
	LightBoards bool // pictures on a light ground, not on a dark one
	Theme       Theme
	NoMarks     bool // marks are not announced
	NoReminders bool // is not called before a tournament begins
	News        News
	// Unnamed is true for somebody whom the puzzle of the day and the standings of a month, where
	// they are posted, call somebody.
	Unnamed bool
}

// Check returns an error for settings that do not exist.
func (s *PersonSettings) Check() error {
	return errors.Join(s.Pings.check(), s.Theme.Check(), s.News.check())
}

// ServerSettings is what is set for everybody on a server. The zero value means that nothing is
// set.
type ServerSettings struct {
	Version int64 // 0 where nothing is stored; rises by one with each change of the others
	// Channels are those in which matches may be played, at most MaxChannels, and in
	// their threads; none of them: everywhere.
	Channels []string
	Variant  string // of a challenge that names none; "" for none
	Level    Level  // of the bot where a challenge names none; NoLevel: Casual
	Threads  bool   // a match has a thread of its own where a challenge doesn't say
	Pings    Pings  // of those who have set nothing
	// ChannelsEnd lets people who may manage the channel of a match end it when it is stuck,
	// beside people who may manage the server.
	ChannelsEnd bool
	// PuzzleChannel is where the puzzle of each day is announced, "" for nowhere.
	PuzzleChannel string
	// NoSeasons keeps the standings of a season from being announced there when they are closed.
	NoSeasons bool
	// NoReminders keeps those who joined a tournament from being called before it begins.
	NoReminders bool
	// Leaders is the role whose members may make and lead tournaments, as the front names roles;
	// "" for none.
	Leaders string
	News    News // what is said there unasked; PuzzleChannel and NoSeasons go before it
}

// Check returns an error for settings that do not exist.
func (s *ServerSettings) Check() error {
	if err := errors.Join(s.Pings.check(), s.News.check()); err != nil {
		return err
	}
	switch {
	case len(s.Channels) > MaxChannels:
		return fmt.Errorf("%d channels, at most %d", len(s.Channels), MaxChannels)
	case s.Level != NoLevel && s.Level.index() < 0:
		return fmt.Errorf("no level: %q", s.Level)
	case len(s.Variant) > maxSetting || len(s.PuzzleChannel) > maxSetting || len(s.Leaders) > maxSetting:
		return errors.New("too long a variant, channel or role")
	}
	for i, channel := range s.Channels {
		if channel == "" || len(channel) > maxSetting || strings.ContainsAny(channel, " \n") || slices.Contains(s.Channels[:i], channel) {
			return fmt.Errorf("no list of channels: %q", s.Channels)
		}
	}
	return nil
}

// MayPlay reports whether a match may be played in a channel; parent is the channel that
// it is a thread of, "" for none.
func (s *ServerSettings) MayPlay(channel, parent string) bool {
	return len(s.Channels) == 0 || slices.Contains(s.Channels, channel) || parent != "" && slices.Contains(s.Channels, parent)
}

// DefaultLevel returns the level of the bot where a challenge names none.
func (s *ServerSettings) DefaultLevel() Level {
	if s.Level == NoLevel {
		return Casual
	}
	return s.Level
}

func (p Pings) check() error {
	if !slices.Contains([]Pings{PingsDefault, PingsAway, PingsAlways, PingsDirect, PingsOff}, p) {
		return fmt.Errorf("no kind of pings: %q", p)
	}
	return nil
}

// Settings are what servers and people have set.
type Settings interface {
	// ServerSettings returns the settings of a room; see [RoomOf]. It is zero where nothing is.
	ServerSettings(ctx context.Context, room string) (ServerSettings, error)

	// SaveServerSettings sets everything in a room. The error is ErrStale unless Version
	// is the one that is stored, 0 where nothing is. An announcement that waits for
	// another puzzle channel than the new one is dropped.
	SaveServerSettings(ctx context.Context, room string, s ServerSettings) error

	// PersonSettings returns what the player has set. It is zero for somebody who has set
	// nothing.
	PersonSettings(ctx context.Context, player string) (PersonSettings, error)

	// SavePersonSettings sets everything for a player. The error is ErrStale unless
	// Version is the one that is stored, 0 where nothing is.
	SavePersonSettings(ctx context.Context, player Player, s PersonSettings) error

	// AnnouncePuzzle puts a PuzzleNotice in the outbox, and its PuzzlePost into the store, for
	// each puzzle channel of a room that has had none for this day, such as "2025-03-14", or a later one. It deals with
	// at most limit of them, and returns with how many.
	AnnouncePuzzle(ctx context.Context, day string, now time.Time, limit int) (n int, err error)
}
