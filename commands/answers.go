package commands

import (
	"context"
	"errors"
	"sync"
	"time"

	"nimatron/match"
)

const (
	// answersTime is how long it is tried to note a batch of answers, and answersPause is
	// how long after one try comes the next.
	answersTime  = 10 * time.Second
	answersPause = 100 * time.Millisecond
	// answerWait is how long a person waits at most until an answer is noted. What was said
	// is late then, and its age keeps other processes from carrying it out: package bot.
	answerWait = 2 * time.Second
	// shownWait is for how long answers are collected that nobody waits for.
	shownWait = time.Second
	// maxAnswers is how many wait to be noted.
	maxAnswers = 2000
)

var errTooManyAnswers = errors.New("too many answers wait to be noted")

// answers brings into the inbox how requests are answered for which nothing was written.
// All that come while some are being noted go together in the next transaction.
type answers struct {
	inbox match.Inbox
	fault func(error) // told of each batch that is not noted

	mu      sync.Mutex
	next    *batch // is being filled; nil: nothing waits
	writing bool
}

// batch is what is noted in one transaction.
type batch struct {
	answers map[string]match.Answer
	noted   chan struct{} // closed when before and err are set
	before  map[string]match.Answer
	err     error
}

// add puts an answer into the next batch, which is written at once, or only soon. It
// returns nil where there is no room.
func (a *answers) add(request string, answer match.Answer, soon bool) *batch {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next == nil {
		a.next = &batch{answers: map[string]match.Answer{}, noted: make(chan struct{})}
		if soon {
			time.AfterFunc(shownWait, a.write)
		}
	}
	b := a.next
	if len(b.answers) >= maxAnswers {
		return nil
	}
	if _, ok := b.answers[request]; !ok {
		b.answers[request] = answer
	}
	if !soon {
		go a.write()
	}
	return b
}

// write notes what waits, until nothing does, unless that is being done.
func (a *answers) write() {
	for {
		a.mu.Lock()
		b := a.next
		if a.writing || b == nil {
			a.mu.Unlock()
			return
		}
		a.next, a.writing = nil, true
		a.mu.Unlock()

		ctx, cancel := context.WithTimeout(context.Background(), answersTime)
		for b.before, b.err = a.inbox.RecordAnswers(ctx, b.answers); b.err != nil && ctx.Err() == nil; {
			time.Sleep(answersPause)
			b.before, b.err = a.inbox.RecordAnswers(ctx, b.answers)
		}
		cancel()
		close(b.noted)
		if b.err != nil {
			a.fault(b.err)
		}
		a.mu.Lock()
		a.writing = false
		a.mu.Unlock()
	}
}

// note notes an answer before it is given, and returns the one that holds: that of another
// process, where that was first. With an error, as where the wait is too long, nobody knows.
func (a *answers) note(request string, answer match.Answer) (match.Answer, error) {
	b := a.add(request, answer, false)
	if b == nil {
		return answer, errTooManyAnswers
	}
	timer := time.NewTimer(answerWait)
	defer timer.Stop()
	select {
	case <-b.noted:
		if before, ok := b.before[request]; ok {
			answer = before
		}
		return answer, b.err
	case <-timer.C:
		return answer, context.DeadlineExceeded
	}
}
