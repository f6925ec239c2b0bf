package storagetest

import (
	"context"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// A person who is not refused is remembered until somebody is shut out, by this process or another one.
func (suite) Refused(ctx context.Context, t *testing.T, stores []storage.Store) {
	here, there := stores[0], stores[1]
	now := time.Now()
	shutOut := func(s storage.Store, scope, subject string) {
		t.Helper()
		WantErr(t, s.ShutOut(ctx, match.ShutOut{Scope: scope, Subject: subject, Author: "m", Since: now}), nil)
	}
	refused := func(person, room string, want bool) {
		t.Helper()
		for range 2 { // the second time from memory
			why, err := here.Refused(ctx, person, room, now)
			if want {
				WantErr(t, err, nil)
				WantEqual(t, why.Subject == person || why.Subject == room, true)
			} else {
				WantErr(t, err, match.ErrNotFound)
			}
		}
	}
	shutOut(here, "s", "a")
	WantErr(t, here.RefreshRefusals(ctx), nil)
	refused("a", "s", true)
	refused("a", "other", false)
	refused("b", "s", false)
	shutOut(here, "s", "b")
	refused("b", "s", true)
	WantErr(t, here.LetIn(ctx, "s", "b", "m", now), nil)
	refused("b", "s", false)

	refused("a", "other", false)
	shutOut(there, match.Everywhere, "other")
	WantErr(t, here.RefreshRefusals(ctx), nil)
	refused("a", "other", true)
	refused("b", "s", false)
	shutOut(there, "s", "b")
	WantErr(t, here.RefreshRefusals(ctx), nil)
	refused("b", "s", true)
	WantErr(t, there.LetIn(ctx, "s", "b", "m", now), nil)
	refused("b", "s", false)
}
