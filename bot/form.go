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
	maxInputValue  = 4000
	maxPlaceholder = 100 // of an input
)

// form is a form as Discord wants it.
type form struct {
	CustomID   string                       `json:"custom_id"`
	Title      string                       `json:"title"`
	Components []discordgo.MessageComponent `json:"components"`
}

// drawForm makes a form of Discord's; ok is false for one that Discord would refuse.
func drawForm(f *view.Form) (drawn form, ok bool) {
	id, ok := button{command: f.Command, subject: f.Subject, options: f.Options}.customID()
	if !ok || len(f.Inputs) == 0 || len(f.Inputs) > maxInputs {
		return form{}, false
	}
	drawn = form{CustomID: id, Title: cut(f.Title, maxFormTitle)}
	for _, in := range f.Inputs {
		drawn.Components = append(drawn.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
			CustomID: in.Option, Label: cut(in.Label, maxInputLabel), Style: discordgo.TextInputShort,
			Placeholder: cut(in.Example, maxPlaceholder), Value: cut(in.Value, maxInputValue), Required: in.Required,
		}}})
	}
	return drawn, true
}

// formData is what was written in a form, by the options that it is for.
type formData struct {
	id     string
	values map[string]string
}

// Type makes it a discordgo.InteractionData.
func (formData) Type() discordgo.InteractionType { return discordgo.InteractionModalSubmit }

// readFormData reads what was written in a form, whose inputs stand in rows or in labels.
// Inputs other than text are left out.
func readFormData(data []byte) (discordgo.InteractionData, error) {
	type input struct {
		CustomID string `json:"custom_id"`
		Value    string `json:"value"`
	}
	var v struct {
		CustomID   string `json:"custom_id"`
		Components []struct {
			Component  input   `json:"component"`
			Components []input `json:"components"`
		} `json:"components"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	d := formData{id: v.CustomID, values: map[string]string{}}
	for _, row := range v.Components {
		for _, in := range append(row.Components, row.Component) {
			if in.CustomID != "" {
				d.values[in.CustomID] = strings.TrimSpace(in.Value)
			}
		}
	}
	return d, nil
}
