package commands_test

import (
	"context"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/internal/must"
)

// A command whose time is over is refused in words.
func TestAnswerOfABusyProcess(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	req := must.Get(request("p1", "/study analyze game:end-nim position:3 5 2"))(t)
	reply := r.service.Do(late, req)
	if r.hasWords("too late", reply, []string{"too busy", "try again in a minute"}); !reply.Private() {
		t.Errorf("everybody sees %s", text(reply))
	}
}
