package match

import (
	"time"

	"nimatron/games"
)

// A State says whether a match goes on.
type State string

// The states of a match.
const (
	Playing  State = "playing"
	Finished State = "finished"
)

// A Match is a game between two players, with all that is needed to replay it.
type Match struct {
	ID          int64
	Channel     string
	Server      string // "" in direct messages and in the local chat
	Variant     string
	Family      string     // of the variants that are rated together, such as "end-nim"
	Start       string     // the start in canonical notation
	Chosen      bool       // a player chose Start, it was not generated
	First       games.Side // who takes the first turn
	Left, Right Player
	Level       Level
	Seed        uint64        // of the bot's random choices
	Rated       bool          // counts for the ratings
	TurnTime    time.Duration // 0: no limit
	Pace        Pace          // for which ladder it may count
	State       State
	Result            // zero while it is being played
	Version     int64 // 1 at first, rises by one with each change
	LeftHints   int   // how many hints Left has had
	RightHints  int
	HintsHere   int    // how many of them were given in the position on the board
	Advised     bool   // the person who plays the bot was told elsewhere how to play such boards
	Message     string // the front's handle of the message that shows the board, "" when none
	Created     time.Time
	Updated     time.Time // of the last change of Version
	Ended       time.Time // zero while playing
	Moves       []Move    // in order

	Pair int64 // the ID of the first match of a rated pair, 0 for a match that stands alone
	Leg  Leg

	LeftTakebacks  int // how often Left has taken moves back
	RightTakebacks int

	CalledOff Seat // who has ended it before it began
	Uncounted bool // the pair that it completes came after those of a day that count
	Critical  int  // for the wall of honour; see MayBeHonoured

	// Lesson is the lesson of which the match is the test, "" for none. Who takes the test
	// sits left.
	Lesson string

	// What a review has found once the match was over. Reviewed is false where none was
	// made yet.
	Reviewed bool
	Findings Findings

	// These are zero in a finished match.
	Deadline  time.Time // when who decides now runs out of time; zero: never
	Remind    time.Time // when who decides now is to be reminded; zero: never
	Reminded  bool      // that has been done
	AbandonAt time.Time // when the match ends if nobody continues it; zero: never
	Offer     Seat      // who has asked to take moves back, without an answer yet
}

// A Move is one decision in a match.
type Move struct {
	Actor games.Side // who decided
	Text  string     // in canonical notation
	At    time.Time
}

// SetPlayers seats the challenger on a side and the opponent on the other.
func (m *Match) SetPlayers(side games.Side, challenger, opponent Player) {
	m.Left, m.Right = challenger, opponent
	if side == games.Right {
		m.Left, m.Right = opponent, challenger
	}
}

// Player returns who sits on a side.
func (m *Match) Player(side games.Side) Player {
	if side == games.Left {
		return m.Left
	}
	return m.Right
}

// SeatOf returns the side of the player with that ID; ok is false for others. Somebody
// who plays against themselves sits left.
func (m *Match) SeatOf(id string) (side games.Side, ok bool) {
	switch id {
	case m.Left.ID:
		return games.Left, true
	case m.Right.ID:
		return games.Right, true
	}
	return 0, false
}

// Finished reports whether the match is over, by the rules or otherwise.
func (m *Match) Finished() bool { return m.State == Finished }

// End ends the match with a result.
func (m *Match) End(r Result) { m.State, m.Result = Finished, r }

// Victor returns who won; ok is false while the match goes on and where nobody did.
func (m *Match) Victor() (winner Player, ok bool) {
	side, ok := m.Winner.Side()
	if !ok {
		return Player{}, false
	}
	return m.Player(side), true
}

// Loser returns who lost; ok is false while the match goes on and where nobody did.
func (m *Match) Loser() (loser Player, ok bool) {
	side, ok := m.Winner.Side()
	if !ok {
		return Player{}, false
	}
	return m.Player(side.Other()), true
}

// AgainstBot reports whether one of the players is the bot.
func (m *Match) AgainstBot() bool { return m.Left.IsBot() || m.Right.IsBot() }

// Human returns the side of the person in a match against the bot.
func (m *Match) Human() games.Side {
	if m.Left.IsBot() {
		return games.Right
	}
	return games.Left
}

// Help returns how many hints a side has had and how often it has taken moves back.
func (m *Match) Help(side games.Side) (hints, takebacks int) {
	if side == games.Left {
		return m.LeftHints, m.LeftTakebacks
	}
	return m.RightHints, m.RightTakebacks
}

// FoundBy returns which of its wins a side has found, as far as the match was reviewed.
func (m *Match) FoundBy(side games.Side) Found {
	if side == games.Left {
		return m.Findings.Left
	}
	return m.Findings.Right
}

// SinceLast returns how many moves there are from the last one of a side on, 0 if it
// has made none.
func (m *Match) SinceLast(side games.Side) int {
	for i := len(m.Moves) - 1; i >= 0; i-- {
		if m.Moves[i].Actor == side {
			return len(m.Moves) - i
		}
	}
	return 0
}

// Ladder returns the ladder that the match belongs to, among those of its family.
func (m *Match) Ladder() Ladder { return Ladder{Family: m.Family, Pace: m.Pace} }

// MayBeCalledOff reports whether the match can still end without a winner. A rated one
// can be until anybody, the bot included, has taken a decision, and not in the second
// game of a pair: who could leave later would never lose. In others a person has to have
// moved.
func (m *Match) MayBeCalledOff() bool {
	if m.Rated {
		return len(m.Moves) == 0 && m.Leg != SecondLeg
	}
	for _, move := range m.Moves {
		if !m.Player(move.Actor).IsBot() {
			return false
		}
	}
	return true
}

// TimeUp reports whether the clock has decided the match: in a rated one it does so by
// itself, in others somebody has to claim the win.
func (m *Match) TimeUp(now time.Time) bool {
	return m.Rated && !m.Finished() && !m.Deadline.IsZero() && !m.Deadline.After(now)
}
