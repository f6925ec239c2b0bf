package discordtest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// apiError is an error answer of the REST API.
type apiError struct {
	status  int
	code    int
	message string
	form    *formErrors // what is wrong with an invalid form body
	fault   bool        // the bot's own doing, to be kept as a violation
}

// Error describes the error for the list of violations.
func (e *apiError) Error() string {
	text := fmt.Sprintf("%d (%d) %s", e.status, e.code, e.message)
	if e.form != nil {
		text += ": " + e.form.String()
	}
	return text
}

// Errors the API answers with.
var (
	errUnauthorized       = &apiError{status: 401, message: "401: Unauthorized"}
	errNotFound           = &apiError{status: 404, message: "404: Not Found", fault: true}
	errTooLarge           = &apiError{status: 413, code: 40005, message: "Request entity too large", fault: true}
	errUnknownChannel     = &apiError{status: 404, code: 10003, message: "Unknown Channel"}
	errUnknownMessage     = &apiError{status: 404, code: 10008, message: "Unknown Message"}
	errUnknownWebhook     = &apiError{status: 404, code: 10015, message: "Unknown Webhook", fault: true}
	errUnknownInteraction = &apiError{status: 404, code: 10062, message: "Unknown interaction", fault: true}
	errAlreadyAnswered    = &apiError{status: 400, code: 40060, message: "Interaction has already been acknowledged.", fault: true}
	errTooManyFollowups   = &apiError{status: 400, code: 40094, message: "This interaction has reached the maximum number of follow-up messages", fault: true}
	errMissingAccess      = &apiError{status: 403, code: 50001, message: "Missing Access"}
	errNotAuthor          = &apiError{status: 403, code: 50005, message: "Cannot edit a message authored by another user", fault: true}
	errEmptyMessage       = &apiError{status: 400, code: 50006, message: "Cannot send an empty message", fault: true}
	errCannotMessageUser  = &apiError{status: 403, code: 50007, message: "Cannot send messages to this user"}
	errMissingPermissions = &apiError{status: 403, code: 50013, message: "Missing Permissions", fault: true}
	errInvalidToken       = &apiError{status: 401, code: 50027, message: "Invalid Webhook Token"}
	errInvalidRecipient   = &apiError{status: 400, code: 50033, message: "Invalid Recipient(s)", fault: true}
	errArchivedThread     = &apiError{status: 400, code: 50083, message: "Thread is archived"}
	errEntryPoint         = &apiError{status: 400, code: 50240, message: "You cannot remove this app's Entry Point command in a bulk update operation.", fault: true}
	errInvalidJSON        = &apiError{status: 400, code: 50109, message: "The request body contains invalid JSON.", fault: true}
)

// formErrors collects what is wrong with the fields of a form body. Fields are
// named by dotted paths such as embeds.0.title.
type formErrors struct {
	list []formError
}

type formError struct {
	path, code, message string
}

// add records an error.
func (f *formErrors) add(path, code, format string, args ...any) {
	f.list = append(f.list, formError{path, code, fmt.Sprintf(format, args...)})
}

// required records that a field is missing.
func (f *formErrors) required(path string) {
	f.add(path, "BASE_TYPE_REQUIRED", "This field is required")
}

// length checks the length of a text, in code points.
func (f *formErrors) length(path, text string, least, most int) {
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && least > 0:
		f.required(path)
	case n < least || n > most && least > 0:
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most:
		f.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
}

// count checks the number of elements of a list.
func (f *formErrors) count(path string, n, least, most int) {
	if n < least || n > most {
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// err returns the API error for what was collected, or nil.
func (f *formErrors) err() error {
	if len(f.list) == 0 {
		return nil
	}
	return &apiError{status: 400, code: 50035, message: "Invalid Form Body", form: f, fault: true}
}

// String lists the errors on one line.
func (f *formErrors) String() string {
	var parts []string
	for _, e := range f.list {
		parts = append(parts, e.path+": "+e.message)
	}
	return strings.Join(parts, "; ")
}
