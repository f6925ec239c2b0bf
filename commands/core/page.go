package core

import (
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match/link"
)

// maxLink bounds a link's address on Discord, in characters.
const maxLink = 512

// WithPage links to a match or a position on the page for browsers. All of it is behind the # of
// the address, which no server receives: docs/page.md.
func WithPage(env *Env, card *view.Card, v *games.Variant, start games.Position, moves []games.Move) {
	if env.Page == "" {
		return
	}
	to := env.Page + link.Link{Variant: v.ID, Start: start.String(), First: start.Turn().Owner, Moves: words.Each(moves, games.Move.String)}.String()
	if len(to) <= maxLink {
		card.Links = append(card.Links, view.Link{Label: "Open in browser", To: to})
	}
}
