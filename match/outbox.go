package match

import (
	"context"
	"strings"
	"time"
)

// The fronts, which are the platforms that people play on.
const (
	LocalFront   = "local" // the terminal
	DiscordFront = "discord"
)

// LocalPrefix begins the names of the terminal's channels and people.
const LocalPrefix = LocalFront + ":"

// FrontOf returns the front that a channel belongs to. The columns "front" of both databases
// work out the same.
func FrontOf(channel string) string {
	if strings.HasPrefix(channel, LocalPrefix) {
		return LocalFront
	}
	return DiscordFront
}

// A Notice is something that the bot has to say by itself, kept until it is said. It names its
// subject and not the state at that time. So it is worded when it is sent, or dropped if it no
// longer applies.
type Notice struct {
	ID         int64
	Front      string // of Channel: it alone sends the notice
	Channel    string
	Kind       NoticeKind
	Match      int64 // what it is about; 0 for none
	Challenge  int64 // the same
	Tournament int64 // the same
	Assignment int64 // the same
	// Message is the same: the front's handle of a message, "" for none. Of a notice that calls
	// all players of a tournament it is the part, where that is not the first: see
	// [Tournament.Called].
	Message string
	Created time.Time
	Tries   int // how often it was postponed: a process that was killed with it has not failed to send it
}

// A NoticeKind says what a notice is for.
type NoticeKind string

// There is at most one notice of a kind about a match, a challenge, a tournament, an assignment
// or a message. If it is about none of them, there is one for a channel.
const (
	// NoNotice is the kind of none.
	NoNotice NoticeKind = ""
	// ReminderNotice: the player who decides now in Match has little time left.
	ReminderNotice NoticeKind = "reminder"
	// ExpiredNotice: nobody has answered Challenge in time.
	ExpiredNotice NoticeKind = "expired"
	// AbandonedNotice: Match has ended because nobody went on with it.
	AbandonedNotice NoticeKind = "abandoned"
	// TimeUpNotice: Match has ended because the time of the player who had to decide was over.
	TimeUpNotice NoticeKind = "time"
	// EndedNotice: Match has been ended by a moderator.
	EndedNotice NoticeKind = "ended"
	// TurnNotice: the player who decides now in Match is told by direct message.
	TurnNotice NoticeKind = "turn"
	// PuzzleNotice: there is a new daily puzzle, for the day of Created in UTC.
	PuzzleNotice NoticeKind = "puzzle"
	// SoonNotice: Tournament begins soon, by itself. It calls those who joined.
	SoonNotice NoticeKind = "soon"
	// StartNotice: Tournament has begun.
	StartNotice NoticeKind = "start"
	// OverNotice: Tournament is over, or was called off, which calls those who joined.
	OverNotice NoticeKind = "over"
	// PairingNotice: Match has begun, the first game of a pairing of a tournament.
	PairingNotice NoticeKind = "pairing"
	// SeasonNotice: the standings of the month before Created, in UTC, are closed.
	SeasonNotice NoticeKind = "season"
	// AssignedNotice: a class was given Assignment.
	AssignedNotice NoticeKind = "assigned"
	// DueNotice: Assignment ends soon. The student with the ID that Message has is reminded.
	DueNotice NoticeKind = "due"
	// FollowNotice: Match has ended. The player with the ID that Message has is told, who has followed it.
	FollowNotice NoticeKind = "follow"
	// RetireNotice: another message shows now what Message has shown.
	RetireNotice NoticeKind = "retire"
)

// A Board is a message that shows a match, a challenge, the puzzle of a day, a tournament or a
// class.
type Board struct {
	Match      int64 // what it shows: this
	Challenge  int64 // or this
	Puzzle     int64 // or this PuzzlePost
	Tournament int64 // or this
	Class      int64 // or this; the others are 0
	Channel    string
	Message    string // the front's handle; "" where it is not known or there is none
	// Version is the version of what it shows. It is 1 for a challenge that is
	// open and 2 for one that is closed.
	Version int64
	// Shown is the version that Message was noted to show; 0 where that is not known.
	Shown int64
}

// Version returns the version of the challenge, as in [Board].
func (c *Challenge) Version() int64 {
	if c.State == ChallengeOpen {
		return 1
	}
	return 2
}

// Outbox is what the bot has to say by itself, and which messages are out of date. The
// transaction that causes a notice writes it.
type Outbox interface {
	// TakeNotices returns due notices of a front, the oldest first. They are due again at
	// until. The process that takes them has to end or postpone each before then. If it dies,
	// another takes them.
	TakeNotices(ctx context.Context, front string, now, until time.Time, limit int) ([]Notice, error)

	// PostponeNotice makes a notice that could not be sent due at a time. One that has ended
	// stays so.
	PostponeNotice(ctx context.Context, id int64, until time.Time) error

	// EndNotice removes a notice, if it is there.
	EndNotice(ctx context.Context, id int64) error

	// Backlog returns how many notices a front has, and since when the oldest.
	Backlog(ctx context.Context, front string) (notices int, oldest time.Time, err error)

	// LaggingBoards returns boards of a front that show another version than the newest, which
	// is the one they are returned with. A challenge that is open or was accepted is not among
	// them: its message shows it, or shows the match now. Nor is a tournament that is over and has
	// no message.
	LaggingBoards(ctx context.Context, front string, limit int) ([]Board, error)

	// NewestBoard returns the board of what b shows, with the newest version, or ErrNotFound.
	// If the message of a challenge shows the match now, it is the match's board.
	NewestBoard(ctx context.Context, b Board) (Board, error)

	// NoteShown notes which Version the boards show, unless a later one has been noted; 0
	// notes that nobody knows. Where Message is not empty and another than before, it is
	// noted too, with that version, and the message before is to be retired. What doesn't
	// exist is left out.
	NoteShown(ctx context.Context, boards ...Board) error
}
