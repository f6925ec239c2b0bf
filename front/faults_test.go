package front

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A lasting fault takes one line a minute, which names each cause once. Another fault is logged at once.
func TestFaultsAreThinned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said strings.Builder
		log := slog.New(slog.NewTextHandler(&said, nil))
		var f faults
		gone := errors.Join(errors.New("the disk is gone"), errors.New("the disk is gone"), errors.New("so is the clock"))
		for range 90 {
			f.tell(log, "the sweep failed", gone)
			time.Sleep(time.Second)
		}
		f.tell(log, "the sweep failed", errors.New("the disk is full"))
		var lines []string
		for line := range strings.Lines(said.String()) {
			_, line, _ = strings.Cut(line, "msg=")
			lines = append(lines, strings.TrimSpace(line))
		}
		want := []string{
			`"the sweep failed" err="the disk is gone; so is the clock" times_before=0`,
			`"the sweep failed" err="the disk is gone; so is the clock" times_before=59`,
			`"the sweep failed" err="the disk is full" times_before=29`,
		}
		if strings.Join(lines, "\n") != strings.Join(want, "\n") {
			t.Errorf("the log says\n%s", strings.Join(lines, "\n"))
		}
	})
}
