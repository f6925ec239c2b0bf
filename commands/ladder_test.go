package commands_test

import (
	"nimatron/commands/view"
	"nimatron/internal/must"
)

// in sends a line in a channel other than the lobby.
func (r *room) in(channel, by, line string) view.Reply {
	r.Helper()
	req := must.Get(request(by, line))(r)
	req.Channel, req.Server = channel, r.server
	return r.do("#"+channel+" "+line, req)
}

// inPrivate is in, and checks that the answer is private and contains all of the words.
func (r *room) inPrivate(channel, by, line string, words ...string) {
	r.Helper()
	reply := r.in(channel, by, line)
	if !reply.Private() {
		r.Errorf("%s in %s: %s: answered in public: %s", by, channel, line, text(reply))
	}
	r.hasWords(by+" in "+channel+": "+line, reply, words)
}
