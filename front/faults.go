package front

import (
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

// faultPause is the time between two lines of the log about the same fault of what runs again and again.
const faultPause = time.Minute

// faults thins the log: a database that can't be reached would fill it with lines that say the same.
type faults struct {
	mu   sync.Mutex
	last map[string]fault // by the failed action, one of a few sentences in this package
}

type fault struct {
	text string
	at   time.Time
	more int // times that it was not told
}

// tell logs a failure of something that runs periodically. It names each cause in err once.
func (f *faults) tell(log *slog.Logger, what string, err error) {
	var causes []string
	for cause := range strings.Lines(err.Error()) {
		if cause = strings.TrimSpace(cause); !slices.Contains(causes, cause) {
			causes = append(causes, cause)
		}
	}
	now := fault{text: strings.Join(causes, "; "), at: time.Now()}
	f.mu.Lock()
	defer f.mu.Unlock()
	before, known := f.last[what]
	if known && before.text == now.text && now.at.Sub(before.at) < faultPause {
		before.more++
		f.last[what] = before
		return
	}
	if f.last == nil {
		f.last = map[string]fault{}
	}
	f.last[what] = now
	log.Error(what, "err", now.text, "times_before", before.more)
}
