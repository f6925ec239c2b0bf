package live

import (
	"context"
	"fmt"
	"time"

	"nimatron/commands"
	"nimatron/commands/touch"
	"nimatron/games"
	"nimatron/picture/board"
)

// Race is the part of a State that only races have.
type Race struct {
	Heading string  `json:"heading"`
	Score   string  `json:"score"`  // of the reader
	Wait    string  `json:"wait"`   // instead of a question
	Racers  []Racer `json:"racers"` // the first, the best first
	More    int     `json:"more"`
}

// Racer is a person in a race.
type Racer struct {
	Name   string `json:"name"`
	Solved int    `json:"solved"`
}

// drawRace returns what a person sees of a race, and how long that holds if nothing else happens.
func (s *Server) drawRace(ctx context.Context, t *table, light bool, player string) (id string, text frame, holds time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, drawTime)
	defer cancel()
	generation, _, _, watchers := s.here(t)
	c, err := s.raceCard(ctx, t, generation)
	if err != nil {
		return "", frame{}, 0, err
	}
	var p *commands.RacePage
	if player != "" {
		if p, err = s.Boards.RacePage(ctx, t.ID, player); err != nil {
			return "", frame{}, 0, err
		}
	}
	now := s.Now()
	st := &State{Match: nameOf(t.Subject), Race: raceOf(c)}
	presence, you := Presence{Players: map[string]Player{}, Watchers: watchers}, ""
	holds = pingEvery
	clock := func(side games.Side, name string, until time.Time) {
		left := max(0, until.Sub(now))
		holds = min(holds, max(left, time.Millisecond))
		ms := left.Milliseconds()
		presence.Players[side.String()] = Player{Name: name, Clock: &ms, Running: true}
	}
	started, over := !now.Before(c.Starts), !now.Before(c.Ends)
	switch {
	case over:
		st.Over, st.Race.Heading, st.Ending = true, "The bell!", &touch.Ending{}
		if c.Over {
			shown := c.Reply().Card
			st.Race.Heading, st.Ending.Text = "The race is over", writer(c.NameOf).Write(shown.Body)
		}
	case !started:
		clock(games.Left, "The race starts", c.Starts)
	default:
		clock(games.Left, "The bell rings", c.Ends)
	}
	if p != nil {
		you, st.Race.Score, st.Version = games.Left.String(), p.Score(), int64(p.Next())
		switch {
		case p.Pausing() && !p.Ended && p.Started:
			clock(games.Right, "Next board", p.Free)
			st.Race.Wait = "Your next board comes soon."
		case p.Board != nil:
			if err := st.ask(p, light); err != nil {
				return "", frame{}, 0, err
			}
		case p.Started:
			st.Race.Wait = "You have answered every board."
		default:
			st.Race.Wait = "You're in. Your first board appears here."
		}
	}
	if st.Board == "" {
		st.Said = touch.Spoken(st.Race.Heading, st.Race.Score, st.Race.Wait)
	}
	id = fmt.Sprintf("%d.%d.%t.%t.%t", generation, st.Version, started, over, st.Board != "")
	text, err = streamed(id, you, st, presence)
	return id, text, holds, err
}

// raceCard returns what everybody sees of a race, read once for each generation.
func (s *Server) raceCard(ctx context.Context, t *table, generation int64) (*commands.RaceCard, error) {
	select {
	case t.drawing <- struct{}{}:
		defer func() { <-t.drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if t.race == nil || t.racing != generation {
		c, err := s.Boards.LiveRace(ctx, t.ID)
		if err != nil {
			return nil, err
		}
		t.race, t.racing = &c, generation
	}
	return t.race, nil
}

func raceOf(c *commands.RaceCard) *Race {
	r := &Race{Heading: "The race", Racers: []Racer{}, More: c.Racers - len(c.Best)}
	for _, racer := range c.Best {
		r.Racers = append(r.Racers, Racer{c.NameOf(racer.Player.ID), racer.Solved})
	}
	return r
}

// ask shows a racer's next board.
func (st *State) ask(p *commands.RacePage, light bool) (err error) {
	v, at := p.Board.Variant, p.Board.Position
	st.Game, st.Position, st.Choices, st.Turn = touch.GameOf(v), at.String(), touch.Choices(v, at), games.Left.String()
	st.Race.Heading = fmt.Sprintf("Board %d", p.Next())
	whole := st.Choices[""]
	whole.Question = "Which move wins?"
	st.Choices[""] = whole
	st.News = st.Game.Rules
	st.Said = touch.Spoken(st.Race.Heading, board.Words(at.Shape()), whole.Question, st.Race.Score)
	st.Board, err = touch.Board(board.Board{Shape: at.Shape()}, touch.Style(light), v, at, true)
	return err
}
