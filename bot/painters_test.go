package bot

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/front"
	"nimatron/internal/discordtest"
)

// painters are two processes with one database, and webhooks that go to one of them at a time.
type painters struct {
	*world
	addresses []string
	first     *discordtest.Message
}

// newPainters starts a process for each of the intervals and a match of Alice's.
func newPainters(t *testing.T, intervals ...front.Intervals) *painters {
	p := &painters{world: newWorld(t)}
	p.dir = t.TempDir()
	for _, p.timing.front = range intervals {
		service := p.real(filepath.Join(p.dir, "nimatron.db"))
		p.leases = p.leaseStore()
		address, _ := p.hook(service, nil)
		p.addresses = append(p.addresses, address)
	}
	p.ask(0)
	p.ok(p.srv.WaitCommands(soon(t)))
	p.first = p.begin()
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
	bubble(t, func(t *testing.T) {
		unseen := front.Intervals{Boards: time.Hour}
		p := newPainters(t, unseen, unseen)
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
	})
}

// Where two processes take turns in a match, each state is shown by one edit: what the other has
// painted, and not noted yet, is left alone.
func TestProcessesPaintOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		unnoted := front.Intervals{Notices: time.Hour}
		p := newPainters(t, unnoted, unnoted)
		before := p.edits()
		const moves = 6
		for n := range moves {
			p.ask(n % 2)
			p.answer(p.move(p.alice, "L-1"))
			p.board(p.general, p.first.ID, fmt.Sprintf("move %d ·", 2*n+3))
			time.Sleep(11 * time.Second) // there are two looks for what lags
		}
		p.stop()
		if n := p.edits() - before; n != moves {
			t.Errorf("%d moves were painted %d times", moves, n)
		}
	})
}
