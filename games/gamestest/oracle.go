package gamestest

import "nimatron/games"

// An Oracle searches a model. It remembers what it has found and is not safe
// for concurrent use.
type Oracle struct {
	model  *Model
	wins   map[State]bool
	values map[State]int
}

// NewOracle returns an oracle that has searched nothing yet.
func NewOracle(m *Model) *Oracle {
	return &Oracle{model: m, wins: map[State]bool{}, values: map[State]int{}}
}

// Wins reports whether the player who decides now wins.
func (o *Oracle) Wins(s State) bool {
	if won, known := o.wins[s]; known {
		return won
	}
	options := o.model.Options(s)
	won := false
	if len(options) == 0 {
		// The last turn was that of the owner's opponent.
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

// winsBy reports whether the player who decides in s wins by option.
func (o *Oracle) winsBy(s State, option Option) bool {
	same := o.model.actor(s) == o.model.actor(option.State)
	return same == o.Wins(option.State)
}

// Winning returns every winning decision in canonical form.
func (o *Oracle) Winning(s State) []string {
	var moves []string
	for _, option := range o.model.Options(s) {
		if o.winsBy(s, option) {
			moves = append(moves, option.Move)
		}
	}
	return moves
}

// Outcome returns the outcome class of a position: N or P, for partizan games
// also L or R. The next player is the owner of the turn or, where only a number is
// left to decide, the player who dictates it.
func (o *Oracle) Outcome(position string) string {
	next := func(s State) bool {
		decides := o.model.decision(s) == games.NumberOnly || o.model.actor(s) == s.Owner
		return o.Wins(s) == decides
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

// Value returns the Grundy value of a position, the least number that no option
// has. Under misère play options that end the game do not count.
func (o *Oracle) Value(s State) int {
	if value, known := o.values[s]; known {
		return value
	}
	taken := map[int]bool{}
	for _, option := range o.model.Options(s) {
		if o.model.Misere && len(o.model.Options(option.State)) == 0 {
			continue
		}
		taken[o.Value(option.State)] = true
	}
	value := 0
	for taken[value] {
		value++
	}
	o.values[s] = value
	return value
}

// Reachable returns every state that play can reach from the starts, these
// included, whoever moves first.
func (o *Oracle) Reachable(starts []string) []State {
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
		for _, option := range o.model.Options(states[i]) {
			visit(option.State)
		}
	}
	return states
}

// small reports whether play from start reaches at most limit states.
func (o *Oracle) small(start string, limit int) bool {
	seen := map[State]bool{}
	var visit func(s State) bool
	visit = func(s State) bool {
		if seen[s] {
			return true
		}
		if seen[s] = true; len(seen) > limit {
			return false
		}
		for _, option := range o.model.Options(s) {
			if !visit(option.State) {
				return false
			}
		}
		return true
	}
	return visit(State{start, games.Left})
}
