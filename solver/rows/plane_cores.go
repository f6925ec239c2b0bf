package rows

import (
	"context"
	"sync"
)

const (
	// columnsEach is how many columns of a plane a core has at least: fewer are not worth
	// waiting for each other.
	columnsEach = 256
	// sheetLines is how many lines a core hands on at a time.
	sheetLines = 16
	// sheetsEach is how many sheets there are for each core. With two, a core had to wait
	// for the next one all the time, and both goroutines ran on one core: the scheduler
	// resumes whoever is handed something where it was handed on, unless another core,
	// which takes a while to wake up, finds it first.
	sheetsEach = 32
)

// A sheet is some lines on their way from core to core.
type sheet struct {
	first, lines int
	used         [sheetLines][]uint64 // what stands in each line so far
	start        [sheetLines]int      // the first word of used with a number left
}

// fill fills all lines of a plane on so many cores. A cell depends on those before it in
// its line and in its column. So each core has some of the columns, takes the lines one
// after another, and hands each on to the core on its right. The error is ctx.Err().
func (g *grid) fill(ctx context.Context, cores int, borders, plane []uint32) (err error) {
	n := len(borders)
	free := make(chan *sheet, sheetsEach*cores)
	sets := make([]uint64, cap(free)*sheetLines*g.words)
	for range cap(free) {
		s := &sheet{}
		for i := range s.used {
			s.used[i], sets = sets[:g.words], sets[g.words:]
		}
		free <- s
	}
	to := make([]chan *sheet, cores)
	for i := range to {
		to[i] = make(chan *sheet, cap(free))
	}
	var working sync.WaitGroup
	for core := range cores {
		from, end := core*n/cores, (core+1)*n/cores
		working.Go(func() {
			next := free
			if core+1 < cores {
				next = to[core+1]
				defer close(next)
			}
			for s := range to[core] {
				for i := range s.lines {
					line := plane[(s.first+i)*n:]
					s.start[i] = g.part(s.used[i], s.start[i], line[from:end], from)
				}
				next <- s
			}
		})
	}
	for first := 0; first < n && err == nil; first += sheetLines {
		s := <-free
		s.first, s.lines, s.start = first, min(sheetLines, n-first), [sheetLines]int{}
		for i := range s.lines {
			clear(s.used[i])
			border := min(borders[first+i], g.above)
			s.used[i][border/64] |= 1 << (border % 64)
		}
		to[0] <- s
		err = ctx.Err()
	}
	close(to[0])
	working.Wait()
	return err
}
