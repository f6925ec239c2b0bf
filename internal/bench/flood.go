//go:build unix

package main

import (
	"fmt"
	"sync"
	"time"

	"nimatron/internal/discordtest"
)

// floodLoad uses commands at a steady pace, whatever is answered, as Discord's people do.
func floodLoad(r *run) {
	d := r.long(12*time.Second, 300*time.Millisecond)
	r.head("commands a second", "used", "answered within these "+short(d), "first answers within 3 s", "p50", "p99")
	each(r, []int{80, 160, 320}, func(pace int) {
		const channels, people = 30, 10
		s := r.serveWithin(gatewayBot, r.file(), 3*time.Second)
		seats := s.seats(channels, people)
		var used []*discordtest.Interaction
		begun := time.Now()
		var asking sync.WaitGroup
		asking.Go(func() {
			for n := range int(d.Seconds() * float64(pace)) {
				time.Sleep(time.Until(begun.Add(time.Duration(n) * time.Second / time.Duration(pace))))
				t := seats[n%channels]
				used = append(used, t.people[n/channels%people].Slash(t.channel, "match board"))
			}
		})
		asking.Wait()
		time.Sleep(time.Until(begun.Add(d)))
		answered := 0
		var first took
		for _, in := range used {
			if in.Answered() > 0 {
				answered++
			}
			if in.Response() != nil {
				first = append(first, in.Latency())
			}
		}
		s.stop()
		s.srv.Close()
		r.row(pace, len(used), answered, fmt.Sprint(len(first)), short(first.at(.5)), short(first.at(.99)))
	})
}
