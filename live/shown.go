package live

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/match"
)

// shown is a match or race.
type shown struct {
	match.Subject
	board           string // names it among the sessions
	server, channel string
	version         int64       // of a race
	match           match.Match // empty for a race
}

func showing(m match.Match) shown {
	return shown{match.Subject{Kind: match.MatchSubject, ID: m.ID}, match.LiveBoard(&m), m.Server, m.Channel, 0, m}
}

func (s *Server) find(ctx context.Context, about match.Subject) (it shown, err error) {
	if about.Kind == match.RaceSubject {
		r, raceErr := s.Store.Race(ctx, about.ID)
		it, err = shown{about, nameOf(about), r.Server, r.Channel, r.Version, match.Match{}}, raceErr
	} else {
		m, matchErr := s.Store.MatchByID(ctx, about.ID)
		it, err = showing(m), matchErr
	}
	if errors.Is(err, match.ErrNotFound) {
		err = refuse(http.StatusNotFound, "There is no such match.")
	}
	return it, err
}

// seat returns the sides for which a person acts: left, right, both, or "". Everybody may vote for a room.
func (it *shown) seat(player string) string {
	crowd, shared := it.match.Crowd()
	switch {
	case player == "":
		return ""
	case it.Kind == match.RaceSubject:
		return games.Left.String()
	case shared:
		player = crowd.ID
	}
	side, plays := it.match.SeatOf(player)
	switch {
	case !plays:
		return ""
	case it.match.Sides[side.Other()].ID == player:
		return "both"
	}
	return side.String()
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
