package discordtest

import (
	"net/http"
	"strings"
)

// ClientSecret is the application's, for OAuth.
const ClientSecret = "discordtest-secret"

// Launch is an open Activity.
type Launch struct {
	Instance string
	Channel  *Channel
	Users    []*User
}

// Launched returns the Activity that an interaction opened in a channel, or nil.
func (s *Server) Launched(ch *Channel) *Launch {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.activities {
		if l.Channel == ch {
			return l
		}
	}
	return nil
}

// OpenActivity opens the Activity in a channel, as a link to it does.
func (s *Server) OpenActivity(u *User, ch *Channel) (*Launch, error) {
	s.mu.Lock()
	err := s.launch(&Interaction{User: u, Channel: ch})
	s.mu.Unlock()
	return s.Launched(ch), err
}

// Authorize returns an OAuth code, as the user's client gets it in the Activity. It can be
// exchanged once.
func (s *Server) Authorize(u *User) (code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code = "code-" + s.newID()
	s.grants[code] = u
	return code
}

// launch opens the Activity in the channel of an interaction, or adds the user to it. s.mu must be
// held.
func (s *Server) launch(in *Interaction) error {
	if s.commandOf(commandEntry) == nil {
		var form formErrors
		form.add("type", "INTERACTION_RESPONSE_LAUNCH_ACTIVITY", "Activities are not enabled.")
		return form.err()
	}
	for _, l := range s.activities {
		if l.Channel == in.Channel {
			l.Users = append(l.Users, in.User)
			return nil
		}
	}
	id := "i-" + s.newID() + "-gc"
	s.activities[id] = &Launch{Instance: id, Channel: in.Channel, Users: []*User{in.User}}
	return nil
}

func (s *Server) commandOf(kind int) *Command {
	for i := range s.commands {
		if s.commands[i].Type == kind {
			return &s.commands[i]
		}
	}
	return nil
}

// activityInstance answers GET /applications/{app}/activity-instances/{instance}.
func (s *Server) activityInstance(r *http.Request) (any, error) {
	l := s.activities[r.PathValue("instance")]
	if err := s.checkApp(r); err != nil {
		return nil, err
	}
	if l == nil {
		return nil, &apiError{status: http.StatusNotFound, message: "404: Not Found"}
	}
	users := []string{}
	for _, u := range l.Users {
		users = append(users, u.ID)
	}
	return map[string]any{"application_id": s.appID, "instance_id": l.Instance, "launch_id": "1", "users": users,
		"location": map[string]any{"id": "gc-" + l.Channel.ID, "kind": "gc", "channel_id": l.Channel.ID, "guild_id": l.Channel.GuildID}}, nil
}

// exchangeCode answers POST /oauth2/token.
func (s *Server) exchangeCode(r *http.Request) (any, error) {
	id, secret, _ := r.BasicAuth()
	code := r.PostFormValue("code")
	u := s.grants[code]
	switch {
	case id != s.appID || secret != ClientSecret:
		return nil, &apiError{status: http.StatusUnauthorized, message: "invalid_client", fault: true}
	case r.PostFormValue("grant_type") != "authorization_code":
		return nil, &apiError{status: http.StatusBadRequest, message: "unsupported_grant_type", fault: true}
	case u == nil || !strings.HasPrefix(code, "code-"):
		return nil, &apiError{status: http.StatusBadRequest, message: "invalid_grant"}
	}
	delete(s.grants, code)
	token := "access-" + s.newID()
	s.grants[token] = u
	return map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": 604800, "scope": "identify"}, nil
}

// whoAmI answers GET /users/@me, for the bot and for people.
func (s *Server) whoAmI(r *http.Request) (any, error) {
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	switch u := s.grants[token]; {
	case kind == "Bot" && token == s.opts.Token:
		return s.bot.json(), nil
	case kind == "Bearer" && u != nil && strings.HasPrefix(token, "access-"):
		return u.json(), nil
	}
	return nil, errUnauthorized
}
