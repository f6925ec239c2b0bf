package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/match"
)

// Shards are the gateway's shards First to Last of Count, numbered from 0. Each has the events of
// its share of the servers; shard 0 also has direct messages. The zero value means all, as many as
// Discord recommends.
type Shards struct{ First, Last, Count int }

var shardsForm = regexp.MustCompile(`^(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})$`)

// ReadShards parses shards such as "0-3/16", or "5/16".
func ReadShards(text string) (s Shards, err error) {
	part := shardsForm.FindStringSubmatch(text)
	if part == nil {
		return s, fmt.Errorf("invalid shards %q: write them as 0-3/16 (the first four of sixteen)", text)
	}
	s.First, _ = strconv.Atoi(part[1])
	s.Last = s.First
	if part[2] != "" {
		s.Last, _ = strconv.Atoi(part[2])
	}
	s.Count, _ = strconv.Atoi(part[3])
	switch {
	case s.Last < s.First:
		return s, fmt.Errorf("invalid shards %q: the smaller number comes first", text)
	case s.Last >= s.Count:
		return s, fmt.Errorf("there is no shard %d of %d: they are numbered from 0", s.Last, s.Count)
	}
	return s, nil
}

// ServeGateway keeps a session open for each shard. It returns nil when ctx is done, or an error if
// a retry is useless. With leases it serves the shards that no other process has, and returns after
// handing them over.
func (c *Client) ServeGateway(ctx context.Context, shards Shards) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g := &identifyGate{Client: c, context: ctx, lock: NewLock()}
	var told gatewayBot
	err := c.UntilDone(ctx, "no connection to Discord", maxBackoff, func() (err error) {
		told, err = g.gateway(ctx)
		return err
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	if shards.Count == 0 {
		shards = Shards{Last: told.Shards - 1, Count: told.Shards}
	} else if shards.Count < told.Shards {
		c.Log.Warn("Discord recommends more shards than there are", "shards", shards.Count, "recommended", told.Shards)
	}
	if shards.Count > 1 {
		c.Log.Info("shards of the gateway are served", "first", shards.First, "last", shards.Last, "of", shards.Count)
	}
	ended, holder := make(chan error), c.Random.Name("holder")
	var app *application
	if c.Leases != nil {
		if app, err = c.introduce(ctx); err != nil || app == nil {
			return err
		}
		c.Metrics.SharedShards()
	}
	for shard := shards.First; shard <= shards.Last; shard++ {
		s := &supervisor{Client: c, log: c.Log, gate: g, shard: shard, count: shards.Count, address: told.URL}
		if shards.Count > 1 {
			s.log = c.Log.With("shard", shard)
		}
		if c.Leases == nil {
			c.Metrics.Shard(shard)
			go func() { ended <- s.supervise(ctx) }()
			continue
		}
		s.application, s.leaseName, s.holder = app, fmt.Sprintf("discord shard %d/%d", shard, shards.Count), holder
		go func() { ended <- s.serveLeased(ctx) }()
	}
	for range shards.Last - shards.First + 1 {
		if final := <-ended; final != nil && err == nil {
			err = final
			stop()
		}
	}
	return err
}

// identifyGate admits new sessions of all shards, as many and as fast as Discord allows. Discord
// resets the token of a bot that begins more.
type identifyGate struct {
	*Client
	context context.Context // ends with the gateway
	lock    Lock            // guards the fields below, also while Discord is asked

	told    gatewayBot
	asked   time.Time
	resets  time.Time
	buckets sync.Map
}

type gatewayBot struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Limit  struct {
		Remaining  *int  `json:"remaining"`
		ResetAfter int64 `json:"reset_after"`     // ms
		AtOnce     int   `json:"max_concurrency"` // sessions that may begin together
	} `json:"session_start_limit"`
}

// identifying serializes the shards that Discord counts together.
type identifying struct {
	turn Lock // held from permit to asked
	last time.Time
}

func (g *identifyGate) gateway(ctx context.Context) (gatewayBot, error) {
	if err := g.lock.lockContext(ctx); err != nil {
		return gatewayBot{}, err
	}
	defer g.lock.Unlock()
	err := g.refresh(ctx)
	return g.told, err
}

// refresh updates told if it is old. g.lock must be held.
func (g *identifyGate) refresh(ctx context.Context) error {
	if !g.asked.IsZero() && time.Since(g.asked) < identifyPause {
		return nil
	}
	var told gatewayBot
	asking, cancel := context.WithTimeout(ctx, openWithin)
	defer cancel()
	at := time.Now()
	err := g.Do(asking, Call{Method: http.MethodGet, URL: discordgo.EndpointGatewayBot, Result: &told})
	if err != nil {
		return err
	}
	told.Shards, told.Limit.AtOnce = max(1, told.Shards), max(1, told.Limit.AtOnce)
	g.told, g.asked, g.resets = told, at, at.Add(time.Duration(told.Limit.ResetAfter)*time.Millisecond)
	return nil
}

// permit waits until a shard may begin a session, and returns the address. The shards of its bucket
// wait until the caller has called asked, which says whether it identified.
func (g *identifyGate) permit(ctx context.Context, shard int) (address string, asked func(sent bool), err error) {
	number, k, err := g.bucket(ctx, shard)
	if err == nil {
		err = k.turn.lockContext(ctx)
	}
	if err != nil {
		return "", nil, err
	}
	var once sync.Once
	release := func(bool) {}
	asked = func(sent bool) {
		once.Do(func() {
			release(sent)
			if sent {
				k.last = time.Now()
			}
			k.turn.Unlock()
		})
	}
	if err = pause(ctx, time.Until(k.last.Add(identifyPause))); err == nil {
		address, err = g.spendSession(ctx)
	}
	if err == nil {
		release, err = g.reserve(ctx, number)
	}
	if err != nil {
		asked(false)
	}
	return address, asked, err
}

func (g *identifyGate) bucket(ctx context.Context, shard int) (number int, k *identifying, err error) {
	told, err := g.gateway(ctx)
	if err != nil {
		return 0, nil, err
	}
	number = shard % told.Limit.AtOnce
	fresh, _ := g.buckets.LoadOrStore(number, &identifying{turn: NewLock()})
	return number, fresh.(*identifying), nil
}

// reserve waits until no other process begins a session in a bucket, or has within timing.identify.
// Without an answer from the store, this process goes ahead: Discord refuses a session that comes
// too early, and it is retried.
func (g *identifyGate) reserve(ctx context.Context, bucket int) (release func(sent bool), err error) {
	release = func(bool) {}
	if g.Leases == nil {
		return release, nil
	}
	// Each try has its own holder, so that no process is always first.
	l := match.Lease{Name: fmt.Sprintf("discord identify %d", bucket), Holder: g.Random.Name(fmt.Sprint("identify in ", bucket))}
	for {
		now := time.Now()
		asking, cancel := context.WithTimeout(ctx, g.Timing.Lease/3)
		_, taken, err := g.Leases.TakeLease(asking, l.Name, l.Holder, now.Add(openWithin+identifyPause), now)
		cancel()
		switch {
		case ctx.Err() != nil && !taken:
			return release, ctx.Err()
		case err != nil:
			g.Log.Warn("whether another process begins a session is unknown", "err", err)
			return release, nil
		case taken:
			return func(sent bool) {
				l.Until = time.Now()
				if sent {
					l.Until = l.Until.Add(identifyPause)
				}
				g.tasks.Go(func() {
					keeping, cancel := context.WithTimeout(context.WithoutCancel(ctx), g.Timing.Lease/3)
					defer cancel()
					if _, err := g.Leases.KeepLease(keeping, l); err != nil {
						g.Log.Warn("the start of a session was not recorded for other processes", "err", err)
					}
				})
			}, nil
		}
		if err := pause(ctx, g.Random.jitter(fmt.Sprint("wait for ", bucket), identifyPause/20)); err != nil {
			return release, err
		}
	}
}

// spendSession takes one of the sessions that Discord allows a day, and waits if there is none.
func (g *identifyGate) spendSession(ctx context.Context) (address string, err error) {
	if err := g.lock.lockContext(ctx); err != nil {
		return "", err
	}
	defer g.lock.Unlock()
	for {
		if err := g.refresh(ctx); err != nil {
			return "", err
		}
		left := g.told.Limit.Remaining
		if left == nil {
			return g.told.URL, nil
		}
		if *left > 0 {
			*left--
			return g.told.URL, nil
		}
		wait := max(time.Until(g.resets), firstBackoff)
		g.Log.Error("Discord allows no new session for now", "wait", wait)
		if err := pause(ctx, wait); err != nil {
			return "", err
		}
		g.asked = time.Time{}
	}
}

// ErrShards means that Discord wants more shards.
var ErrShards = errors.New("too few shards for Discord: leave NIMATRON_SHARDS empty, or raise the number after its / for all processes, and start again")

// A Lock is a lock that may be held during a call to Discord. It is a channel because waiting
// for a mutex would stop the clock of a testing/synctest bubble.
type Lock chan struct{}

// NewLock returns a lock that is free.
func NewLock() Lock { return make(Lock, 1) }

// Lock waits until the lock is free.
func (l Lock) Lock() { l <- struct{}{} }

// Unlock frees it.
func (l Lock) Unlock() { <-l }

func (l Lock) lockContext(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
