package app

import (
	"fmt"
	"net/url"
	"strconv"
)

// read reads a request from the query of an address, which names an element of a list at a time.
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
		Do: given.Get("do"), Variant: given.Get("variant"), Position: given.Get("position"), Moves: given["moves"],
		Step: number("step"), You: given.Get("you"), Level: given.Get("level"), Size: given.Get("size"), Seed: uint64(number("seed")),
		Where: given.Get("where"), Move: given.Get("move"), Theme: given.Get("theme"), Lesson: given.Get("lesson"), Number: number("number"),
	}
	return r, err
}
