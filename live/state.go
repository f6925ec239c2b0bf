package live

import (
	"bytes"
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

// State is the view of a match in one theme, the same for all readers. Each stream adds its
// reader's side.
type State struct {
	Match    string              `json:"match"`
	Version  int64               `json:"version"`
	Game     touch.Game          `json:"game"`
	Position string              `json:"position"`
	Board    string              `json:"board"`   // an SVG, "" if it is too large
	Choices  map[string]Choice   `json:"choices"` // by touched place, "" for none
	Moves    []string            `json:"moves"`   // the last moves in words
	News     string              `json:"news"`
	Turn     string              `json:"turn"`
	Players  map[string]Player   `json:"players"`
	Watchers int                 `json:"watchers"`
	Over     bool                `json:"over"`
	Ending   *Ending             `json:"ending"`
	Actions  map[string][]Action `json:"actions"`
	Offer    string              `json:"offer"`
	Next     string              `json:"next"`
	Custom   string              `json:"custom"` // names the match in links within the platform
	Said     string              `json:"said"`
}

// Choice is a question to the player to move, with its buttons.
type Choice struct {
	Question string        `json:"question"`
	Keys     [][]touch.Key `json:"keys"`
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

// Action is an action other than a move.
type Action struct {
	Do    string `json:"do"`
	Label string `json:"label"`
	Ask   bool   `json:"ask"` // whether the page asks first
}

const (
	maxMoves   = 100 // in a state
	maxChoices = 200 // places in a state
	drawTime   = 20 * time.Second
	// clockAge bounds the age of the clocks in an event.
	clockAge = 500 * time.Millisecond
)

// drawings holds the newest events of a table, each drawn once for all readers.
type drawings struct {
	drawing chan struct{}     // held during a drawing
	drawn   match.LiveVersion // the version in states
	states  map[bool]*State   // by whether the theme is light
	made    map[bool]*event
	live    commands.Live
}

// event is a state in the form in which it is sent.
type event struct {
	id         string
	rest       string            // the JSON after the reader's side
	text       map[string][]byte // the whole event, by the reader's side
	generation int64
	at         time.Time
}

// of returns the event for a side. All watchers share one text.
func (e *event) of(you string) []byte {
	if e.text[you] == nil {
		e.text[you] = []byte("id: " + e.id + "\ndata: {\"you\":\"" + you + "\"," + e.rest + "\n\n")
	}
	return e.text[you]
}

func newDrawings() drawings { return drawings{drawing: make(chan struct{}, 1)} }

// draw returns the newest event of a table for a side, and its id.
func (s *Server) draw(ctx context.Context, t *table, light bool, you string) (id string, text []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, drawTime) // it continues even if this reader leaves
	defer cancel()
	select {
	case t.drawing <- struct{}{}:
		defer func() { <-t.drawing }()
	case <-ctx.Done():
		return "", nil, ctx.Err()
	}
	generation, version, here, watchers := s.here(t)
	now := s.Now()
	if e := t.made[light]; e != nil && e.generation == generation && (t.live.Deadline.IsZero() || now.Sub(e.at) < clockAge) {
		return e.id, e.of(you), nil
	}
	if t.states == nil || t.drawn != version {
		if t.live, err = s.Boards.Live(ctx, t.id); err != nil {
			return "", nil, err
		}
		t.drawn, t.states, t.made = version, map[bool]*State{}, map[bool]*event{}
		s.drawAt(t, t.live.Deadline)
	}
	state := t.states[light]
	if state == nil {
		if state, err = newState(&t.live, version.Latest, light); err != nil {
			return "", nil, err
		}
		state.Custom, t.states[light] = s.customID(t.id), state
	}
	state.present(&t.live, here, watchers, now)
	e := &event{text: map[string][]byte{}, id: fmt.Sprintf("%d.%d", state.Version, generation), generation: generation, at: now}
	if e.rest, err = state.json(); err != nil {
		return "", nil, err
	}
	t.made[light] = e
	return e.id, e.of(you), nil
}

// json returns the state without its first brace.
func (st *State) json() (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // a picture is full of <
	err := encoder.Encode(st)
	return strings.TrimSpace(strings.TrimPrefix(text.String(), "{")), err
}

// present sets presence, clocks and actions, which change without a new version.
func (st *State) present(l *commands.Live, here map[string]bool, watchers int, now time.Time) {
	st.Watchers, st.Players, st.Actions = watchers, map[string]Player{}, map[string][]Action{}
	for _, side := range []games.Side{games.Left, games.Right} {
		p := l.Player(side)
		player := Player{Name: plain(&l.Match, view.PlayerName(p.ID)), Bot: p.IsBot(), Here: p.IsBot() || here[p.ID] && !l.Apart, Running: st.Turn == side.String()}
		if l.TurnTime > 0 && !st.Over {
			left := l.TurnTime.Milliseconds()
			if player.Running {
				left = max(0, l.Deadline.Sub(now).Milliseconds())
			}
			player.Clock = &left
		}
		st.Players[side.String()], st.Actions[side.String()] = player, actionsOf(l, side, now)
	}
}

// newState draws a match.
func newState(l *commands.Live, latest int64, light bool) (*State, error) {
	g := l.Game
	v, p := g.Play.Variant(), g.Play.Position()
	st := &State{Match: in10(g.ID), Version: g.Version, Game: touch.GameOf(v), Position: p.String(), Over: g.Finished(),
		Moves: []string{}, Choices: map[string]Choice{}, Offer: plain(&g.Match, l.Offer)}
	if latest > g.ID {
		st.Next = in10(latest)
	}
	moves, first := g.Play.Moves(), max(0, len(g.Moves)-maxMoves)
	for n, before := range g.Play.Positions() {
		if n >= first && n < len(moves) {
			d := referee.Decision{Turn: before.Turn(), Step: games.Step{Move: moves[n]}}
			st.Moves = append(st.Moves, plain(&g.Match, view.DecisionWords(g, d)))
		}
	}
	if st.News = st.Game.Rules; len(st.Moves) > 0 {
		st.News = st.Moves[len(st.Moves)-1] + "."
	}
	b := view.BoardAfter(g, len(moves))
	b.First = len(moves) == 0
	style := picture.Style{Theme: picture.Felt}
	if light {
		style.Theme = picture.FeltLight
	}
	var err error
	if st.Board, err = touch.Board(b, style, v, p, !st.Over, nil); err != nil {
		return nil, err
	}
	if st.Over {
		winner, _ := g.Winner.Side()
		st.Ending = &Ending{Title: plain(&g.Match, l.Ending.Title), Text: plain(&g.Match, l.Ending.Body), Replay: l.Replay}
		if g.Winner != match.Nobody {
			st.Ending.Winner = winner.String()
		}
		st.Said = st.News + " " + st.Ending.Title + ". " + st.Ending.Text
		return st, nil
	}
	st.Turn = p.Turn().Actor.String()
	st.choose(g, "")
	for _, place := range p.Places()[:min(len(p.Places()), maxChoices)] {
		st.choose(g, place.Name)
	}
	st.Said = st.News + " " + sentence(board.Words(b.Shape)) + " " + sentence(spoken.Replace(plain(&g.Match, view.NextDecision(g))))
	return st, nil
}

func (st *State) choose(g *referee.Game, where string) {
	question, keys := touch.Keys(g.Play.Variant(), g.Play.Position(), where)
	if question == "" {
		question = view.NextDecision(g)
	}
	st.Choices[where] = Choice{plain(&g.Match, question), keys}
}

// actionsOf returns the actions of a side that the board has and that work now.
func actionsOf(l *commands.Live, side games.Side, now time.Time) []Action {
	made := []Action{}
	for _, a := range l.Actions[side] {
		for do, command := range actions {
			if command == a.Command && (do != "claim" || !now.Before(l.Deadline)) {
				spoils := do == "hint" && l.Lesson != "" && !l.Sides[side].Helped()
				made = append(made, Action{Do: do, Label: a.Label, Ask: do == "resign" || spoils})
			}
		}
	}
	return made
}

// seatOf returns the sides of a player: left, right, both, or "".
func seatOf(m *match.Match, player string) string {
	side, plays := m.SeatOf(player)
	switch {
	case player == "" || !plays:
		return ""
	case m.Sides[side.Other()].ID == player:
		return "both"
	}
	return side.String()
}

// sentence ends a text with one full stop.
func sentence(text string) string {
	if strings.HasSuffix(text, "?") {
		return text
	}
	return strings.TrimRight(text, ".") + "."
}

// spoken leaves out the symbols of players.
var spoken = strings.NewReplacer("🔵 ", "", "🔴 ", "", "🔵", "", "🔴", "")

// plain removes the markup of replies from a text.
func plain(m *match.Match, text string) string {
	w := view.Writer{
		Person: func(id string) string {
			if side, plays := m.SeatOf(id); plays {
				return m.Sides[side].Name
			}
			return "somebody"
		},
		Channel: func(string, string) string { return "the channel" },
		Moment:  func(t time.Time, _ view.MomentStyle) string { return t.UTC().Format("2 Jan 2006 15:04 MST") },
	}
	return strings.NewReplacer("**", "", "`", "").Replace(w.Write(text))
}
