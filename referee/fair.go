package referee

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"nimatron/match"
)

// RatedClosed refuses a rated match to a person who has called off too many.
var RatedClosed = Words(fmt.Sprintf("You called off more than %d rated pairs in 24 hours, "+
	"so you can't play rated matches until {until}. You can still play casual matches.", match.CalledOffADay))

// Refusals of answers about chosen positions. {end} says what must be over.
const (
	NoAdvice Words = "You are playing match {match}, {kind}. No hints or analysis until {end} is over.\nThat " +
		"includes tables, reviews, matches from a chosen start, class sets and puzzles from your matches. " +
		"Lessons and other puzzles are open. The current turn ends {until}."
	// NoChosenStart refuses a match because of the other player.
	NoChosenStart Words = "{player} is playing match {match}, {kind}. A match from a chosen position must wait until {end} is over."
)

func (r *Referee) checkRated(ctx context.Context, p *Proposal) error {
	if !p.Rated {
		return nil
	}
	if p.TurnTime == 0 {
		p.TurnTime = RatedTurnTime
	}
	switch {
	case p.Position != "":
		return &Refusal{Words: "A rated match starts from a random position, so leave out `position:`."}
	case p.TurnTime > MaxRatedTurnTime:
		return &Refusal{Words: Words(fmt.Sprintf("A rated match has at most %d days per turn. "+
			"Write `time:3d` or less, or leave out `time:` for 1 day.", MaxRatedTurnTime/(24*time.Hour)))}
	}
	return r.CheckOpen(ctx, p.By.ID)
}

// CheckOpen refuses rated matches to a person who has called off too many.
func (r *Referee) CheckOpen(ctx context.Context, player string) error {
	_, until, err := r.CalledOff(ctx, player)
	if err == nil && !until.IsZero() {
		err = &Refusal{Words: RatedClosed, Until: until}
	}
	return err
}

// CalledOff returns how many rated pairs a player has called off in 24 hours, and until when rated
// matches are closed to them; the zero time if they are open.
func (r *Referee) CalledOff(ctx context.Context, player string) (count int, closedUntil time.Time, err error) {
	const day = 24 * time.Hour
	now := r.now()
	// Pairs called off two days ago may still close rated matches now.
	times, err := r.store.CalledOff(ctx, player, now.Add(-2*day))
	if err != nil {
		return 0, time.Time{}, err
	}
	for _, t := range times {
		if now.Sub(t) < day {
			count++
		}
	}
	if until := match.ClosedUntil(times); until.After(now) {
		closedUntil = until
	}
	return count, closedUntil, nil
}

// CheckAdvice must be called before a person sees an answer about a position that somebody chose, in any
// game. While the person plays a match that counts, it refuses with NoAdvice, and a feature may refuse too. Otherwise it records the
// answer, which counts as help in puzzles and matches.
func (r *Referee) CheckAdvice(ctx context.Context, to match.Player) error {
	if to.IsBot() {
		return nil
	}
	if err := r.adviceElsewhere(ctx, to); err != nil {
		return err
	}
	m, err := r.store.NoteAdvice(ctx, to, r.now())
	if err == nil && m.ID != 0 {
		err = adviceRefused(NoAdvice, &m, to)
	}
	return err
}

// CheckAdviceOpen is CheckAdvice without the note, for what is not an answer yet.
func (r *Referee) CheckAdviceOpen(ctx context.Context, player match.Player) error {
	if err := r.adviceOpen(ctx, player, NoAdvice); err != nil || player.IsBot() {
		return err
	}
	return r.adviceElsewhere(ctx, player)
}

func (r *Referee) adviceElsewhere(ctx context.Context, player match.Player) error {
	for _, hook := range r.hooks {
		if hook.Advice == nil {
			continue
		}
		if err := hook.Advice(ctx, player.ID); err != nil {
			return err
		}
	}
	return nil
}

func (r *Referee) adviceOpen(ctx context.Context, player match.Player, words Words) error {
	m, err := r.AdviceLock(ctx, player.ID)
	if err == nil && m != nil {
		err = adviceRefused(words, m, player)
	}
	return err
}

func adviceRefused(words Words, m *match.Match, player match.Player) error {
	kind, end := "a rated match", "the pair"
	if m.Tournament != 0 {
		kind = "a game of a tournament"
	}
	if m.Leg == match.Alone {
		end = "it"
	}
	return &Refusal{Words: words, Player: player.ID, Until: m.Deadline, With: []string{"{match}", strconv.FormatInt(m.ID, 10), "{kind}", kind, "{end}", end}}
}

// AdviceLock returns the running match of a player that counts, which is a rated match or a game of a
// tournament; nil for none and for the bot.
func (r *Referee) AdviceLock(ctx context.Context, player string) (*match.Match, error) {
	if player == match.BotID {
		return nil, nil
	}
	running, err := r.store.RunningRated(ctx, player)
	if err != nil || len(running) == 0 {
		return nil, err
	}
	return &running[0], nil
}
