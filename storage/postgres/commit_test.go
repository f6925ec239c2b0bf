package postgres_test

import (
	"bytes"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// A line is a proxy for connections to the server. It can break at a COMMIT or at another
// statement.
type line struct {
	server    string // its socket
	loseAsked atomic.Bool
	loseReply atomic.Bool
	at        atomic.Pointer[string] // the statement at which it breaks; nil means COMMIT
	after     atomic.Int64           // more statements before it breaks again; 0 means it doesn't
	broken    func()                 // called when a COMMIT is lost, before the caller sees the error; nil means nothing
	silent    sync.RWMutex           // held while broken runs, so that no answer gets through
}

// wait waits until the line works again.
func (l *line) wait() {
	l.silent.RLock()
	defer l.silent.RUnlock()
}

// newLine returns a line to the server of an address, and the address through it.
func newLine(t *testing.T, address string) (*line, string) {
	t.Helper()
	u := storagetest.Got(url.Parse(address)).OK(t)
	settings := u.Query()
	host := settings.Get("host")
	if host == "" {
		t.Skip("the server is not one of the test's own")
	}
	l := &line{server: filepath.Join(host, ".s.PGSQL.5432")}
	// As over a network, writing to a closed end seems to succeed.
	listener := storagetest.Got(net.Listen("tcp", "127.0.0.1:0")).OK(t)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go l.carry(client)
		}
	}()
	settings.Del("host")
	u.Host, u.RawQuery = listener.Addr().String(), settings.Encode()
	return l, u.String()
}

// carry carries a connection until either end closes it.
func (l *line) carry(client net.Conn) {
	defer client.Close()
	l.wait()
	server, err := net.Dial("unix", l.server)
	if err != nil {
		return
	}
	defer server.Close()
	var lose atomic.Bool
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		defer client.Close()
		defer l.wait()
		buffer := make([]byte, 64<<10)
		for {
			n, err := server.Read(buffer)
			if err != nil || lose.Load() {
				return
			}
			if _, err := client.Write(buffer[:n]); err != nil {
				return
			}
		}
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		at := "commit\x00"
		if other := l.at.Load(); other != nil {
			at = *other
		}
		if l.after.Add(-1) == 0 || bytes.Contains(buffer[:n], []byte(at)) {
			if l.loseAsked.CompareAndSwap(true, false) {
				if l.broken != nil {
					l.silent.Lock()
					defer l.silent.Unlock()
					l.broken()
				}
				return
			}
			if l.loseReply.CompareAndSwap(true, false) {
				lose.Store(true)
			}
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			return
		}
		if lose.Load() {
			<-answered
			return
		}
	}
}

// The connection breaks at a COMMIT: before it reaches the server, or before the answer arrives.
func TestLostCommit(t *testing.T) {
	t.Parallel()
	l, address := newLine(t, postgrestest.Address(t))
	s := openStore(t, address)
	ctx := t.Context()
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	turn := func(id string, version int64) error {
		_, err := s.Append(match.WithRequest(ctx, id), m.ID, version, storagetest.Turn(int(version-1), storagetest.Move(games.Left, int(version))))
		return err
	}
	stored := func(want int64) {
		t.Helper()
		got := storagetest.Got(s.MatchByID(ctx, m.ID)).OK(t)
		storagetest.WantEqual(t, []int64{got.Version, int64(len(got.Moves))}, []int64{want, want - 1})
	}

	l.loseReply.Store(true)
	storagetest.WantErr(t, turn("one", 1), nil) // the inbox shows that it was done
	stored(2)
	storagetest.WantErr(t, turn("one", 1), match.ErrDone)

	l.loseAsked.Store(true)
	storagetest.WantErr(t, turn("two", 2), nil) // the inbox shows that it wasn't done, so it is repeated
	stored(3)
	storagetest.WantErr(t, turn("two", 2), match.ErrDone)

	// Without a request the transaction's number tells.
	background := func(version int64) error {
		_, err := s.Append(ctx, m.ID, version, storagetest.Turn(int(version-1), storagetest.Move(games.Left, int(version))))
		return err
	}
	l.loseReply.Store(true)
	storagetest.WantErr(t, background(3), nil)
	stored(4)
	storagetest.WantErr(t, background(3), match.ErrStale)

	l.loseAsked.Store(true)
	storagetest.WantErr(t, background(4), match.ErrUnavailable)
	stored(4)
	storagetest.WantErr(t, background(4), nil)
	stored(5)

	// So it does for the second write of a request, which the inbox can't tell from the first.
	ctx = match.WithRequest(ctx, "three")
	storagetest.WantErr(t, background(5), nil)
	l.loseAsked.Store(true)
	storagetest.WantErr(t, background(6), match.ErrUnavailable)
	stored(6)
	l.loseReply.Store(true)
	storagetest.WantErr(t, background(6), nil)
	stored(7)
}

// A process keeps its lease even if the answer is lost. A batch of matches is imported once.
func TestLostCommitOfManyRows(t *testing.T) {
	t.Parallel()
	l, address := newLine(t, postgrestest.Address(t))
	s := openStore(t, address)
	l.loseReply.Store(true)
	_, taken, err := s.TakeLease(t.Context(), "sweeps", "one", storagetest.Noon.Add(time.Minute), storagetest.Noon)
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, taken, true)

	c := storagetest.Community{Matches: 100, Players: 10, Servers: 2}
	l.loseReply.Store(true)
	n := storagetest.Got(s.Import(t.Context(), c.All())).OK(t)
	stored := 0
	storagetest.WantErr(t, s.ForEachMatch(t.Context(), match.Finished, func(match.Match) error { stored++; return nil }), nil)
	storagetest.WantEqual(t, []int{n, stored}, []int{100, 100})
}
