package live

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
)

// shown is a match or race.
type shown struct {
	match.Subject
	board           string // names it among the sessions
	server, channel string
	match           match.Match // empty for a race
	touched
}

// touched is what a match and a race do in ways of their own.
type touched interface {
	// seat returns the sides for which a person acts: left, right, both, or "".
	seat(player string) string
	// ask sets the command that a tap asks for.
	ask(ctx context.Context, s *Server, in *moveRequest, t *tap) error
	// latest returns the version after a request, and the match to go to.
	latest(ctx context.Context, s *Server, in *moveRequest) match.LiveVersion
	// draw returns what a person sees, and how long that holds if nothing else happens. It keeps what all see.
	draw(ctx context.Context, s *Server, t *table, light bool, player string) (seen *sight, holds time.Duration, err error)
}

func showing(m match.Match) shown {
	return shown{match.Subject{Kind: match.MatchSubject, ID: m.ID}, match.LiveBoard(&m), m.Server, m.Channel, m, &touchedMatch{Match: m}}
}

func (s *Server) find(ctx context.Context, about match.Subject) (it shown, err error) {
	if about.Kind == match.RaceSubject {
		r, raceErr := s.Store.Kept(ctx, about)
		it, err = shown{about, nameOf(about), r.Server, r.Channel, match.Match{}, &touchedRace{id: r.ID}}, raceErr
	} else {
		m, matchErr := s.Store.MatchByID(ctx, about.ID)
		it, err = showing(m), matchErr
	}
	if errors.Is(err, match.ErrNotFound) {
		err = refuse(http.StatusNotFound, "There is no such match.")
	}
	return it, err
}

// raceMark begins the names of races in requests and links. Those of matches are numbers.
const raceMark = "r"

func nameOf(about match.Subject) string {
	if about.Kind == match.RaceSubject {
		return raceMark + in10(about.ID)
	}
	return in10(about.ID)
}

func subjectOf(name string) (about match.Subject, err error) {
	about.Kind = match.MatchSubject
	number, isRace := strings.CutPrefix(name, raceMark)
	if isRace {
		about.Kind = match.RaceSubject
	}
	if about.ID, err = strconv.ParseInt(number, 10, 64); err != nil || about.ID < 1 {
		return about, refuse(http.StatusBadRequest, "The request doesn't name a match. Reload the page.")
	}
	return about, nil
}
