package discordtest

import (
	"strings"
	"testing"

	"nimatron/internal/must"
)

// TestPage checks the parts of a page, and that users' texts are escaped.
func TestPage(t *testing.T) {
	green := 0x3ba55d
	m := &Message{Author: &User{ID: "1", Name: "Nimatron", Bot: true}, Ephemeral: true, Body: Body{
		Files: []File{{Name: "board.png", Data: []byte("picture")}},
		Components: []Component{{Type: TypeContainer, AccentColor: &green, Components: []Component{
			{Type: TypeText, Content: "### Nim\n**Your turn**, <@7>: `3 5` <b> </class join:12>\n```\n*3*\n```\n-# small"},
			{Type: TypeGallery, Items: []GalleryItem{{Media: Media{URL: "attachment://board.png"}, Description: `a "board"`}}},
			{Type: TypeRow, Components: []Component{{Type: TypeButton, Style: 3, Label: "<Left>"}, {Type: TypeSelect, Placeholder: "Which?"}}},
		}}},
	}}
	var out strings.Builder
	must.OK(t, (Page{Messages: []*Message{m}, Names: map[string]string{"7": "ann"}}).Write(&out))
	for _, want := range []string{
		"Nimatron<span>APP</span>", "border-left-color: #3ba55d", "<h3>Nim</h3>", "<b>Your turn</b>", `<span class="mention">@ann</span>`,
		"<code>3 5</code> &lt;b&gt;", `<span class="mention">/class join</span>`, "<pre>\n*3*\n</pre>", "<small>small</small>", `src="data:image/png;base64,cGljdHVyZQ=="`, `alt="a &#34;board&#34;"`,
		`<span class="button style3">&lt;Left&gt;</span>`, `<span class="menu">Which?</span>`, "Only you can see this",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if t.Failed() {
		t.Log(out.String())
	}
}
