package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// RoomOf returns the room whose settings apply in a channel: the server or, in the terminal, one room
// for all channels. It is "" in direct messages, which have no such settings.
func RoomOf(channel, server string) string {
	if server == "" && FrontOf(channel) == LocalFront {
		return LocalFront
	}
	return server
}

// Pings is the way in which players are notified of their turn.
type Pings string

// The kinds of Pings.
const (
	PingsDefault Pings = "" // the server's setting for a person, and PingsAway for a server
	// PingsAway pings, in the channel, players who have been away for a while.
	PingsAway   Pings = "away"
	PingsAlways Pings = "always" // in the channel, at every turn
	PingsDirect Pings = "direct" // by direct message, at every turn
	PingsOff    Pings = "off"
)

// News says which notices the bot sends, besides Pings.
type News string

// Each leaves out more than the previous one.
const (
	NewsAll News = "" // everything
	// NewsNeeded leaves out notices that need no action and that nobody asked for.
	NewsNeeded News = "needed"
	NewsOff    News = "off"
)

// Wants reports whether the setting n includes notices of a kind: least is NewsNeeded for those that
// are needed and NewsAll for the others.
func (n News) Wants(least News) bool {
	return n == NewsAll || n == NewsNeeded && least == NewsNeeded
}

// ChallengesFrom says whose challenges a person takes.
type ChallengesFrom string

// Each takes fewer than the previous one.
const (
	ChallengesAll    ChallengesFrom = ""
	ChallengesPlayed ChallengesFrom = "played" // of people with whom they have finished a match
	ChallengesNone   ChallengesFrom = "none"
)

func check[T ~string](setting string, value T, of ...T) error {
	if !slices.Contains(of, value) {
		return fmt.Errorf("no %s: %q", setting, value)
	}
	return nil
}

func checkNotices(p Pings, n News) error {
	return errors.Join(check("kind of pings", p, PingsDefault, PingsAway, PingsAlways, PingsDirect, PingsOff), check("kind of news", n, NewsAll, NewsNeeded, NewsOff))
}

// Bounds on settings.
const (
	MaxChannels = 25  // to which matches may be restricted
	maxSetting  = 100 // bytes of a channel, a variant or a theme, and rules learnt
)

// PersonSettings are the settings of a person. The zero value is the default. They are stored, and
// exported to the person, as the JSON object that the tags describe, so a new field needs no
// column.
type PersonSettings struct {
	Version     int64          `json:"-"` // 0 if nothing is stored; rises by one with each change
	Pings       Pings          `json:"pings,omitzero"`
	TextOnly    bool           `json:"text_only,omitzero"`
	LargeText   bool           `json:"large_text,omitzero"`
	LightBoards bool           `json:"light_boards,omitzero"`
	Theme       string         `json:"theme,omitzero"`    // the name of a picture theme; "" and unknown names: the operator's
	NoMarks     bool           `json:"no_marks,omitzero"` // no notices of new marks
	NoReminders bool           `json:"no_reminders,omitzero"`
	News        News           `json:"news,omitzero"`
	Challenges  ChallengesFrom `json:"challenges,omitzero"`
	// Unnamed hides the person's name in posts of daily puzzles and of monthly standings.
	Unnamed bool  `json:"unnamed,omitzero"`
	Drill   Drill `json:"drill,omitzero"` // the open one; zero for none
	// Learnt are the rules that were drilled, each once.
	Learnt []Learnt `json:"learnt,omitzero"`
	Missed []Missed `json:"missed,omitzero"` // the last MaxMissed, the newest last
}

// A Drill asks boards of one rule of a lesson, until some answers in a row are right.
type Drill struct {
	Lesson string    `json:"lesson,omitzero"`
	Rule   int       `json:"rule,omitzero"`
	Right  int       `json:"right,omitzero"` // answers in a row
	Board  int64     `json:"board,omitzero"` // draws it, at least 1
	Asked  time.Time `json:"asked,omitzero"`
}

// Learnt is a rule that is repeated on a day, such as "2025-03-14", Days after it was learnt or repeated; no more if
// Days is 0.
type Learnt struct {
	Lesson string `json:"lesson"`
	Rule   int    `json:"rule"`
	Days   int    `json:"days,omitzero"`
	Due    string `json:"due,omitzero"`
}

// Missed is a board of a race that the person missed.
type Missed struct {
	Race  int64 `json:"race"`
	Board int   `json:"board"`
}

// MaxMissed bounds the missed boards that are kept of a person.
const MaxMissed = 24

// Miss keeps a missed board of a race.
func (s *PersonSettings) Miss(race int64, board int) {
	s.Missed = append(s.Missed, Missed{race, board})
	s.Missed = s.Missed[max(0, len(s.Missed)-MaxMissed):]
}

// Check returns an error for invalid settings.
func (s *PersonSettings) Check() error {
	if max(len(s.Theme), len(s.Drill.Lesson), len(s.Learnt)) > maxSetting {
		return errors.New("too long a theme, drill or list of what was learnt")
	}
	return errors.Join(checkNotices(s.Pings, s.News), check("kind of challenges", s.Challenges, ChallengesAll, ChallengesPlayed, ChallengesNone))
}

// ServerSettings are the settings of a server. The zero value is the default. They are stored as
// [PersonSettings] are.
type ServerSettings struct {
	Version int64 `json:"-"` // 0 if nothing is stored; rises by one with each change
	// Channels are the channels in which, and in whose threads, matches may be played. There are at
	// most MaxChannels; none means everywhere.
	Channels []string `json:"channels,omitzero"`
	Variant  string   `json:"variant,omitzero"`   // default for challenges, "" for none
	Level    Level    `json:"level,omitzero"`     // of the bot, default for challenges; NoLevel means Casual
	Threads  bool     `json:"threads,omitzero"`   // by default a match gets its own thread
	NoFollow bool     `json:"no_follow,omitzero"` // keeps boards from coming to the end of a channel where people talk
	Pings    Pings    `json:"pings,omitzero"`
	// ChannelsEnd lets managers of a channel end stuck matches there, in addition to managers of the
	// server.
	ChannelsEnd   bool   `json:"channels_end,omitzero"`
	PuzzleChannel string `json:"-"` // where the daily puzzle is announced, "" for nowhere; a column of its own
	// NoSeasons keeps the standings of a season from being announced in PuzzleChannel.
	NoSeasons bool `json:"no_seasons,omitzero"`
	// NoReminders keeps players from being reminded of a tournament.
	NoReminders bool   `json:"no_reminders,omitzero"`
	Leaders     string `json:"leaders,omitzero"` // the ID of the role whose members may create and lead tournaments, "" for none
	// Teachers is the ID of the role whose members may create classes, OnlyManagers for server managers
	// alone, and "" for everybody, who may create few.
	Teachers string `json:"teachers,omitzero"`
	// Races is the ID of the role whose members may start races, NobodyRaces for nobody, and "" for everybody.
	Races string `json:"races,omitzero"`
	// Seek is the ID of the role that open challenges mention, "" for none. People give it to themselves.
	Seek string `json:"seek,omitzero"`
	News News   `json:"news,omitzero"` // PuzzleChannel and NoSeasons take precedence
}

// NobodyRaces is the value of ServerSettings.Races that allows none.
const NobodyRaces = "nobody"

// OnlyManagers is the value of ServerSettings.Teachers without a role.
const OnlyManagers = "managers"

// Check returns an error for invalid settings.
func (s *ServerSettings) Check() error {
	if err := checkNotices(s.Pings, s.News); err != nil {
		return err
	}
	switch {
	case len(s.Channels) > MaxChannels:
		return fmt.Errorf("%d channels, at most %d", len(s.Channels), MaxChannels)
	case s.Level != NoLevel && s.Level.index() < 0:
		return fmt.Errorf("no level: %q", s.Level)
	case max(len(s.Variant), len(s.PuzzleChannel), len(s.Leaders), len(s.Teachers), len(s.Races), len(s.Seek)) > maxSetting:
		return errors.New("too long a variant, channel or role")
	}
	for i, channel := range s.Channels {
		if channel == "" || len(channel) > maxSetting || strings.ContainsAny(channel, " \n") || slices.Contains(s.Channels[:i], channel) {
			return fmt.Errorf("no list of channels: %q", s.Channels)
		}
	}
	return nil
}

// MayPlay reports whether a match may be played in a channel. parent is the channel of a thread, ""
// for other channels.
func (s *ServerSettings) MayPlay(channel, parent string) bool {
	return len(s.Channels) == 0 || slices.Contains(s.Channels, channel) || parent != "" && slices.Contains(s.Channels, parent)
}

// DefaultLevel returns the level of the bot for challenges that name none.
func (s *ServerSettings) DefaultLevel() Level { return cmp.Or(s.Level, Casual) }

// Settings are the settings of servers and people.
type Settings interface {
	// ServerSettings returns the settings of a room; see [RoomOf]. They are zero if none are stored.
	ServerSettings(ctx context.Context, room string) (ServerSettings, error)

	// SaveServerSettings replaces the settings of a room. The error is ErrStale unless Version is the
	// stored one, or 0 if none is stored. It drops announcements that wait for an old puzzle channel.
	SaveServerSettings(ctx context.Context, room string, s ServerSettings) error

	// PersonSettings returns the settings of a player. They are zero if none are stored.
	PersonSettings(ctx context.Context, player string) (PersonSettings, error)

	// SavePersonSettings replaces the settings of a player. The error is ErrStale unless Version is the
	// stored one, or 0 if none is stored.
	SavePersonSettings(ctx context.Context, player Player, s PersonSettings) error
}
