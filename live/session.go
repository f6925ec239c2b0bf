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
	// seatCookie has the secret of a browser, watchCookie the signed boards that it may watch.
	seatCookie, watchCookie = "live", "watch"
	maxWatched              = 20
	watching                = "watch"
)

// Link puts the token behind #, which browsers never send.
func (s *Server) Link(about match.Subject, player match.Player) string {
	once := "" // a link for watching works more than once
	if player.ID != "" {
		once = rand.Text()
	}
	return s.Page + "live.html#seat=" + s.token(fmt.Sprintf("%s %d %s %s %s", nameOf(about), s.Now().Add(linkLife).Unix(), once, player.ID, player.Name))
}

// DeepLink returns a link that opens a match within the platform, "" if that can't be done.
func (s *Server) DeepLink(id int64) string {
	if custom, app := s.customID(id), s.application(); custom != "" && app != "" {
		return "https://discord.com/activities/" + app + "?custom_id=" + custom
	}
	return ""
}

// customID returns what a link within the platform says of a match, "" without Activities. Strangers may
// watch by it, because nobody can guess its signature.
func (s *Server) customID(id int64) string {
	if !s.Activity {
		return ""
	}
	return fmt.Sprintf("%d.%s", id, base64.RawURLEncoding.EncodeToString(s.sign(fmt.Append(nil, "board ", id))[:12]))
}

func (s *Server) sign(text []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(text)
	return mac.Sum(nil)
}

// readLink returns the session that a token opens, without its browser, board and end, and what it shows.
func (s *Server) readLink(token string) (l match.LiveSession, about match.Subject, err error) {
	signed, ok := s.signed(token)
	if !ok {
		return l, about, errBrokenLink
	}
	parts := strings.SplitN(signed, " ", 5) // a signed text has all parts
	about, _ = subjectOf(parts[0])
	until, _ := strconv.ParseInt(parts[1], 10, 64)
	l.Link, l.Player, l.Name = parts[2], parts[3], parts[4]
	if !s.Now().Before(time.Unix(until, 0)) {
		return l, about, refuse(http.StatusForbidden, "This link has expired: links work for 10 minutes. Press “Touch the board” in the chat for a new one.")
	}
	return l, about, nil
}

func (s *Server) signed(token string) (text string, ok bool) {
	signed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(signed) < sha256.Size {
		return "", false
	}
	signed, sum := signed[:len(signed)-sha256.Size], signed[len(signed)-sha256.Size:]
	return string(signed), hmac.Equal(sum, s.sign(signed))
}

func (s *Server) token(text string) string {
	return base64.RawURLEncoding.EncodeToString(append([]byte(text), s.sign([]byte(text))...))
}

type sessionRequest struct{ Seat, Code, Instance, Custom, Match, As string }

type sessionAnswer struct {
	Match string `json:"match"`
	As    string `json:"as"`
}

func tab(l *match.LiveSession) string {
	if l.Player == "" {
		return watching
	}
	return hash(l.Link)[:12]
}

func (s *Server) session(ctx context.Context, w http.ResponseWriter, r *http.Request, in sessionRequest) (any, error) {
	var l match.LiveSession
	var about match.Subject
	var err error
	if in.Seat == "" && in.Code == "" {
		if about, err = subjectOf(in.Match); err == nil {
			l, _, err = s.allowed(ctx, r, about, in.As)
		}
		return sessionAnswer{in.Match, tab(&l)}, err
	}
	if in.Seat != "" {
		l, about, err = s.readLink(in.Seat)
	}
	instance := hash("instance " + in.Instance) // known from the first person on whom Discord has confirmed
	if in.Seat == "" || err != nil || !s.gate.allowSigned(in.Seat, s.Now()) {
		if err := s.gate.allow(r, s.Now(), s.browser(r), instance); err != nil {
			return nil, err
		}
	}
	if in.Seat == "" {
		if l, about, err = s.identify(ctx, in.Code, in.Instance, in.Custom, s.gate.knows(instance)); err == nil {
			s.gate.know(instance)
		}
	}
	if err != nil {
		return nil, err
	}
	it, err := s.find(ctx, about)
	if err != nil {
		return nil, err
	}
	l.Board, l.Server, l.Until = it.board, it.server, s.Now().Add(sessionLife)
	if l.Player == "" {
		if has, _, err := s.allowed(ctx, r, about, ""); err == nil && has.Player != "" {
			l = has // the player has opened a link for watching
		} else {
			setCookie(w, watchCookie, s.watch(r, l.Board))
		}
		return sessionAnswer{nameOf(about), tab(&l)}, nil
	}
	return s.sit(ctx, w, r, &it, l)
}

var errLeft = refuse(http.StatusForbidden, "This link is for a player who is no longer in the match.")

func (s *Server) sit(ctx context.Context, w http.ResponseWriter, r *http.Request, it *shown, l match.LiveSession) (any, error) {
	if it.seat(l.Player) == "" {
		return nil, errLeft
	}
	if !it.match.Shared() { // only who votes may be new
		l.Name = ""
	}
	secret := secretOf(r)
	if secret == "" {
		secret = rand.Text()
	}
	l.Browser = hash(secret)
	err := s.Store.BeginSession(ctx, l, s.Now())
	if errors.Is(err, match.ErrStale) { // fine for the browser that used it, whose page was loaded again
		seats, failed := s.Store.Seats(ctx, l.Browser, nil, s.Now())
		if slices.ContainsFunc(seats, func(has match.LiveSession) bool { return has.Link == l.Link }) {
			err = nil
		} else if failed == nil {
			return nil, refuse(http.StatusForbidden, "This link has already been used, and each link works once. Press “Touch the board” in the chat for a new one.")
		}
	}
	if errors.Is(err, match.ErrNotFound) {
		err = errLeft
	}
	if err != nil {
		return nil, err
	}
	setCookie(w, seatCookie, secret)
	s.gate.know(l.Browser)
	return sessionAnswer{nameOf(it.Subject), tab(&l)}, nil
}

func setCookie(w http.ResponseWriter, name, value string) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/live", MaxAge: int(sessionLife.Seconds()),
		HttpOnly: true, Secure: true, SameSite: http.SameSiteNoneMode, Partitioned: true,
	})
}

// secretOf returns the secret of a request's browser, "" if we can't have made it.
func secretOf(r *http.Request) string {
	if c, err := r.Cookie(seatCookie); err == nil && len(c.Value) == len(rand.Text()) {
		return c.Value
	}
	return ""
}

func (s *Server) browser(r *http.Request) string {
	if secret := secretOf(r); secret != "" {
		return hash(secret)
	}
	return ""
}

func (s *Server) mayWatch(r *http.Request) (list []match.LiveSession) {
	c, err := r.Cookie(watchCookie)
	if err != nil {
		return nil
	}
	text, _ := s.signed(c.Value)
	for item := range strings.FieldsSeq(strings.TrimPrefix(text, watching)) {
		board, until, _ := strings.Cut(item, ":")
		if seconds, err := strconv.ParseInt(until, 10, 64); err == nil && s.Now().Before(time.Unix(seconds, 0)) && text[0] == watching[0] {
			list = append(list, match.LiveSession{Board: board, Until: time.Unix(seconds, 0)})
		}
	}
	return list
}

// watch returns the cookie by which a browser may watch one more board.
func (s *Server) watch(r *http.Request, board string) string {
	list := slices.DeleteFunc(s.mayWatch(r), func(l match.LiveSession) bool { return l.Board == board })
	list = slices.Insert(list, 0, match.LiveSession{Board: board, Until: s.Now().Add(sessionLife)})
	text := watching
	for _, l := range list[:min(len(list), maxWatched)] {
		text += fmt.Sprintf(" %s:%d", l.Board, l.Until.Unix())
	}
	return s.token(text)
}

// identify returns the session of a person in an Activity. custom names the match. If it is "", they see the
// channel's race if they are in it, or its newest match. Only in an instance that is known do people wait for others.
func (s *Server) identify(ctx context.Context, code, instance, custom string, known bool) (l match.LiveSession, about match.Subject, err error) {
	if !s.Activity {
		return l, about, refuse(http.StatusForbidden, "Activities are switched off here. Press “Touch the board” in the chat for a link.")
	}
	if !s.begins(ctx, known) {
		return l, about, refuse(http.StatusServiceUnavailable, "Too many people are joining at once. Try again in a moment.")
	}
	defer func() { <-s.slow }()
	platform := s.chat.Load().platform
	who, err := platform.Identify(ctx, code)
	var channel string
	var people []string
	if err == nil {
		channel, people, err = platform.Instance(ctx, instance)
	}
	switch {
	case errors.Is(err, ErrRefused), err == nil && !slices.Contains(people, who.ID):
		return l, about, refuse(http.StatusForbidden, "Discord couldn't confirm that you're in this Activity. Close the activity and open it again.")
	case err != nil:
		return l, about, err
	}
	if custom == "" {
		if about, err = s.raceIn(ctx, channel, who.ID); about.ID != 0 || err != nil {
			l.Player, l.Link = who.ID, rand.Text()
			return l, about, err
		}
	}
	it, err := s.named(ctx, channel, custom)
	if err != nil {
		return l, about, err
	}
	if _, plays := it.match.SeatOf(who.ID); plays || it.match.Shared() && it.channel == channel {
		l.Player, l.Name, l.Link = who.ID, who.Name, rand.Text()
		return l, it.Subject, nil
	}
	if it.channel != channel && !hmac.Equal([]byte(custom), []byte(s.customID(it.ID))) {
		return l, about, errBrokenLink
	}
	for _, p := range it.match.Sides {
		if s.Store.CheckBlocks(ctx, who.ID, p.ID) != nil {
			return l, about, refuse(http.StatusForbidden, "This match takes no more followers or watchers now.")
		}
	}
	return l, it.Subject, nil
}

// begins takes one of the few places for questions to the platform.
func (s *Server) begins(ctx context.Context, waits bool) bool {
	select {
	case s.slow <- struct{}{}:
		return true
	default:
		if !waits {
			return false
		}
	}
	select {
	case s.slow <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// raceIn returns the open race of a channel if a person is in it.
func (s *Server) raceIn(ctx context.Context, channel, player string) (about match.Subject, err error) {
	open, err := s.Store.ListKept(ctx, match.KeptFilter{Kind: match.RaceSubject, GoesOn: true, Channel: channel})
	if err != nil || len(open) == 0 {
		return about, err
	}
	if _, err = s.Store.RacePlace(ctx, open[0].ID, player); err == nil {
		about = open[0].Unversioned()
	}
	if errors.Is(err, match.ErrNotFound) {
		err = nil
	}
	return about, err
}

// named returns the match that a link names by its custom ID, or the newest of a channel.
func (s *Server) named(ctx context.Context, channel, custom string) (shown, error) {
	if custom != "" {
		number, _, _ := strings.Cut(custom, ".")
		id, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return shown{}, errBrokenLink
		}
		return s.find(ctx, match.Subject{Kind: match.MatchSubject, ID: id})
	}
	t, err := s.Store.LastMatch(ctx, channel)
	if errors.Is(err, match.ErrNotFound) {
		err = refuse(http.StatusNotFound, "There is no match in this channel. /play starts one.")
	}
	return showing(t.Match), err
}

var errBrokenLink = refuse(http.StatusForbidden, "This link is broken. Press “Touch the board” in the chat for a new one.")

var errNoSession = refuse(http.StatusUnauthorized, "You no longer have access to this board. Press “Touch the board” in the chat for a link.")

// allowed returns the session by which a request may see a match or race. as names one of the browser's
// seats at that board, "" any. A session also holds for other matches of the same players in the channel.
func (s *Server) allowed(ctx context.Context, r *http.Request, about match.Subject, as string) (l match.LiveSession, it shown, err error) {
	browser, watched := s.browser(r), s.mayWatch(r)
	if browser == "" && len(watched) == 0 {
		return l, it, errNoSession
	}
	cookie, err := r.Cookie(watchCookie)
	if err != nil || len(watched) == 0 || !s.gate.allowSigned(cookie.Value, s.Now()) {
		if err := s.gate.allow(r, s.Now(), browser); err != nil {
			return l, it, err
		}
	}
	var seats []match.LiveSession
	if browser != "" {
		if seats, err = s.Store.Seats(ctx, browser, nil, s.Now()); err != nil {
			return l, it, err
		}
	}
	if len(seats) > 0 {
		s.gate.know(browser)
	}
	seats = append(seats, watched...)
	if len(seats) == 0 {
		return l, it, errNoSession
	}
	if it, err = s.find(ctx, about); err != nil {
		return l, it, err
	}
	at := slices.IndexFunc(seats, func(l match.LiveSession) bool { return l.Board == it.board && (as == "" || as == tab(&l)) })
	if at < 0 {
		return l, it, refuse(http.StatusForbidden, "Your link is for another match. Press “Touch the board” in the chat for a link to this one.")
	}
	return seats[at], it, nil
}

func in10(id int64) string { return strconv.FormatInt(id, 10) }

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
