package people

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// The actions of /privacy.
const (
	showData   = "show"
	deleteData = "delete"
)

var privacyCommand = &core.Command{
	Name:    "privacy",
	Summary: "Show or delete what I have stored about you",
	Options: []core.Option{
		{Name: "action", Summary: "show gives you all of it as a file, delete erases it", Required: true, Choices: []view.Choice{
			{Label: "Show me all of it", Value: showData},
			{Label: "Delete it", Value: deleteData},
		}},
		{Name: "sure", Summary: "true: yes, delete it", Kind: core.Flag, Hidden: true},
	},
	Private: true,
	Costly:  true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		switch {
		case strings.EqualFold(r.Option("action"), showData):
			return sendData(ctx, env, r)
		case !r.Flag("sure"):
			return confirmDelete(), nil
		}
		err := env.Store.Forget(ctx, r.By.ID, env.Referee.Now())
		env.Standings.Forget()
		switch {
		case errors.Is(err, match.ErrPlaying):
			return view.Reply{}, core.Refuse("You are in a match that is still being played, so nothing was deleted: finish it or `/resign`, then ask again.")
		case errors.Is(err, match.ErrNotFound):
			return view.Reply{}, errNothingStored
		case err != nil:
			return view.Reply{}, err
		}
		return view.Reply{
			Text: "Done: your name, id, ratings, results and settings are deleted. If you play again, you start as somebody new.",
			To:   view.UpdateEphemeral{},
		}, nil
	},
}

var errNothingStored = core.Refuse("Nothing is stored about you.")

func sendData(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	all, err := env.Store.Export(ctx, r.By.ID)
	if errors.Is(err, match.ErrNotFound) {
		return view.Reply{}, errNothingStored
	}
	if err != nil {
		return view.Reply{}, err
	}
	text := fmt.Sprintf("Everything that is stored about you, including %s.", words.Count(all.Matches, "match"))
	if all.More {
		text += " There is even more than fits: ask whoever runs this bot for the rest."
	}
	file, err := pack(view.File{Name: "nimatron-data.json", Data: all.JSON}, maxPlain)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Text: text, Files: []view.File{file}}, nil
}

// maxPlain is the longest file, in bytes, that is not compressed.
const maxPlain = 8 << 20

// pack compresses a file that is longer than limit bytes.
func pack(f view.File, limit int) (view.File, error) {
	if len(f.Data) <= limit {
		return f, nil
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(f.Data)
	err = errors.Join(err, z.Close())
	return view.File{Name: f.Name + ".gz", Data: b.Bytes()}, err
}

func confirmDelete() view.Reply {
	return view.Reply{
		Text: "This deletes your name, id, ratings, results, puzzles, lessons and settings, cancels your open challenges, takes you out of classes and ends those that you teach. " +
			"The matches that you have finished stay for your opponents, as those of a deleted player. " +
			"Until two days after this month's standings are closed, a hash of your id stays beside them, so that no limit on rated matches and challenges begins anew. This can't be undone. Are you sure?",
		Card: &view.Card{Actions: []view.Action{{
			Label: "Yes, delete it", Command: "privacy", Style: view.Danger,
			Options: map[string]string{"action": deleteData, "sure": "true"},
		}}},
	}
}
