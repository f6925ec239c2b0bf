package commands

import "nimatron/commands/core"

// Env returns what the commands answer with.
func (s *Service) Env() *core.Env { return s.env }
