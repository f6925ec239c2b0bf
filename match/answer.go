package match

// Answer says how a request was answered. Nothing is carried out for a request after its answer,
// because the person has seen that.
type Answer string

// The empty Answer means that none is known.
const (
	AnsweredDone    Answer = "done"    // the request has changed something
	AnsweredRefused Answer = "refused" // the request could not be carried out
	AnsweredFailed  Answer = "failed"  // a fault of the program
	AnsweredShown   Answer = "shown"   // the request was a question, which changes nothing
)
