package live_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands/view"
)

// Two people play, one by touch and one by the buttons of the card. Each sees the other's move, and so does the card.
func TestATouchIsAMove(t *testing.T) {
	bubble(t, func(p *process) {
		m := p.match()
		touched := p.opened(ann)
		r := touched.watch(m)
		state := r.state()
		if state["you"] != "left" || state["turn"] != "left" || state["position"] != "3 4 5" || !strings.Contains(state["board"].(string), "data-tap") {
			t.Fatalf("the first state: %v", state)
		}
		if got := touched.do("move", http.StatusOK, "where", "1", "count", "2"); got["said"] != "" || got["match"] != nil {
			t.Errorf("a move is answered by %v", got)
		}
		synctest.Wait()
		if state = r.state(); state["position"] != "1 4 5" || state["turn"] != "right" || state["news"] != "Ann took 2 from pile 1." {
			t.Errorf("after the touch: %v", state)
		}
		time.Sleep(3 * time.Second)
		if card := p.chat.last("edit " + m.Message); !strings.Contains(card, "took 2 from pile 1") {
			t.Errorf("the card does not show the touch: %q", p.chat.said)
		}
		p.say(bob, view.MoveName, about(p.newest()), "move", "2-4")
		synctest.Wait()
		if state = r.state(); state["position"] != "1 0 5" && state["position"] != "1 5" || state["turn"] != "left" {
			t.Errorf("after the button: %v", state)
		}
		r.leave()
		<-r.ended
	})
}

// The links.
var _ = fmt.Sprint
