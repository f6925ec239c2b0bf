package front

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// step is the work on one request. The clock of a bubble counts nothing else.
const step = 100 * time.Millisecond

// crowd is a front whose requests take a step each.
type crowd struct {
	*Front
	mu      sync.Mutex
	longest map[string]time.Duration // from a request to its answer, by person
	told    map[string]int           // sentences to people who are turned away
	lost    map[string]int           // requests that are turned away
}

func newCrowd(t *testing.T) *crowd {
	c := &crowd{longest: map[string]time.Duration{}, told: map[string]int{}, lost: map[string]int{}}
	b := &board{}
	s := &service{board: b, do: func(commands.Request) view.Reply {
		time.Sleep(step)
		return view.Reply{Text: "done"}
	}}
	c.Front = New(t.Context(), Config{Service: s, Platform: b, Log: quiet})
	return c
}

// say uses a command.
func (c *crowd) say(channel, by, command string) {
	began := time.Now()
	err := c.Submit(Submission{Channel: channel, By: by, Command: command,
		Work: func(ctx context.Context, turn *Turn) {
			turn.Answer(ctx, &said{board: &board{}, request: commands.Request{Command: command, Channel: channel, By: commands.User{ID: by}}})
			c.mu.Lock()
			defer c.mu.Unlock()
			c.longest[by] = max(c.longest[by], time.Since(began))
		},
		Displaced: func() { c.turnedAway(by, ErrFull) },
	})
	if err != nil {
		c.turnedAway(by, err)
	}
}

func (c *crowd) turnedAway(by string, err error) {
	_, ok := c.Rejection(by, err)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost[by]++; ok {
		c.told[by]++
	}
}

// While fifty people use four commands a second, others wait at most twice as long as usual, and nothing of
// theirs is turned away. The fifty are told three times each.
func TestFlood(t *testing.T) {
	for _, test := range testlong.Sample(t, []struct {
		name     string
		command  string // of the flood
		channels int    // that it fills; the players use the first of them
	}{
		{"commands in the channels of the players", "match board", 30},
		{"commands in one channel", "match board", 1},
		{"moves in the channels of the players", "move", 30},
		{"moves in one channel", "move", 1},
		{"moves in many channels", "move", 50},
	}, 2) {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newCrowd(t)
				const tick, players, before, length = 250 * time.Millisecond, 19, 12, 120 // in ticks
				for n := range length {
					for i := range 50 {
						c.say(fmt.Sprint("channel ", i%test.channels), fmt.Sprint("flood ", i), test.command)
					}
					for i := range players {
						if n > before && (n+i)%10 == 0 {
							c.say(fmt.Sprint("channel ", i), fmt.Sprint("player ", i), "move")
						}
						if n > before && (n+i)%60 == 0 {
							c.say(fmt.Sprint("channel ", 30+i), fmt.Sprint("player ", i), "match board")
						}
					}
					time.Sleep(tick)
				}
				synctest.Wait()
				c.mu.Lock()
				for i := range players {
					if by := fmt.Sprint("player ", i); c.longest[by] > 2*step || c.longest[by] == 0 || c.lost[by] > 0 {
						t.Errorf("%s waits %d steps, and %d requests are turned away", by, c.longest[by]/step, c.lost[by])
					}
				}
				for i := range 50 {
					if by := fmt.Sprint("flood ", i); c.told[by] != maxRefused || c.lost[by] <= maxRefused {
						t.Errorf("%s is told %d times that it is turned away, of %d", by, c.told[by], c.lost[by])
					}
				}
				c.mu.Unlock()
				drain(t, c.Front)
			})
		})
	}
}

// A full queue turns away who has asked for most.
func TestDisplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(4, 3, unlimited, quiet)
		release, order, displaced := make(chan struct{}), []string{}, []string{}
		add := func(key, by string, rank int) error {
			name := fmt.Sprint(by, rank)
			return q.add(key, job{by: by, rank: func() int { return rank }, run: func(*running) { order = append(order, name) }, displaced: func() { displaced = append(displaced, name) }})
		}
		must.OK(t, q.add("a", job{run: func(*running) { <-release }}))
		synctest.Wait()
		for rank := range 3 {
			must.OK(t, add("a", "ann", 6+rank))
		}
		must.OK(t, add("a", "bob", 1)) // in the place of ann's last
		must.OK(t, add("b", "cat", 2)) // all are full; in the place of ann's second
		synctest.Wait()
		if err := add("a", "ann", 0); err != nil {
			t.Errorf("there is a place in the channel: %v", err)
		}
		if err := errors.Join(add("a", "dan", math.MaxInt), add("b", "dan", math.MaxInt)); !errors.Is(err, ErrFull) {
			t.Errorf("who has asked for more than all: %v", err)
		}
		close(release)
		must.OK(t, q.drain(t.Context()))
		if got := fmt.Sprint(order, displaced); got != "[cat2 bob1 ann6 ann0] [ann8 ann7]" {
			t.Errorf("in the order %s", got)
		}
	})
}

// Moves of two players keep their order, though one has asked for more than the other. A flood waits behind
// both.
func TestPlayersKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(100, 100, unlimited, quiet)
		release, order := make(chan struct{}), []string{}
		add := func(by string, rank int) {
			must.OK(t, q.add("a", job{by: by, rank: func() int { return rank }, run: func(*running) { order = append(order, by) }}))
		}
		must.OK(t, q.add("a", job{run: func(*running) { <-release }}))
		synctest.Wait()
		add("flood", 30)
		for range 2 {
			add("ann", 9)
			add("bob", 5)
		}
		close(release)
		must.OK(t, q.drain(t.Context()))
		if got := fmt.Sprint(order); got != "[ann bob ann bob flood]" {
			t.Errorf("in the order %s", got)
		}
	})
}
