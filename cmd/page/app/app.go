package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/edit"
	"nimatron/internal/jsonline"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/match/link"
	"nimatron/picture"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// Request is a request of the page.
type Request struct {
	Do   string `json:"do"`
	Link string `json:"link"` // the address behind #: a match, a position, or a part of the page

	Seed uint64 `json:"seed"` // of a new match

	// A typed position.
	Variant  string `json:"variant"`
	Position string `json:"position"`
	First    string `json:"first"` // "right" if Right moves first

	Step   int         `json:"step"`
	Where  string      `json:"where"`
	Move   string      `json:"move"`
	Theme  string      `json:"theme"`
	Change edit.Change `json:"change"`
	Count  string      `json:"count"`
	Text   string      `json:"text"`
	Brief  bool        `json:"brief"` // limits the search to a moment

	View   *View `json:"view"` // part of a plane, as answered before; null for one around the position
	Cell   *Cell `json:"cell"`
	Zoom   int   `json:"zoom"` // steps: 1 to see more, -1 to see less
	Down   int   `json:"down"`
	Across int   `json:"across"`

	at link.Link
}

// Bounds on requests.
const (
	maxMoves = 2000
	// briefPositions bounds a search with Request.Brief, briefBytes a value.
	briefPositions = 1 << 14
	briefBytes     = solver.ValueBytes / 8
)

// App answers requests, one at a time.
type App struct {
	// Progress, if not nil, gets a sentence about a running search, four times a second.
	Progress func(text string)

	solver *solver.Solver
}

// New returns an app.
func New() *App { return &App{solver: new(solver.Solver)} }

var answers = map[string]func(*App, context.Context, *Request) (any, error){
	"games":   func(*App, context.Context, *Request) (any, error) { return gameList(), nil },
	"open":    (*App).open,
	"analyze": (*App).analyze,
	"build":   (*App).build,
	"plane":   (*App).plane,
	"cell":    (*App).cell,
	"answer":  (*App).answer,
	"check":   (*App).check,
	"read":    (*App).record,
}

// ofMatch answer about the match of a link.
var ofMatch = map[string]func(*App, context.Context, *Request, *referee.Game) (any, error){
	"play":   (*App).play,
	"reply":  (*App).reply,
	"hint":   (*App).hint,
	"worths": (*App).worths,
}

// Answer answers a request, written as a URL query, with JSON. The answer to a bad request has the
// field error, a sentence.
func (a *App) Answer(request string) []byte {
	var answer any
	r, err := read(request)
	if err == nil {
		if r.at, err = link.Read(r.Link, known); err == nil {
			err = levelAndSize(&r.at)
		}
	}
	if err == nil {
		ctx := theory.WithVisits(context.Background(), a.watched())
		if do := answers[r.Do]; do != nil {
			answer, err = do(a, ctx, r)
		} else if do := ofMatch[r.Do]; do != nil {
			var g *referee.Game
			if g, err = game(&r.at); err == nil {
				answer, err = do(a, ctx, r, g)
			}
		} else {
			err = fmt.Errorf("there is no answer to %q", r.Do)
		}
	}
	if err != nil {
		answer = failure{said(err)}
	}
	return jsonline.Value(nil, answer)
}

type failure struct {
	Error string `json:"error"`
}

func (a *App) watched() func(more uint64) {
	const every = 250 * time.Millisecond
	visited, told := uint64(0), time.Now()
	return func(more uint64) {
		visited += more
		if now := time.Now(); a.Progress != nil && now.Sub(told) >= every {
			told = now
			a.Progress(fmt.Sprintf("Looked at %s positions.", words.Number(visited)))
		}
	}
}

func said(err error) string {
	if errors.Is(err, solver.ErrBudget) {
		err = errors.New("that is more work than the page does: try a smaller board")
	}
	return view.Sentence(err.Error())
}

func levelAndSize(l *link.Link) error {
	if _, err := match.ParseLevel(l.Level); l.Level != "" && err != nil {
		return err
	}
	_, err := games.ParseSize(cmp.Or(l.Size, games.Small.String()))
	return err
}

func known(id string) bool {
	_, err := catalog.Standard.Find(id)
	return err == nil
}

func gameList() (list []touch.Game) {
	for _, v := range catalog.Standard.All() {
		list = append(list, touch.GameOf(v))
	}
	return list
}

// random returns the random numbers of a match after that many moves.
func random(l *link.Link, moves int) *rand.Rand { return rand.New(rand.NewPCG(l.Seed, uint64(moves))) }

func (r *Request) style() picture.Style { return touch.Style(r.Theme == "light") }

func (r *Request) read() (*games.Variant, games.Position, error) {
	v, err := catalog.Standard.Find(r.Variant)
	if err != nil {
		return nil, nil, err
	}
	p, err := v.Parse(r.Position, r.first())
	return v, p, err
}

func (r *Request) first() games.Side { return side(r.First) }

// side is Left unless the text says otherwise.
func side(text string) games.Side {
	if text == games.Right.String() {
		return games.Right
	}
	return games.Left
}
