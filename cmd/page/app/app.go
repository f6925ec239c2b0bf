package app

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/edit"
	"nimatron/internal/jsonline"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
	"nimatron/referee/lesson"
	"nimatron/referee/start"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
)

// Request is a request of the page.
type Request struct {
	Do       string   `json:"do"` // a key of answers
	Variant  string   `json:"variant"`
	Position string   `json:"position"` // the start of the match
	Moves    []string `json:"moves"`
	Step     int      `json:"step"`  // of a hint, or the number of replayed moves
	You      string   `json:"you"`   // "first" or "second" against the bot; "" where there is none
	Level    string   `json:"level"` // of the bot
	Size     string   `json:"size"`  // of a start
	Seed     uint64   `json:"seed"`
	Where    string   `json:"where"`  // the touched place
	Move     string   `json:"move"`   // as text
	Theme    string   `json:"theme"`  // "dark" or "light"
	Lesson   string   `json:"lesson"` // its ID
	Number   int      `json:"number"` // of an exercise, from 1

	Change edit.Change `json:"change"` // of the place
	Count  string      `json:"count"`  // to set the place to
	Brief  bool        `json:"brief"`  // limits the search to a moment

	View   *View `json:"view"`   // of a plane, as answered before; null for one around the position
	Cell   *Cell `json:"cell"`   // under the pointer
	Zoom   int   `json:"zoom"`   // steps: 1 to see more, -1 to see less
	Down   int   `json:"down"`   // cells to move the view down
	Across int   `json:"across"` // cells to move the view to the right
}

// Bounds on requests.
const (
	// maxMoves bounds a match.
	maxMoves = 2000
	// thinking limits a search.
	thinking = 20 * time.Second
	// brief limits a search with Request.Brief.
	brief = 700 * time.Millisecond
)

// App answers requests, one at a time.
type App struct {
	// Progress, if not nil, gets a sentence about a running search, four times a second.
	Progress func(text string)

	solver *solver.Solver
}

// New returns an app whose table of searched boards has that many bytes.
func New(tableBytes int) *App {
	return &App{solver: solver.WithTable(depots.NewTable(tableBytes))}
}

// answers has the handlers by Request.Do.
var answers = map[string]func(*App, context.Context, *Request) (any, error){
	"games":    func(*App, context.Context, *Request) (any, error) { return gameList(), nil },
	"start":    (*App).start,
	"show":     (*App).show,
	"play":     (*App).play,
	"reply":    (*App).reply,
	"hint":     (*App).hint,
	"replay":   (*App).replay,
	"analyze":  (*App).analyze,
	"build":    (*App).build,
	"plane":    (*App).plane,
	"cell":     (*App).cell,
	"lessons":  func(*App, context.Context, *Request) (any, error) { return lessonList(), nil },
	"lesson":   (*App).lesson,
	"exercise": (*App).exercise,
	"answer":   (*App).answer,
}

// Answer answers a request, written as a URL query, with JSON. The answer to a bad request has the
// field error, a sentence.
func (a *App) Answer(request string) []byte {
	var answer any
	r, err := read(request)
	if err == nil {
		most := thinking
		if r.Brief {
			most = brief
		}
		ctx, cancel := context.WithTimeout(theory.WithVisits(context.Background(), a.watched(most)), most)
		defer cancel()
		if do := answers[r.Do]; do != nil {
			answer, err = do(a, ctx, r)
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

// watched returns a function that reports the progress of a search.
func (a *App) watched(most time.Duration) func(more uint64) {
	const every = 250 * time.Millisecond
	var mu sync.Mutex
	visited, began := uint64(0), time.Now()
	told := began
	return func(more uint64) {
		mu.Lock()
		defer mu.Unlock()
		visited += more
		if now := time.Now(); a.Progress != nil && now.Sub(told) >= every {
			told = now
			a.Progress(fmt.Sprintf("Looked at %s positions in %.0f s of at most %.0f.", words.Number(visited), now.Sub(began).Seconds(), most.Seconds()))
			runtime.Gosched() // with a single thread, the timer of ctx needs it
		}
	}
}

// said turns an error into a sentence.
func said(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("that takes longer than the page waits: try a smaller board")
	}
	return sentence(err.Error())
}

// Game describes a game.
type Game struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Gist     string `json:"gist"`
	Rules    string `json:"rules"`
	Turn     string `json:"turn"`
	End      string `json:"end"`
	Notation string `json:"notation"`
	Example  string `json:"example"`
	Partizan bool   `json:"partizan"`
}

func gameList() (list []Game) {
	for _, v := range catalog.Standard.All() {
		list = append(list, gameOf(v))
	}
	return list
}

func gameOf(v *games.Variant) Game {
	return Game{ID: v.ID, Name: v.Name, Gist: v.Gist, Rules: v.Rules.Summary, Turn: v.Rules.Turn, End: v.Rules.End,
		Notation: v.Rules.Moves, Example: v.Rules.Example, Partizan: v.Partizan}
}

// Start is the first position of a match.
type Start struct {
	Position string `json:"position"`
}

// start draws a fair start that the person can win.
func (a *App) start(ctx context.Context, r *Request) (any, error) {
	v, err := catalog.Standard.Find(r.Variant)
	if err != nil {
		return nil, err
	}
	size, err := games.ParseSize(r.Size)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	side := games.Left
	if r.You == "second" {
		side = games.Right
	}
	position, _, err := start.ToWin(ctx, random(r, 0), v, size, side, games.Left)
	return Start{position}, err
}

// random returns the random numbers of a match after that many moves.
func random(r *Request, moves int) *rand.Rand { return rand.New(rand.NewPCG(r.Seed, uint64(moves))) }

func (r *Request) style() picture.Style {
	if r.Theme == "light" {
		return picture.Style{Theme: picture.FeltLight}
	}
	return picture.Style{Theme: picture.Felt}
}

// read parses the position, with Left to move.
func (r *Request) read() (*games.Variant, games.Position, error) {
	v, err := catalog.Standard.Find(r.Variant)
	if err != nil {
		return nil, nil, err
	}
	p, err := v.Parse(r.Position, games.Left)
	return v, p, err
}

// game replays the match, with Left first.
func (a *App) game(r *Request) (*referee.Game, error) {
	v, err := catalog.Standard.Find(r.Variant)
	if err != nil {
		return nil, err
	}
	if len(r.Moves) > maxMoves {
		return nil, fmt.Errorf("a match of more than %d moves is not shown here", maxMoves)
	}
	play, err := games.Replay(v, r.Position, games.Left, r.Moves)
	if err != nil {
		return nil, err
	}
	g := &referee.Game{Play: play, Match: match.Match{Variant: v.ID, Family: v.Family.ID, Start: play.Start().String(), First: games.Left}}
	left, right := match.Player{ID: "first", Name: "First"}, match.Player{ID: "second", Name: "Second"}
	switch r.You {
	case "first":
		right = match.Bot
	case "second":
		left = match.Bot
	}
	g.SetPlayers(games.Left, left, right)
	for n, p := range play.Positions() {
		if n < len(r.Moves) {
			g.Moves = append(g.Moves, match.Move{Actor: p.Turn().Actor, Text: play.Moves()[n].String()})
		}
	}
	if winner, over := play.Winner(); over {
		g.End(match.Result{Winner: match.Seated(winner), Termination: match.Played})
	}
	return g, nil
}

// level returns the bot's error rate.
func (r *Request) level() (float64, error) {
	level, err := match.ParseLevel(r.Level)
	rate, _ := level.ErrorRate()
	return rate, err
}

func (r *Request) lessonOf() (*lesson.Lesson, *games.Variant, error) {
	l := lesson.Find(r.Lesson)
	if l == nil {
		return nil, nil, fmt.Errorf("there is no lesson %s", games.Quote(r.Lesson))
	}
	v, err := catalog.Standard.Find(l.Variant)
	return l, v, err
}
