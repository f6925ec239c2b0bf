package storagetest

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// newKept returns a class whose fields all differ.
func newKept(channel string) match.Kept {
	return match.Kept{
		Board: match.Board{Subject: match.Subject{Kind: match.ClassSubject, Version: 3}, Channel: channel}, PartOf: 4, Server: "server", Code: "of " + channel,
		Status: match.KeptRunning, Begins: Stored(Noon), Ends: Stored(Noon.Add(time.Hour)), Due: Stored(Noon.Add(time.Minute)), Rated: true,
		Host: Ann, Guests: []match.Guest{{Player: Eve, Place: 2, State: `{"a":1}`}, {Player: Bob, State: `{}`}}, State: `{"b":2}`,
	}
}

func (suite) WhatIsKept(ctx context.Context, t *testing.T, s storage.Store) {
	k := newKept("hall")
	k.ID = Got(s.Keep(ctx, k, nil)).OK(t).ID
	WantEqual(t, k.ID, 1)
	Got(s.Kept(ctx, k.Subject)).Is(t, k)
	Got(s.Kept(ctx, match.Subject{Kind: match.RaceSubject, ID: k.ID})).Fails(t, match.ErrNotFound)

	refused := errors.New("refused")
	var beside []match.Kept
	check := func(goOn []match.Kept) error {
		beside = goOn
		return refused
	}
	other := newKept("yard") // on another server, led by the same person
	other.Server = "another"
	Got(s.Keep(ctx, other, check)).Fails(t, refused)
	listed := k
	listed.Guests = nil
	WantEqual(t, beside, []match.Kept{listed})
	other.Host = Bob
	Got(s.Keep(ctx, other, check)).Fails(t, refused)
	WantEqual(t, len(beside), 0)
	other = Got(s.Keep(ctx, other, nil)).OK(t)
	WantEqual(t, other.ID, 2)

	for _, f := range []match.KeptFilter{
		{Room: "server"}, {Channel: "hall"}, {Code: "of hall"}, {PartOf: 4, Limit: 1}, {Person: Ann.ID}, {Person: Eve.ID, Channel: "hall"}, {Due: k.Due, Limit: 1},
		{GoesOn: true, Room: "server"},
	} {
		f.Kind = match.ClassSubject
		Got(s.ListKept(ctx, f)).Is(t, []match.Kept{listed})
		f.Kind = match.RaceSubject
		Got(s.ListKept(ctx, f)).Is(t, nil)
	}
	Got(s.ListKept(ctx, match.KeptFilter{Kind: match.ClassSubject, Due: k.Due.Add(-1)})).Is(t, nil)

	// A change is stored whole, with its notices, or not at all.
	Got(s.ChangeKept(ctx, k.Subject, func(k *match.Kept) ([]match.Notice, error) {
		k.Version++
		return nil, refused
	})).Fails(t, refused)
	Got(s.Kept(ctx, k.Subject)).Is(t, k)
	changed := match.Kept{
		Board: match.Board{Subject: match.Subject{Kind: k.Kind, ID: k.ID, Version: 4}, Channel: "hall"}, Server: "server",
		Status: match.KeptOver, Begins: k.Begins, Ends: Stored(Noon), Guests: []match.Guest{{Player: Ann, Place: 1, State: `{}`}, {Player: Eve, State: `{"a":2}`}}, State: `{}`,
	}
	Got(s.ChangeKept(ctx, k.Subject, func(k *match.Kept) ([]match.Notice, error) {
		*k = changed
		return []match.Notice{{Kind: match.OverNotice, Channel: "hall", About: k.Unversioned(), Created: Noon}}, nil
	})).Is(t, changed)
	Got(s.Kept(ctx, k.Subject)).Is(t, changed)
	WantEqual(t, len(Got(s.TakeNotices(ctx, match.DiscordFront, Noon, Noon.Add(time.Minute), 9)).OK(t)), 1)
	Got(s.ListKept(ctx, match.KeptFilter{Kind: match.ClassSubject, GoesOn: true, Room: "server"})).Is(t, nil)
	latest := Got(s.ListKept(ctx, match.KeptFilter{Kind: match.ClassSubject, Latest: true})).OK(t)
	WantEqual(t, []int64{latest[0].ID, latest[1].ID}, []int64{2, 1})

	// The newest stays, so that its ID is not given again.
	WantErr(t, s.Vacate(ctx, match.Held{Channel: "nowhere"}, Noon), nil)
	Got(s.ForgetKept(ctx, match.ClassSubject, Noon.Add(-time.Millisecond), 5)).Is(t, 0)
	Got(s.ForgetKept(ctx, match.ClassSubject, Noon, 5)).Is(t, 1)
	Got(s.Kept(ctx, k.Subject)).Fails(t, match.ErrNotFound)
	Got(s.ChangeKept(ctx, other.Subject, func(k *match.Kept) ([]match.Notice, error) {
		k.Status, k.Ends = match.KeptOver, Noon
		return nil, nil
	})).OK(t)
	Got(s.ForgetKept(ctx, match.ClassSubject, Noon, 5)).Is(t, 0)
	Got(s.Kept(ctx, other.Subject)).Fails(t, match.ErrNotFound)
	WantEqual(t, len(exported(t, s, Eve)["subjects"]), 0) // of those who were in it nothing is known
	WantEqual(t, Got(s.Keep(ctx, newKept("hall"), nil)).OK(t).ID, 3)
}

// Parts change with what they belong to, and no number is given again.
func (suite) PartsOfWhatIsKept(ctx context.Context, t *testing.T, s storage.Store) {
	k := Got(s.Keep(ctx, newKept("hall"), nil)).OK(t)
	assignments := match.KeptFilter{Kind: match.AssignmentSubject, PartOf: k.ID}
	change := func(f func(k *match.Kept), notices ...match.Notice) {
		t.Helper()
		k = Got(s.ChangeKept(ctx, k.Subject, func(k *match.Kept) ([]match.Notice, error) {
			f(k)
			return notices, nil
		})).OK(t)
		Got(s.Kept(ctx, k.Subject)).Is(t, k)
		Got(s.ListKept(ctx, assignments)).Is(t, k.Parts)
	}
	part := match.Kept{Board: match.Board{Subject: match.Subject{Kind: match.AssignmentSubject, Version: 1}}, Status: match.KeptOpen, Begins: Noon, Due: Noon, State: `{"a":1}`}
	add := func(k *match.Kept) { k.Parts = append(k.Parts, part) }
	change(add)
	change(add, match.Notice{Kind: match.AssignedNotice, Channel: "hall", About: match.Subject{Kind: match.AssignmentSubject}, Created: Noon})
	want := part
	want.ID, want.PartOf, want.Channel, want.Server, want.Host, want.Begins, want.Due = 2, k.ID, "hall", "server", k.Host, Stored(Noon), Stored(Noon)
	WantEqual(t, k.Parts[1], want)
	WantEqual(t, Got(s.TakeNotices(ctx, match.DiscordFront, Noon, Noon, 9)).OK(t)[0].About.ID, 2)

	refused := errors.New("refused")
	Got(s.ChangeKept(ctx, k.Subject, func(k *match.Kept) ([]match.Notice, error) {
		k.Parts = nil
		return nil, refused
	})).Fails(t, refused)
	change(func(k *match.Kept) { k.Parts[0].State, k.Parts[0].Due = `{"a":2}`, time.Time{} })
	WantEqual(t, len(k.Parts), 2)
	change(func(k *match.Kept) { k.Parts = append(k.Parts[:1], part) })
	WantEqual(t, len(Got(s.TakeNotices(ctx, match.DiscordFront, Noon, Noon, 9)).OK(t)), 0)
	WantEqual(t, []int64{k.Parts[0].ID, k.Parts[1].ID}, []int64{1, 3})
	change(func(k *match.Kept) { k.Parts = k.Parts[:1] })
	for _, dropped := range []int64{2, 3} {
		Got(s.Kept(ctx, match.Subject{Kind: match.AssignmentSubject, ID: dropped})).Fails(t, match.ErrNotFound)
	}
	change(add)
	WantEqual(t, k.Parts[1].ID, 4)
}

// Changes by many at once follow each other, and the check of a new one sees all before it.
func (suite) ManyChangeWhatIsKept(ctx context.Context, t *testing.T, stores []storage.Store) {
	k := Got(stores[0].Keep(ctx, newKept("hall"), nil)).OK(t)
	tooMany := errors.New("too many")
	atOnce(40, func(i int) {
		s := stores[i%2]
		_, err := s.ChangeKept(t.Context(), k.Subject, func(k *match.Kept) ([]match.Notice, error) {
			k.Version++
			k.Guests = append(k.Guests, match.Guest{Player: match.Player{ID: strconv.Itoa(i), Name: "x"}, State: `{}`})
			return nil, nil
		})
		WantErr(t, err, nil)
		next := newKept(strconv.Itoa(i))
		if _, err := s.Keep(t.Context(), next, func(goOn []match.Kept) error {
			if len(goOn) > 10 {
				return tooMany
			}
			return nil
		}); err != nil {
			WantErr(t, err, tooMany)
		}
	})
	got := Got(stores[1].Kept(ctx, k.Subject)).OK(t)
	WantEqual(t, got.Version, k.Version+40)
	WantEqual(t, len(got.Guests), 42)
	WantEqual(t, len(Got(stores[0].ListKept(ctx, match.KeptFilter{Kind: match.ClassSubject})).OK(t)), 11)
}
