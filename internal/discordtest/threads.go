package discordtest

import (
	"context"
	"net/http"
	"slices"
)

// threadLives are the allowed minutes of inactivity before a thread is archived.
var threadLives = []int{60, 1440, 4320, 10080}

// AddThread adds a thread created by the user.
func (ch *Channel) AddThread(by *User, name string) *Channel {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	return ch.thread(by, name)
}

// thread adds a thread. srv.mu must be held.
func (ch *Channel) thread(by *User, name string) *Channel {
	made := ch.srv.addChannel(guildThread, name, ch.GuildID)
	made.parent, made.owner = ch, by
	return made
}

// Threads returns the threads of a channel, oldest first.
func (ch *Channel) Threads() []*Channel {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	var list []*Channel
	for _, other := range ch.srv.channels {
		if other.parent == ch && !other.deleted {
			list = append(list, other)
		}
	}
	slices.SortFunc(list, func(a, b *Channel) int { return compareIDs(a.ID, b.ID) })
	return list
}

// Archived reports whether the thread is archived.
func (ch *Channel) Archived() bool {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	return ch.archived
}

// Deleted reports whether the channel is deleted. Then nothing there can be answered.
func (ch *Channel) Deleted() bool {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	return ch.deleted
}

// WaitArchived waits until a thread is archived.
func (ch *Channel) WaitArchived(ctx context.Context) error {
	return ch.srv.wait(ctx, func() bool { return ch.archived })
}

// getChannel answers GET /channels/{channel}.
func (s *Server) getChannel(r *http.Request) (any, error) {
	ch, err := s.botChannel(r)
	if err != nil {
		return nil, err
	}
	return ch.json(), nil
}

// newThread is the body of a request for a thread.
type newThread struct {
	Name string `json:"name"`
	Type int    `json:"type"`
	Life int    `json:"auto_archive_duration"`
}

// createThread answers POST /channels/{channel}/threads.
func (s *Server) createThread(r *http.Request, body *newThread) (any, error) {
	ch, err := s.botChannel(r)
	if err != nil {
		return nil, err
	}
	if !ch.permits(CreatePublicThreads) {
		return nil, errNotPermitted
	}
	var form formErrors
	form.length("name", body.Name, 1, 100)
	if body.Type != 11 || ch.kind != guildChannel {
		form.add("type", "BASE_TYPE_CHOICES", "Cannot make a thread of type %d here.", body.Type)
	}
	if body.Life != 0 && !slices.Contains(threadLives, body.Life) {
		form.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of %v.", threadLives)
	}
	if err := form.err(); err != nil {
		return nil, err
	}
	return ch.thread(s.bot, body.Name).json(), nil
}

// ownThread returns the thread in a request's path, which the bot may change only if it created it.
// s.mu must be held.
func (s *Server) ownThread(r *http.Request) (*Channel, error) {
	ch, err := s.botChannel(r)
	if err == nil && (ch.kind != guildThread || ch.owner != s.bot) {
		err = errMissingPermissions
	}
	return ch, err
}

// threadChange is the body of a request that changes a thread.
type threadChange struct {
	Archived bool `json:"archived"`
}

// changeThread answers PATCH /channels/{channel}.
func (s *Server) changeThread(r *http.Request, body *threadChange) (any, error) {
	ch, err := s.ownThread(r)
	if err != nil {
		return nil, err
	}
	ch.archived = body.Archived
	s.notify()
	return ch.json(), nil
}

// deleteThread answers DELETE /channels/{channel}.
func (s *Server) deleteThread(r *http.Request) (any, error) {
	ch, err := s.ownThread(r)
	if err != nil {
		return nil, err
	}
	ch.delete()
	ch.announceDeletion()
	return ch.json(), nil
}

// announceDeletion dispatches the event of a deletion. srv.mu must be held.
func (ch *Channel) announceDeletion() {
	name, event := "CHANNEL_DELETE", ch.json()
	if ch.kind == guildThread {
		name, event = "THREAD_DELETE", map[string]any{"id": ch.ID, "guild_id": ch.GuildID, "parent_id": ch.parent.ID, "type": 11}
	}
	if ch.hasBot() && ch.GuildID != "" {
		ch.srv.broadcast(intentGuilds, ch.GuildID, name, event)
	}
}

// delete deletes the channel and its threads. srv.mu must be held.
func (ch *Channel) delete() {
	s := ch.srv
	for _, other := range s.channels {
		if other == ch || other.parent == ch {
			other.deleted = true
			for _, m := range other.messages {
				m.Deleted = true
			}
		}
	}
	s.notify()
}
