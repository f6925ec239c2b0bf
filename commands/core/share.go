package core

import "nimatron/commands/view"

// ShareOption asks to show a private answer to everybody.
var ShareOption = Option{Name: view.ShareName, Summary: "Show the answer to everybody here", Kind: Flag, Hidden: true}

// Shared reports whether everybody sees the answer.
func (r *Request) Shared() bool { return r.Flag(ShareOption.Name) }

// WithShare adds the action that shows a private answer to everybody.
func WithShare(r *Request, card *view.Card) *view.Card {
	if !r.Shared() {
		card.Actions = append(card.Actions, view.ShareAction(r.Command, r.Again()))
	}
	return card
}
