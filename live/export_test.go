package live

import (
	"maps"
	"slices"
)

// Actions are the names of the actions that a board can ask for.
func Actions() []string { return slices.Sorted(maps.Keys(actions)) }

// Routes are the patterns of the requests that a server answers.
func (s *Server) Routes() []string { return slices.Sorted(maps.Keys(s.routes())) }
