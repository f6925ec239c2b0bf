package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
)

type jsonMatch struct {
	ID          int64      `json:"id,omitzero"`
	Event       string     `json:"event,omitzero"`
	Site        string     `json:"site,omitzero"`
	Variant     string     `json:"variant"`
	Start       string     `json:"start"`
	First       string     `json:"first"`
	Left        jsonPlayer `json:"left"`
	Right       jsonPlayer `json:"right"`
	Level       string     `json:"level,omitzero"`
	Rated       bool       `json:"rated"`
	TurnTime    int64      `json:"turn_time_ms,omitzero"`
	Started     time.Time  `json:"started,omitzero"`
	Ended       time.Time  `json:"ended,omitzero"`
	Winner      string     `json:"winner,omitzero"`
	Termination string     `json:"termination,omitzero"`
	Moves       []jsonMove `json:"moves"`
}

type jsonPlayer struct {
	ID     string `json:"id,omitzero"`
	Name   string `json:"name"`
	Rating int    `json:"rating,omitzero"`
}

type jsonMove struct {
	By   string    `json:"by"`
	Move string    `json:"move"`
	At   time.Time `json:"at,omitzero"`
}

// AppendJSON appends the match to dst as one line of JSON, with the line's end.
func (m *Match) AppendJSON(dst []byte) []byte {
	n := *m
	n.normalize()
	wire := jsonMatch{
		ID: n.ID, Event: n.Event, Site: n.Site,
		Variant: n.Variant, Start: n.Start, First: n.First.String(), Left: jsonPlayer(n.Left), Right: jsonPlayer(n.Right),
		Level: string(n.Level), Rated: n.Rated, TurnTime: n.TurnTime.Milliseconds(),
		Started: n.Started, Ended: n.Ended, Winner: n.Winner.Code(), Termination: string(n.Termination),
		Moves: make([]jsonMove, len(n.Moves)),
	}
	for i, move := range n.Moves {
		wire.Moves[i] = jsonMove{By: move.Actor.String(), Move: move.Text, At: moment(move.At)}
	}
	out := bytes.NewBuffer(dst)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(wire); err != nil {
		// The times, the one thing that could fail, are normalized.
		panic("record: " + err.Error())
	}
	return out.Bytes()
}

// explain words an error of encoding/json without the names of Go's types.
func explain(err error) string {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return "this is no JSON object on one line: " + err.Error()
	case errors.As(err, &wrong):
		field := cmp.Or(wrong.Field, "the line")
		return fmt.Sprintf("%s has a value of the wrong kind: %.60s", games.Quote(field), wrong.Value)
	default:
		return "a time isn't written as 2026-01-31T23:59:59Z"
	}
}

func parseJSON(known *catalog.Catalog, text []byte) (*Match, error) {
	var wire jsonMatch
	err := json.Unmarshal(text, &wire)
	m := &Match{
		ID: wire.ID, Event: wire.Event, Site: wire.Site,
		Left: Player(wire.Left), Right: Player(wire.Right), Level: match.Level(wire.Level), Rated: wire.Rated,
		TurnTime: time.Duration(wire.TurnTime) * time.Millisecond,
		Started:  wire.Started, Ended: wire.Ended,
		Result: match.Result{Termination: match.Termination(wire.Termination)},
	}
	if err != nil {
		if v, unknown := known.Find(wire.Variant); unknown == nil {
			m.Variant = v.ID
		}
		return m, fmt.Errorf("no match: %.200s", explain(err)) // the error may repeat much of the line
	}
	if wire.TurnTime < 0 || wire.TurnTime > math.MaxInt64/int64(time.Millisecond) {
		return m, fmt.Errorf("turn_time_ms %d can't be the time for a turn", wire.TurnTime)
	}
	c := checker{catalog: known, match: m}
	if err := c.setUp(wire.Variant, wire.First, wire.Start); err != nil {
		return m, err
	}
	for _, move := range wire.Moves {
		if err := c.play(move.By, move.Move, move.At); err != nil {
			return m, err
		}
	}
	return m, c.finish(wire.Winner)
}
