package match

// Answer says how a request was answered. Once there is an answer, nothing is carried out for
// the request: the person was told so.
type Answer string

// The empty answer means that none is known.
const (
	AnsweredDone    Answer = "done"    // something was written for it
	AnsweredRefused Answer = "refused" // it could not be done as it was asked
	AnsweredFailed  Answer = "failed"  // a fault of ours
	AnsweredShown   Answer = "shown"   // it was a question, and nothing was written
)
