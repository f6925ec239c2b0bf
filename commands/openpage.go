package commands

import (
	"net/url"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
)

// maxLink is how long the address of a link may be on Discord.
const maxLink = 512

// withPage links to a match, or to a position of it, on the page for browsers. All of it stands behind
// the #, which no server is sent: docs/page.md. There the first turn is Left's.
func (s *Service) withPage(card *view.Card, v *games.Variant, start games.Position, moves []games.Move) {
	if s.page == "" || start.Turn().Owner != games.Left {
		return
	}
	written := make([]string, len(moves))
	for i, m := range moves {
		written[i] = m.String()
	}
	points := strings.NewReplacer("%20", ".", ".", "%2E") // yards are written with points
	part := func(text string) string { return points.Replace(url.PathEscape(text)) }
	link := s.page + "#" + v.ID + "/" + part(start.String())
	if len(written) > 0 {
		link += "/" + part(strings.Join(written, " "))
	}
	if len(link) <= maxLink {
		card.Links = append(card.Links, view.Link{Label: "Open in browser", To: link})
	}
}
