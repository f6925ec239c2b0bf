// Package match is the domain: players, matches and their moves, challenges, results, levels of the
// bot, paces, ratings and rated pairs, with their rules.
//
// Package games has the rules of the games, package rating the arithmetic of ratings. This package
// knows no database: it declares the methods that it needs, such as [Matches], and the packages
// below storage implement them.
//
// Values have one spelling in the database and in files. A string type such as [State] or [Level]
// is its own spelling; a [Seat] is spelled by [Seat.Code], a side by [games.Side.String].
package match

import (
	"cmp"
	"time"

	"nimatron/games"
)

// A State says whether a match is still running.
type State string

const (
	Playing  State = "playing"
	Finished State = "finished"
)

// A Match is a game between two players, with everything needed to replay it.
type Match struct {
	ID        int64
	Channel   string
	Server    string
	Variant   string
	Family    string // of the variants that are rated together, such as "end-nim"
	Start     string
	Chosen    bool
	First     games.Side
	Sides     [2]Participant // by games.Side
	Level     Level
	Seed      uint64
	Rated     bool
	TurnTime  time.Duration
	Pace      Pace // the pace of the ladder for which it may count
	State     State
	Result          // of the ladder for which it may count
	Version   int64 // starts at 1 and rises by one with each change
	HintsHere int
	Advised   bool   // the bot's opponent got an answer about a chosen position meanwhile
	Message   string // the front's handle of the message that shows the board, "" when none
	Created   time.Time
	Updated   time.Time
	Ended     time.Time // zero while playing
	Moves     []Move

	Pair int64 // the ID of the first match of a rated pair, 0 for a match that stands alone
	Leg  Leg

	// Tournament is the ID of the tournament, 0 for none. Its matches can't be called off.
	Tournament int64

	CalledOff Seat // the side that ended the match before it really started
	Uncounted bool // its pair exceeds the number of pairs a day that count

	// Lesson is the lesson that the match tests, "" for none. The player who takes the test sits
	// left.
	Lesson string

	// Findings come from a review after the match, if Reviewed is true.
	Reviewed bool
	Findings Findings

	// These are zero in a finished match.
	Deadline  time.Time // when the player to move runs out of time; zero: never
	Remind    time.Time // when the player to move is reminded; zero: never
	Reminded  bool
	AbandonAt time.Time // when the match ends if nobody continues it; zero: never
	Offer     Seat      // the side whose request for a takeback is unanswered
	Declined  Seat      // the side whose request was declined, or withdrawn, since the last move
}

// SecondGame returns the second match of the pair that m begins, as new. It needs its own seed: the seed of m
// is no secret any more.
func (m *Match) SecondGame(seed uint64, now time.Time) Match {
	return Match{
		Channel: m.Channel, Server: m.Server, Variant: m.Variant, Family: m.Family,
		Start: m.Start, First: m.First, Sides: Between(m.Sides[games.Right].Player, m.Sides[games.Left].Player),
		Level: m.Level, Seed: seed, Rated: true, TurnTime: m.TurnTime, Pace: m.Pace, Pair: m.ID, Leg: SecondLeg,
		Tournament: m.Tournament,
		Created:    now, State: Playing,
	}
}

// A Participant is a player in a match, with counts.
type Participant struct {
	Player
	Hints     int
	Takebacks int // times that the player took moves back
}

// Helped reports whether the player got a hint or took moves back.
func (p Participant) Helped() bool { return p.Hints > 0 || p.Takebacks > 0 }

// Between returns the sides of a new match.
func Between(left, right Player) [2]Participant {
	return [2]Participant{games.Left: {Player: left}, games.Right: {Player: right}}
}

// A Move is one decision in a match.
type Move struct {
	Actor games.Side
	Text  string
	At    time.Time
}

// SetPlayers seats the challenger on a side and the opponent on the other.
func (m *Match) SetPlayers(side games.Side, challenger, opponent Player) {
	m.Sides[side].Player, m.Sides[side.Other()].Player = challenger, opponent
}

// Player returns the player on a side.
func (m *Match) Player(side games.Side) Player {
	return m.Sides[side].Player
}

// SeatOf returns the side of the player with this ID; ok is false for others. A player on both
// sides sits left.
func (m *Match) SeatOf(id string) (side games.Side, ok bool) {
	switch id {
	case m.Sides[games.Left].ID:
		return games.Left, true
	case m.Sides[games.Right].ID:
		return games.Right, true
	}
	return 0, false
}

// Finished reports whether the match is over, by the rules or otherwise.
func (m *Match) Finished() bool { return m.State == Finished }

// End ends the match with a result.
func (m *Match) End(r Result) { m.State, m.Result = Finished, r }

// Victor returns the winner; ok is false if there is none, or none yet.
func (m *Match) Victor() (winner Player, ok bool) {
	side, ok := m.Winner.Side()
	if !ok {
		return Player{}, false
	}
	return m.Player(side), true
}

// Loser returns the loser; ok is false if there is none, or none yet.
func (m *Match) Loser() (loser Player, ok bool) {
	side, ok := m.Winner.Side()
	if !ok {
		return Player{}, false
	}
	return m.Player(side.Other()), true
}

// AgainstBot reports whether one of the players is the bot.
func (m *Match) AgainstBot() bool {
	return m.Sides[games.Left].IsBot() || m.Sides[games.Right].IsBot()
}

// Human returns the side of the person in a match against the bot.
func (m *Match) Human() games.Side {
	if m.Sides[games.Left].IsBot() {
		return games.Right
	}
	return games.Left
}

// SinceLast returns the number of moves from the last move of a side on, 0 if it has made none.
func (m *Match) SinceLast(side games.Side) int {
	for i := len(m.Moves) - 1; i >= 0; i-- {
		if m.Moves[i].Actor == side {
			return len(m.Moves) - i
		}
	}
	return 0
}

// Ladder returns the ladder of the match's family and pace.
func (m *Match) Ladder() Ladder { return Ladder{Family: m.Family, Pace: m.Pace} }

// MayBeCalledOff reports whether the match can still end without a winner. A rated match can until its first
// move; the second game of a pair never can, or a player could leave before losing. Other matches can until a
// person has moved. Matches of tournaments never can.
func (m *Match) MayBeCalledOff() bool {
	if m.Tournament != 0 {
		return false
	}
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

// TimeUp reports whether the clock has decided the match. It decides rated matches only; in others the
// opponent has to claim the win.
func (m *Match) TimeUp(now time.Time) bool {
	return m.Rated && !m.Finished() && !m.Deadline.IsZero() && !m.Deadline.After(now)
}

// PassedTest reports whether the match is a passed test of a lesson: won without hints and takebacks.
func (m *Match) PassedTest() bool {
	return m.Lesson != "" && m.Winner == LeftSeat && !m.Sides[games.Left].Helped()
}

// Found counts the decisions of a player at which some options won and others lost.
type Found struct {
	Wins int
	Kept int
}

// Plus returns the sum of two counts.
func (f Found) Plus(other Found) Found {
	return Found{Wins: f.Wins + other.Wins, Kept: f.Kept + other.Kept}
}

// Accuracy returns Kept/Wins, from 0 to 1; ok is false if Wins is 0.
func (f Found) Accuracy() (accuracy float64, ok bool) {
	if f.Wins == 0 {
		return 0, false
	}
	return float64(f.Kept) / float64(f.Wins), true
}

// Compare compares the fractions of wins found: +1 if f's is larger. They are equal if one of the
// two had no win to find.
func (f Found) Compare(other Found) int { return cmp.Compare(f.Kept*other.Wins, other.Kept*f.Wins) }

// Findings are the result of a review of a finished match, by games.Side.
type Findings [2]Found
