package match

// Answer says how a request was answered. What a person was told holds: once there is an
// answer, nothing is carried out for the request.
type Answer string

// The answers. The empty one is that of a request of which none is known.
const (
	AnsweredDone    Answer = "done"    // something was written for it
	AnsweredRefused Answer = "refused" // it could not be done as it was asked
	AnsweredFailed  Answer = "failed"  // a fault of ours
	AnsweredShown   Answer = "shown"   // it was a question, and nothing was written
)
