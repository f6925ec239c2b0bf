package match

import (
	"context"
	"errors"
	"strings"
	"time"
)

const crowdPrefix = "room:"

// CrowdOf returns the player that is everybody in a room. People vote for its moves.
func CrowdOf(room string) Player { return Player{ID: crowdPrefix + room, Name: "the server"} }

// IsCrowd reports whether the player is everybody in a room.
func (p Player) IsCrowd() bool { return strings.HasPrefix(p.ID, crowdPrefix) }

// Crowd returns the player of a match that is everybody in a room; ok is false if there is none.
func (m *Match) Crowd() (p Player, ok bool) {
	for _, side := range m.Sides {
		if side.IsCrowd() {
			return side.Player, true
		}
	}
	return Player{}, false
}

// Shared reports whether a room plays the match by votes.
func (m *Match) Shared() bool {
	_, shared := m.Crowd()
	return shared
}

// A Crowd is the state of a match that a room plays by votes.
type Crowd struct {
	Ply  int    // moves made before the turn of the last vote, -1 before the first
	Veto string // a move that the leader struck out, "" for none yet
	// VetoPly is the turn of the veto.
	VetoPly int
	Closed  bool      // the turn takes no more votes
	Counted int       // votes that the board shows
	Stepped time.Time // when it was last drawn for them

	// These are columns of their own, or follow from the votes.
	Match   int64     `json:"-"`
	Channel string    `json:"-"`
	Leader  string    `json:"-"` // the ID of who began it, "" if unknown
	Bell    time.Time `json:"-"` // when the votes are counted; zero once they are
}

// A Vote is a person's vote in a turn.
type Vote struct {
	Match, Version int64
	Ply            int
	Player         Player
	Move           string
	At             time.Time
	Bell           time.Time // used for the first vote of a turn
}

// A Count is the number of votes for a move.
type Count struct {
	Move  string
	Votes int
}

// Sum returns the number of all votes.
func Sum(counts []Count) (votes int) {
	for _, c := range counts {
		votes += c.Votes
	}
	return votes
}

// A CrowdRecord is how often a room has won at a level, without hints.
type CrowdRecord struct {
	Level       Level
	Won, Played int
}

// NewCrowd returns how the crowd of a match is stored before its first vote.
func NewCrowd(match int64, channel, server string, leader Player, now time.Time) Kept {
	return Kept{
		Board: Board{Subject: Subject{Kind: CrowdSubject, ID: match, Version: 1}, Channel: channel}, Server: server,
		Status: KeptOver, Begins: now, Host: leader, State: Encode(Crowd{Ply: -1, VetoPly: -1}),
	}
}

func crowdOf(k Kept) (c Crowd, err error) {
	err = Decode(k.State, &c)
	c.Match, c.Channel, c.Leader, c.Bell = k.ID, k.Channel, k.Host.ID, k.Due
	return c, err
}

// CrowdByID returns the crowd of a match, as it is before the first vote if it is not stored.
func CrowdByID(ctx context.Context, s Subjects, match int64) (Crowd, error) {
	k, err := s.Kept(ctx, Subject{Kind: CrowdSubject, ID: match})
	if errors.Is(err, ErrNotFound) {
		k, err = NewCrowd(match, "", "", Player{}, time.Time{}), nil
	}
	return As(crowdOf)(k, err)
}

// Bells returns the crowds with votes that are not played yet.
func Bells(ctx context.Context, s Subjects) ([]Crowd, error) {
	return AllAs(crowdOf)(s.ListKept(ctx, KeptFilter{Kind: CrowdSubject, GoesOn: true}))
}

// ChangeCrowd changes the crowd of a match. The error is ErrStale if change returns false.
func ChangeCrowd(ctx context.Context, s Subjects, match int64, change func(*Crowd) bool) error {
	_, err := s.ChangeKept(ctx, Subject{Kind: CrowdSubject, ID: match}, func(k *Kept) ([]Notice, error) { return nil, k.changeCrowd(change) })
	return err
}

func (k *Kept) changeCrowd(change func(*Crowd) bool) error {
	c, err := crowdOf(*k)
	before := c
	switch {
	case err != nil:
		return err
	case !change(&c):
		return ErrStale
	case c == before: // most votes only add to a turn
		return nil
	}
	if k.Due, k.Status, k.State = c.Bell, KeptRunning, Encode(c); c.Bell.IsZero() {
		k.Status = KeptOver
	}
	if c.Counted != before.Counted {
		k.Version++
	}
	return nil
}

// CountIn begins the turn of a vote, if it is a later one. The error is ErrStale if the turn takes no more votes.
func (v *Vote) CountIn(k *Kept) error {
	return k.changeCrowd(func(c *Crowd) bool {
		switch {
		case v.Ply > c.Ply || c.Bell.IsZero():
			if v.Ply != c.Ply {
				c.Counted = 0
			}
			c.Bell, c.Closed = v.Bell, false
			c.Ply = v.Ply
		case v.Ply < c.Ply || c.Closed || !v.At.Before(c.Bell):
			return false
		}
		return true
	})
}

// Crowds has the votes of rooms that play together.
type Crowds interface {
	// Vote records a vote, in place of an earlier one in the turn. The error is ErrStale unless the match
	// is running at Version and the bell has not rung.
	Vote(ctx context.Context, v Vote) error

	// Tally returns the votes of a turn, the most first.
	Tally(ctx context.Context, match int64, ply int) ([]Count, error)

	// Votes returns all votes of a match by turn.
	Votes(ctx context.Context, match int64) ([]Vote, error)

	// CrowdRecords returns the record of a room's player, by level.
	CrowdRecords(ctx context.Context, crowd string) ([]CrowdRecord, error)
}

// Times of votes.
const (
	VoteStep  = 3 * time.Second // the least time between two updates of the board
	VotesLife = 30 * 24 * time.Hour
)
