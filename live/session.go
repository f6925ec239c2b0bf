package live

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
)

const (
	linkLife    = 10 * time.Minute
	sessionLife = 12 * time.Hour
	// cookiePrefix stands before the match in the name of a cookie: a browser may have boards of several.
	cookiePrefix = "live"
	maxCookies   = 8 // bound on those looked up for a request
)

// Link implements core.LiveBoard. The token is behind # in the address, which browsers never send.
func (s *Server) Link(id int64, player string) (string, error) {
	once := "" // a link for watching works more than once
	if player != "" {
		once = rand.Text()
	}
	signed := fmt.Appendf(nil, "%d %d %s %s", id, s.Now().Add(linkLife).Unix(), once, player)
	token := base64.RawURLEncoding.EncodeToString(append(signed, s.sign(signed)...))
	return s.Page + "live.html#seat=" + token, nil
}

func (s *Server) sign(text []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(text)
	return mac.Sum(nil)
}

// readLink returns the session that a token opens, without its ID and end.
func (s *Server) readLink(token string) (l match.LiveSession, err error) {
	forged := refuse(http.StatusForbidden, "This link is broken. Press “Touch the board” in the chat for a new one.")
	signed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(signed) < sha256.Size {
		return l, forged
	}
	signed, sum := signed[:len(signed)-sha256.Size], signed[len(signed)-sha256.Size:]
	if !hmac.Equal(sum, s.sign(signed)) {
		return l, forged
	}
	parts := strings.SplitN(string(signed), " ", 4) // a signed text has all parts
	l.Match, _ = strconv.ParseInt(parts[0], 10, 64)
	until, _ := strconv.ParseInt(parts[1], 10, 64)
	l.Link, l.Player = parts[2], parts[3]
	if !s.Now().Before(time.Unix(until, 0)) {
		return l, refuse(http.StatusForbidden, "This link has expired: links work for 10 minutes. Press “Touch the board” in the chat for a new one.")
	}
	return l, nil
}

type sessionRequest struct{ Seat, Code, Instance, Match string }

type sessionAnswer struct {
	Match string `json:"match"`
}

// session begins a session by a link or an Activity, or confirms one of the browser's.
func (s *Server) session(ctx context.Context, w http.ResponseWriter, r *http.Request, in sessionRequest) (any, error) {
	var l match.LiveSession
	var err error
	switch {
	case in.Seat != "":
		l, err = s.readLink(in.Seat)
	case in.Code != "":
		l, err = s.identify(ctx, in.Code, in.Instance)
	default:
		id, err := matchID(in.Match)
		if err == nil {
			_, _, err = s.allowed(ctx, r, id)
		}
		return sessionAnswer{in.Match}, err
	}
	if err != nil {
		return nil, err
	}
	m, err := s.match(ctx, l.Match)
	if err != nil {
		return nil, err
	}
	for _, c := range cookies(r, m.ID) { // the page was reloaded, or a player opened a link for watching
		if has, err := s.Store.LiveSession(ctx, hash(c.Value), s.Now()); err == nil && has.Match == m.ID && (l.Player == "" || has.Player == l.Player) {
			return sessionAnswer{in10(m.ID)}, nil
		}
	}
	if _, plays := m.SeatOf(l.Player); l.Player != "" && !plays {
		return nil, refuse(http.StatusForbidden, "This link is for a player who is no longer in the match.")
	}
	secret := rand.Text()
	l.ID, l.Until = hash(secret), s.Now().Add(sessionLife)
	err = s.Store.BeginSession(ctx, l, s.Now())
	switch {
	case errors.Is(err, match.ErrStale):
		return nil, refuse(http.StatusForbidden, "This link has already been used, and each link works once. Press “Touch the board” in the chat for a new one.")
	case errors.Is(err, match.ErrTooManySessions):
		return nil, refuse(http.StatusServiceUnavailable, "Too many boards are open right now. Try again later.")
	case err != nil:
		return nil, err
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookiePrefix + in10(m.ID), Value: secret, Path: "/live", MaxAge: int(sessionLife.Seconds()),
		HttpOnly: true, Secure: true, SameSite: http.SameSiteNoneMode, Partitioned: true,
	})
	return sessionAnswer{in10(m.ID)}, nil
}

// identify returns the session of a person in an Activity, whose channel names the match.
func (s *Server) identify(ctx context.Context, code, instance string) (l match.LiveSession, err error) {
	if !s.Activity {
		return l, refuse(http.StatusForbidden, "Activities are switched off here. Press “Touch the board” in the chat for a link.")
	}
	select {
	case s.slow <- struct{}{}:
		defer func() { <-s.slow }()
	default:
		return l, refuse(http.StatusServiceUnavailable, "Too many people are joining at once. Try again in a moment.")
	}
	platform := s.chat.Load().platform
	who, err := platform.Identify(ctx, code)
	var channel string
	var people []string
	if err == nil {
		channel, people, err = platform.Instance(ctx, instance)
	}
	switch {
	case errors.Is(err, ErrRefused), err == nil && !slices.Contains(people, who.ID):
		return l, refuse(http.StatusForbidden, "Discord couldn't confirm that you're in this Activity. Close the activity and open it again.")
	case err != nil:
		return l, err
	}
	t, err := s.Store.LastMatch(ctx, channel)
	if errors.Is(err, match.ErrNotFound) {
		return l, refuse(http.StatusNotFound, "There is no match in this channel. /play starts one.")
	}
	l.Match = t.ID
	if _, plays := t.SeatOf(who.ID); plays {
		l.Player = who.ID
		return l, err
	}
	for _, p := range t.Sides {
		if s.Store.CheckBlocks(ctx, who.ID, p.ID) != nil {
			return l, refuse(http.StatusForbidden, "This match takes no more followers or watchers now.")
		}
	}
	return l, err
}

var errNoSession = refuse(http.StatusUnauthorized, "You no longer have access to this board. Press “Touch the board” in the chat for a link.")

// allowed returns the session by which a request may see a match, and the match. A session also holds for later
// matches of the same players in the channel.
func (s *Server) allowed(ctx context.Context, r *http.Request, id int64) (match.LiveSession, match.Match, error) {
	m, err := s.match(ctx, id)
	if err != nil {
		return match.LiveSession{}, m, err
	}
	refused := errNoSession
	for _, c := range cookies(r, id) {
		l, err := s.Store.LiveSession(ctx, hash(c.Value), s.Now())
		if errors.Is(err, match.ErrNotFound) {
			continue
		}
		if err == nil && l.Match < m.ID {
			var first match.Match
			if first, err = s.match(ctx, l.Match); err == nil && samePlayers(&first, &m) {
				l.Match = m.ID
			}
		}
		if err != nil || l.Match == m.ID {
			return l, m, err
		}
		refused = refuse(http.StatusForbidden, "Your link is for another match. Press “Touch the board” in the chat for a link to this one.")
	}
	return match.LiveSession{}, m, refused
}

func samePlayers(a, b *match.Match) bool {
	_, left := b.SeatOf(a.Sides[0].ID)
	_, right := b.SeatOf(a.Sides[1].ID)
	return a.Channel == b.Channel && left && right
}

// match reads a match.
func (s *Server) match(ctx context.Context, id int64) (match.Match, error) {
	m, err := s.Store.MatchByID(ctx, id)
	if errors.Is(err, match.ErrNotFound) {
		err = refuse(http.StatusNotFound, "There is no such match.")
	}
	return m, err
}

// cookies returns the secrets of a browser, the match's own first.
func cookies(r *http.Request, id int64) (found []*http.Cookie) {
	for _, c := range r.Cookies() {
		number, ours := strings.CutPrefix(c.Name, cookiePrefix)
		switch {
		case !ours:
		case number == in10(id):
			found = slices.Insert(found, 0, c)
		default:
			found = append(found, c)
		}
	}
	return found[:min(len(found), maxCookies)]
}

func in10(id int64) string { return strconv.FormatInt(id, 10) }

// hash returns the form in which the store keeps a secret.
func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
