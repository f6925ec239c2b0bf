package commands

import (
	"context"
	"testing"

	"nimatron/commands/core"
	"nimatron/commands/view"
)

// Env returns the environment of the commands.
func (s *Service) Env() *core.Env { return s.env }

// During replaces the handler of a command for a test. answer gets the handler.
func During(t *testing.T, name string, answer func(core.Handler, context.Context, *core.Env, *core.Request) (view.Reply, error)) {
	c := Find(name)
	run := c.Run
	use := func(h core.Handler) { c.Run, handlers[name] = h, around(c, h) }
	use(func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		return answer(run, ctx, env, r)
	})
	t.Cleanup(func() { use(run) })
}
