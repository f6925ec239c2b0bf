package discordtest

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// Network is a network in memory. All waits are on channels, so the clock of a testing/synctest
// bubble advances. Each address has at most one listener. Writes never block.
type Network struct {
	mu        sync.Mutex
	listeners map[string]*listener
}

// Listen listens at an address, which is host:port.
func (n *Network) Listen(address string) (net.Listener, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listeners[address] != nil {
		return nil, &net.OpError{Op: "listen", Net: "memory", Addr: place(address), Err: errors.New("address already in use")}
	}
	l := &listener{network: n, address: place(address), arriving: make(chan net.Conn), closed: make(chan struct{})}
	if n.listeners == nil {
		n.listeners = map[string]*listener{}
	}
	n.listeners[address] = l
	return l, nil
}

// DialContext connects to the listener at an address. Its signature is net.Dialer's.
func (n *Network) DialContext(ctx context.Context, _, address string) (net.Conn, error) {
	n.mu.Lock()
	l := n.listeners[address]
	n.mu.Unlock()
	err := error(errRefused)
	if l != nil {
		here, there := pipe(place("client"), l.address)
		select {
		case l.arriving <- there:
			return here, nil
		case <-l.closed:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	return nil, &net.OpError{Op: "dial", Net: "memory", Addr: place(address), Err: err}
}

var errRefused = errors.New("connection refused")

// place is an address in memory.
type place string

func (p place) Network() string { return "memory" }
func (p place) String() string  { return string(p) }

type listener struct {
	network  *Network
	address  place
	arriving chan net.Conn
	once     sync.Once
	closed   chan struct{}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.arriving:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() {
		close(l.closed)
		l.network.mu.Lock()
		defer l.network.mu.Unlock()
		delete(l.network.listeners, string(l.address))
	})
	return nil
}

func (l *listener) Addr() net.Addr { return l.address }

// pipe returns the two ends of a connection.
func pipe(here, there place) (net.Conn, net.Conn) {
	to, from := newStream(), newStream()
	return &end{in: from, out: to, local: here, remote: there}, &end{in: to, out: from, local: there, remote: here}
}

// end is an end of a connection in memory.
type end struct {
	in, out       *stream
	local, remote place
}

func (e *end) Read(p []byte) (int, error)  { return e.in.read(p) }
func (e *end) Write(p []byte) (int, error) { return e.out.write(p) }

// Close keeps unread data for the other end.
func (e *end) Close() error {
	e.out.change(func(s *stream) { s.ended = true })
	e.in.change(func(s *stream) { s.ended, s.left, s.data = true, true, nil })
	return nil
}

func (e *end) LocalAddr() net.Addr  { return e.local }
func (e *end) RemoteAddr() net.Addr { return e.remote }

func (e *end) SetDeadline(t time.Time) error {
	return errors.Join(e.SetReadDeadline(t), e.SetWriteDeadline(t))
}

func (e *end) SetReadDeadline(t time.Time) error {
	e.in.change(func(s *stream) { s.deadline = t })
	return nil
}

// SetWriteDeadline does nothing, because no write waits.
func (e *end) SetWriteDeadline(time.Time) error { return nil }

// stream is one direction of a connection.
type stream struct {
	mu       sync.Mutex
	data     []byte
	ended    bool      // the writer has closed it
	left     bool      // the reader has closed it
	deadline time.Time // for reading; zero for none
	changed  chan struct{}
}

func newStream() *stream { return &stream{changed: make(chan struct{})} }

// change changes the stream and wakes its readers.
func (s *stream) change(f func(*stream)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s)
	wake(&s.changed)
}

func (s *stream) write(p []byte) (int, error) {
	err := error(io.ErrClosedPipe)
	s.change(func(s *stream) {
		if !s.ended {
			s.data, err = append(s.data, p...), nil
		}
	})
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

func (s *stream) read(p []byte) (int, error) {
	for {
		s.mu.Lock()
		n, err := s.take(p)
		changed, deadline := s.changed, s.deadline
		s.mu.Unlock()
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
		AwaitChange(changed, deadline)
	}
}

// take moves data into p, or returns why there will be no more. s.mu must be held.
func (s *stream) take(p []byte) (n int, err error) {
	switch {
	case s.left:
		return 0, net.ErrClosed
	case !s.deadline.IsZero() && !time.Now().Before(s.deadline):
		return 0, os.ErrDeadlineExceeded
	case len(s.data) > 0:
		n = copy(p, s.data)
		s.data = s.data[n:]
	case s.ended:
		err = io.EOF
	}
	return n, err
}

// AwaitChange waits until changed is closed, or until a non-zero deadline.
func AwaitChange(changed <-chan struct{}, deadline time.Time) {
	var late <-chan time.Time
	if !deadline.IsZero() {
		timer := time.NewTimer(time.Until(deadline))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-changed:
	case <-late:
	}
}
