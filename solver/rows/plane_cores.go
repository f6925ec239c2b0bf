package rows

import (
	"context"
	"sync"
)

const (
	// columnsEach is the fewest columns for which a core pays.
	columnsEach = 256
	// sheetLines is how many lines a core passes on at a time.
	sheetLines = 16
	// sheetsEach is the number of sheets for each core. With two, a core always had to wait, and
	// the scheduler ran both goroutines on one core: it resumes a receiver on the sender's core
	// unless an idle core wakes up in time.
	sheetsEach = 32
)

// A sheet is a group of lines that passes from core to core.
type sheet struct {
	first, lines int
	used         [sheetLines][]uint64 // the values of each line so far
	start        [sheetLines]int      // the first word of used that is not full
}

// fill fills all lines of a plane in parallel. A cell depends on earlier cells of its line and its
// column. So each core owns some columns, and passes each line on to the core to its right. The
// error is ctx.Err().
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
