package commands

import (
	"context"
	"errors"
	"sync"
	"time"

	"nimatron/match"
)

const (
	// answersTime bounds the tries to record a batch of answers, with answersPause between them.
	answersTime  = 10 * time.Second
	answersPause = 100 * time.Millisecond
	// answerWait is how long a person waits until their answer is recorded. A request that took
	// longer is too old for other processes to carry out: package bot.
	answerWait = 2 * time.Second
	// shownWait is how long answers are collected that nobody waits for.
	shownWait = time.Second
	// maxAnswers is how many answers may wait.
	maxAnswers = 2000
)

var errTooManyAnswers = errors.New("too many answers wait to be noted")

// answers records the answers to requests that wrote nothing. Answers that come during one
// transaction share the next.
type answers struct {
	inbox match.Inbox
	fault func(error) // called for each batch that is not recorded

	mu      sync.Mutex
	next    *batch // is being filled; nil: nothing waits
	writing bool
}

// batch is recorded in one transaction.
type batch struct {
	answers map[string]match.Answer
	noted   chan struct{} // closed when before and err are set
	before  map[string]match.Answer
	err     error
}

// add puts an answer into the next batch, which is written at once or, if soon is true, after
// shownWait. It returns nil if the batch is full.
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

// write records batches until none waits, unless another call does.
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

// record records an answer before it is given, and returns the one that holds: an earlier answer of
// another process wins. After an error, or too long a wait, that is not known.
func (a *answers) record(request string, answer match.Answer) (match.Answer, error) {
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
