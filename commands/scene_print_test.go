package commands_test

import (
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/must"
	"nimatron/internal/words"
)

// query prints the result of a query.
func (s *scene) query(query string) {
	rows := must.Get(s.watcher.QueryContext(s.Context(), query))(s)
	defer rows.Close()
	columns := must.Get(rows.Columns())(s)
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		must.OK(s, rows.Scan(values...))
		var row []string
		for _, v := range values {
			row = append(row, fmt.Sprint(*v.(*any)))
		}
		s.print(strings.Join(row, " | "))
	}
	must.OK(s, rows.Err())
}

// printFile prints a file of the last answer.
func (s *scene) printFile(name string) {
	i := slices.IndexFunc(s.latest.Files, func(f view.File) bool { return f.Name == name })
	if i < 0 {
		s.Fatalf("there is no file %s", name)
	}
	s.print(strings.TrimSpace(string(s.latest.Files[i].Data)))
}

// to names who sees a reply and where, if that is unusual.
func to(reply view.Reply, by string) string {
	where := map[view.Delivery]string{view.Private{}: by + " alone", view.UpdateEphemeral{}: by + " alone, in place", view.UpdateClicked{}: "in place", view.NewMessage{}: "anew"}[reply.To]
	switch way := reply.To.(type) {
	case view.Thread:
		where = fmt.Sprintf("in %s, pointed to by %q, privately %t", way.Channel, way.Pointer, way.Private)
	case view.Direct:
		where = fmt.Sprintf("to %s directly, nowhere else %t", way.Person, way.Alone)
	}
	if reply.Outcome != view.OutcomeDone {
		where = strings.TrimPrefix(where+", "+reply.Outcome.String(), ", ")
	}
	if where == "" {
		return ""
	}
	return "(" + where + ") "
}

// brief is text with the picture described in words, and with only the first and last of many keys
// and choices.
func (s *scene) brief(reply view.Reply) string {
	var lines []string
	add := func(parts ...string) {
		if line := strings.Join(parts, ""); line != "" {
			lines = append(lines, line)
		}
	}
	ends := func(labels []string) string {
		if len(labels) > 2 {
			labels = []string{labels[0], "…", labels[len(labels)-1]}
		}
		return strings.Join(labels, " ")
	}
	add(reply.Text)
	if reply.Card == nil {
		add(reply.Next)
	} else {
		c := *reply.Card
		if c.Title != "" {
			add("== ", c.Title, " ==")
		}
		add(c.Body)
		if reply.Ending != nil { // the ending's text has the rest
			c = view.Card{}
		}
		if c.Picture == nil {
			add(c.Drawing)
		} else if reply.Show.Kind != view.MatchSubject {
			add(c.Picture.Name, ": ", words.Cut(c.Picture.Alt, 200))
		}
		for _, f := range c.Fields {
			add(f.Name, ": ", f.Value)
		}
		add(c.Footer)
		add(c.Question)
		var keys, rest []string
		for _, a := range slices.Concat(c.Taps...) {
			keys = append(keys, "["+a.Label+"]")
		}
		add(ends(keys))
		for _, m := range c.Menus {
			var labels []string
			for _, choice := range m.Choices {
				labels = append(labels, choice.Label)
			}
			rest = append(rest, fmt.Sprintf("[%s ▾ %s]", m.Prompt, ends(labels)))
		}
		for _, a := range c.Actions {
			rest = append(rest, "["+a.Label+"]")
		}
		for _, l := range c.Links {
			rest = append(rest, "["+l.Label+" → "+l.To+"]")
		}
		add(strings.Join(rest, " "))
	}
	for _, c := range []struct {
		title string
		card  *view.Card
	}{{"", reply.Ending}, {"Aside: ", reply.FollowUp}} {
		if c.card != nil {
			add(c.title, s.brief(view.Reply{Card: c.card}))
		}
	}
	if f := reply.Form; f != nil {
		add("Form: ", f.Title)
		for _, in := range f.Inputs {
			add("  ", in.Label, " (", in.Option, "): ", in.Value)
		}
	}
	for _, f := range reply.Files {
		add("File: ", f.Name)
	}
	if len(reply.Notify) > 0 {
		add("Notified: ", strings.Join(reply.Notify, ", "))
	}
	all := plain(strings.Join(lines, "\n"))
	for _, c := range s.codes() {
		all = strings.ReplaceAll(all, c, "CODE")
	}
	return all
}

// codes returns the random codes of classes, which a transcript must not contain.
func (s *scene) codes() (list []string) {
	for id := int64(1); ; id++ {
		c, err := s.store.Class(s.Context(), id)
		if err != nil {
			return list
		}
		if c.Code != "" {
			list = append(list, c.Code, strings.ToLower(c.Code))
		}
	}
}
