package commands_test

import (
	"context"
	"database/sql"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// If the store can't be written, a private answer says so, and the match stays unchanged. Once the
// store works again, so do requests.
func TestStoreIsUnavailable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	r := &room{T: t, store: storagetest.OpenFile(t, path)}
	r.referee = referee.New(r.store, &solver.Solver{}, referee.Options{})
	r.service = commands.New(r.referee, r.store, slog.New(slog.DiscardHandler))
	r.expect("p1", "/challenge game:end-nim position:3 5 2 first:me")
	other := must.Get(sql.Open("sqlite", path))(t)
	defer other.Close()
	other.SetMaxOpenConns(1)
	for _, statement := range []string{"BEGIN IMMEDIATE", "ROLLBACK"} {
		must.Get(other.Exec(statement))(t)
		if statement == "BEGIN IMMEDIATE" {
			r.refuses("p1", "L-1", "can't reach my database", "nothing changed", "try again")
		} else {
			r.expect("p1", "L-1", "took 1 from the left end")
		}
	}
}

// oblivious is a store whose CalledOff fails after a step. If it is gone, its inbox can't be asked then.
type oblivious struct {
	storage.Store
	stepped, gone bool
}

func (o *oblivious) RecordAnswers(ctx context.Context, answers map[string]match.Answer) (map[string]match.Answer, error) {
	if o.stepped && o.gone {
		return nil, match.ErrUnavailable
	}
	return o.Store.RecordAnswers(ctx, answers)
}

func (o *oblivious) Answered(ctx context.Context, request string) (match.Answer, error) {
	if o.stepped && o.gone {
		return "", match.ErrUnavailable
	}
	return o.Store.Answered(ctx, request)
}

func (o *oblivious) Append(ctx context.Context, id, version int64, c match.Change) (match.Appended, error) {
	o.stepped = true
	return o.Store.Append(ctx, id, version, c)
}

func (o *oblivious) CalledOff(ctx context.Context, player string, since time.Time) ([]time.Time, error) {
	if o.stepped {
		return nil, match.ErrUnavailable
	}
	return o.Store.CalledOff(ctx, player, since)
}

// A request stays done, and is not reported as failed, if only its answer can't be computed. The
// simulation found this with seed 56. If the database can't tell, the answer doesn't either.
func TestDoneButNotShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { doneButNotShown(t, false, "Done, but I can't show it") })
	synctest.Test(t, func(t *testing.T) { doneButNotShown(t, true, "I don't know whether that is done") })
}

func doneButNotShown(t *testing.T, gone bool, want string) {
	store := &oblivious{Store: storagetest.Open(t), gone: gone}
	r := &room{T: t, store: store}
	r.referee = referee.New(store, &solver.Solver{}, referee.Options{})
	r.service = commands.New(r.referee, store, slog.New(slog.DiscardHandler))
	r.expect("p1", "/challenge game:nim rated:true opponent:p2")
	r.expect("p2", "/match accept")
	req := must.Get(request("p1", "/match cancel"))(t)
	req.ID = "1"
	reply := r.do("", req)
	if m, err := store.LastMatch(t.Context(), "lobby"); err != nil || !m.Finished() {
		t.Fatalf("%+v, %v", m, err)
	}
	if !reply.Private() || !strings.Contains(reply.Text, want) || strings.Contains(reply.Text, "nothing changed") {
		t.Errorf("%+v", reply)
	}
	time.Sleep(time.Minute) // in the bubble, until nobody tries to record the answer any more
}
