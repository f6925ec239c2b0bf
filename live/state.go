package live

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"nimatron/commands"
	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/picture/board"
	"nimatron/referee"
)

// State is the view of a match in one theme, the same for all readers.
type State struct {
	Match   string `json:"match"`
	Version int64  `json:"version"`
	touch.State
	Votes  bool   `json:"votes"` // whether people vote for the moves of a side
	Offer  string `json:"offer"`
	Next   string `json:"next"`
	Custom string `json:"custom"` // names the match in links within the platform
}

const (
	maxMoves = 100
	drawTime = 20 * time.Second
	clockAge = 500 * time.Millisecond
)

// touchedMatch is a match with what is drawn of it. It keeps a state for each theme, and what readers see until the next
// generation.
type touchedMatch struct {
	match.Match
	live       commands.Live
	drawn      match.LiveVersion
	states     map[bool]*State
	generation int64
	at         time.Time
	sights     map[string]*sight
}

// seat lets everybody vote for a room.
func (m *touchedMatch) seat(player string) string {
	if crowd, shared := m.Crowd(); shared && player != "" {
		player = crowd.ID
	}
	side, plays := m.SeatOf(player)
	switch {
	case !plays || player == "":
		return ""
	case m.Sides[side.Other()].ID == player:
		return "both"
	}
	return side.String()
}

// draw shows a side its actions, which in a vote only the leader has. All watchers share one sight.
func (m *touchedMatch) draw(ctx context.Context, s *Server, t *table, light bool, player string) (*sight, time.Duration, error) {
	err := t.lock(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer t.unlock()
	generation, version, here, watchers := s.here(t)
	now := s.Now()
	if m.states == nil || m.drawn != version {
		if m.live, err = s.Boards.Live(ctx, m.ID); err != nil {
			return nil, 0, err
		}
		m.drawn, m.states = version, map[bool]*State{}
		s.drawAt(t, m.live.Due())
	}
	if m.generation != generation || !m.live.Due().IsZero() && now.Sub(m.at) >= clockAge {
		m.generation, m.at, m.sights = generation, now, map[string]*sight{}
	}
	you, acts := m.seat(player), !m.live.Shared() || player == m.live.Leader
	key := fmt.Sprint(light, you, acts)
	if m.sights[key] != nil {
		return m.sights[key], pingEvery, nil
	}
	st := m.states[light]
	if st == nil {
		if st, err = newState(&m.live, version.Latest, light); err != nil {
			return nil, 0, err
		}
		st.Custom, m.states[light] = s.customID(m.ID), st
	}
	players, actions := map[string]touch.Player{}, []touch.Action{}
	for _, side := range []games.Side{games.Left, games.Right} {
		players[side.String()] = playerOf(&m.live, side, st.Turn, here, m.at)
		if acts && (you == side.String() || you == "both" && cmp.Or(st.Turn, games.Left.String()) == side.String()) {
			actions = actionsOf(&m.live, side, m.at)
		}
	}
	result := ""
	if st.Over {
		result = st.State.Result(you, players)
	}
	m.sights[key], err = sightOf(fmt.Sprintf("%d.%d", st.Version, generation), struct {
		You     string `json:"you"`
		Heading string `json:"heading"`
		Result  string `json:"result"`
		*State
		Players  map[string]touch.Player `json:"players"`
		Watchers int                     `json:"watchers"`
		Actions  []touch.Action          `json:"actions"`
	}{you, st.Heading(you, st.Votes, players), result, st, players, watchers, slices.Concat(actions, st.Actions)})
	return m.sights[key], pingEvery, err
}

func playerOf(l *commands.Live, side games.Side, turn string, here map[string]bool, now time.Time) touch.Player {
	p := l.Player(side)
	player := touch.Player{Name: written(&l.Match, view.PlayerName(p.ID)), Bot: p.IsBot(), Here: p.IsBot() || here[p.ID] && !l.Apart,
		Level: string(l.Level), Running: turn == side.String() && (!p.IsCrowd() || !l.Bell.IsZero())}
	if l.TurnTime > 0 && turn != "" && (!l.Shared() || p.IsCrowd()) {
		left := l.TurnTime.Milliseconds()
		if player.Running {
			left = max(0, l.Due().Sub(now).Milliseconds())
		}
		player.Clock = &left
	}
	return player
}

func newState(l *commands.Live, latest int64, light bool) (st *State, err error) {
	g := l.Game
	st = &State{Match: in10(g.ID), Version: g.Version, Offer: written(&g.Match, l.Offer), Votes: g.Shared()}
	if latest > g.ID {
		st.Next = in10(latest)
	}
	st.State, err = touch.StateOf(g, touch.Style(light), !g.Finished(), len(g.Moves)-maxMoves, func(step int, before games.Position) string {
		d := referee.Decision{Turn: before.Turn(), Step: games.Step{Move: g.Play.Moves()[step]}}
		return written(&g.Match, view.DecisionWords(g, d))
	})
	if !st.Over {
		st.Said = touch.Spoken(st.News, board.Words(g.Play.Position().Shape()), written(&g.Match, view.TurnText(g)))
		return st, err
	}
	st.Ending = &touch.Ending{Title: written(&g.Match, l.Ending.Title), Text: written(&g.Match, l.Ending.Body), Winner: g.Winner.Code()}
	st.Said = touch.Spoken(st.News, st.Ending.Title, st.Ending.Text)
	if latest > g.ID {
		st.Actions = append(st.Actions, touch.Action{Label: "Go to the next match", Do: "next", Lead: true})
	}
	if l.Replay != "" {
		st.Actions = append(st.Actions, touch.Action{Label: "Show me where", Link: l.Replay})
	}
	return st, err
}

func actionsOf(l *commands.Live, side games.Side, now time.Time) (list []touch.Action) {
	for _, a := range l.Actions[side] {
		for do, call := range actions {
			if call.Command == a.Command && (do != "claim" || !now.Before(l.Deadline)) {
				spoils := do == "hint" && (l.Lesson != "" && !l.Sides[side].Helped() || l.Shared())
				list = append(list, touch.Action{Label: a.Label, Do: do, Ask: do == "resign" || do == "veto" || spoils, Lead: do == "accept" || do == "rematch"})
			}
		}
	}
	return list
}

// written writes names into a text about a match.
func written(m *match.Match, text string) string {
	return writer(func(id string) string {
		if side, plays := m.SeatOf(id); plays {
			return m.Sides[side].Name
		}
		return "somebody"
	}).Write(text)
}

func writer(name func(id string) string) view.Writer {
	return view.Writer{
		Person:  name,
		Channel: func(string, string) string { return "the channel" },
		// The page writes it as its reader's clock shows it.
		Moment: view.Timestamp,
	}
}
