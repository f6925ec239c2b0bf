package bot

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee/tournament"
	"nimatron/storage/sqlstore"
)

// breaks are bugs put into the bot. The simulation must find each.
var breaks = []struct {
	name  string
	apply func(*process, *Config)
}{
	{"no inbox", serviceBreak(func(r *commands.Request) { r.ID = "" })},
	{"no version of a move", serviceBreak(func(r *commands.Request) {
		if r.Command == string(input.Move) {
			r.Subject = view.Subject{}
		}
	})},
	{"the message sync forgets", func(_ *process, c *Config) { c.Outbox = &forgetful{Outbox: c.Outbox, boards: true} }},
	{"a lease is not renewed", func(_ *process, c *Config) { c.Leases = unrenewed{c.Leases} }},
	{"notices stay", func(_ *process, c *Config) { c.Outbox = &forgetful{Outbox: c.Outbox, ends: true} }},
	{"old boards are not retired", func(_ *process, c *Config) { c.Outbox = &forgetful{Outbox: c.Outbox, retires: true} }},
	{"the message sync posts what it should edit", func(_ *process, c *Config) {
		a := c.Service.(*asked)
		a.Service = unknownBoards{a.Service}
	}},
	{"a nonce for each try", func(p *process, c *Config) { c.transport = changing{p, newNonce} }},
	{"deferrals are forgotten", func(p *process, c *Config) { c.transport = changing{p, noDeferral} }},
	{"a slow Discord is never waited for", func(p *process, c *Config) {
		tm := *c.timing
		tm.Try, c.timing = firstAnswerTry, &tm
	}},
	{"a board does not call", func(_ *process, c *Config) {
		a := c.Service.(*asked)
		a.Service = uncalled{a.Service}
	}},
	{"a deletion stops a round", tournamentBreak(func(t *tournament.Tournament) error {
		if slices.ContainsFunc(t.Entrants, func(e tournament.Entrant) bool { return e.Deleted() }) && t.State == tournament.Running {
			return errUndone
		}
		return nil
	})},
	{"who does not come has a point", tournamentBreak(func(t *tournament.Tournament) error {
		for i := range t.Pairings {
			if m := &t.Pairings[i]; m.Over && m.Forfeit && m.Channel != "" && m.Won == [2]int{} {
				m.Won = [2]int{1, 1}
			}
		}
		return nil
	})},
	{"who has not played has a place", tournamentBreak(func(t *tournament.Tournament) error {
		for i := range t.Entrants {
			if t.State == tournament.Over && t.Format != tournament.Simul && t.Entrants[i].Place == 0 {
				t.Entrants[i].Place = len(t.Entrants)
			}
		}
		return nil
	})},
	{"who stops answers nobody", func(p *process, c *Config) { p.abrupt = true }},
	{"acknowledged, not committed", storeBreak(func(p *process, ctx context.Context, f func(context.Context, *sql.Tx) error) (func(context.Context, *sql.Tx) error, bool) {
		return func(ctx context.Context, tx *sql.Tx) error { return errors.Join(f(ctx, tx), errUndone) }, p.hit(p.bus.number("undone in "+p.name), 0, 30)
	})},
	{"ratings count twice", storeBreak(func(p *process, ctx context.Context, f func(context.Context, *sql.Tx) error) (func(context.Context, *sql.Tx) error, bool) {
		return func(ctx context.Context, tx *sql.Tx) error {
			err := f(ctx, tx)
			if err == nil {
				_, err = tx.ExecContext(ctx, `UPDATE ratings SET value = value + 5 WHERE updated > (SELECT max(ended) - 1 FROM matches) AND games = 1 AND value < 1900`)
			}
			return err
		}, true
	})},
	{"an answer in a race counts twice", afterward(`UPDATE racers SET solved = 2 WHERE solved = 1`)},
	{"a race does not end", afterward(`UPDATE subjects SET status = 'open' WHERE kind = 'race'`)},
	{"who is shut out races on", afterward(`INSERT INTO racers (race, player, at, free) SELECT r.id, o.key, 0, 0
		FROM subjects r, (SELECT p.key, s.scope FROM shut_out s JOIN players p ON p.id = s.subject) o WHERE r.kind = 'race' AND r.server = o.scope AND r.status = 'open' ON CONFLICT DO NOTHING`)},
	{"a bell is forgotten", afterward(`UPDATE subjects SET due = NULL, status = 'over' WHERE kind = 'crowd' AND state ->> 'Ply' = 0`)},
	{"a vote is for another move", afterward(`UPDATE votes SET move = 'L-1' WHERE ply = 0 AND EXISTS (SELECT 1 FROM moves m WHERE m.match_id = match)`)},
	{"a bell rings twice", afterward(`UPDATE matches SET version = version + 1 WHERE version = 2 AND id IN (SELECT id FROM subjects WHERE kind = 'crowd')`)},
}

// afterward is a store that executes a statement in each write.
func afterward(statement string) func(*process, *Config) {
	return storeBreak(func(_ *process, _ context.Context, f func(context.Context, *sql.Tx) error) (func(context.Context, *sql.Tx) error, bool) {
		return func(ctx context.Context, tx *sql.Tx) error {
			err := f(ctx, tx)
			if err == nil {
				_, err = tx.ExecContext(ctx, statement)
			}
			return err
		}, true
	})
}

// errUndone rolls back a transaction that is then acknowledged.
var errUndone = errors.New("undone")

// serviceBreak changes requests to the service.
func serviceBreak(change func(*commands.Request)) func(*process, *Config) {
	return func(_ *process, c *Config) {
		a := c.Service.(*asked)
		a.Service = changedRequests{a.Service, change}
	}
}

type changedRequests struct {
	front.Service
	change func(*commands.Request)
}

func (c changedRequests) Do(ctx context.Context, r commands.Request) view.Reply {
	c.change(&r)
	return c.Service.Do(ctx, r)
}

// unknownBoards forgets the messages of boards.
type unknownBoards struct{ front.Service }

func (u unknownBoards) Board(ctx context.Context, b match.Board) (view.Reply, error) {
	r, err := u.Service.Board(ctx, b)
	r.ShownIn = ""
	return r, err
}

// uncalled omits the pings from boards of pairings.
type uncalled struct{ front.Service }

func (u uncalled) Board(ctx context.Context, b match.Board) (view.Reply, error) {
	r, err := u.Service.Board(ctx, b)
	if r.Card != nil {
		r.Card.Body = strings.ReplaceAll(r.Card.Body, ", you play ", ", ")
	}
	return r, err
}

func (u uncalled) Notice(ctx context.Context, n match.Notice) (view.Reply, bool, error) {
	r, ok, err := u.Service.Notice(ctx, n)
	if r.Card != nil {
		r.Text, r.Card.Body = r.Card.Body, strings.ReplaceAll(r.Card.Body, ", you play ", ", ")
	}
	return r, ok, err
}

// tournamentBreak is a store that changes tournaments while saving them, or fails to save them.
func tournamentBreak(saving func(*tournament.Tournament) error) func(*process, *Config) {
	return func(p *process, _ *Config) { p.saving = saving }
}

// forgetful is an outbox that loses some notices.
type forgetful struct {
	match.Outbox
	boards, ends, retires bool
}

func (f *forgetful) LaggingBoards(ctx context.Context, front string, limit int) ([]match.Board, error) {
	if f.boards {
		return nil, nil
	}
	return f.Outbox.LaggingBoards(ctx, front, limit)
}

func (f *forgetful) EndNotice(ctx context.Context, id int64, again time.Time) error {
	if f.ends && again.IsZero() {
		return nil
	}
	return f.Outbox.EndNotice(ctx, id, again)
}

func (f *forgetful) TakeNotices(ctx context.Context, front string, now, until time.Time, limit int) (kept []match.Notice, err error) {
	all, err := f.Outbox.TakeNotices(ctx, front, now, until, limit)
	for _, n := range all {
		if !f.retires || n.Kind != match.RetireNotice {
			kept = append(kept, n)
		} else if err := f.Outbox.EndNotice(ctx, n.ID, time.Time{}); err != nil {
			return kept, err
		}
	}
	return kept, err
}

// unrenewed never renews leases.
type unrenewed struct{ match.Leases }

func (unrenewed) KeepLease(context.Context, match.Lease) (bool, error) { return true, nil }

// changing is a network that changes calls, or answers them itself.
type changing struct {
	p      *process
	change func(p *process, path, body string) (changed string, answered bool)
}

func (c changing) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		return c.p.RoundTrip(r)
	}
	body, _ := io.ReadAll(r.Body)
	text, answered := c.change(c.p, r.URL.Path, string(body))
	if answered {
		return answerOf(r, http.StatusNoContent, ""), nil
	}
	r.Body = io.NopCloser(bytes.NewReader([]byte(text)))
	return c.p.RoundTrip(r)
}

func newNonce(p *process, path, body string) (string, bool) {
	found := noncePart.FindStringSubmatch(body)
	if found == nil {
		return body, false
	}
	return strings.Replace(body, found[0], fmt.Sprintf(`"nonce":"x%x"`, p.bus.number("nonce of "+p.name)), 1), false
}

func noDeferral(_ *process, path, body string) (string, bool) {
	return body, strings.HasSuffix(path, "/callback") && (strings.HasPrefix(body, `{"type":5`) || strings.HasPrefix(body, `{"type":6`))
}

// storeBreak changes what the store writes.
func storeBreak(change func(p *process, ctx context.Context, f func(context.Context, *sql.Tx) error) (func(context.Context, *sql.Tx) error, bool)) func(*process, *Config) {
	return func(p *process, _ *Config) {
		p.writing = func(db sqlstore.Database, ctx context.Context, f func(context.Context, *sql.Tx) error) error {
			if changed, ok := change(p, ctx, f); ok {
				if err := db.Write(ctx, changed); !errors.Is(err, errUndone) {
					return err
				}
				return nil
			}
			return db.Write(ctx, f)
		}
	}
}

// TestSimulationFinds puts in each bug and searches for the first seed that finds it.
// NIMATRON_BREAK selects one.
func TestSimulationFinds(t *testing.T) {
	if !testlong.Long() && os.Getenv("NIMATRON_BREAK") == "" {
		t.Skip("it takes a minute or two: set NIMATRON_TEST_LONG=1")
	}
	db := template(t)
	for _, b := range breaks {
		if only := os.Getenv("NIMATRON_BREAK"); only != "" && !strings.Contains(b.name, only) {
			continue
		}
		found := false
		for seed := uint64(1); seed <= 1000 && !found; seed++ {
			if s := simulate(t, seed, usualLength, db, b.apply, nil); len(s.faults) > 0 {
				t.Logf("%s: seed %d: %.150s", b.name, seed, s.faults[0])
				found = true
			}
		}
		if !found {
			t.Errorf("%s: not found within 1000 seeds", b.name)
		}
	}
}
