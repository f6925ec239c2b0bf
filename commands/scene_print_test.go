package commands_test

import (
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/must"
	"nimatron/referee/class"
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

// brief is what a reply says, without the codes of classes.
func (s *scene) brief(reply view.Reply) string {
	all := written(reply, true)
	for _, c := range s.codes() {
		all = strings.ReplaceAll(all, c, "CODE")
	}
	return all
}

// codes returns the random codes of classes, which a transcript must not contain.
func (s *scene) codes() (list []string) {
	for id := int64(1); ; id++ {
		c, err := class.ByID(s.Context(), s.store, id)
		if err != nil {
			return list
		}
		if c.Code != "" {
			list = append(list, c.Code, strings.ToLower(c.Code))
		}
	}
}
