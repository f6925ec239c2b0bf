package bot

import (
	"github.com/bwmarrin/discordgo"

	"nimatron/commands/view"
)

// Discord's limits on a form. Texts are in characters.
const (
	maxInputs      = 5
	maxFormTitle   = 45
	maxInputLabel  = 45
	maxInputHelp   = 100
	maxInputValue  = 4000
	maxPlaceholder = 100
)

const fewChoices = 3

// Components of forms that discordgo does not know.
const (
	labelComponent discordgo.ComponentType = 18
	radioComponent discordgo.ComponentType = 21
)

type form struct {
	CustomID   string  `json:"custom_id"`
	Title      string  `json:"title"`
	Components []label `json:"components"`
}

type label struct {
	Type        discordgo.ComponentType `json:"type"`
	Label       string                  `json:"label"`
	Description string                  `json:"description,omitempty"`
	Component   formInput               `json:"component"`
}

type formInput struct {
	Type        discordgo.ComponentType            `json:"type"`
	CustomID    string                             `json:"custom_id"`
	Required    bool                               `json:"required"`
	Placeholder string                             `json:"placeholder,omitempty"`
	Style       discordgo.TextInputStyle           `json:"style,omitempty"`
	Value       string                             `json:"value,omitempty"`
	Options     []menuOption                       `json:"options,omitempty"`
	MaxValues   int                                `json:"max_values,omitempty"`
	Chosen      []discordgo.SelectMenuDefaultValue `json:"default_values,omitempty"`
}

func drawForm(f *view.Form) (drawn form, ok bool) {
	id, ok := button{command: f.Command, subject: f.Subject, options: f.Options()}.customID()
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

func drawInput(in view.Input) (drawn formInput, ok bool) {
	drawn = formInput{CustomID: in.Option, Required: in.Required, Placeholder: cut(in.Example, maxPlaceholder)}
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
	drawn.Options = withoutEmpty(menuOptions(in.Choices, in.Chosen()...))
	drawn.Type, drawn.MaxValues = discordgo.SelectMenuComponent, min(in.Many, len(drawn.Options))
	// A radio group can't be unset, and with a single choice it is pointless.
	if n := len(drawn.Options); n > 1 && n <= fewChoices && in.Required {
		drawn.Type, drawn.Placeholder = radioComponent, ""
	}
	return drawn, len(drawn.Options) > 0
}
