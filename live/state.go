package live

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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
	Race   *Race  `json:"race"`  // nil for a match
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

type drawings struct {
	drawing chan struct{}
	drawn   match.LiveVersion
	states  map[bool]*State
	made    map[bool]*event
	live    commands.Live
	race    *commands.RaceCard
	racing  int64 // the generation of race
}

type event struct {
	id         string
	state      *State
	presence   Presence
	text       map[string]frame
	generation int64
	at         time.Time
}

// of returns the event as it is sent to a side. All watchers share one text.
func (e *event) of(you string) (text frame, err error) {
	if e.text[you].plain == nil {
		e.text[you], err = streamed(e.id, you, e.state, e.presence)
	}
	return e.text[you], err
}

// streamed returns an event of a stream. It has the actions of its reader alone.
func streamed(id, you string, state *State, p Presence) (frame, error) {
	text := bytes.NewBufferString("id: " + id + "\ndata: ")
	encoder := json.NewEncoder(text) // which ends with a line break
	encoder.SetEscapeHTML(false)     // a picture is full of <
	side := you
	if you == "both" {
		side = cmp.Or(state.Turn, games.Left.String())
	}
	err := encoder.Encode(struct {
		You string `json:"you"`
		*State
		Presence
		Actions []touch.Action `json:"actions"`
	}{you, state, p, slices.Concat(p.actions[side], state.Actions)})
	text.WriteByte('\n')
	return frameOf(text.Bytes()), err
}

func newDrawings() drawings { return drawings{drawing: make(chan struct{}, 1)} }

func (s *Server) draw(ctx context.Context, t *table, light bool, you string) (id string, text frame, err error) {
	ctx, cancel := context.WithTimeout(ctx, drawTime) // continues if this reader leaves
	defer cancel()
	select {
	case t.drawing <- struct{}{}:
		defer func() { <-t.drawing }()
	case <-ctx.Done():
		return "", frame{}, ctx.Err()
	}
	generation, version, here, watchers := s.here(t)
	now := s.Now()
	if e := t.made[light]; e != nil && e.generation == generation && (t.live.Due().IsZero() || now.Sub(e.at) < clockAge) {
		text, err = e.of(you)
		return e.id, text, err
	}
	if t.states == nil || t.drawn != version {
		if t.live, err = s.Boards.Live(ctx, t.ID); err != nil {
			return "", frame{}, err
		}
		t.drawn, t.states, t.made = version, map[bool]*State{}, map[bool]*event{}
		s.drawAt(t, t.live.Due())
	}
	state := t.states[light]
	if state == nil {
		if state, err = newState(&t.live, version.Latest, light); err != nil {
			return "", frame{}, err
		}
		state.Custom, t.states[light] = s.customID(t.ID), state
	}
	e := &event{text: map[string]frame{}, id: fmt.Sprintf("%d.%d", state.Version, generation), state: state,
		presence: presence(&t.live, state.Turn, here, watchers, now), generation: generation, at: now}
	t.made[light] = e
	text, err = e.of(you)
	return e.id, text, err
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
				spoils := do == "hint" && l.Lesson != "" && !l.Sides[side].Helped()
				list = append(list, touch.Action{Label: a.Label, Do: do, Ask: do == "resign" || spoils, Lead: do == "accept" || do == "rematch"})
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
