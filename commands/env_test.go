package commands

import "nimatron/commands/core"

// Env returns the environment of the commands.
func (s *Service) Env() *core.Env { return s.env }
