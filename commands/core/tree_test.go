package core

import "testing"

func TestSubcommands(t *testing.T) {
	drop := &Command{Name: "class set drop"}
	set := &Command{Name: "class set", Subcommands: []*Command{drop}}
	join := &Command{Name: "class join"}
	class := &Command{Name: "class", Subcommands: []*Command{join, set}}
	help := &Command{Name: "help"}
	list := []*Command{class, help}
	for line, want := range map[string]struct {
		c    *Command
		rest string
	}{
		"class join CODE": {join, "CODE"}, "Class  JOIN": {join, ""}, "class set drop name:x y": {drop, "name:x y"},
		"class": {class, ""}, "class leave": {class, "leave"}, "class set": {set, ""},
		"help class join": {help, "class join"}, "join": {nil, "join"}, "": {nil, ""},
	} {
		if c, rest := Split(list, line); c != want.c || rest != want.rest {
			t.Errorf("%q begins with %+v, then %q", line, c, rest)
		}
	}
	names := ""
	for c := range Runnable(list) {
		names += c.Name + ","
	}
	if names != "class join,class set drop,help," {
		t.Error(names)
	}
	for line, want := range map[string]string{"class": "`/class` is followed by one of: `join`, `set`.", "class set x": "`/class set` is followed by one of: `drop`."} {
		if _, _, err := ReadLine(list, line); err == nil || err.Error() != want {
			t.Errorf("%s: %v", line, err)
		}
	}
}
