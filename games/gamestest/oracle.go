package gamestest

import (
	"sync"

	"nimatron/games"
	"nimatron/internal/testlong"
)

// An Oracle searches a model. It remembers results and is safe for concurrent use.
type Oracle struct {
	model *Model

	mu      sync.Mutex
	options map[State][]Option
	wins    map[State]bool
	values  map[State]int
	starts  []string // of SmallStarts, once they are known
}

// NewOracle returns an oracle with an empty memory.
func NewOracle(m *Model) *Oracle {
	return &Oracle{model: m, options: map[State][]Option{}, wins: map[State]bool{}, values: map[State]int{}}
}

// oracles has the oracles shared in a process, by the id of a variant with a model, else by the
// variant.
var oracles sync.Map

// OracleOf returns the oracle of v, shared by all tests of the process. It searches the model from
// [Lookup] or [FromOptions].
func OracleOf(v *games.Variant) *Oracle {
	var key any = v.ID
	m, named := Lookup(v.ID)
	if !named {
		key, m = v, FromOptions(v)
	}
	o, _ := oracles.LoadOrStore(key, NewOracle(m))
	return o.(*Oracle)
}

// Model returns the rules that o searches.
func (o *Oracle) Model() *Model { return o.model }

// Options lists every legal decision in s. Don't change the list.
func (o *Oracle) Options(s State) []Option {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.optionsOf(s)
}

func (o *Oracle) optionsOf(s State) []Option {
	if o.model.Piles > 0 {
		return o.model.Options(s) // faster to list again than to cache
	}
	options, known := o.options[s]
	if !known {
		options = o.model.Options(s)
		o.options[s] = options
	}
	return options
}

// Wins reports whether the player who decides now wins.
func (o *Oracle) Wins(s State) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.winsFrom(s)
}

func (o *Oracle) winsFrom(s State) bool {
	if won, known := o.wins[s]; known {
		return won
	}
	options := o.optionsOf(s)
	won := false
	if len(options) == 0 {
		// The owner's opponent had the last turn.
		ownerWins := o.model.Misere
		won = ownerWins == (o.model.actor(s) == s.Owner)
	}
	for _, option := range options {
		if o.winsBy(s, option) {
			won = true
			break
		}
	}
	o.wins[s] = won
	return won
}

// winsBy reports whether option wins for the player who decides in s.
func (o *Oracle) winsBy(s State, option Option) bool {
	same := o.model.actor(s) == o.model.actor(option.State)
	return same == o.winsFrom(option.State)
}

// Winning returns every winning decision in canonical form.
func (o *Oracle) Winning(s State) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var moves []string
	for _, option := range o.optionsOf(s) {
		if o.winsBy(s, option) {
			moves = append(moves, option.Move)
		}
	}
	return moves
}

// Outcome returns the outcome class: N or P, or for partizan games also L or R. The next player is
// the owner of the turn, or the player who names the number if only that is left to decide.
func (o *Oracle) Outcome(position string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	next := func(s State) bool {
		decides := o.model.decision(s) == games.NumberOnly || o.model.actor(s) == s.Owner
		return o.winsFrom(s) == decides
	}
	left, right := next(State{position, games.Left}), next(State{position, games.Right})
	switch {
	case left && right:
		return "N"
	case left:
		return "L"
	case right:
		return "R"
	}
	return "P"
}

// Value returns the Grundy value of a position, the least number that no option has. Under misère
// play options that end the game don't count.
func (o *Oracle) Value(s State) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.valueOf(s)
}

func (o *Oracle) valueOf(s State) int {
	if value, known := o.values[s]; known {
		return value
	}
	taken := map[int]bool{}
	for _, option := range o.optionsOf(s) {
		if o.model.Misere && len(o.optionsOf(option.State)) == 0 {
			continue
		}
		taken[o.valueOf(option.State)] = true
	}
	value := 0
	for taken[value] {
		value++
	}
	o.values[s] = value
	return value
}

// Reachable returns every state that play can reach from the starts, including these, whoever moves
// first.
func (o *Oracle) Reachable(starts []string) []State {
	o.mu.Lock()
	defer o.mu.Unlock()
	var states []State
	seen := map[State]bool{}
	visit := func(s State) {
		if !seen[s] {
			seen[s] = true
			states = append(states, s)
		}
	}
	for _, start := range starts {
		visit(State{start, games.Left})
		visit(State{start, games.Right})
	}
	for i := 0; i < len(states); i++ {
		for _, option := range o.optionsOf(states[i]) {
			visit(option.State)
		}
	}
	return states
}

// SmallStarts returns boards from which v is quick to search exhaustively. They are within the
// bounds of o's model, with at most piles piles of at most size. For a model from [FromOptions]
// they are the ends of random matches.
func (o *Oracle) SmallStarts(v *games.Variant, piles, size int) []string {
	if m := o.model; m.Piles > 0 {
		if m.Piles == 1 {
			size = m.Size
		}
		return m.Starts(min(piles, m.Piles), min(size, m.Size))
	}
	o.mu.Lock()
	known := o.starts
	o.mu.Unlock()
	if known != nil {
		return known
	}
	const states = 200                   // bound on the states reachable from a small start
	playouts := testlong.Times(3, 5, 10) // random matches to try
	var starts []string
	for seed := range uint64(playouts) {
		r := random(seed)
		start := v.Generate(r, games.Medium)
		for !o.small(start, states) {
			p, err := v.Parse(start, games.Left)
			if err != nil {
				panic(err) // the suite has a check for this
			}
			step, ok := randomStep(p, r)
			if !ok {
				break
			}
			start = step.Position.String()
		}
		starts = append(starts, start)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.starts = starts
	return starts
}

// small reports whether play from start reaches at most limit states.
func (o *Oracle) small(start string, limit int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	seen := map[State]bool{}
	var visit func(s State) bool
	visit = func(s State) bool {
		if seen[s] {
			return true
		}
		if seen[s] = true; len(seen) > limit {
			return false
		}
		for _, option := range o.optionsOf(s) {
			if !visit(option.State) {
				return false
			}
		}
		return true
	}
	return visit(State{start, games.Left})
}
