package match

import (
	"context"
	"strings"
	"time"
)

// The fronts are the platforms that people play on.
const (
	LocalFront   = "local" // the terminal
	DiscordFront = "discord"
)

// LocalPrefix begins the names of the terminal's channels and people.
const LocalPrefix = LocalFront + ":"

// FrontOf returns the front of a channel. The columns "front" of the database compute the same.
func FrontOf(channel string) string {
	if strings.HasPrefix(channel, LocalPrefix) {
		return LocalFront
	}
	return DiscordFront
}

// A Notice is a message that the bot sends unprompted, kept until it is sent. It only names its
// subject. Its text is made when it is sent; if it no longer applies, it is dropped.
type Notice struct {
	ID      int64
	Front   string
	Channel string
	Kind    NoticeKind
	About   Subject // zero: only the channel
	// Message depends on Kind. It has the front's handles of an old message and its successor, separated by a
	// space; or the ID of a follower; or which part of a tournament's players is pinged, "" for the first
	// (see [Tournament.Called]).
	Message string
	Created time.Time
	Tries   int // postponements; a process that died while sending counts none
}

// A NoticeKind is the purpose of a notice.
type NoticeKind string

// There is at most one notice of a kind about a subject or a message, and of those without either at most one
// in a channel.
const (
	// NoNotice is the zero kind, of no notice.
	NoNotice        NoticeKind = ""
	ReminderNotice  NoticeKind = "reminder"  // the player to move in the match has little time left
	ExpiredNotice   NoticeKind = "expired"   // nobody answered the challenge in time
	AbandonedNotice NoticeKind = "abandoned" // the match has ended because nobody continued it
	TimeUpNotice    NoticeKind = "time"      // the match has ended because a player ran out of time
	EndedNotice     NoticeKind = "ended"     // a moderator has ended the match
	TurnNotice      NoticeKind = "turn"      // the player to move in the match gets a direct message
	PuzzleNotice    NoticeKind = "puzzle"    // there is a new daily puzzle, for the day of Created in UTC
	// SoonNotice: the tournament starts soon. It pings the players who joined.
	SoonNotice  NoticeKind = "soon"
	StartNotice NoticeKind = "start" // the tournament has begun
	// OverNotice: the tournament is over or was cancelled. The latter pings the players who joined.
	OverNotice NoticeKind = "over"
	// UnplayedNotice: games of the tournament were not played, because no thread could be made. It is for
	// the leader.
	UnplayedNotice NoticeKind = "unplayed"
	// LostNotice: the tournament is over because its channel is gone. It is for the leader.
	LostNotice     NoticeKind = "lost"
	PairingNotice  NoticeKind = "pairing"  // the match has begun, the first game of a pairing of a tournament
	SeasonNotice   NoticeKind = "season"   // the standings of the month before Created, in UTC, are closed
	AssignedNotice NoticeKind = "assigned" // a class got the assignment
	// DueNotice: the assignment ends soon. Message has the ID of the student who is reminded.
	DueNotice NoticeKind = "due"
	// FollowNotice: the match has ended. Message has the ID of the follower who is notified.
	FollowNotice NoticeKind = "follow"
	RetireNotice NoticeKind = "retire" // another message has replaced Message
)

// PersonalNotices are the kinds whose Message has the ID of a person. They are deleted with the
// person's data.
var PersonalNotices = []NoticeKind{DueNotice, FollowNotice}

// A SubjectKind is the kind of subject of a message, a button or a notice.
type SubjectKind string

// The kinds, as they are spelled in the database.
const (
	NoSubject         SubjectKind = ""
	ChallengeSubject  SubjectKind = "challenge"
	MatchSubject      SubjectKind = "match"
	PuzzleSubject     SubjectKind = "puzzle" // the message of a daily puzzle
	TournamentSubject SubjectKind = "tournament"
	ClassSubject      SubjectKind = "class"
	RaceSubject       SubjectKind = "race"
	AssignmentSubject SubjectKind = "assignment" // only of notices
	CrowdSubject      SubjectKind = "crowd"      // the votes of a match, by its ID
	SetSubject        SubjectKind = "puzzle set" // of a class, without a message
)

// A Subject is the subject of a message, a button or a notice. Buttons carry its version, so that a
// stale one is noticed.
type Subject struct {
	Kind SubjectKind
	ID   int64
	// Version is the version shown, 0 if none is. A challenge has version 1 while it is open, then
	// 2.
	Version int64
}

// Unversioned returns the subject without its version.
func (s Subject) Unversioned() Subject { return Subject{Kind: s.Kind, ID: s.ID} }

// A Board is a message that shows a subject of any kind but an assignment or a puzzle set.
type Board struct {
	Subject
	Channel string
	Message string // the front's handle; "" if there is none or it is not known
	Shown   int64  // the version that Message is recorded to show, 0 if unknown
}

// Version returns the version of the challenge, as in [Subject].
func (c *Challenge) Version() int64 {
	if c.State == ChallengeOpen {
		return 1
	}
	return 2
}

// Outbox has the notices, and knows which messages are outdated. The transaction that causes a
// notice writes it.
type Outbox interface {
	// TakeNotices claims due notices of a front, the oldest first, and makes them due again at
	// until. The process that claims them ends or postpones each before then. If it dies, another
	// process claims them.
	TakeNotices(ctx context.Context, front string, now, until time.Time, limit int) ([]Notice, error)

	// EndNotice removes a notice, if it exists. One that could not be sent is due again at a time, unless that is zero.
	EndNotice(ctx context.Context, id int64, again time.Time) error

	// LaggingBoards returns boards of a front that show an old version, with the newest version. It
	// leaves out challenges that are open or accepted, as the message shows the challenge or the match
	// then, and tournaments that are over and have no message.
	LaggingBoards(ctx context.Context, front string, limit int) ([]Board, error)

	// NewestBoard returns the board of a subject with the newest version, or ErrNotFound. If the
	// message of a challenge shows the match now, it returns the board of the match.
	NewestBoard(ctx context.Context, of Subject) (Board, error)

	// RecordShown records which Version each board shows, unless a later one is recorded; 0 means
	// that it is unknown. A new Message is recorded too, with that version, and the old message
	// gets a RetireNotice. Subjects that don't exist are ignored.
	RecordShown(ctx context.Context, boards ...Board) error
}
