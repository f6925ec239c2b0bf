package commands

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/commands/core"
	"nimatron/internal/must"
	"nimatron/match"
)

// SwitchesOf returns the settings that switch off a kind of notice.
func SwitchesOf(kind match.NoticeKind) (server, person string, stays bool) {
	u := notificationOf(kind)
	return u.Server, u.Person, u.Stays
}

// NoticeKinds reads the constants of match.NoticeKind.
func NoticeKinds(t *testing.T) (kinds []match.NoticeKind) {
	t.Helper()
	file := must.Get(parser.ParseFile(token.NewFileSet(), "../match/outbox.go", nil, 0))(t)
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && fmt.Sprint(spec.Type) == "NoticeKind" {
			value, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value) // it compiles
			kinds = append(kinds, match.NoticeKind(value))
		}
		return true
	})
	return kinds
}

// Each kind of notice can be switched off by a server and by a person, here and in
// docs/settings.md.
func TestEveryNoticeHasItsSwitches(t *testing.T) {
	kinds := NoticeKinds(t)
	if len(kinds) < 10 {
		t.Fatalf("only these kinds are found: %q", kinds)
	}
	for _, kind := range kinds {
		known := notificationOf(kind) != nil
		if silent := kind == match.NoNotice || kind == match.RetireNotice; known == silent {
			t.Errorf("%q: that it has switches is %v", kind, known)
		}
	}
	var all []*core.Notification
	for _, f := range features {
		for _, u := range f.Notifications {
			if all = append(all, u); u.Kind != "" && !slices.Contains(kinds, u.Kind) {
				t.Errorf("there are switches for %q, which is no kind", u.Kind)
			}
		}
	}
	page := must.Get(os.ReadFile("../docs/settings.md"))(t)
	var names []string
	for _, page := range []string{"settings me", "settings server"} {
		for _, c := range Find(page).Option("name").Complete(t.Context(), nil, &Request{}, "") {
			names = append(names, "`"+c.Value+"`")
		}
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			t.Errorf("two settings are called %s", name)
		}
	}
	for _, u := range all {
		server, person := "`"+u.Server+"`", "`"+u.Person+"`"
		row := fmt.Sprintf("\n%s | %s", u.What, server)
		if !slices.Contains(names, server) {
			t.Errorf("%s: there is no setting %s", u.What, server)
		}
		if !slices.Contains(names, person) && u.Person != "" {
			t.Errorf("%s: there is no setting %s", u.What, person)
		}
		_, after, found := strings.Cut(string(page), row)
		line, _, _ := strings.Cut(after, "\n")
		if !found || u.Person != "" && !strings.Contains(line, "| "+person) {
			t.Errorf("docs/settings.md has no row %q with %s", row, person)
		}
	}
}
