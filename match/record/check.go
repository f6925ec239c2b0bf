package record

import (
	"fmt"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
)

// A checker builds a match by the rules while it is read. It makes the checks of games.Replay one move at a
// time, to know the place of an error and the turn of each move.
type checker struct {
	catalog  *catalog.Catalog
	match    *Match
	variant  *games.Variant
	position games.Position
}

func (c *checker) setUp(variant, first, start string) error {
	if err := c.setVariant(variant); err != nil {
		return err
	}
	if err := c.setFirst(first); err != nil {
		return err
	}
	return c.setStart(start)
}

func (c *checker) setVariant(id string) (err error) {
	c.variant, err = c.catalog.Find(id)
	if err == nil {
		c.match.Variant = c.variant.ID
	}
	return err
}

func (c *checker) setFirst(first string) error {
	if first == "" {
		return nil
	}
	side, err := readSide("the first turn", first)
	c.match.First = side
	return err
}

func (c *checker) setStart(text string) error {
	start, err := games.NewMatch(c.variant, text, c.match.First)
	if err != nil {
		return err
	}
	c.match.Start, c.position = start.Start().String(), start.Position()
	return nil
}

// play plays one move. by is the player named in the file, "" if none.
func (c *checker) play(by, move string, at time.Time) error {
	n := len(c.match.Moves) + 1
	played, err := c.position.Read(move)
	if err != nil {
		return fmt.Errorf("move %d: %w", n, err)
	}
	next, err := c.position.Play(played)
	if err != nil {
		return fmt.Errorf("move %d: %w", n, err)
	}
	turn := c.position.Turn()
	if by != "" && by != turn.Actor.String() {
		return fmt.Errorf("move %d is by %s, but the decision is %s's", n, games.Quote(by), turn.Actor)
	}
	c.position = next
	c.match.Moves = append(c.match.Moves, Move{Actor: turn.Actor, Text: played.String(), At: moment(at)})
	return nil
}

func (c *checker) finish(winner string) error {
	m := c.match
	m.normalize()
	if winner != "" {
		side, err := readSide("the winner", winner)
		if err != nil {
			return err
		}
		m.Winner = match.Seated(side)
	}
	victor, over := c.variant.Winner(c.position)
	switch {
	case over && m.Winner != match.Seated(victor):
		return fmt.Errorf("the winner is %s, but after the last move it is %s", m.Winner, victor)
	case over && m.Termination != match.Played:
		return fmt.Errorf("the termination is %s: the last move has ended the match, which is %q", games.Quote(string(m.Termination)), string(match.Played))
	case !over && m.Termination == match.Played:
		return fmt.Errorf("the termination is %q: after the last move, at %s, the game goes on", string(match.Played), games.Quote(c.position.String()))
	case m.Termination == "" && m.Winner != match.Nobody:
		return fmt.Errorf("%s has won, so the termination must say how", m.Winner)
	case m.Termination == "" && !m.Ended.IsZero():
		return fmt.Errorf("the match has ended, so the termination must say how")
	}
	return nil
}

func readSide(what, side string) (games.Side, error) {
	s, err := match.ParseSide(side)
	if err != nil {
		return s, fmt.Errorf("%s is %s: write %q or %q", what, games.Quote(side), games.Left, games.Right)
	}
	return s, nil
}
