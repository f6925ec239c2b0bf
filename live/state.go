package live

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"nimatron/commands"
	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/referee"
)

// State is the view of a match in one theme, the same for all readers.
type State struct {
	Match   string `json:"match"`
	Version int64  `json:"version"`
	touch.State
	Race   *Race   `json:"race"`  // nil for a match
	Votes  bool    `json:"votes"` // whether people vote for the moves of a side
	Ending *Ending `json:"ending"`
	Offer  string  `json:"offer"`
	Next   string  `json:"next"`
	Custom string  `json:"custom"` // names the match in links within the platform
	Said   string  `json:"said"`
}

// Presence changes without a new version.
type Presence struct {
	Players  map[string]Player   `json:"players"`
	Watchers int                 `json:"watchers"`
	Actions  map[string][]Action `json:"actions"`
}

// Player is a side of a match.
type Player struct {
	Name    string `json:"name"`
	Bot     bool   `json:"bot"`
	Here    bool   `json:"here"`
	Clock   *int64 `json:"clock"` // milliseconds left, nil without a limit
	Running bool   `json:"running"`
}

// Ending describes a result.
type Ending struct {
	Title  string `json:"title"`
	Text   string `json:"text"`
	Winner string `json:"winner"`
	Replay string `json:"replay"`
}

type Action struct {
	Do    string `json:"do"`
	Label string `json:"label"`
	Ask   bool   `json:"ask"`
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
	text       map[string][]byte
	generation int64
	at         time.Time
}

// of returns the event as it is sent to a side. All watchers share one text.
func (e *event) of(you string) (text []byte, err error) {
	if e.text[you] == nil {
		e.text[you], err = written(e.id, you, e.state, e.presence)
	}
	return e.text[you], err
}

// written returns an event of a stream.
func written(id, you string, state *State, p Presence) ([]byte, error) {
	text := bytes.NewBufferString("id: " + id + "\ndata: ")
	encoder := json.NewEncoder(text) // which ends with a line break
	encoder.SetEscapeHTML(false)     // a picture is full of <
	err := encoder.Encode(struct {
		You string `json:"you"`
		*State
		Presence
	}{you, state, p})
	text.WriteByte('\n')
	return text.Bytes(), err
}

func newDrawings() drawings { return drawings{drawing: make(chan struct{}, 1)} }

func (s *Server) draw(ctx context.Context, t *table, light bool, you string) (id string, text []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, drawTime) // continues if this reader leaves
	defer cancel()
	select {
	case t.drawing <- struct{}{}:
		defer func() { <-t.drawing }()
	case <-ctx.Done():
		return "", nil, ctx.Err()
	}
	generation, version, here, watchers := s.here(t)
	now := s.Now()
	if e := t.made[light]; e != nil && e.generation == generation && (t.live.Due().IsZero() || now.Sub(e.at) < clockAge) {
		text, err = e.of(you)
		return e.id, text, err
	}
	if t.states == nil || t.drawn != version {
		if t.live, err = s.Boards.Live(ctx, t.ID); err != nil {
			return "", nil, err
		}
		t.drawn, t.states, t.made = version, map[bool]*State{}, map[bool]*event{}
		s.drawAt(t, t.live.Due())
	}
	state := t.states[light]
	if state == nil {
		if state, err = newState(&t.live, version.Latest, light); err != nil {
			return "", nil, err
		}
		state.Custom, t.states[light] = s.customID(t.ID), state
	}
	e := &event{text: map[string][]byte{}, id: fmt.Sprintf("%d.%d", state.Version, generation), state: state,
		presence: presence(&t.live, state.Turn, here, watchers, now), generation: generation, at: now}
	t.made[light] = e
	text, err = e.of(you)
	return e.id, text, err
}

func presence(l *commands.Live, turn string, here map[string]bool, watchers int, now time.Time) Presence {
	out := Presence{Players: map[string]Player{}, Watchers: watchers, Actions: map[string][]Action{}}
	for _, side := range []games.Side{games.Left, games.Right} {
		p := l.Player(side)
		player := Player{Name: plain(&l.Match, view.PlayerName(p.ID)), Bot: p.IsBot(), Here: p.IsBot() || here[p.ID] && !l.Apart,
			Running: turn == side.String() && (!p.IsCrowd() || !l.Bell.IsZero())}
		if l.TurnTime > 0 && turn != "" && (!l.Shared() || p.IsCrowd()) {
			left := l.TurnTime.Milliseconds()
			if player.Running {
				left = max(0, l.Due().Sub(now).Milliseconds())
			}
			player.Clock = &left
		}
		out.Players[side.String()], out.Actions[side.String()] = player, actionsOf(l, side, now)
	}
	return out
}

func newState(l *commands.Live, latest int64, light bool) (st *State, err error) {
	g := l.Game
	st = &State{Match: in10(g.ID), Version: g.Version, Offer: plain(&g.Match, l.Offer), Votes: g.Shared()}
	if latest > g.ID {
		st.Next = in10(latest)
	}
	style := picture.Style{Theme: picture.Felt}
	if light {
		style.Theme = picture.FeltLight
	}
	st.State, err = touch.StateOf(g, style, !g.Finished(), len(g.Moves)-maxMoves, func(step int, before games.Position) string {
		d := referee.Decision{Turn: before.Turn(), Step: games.Step{Move: g.Play.Moves()[step]}}
		return plain(&g.Match, view.DecisionWords(g, d))
	})
	if err != nil {
		return nil, err
	}
	if st.Over {
		st.Ending = &Ending{Title: plain(&g.Match, l.Ending.Title), Text: plain(&g.Match, l.Ending.Body), Winner: g.Winner.Code(), Replay: l.Replay}
		st.Said = st.News + " " + st.Ending.Title + ". " + st.Ending.Text
		return st, nil
	}
	for place, c := range st.Choices {
		c.Question = plain(&g.Match, cmp.Or(c.Question, view.NextDecision(g)))
		st.Choices[place] = c
	}
	st.Said = st.News + " " + sentence(board.Words(g.Play.Position().Shape())) + " " + sentence(spoken.Replace(plain(&g.Match, view.NextDecision(g))))
	return st, nil
}

func actionsOf(l *commands.Live, side games.Side, now time.Time) []Action {
	made := []Action{}
	for _, a := range l.Actions[side] {
		for do, call := range actions {
			if call.Command == a.Command && (do != "claim" || !now.Before(l.Deadline)) {
				spoils := do == "hint" && l.Lesson != "" && !l.Sides[side].Helped()
				made = append(made, Action{Do: do, Label: a.Label, Ask: do == "resign" || spoils})
			}
		}
	}
	return made
}

func sentence(text string) string {
	if strings.HasSuffix(text, "?") {
		return text
	}
	return strings.TrimRight(text, ".") + "."
}

var spoken = strings.NewReplacer("🔵 ", "", "🔴 ", "", "🔵", "", "🔴", "")

func plain(m *match.Match, text string) string {
	return plainly(text, func(id string) string {
		if side, plays := m.SeatOf(id); plays {
			return m.Sides[side].Name
		}
		return "somebody"
	})
}

// plainly is plain with the names of people.
func plainly(text string, name func(id string) string) string {
	w := view.Writer{
		Person:  name,
		Channel: func(string, string) string { return "the channel" },
		Moment: func(t time.Time, style view.MomentStyle) string {
			if style == view.Relative {
				return t.UTC().Format("at 15:04:05 MST")
			}
			return t.UTC().Format("2 Jan 2006 15:04 MST")
		},
	}
	return strings.NewReplacer("**", "", "`", "").Replace(w.Write(text))
}
