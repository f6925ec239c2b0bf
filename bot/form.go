package bot

import (
	"encoding/json"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands/view"
)

// Discord's limits on a form, in characters where they are about text.
const (
	maxInputs      = 5
	maxFormTitle   = 45
	maxInputLabel  = 45
	maxInputHelp   = 100
	maxInputValue  = 4000
	maxPlaceholder = 100 // of a text; a menu may have a longer one
)

// fewChoices is how many choices stand side by side, each with a circle to tap; more make a
// menu.
const fewChoices = 3

// The types of components of forms that discordgo does not know.
const (
	labelComponent discordgo.ComponentType = 18
	radioComponent discordgo.ComponentType = 21
)

// form is a form as Discord wants it.
type form struct {
	CustomID   string  `json:"custom_id"`
	Title      string  `json:"title"`
	Components []label `json:"components"`
}

// label is an input with the words above it.
type label struct {
	Type        discordgo.ComponentType `json:"type"`
	Label       string                  `json:"label"`
	Description string                  `json:"description,omitempty"`
	Component   input                   `json:"component"`
}

// input is a text input, a menu of choices or of people, or a radio group.
type input struct {
	Type        discordgo.ComponentType            `json:"type"`
	CustomID    string                             `json:"custom_id"`
	Required    bool                               `json:"required"`
	Placeholder string                             `json:"placeholder,omitempty"`
	Style       discordgo.TextInputStyle           `json:"style,omitempty"` // of a text input
	Value       string                             `json:"value,omitempty"` // of a text input
	Options     []choice                           `json:"options,omitempty"`
	MaxValues   int                                `json:"max_values,omitempty"`     // of a menu of choices
	Chosen      []discordgo.SelectMenuDefaultValue `json:"default_values,omitempty"` // of a menu of people
}

// choice is an option of a menu or of a radio group.
type choice struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// drawForm makes a form of Discord's; ok is false for one that Discord would refuse.
func drawForm(f *view.Form) (drawn form, ok bool) {
	id, ok := button{command: f.Command, subject: f.Subject, options: f.Options}.customID()
	if !ok || len(f.Inputs) == 0 || len(f.Inputs) > maxInputs {
		return form{}, false
	}
	drawn = form{CustomID: id, Title: cut(f.Title, maxFormTitle)}
	seen := map[string]bool{}
	for _, in := range f.Inputs {
		asked, ok := drawInput(in)
		if !ok || in.Option == "" || in.Label == "" || seen[in.Option] {
			return form{}, false
		}
		seen[in.Option] = true
		drawn.Components = append(drawn.Components, label{
			Type: labelComponent, Label: cut(in.Label, maxInputLabel), Description: cut(in.Help, maxInputHelp), Component: asked,
		})
	}
	return drawn, true
}

// drawInput makes what stands under a label; ok is false where nothing can be chosen.
func drawInput(in view.Input) (drawn input, ok bool) {
	drawn = input{CustomID: in.Option, Required: in.Required, Placeholder: cut(in.Example, maxPlaceholder)}
	switch {
	case in.People:
		drawn.Type = discordgo.UserSelectMenuComponent
		if isSnowflake(in.Value) {
			drawn.Chosen = []discordgo.SelectMenuDefaultValue{{ID: in.Value, Type: discordgo.SelectMenuDefaultValueUser}}
		}
		return drawn, true
	case in.Choices == nil:
		drawn.Type, drawn.Style, drawn.Value = discordgo.TextInputComponent, discordgo.TextInputShort, cut(in.Value, maxInputValue)
		if in.Long {
			drawn.Style = discordgo.TextInputParagraph
		}
		return drawn, true
	}
	for _, o := range menuOptions(in.Choices) {
		drawn.Options = append(drawn.Options, choice{o.Label, o.Value, o.Description, o.Value == in.Value})
	}
	drawn.Type, drawn.MaxValues = discordgo.SelectMenuComponent, min(in.Many, len(drawn.Options))
	// Of a radio group nothing can be taken back, and one choice is none.
	if n := len(drawn.Options); n > 1 && n <= fewChoices && in.Required {
		drawn.Type, drawn.Placeholder = radioComponent, ""
	}
	return drawn, len(drawn.Options) > 0
}

// formData is what was written and chosen in a form, by the options that it is for.
type formData struct {
	id     string
	values map[string]string
	people map[string]string // those of values that are ids of people
	known  *discordgo.ApplicationCommandInteractionDataResolved
}

// Type makes it a discordgo.InteractionData.
func (formData) Type() discordgo.InteractionType { return discordgo.InteractionModalSubmit }

// readFormData reads what was written and chosen in a form, whose inputs stand in labels or,
// in one that an earlier version has opened, in rows. What was left empty is left out.
func readFormData(data []byte) (discordgo.InteractionData, error) {
	type input struct {
		Type     discordgo.ComponentType `json:"type"`
		CustomID string                  `json:"custom_id"`
		Value    string                  `json:"value"`
		Values   []string                `json:"values"`
	}
	var v struct {
		CustomID   string `json:"custom_id"`
		Components []struct {
			Component  input   `json:"component"`
			Components []input `json:"components"`
		} `json:"components"`
		Resolved *discordgo.ApplicationCommandInteractionDataResolved `json:"resolved"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	d := formData{id: v.CustomID, values: map[string]string{}, people: map[string]string{}, known: v.Resolved}
	for _, part := range v.Components {
		for _, in := range append(part.Components, part.Component) {
			value := strings.TrimSpace(strings.Join(append(in.Values, in.Value), " "))
			switch {
			case in.CustomID == "" || value == "":
			case in.Type == discordgo.UserSelectMenuComponent:
				d.people[in.CustomID] = value
			default:
				d.values[in.CustomID] = value
			}
		}
	}
	return d, nil
}
