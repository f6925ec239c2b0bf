package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"nimatron/games/catalog"
	"nimatron/internal/certcheck"
	"nimatron/internal/words"
	"nimatron/match/link"
	"nimatron/match/record"
)

type checked struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
	Holds    bool   `json:"holds"`
	Said     string `json:"said"`
}

func (a *App) check(_ context.Context, r *Request) (any, error) {
	var c checked
	text := strings.TrimSpace(r.Text)
	_ = json.Unmarshal([]byte(text), &c) // certcheck says what is wrong
	c.Holds, c.Said = true, "It holds: each step was checked by a program that knows the rules and no theory."
	if err := certcheck.Check([]byte(text)); err != nil {
		c.Holds, c.Said = false, "It does not hold: "+err.Error()+"."
	}
	return c, nil
}

const mostRead = 500

type found struct {
	Title string `json:"title"`
	Link  string `json:"link"`
}

func (a *App) record(_ context.Context, r *Request) (any, error) {
	var list []found
	for m, err := range record.Read(catalog.Standard, strings.NewReader(strings.TrimSpace(r.Text))) {
		if err != nil {
			return nil, err
		}
		l := link.Link{Variant: m.Variant, Start: m.Start, First: m.First}
		for _, move := range m.Moves {
			l.Moves = append(l.Moves, move.Text)
		}
		list = append(list, found{fmt.Sprintf("%d. %s %s: %s against %s, %s", len(list)+1, m.Variant, m.Start, m.Left.Name, m.Right.Name, words.Count(len(m.Moves), "move")), l.String()})
		if len(list) == mostRead {
			break
		}
	}
	if len(list) == 0 {
		return nil, errors.New("there is no match in this text: paste a file that /review gave you")
	}
	return struct {
		Matches []found `json:"matches"`
	}{list}, nil
}
