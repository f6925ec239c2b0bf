package people

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

const (
	showData   input.Name[input.None]  = "settings privacy show"
	deleteData input.Name[deleteInput] = "settings privacy delete"
)

var privacyCommand = &core.Command{Name: "settings privacy", Summary: "See or delete what I store about you", Subcommands: []*core.Command{
	core.New(showData, core.Command{Summary: "Get all of it as a file", Private: true, Costly: true}, sendData),
	core.New(deleteData, core.Command{Summary: "Delete all of it", Private: true, Costly: true}, deleteAll),
}}

type deleteInput struct {
	Sure bool `button:"sure"`
}

func deleteAll(ctx context.Context, env *core.Env, r *core.Request, in *deleteInput) (view.Reply, error) {
	if !in.Sure {
		return core.Confirm(r, deleteData.With(deleteInput{Sure: true}), deleteWarning, "Yes, delete it"), nil
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
	env.ForgetTables()
	return view.Reply{
		Text: "Done: your name, ID, ratings, results and settings are deleted. If you play again, you start as a new player.",
		To:   view.UpdateEphemeral{},
	}, nil
}

var errNothingStored = core.Refuse("I store nothing about you.")

// fileBounds bound the file with all data, which may hold any number of matches. It ends at the first bound
// and is sent as it is.
type fileBounds struct {
	plain  int
	packed int
	ready  time.Duration // for reading all of it; Discord takes an answer for 15 minutes
}

// usualBounds suit Discord, which takes 10 MB. A match takes about 100 bytes compressed.
var usualBounds = fileBounds{8 << 20, 9 << 20, 4 * time.Minute}

// passed names the bound that is passed, "" for none.
func (b fileBounds) passed(file *personalFile, took time.Duration) string {
	switch {
	case file.packed.Len() > b.packed:
		return fmt.Sprintf("it is over %d MB compressed", b.packed>>20)
	case took > b.ready:
		return "reading it takes longer than " + view.Duration(b.ready)
	}
	return ""
}

func sendData(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	return usualBounds.send(ctx, env, r)
}

func (b fileBounds) send(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	file, began, why := personalFile{plain: b.plain}, env.Referee.Now(), ""
	all, err := env.Store.Export(ctx, r.By.ID, &file, func() bool {
		why = b.passed(&file, env.Referee.Now().Sub(began))
		return why != ""
	})
	if errors.Is(err, match.ErrNotFound) {
		return view.Reply{}, errNothingStored
	}
	if err != nil {
		return view.Reply{}, err
	}
	text := "Here is everything I store about you."
	if all.More {
		text = fmt.Sprintf("A part of what I store about you, with %s. The file ends early because %s. Ask the bot's operator for the rest.",
			words.Count(all.Matches, "match"), why)
	}
	sent, err := file.close("nimatron-data.json")
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Text: text, Files: []view.File{sent}}, nil
}

type personalFile struct {
	plain  int
	start  bytes.Buffer
	packed bytes.Buffer
	pack   *gzip.Writer
}

func (f *personalFile) Write(b []byte) (int, error) {
	if f.pack != nil {
		return f.pack.Write(b)
	}
	if f.start.Write(b); f.start.Len() > f.plain {
		f.pack = gzip.NewWriter(&f.packed)
		if _, err := f.start.WriteTo(f.pack); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

func (f *personalFile) close(name string) (view.File, error) {
	if f.pack == nil {
		return view.File{Name: name, Data: f.start.Bytes()}, nil
	}
	f.start = bytes.Buffer{}
	err := f.pack.Close()
	return view.File{Name: name + ".gz", Data: f.packed.Bytes()}, err
}

const deleteWarning = "This deletes your name, ID, ratings, results, puzzles, lessons and settings. It resigns your rated matches, ends your others without a winner, cancels your open challenges, removes you from classes and ends the classes you teach. " +
	"Your finished matches stay for your opponents, under the name \"a deleted player\". " +
	"A hash of your ID stays until two days after this month's standings close, so that limits on rated matches and challenges still hold. This can't be undone. Are you sure?"
