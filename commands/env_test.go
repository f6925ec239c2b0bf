package commands

import "nimatron/commands/core"

// Spellings are other ways to type commands.
var Spellings = spellings

// Env returns the environment of the commands.
func (s *Service) Env() *core.Env { return s.env }
