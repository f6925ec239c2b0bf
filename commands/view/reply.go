package view

import (
	"context"
	"strings"

	"nimatron/match"
	"nimatron/picture/drawing"
)

// Choice is a value with the label that people see and, in menus and forms, more about it.
// Each has at most 100 characters.
type Choice struct{ Label, Value, Detail string }

// Reply is what the bot answers. Its texts use a small markup that fronts
// understand: **bold**, `code`, lines apart by "\n", and what [Mention], [ChannelLink]
// and [Moment] mark. Titles, footers and drawings have no such marks but people.
type Reply struct {
	// Text says what happened, in a few lines. It may be empty beside a Card.
	Text string
	// Next says who decides now or who won. The Card says so too: it is for
	// fronts that show Text apart from it.
	Next string
	// Card is the longer part: a board, an analysis, rules.
	Card *Card
	// Ending is what there is to say at the end of the match that Card shows, in a message
	// of its own.
	Ending *Card
	// Closes is true if nothing more comes in the channel, which may be a thread.
	Closes bool
	// Aside is told to the speaker alone, after the rest; it is left out where others would
	// see it.
	Aside *Card
	// Form is what the reply asks for, in place of everything else. It can only answer
	// a button or a menu; fronts without forms leave it out.
	Form *Form
	// Files are attached to the reply.
	Files []File
	// To says where the reply goes; nil is the channel, where a message that shows the
	// same match or challenge already is updated.
	To Delivery
	// Result says what became of the request, for those who run the program.
	Result Result
	// Notify are the ids of the people whom the reply concerns now, such as the
	// player whose turn it is: the front notifies them, and nobody else.
	Notify []string
	// Show is the challenge or match that Card shows, or would show, and its version. The front notes
	// in which message, so that the next such card replaces it.
	Show Subject
	// ShownIn is the handle of the message that shows it already, empty for none.
	ShownIn string
}

// Delivery is a way that a reply goes in place of the usual one.
type Delivery interface{ delivery() }

type (
	// Private is for the speaker alone.
	Private struct{}
	// Page is private, and replaces the private message whose button was pressed, where
	// that can be done.
	Page struct{}
	// Here replaces the message whose button was pressed, whoever can see it, though nothing
	// has changed. Where there is none it is private.
	Here struct{}
	// Anew is a new message at the end of the channel, even if there is one to be updated.
	Anew struct{}
	// Thread is another channel, to which Pointer leads from where the request was made. With
	// Private only the speaker sees the pointer.
	Thread struct {
		Channel, Pointer string
		Private          bool
	}
	// Direct is a direct message to the person with that id or, where they accept none, what
	// is said in the channel.
	Direct struct {
		Person string
		Alone  bool // where they accept none, it is said nowhere
	}
)

func (Private) delivery() {}
func (Page) delivery()    {}
func (Here) delivery()    {}
func (Anew) delivery()    {}
func (Thread) delivery()  {}
func (Direct) delivery()  {}

// Private reports whether the reply is for the speaker alone.
func (r Reply) Private() bool { return r.To == Private{} || r.To == Page{} }

// Result says what became of a request.
type Result uint8

const (
	ResultDone    Result = iota // it was carried out
	ResultRefused               // it can't be done as it was asked
	ResultFailed                // a fault of ours
)

// String returns the result as logs have it.
func (r Result) String() string { return [...]string{"done", "refused", "failed"}[r] }

// File is something to keep. Name is a plain file name.
type File struct {
	Name string
	Data []byte
}

// Message is Text and Next together: what is said apart from the Card.
func (r Reply) Message() string {
	if r.Text == "" || r.Next == "" {
		return r.Text + r.Next
	}
	return r.Text + "\n" + r.Next
}

// Card is a titled block with a drawing, fields and actions. It may hold nothing
// but actions.
type Card struct {
	Title string
	// Body is text in the markup of Reply.
	Body string
	// Drawing is text to be shown in a fixed-width font, as it is. Where a Picture is
	// shown it is left out.
	Drawing string
	// Working is text like Drawing that stays where a Picture is shown.
	Working string
	// Picture is for fronts that can show one; nil for none.
	Picture *Picture
	Fields  []Field
	// Footer is what stands small below all. Its lines may be put on one.
	Footer string
	Tone   Tone
	// Question is what the Taps and Menus answer, in the markup of Reply. It stands below
	// everything else, directly above them.
	Question string
	// Taps are the moves of a board, or parts of them, as buttons. Each list begins a row.
	Taps [][]Action
	// Menus come after them and before the actions.
	Menus []Menu
	// Moves says briefly which moves there are: it is for fronts where one types them,
	// and takes the place of Menus and Taps there.
	Moves string
	// Actions are what can be done next.
	Actions []Action
	// Links lead out of the chat. They come after the actions.
	Links []Link
	// More are actions that a button among Actions leads to: they are for fronts without
	// buttons, in its place.
	More []Action
}

// FixedWidth returns what is shown in a fixed-width font: the Drawing, unless a picture
// takes its place, and the Working.
func (c *Card) FixedWidth(pictured bool) string {
	switch {
	case pictured || c.Drawing == "":
		return c.Working
	case c.Working == "":
		return c.Drawing
	}
	return strings.TrimRight(c.Drawing, "\n") + "\n\n" + c.Working
}

// Picture is a drawing in colours, made when a front wants it.
type Picture struct {
	// Name is a plain file name, whose ending tells the format.
	Name string
	// Alt says in words what the picture shows.
	Alt string
	// LayOut makes it. A picture that is late or fails is left out, and the Drawing of
	// the card is shown.
	LayOut func(context.Context) (*drawing.Drawing, error)
}

// Link leads out of the chat, to a URL or, in the terminal, to a file.
type Link struct{ Label, To string }

// Menu is a command offered with a list, from which the value of one of its options is
// chosen.
type Menu struct {
	// Prompt is shown while nothing is chosen.
	Prompt  string
	Command string
	Options map[string]string // without Option
	Subject Subject
	Option  string
	Choices []Choice
	// People is true where a person is chosen, in place of one of Choices.
	People bool
	// Roles is true where a role of the server is chosen, in place of one of Choices.
	Roles bool
	// Brief is true where fronts without menus list the values alone.
	Brief bool
}

// Form asks for values of options of a command.
type Form struct {
	Title   string
	Command string
	Options map[string]string // beside those of Inputs
	Subject Subject
	Inputs  []Input
}

// Input is a line to be filled in or, where it has Choices or People, a choice.
type Input struct {
	Option   string
	Label    string
	Help     string // a sentence below the label, empty for none
	Value    string // that stands there, or is chosen, at first
	Example  string // shown while nothing is written or chosen
	Required bool
	Long     bool // several lines can be written
	Choices  []Choice
	Many     int  // how many of Choices can be chosen, apart by blanks; 0 for one
	People   bool // a person is chosen
}

// Field is a named value of a card, in the markup of Reply.
type Field struct{ Name, Value string }

// Tone colours a card.
type Tone uint8

const (
	Neutral Tone = iota
	Playing
	Finished
	Refused
)

// Action is a command offered as a button, or in the terminal as the line that
// does the same.
type Action struct {
	Label   string
	Command string
	Options map[string]string
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

// Subject is what a button or a message is about.
type Subject = match.Subject

// The kinds of subjects.
const (
	NoSubject         = match.NoSubject
	ChallengeSubject  = match.ChallengeSubject
	MatchSubject      = match.MatchSubject
	PuzzleSubject     = match.PuzzleSubject
	TournamentSubject = match.TournamentSubject
	ClassSubject      = match.ClassSubject
)
