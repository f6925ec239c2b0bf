package people

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// The actions of /privacy.
const (
	showData   = settingsName + " privacy show"
	deleteData = settingsName + " privacy delete"
)

var privacyCommand = &core.Command{Name: settingsName + " privacy", Summary: "See or delete what I store about you", Subcommands: []*core.Command{
	{Name: showData, Summary: "Get all of it as a file", Private: true, Costly: true, Run: sendData},
	{
		Name: deleteData, Summary: "Delete all of it", Private: true, Costly: true, Run: deleteAll,
		Options: []core.Option{{Name: "sure", Summary: "true: yes, delete it", Kind: core.Flag, Hidden: true}},
	},
}}

func deleteAll(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	if !r.Flag("sure") {
		return core.Confirm(r, deleteWarning, "Yes, delete it"), nil
	}
	if err := env.Referee.LeaveMatches(ctx, r.By.ID); err != nil {
		return view.Reply{}, err
	}
	err := env.Store.Forget(ctx, r.By.ID, env.Referee.Now())
	switch {
	case errors.Is(err, match.ErrPlaying):
		return view.Reply{}, core.Refuse("Nothing was deleted, because a match of yours has just begun. Try again.")
	case errors.Is(err, match.ErrNotFound):
		return view.Reply{}, errNothingStored
	case err != nil:
		return view.Reply{}, err
	}
	return view.Reply{
		Text: "Done: your name, ID, ratings, results and settings are deleted. If you play again, you start as a new player.",
		To:   view.UpdateEphemeral{},
	}, nil
}

var errNothingStored = core.Refuse("I store nothing about you.")

func sendData(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	all, err := env.Store.Export(ctx, r.By.ID)
	if errors.Is(err, match.ErrNotFound) {
		return view.Reply{}, errNothingStored
	}
	if err != nil {
		return view.Reply{}, err
	}
	text := fmt.Sprintf("Everything I store about you, including %s.", words.Count(all.Matches, "match"))
	if all.More {
		text += " This is not all of it: the rest is too large to send. Ask the bot's operator for it."
	}
	file, err := pack(view.File{Name: "nimatron-data.json", Data: all.JSON}, maxPlain)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Text: text, Files: []view.File{file}}, nil
}

// maxPlain bounds an uncompressed file, in bytes.
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

const deleteWarning = "This deletes your name, ID, ratings, results, puzzles, lessons and settings. It resigns your rated matches, ends your others without a winner, cancels your open challenges, removes you from classes and ends the classes you teach. " +
	"Your finished matches stay for your opponents, under the name \"a deleted player\". " +
	"A hash of your ID stays until two days after this month's standings close, so that limits on rated matches and challenges still hold. This can't be undone. Are you sure?"
