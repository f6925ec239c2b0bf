package touch

import (
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/picture"
	"nimatron/referee"
)

// State is a board in one theme, and what its player can do there. The page and live matches draw it by the same
// script.
type State struct {
	Game     Game              `json:"game"`
	Position string            `json:"position"`
	Board    string            `json:"board"` // an SVG, "" if it is too large
	Choices  map[string]Choice `json:"choices"`
	Moves    []string          `json:"moves"`
	News     string            `json:"news"` // the last move, or the rules
	Turn     string            `json:"turn"`
	Over     bool              `json:"over"`
}

// Choice is a question to the player to move, with its buttons.
type Choice struct {
	Question string  `json:"question"`
	Keys     [][]Key `json:"keys"`
}

const maxChoices = 200

// StateOf returns the state of a match. With touch its board can be touched. say names the moves from first on.
func StateOf(g *referee.Game, style picture.Style, touch bool, first int, say func(step int, before games.Position) string) (st State, err error) {
	v, p := g.Play.Variant(), g.Play.Position()
	st = State{Game: GameOf(v), Position: p.String(), Choices: map[string]Choice{}, Moves: []string{}, Over: g.Finished()}
	for n, before := range g.Play.Positions() {
		if n >= first && n < len(g.Moves) {
			st.Moves = append(st.Moves, say(n, before))
		}
	}
	if st.News = st.Game.Rules; len(st.Moves) > 0 {
		st.News = st.Moves[len(st.Moves)-1] + "."
	}
	if !st.Over {
		st.Turn, st.Choices = p.Turn().Actor.String(), Choices(v, p)
	}
	b := view.BoardAfter(g, len(g.Moves))
	b.First = len(g.Moves) == 0
	st.Board, err = Board(b, style, v, p, touch, nil)
	return st, err
}

// Choices returns the choices of the player to move by touched place, with "" for no place.
func Choices(v *games.Variant, p games.Position) map[string]Choice {
	places := p.Places()
	list := map[string]Choice{"": keys(v, p, "")}
	for _, place := range places[:min(len(places), maxChoices)] {
		list[place.Name] = keys(v, p, place.Name)
	}
	return list
}
