package docs_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nimatron/docs"
	"nimatron/internal/must"
)

// Each page says who is responsible, links to the other, and loads nothing.
func TestPages(t *testing.T) {
	get := func(o docs.Operator, path string) string {
		t.Helper()
		pages := must.Get(docs.Handler(o))(t)
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %d, %v", path, w.Code, w.Header())
		}
		return w.Body.String()
	}
	operator := docs.Operator{Name: "Ann <b>", Contact: "ann@example.org"}
	for path, wants := range map[string][]string{
		"/terms":   {">Terms of service</h1>", `<a href="privacy">privacy policy</a>`, "Contact and law</h2>"},
		"/privacy": {">Privacy policy</h1>", "<table>", "How long</h2>", "Children</h2>", "Delete it</h2>", "Changes and contact</h2>"},
	} {
		text := get(operator, path)
		for _, want := range append(wants, "run by Ann &lt;b&gt;.", `<a href="mailto:ann@example.org">`) {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
				t.Errorf("%s lacks %q", path, want)
			}
		}
		for _, loaded := range []string{"<script", "<img", "<link", "<iframe", "src="} {
			if strings.Contains(text, loaded) {
				t.Errorf("%s has %s", path, loaded)
			}
		}
		for _, link := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			if id, here := strings.CutPrefix(link[1], "#"); here && strings.Contains(text, ` id="`+id+`"`) {
				continue
			}
			if to := link[1]; to != "terms" && to != "privacy" && !strings.HasPrefix(to, "https://discord.com/") && !strings.HasPrefix(to, "mailto:") {
				t.Errorf("%s leads to %s, which is not served", path, to)
			}
		}
	}
	for contact, want := range map[string]string{
		"https://example.org/ask": `<a href="https://example.org/ask">`, "": "run by Ann.</p>", "Box 7, Bonn": "Contact: Box 7, Bonn</p>", "javascript:alert(1)@x": `mailto:javascript`,
	} {
		if text := get(docs.Operator{Name: "Ann", Contact: contact}, "/terms"); !strings.Contains(text, want) {
			t.Errorf("a contact of %q lacks %q", contact, want)
		}
	}
	if text := get(docs.Operator{}, "/terms"); !strings.Contains(text, "profile says who runs this instance") {
		t.Error("who runs it is said though nobody has said so")
	}
}

// The bot says what these pages quote.
func TestQuotes(t *testing.T) {
	said := must.Get(os.ReadFile("../commands/core/refusal.go"))(t)
	for _, page := range must.Get(filepath.Glob("*.md"))(t) {
		for _, quote := range regexp.MustCompile(`"(I(?:'m|'ll)? [^"]+)"`).FindAllStringSubmatch(string(must.Get(os.ReadFile(page))(t)), -1) {
			if !strings.Contains(string(said), quote[1]) {
				t.Errorf("%s quotes %q", page, quote[1])
			}
		}
	}
}
