package app

import (
	"fmt"
	"net/url"
	"strconv"

	"nimatron/games/edit"
)

func read(query string) (*Request, error) {
	given, err := url.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	number := func(name string) int {
		n, bad := strconv.Atoi(given.Get(name))
		if bad != nil && given.Has(name) {
			err = fmt.Errorf("%s can't be %q", name, given.Get(name))
		}
		return n
	}
	r := &Request{
		Do: given.Get("do"), Link: given.Get("link"), Variant: given.Get("variant"), Position: given.Get("position"), First: given.Get("first"),
		Seed: uint64(number("seed")), Step: number("step"), Where: given.Get("where"), Move: given.Get("move"), Theme: given.Get("theme"),
		Change: edit.Change(given.Get("change")), Count: given.Get("count"), Text: given.Get("text"), Brief: given.Get("brief") == "true",
		Zoom: number("zoom"), Down: number("down"), Across: number("across"),
	}
	if given.Has("view.size") {
		r.View = &View{FromA: number("view.fromA"), FromB: number("view.fromB"), Size: number("view.size")}
	}
	if given.Has("cell.row") {
		r.Cell = &Cell{Row: number("cell.row"), Column: number("cell.column")}
	}
	return r, err
}
