package discordtest

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"html/template"
	"io"
	"regexp"
	"strings"
)

// A Page renders messages roughly as Discord draws them, for viewing in a browser.
type Page struct {
	Messages []*Message
	Light    bool
	// Names has the names of users, by id.
	Names map[string]string
}

// Name returns the name of a user.
func (p Page) Name(u *User) string {
	if name := p.Names[u.ID]; name != "" {
		return name
	}
	return u.Name
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Write writes the page as a single HTML file with its pictures.
func (p Page) Write(w io.Writer) error { return pageTemplate.Execute(w, p) }

// pagePart is a component of a message on a page.
type pagePart struct {
	Page
	Message   *Message
	Component Component
}

// With returns a component of a message, for the template.
func (p Page) With(m *Message, c Component) pagePart { return pagePart{p, m, c} }

// Inner returns a component within another, for the template.
func (p pagePart) Inner(c Component) pagePart { return pagePart{p.Page, p.Message, c} }

// Accent returns the colour at the left edge of a container.
func (p pagePart) Accent() template.CSS {
	if a := p.Component.AccentColor; a != nil {
		return template.CSS(fmt.Sprintf("#%06x", *a))
	}
	return "var(--line)"
}

// Source returns a picture's URL. An attached picture is embedded in the page.
func (p pagePart) Source(url string) template.URL {
	name, _ := strings.CutPrefix(url, attachmentURL)
	for _, f := range p.Message.Files {
		if f.Name == name {
			return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(f.Data))
		}
	}
	return template.URL(html.EscapeString(url))
}

// markup is the supported part of Discord's Markdown, in the order of matching.
var markup = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`(?m)^### (.*)\n?`), "<h3>$1</h3>"},
	{regexp.MustCompile(`(?m)^##? (.*)\n?`), "<h2>$1</h2>"},
	{regexp.MustCompile(`(?m)^-# (.*)$`), "<small>$1</small>"},
	{regexp.MustCompile("`([^`\n]+)`"), "<code>$1</code>"},
	{regexp.MustCompile(`\*\*(.+?)\*\*`), "<b>$1</b>"},
	{regexp.MustCompile(`\\([][*_~|\\#>-]|&[lg]t;)`), "$1"},
	{regexp.MustCompile(`&lt;(/[^:<>]+):\d+&gt;`), `<span class="mention">$1</span>`},
	{regexp.MustCompile(`\n`), "<br>"},
}

var (
	codeBlock = regexp.MustCompile("(?s)```(.*?)```")
	mention   = regexp.MustCompile(`&lt;@(\d+)&gt;`)
)

// Text renders Discord's Markdown as HTML.
func (p Page) Text(text string) template.HTML {
	var out strings.Builder
	text = html.EscapeString(text)
	for text != "" {
		at := codeBlock.FindStringSubmatchIndex(text)
		if at == nil {
			at = []int{len(text), len(text), len(text), len(text)}
		}
		said := text[:at[0]]
		for _, m := range markup {
			said = m.from.ReplaceAllString(said, m.to)
		}
		out.WriteString(mention.ReplaceAllStringFunc(said, func(m string) string {
			id := mention.FindStringSubmatch(m)[1]
			name := p.Names[id]
			if name == "" {
				name = id
			}
			return `<span class="mention">@` + html.EscapeString(name) + "</span>"
		}))
		if at[0] < at[1] {
			out.WriteString("<pre>" + text[at[2]:at[3]] + "</pre>")
		}
		text = text[at[1]:]
	}
	return template.HTML(out.String())
}
