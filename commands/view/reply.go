// Package view draws the answers of commands: the [Reply] and its [Card]s, the words for people,
// the moves as buttons and the pictures. It draws from values. Commands look up what needs the
// store or the referee and pass it in.
package view

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nimatron/commands/input"
	"nimatron/match"
	"nimatron/picture/drawing"
)

// Choice is a value with the label that people see and, in menus and forms, more about it.
// Each has at most 100 characters.
type Choice struct{ Label, Value, Detail string }

// Reply is an answer of the bot. Its texts use a small markup that fronts understand: **bold**,
// `code`, lines separated by "\n", and the marks of [Mention], [ChannelLink] and [Moment]. In
// titles, footers and drawings only people are marked.
type Reply struct {
	// Text reports the result in a few lines. It may be empty beside a Card.
	Text string
	// Next says who decides now or who won. The Card says so too: it is for
	// fronts that show Text apart from it.
	Next string
	// Card is the longer part: a board, an analysis, rules.
	Card *Card
	// Ending is the end of the match in Card, as a separate message.
	Ending *Card
	// Earned is true if the request may have earned the speaker a badge: a match won, an answer to a puzzle.
	Earned bool
	// Closes is true if the thread of the match may be closed.
	Closes bool
	// FollowUp is a second, private answer to the speaker. Fronts drop it if others would see it.
	FollowUp *Card
	// Form asks for input, instead of everything else. It can only answer a button or a menu;
	// fronts without forms leave it out.
	Form *Form
	// Then is what the speaker asks next without a tap; nil for nothing. Fronts that can't change messages
	// leave it out, so a button does the same.
	Then *Then
	// Files are attached to the reply.
	Files []File
	// To is where the reply goes; nil means the channel, or the older message there about the same subject.
	To Delivery
	// Overt is true if others may see a private reply where nobody can be told alone, such as a refusal.
	Overt bool
	// Outcome says what came of the request.
	Outcome Outcome
	// Notify are the ids of people to ping, such as the player to move.
	Notify []string
	// Calls is the ID of a role to ping, whose name Text has; "" for none.
	Calls string
	// Show is the challenge or match that Card shows, or would show, and its version. The front
	// records which message shows it, so that the next such card replaces that.
	Show Subject
	// ShownIn is the handle of the message that already shows it, empty for none.
	ShownIn string
	// Follows is true if that message comes to the end of the channel after many messages of others.
	Follows bool
}

// Then is a request that the front carries out by itself at a time. Its answer replaces the private
// message of the reply.
type Then struct {
	input.Call
	At time.Time
}

// Delivery is an unusual way to deliver a reply.
type Delivery interface{ delivery() }

type (
	// Private is for the speaker alone.
	Private struct{}
	// Launch opens the live board within the platform, if it can do that now. The reply is private.
	Launch struct{}
	// UpdateEphemeral is private. It replaces the private message whose button was pressed, if
	// the platform can do that.
	UpdateEphemeral struct{}
	// UpdateClicked replaces the message whose button was pressed, even a public one, though the
	// state is the same. Without such a message the reply is private.
	UpdateClicked struct{}
	// Delete deletes the message whose button was pressed.
	Delete struct{}
	// NewMessage is posted at the end of the channel, even if an older message could be updated.
	NewMessage struct{}
	// Thread is another channel. Pointer links to it from the channel of the request. If Private is
	// set, only the speaker sees Pointer.
	Thread struct {
		Channel, Pointer string
		Private          bool
	}
	// Silence is for a request that is not answered.
	Silence struct{}
	// Direct is a direct message to Person. If they accept none, the reply goes to the channel, unless Alone.
	Direct struct {
		Person string
		Alone  bool
	}
)

func (Private) delivery()         {}
func (Launch) delivery()          {}
func (UpdateEphemeral) delivery() {}
func (UpdateClicked) delivery()   {}
func (Delete) delivery()          {}
func (NewMessage) delivery()      {}
func (Thread) delivery()          {}
func (Silence) delivery()         {}
func (Direct) delivery()          {}

// Private reports whether the reply is for the speaker alone.
func (r Reply) Private() bool {
	return r.To == Private{} || r.To == Launch{} || r.To == UpdateEphemeral{}
}

// Outcome says what came of a request.
type Outcome uint8

const (
	OutcomeDone      Outcome = iota // it was carried out, or its question answered
	OutcomeRefused                  // it could not be carried out as asked
	OutcomeAsked                    // the answer is a question, and nothing has changed
	OutcomeNothing                  // it was carried out before
	OutcomeFailed                   // a fault of ours
	OutcomeShutOut                  // the server's managers have shut the speaker out
	OutcomeForbidden                // the operator forbids the speaker or the server
)

// String returns the outcome as in logs and metrics.
func (o Outcome) String() string {
	return [...]string{"done", "refused", "asked", "nothing", "failed", "shut out", "forbidden"}[o]
}

// Bad reports whether the reply is an error.
func (o Outcome) Bad() bool {
	return o == OutcomeRefused || o == OutcomeFailed || o == OutcomeShutOut || o == OutcomeForbidden
}

// File is something to keep. Name is a plain file name.
type File struct {
	Name string
	Data []byte
}

// Message is Text and Next together: the text outside of the Card.
func (r Reply) Message() string {
	if r.Text == "" || r.Next == "" {
		return r.Text + r.Next
	}
	return r.Text + "\n" + r.Next
}

// Card is a titled block with a drawing, fields and actions. It may have only actions.
type Card struct {
	Title string
	// Body is in the markup of Reply.
	Body string
	// Drawing is text for a fixed-width font. If a Picture is
	// shown it is left out.
	Drawing string
	// Picture is for fronts that can show one; nil for none.
	Picture *Picture
	Fields  []Field
	// Footer is small text below the rest. Fronts may put its lines on one.
	Footer string
	Tone   Tone
	// Question is the question that the Taps and Menus answer, in the markup of Reply. It stands
	// directly above them.
	Question string
	// Taps are the moves of a board, or parts of them, as buttons. Each list begins a row.
	Taps [][]Action
	// Menus come after them and before the actions.
	Menus []Menu
	// Moves lists the moves briefly. Fronts without buttons show it in place of Menus and Taps.
	Moves string
	// Actions are the next possible requests.
	Actions []Action
	// Links lead out of the chat. They come after the actions.
	Links []Link
	// More are actions behind a button among Actions. Fronts without buttons show them in its
	// place.
	More []Action
}

// PageOf returns the rows of a page, its number and the number of pages. Pages count from 1. The nearest
// page stands for one that does not exist.
func PageOf[T any](rows []T, page, size int) (shown []T, at, pages int) {
	pages = max(1, (len(rows)+size-1)/size)
	at = min(max(page, 1), pages)
	return rows[(at-1)*size : min(at*size, len(rows))], at, pages
}

// Add adds a fact to the footer; "" is none.
func (c *Card) Add(fact string) {
	if c.Footer != "" && fact != "" {
		c.Footer += " · "
	}
	c.Footer += fact
}

// Turn numbers the page of a card and offers those beside it. to leads to a page.
func (c *Card) Turn(page, pages int, to func(page int) input.Call) {
	page = min(page, pages)
	if pages > 1 {
		c.Footer = strings.TrimSpace(fmt.Sprintf("Page %d of %d. %s", page, pages, c.Footer))
	}
	if page > 1 {
		c.Actions = append(c.Actions, Action{Label: "Back", Call: to(page - 1)})
	}
	if page < pages {
		c.Actions = append(c.Actions, Action{Label: "Forward", Call: to(page + 1)})
	}
}

// Picture is a drawing in colours, made when a front wants it.
type Picture struct {
	// Name is a plain file name. Its extension is the format.
	Name string
	// Alt describes the picture in words.
	Alt string
	// LayOut makes it. If it is late or fails, what Drawn returns is shown instead.
	LayOut func(context.Context) (*drawing.Drawing, error)
	// Else makes the text in its place; nil for the card's Drawing.
	Else func() string
}

// Drawn is the card's drawing in text, which replaces its picture.
func (c *Card) Drawn() string {
	if c.Picture != nil && c.Picture.Else != nil {
		return c.Picture.Else()
	}
	return c.Drawing
}

// Link leads out of the chat, to a URL or, in the terminal, to a file.
type Link struct{ Label, To string }

// Menu is a command with a list of values for one of its options.
type Menu struct {
	// Prompt is shown while nothing is chosen.
	Prompt string
	input.Call
	Subject Subject
	Option  string
	Choices []Choice
	Chosen  string
	// People is true if a person is chosen instead of one of Choices.
	People bool
	// Roles is true if a role of the server is chosen instead of one of Choices.
	Roles bool
	// Brief is true if fronts without menus only list the values.
	Brief bool
}

// Form asks for values of options of a command.
type Form struct {
	Title string
	input.Call
	Subject Subject
	Inputs  []Input
}

// Input is a line to fill in or, with Choices or People, a choice.
type Input struct {
	Option   string
	Label    string
	Help     string
	Value    string
	Example  string
	Required bool
	Long     bool
	Choices  []Choice
	Many     int // how many of Choices can be chosen, separated by spaces; 0 means one
	People   bool
}

// Chosen returns the values of Choices that are chosen.
func (in *Input) Chosen() []string {
	if in.Many > 0 {
		return strings.Fields(in.Value)
	}
	return []string{in.Value}
}

// Field is a named value of a card, in the markup of Reply.
type Field struct{ Name, Value string }

// Tone colours a card.
type Tone uint8

const (
	Neutral Tone = iota
	Won
	Finished
	Refused
)

// Action is a command offered as a button, or in the terminal as the line that
// does the same.
type Action struct {
	Label string
	input.Call
	Subject Subject
	Style   Style
}

// Style says how an action looks.
type Style uint8

const (
	Secondary Style = iota
	Primary
	Success
	Danger
)

// Subject is the subject of a button or a message.
type Subject = match.Subject

// The kinds of subjects.
const (
	NoSubject         = match.NoSubject
	ChallengeSubject  = match.ChallengeSubject
	MatchSubject      = match.MatchSubject
	PuzzleSubject     = match.PuzzleSubject
	TournamentSubject = match.TournamentSubject
	ClassSubject      = match.ClassSubject
	RaceSubject       = match.RaceSubject
)
