package commands

import (
	"context"
	"errors"
	"time"

	"nimatron/solver"
)

// Bounds on a costly question. Fronts bound how many there are at a time.
const (
	// questionTime is for its answer, once work on it has begun, and analyzeTime for
	// that of /analyze, where boards are searched for which there is no theorem.
	questionTime = 4 * time.Second
	analyzeTime  = 10 * time.Second
	// questionNodes is for a search: a quarter of what the bot's own moves may take,
	// and less than 50 MB.
	questionNodes = 1 << 18
	// tableSteps is for a table: some 0.1 s, and less than a second in any case.
	tableSteps = 1 << 23
	// maxPattern is the longest pattern of a table, in bytes: more of it could not be
	// shown.
	maxPattern = 500
)

// questionSolver returns a solver that keeps to the bounds of questions.
func questionSolver(s *solver.Solver) solver.Solver {
	bounded := *s
	if bounded.Nodes <= 0 || bounded.Nodes > questionNodes {
		bounded.Nodes = questionNodes
	}
	bounded.TableSteps = tableSteps
	return bounded
}

var errTooMuch = refuse("That takes me longer than the %d seconds that I give to one question. Try a smaller one.", int(questionTime.Seconds()))

// bounded gives a costly question its time.
func (c *Command) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if !c.Costly {
		return ctx, func() {}
	}
	if c.Name == analyzeCommandName {
		return context.WithTimeout(ctx, analyzeTime)
	}
	return context.WithTimeout(ctx, questionTime)
}

// tookTooLong reports whether the time of a costly question was over before it was
// answered.
func (c *Command) tookTooLong(ctx context.Context, err error) bool {
	return c.Costly && err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded)
}
