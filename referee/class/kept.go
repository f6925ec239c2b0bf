package class

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/referee/puzzle"
)

// kept returns a class as it is stored.
func (c *Class) kept() match.Kept {
	k := match.Kept{
		Board:  match.Board{Subject: match.Subject{Kind: match.ClassSubject, ID: c.ID, Version: c.Version}, Channel: c.Channel, Message: c.Message},
		Server: c.Server, Code: c.Code, Status: match.OpenUnless(!c.Ended.IsZero()), Begins: c.Created, Ends: c.Ended, Host: c.Teacher, State: match.Encode(c),
	}
	for _, m := range c.Members {
		k.Guests = append(k.Guests, match.Guest{Player: m.Player, State: match.Encode(m)})
	}
	for i := range c.Assignments {
		a := &c.Assignments[i]
		part := match.Kept{
			Board:  match.Board{Subject: match.Subject{Kind: match.AssignmentSubject, ID: a.ID, Version: 1}},
			Status: match.OpenUnless(a.Closed), Begins: a.Given, Ends: a.Until, State: match.Encode(a),
		}
		if !a.Closed {
			part.Due = a.due()
		}
		k.Parts = append(k.Parts, part)
	}
	for i := range c.Sets {
		k.Parts = append(k.Parts, c.Sets[i].Kept())
	}
	return k
}

func (c *Class) save(k *match.Kept) {
	shown := k.Shown
	*k = c.kept()
	k.Shown = shown
}

func classOf(k match.Kept) (c Class, err error) {
	err = match.Decode(k.State, &c)
	c.ID, c.Version, c.Channel, c.Message, c.Server = k.ID, k.Version, k.Channel, k.Message, k.Server
	c.Teacher, c.Code, c.Created, c.Ended = k.Host, k.Code, k.Begins, k.Ends
	for _, g := range k.Guests {
		m := Member{Player: g.Player}
		err = cmp.Or(err, match.Decode(g.State, &m))
		c.Members = append(c.Members, m)
	}
	for _, p := range k.Parts {
		if p.Kind == match.SetSubject {
			set, badState := puzzle.SetOf(p)
			c.Sets, err = append(c.Sets, set), cmp.Or(err, badState)
			continue
		}
		a := Assignment{ID: p.ID, Given: p.Begins, Until: p.Ends, Closed: !p.GoesOn()}
		err = cmp.Or(err, match.Decode(p.State, &a))
		c.Assignments = append(c.Assignments, a)
	}
	return c, err
}

// Create stores a new class and returns it as stored. The error is ErrTooManyHere if the teacher has most classes in
// the room, ErrTooMany beyond MaxClassesLed or MaxServerClasses.
func Create(ctx context.Context, s match.Subjects, c Class, most int) (Class, error) {
	c.ID, c.Version = 0, 1
	return match.As(classOf)(s.Keep(ctx, c.kept(), func(goOn []match.Kept) error {
		led := slices.DeleteFunc(slices.Clone(goOn), func(o match.Kept) bool { return o.Host.ID != c.Teacher.ID })
		here := func(all []match.Kept) (n int) {
			for _, o := range all {
				if match.RoomOf(o.Channel, o.Server) == match.RoomOf(c.Channel, c.Server) {
					n++
				}
			}
			return n
		}
		switch {
		case len(led) >= MaxClassesLed || here(goOn) >= MaxServerClasses:
			return ErrTooMany
		case here(led) >= most:
			return ErrTooManyHere
		}
		return nil
	}))
}

// ByID returns a class, or match.ErrNotFound.
func ByID(ctx context.Context, s match.Subjects, id int64) (Class, error) {
	return match.As(classOf)(s.Kept(ctx, match.Subject{Kind: match.ClassSubject, ID: id}))
}

// List returns the classes that have not ended and are in a room or channel, have a code, or that a person leads or is in.
func List(ctx context.Context, s match.Subjects, f match.KeptFilter) ([]Class, error) {
	if f.Room+f.Channel+f.Code+f.Person == "" {
		return nil, nil // not the classes of everybody
	}
	f.Kind, f.GoesOn = match.ClassSubject, true
	return match.AllAs(classOf)(s.ListKept(ctx, f))
}

// OfAssignment returns the class of an assignment, or match.ErrNotFound.
func OfAssignment(ctx context.Context, s match.Subjects, id int64) (Class, error) {
	a, err := s.Kept(ctx, match.Subject{Kind: match.AssignmentSubject, ID: id})
	if err != nil {
		return Class{}, err
	}
	return ByID(ctx, s, a.PartOf)
}

// Change changes what the message of a class shows, and returns the class as stored. The error is match.ErrNotFound if
// it has ended. change may run again.
func Change(ctx context.Context, s match.Subjects, id int64, change func(*Class) error) (Class, error) {
	return edit(ctx, s, id, func(c *Class) error {
		c.Version++
		return change(c)
	})
}

func edit(ctx context.Context, s match.Subjects, id int64, change func(*Class) error) (Class, error) {
	return match.As(classOf)(s.ChangeKept(ctx, match.Subject{Kind: match.ClassSubject, ID: id}, func(k *match.Kept) ([]match.Notice, error) {
		c, err := classOf(*k)
		if err == nil && !k.GoesOn() {
			err = match.ErrNotFound
		}
		if err == nil {
			err = change(&c)
		}
		c.save(k)
		return c.notices, err
	}))
}

// Join makes a player a member, or leaves a member as is. The error is ErrFull beyond MaxMembers. The store refuses beyond
// MaxClassesIn.
func (c *Class) Join(player match.Player, now time.Time) error {
	switch {
	case c.Find(player.ID) != nil:
		return nil
	case len(c.Members) >= MaxMembers:
		return ErrFull
	}
	c.Members = append(c.Members, Member{player, now.UTC().Truncate(time.Millisecond)})
	return nil
}

// MayJoin returns ErrTooMany for a person who is in so many classes, the new one among them.
func MayJoin(in int) error {
	if in > MaxClassesIn {
		return ErrTooMany
	}
	return nil
}

// Leave ends a membership, or returns match.ErrNotFound. If the teacher leaves, or everybody for "", the class ends and
// forgets its members, assignments and sets.
func (c *Class) Leave(player string, now time.Time) (err error) {
	if player == c.Teacher.ID || player == "" {
		c.Ended, c.Code, c.Members, c.Assignments, c.Sets = now, "", nil, nil, nil
		return nil
	}
	c.Members, err = drop(c.Members, func(m Member) bool { return m.ID == player })
	return err
}

func drop[T any](all []T, which func(T) bool) ([]T, error) {
	rest := slices.DeleteFunc(slices.Clone(all), which)
	if len(rest) == len(all) {
		return all, match.ErrNotFound
	}
	return rest, nil
}

// TakeOut makes a person, or everybody for "", leave a stored class, unless they have. Its name may name a teacher who is
// forgotten.
func TakeOut(k *match.Kept, person string, forgotten bool, now time.Time) error {
	c, err := classOf(*k)
	if err == nil && k.GoesOn() {
		c.Version++
		_ = c.Leave(person, now)
	}
	if forgotten && person == c.Teacher.ID {
		c.Name = "Class"
	}
	c.save(k)
	return err
}

// Assign adds an assignment with an AssignedNotice. Beyond MaxAssignments it drops the oldest that are over. The error is
// ErrTooManyAssignments beyond MaxOpenAssignments.
func (c *Class) Assign(a Assignment) error {
	if len(c.Open(a.Given)) >= MaxOpenAssignments {
		return ErrTooManyAssignments
	}
	a.ID, a.Closed, a.Reminded = 0, false, false
	c.Assignments = append(c.Assignments, a)
	older := max(0, len(c.Assignments)-MaxAssignments)
	kept := slices.DeleteFunc(slices.Clone(c.Assignments[:older]), func(o Assignment) bool { return !a.Given.Before(o.Until) })
	c.Assignments = append(kept, c.Assignments[older:]...)
	c.notify(match.AssignedNotice, 0, "", a.Given)
	return nil
}

func (c *Class) notify(kind match.NoticeKind, assignment int64, member string, now time.Time) {
	c.notices = append(c.notices, match.Notice{
		Kind: kind, Channel: c.Channel, About: match.Subject{Kind: match.AssignmentSubject, ID: assignment}, Message: member, Created: now,
	})
}

// Unassign deletes an assignment, or returns match.ErrNotFound.
func (c *Class) Unassign(id int64) (err error) {
	c.Assignments, err = drop(c.Assignments, func(a Assignment) bool { return a.ID == id })
	return err
}

// AddSet adds a puzzle set. The error is puzzle.ErrTooManySets beyond puzzle.MaxSets.
func (c *Class) AddSet(set puzzle.Set) error {
	if len(c.Sets) >= puzzle.MaxSets {
		return puzzle.ErrTooManySets
	}
	c.Sets = append(c.Sets, set)
	return nil
}

// DropSet deletes a puzzle set, or returns match.ErrNotFound. Players keep their answers.
func (c *Class) DropSet(id int64) (err error) {
	c.Sets, err = drop(c.Sets, func(set puzzle.Set) bool { return set.ID == id })
	return err
}

// step does what is due with an assignment: the students are reminded, or it is closed. The error is match.ErrStale if
// another process has done it.
func (c *Class) step(assignment int64, now time.Time) error {
	i := slices.IndexFunc(c.Assignments, func(a Assignment) bool { return a.ID == assignment })
	if i < 0 || c.Assignments[i].Closed || now.Before(c.Assignments[i].due()) {
		return match.ErrStale
	}
	a := &c.Assignments[i]
	if !now.Before(a.Until) {
		c.Version++
		a.Closed = true
		return nil
	}
	a.Reminded = true
	for _, m := range c.Members {
		c.notify(match.DueNotice, a.ID, m.ID, now)
	}
	return nil
}

// Sweep closes assignments that are over, and forgets classes that ended EndedClassLife ago. It adds one DueNotice for
// each student of an assignment that ends within AssignmentReminder, unless the assignment is shorter than that. It handles
// at most limit of each and returns their number.
func Sweep(ctx context.Context, s match.Subjects, now time.Time, limit int) (n int, err error) {
	due, err := s.ListKept(ctx, match.KeptFilter{Kind: match.AssignmentSubject, Due: now, Limit: limit})
	for _, a := range due {
		_, failed := edit(ctx, s, a.PartOf, func(c *Class) error { return c.step(a.ID, now) })
		switch {
		case failed == nil:
			n++
		case !errors.Is(failed, match.ErrStale) && !errors.Is(failed, match.ErrNotFound):
			err = cmp.Or(err, failed)
		}
	}
	gone, failed := s.ForgetKept(ctx, match.ClassSubject, now.Add(-EndedClassLife), limit)
	return n + gone, cmp.Or(err, failed)
}
