package bot

import (
	"context"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
)

var twoFiles = []view.File{
	{Name: "a.pgn", Data: []byte("[Event \"?\"]\n")},
	{Name: "b.jsonl", Data: []byte("{}\n")},
}

// hasFiles checks that a message has twoFiles.
func (w *world) hasFiles(how string, m *discordtest.Message) {
	w.Helper()
	if len(m.Files) != len(twoFiles) {
		w.Fatalf("%s: %d files", how, len(m.Files))
	}
	for i, f := range m.Files {
		if f.Name != twoFiles[i].Name || string(f.Data) != string(twoFiles[i].Data) {
			w.Errorf("%s: file %d is %s: %q", how, i, f.Name, f.Data)
		}
	}
}

func TestFilesGoEveryWay(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var reply view.Reply
		f := &fake{do: func(context.Context, commands.Request) view.Reply { return reply }}
		w := serveFake(t, f)
		button := &view.Card{Actions: []view.Action{{Label: "Again", Call: input.Hint.Call()}}}

		reply = view.Reply{Text: "for all", Card: button, Files: twoFiles}
		public := w.answer(w.alice.Slash(w.general, "match board"))
		w.hasFiles("a public answer", public)
		w.answer(w.alice.ClickLabel(public, "Again"))

		reply = view.Reply{Text: "for one", Card: button, Files: twoFiles, To: view.Private{}}
		private := w.answer(w.alice.Slash(w.general, "match board"))
		w.hasFiles("a private answer", private)

		reply.To, reply.Files = view.UpdateEphemeral{}, nil
		again := w.answer(w.alice.ClickLabel(private, "Again"))
		if again.ID != private.ID || len(again.Files) != 0 {
			t.Errorf("a message that was replaced keeps %d files", len(again.Files))
		}
		reply.Files = twoFiles
		w.hasFiles("a message in place of another", w.answer(w.alice.ClickLabel(again, "Again")))

		reply = view.Reply{Text: "to a message", Files: twoFiles}
		w.alice.Say(w.general, w.srv.BotUser().Mention()+" /match board")
		w.hasFiles("an answer to a message", w.sees(w.general, "to a message"))

		show := view.Subject{Kind: view.MatchSubject, ID: 1, Version: 1}
		reply = view.Reply{Text: "a board", Card: &view.Card{Title: "Board"}, Show: show, Files: twoFiles}
		w.hasFiles("a board", w.answer(w.alice.Slash(w.general, "match board")))
	})
}

// A deferred interaction is answered by its webhook. The deferral of /hint is private.
func TestFilesAfterADeferral(t *testing.T) {
	for command, to := range map[string]view.Delivery{"match board": nil, "hint": view.Private{}, "match resign": view.Private{}} {
		inBubble(t, command, func(t *testing.T) {
			f, release := slow(view.Reply{Text: "late", Files: twoFiles, To: to})
			w := serveFake(t, f)
			in := w.alice.Slash(w.general, command)
			w.deferral(in)
			release()
			m := w.answer(in)
			if m.Ephemeral != (to != nil) {
				t.Errorf("the answer is ephemeral: %v", m.Ephemeral)
			}
			w.hasFiles("a late answer", m)
		})
	}
}

func TestAttachKeepsWithinLimits(t *testing.T) {
	b := known()
	big := view.File{Name: "big.json", Data: make([]byte, maxFileSize+1)}
	m := b.draw(t.Context(), front.Message{Text: strings.Repeat("x", 3000), Files: []view.File{big, twoFiles[0]}})
	if len(m.files) != 1 || len(m.Attachments) != 1 || m.Attachments[0] != (attachment{"0", "a.pgn"}) {
		t.Errorf("attached are %+v", m.Attachments)
	}
	if !strings.Contains(texts(m), "big.json is too large to be attached here.") {
		t.Errorf("it says %q", texts(m))
	}
	if m := b.draw(t.Context(), front.Message{Text: "x", Files: make([]view.File, 15)}); len(m.files) != maxFiles {
		t.Errorf("%d files", len(m.files))
	}
}
