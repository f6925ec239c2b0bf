// Package docs serves the two of these pages that Discord requires of a bot: its terms of service
// and its privacy policy.
package docs

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

//go:embed terms.md privacy.md
var files embed.FS

// Operator runs an instance of the bot. Either field may be empty.
type Operator struct {
	Name    string
	Contact string // a mail address, a URL or other words
}

func (o Operator) link() string {
	switch {
	case strings.HasPrefix(o.Contact, "https://"), strings.HasPrefix(o.Contact, "http://"):
		return o.Contact
	case strings.Contains(o.Contact, "@") && !strings.ContainsAny(o.Contact, " ,"):
		return "mailto:" + o.Contact
	}
	return ""
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}} · Nimatron</title>
<style>
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
table { border-collapse: collapse }
th, td { border-top: 1px solid; padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top }
</style>
</head>
<body>
<nav><a href="terms">Terms of service</a> · <a href="privacy">Privacy policy</a></nav>
<p>{{if .Name}}This instance of Nimatron is run by {{.Name}}.{{else}}The bot's profile says who runs this instance of Nimatron.{{end}}
{{- if .Contact}} Contact: {{if .Link}}<a href="{{.Link}}">{{.Contact}}</a>{{else}}{{.Contact}}{{end}}{{end}}</p>
{{.Text}}
</body>
</html>
`))

// Handler serves GET /terms and GET /privacy: plain pages that load nothing else.
func Handler(o Operator) (http.Handler, error) {
	mux := http.NewServeMux()
	for name, title := range map[string]string{"terms": "Terms of service", "privacy": "Privacy policy"} {
		text, err := files.ReadFile(name + ".md")
		if err != nil {
			return nil, err
		}
		var body, whole bytes.Buffer
		if err := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID())).Convert(text, &body); err != nil {
			return nil, fmt.Errorf("%s.md: %w", name, err)
		}
		links := strings.NewReplacer(`href="terms.md"`, `href="terms"`, `href="privacy.md"`, `href="privacy"`)
		err = page.Execute(&whole, map[string]any{
			"Title": title, "Name": o.Name, "Contact": o.Contact, "Link": o.link(),
			"Text": template.HTML(links.Replace(body.String())), // our own text
		})
		if err != nil {
			return nil, err
		}
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, _ *http.Request) {
			h := w.Header()
			h.Set("Content-Type", "text/html; charset=utf-8")
			h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
			h.Set("Cache-Control", "max-age=3600")
			_, _ = w.Write(whole.Bytes()) // the client may have gone
		})
	}
	return mux, nil
}
