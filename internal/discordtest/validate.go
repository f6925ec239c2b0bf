package discordtest

import (
	"fmt"
	"iter"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits on messages.
const (
	maxContent      = 2000
	maxRows         = 5
	maxRowButtons   = 5
	maxMenuOptions  = 25
	maxAllowedUsers = 100
	maxChoices      = 25
)

// Button styles with special rules.
const (
	styleLink    = 5
	stylePremium = 6
)

// checkMessage checks the fields of a message; prefix precedes their names.
func checkMessage(f *formErrors, prefix string, p *payload, v2 bool) {
	if v2 {
		checkLayout(f, prefix, p)
		return
	}
	f.length(prefix+"content", strings.TrimSpace(p.Content.Value), 0, maxContent)
	if len(p.Embeds.Value) > 0 {
		f.add(prefix+"embeds", "BASE_TYPE_BAD_LENGTH", "Embeds are not supported here.")
	}
	f.count(prefix+"components", len(p.Components.Value), 0, maxRows)
	seen := map[string]bool{}
	for i, row := range p.Components.Value {
		checkRow(f, fmt.Sprintf("%scomponents.%d", prefix, i), row, seen)
	}
	if p.AllowedMentions != nil {
		checkAllowedMentions(f, prefix+"allowed_mentions", p.AllowedMentions)
	}
}

// checkLean checks that there are no nulls, and no empty lists of options or choices. Discord forgives them, other
// servers don't. An empty list of suggestions says that there is none.
func checkLean(f *formErrors, path string, value any) {
	at := func(key string) string { return strings.TrimPrefix(path+"."+key, ".") }
	switch v := value.(type) {
	case nil:
		f.add(path, "BASE_TYPE_NULL", "This field can be left out, but not be null.")
	case []any:
		for i, inner := range v {
			checkLean(f, at(strconv.Itoa(i)), inner)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			list, isList := v[key].([]any)
			if isList && len(list) == 0 && (key == "options" || key == "choices") && path != "data" {
				f.add(at(key), "BASE_TYPE_BAD_LENGTH", "An empty list can be left out.")
			}
			checkLean(f, at(key), v[key])
		}
	}
}

// checkURL checks the URL of a picture or of a button, if there is one.
func checkURL(f *formErrors, path, text string) {
	if text == "" {
		return
	}
	u, err := url.Parse(text)
	if err != nil || !slices.Contains([]string{"http", "https", "attachment"}, u.Scheme) {
		f.add(path, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('http', 'https').", text)
	}
}

// checkRow checks a row of a message. seen has the earlier custom ids.
func checkRow(f *formErrors, at string, row Component, seen map[string]bool) {
	if row.Type != TypeRow {
		f.add(at+".type", "UNION_TYPE_CHOICES", `Value of field "type" must be one of (1,).`)
		return
	}
	f.count(at+".components", len(row.Components), 1, maxRowButtons)
	for j, c := range row.Components {
		at := fmt.Sprintf("%s.components.%d", at, j)
		if c.Type == TypeButton {
			checkButton(f, at, c)
		} else {
			checkMenu(f, at, c)
			if len(row.Components) > 1 {
				f.add(at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
			}
		}
		if c.CustomID != "" && seen[c.CustomID] {
			f.add(at+".custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		seen[c.CustomID] = true
	}
}

func checkButton(f *formErrors, path string, c Component) {
	f.length(path+".label", c.Label, 0, 80)
	if c.Label == "" && c.Emoji == nil {
		f.add(path, "BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI", "A button must have a label or an emoji")
	}
	checkEmoji(f, path+".emoji", c.Emoji)
	switch {
	case c.Style == styleLink:
		f.length(path+".url", c.URL, 1, 512)
		checkURL(f, path+".url", c.URL)
		if c.CustomID != "" {
			f.add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
	case c.Style >= 1 && c.Style < styleLink:
		f.length(path+".custom_id", c.CustomID, 1, 100)
		if c.URL != "" {
			f.add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
	case c.Style == stylePremium:
		f.add(path+".style", "BASE_TYPE_CHOICES", "Premium buttons are not supported here.")
	default:
		f.add(path+".style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
	}
}

// checkEmoji checks that an emoji is a custom one, by its id, or looks like Unicode.
func checkEmoji(f *formErrors, path string, e *Emoji) {
	if e == nil || e.ID != "" {
		return
	}
	if !strings.ContainsFunc(e.Name, func(r rune) bool { return r >= 0xA9 }) {
		f.add(path+".name", "COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

func checkMenu(f *formErrors, path string, c Component) {
	if c.Type != TypeSelect && c.Type != TypeUserSelect && c.Type != TypeRoleSelect {
		f.add(path+".type", "UNION_TYPE_CHOICES", `Value of field "type" must be one of (2, 3, 5, 6).`)
		return
	}
	f.length(path+".custom_id", c.CustomID, 1, 100)
	f.length(path+".placeholder", c.Placeholder, 0, 150)
	if c.Type != TypeSelect {
		f.count(path+".options", len(c.Options), 0, 0)
		return
	}
	f.count(path+".options", len(c.Options), 1, maxMenuOptions)
	checkMenuOptions(f, path, c.Options)
	least, most := c.picks()
	if least < 0 || most < 1 || least > most || most > len(c.Options) {
		f.add(path+".max_values", "SELECT_COMPONENT_VALUES_RANGE", "min_values %d and max_values %d do not suit %d options", least, most, len(c.Options))
	}
}

// checkMenuOptions checks the options of a menu or of a radio group.
func checkMenuOptions(f *formErrors, path string, options []SelectOption) {
	values := map[string]bool{}
	for i, o := range options {
		at := fmt.Sprintf("%s.options.%d", path, i)
		f.length(at+".label", o.Label, 1, 100)
		f.length(at+".value", o.Value, 1, 100)
		f.length(at+".description", o.Description, 0, 100)
		checkEmoji(f, at+".emoji", o.Emoji)
		if values[o.Value] {
			f.add(at+".value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
	}
}

// picks returns bounds on the number of options that may be picked in a menu.
func (c Component) picks() (least, most int) {
	least, most = 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}

func checkAllowedMentions(f *formErrors, path string, a *allowedMentions) {
	for i, kind := range a.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			f.add(fmt.Sprintf("%s.parse.%d", path, i), "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
	}
	check := func(kind string, ids []string) {
		f.count(path+"."+kind, len(ids), 0, maxAllowedUsers)
		if len(ids) > 0 && slices.Contains(a.Parse, kind) {
			f.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
		for i, id := range ids {
			if slices.Index(ids, id) < i {
				f.add(fmt.Sprintf("%s.%s.%d", path, kind, i), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
			}
			if !isSnowflake(id) {
				f.add(fmt.Sprintf("%s.%s.%d", path, kind, i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
			}
		}
	}
	check("users", a.Users)
	check("roles", a.Roles)
}

// isSnowflake reports whether id has the form of an id.
func isSnowflake(id string) bool {
	return id != "" && strings.Trim(id, "0123456789") == ""
}

// checkChoices checks the answer to an autocompletion.
func checkChoices(f *formErrors, path string, choices []Choice) {
	f.count(path, len(choices), 0, maxChoices)
	for i, c := range choices {
		checkChoice(f, fmt.Sprintf("%s.%d", path, i), c)
	}
}

// checkChoice checks a choice of a command option.
func checkChoice(f *formErrors, path string, c Choice) {
	f.length(path+".name", c.Name, 1, 100)
	text, ok := c.Value.(string)
	if !ok {
		f.add(path+".value", "STRING_TYPE_CONVERT", "Could not interpret %v as string.", c.Value)
	}
	f.length(path+".value", text, 0, 100)
}

// Limits on messages made of components only.
const (
	maxComponents  = 40   // including nested ones
	maxLayoutText  = 4000 // of all texts together
	maxPictures    = 10   // in a gallery
	maxDescription = 1024 // of a picture
)

// every yields components, nested ones included, in reading order.
func every(list []Component) iter.Seq[Component] {
	return func(yield func(Component) bool) {
		for _, c := range list {
			if !yield(c) {
				return
			}
			for inner := range every(c.Components) {
				if !yield(inner) {
					return
				}
			}
		}
	}
}

// checkLayout checks the fields of a message made of components only.
func checkLayout(f *formErrors, prefix string, p *payload) {
	total, text := 0, 0
	for c := range every(p.Components.Value) {
		total++
		text += utf8.RuneCountInString(c.Content)
	}
	if total > maxComponents {
		f.add(prefix+"components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed %d", maxComponents)
	}
	if text > maxLayoutText {
		f.add(prefix+"components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The total displayable text size cannot exceed %d", maxLayoutText)
	}
	seen := map[string]bool{}
	for i, c := range p.Components.Value {
		checkBlock(f, fmt.Sprintf("%scomponents.%d", prefix, i), c, seen, false)
	}
	if p.AllowedMentions != nil {
		checkAllowedMentions(f, prefix+"allowed_mentions", p.AllowedMentions)
	}
}

// checkBlock checks a component at the top level or in a container.
func checkBlock(f *formErrors, at string, c Component, seen map[string]bool, contained bool) {
	switch {
	case c.Type == TypeText:
		f.length(at+".content", strings.TrimSpace(c.Content), 1, maxLayoutText)
	case c.Type == TypeGallery:
		f.count(at+".items", len(c.Items), 1, maxPictures)
		for i, item := range c.Items {
			at := fmt.Sprintf("%s.items.%d", at, i)
			f.length(at+".media.url", item.Media.URL, 1, 2048)
			checkURL(f, at+".media.url", item.Media.URL)
			f.length(at+".description", item.Description, 0, maxDescription)
		}
	case c.Type == TypeFile:
		if c.File == nil || !strings.HasPrefix(c.File.URL, attachmentURL) {
			f.add(at+".file.url", "URL_TYPE_INVALID_SCHEME", "A file has to be an attachment.")
		}
	case c.Type == TypeSeparator:
	case c.Type == TypeContainer && !contained:
		if a := c.AccentColor; a != nil && (*a < 0 || *a > 0xFFFFFF) {
			f.add(at+".accent_color", "NUMBER_TYPE_MAX", "int value should be between 0 and 16777215.")
		}
		f.count(at+".components", len(c.Components), 1, maxComponents)
		for i, inner := range c.Components {
			checkBlock(f, fmt.Sprintf("%s.components.%d", at, i), inner, seen, true)
		}
	default:
		checkRow(f, at, c, seen)
	}
}

const attachmentURL = "attachment://"

// checkNothingElse checks that a message of components has no other content.
func checkNothingElse(f *formErrors, prefix string, b *Body) {
	if b.Content != "" {
		f.add(prefix+"content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
}

// checkMedia checks that shown media are attached, and that attachments are shown: Discord hides
// the rest.
func checkMedia(f *formErrors, prefix string, b *Body) {
	shown := map[string]bool{}
	see := func(m Media) {
		name, attached := strings.CutPrefix(m.URL, attachmentURL)
		if !attached {
			return
		}
		shown[name] = true
		if !slices.ContainsFunc(b.Files, func(f File) bool { return f.Name == name }) {
			f.add(prefix+"components", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment %q was not found", name)
		}
	}
	for c := range every(b.Components) {
		if c.File != nil {
			see(*c.File)
		}
		for _, item := range c.Items {
			see(item.Media)
		}
	}
	for _, file := range b.Files {
		if !shown[file.Name] {
			f.add(prefix+"attachments", "NOT_SHOWN", "The attachment %q is shown by no component", file.Name)
		}
	}
}

// said returns the text whose mentions take effect.
func (b *Body) said() string {
	pieces := []string{b.Content}
	for c := range every(b.Components) {
		pieces = append(pieces, c.Content)
	}
	return strings.Join(pieces, "\n")
}

// Pings are the mentions of a message that take effect.
type Pings struct {
	// Everyone is set by @everyone and @here.
	Everyone bool
	Roles    []string // role ids
	Users    []string // ids of known users
}

// None reports whether nobody is pinged.
func (p Pings) None() bool { return !p.Everyone && len(p.Roles) == 0 && len(p.Users) == 0 }

// allowedMentions is the allowed_mentions object of a message.
type allowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// allows reports whether a mention of a kind ("users", "roles", "everyone") takes effect. listed
// says which ids the kind may mention. A nil receiver allows everything.
func (a *allowedMentions) allows(kind string, listed []string, id string) bool {
	return a == nil || slices.Contains(a.Parse, kind) || slices.Contains(listed, id)
}

var (
	userMention     = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention     = regexp.MustCompile(`<@&(\d+)>`)
	everyoneMention = regexp.MustCompile(`@(everyone|here)`)
)

// pings returns the mentions in content that take effect in m. s.mu must be held.
func (s *Server) pings(m *Message, content string, allowed *allowedMentions) Pings {
	var listedUsers, listedRoles []string
	if allowed != nil {
		listedUsers, listedRoles = allowed.Users, allowed.Roles
	}
	var p Pings
	addUser := func(id string) {
		if s.users[id] != nil && !slices.Contains(p.Users, id) {
			p.Users = append(p.Users, id)
		}
	}
	for _, match := range userMention.FindAllStringSubmatch(content, -1) {
		if allowed.allows("users", listedUsers, match[1]) {
			addUser(match[1])
		}
	}
	if replied := s.messages[m.ReplyTo]; replied != nil && (allowed == nil || allowed.RepliedUser) {
		addUser(replied.Author.ID)
	}
	for _, match := range roleMention.FindAllStringSubmatch(content, -1) {
		if allowed.allows("roles", listedRoles, match[1]) && !slices.Contains(p.Roles, match[1]) {
			p.Roles = append(p.Roles, match[1])
		}
	}
	p.Everyone = everyoneMention.MatchString(content) && allowed.allows("everyone", nil, "")
	if m.Ephemeral {
		return p.only(m.recipient)
	}
	return p
}

// only returns the pings of a message that only one user sees.
func (p Pings) only(u *User) Pings {
	if slices.Contains(p.Users, u.ID) {
		return Pings{Users: []string{u.ID}}
	}
	return Pings{}
}

// apiError is an error answer of the REST API.
type apiError struct {
	status  int
	code    int
	message string
	form    *formErrors // the faults of a form body
	fault   bool        // it is a violation
}

// Error describes the error for the list of violations.
func (e *apiError) Error() string {
	text := fmt.Sprintf("%d (%d) %s", e.status, e.code, e.message)
	if e.form != nil {
		text += ": " + e.form.String()
	}
	return text
}

// Errors of the API.
var (
	errUnauthorized       = &apiError{status: 401, message: "401: Unauthorized"}
	errNotFound           = &apiError{status: 404, message: "404: Not Found", fault: true}
	errTooLarge           = &apiError{status: 413, code: 40005, message: "Request entity too large", fault: true}
	errUnknownChannel     = &apiError{status: 404, code: 10003, message: "Unknown Channel"}
	errUnknownGuild       = &apiError{status: 404, code: 10004, message: "Unknown Guild"}
	errUnknownMessage     = &apiError{status: 404, code: 10008, message: "Unknown Message"}
	errUnknownWebhook     = &apiError{status: 404, code: 10015, message: "Unknown Webhook", fault: true}
	errNoWebhook          = &apiError{status: 404, code: 10015, message: "Unknown Webhook"}
	errUnknownInteraction = &apiError{status: 404, code: 10062, message: "Unknown interaction", fault: true}
	errAlreadyAnswered    = &apiError{status: 400, code: 40060, message: "Interaction has already been acknowledged.", fault: true}
	errTooManyFollowups   = &apiError{status: 400, code: 40094, message: "This interaction has reached the maximum number of follow-up messages", fault: true}
	errMissingAccess      = &apiError{status: 403, code: 50001, message: "Missing Access"}
	errNotAuthor          = &apiError{status: 403, code: 50005, message: "Cannot edit a message authored by another user", fault: true}
	errEmptyMessage       = &apiError{status: 400, code: 50006, message: "Cannot send an empty message", fault: true}
	errCannotMessageUser  = &apiError{status: 403, code: 50007, message: "Cannot send messages to this user"}
	errMissingPermissions = &apiError{status: 403, code: 50013, message: "Missing Permissions", fault: true}
	errNotPermitted       = &apiError{status: 403, code: 50013, message: "Missing Permissions"} // no fault: permissions come and go
	errInvalidToken       = &apiError{status: 401, code: 50027, message: "Invalid Webhook Token"}
	errInvalidRecipient   = &apiError{status: 400, code: 50033, message: "Invalid Recipient(s)", fault: true}
	errArchivedThread     = &apiError{status: 400, code: 50083, message: "Thread is archived"}
	errEntryPoint         = &apiError{status: 400, code: 50240, message: "You cannot remove this app's Entry Point command in a bulk update operation.", fault: true}
	errInvalidJSON        = &apiError{status: 400, code: 50109, message: "The request body contains invalid JSON.", fault: true}
)

// formErrors collects the errors of a form body. Fields have dotted paths such as embeds.0.title.
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

// err returns the API error for the collected errors, or nil.
func (f *formErrors) err() error {
	if len(f.list) == 0 {
		return nil
	}
	return &apiError{status: 400, code: 50035, message: "Invalid Form Body", form: f, fault: true}
}

// json returns the errors as Discord nests them: by the parts of their paths.
func (f *formErrors) json() map[string]any {
	root := map[string]any{}
	for _, e := range f.list {
		at := root
		for part := range strings.SplitSeq(e.path, ".") {
			inner, ok := at[part].(map[string]any)
			if !ok {
				inner = map[string]any{}
				at[part] = inner
			}
			at = inner
		}
		list, _ := at["_errors"].([]any)
		at["_errors"] = append(list, map[string]any{"code": e.code, "message": e.message})
	}
	return root
}

// String lists the errors on one line.
func (f *formErrors) String() string {
	var parts []string
	for _, e := range f.list {
		parts = append(parts, e.path+": "+e.message)
	}
	return strings.Join(parts, "; ")
}
