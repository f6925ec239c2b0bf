package discordtest

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits on messages that are made of components alone.
const (
	maxComponents  = 40   // those within others included
	maxLayoutText  = 4000 // of all texts together
	maxPictures    = 10   // of a gallery
	maxDescription = 1024 // of a picture
)

// every yields components and those within them, in reading order.
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

// checkLayout checks the fields of a message that is made of components alone.
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

// checkBlock checks a component that stands by itself, perhaps in a container.
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

// checkNothingElse checks that a body of components has no other text.
func checkNothingElse(f *formErrors, prefix string, b *Body) {
	if b.Content != "" {
		f.add(prefix+"content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
}

// checkMedia checks that the pictures and files that components show are attached, and
// that what is attached is shown: Discord hides what is not.
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

// said returns the text in which mentions count.
func (b *Body) said() string {
	pieces := []string{b.Content}
	for c := range every(b.Components) {
		pieces = append(pieces, c.Content)
	}
	return strings.Join(pieces, "\n")
}
