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

// Presence changes without a new version.
type Presence struct {
	Players  map[string]Player `json:"players"`
	Watchers int               `json:"watchers"`
	actions  map[string][]touch.Action
}

// Player is a side of a match.
type Player struct {
	Name    string `json:"name"`
	Bot     bool   `json:"bot"`
	Here    bool   `json:"here"`
	Clock   *int64 `json:"clock"` // milliseconds left, nil without a limit
	Running bool   `json:"running"`
}

const (
	maxMoves = 100
	drawTime = 20 * time.Second
	clockAge = 500 * time.Millisecond
)

// touchedMatch is a match, and what is drawn of it.
type touchedMatch struct {
	match.Match
	drawn  match.LiveVersion
	states map[bool]*State
	made   map[bool]*event
	live   commands.Live
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

type event struct {
	id         string
	state      *State
	presence   Presence
	sights     map[string]*sight
	generation int64
	at         time.Time
}

// of returns what a side sees of the event, with its actions, which are those of acts. All watchers share one sight.
func (e *event) of(you string, acts bool) (seen *sight, err error) {
	key := fmt.Sprint(you, acts)
	if e.sights[key] == nil {
		actions := e.presence.actions
		if !acts {
			actions = nil
		}
		side := you
		if you == "both" {
			side = cmp.Or(e.state.Turn, games.Left.String())
		}
		e.sights[key], err = sightOf(e.id, key, struct {
			You string `json:"you"`
			*State
			Presence
			Actions []touch.Action `json:"actions"`
		}{you, e.state, e.presence, slices.Concat(actions[side], e.state.Actions)})
	}
	return e.sights[key], err
}

func (m *touchedMatch) draw(ctx context.Context, s *Server, t *table, light bool, player string) (seen *sight, holds time.Duration, err error) {
	if err := t.lock(ctx); err != nil {
		return nil, 0, err
	}
	defer t.unlock()
	e, err := m.event(ctx, s, t, light)
	if err != nil {
		return nil, 0, err
	}
	seen, err = e.of(m.seat(player), !m.live.Shared() || player == m.live.Leader)
	return seen, pingEvery, err
}

func (m *touchedMatch) event(ctx context.Context, s *Server, t *table, light bool) (e *event, err error) {
	generation, version, here, watchers := s.here(t)
	now := s.Now()
	if e := m.made[light]; e != nil && e.generation == generation && (m.live.Due().IsZero() || now.Sub(e.at) < clockAge) {
		return e, nil
	}
	if m.states == nil || m.drawn != version {
		if m.live, err = s.Boards.Live(ctx, m.ID); err != nil {
			return nil, err
		}
		m.drawn, m.states, m.made = version, map[bool]*State{}, map[bool]*event{}
		s.drawAt(t, m.live.Due())
	}
	state := m.states[light]
	if state == nil {
		if state, err = newState(&m.live, version.Latest, light); err != nil {
			return nil, err
		}
		state.Custom, m.states[light] = s.customID(m.ID), state
	}
	e = &event{sights: map[string]*sight{}, id: fmt.Sprintf("%d.%d", state.Version, generation), state: state,
		presence: presence(&m.live, state.Turn, here, watchers, now), generation: generation, at: now}
	m.made[light] = e
	return e, nil
}

func presence(l *commands.Live, turn string, here map[string]bool, watchers int, now time.Time) Presence {
	out := Presence{Players: map[string]Player{}, Watchers: watchers, actions: map[string][]touch.Action{}}
	for _, side := range []games.Side{games.Left, games.Right} {
		p := l.Player(side)
		player := Player{Name: written(&l.Match, view.PlayerName(p.ID)), Bot: p.IsBot(), Here: p.IsBot() || here[p.ID] && !l.Apart,
			Running: turn == side.String() && (!p.IsCrowd() || !l.Bell.IsZero())}
		if l.TurnTime > 0 && turn != "" && (!l.Shared() || p.IsCrowd()) {
			left := l.TurnTime.Milliseconds()
			if player.Running {
				left = max(0, l.Due().Sub(now).Milliseconds())
			}
			player.Clock = &left
		}
		out.Players[side.String()], out.actions[side.String()] = player, actionsOf(l, side, now)
	}
	return out
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
