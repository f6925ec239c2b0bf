package live

import (
	"context"
	"fmt"
	"time"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/picture/board"
	"nimatron/referee/race"
)

// Race is what a person sees of a race. Its version is the number of the board.
type Race struct {
	Match   string `json:"match"`
	Version int64  `json:"version"`
	touch.State
	You      string         `json:"you"` // "" for one who watches
	Heading  string         `json:"heading"`
	Score    string         `json:"score"`  // of the reader
	Wait     string         `json:"wait"`   // instead of a question
	Missed   bool           `json:"missed"` // whether the board is the last one, with the move that wins
	Clocks   []touch.Player `json:"clocks"`
	Racers   []Racer        `json:"racers"` // the first, the best first
	More     int            `json:"more"`
	Watchers int            `json:"watchers"`
}

// Racer is a person in a race.
type Racer struct {
	Name   string `json:"name"`
	Solved int    `json:"solved"`
}

// touchedRace is a race, and its card as everybody sees it.
type touchedRace struct {
	id   int64
	card *commands.RaceCard
	of   int64 // the generation of card
}

func (*touchedRace) seat(player string) string {
	if player == "" {
		return ""
	}
	return games.Left.String()
}

func (r *touchedRace) ask(_ context.Context, _ *Server, in *moveRequest, t *tap) error {
	if in.Do != "move" {
		return errUnread
	}
	move := in.move()
	t.request.Subject = view.Subject{}
	t.request.Ask(input.RaceAnswer.With(input.RaceAnswerInput{
		RaceInput: input.RaceInput{ID: r.id}, Board: int(in.Version), Move: move.Move, Tapping: input.Tapping{Where: move.Where},
	}))
	return nil
}

func (r *touchedRace) latest(_ context.Context, _ *Server, in *moveRequest) match.LiveVersion {
	return match.LiveVersion{Version: in.Version, Latest: r.id}
}

func (r *touchedRace) draw(ctx context.Context, s *Server, t *table, light bool, player string) (seen *sight, holds time.Duration, err error) {
	generation, _, _, watchers := s.here(t)
	c, err := r.cardAt(ctx, s, t, generation)
	if err != nil {
		return nil, 0, err
	}
	var p *commands.RacePage
	if player != "" {
		if p, err = s.Boards.RacePage(ctx, r.id, player); err != nil {
			return nil, 0, err
		}
	}
	now := s.Now()
	st := &Race{Match: nameOf(t.Subject), Heading: "The race", Racers: []Racer{}, More: c.Racers - len(c.Best), Watchers: watchers}
	for _, racer := range c.Best {
		st.Racers = append(st.Racers, Racer{c.NameOf(racer.Player.ID), racer.Solved})
	}
	holds = pingEvery
	clock := func(name string, until time.Time) {
		left := max(0, until.Sub(now))
		holds = min(holds, max(left, time.Millisecond))
		ms := left.Milliseconds()
		st.Clocks = append(st.Clocks, touch.Player{Name: name, Clock: &ms, Running: true})
	}
	started, over := !now.Before(c.Starts), c.Over || !now.Before(c.Ends)
	switch {
	case over:
		st.Over, st.Heading, st.Ending = true, "The bell!", &touch.Ending{}
		if c.Over {
			st.Heading, st.Ending.Text = "The race is over", writer(c.NameOf).Write(c.Reply().Card.Body)
		}
	case !started:
		clock("The race starts", c.Starts)
	default:
		clock("The bell rings", c.Ends)
	}
	if p != nil {
		st.You, st.Score, st.Version = r.seat(player), p.Score(), int64(p.Next())
		switch {
		case p.Pausing() && !p.Ended && p.Started:
			clock("Next board", p.Free)
			st.Wait, st.Missed = "The win is drawn. Your next board comes soon.", true
			err = st.show(p.Last, p.Next()-1, light)
		case p.Board != nil:
			err = st.ask(p, light)
		case p.Started:
			st.Wait = "You have answered every board."
		default:
			st.Wait = "You're in. Your first board appears here."
		}
	}
	if err != nil {
		return nil, 0, err
	}
	if st.Turn == "" {
		st.Said = touch.Spoken(st.Heading, st.Score, st.Wait)
	}
	seen, err = sightOf(fmt.Sprintf("%d.%d.%t.%t.%t", generation, st.Version, started, over, st.Turn != ""), st)
	return seen, holds, err
}

// cardAt returns what everybody sees of a race, read once for each generation.
func (r *touchedRace) cardAt(ctx context.Context, s *Server, t *table, generation int64) (*commands.RaceCard, error) {
	if err := t.lock(ctx); err != nil {
		return nil, err
	}
	defer t.unlock()
	if r.card == nil || r.of != generation {
		c, err := s.Boards.LiveRace(ctx, r.id)
		if err != nil {
			return nil, err
		}
		r.card, r.of = &c, generation
	}
	return r.card, nil
}

// ask shows a racer's next board.
func (st *Race) ask(p *commands.RacePage, light bool) error {
	v, at := p.Board.Variant, p.Board.Position
	st.Choices, st.Turn = touch.Choices(v, at), st.You
	whole := st.Choices[""]
	whole.Question = "Which move wins?"
	st.Choices[""] = whole
	err := st.show(p.Board, p.Next(), light)
	st.Said = touch.Spoken(st.Heading, board.Words(at.Shape()), whole.Question, st.Score)
	return err
}

// show shows a board, or one that was missed after the move that wins.
func (st *Race) show(b *race.Board, number int, light bool) (err error) {
	v, at := b.Variant, b.Position
	drawn := board.Board{Shape: at.Shape()}
	if st.Missed {
		win := b.Winning[0]
		drawn.Moves = []board.Made{{Before: at.Shape(), Move: win, By: at.Turn().Owner}}
		if at, err = at.Play(win); err != nil {
			return err
		}
		drawn.Shape = at.Shape()
	}
	st.Heading, st.Game, st.Position = fmt.Sprintf("Board %d", number), touch.GameOf(v), at.String()
	st.News = st.Game.Rules
	st.Board, err = touch.Board(drawn, touch.Style(light), v, at, !st.Missed)
	return err
}
