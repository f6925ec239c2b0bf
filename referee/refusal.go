package referee

import (
	"errors"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// Words say why the referee refused. A name in braces stands for a part of the refusal that fronts
// mark up, such as {actor}. view.RefusalReply fills it in.
type Words string

// Busy: too many others did something at once.
const Busy Words = "Something else happened here at the same moment, so I couldn't do that. Please try again."

// Refusal is the error for a request that the current state does not allow; nothing changed.
type Refusal struct {
	Words     Words
	Game      *Game
	Challenge *match.Challenge
	Player    string // the ID, for {player}
	Until     time.Time
	With      []string           // further names in braces, each before its text
	Illegal   *games.IllegalMove // in Game, without Words
}

// Unwrap returns Illegal.
func (e *Refusal) Unwrap() error {
	if e.Illegal == nil {
		return nil
	}
	return e.Illegal
}

// inGame turns an illegal move in g into a refusal.
func inGame(g *Game, err error) error {
	if illegal := (*games.IllegalMove)(nil); errors.As(err, &illegal) {
		return &Refusal{Illegal: illegal, Game: g}
	}
	return err
}

// Error is for logs; people read it with its names filled in.
func (e *Refusal) Error() string { return "refused by the referee: " + string(e.Words) }

// RefusedIf replaces an error of the store by a refusal.
func RefusedIf(err, is error, refusal *Refusal) error {
	if errors.Is(err, is) {
		return refusal
	}
	return err
}

// Is reports whether target is a refusal for the same reason.
func (e *Refusal) Is(target error) bool {
	other, ok := target.(*Refusal)
	return ok && other.Words == e.Words
}
