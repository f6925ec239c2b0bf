package commands_test

import (
	"bytes"
	"testing"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/match/record"
)

func TestExport(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge game:end-nim/misere position:3 2 first:me level:perfect")
	r.expect("p1", "L-1")
	for _, line := range []string{
		"/review files:true",
		"/review files:true x",
		"/review files:true 99",
	} {
		if reply := r.refuses("p1", line); len(reply.Files) > 0 {
			t.Errorf("%s has files", line)
		}
	}
	r.refuses("p1", "/review files:true 1")
	r.expect("p1", "/match resign sure:true")

	reply := r.refuses("p2", "/review files:true #1")
	if len(reply.Files) != 1 || reply.Files[0].Name != "nimatron-1.jsonl" {
		t.Fatalf("the files are %+v", reply.Files)
	}
	for _, f := range reply.Files {
		n := 0
		for m, err := range record.Read(catalog.Standard, bytes.NewReader(f.Data)) {
			if err != nil {
				t.Fatalf("%s does not read back: %v\n%s", f.Name, err, f.Data)
			}
			n++
			if m.ID != 1 || m.Variant != "end-nim/misere" || m.Start != "3 2" || m.Left.Name != "p1" || m.Level != "perfect" ||
				m.Winner != match.RightSeat || m.Termination != "resigned" || len(m.Moves) < 2 || m.Moves[0].Text != "L-1" ||
				!m.Started.Equal(r.now) || !m.Ended.Equal(r.now) {
				t.Errorf("%s says\n%s", f.Name, f.Data)
			}
		}
		if n != 1 {
			t.Errorf("%s holds %d matches", f.Name, n)
		}
	}

	req := must.Get(request("p2", "/review files:true 1"))(t)
	req.Channel = "elsewhere"
	if reply := r.do("elsewhere: /review files:true 1", req); !reply.Private() || len(reply.Files) > 0 {
		t.Errorf("somebody else's match is given away: %s", text(reply))
	}
}

// The stacks of a tree keep their names in an export.
func TestExportOfTrees(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge game:tree-nim position:3(2 5(1 1 4)) first:me opponent:p2 rated:no")
	r.expect("p2", "/match accept")
	r.expect("p1", "e-1", "f 4")
	r.refuses("p2", "e-1", "Stack `e` is gone")
	r.expect("p2", "f-4", "took 4 from f")
	r.expect("p1", "b-2", "took 2 from b")
	r.expect("p2", "/match resign sure:YES")

	for _, f := range r.refuses("p1", "/review files:true 1").Files {
		for m, err := range record.Read(catalog.Standard, bytes.NewReader(f.Data)) {
			if err != nil || len(m.Moves) != 3 || m.Moves[1].Text != "f-4" {
				t.Errorf("%s: %+v, %v\n%s", f.Name, m, err, f.Data)
			}
		}
	}
}
