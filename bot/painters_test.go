package bot

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/match"
)

// painters are two processes with one database, and webhooks that go to one of them at a time.
type painters struct {
	*world
	addresses []string
	first     *discordtest.Message
	began     atomic.Bool  // the match has, so its message is there
	looks     atomic.Int64 // into the store, for what lags
}

// looked is a store that counts the looks into it. Before the match has begun they find nothing:
// a message that is long on its way would be posted by the other process too.
type looked struct {
	match.Store
	of *painters
}

func (l looked) LaggingBoards(ctx context.Context, front string, limit int) ([]match.Board, error) {
	defer l.of.looks.Add(1)
	if !l.of.began.Load() {
		return nil, nil
	}
	return l.Store.LaggingBoards(ctx, front, limit)
}

// newPainters starts a process for each of the intervals and a match of Alice's.
func newPainters(t *testing.T, intervals ...front.Intervals) *painters {
	t.Parallel()
	p := &painters{world: newWorld(t, discordtest.Options{})}
	p.dir = t.TempDir()
	p.timing.try = time.Minute // what is held up is not sent again
	for _, p.timing.front = range intervals {
		service := p.real(filepath.Join(p.dir, "nimatron.db"))
		store := looked{p.outbox.(match.Store), p}
		p.outbox, p.leases = store, store
		address, _ := p.hook(service, nil)
		p.addresses = append(p.addresses, address)
	}
	p.ask(0)
	p.ok(p.srv.WaitCommands(soon(t)))
	p.first = p.begin()
	p.began.Store(true)
	return p
}

// ask has the next requests go to process n.
func (p *painters) ask(n int) {
	p.Helper()
	p.ok(p.srv.SetEndpoints(soon(p.T), p.addresses[n]))
}

// edits counts those of the board.
func (p *painters) edits() (n int) {
	for _, call := range p.callsSince(0) {
		if strings.HasPrefix(call, "PATCH /channels/"+p.general.ID+"/messages/") {
			n++
		}
	}
	return n
}

// An edit of one process is held up until another has shown a newer state, and what the
// first has shown is noted before: in the end the message shows the newest.
func TestStaleEditOfAnotherProcess(t *testing.T) {
	p := newPainters(t,
		front.Intervals{Sweep: time.Hour, Boards: time.Hour, Notices: 10 * time.Millisecond},
		front.Intervals{Sweep: time.Hour, Boards: time.Hour, Notices: 3 * time.Second})
	release := make(chan struct{})
	p.srv.Fail(discordtest.Fault{Method: "PATCH", Path: "/channels/*/messages/*", Until: release})
	before := p.edits()
	p.answer(p.move(p.alice, "L-1"))
	p.eventually("the first edit", func() bool { return p.srv.Held() == 1 })
	p.ask(1)
	p.answer(p.move(p.alice, "L-1"))
	p.sees(p.general, "move 5 ·")
	close(release)
	p.eventually("the edit", func() bool { return p.edits() >= before+2 })
	p.painted()
	p.stop()
	if m := p.board(p.general, p.first.ID, "move"); !strings.Contains(m.Text(), "move 5 ·") {
		t.Errorf("the board says %q", m.Text())
	}
	if n := p.edits() - before; n != 3 {
		t.Errorf("there are %d edits: want the two and one more", n)
	}
}

// Where two processes take turns in a match, each state is shown by one edit: what the other has
// painted, and not noted yet, is left alone.
func TestProcessesPaintOnce(t *testing.T) {
	unnoted := front.Intervals{Sweep: time.Hour, Boards: 50 * time.Millisecond, Notices: time.Hour}
	p := newPainters(t, unnoted, unnoted)
	before := p.edits()
	const moves = 6
	for n := range moves {
		p.ask(n % 2)
		p.answer(p.move(p.alice, "L-1"))
		p.board(p.general, p.first.ID, fmt.Sprintf("move %d ·", 2*n+3))
		looks := p.looks.Load()
		p.eventually("two more looks", func() bool { return p.looks.Load() > looks+1 })
	}
	p.stop()
	if n := p.edits() - before; n != moves {
		t.Errorf("%d moves were painted %d times", moves, n)
	}
}
