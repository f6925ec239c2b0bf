package commands_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/storage"
)

func TestPrivacyShow(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/privacy", "needs `action:`")
	r.refuses("p1", "/privacy action:sell", "choose `show`, `delete`")
	r.refuses("p1", "/privacy show", "Nothing is stored about you")
	r.refuses("p1", "/privacy action:delete sure:perhaps", "`true` or `false`")
	r.past(nil)
	r.past(func(m *storage.Match) { m.Left = storage.Player{ID: "p3", Name: "p3"} })
	r.expect("p1", "/challenge variant:nim position:3 5 2 first:me level:casual")
	reply := r.refuses("p1", "/privacy action:SHOW", "Everything that is stored about you, with 2 matches")
	if len(reply.Files) != 1 || reply.Files[0].Name != "nimatron-data.json" {
		t.Fatalf("the files are %+v", reply.Files)
	}
	var all storage.PersonalData
	if err := json.Unmarshal(reply.Files[0].Data, &all); err != nil {
		t.Fatal(err)
	}
	if all.Player.ID != "p1" || len(all.Matches) != 2 || len(all.Matches[1].Moves) != 1 || len(all.Servers) != 1 {
		t.Errorf("the data are %+v", all)
	}
	if playing := all.Matches[0]; playing.State != storage.Playing || playing.Seed != 0 {
		t.Errorf("the seed of a match that goes on is given away: %+v", playing)
	}
	if strings.Contains(string(reply.Files[0].Data), "p3") {
		t.Error("the data of others are in it")
	}
}

func TestPrivacyDelete(t *testing.T) {
	r := newRoom(t)
	r.past(nil)
	r.expect("p1", "/challenge variant:nim position:3 5 2 first:me")
	ask := r.refuses("p1", "/privacy action:delete", "can't be undone", "Are you sure?")
	if buttons(ask) != "Yes, delete it" || ask.Card.Actions[0].Style != commands.Danger {
		t.Fatalf("it asks %+v", ask.Card)
	}
	r.hasWords("while playing", r.press("p1", ask, "Yes, delete it"), []string{"goes on, so nothing was deleted", "/resign"})
	r.refuses("p1", "/profile", "1 won")
	r.expect("p1", "/resign sure:true")
	done := r.press("p1", ask, "Yes, delete it")
	r.hasWords("the deletion", done, []string{"Done", "somebody new"})
	if !done.Replace {
		t.Error("the button stays")
	}
	if _, err := r.store.Export(t.Context(), "p1"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("after the deletion Export returns %v", err)
	}
	r.hasWords("a second press", r.press("p1", ask, "Yes, delete it"), []string{"Nothing is stored"})
	r.refuses("p1", "/history", "has finished no match yet")
	r.refuses("p2", "/history", "against a deleted player: **lost**")
	r.refuses("p2", "/replay 1", "a deleted player")
}
