package bot

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// commits counts the transactions in a database's log.
func commits(t *testing.T, path string) (n int) {
	t.Helper()
	log := must.Get(os.ReadFile(path + "-wal"))(t)
	const header, frameHeader = 32, 24
	frame := frameHeader + int(binary.BigEndian.Uint32(log[8:]))
	salts := string(log[16:24])
	for at := header; at+frame <= len(log) && string(log[at+8:at+16]) == salts; at += frame {
		if binary.BigEndian.Uint32(log[at+4:]) != 0 { // the last frame of a transaction
			n++
		}
	}
	return n
}

// callsSince lists the bot's calls after the first since ones.
func (w *world) callsSince(since int) (list []string) {
	for _, r := range w.srv.Requests()[since:] {
		list = append(list, r.Method+" "+r.Path)
	}
	return list
}

// A move is one transaction and its answer one call. A board that the answer itself shows is not edited
// again; a board in another message gets one edit.
func TestOneCallAndOneTransaction(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.dir = t.TempDir()
		file := filepath.Join(w.dir, "nimatron.db")
		hour := time.Hour // only moves write meanwhile
		w.timing.front.Sweep, w.timing.front.Boards, w.timing.front.Notices, w.timing.front.Tournaments = hour, hour, hour, hour
		w.serve(w.real(file))
		board := w.begin()
		w.painted() // and the message was recorded
		const moves = 5
		before, since := commits(t, file), len(w.srv.Requests())
		for n := range moves {
			w.answer(w.move(w.alice, "L-1"))
			if calls := strings.Join(w.callsSince(since), ", "); strings.Count(calls, "/callback") != n+1 {
				t.Fatalf("after %d moves the calls are %s", n+1, calls)
			}
		}
		w.board(w.general, board.ID, "move 11 ·")
		// The answer to the first request may be recorded late.
		if n := commits(t, file) - before; n != moves && n != moves+1 {
			t.Errorf("%d moves are %d transactions", moves, n)
		}
		for _, call := range w.callsSince(since) {
			if !strings.Contains(call, "/callback") && !strings.HasPrefix(call, "PATCH /channels/") {
				t.Errorf("there is a call %s", call)
			}
		}

		// The answer itself updates the board whose button was pressed.
		again := w.answer(w.alice.Slash(w.general, "match board"))
		w.painted()
		since = len(w.srv.Requests())
		w.refused(w.alice.ClickLabel(again, "More"))
		if calls := w.callsSince(since); len(calls) != 1 {
			t.Errorf("a question costs %v", calls)
		}
		other := w.srv.AddGuild("other").AddChannel("other")
		challenge := w.answer(w.alice.Slash(other, "challenge", discordtest.Opt("game", "nim"), discordtest.UserOpt("opponent", w.bob)))
		since = len(w.srv.Requests())
		w.contains(w.answer(w.bob.ClickLabel(challenge, "Accept")), "match 2")
		w.stop() // updates outdated boards
		edits := 0
		for _, call := range w.callsSince(since) {
			if strings.HasPrefix(call, "PATCH /channels/"+other.ID) {
				edits++
			}
		}
		if edits > 0 {
			t.Errorf("a board that the answer shows is edited %d times", edits)
		}
	})
}
