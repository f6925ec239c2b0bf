package referee

import (
	"errors"
	"fmt"
	"time"

	"nimatron/match"
)

// Code says why the referee refused. Package commands makes the words for people.
type Code uint8

// The reasons for a refusal, with the fields of Refusal that go with them.
const (
	// NoMatch: the channel never had a match.
	NoMatch Code = iota + 1
	// MatchFinished: the channel's last match (Game) is over.
	MatchFinished
	// MatchRunning: a match (Game) is being played in the channel.
	MatchRunning
	// NotPlaying: the speaker is not a player of the match (Game).
	NotPlaying
	// NotYourTurn: another player decides now (Game).
	NotYourTurn
	// Outdated: the match (Game) has moved on since the speaker saw it.
	Outdated
	// SelfChallenge: a player challenged themselves.
	SelfChallenge
	// ChallengeAlreadyOpen: a challenge (Challenge) is open in the channel already.
	ChallengeAlreadyOpen
	// NoChallenge: no challenge is open in the channel.
	NoChallenge
	// OwnChallenge: the challenger tried to accept or decline (Challenge).
	OwnChallenge
	// NotChallenged: the challenge (Challenge) is for somebody else.
	NotChallenged
	// NotChallenger: only the challenger may cancel (Challenge).
	NotChallenger
	// TooManyOpen: the speaker has match.MaxOpenChallenges open.
	TooManyOpen
	// TooManyChallenges: the challenged player (Opponent) has been challenged often enough
	// for now.
	TooManyChallenges
	// PickFirst: the player who accepts (Challenge) has to say who goes first.
	PickFirst
	// NoTimeLimit: the match (Game) has no time limit that could run out.
	NoTimeLimit
	// OwnTime: it is the speaker's own time that is running (Game).
	OwnTime
	// TimeLeft: the player who decides has time left (Game).
	TimeLeft
	// RatedMatch: the match (Game) is rated, so there are no hints and no takebacks.
	RatedMatch
	// NothingToTakeBack: the speaker has not decided anything yet (Game).
	NothingToTakeBack
	// TakebackAlreadyAsked: the speaker has asked for a takeback already (Game).
	TakebackAlreadyAsked
	// MatchBegun: it is too late to call the match (Game) off.
	MatchBegun
	// NoSuchMatch: no match has that number.
	NoSuchMatch
	// NotForYou: the match was played elsewhere, by others.
	NotForYou
	// TooLong: the match has more than MaxReplayed decisions.
	TooLong
	// RatedChosenStart: a rated match starts from a generated position.
	RatedChosenStart
	// RatedTooSlow: a rated match takes at most MaxRatedTurnTime a turn.
	RatedTooSlow
	// RatedClosed: the speaker has called off too many rated pairs, so that rated
	// matches are closed to them (Until).
	RatedClosed
	// NoAdvice: the speaker plays a rated match (Match), and what was asked for is
	// advice that may help there.
	NoAdvice
	// NoPuzzle: there is no puzzle today.
	NoPuzzle
	// ExercisesLeft: the speaker has not solved all exercises of the lesson.
	ExercisesLeft
	// NotPlayedHere: the match (Game) is played elsewhere.
	NotPlayedHere
	// OwnRatedMatch: the speaker plays in the match (Game), which is rated.
	OwnRatedMatch
	// NoTournament: there is no tournament with that number.
	NoTournament
	// TournamentBounds: a tournament was asked for beyond the bounds.
	TournamentBounds
	// TooManyTournaments: the server has match.MaxTournaments that are not over.
	TooManyTournaments
	// TournamentClosed: it is too early or too late for that in the tournament (Tournament).
	TournamentClosed
	// AlreadyIn: the speaker is in the tournament (Tournament).
	AlreadyIn
	// NotIn: the speaker is not in the tournament (Tournament).
	NotIn
	// TournamentFull: all places of the tournament (Tournament) are taken.
	TournamentFull
	// TooFewPlayers: the tournament (Tournament) has fewer than two players.
	TooFewPlayers
	// NobodyApart: in the tournament (Tournament) results alone say who meets whom.
	NobodyApart
	// TooManyApart: match.MaxApart pairs are kept apart in the tournament (Tournament), or
	// match.MaxApartOf of one person.
	TooManyApart
	// LeadsIt: the speaker plays all others in the tournament (Tournament).
	LeadsIt
	// InTournament: the speaker is in a running tournament (Tournament), and what was asked for
	// is advice that may help there.
	InTournament
	// NoClass: there is no such class, or it has ended.
	NoClass
	// NotTeacher: only its teacher can do that in the class (Class).
	NotTeacher
	// NotInClass: the speaker neither leads the class (Class) nor is in it.
	NotInClass
	// OwnClass: the speaker leads the class (Class).
	OwnClass
	// ClassFull: the class (Class) has match.MaxMembers.
	ClassFull
	// TooManyClasses: the speaker, or the server, has as many classes as there may be.
	TooManyClasses
	// TooManyAssignments: the class (Class) has match.MaxOpenAssignments.
	TooManyAssignments
	// AssignmentBounds: an assignment was asked for beyond the bounds.
	AssignmentBounds
	// TooManySets: the class (Class) has match.MaxSets.
	TooManySets
	// SetBounds: a puzzle set was asked for beyond the bounds.
	SetBounds
	// SetAssigned: the puzzle set is to be done until a time (Until).
	SetAssigned
	// NoSet: there is no such puzzle set in the class.
	NoSet
	// NoAssignment: there is no such assignment in the class (Class).
	NoAssignment
	// NoStudent: there is no such student in the class (Class).
	NoStudent
	// OwnMatch: the speaker plays in the match (Game).
	OwnMatch
	// TooManyFollowers: match.MaxFollowers follow the match (Game).
	TooManyFollowers
	// TooManyFollows: the speaker follows match.MaxFollows matches.
	TooManyFollows
	// Busy: too many others did something at once; trying again helps.
	Busy
)

// Refusal is the error for what can't be done as things stand; nothing changed.
type Refusal struct {
	Code      Code
	Game      *Game
	Challenge *match.Challenge
	// Tournament is without its entrants and pairings where it locks advice.
	Tournament *match.Tournament
	Class      *match.Class
	Match      *match.Match // without its moves
	Opponent   string       // the ID
	Until      time.Time
}

// Error is for logs; people read the words of package commands.
func (e *Refusal) Error() string { return fmt.Sprintf("refused by the referee (code %d)", e.Code) }

// refusedIf turns an error of the store that the speaker can do something about into a
// refusal.
func refusedIf(err, is error, refusal *Refusal) error {
	if errors.Is(err, is) {
		return refusal
	}
	return err
}

// Is reports whether target is a refusal for the same reason.
func (e *Refusal) Is(target error) bool {
	other, ok := target.(*Refusal)
	return ok && other.Code == e.Code
}
