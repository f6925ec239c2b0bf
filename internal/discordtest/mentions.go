package discordtest

import (
	"regexp"
	"slices"
)

// Pings are those a message mentions in effect, after allowed_mentions.
type Pings struct {
	// Everyone is set by @everyone and @here.
	Everyone bool
	Roles    []string // role ids
	Users    []string // ids of users the server knows
}

// None reports whether nobody is mentioned.
func (p Pings) None() bool { return !p.Everyone && len(p.Roles) == 0 && len(p.Users) == 0 }

// allowedMentions is the allowed_mentions object of a message.
type allowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// allows reports whether a mention of a kind ("users", "roles", "everyone"),
// listed by id if it has one, takes effect. A nil receiver allows everything.
func (a *allowedMentions) allows(kind string, listed []string, id string) bool {
	return a == nil || slices.Contains(a.Parse, kind) || slices.Contains(listed, id)
}

var (
	userMention     = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention     = regexp.MustCompile(`<@&(\d+)>`)
	everyoneMention = regexp.MustCompile(`@(everyone|here)`)
)

// pings returns those whom m, saying content, mentions. s.mu must be held.
func (s *Server) pings(m *Message, content string, allowed *allowedMentions) Pings {
	var listedUsers, listedRoles []string
	if allowed != nil {
		listedUsers, listedRoles = allowed.Users, allowed.Roles
	}
	var p Pings
	addUser := func(id string) {
		if s.users[id] != nil && !slices.Contains(p.Users, id) {
			p.Users = append(p.Users, id)
		}
	}
	for _, match := range userMention.FindAllStringSubmatch(content, -1) {
		if allowed.allows("users", listedUsers, match[1]) {
			addUser(match[1])
		}
	}
	if replied := s.messages[m.ReplyTo]; replied != nil && (allowed == nil || allowed.RepliedUser) {
		addUser(replied.Author.ID)
	}
	for _, match := range roleMention.FindAllStringSubmatch(content, -1) {
		if allowed.allows("roles", listedRoles, match[1]) && !slices.Contains(p.Roles, match[1]) {
			p.Roles = append(p.Roles, match[1])
		}
	}
	p.Everyone = everyoneMention.MatchString(content) && allowed.allows("everyone", nil, "")
	if m.Ephemeral {
		return p.only(m.recipient)
	}
	return p
}

// only returns what is left of the pings when just one user sees the message.
func (p Pings) only(u *User) Pings {
	if slices.Contains(p.Users, u.ID) {
		return Pings{Users: []string{u.ID}}
	}
	return Pings{}
}
