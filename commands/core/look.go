package core

import (
	"context"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/picture"
)

// LookOf returns the look of pictures in an answer: the speaker's, or the usual one if everybody
// sees the answer.
func (env *Env) LookOf(ctx context.Context, r *Request) view.Look {
	if r.Shared() {
		return view.Look{Style: env.UsualStyle()}
	}
	own, err := env.Store.PersonSettings(ctx, r.By.ID)
	if err != nil { // no answer waits for a picture
		env.Log.Warn("somebody's settings can't be read", "err", err)
		return view.Look{Style: env.UsualStyle()}
	}
	l := env.LookFor(own)
	l.Person = r.By.ID
	return l
}

// LookFor returns the look of a picture that people with these settings see.
func (env *Env) LookFor(people ...match.PersonSettings) view.Look {
	var l view.Look
	light := 0
	theme := ""
	for i, own := range people {
		if i == 0 {
			theme = own.Theme
		} else if theme != own.Theme {
			theme = ""
		}
		l.Text, l.Large = l.Text || own.TextOnly, l.Large || own.LargeText
		if own.LightBoards {
			light++
		}
	}
	l.Theme = env.Theme
	if own, err := picture.ThemeNamed(theme); theme != "" && err == nil {
		l.Theme = own
	}
	if light > 0 && light == len(people) {
		l.Theme = l.Theme.OnLight()
	}
	return l
}

// UsualStyle is the style of public pictures.
func (env *Env) UsualStyle() picture.Style { return picture.Style{Theme: env.Theme} }
