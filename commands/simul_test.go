package commands_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/must"
)

// doors counts the threads it opens.
type doors struct{ opened int }

func (d *doors) Open(context.Context, string) (string, error) {
	d.opened++
	return fmt.Sprint("thread ", d.opened), nil
}

func (*doors) Direct(context.Context, string, string) (string, error) {
	return "", errors.ErrUnsupported
}
func (*doors) Drop(context.Context, string) {}

// aside records the private part of a reply, and checks that it contains all of the words.
func (r *room) aside(by string, reply view.Reply, wanted ...string) view.Reply {
	r.Helper()
	if reply.FollowUp == nil {
		r.Fatalf("nothing is told to %s alone", by)
	}
	aside := view.Reply{Card: reply.FollowUp, To: view.Private{}}
	r.record(by, "aside", aside)
	r.hasWords("aside", aside, wanted)
	return aside
}

// The leader of a simultaneous exhibition has a list of all boards, is led from one to the next,
// and is not pinged for each.
func TestSimulBoards(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.seed = 5
	r.refuses("p1", "/tournament create format:simul", "can create tournaments")
	r.refuses("mod", "/tournament create format:simul rated:true", "unrated")
	r.refuses("mod", "/tournament create format:simul places:31", "at most 30 opponents")
	board := r.expect("mod", "/tournament create format:simul game:nim size:small name:Friday", "Simul", "No players yet")
	r.refuses("mod", "/tournament join", "You play everybody who joins")
	r.refuses("mod", "/tournament start", "needs at least two players")
	const people = 17
	for i := range people {
		r.say(fmt.Sprintf("p%d", i+1), "/tournament join")
	}
	r.press("mod", board, "Start now")
	r.transcript.Reset() // the part up to the first list is like other transcripts
	var d doors
	r.service.BeginPairings(t.Context(), "discord", func(string) commands.Threads { return &d })
	for _, s := range r.notices(people + 1) {
		if n := s.reply.Notify; len(n) != 1 || strings.HasPrefix(s.channel, "thread") == (n[0] == "mod") {
			t.Errorf("%s calls %v", s.channel, n)
		}
	}
	r.transcript.Reset()
	r.refuses("p18", "/tournament join", "is running")
	list := r.press("mod", r.expect("mod", "/tournament show name:Friday", "plays everybody"), "My boards")
	r.hasWords("the list", list, []string{"0 of 17 are waiting for you", "[Forward]"})

	// Players move one after another. The one who has waited longest comes first.
	for _, n := range []int{9, 4, 17} {
		r.now = r.now.Add(time.Minute)
		reply := r.in(fmt.Sprint("thread ", n), fmt.Sprint("p", n), "/move move:1-1")
		if len(reply.Notify) > 0 || reply.FollowUp != nil {
			t.Errorf("p%d calls %v, and is told %v", n, reply.Notify, reply.FollowUp)
		}
	}
	r.in("thread 9", "p4", "/move move:1-1") // p4 plays on another board
	list = r.press("mod", list, "Refresh")
	first, _, _ := strings.Cut(list.Card.Body, "\n")
	if !strings.Contains(first, "p9") || !strings.Contains(first, "your move") || !strings.Contains(list.Card.Footer, "3 of 17") {
		t.Errorf("the list begins with %q and ends with %q", first, list.Card.Footer)
	}
	r.press("mod", list, "Forward")
	next := r.aside("mod", r.in("thread 9", "mod", "/move move:2-1"), "thread 4", "Then 1 more.")
	r.press("mod", next, "My boards")
	r.aside("mod", r.in("thread 4", "mod", "/match resign sure:true"), "thread 17") // the game is over, and the next board waits
	if reply := r.in("thread 17", "mod", "/move move:2-1"); reply.FollowUp != nil {
		t.Errorf("no board waits, but the leader is told %s", reply.FollowUp.Body)
	}
	r.refuses("mod", "/study analyze game:nim position:3 5 2", "a game of a tournament")

	// The leader's time runs out, and no player shows up.
	r.now = r.now.Add(25 * time.Hour)
	for range 2 {
		must.OK(t, r.service.Sweep(t.Context()))
	}
	must.OK(t, r.service.AdvanceTournaments(t.Context()))
	final := r.press("p1", r.say("p1", "/tournament show name:Friday"), "Standings")
	r.hasWords("the standings", final, []string{"p4: won", "p1: did not come"})
	shown := r.transcript.String()
	for _, s := range r.notices(people) { // except for the resigned board and the end of the exhibition
		if strings.Contains(s.reply.Text, "Friday is over") {
			r.hasWords("the end", s.reply, []string{"has won 16 and lost 1."})
		}
	}
	r.transcript.Reset()
	r.transcript.WriteString(shown)
}
