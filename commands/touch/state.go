package touch

import (
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/picture"
	"nimatron/referee"
)

// State is a board in one theme, with what stands beside it. The page and live matches draw it by the same script.
type State struct {
	Game     Game              `json:"game"`
	Position string            `json:"position"`
	Board    string            `json:"board"` // an SVG, "" if it is too large
	Choices  map[string]Choice `json:"choices,omitempty"`
	Made     int               `json:"made"`            // the number of moves
	Moves    []string          `json:"moves,omitempty"` // the last of them
	News     string            `json:"news,omitempty"`  // the last move, or the rules
	Turn     string            `json:"turn,omitempty"`
	Over     bool              `json:"over"`
	Ending   *Ending           `json:"ending,omitempty"`
	Actions  []Action          `json:"actions,omitempty"`
	Said     string            `json:"said"` // for a screen reader
}

// Player is a side of a match.
type Player struct {
	Name    string `json:"name"`
	Level   string `json:"level,omitempty"` // of the bot
	Bot     bool   `json:"bot"`
	Here    bool   `json:"here"`
	Clock   *int64 `json:"clock"` // milliseconds left, nil without a limit
	Running bool   `json:"running"`
}

// Choice is a question to the player to move, with its buttons.
type Choice struct {
	Question string  `json:"question"`
	Keys     [][]Key `json:"keys"`
	Most     uint64  `json:"most,omitempty"` // a touch lifts so many counters, if nothing else can be done here
}

// Ending describes a result.
type Ending struct {
	Title  string `json:"title"`
	Text   string `json:"text"`
	Winner string `json:"winner"` // a side, "" for nobody
}

// Action is a button beside the board, or a link.
type Action struct {
	Label string `json:"label"`
	Do    string `json:"do,omitempty"`
	Link  string `json:"link,omitempty"` // behind # in an address of the page
	Ask   bool   `json:"ask,omitempty"`  // it can't be undone, so people are asked first
	Lead  bool   `json:"lead,omitempty"` // the likeliest one
}

// Heading says whose turn it is, or who has won, to a person who acts for a side. In a vote everybody does.
func (st *State) Heading(you string, votes bool, players map[string]Player) string {
	side, own, other := st.Turn, "Your turn", "’s turn"
	if votes {
		own = "Everybody votes"
	}
	if st.Over {
		side, own, other = st.Ending.Winner, "You win", " wins"
	}
	switch {
	case side == "":
		return "Nobody won"
	case you == side, you == "both" && votes && !st.Over:
		return own
	}
	return players[side].Name + other
}

// Result says the result of a match to others, in the words of a person who acts for a side.
func (st *State) Result(you string, players map[string]Player) string {
	foe, result := players["right"], "I lost"
	if you == "right" {
		foe = players["left"]
	}
	switch you {
	case "", "both":
		result = st.Heading(you, false, players)
	case st.Ending.Winner:
		result = "I won"
	}
	if foe.Bot {
		foe.Name += " (" + foe.Level + ")"
	}
	return fmt.Sprintf("%s at %s against %s, after %d moves.", result, st.Game.Name, foe.Name, st.Made)
}

// Spoken joins sentences for a screen reader.
func Spoken(sentences ...string) (said string) {
	for _, s := range sentences {
		said = strings.TrimSpace(said + " " + view.Stopped(s))
	}
	return said
}

// Style returns the style of boards on light or dark ground.
func Style(light bool) picture.Style {
	if light {
		return picture.Style{Theme: picture.FeltLight}
	}
	return picture.Style{Theme: picture.Felt}
}

const maxChoices = 200

// StateOf returns the state of a match. With touch its board can be touched. say names the moves from first on.
func StateOf(g *referee.Game, style picture.Style, touch bool, first int, say func(step int, before games.Position) string) (st State, err error) {
	v, p := g.Play.Variant(), g.Play.Position()
	st = State{Game: GameOf(v), Position: p.String(), Made: len(g.Moves), Over: g.Finished()}
	st.Game.Name = view.TitleOf(g)
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
	st.Board, err = Board(b, style, v, p, touch)
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
