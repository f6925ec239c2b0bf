package commands_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// tied has two people play a knockout until claims are to decide it, and returns the meeting and
// what they are asked.
func (l *league) tied(variant string) (id int64, m match.Meeting, asked view.Reply) {
	l.Helper()
	id = l.open(match.Tournament{Format: match.Knockout, Variant: variant, TurnTime: time.Hour}, 2)
	for range 4 {
		l.work(false)
		for _, m := range l.tournament(id).Meetings {
			for _, who := range []string{"p00", "p01"} {
				l.loses(m, who)
			}
		}
	}
	for _, m = range l.tournament(id).Meetings {
		if m.ByClaims() && m.Channel != "" {
			asked, ok, err := l.service.Notice(l.Context(), match.Notice{Kind: match.ClaimNotice, Channel: m.Channel})
			if l.must(err); ok {
				return id, m, asked
			}
		}
	}
	l.Fatal("no claims are asked for")
	return id, m, asked
}

// What is asked and told about claims fits the game: sides have names in a partizan one, and in a
// reverse game it is said whose the first turn is.
func TestClaimsInWords(t *testing.T) {
	for variant, c := range map[string]struct{ labels, note, told string }{
		"end-nim":          {"Whoever moves first wins, Whoever moves second wins", "", `\*\*Whoever moves (first|second) wins\.\*\* .{20,}`},
		"partizan-end-nim": {"Left wins, Right wins", "Left moves first.", `\*\*(Left|Right) wins\.\*\* .{20,}`},
		"pile-reverse-nim": {"Whoever moves first wins, Whoever moves second wins", "has the first turn, though the other player", `\*\*Whoever moves (first|second) wins\.\*\* .{20,}`},
	} {
		l := newLeague(t, 12, storagetest.Open(t))
		id, m, asked := l.tied(variant)
		var labels []string
		for _, a := range asked.Card.Actions[:2] {
			labels = append(labels, a.Label)
		}
		if got := strings.Join(labels, ", "); got != c.labels || !strings.Contains(asked.Card.Body, c.note) || len(asked.Notify) != 2 {
			t.Errorf("%s: asked is %+v", variant, asked)
		}
		say := func(by, winner string) string {
			reply := l.service.Do(t.Context(), commands.Request{Command: "tournament", Options: map[string]string{"winner": winner}, By: commands.User{ID: by, Name: by}, Channel: m.Channel, Server: "server"})
			if !reply.Private() {
				t.Errorf("%s: everybody sees %q", variant, reply.Message())
			}
			return reply.Message()
		}
		if said := say("p00", "first"); !strings.Contains(strings.ToLower(said), strings.ToLower(labels[0])) {
			t.Errorf("%s: %q", variant, said)
		}
		if said := say("p02", "first"); !strings.Contains(said, "Only the two") {
			t.Errorf("%s: %q", variant, said)
		}
		l.clock.Add((2 * time.Hour).Milliseconds())
		l.must(l.service.AdvanceTournaments(t.Context()))
		told, ok, err := l.service.Notice(t.Context(), match.Notice{Kind: match.RevealNotice, Channel: m.Channel})
		if err != nil || !ok || !told.Closes || len(told.Notify) != 2 || !regexp.MustCompile(c.told).MatchString(told.Text) ||
			!strings.Contains(told.Text, view.PlayerName("p01")+" has claimed nothing, which counts as wrong.") || !strings.Contains(told.Text, "goes on**") {
			t.Errorf("%s: told is %+v, %v", variant, told, err)
		}
		if n := l.tournament(id); !n.Closed() {
			t.Errorf("%s: it goes on", variant)
		}
	}
}

// Where a tournament is ended while claims are open, both are told that they decide nothing.
func TestClaimsOfAnEndedTournament(t *testing.T) {
	l := newLeague(t, 13, storagetest.Open(t))
	id, m, _ := l.tied("nim")
	_, err := l.referee.EndTournament(t.Context(), id)
	l.must(err)
	l.work(false)
	if told := l.called["reveal"+m.Channel]; len(told) != 2 {
		t.Errorf("told are %v: %v", told, l.called)
	}
	reply, ok, err := l.service.Notice(t.Context(), match.Notice{Kind: match.RevealNotice, Channel: m.Channel})
	if err != nil || !ok || reply.Text != "Friday is over, so the claims here decide nothing." {
		t.Errorf("%+v, %v", reply, err)
	}
}
