package class

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
)

type newSetInput struct {
	Set       string `option:"set" help:"The name of a puzzle set"`
	Positions string `option:"positions" help:"The positions, such as nim 3 5 7 | Which pile is too big? || end-nim 3 5 2"`
	Form      bool   `button:"form"`
	input.Which
}

type dropSetInput struct {
	Set string `option:"set" help:"The name of a puzzle set"` // a button has its ID
	input.Which
	Sure bool `button:"sure"`
}

func newSet(ctx context.Context, env *core.Env, r *core.Request, in *newSetInput, c *class.Class) (view.Reply, error) {
	if in.Form || in.Set == "" && in.Positions == "" {
		return view.Reply{Form: SetForm(c), To: view.Private{},
			Text: "Write `/class set create set:… positions:…`, such as `positions:nim 3 5 7 | Which pile is too big? || end-nim 3 5 2`."}, nil
	}
	name := strings.TrimSpace(words.Visible(in.Set))
	var errName error
	switch {
	case name == "":
		errName = core.Refuse("Name the set, such as `set:Mirrors`.")
	case words.Length(name) > puzzle.MaxSetName:
		errName = core.Refuse("A set's name has at most %d characters.", puzzle.MaxSetName)
	case slices.ContainsFunc(c.Sets, func(set puzzle.Set) bool { return strings.EqualFold(set.Name, name) }):
		errName = core.Refuse("This class already has a set named %s. Delete it or choose another name.", view.Plain(name))
	}
	puzzles, err := readSet(in.Positions)
	var set puzzle.Set
	switch {
	case err != nil:
	case errName != nil:
		err = env.Puzzles.CheckSet(ctx, r.By.Player(), puzzles)
	default:
		set, err = env.Classes.NewPuzzleSet(ctx, c.ID, r.By.ID, name, puzzles)
	}
	if bad := (puzzle.BadPositions)(nil); errors.As(err, &bad) {
		err = core.Refuse("%s", badPuzzlesText(bad))
	}
	if err := core.Together(errName, err); err != nil {
		return view.Reply{}, err
	}
	changed, err := env.Classes.Class(ctx, c.ID)
	if err != nil {
		return view.Reply{}, err
	}
	reply := classChanged(&changed, fmt.Sprintf("Set created: %s. Assign it with `/class assign set:%s`.", SetLine(&set), view.Plain(name)))
	reply.FollowUp = PuzzleSets(&changed, true)
	return reply, nil
}

// readSet reads the puzzles of a set, such as "nim 3 5 7 | Which pile is too big?". Line breaks or
// "||" separate them.
func readSet(text string) (puzzles []puzzle.SetPuzzle, err error) {
	for _, line := range strings.Split(strings.ReplaceAll(text, "||", "\n"), "\n") {
		if line = strings.TrimSpace(words.Visible(line)); line == "" {
			continue
		}
		board, said, _ := strings.Cut(line, "|")
		variant, position, _ := strings.Cut(strings.TrimSpace(board), " ")
		puzzles = append(puzzles, puzzle.SetPuzzle{Variant: variant, Position: strings.TrimSpace(position), Text: strings.TrimSpace(said)})
	}
	if len(puzzles) == 0 || len(puzzles) > puzzle.MaxSetPuzzles {
		return nil, core.Refuse("A set has 1 to %d positions, and you gave %d. Write them like `positions:nim 3 5 7 | Which pile is too big? || end-nim 3 5 2`.", puzzle.MaxSetPuzzles, len(puzzles))
	}
	return puzzles, nil
}

func findSet(named string, c *class.Class) (*puzzle.Set, error) {
	for i := range c.Sets {
		if set := &c.Sets[i]; strconv.FormatInt(set.ID, 10) == named || strings.EqualFold(set.Name, named) {
			return set, nil
		}
	}
	return nil, &referee.Refusal{Words: class.NoSet}
}

func dropSet(ctx context.Context, env *core.Env, r *core.Request, in *dropSetInput, c *class.Class) (view.Reply, error) {
	set, err := findSet(in.Set, c)
	if err != nil {
		return view.Reply{}, err
	}
	if !in.Sure {
		in.Set, in.Sure = strconv.FormatInt(set.ID, 10), true
		return core.Confirm(r, setDrop.With(*in), fmt.Sprintf("Delete the set %s? Nobody will be able to solve it.", view.Plain(set.Name)), "Yes, delete it"), nil
	}
	changed, err := env.Classes.DropPuzzleSet(ctx, c.ID, r.By.ID, set.ID)
	return classChanged(&changed, fmt.Sprintf("Deleted the set %s.", view.Plain(set.Name))), err
}

// SetForm asks for a puzzle set.
func SetForm(c *class.Class) *view.Form {
	return &view.Form{Title: "New puzzle set", Call: setCreate.With(newSetInput{Which: which(c)}), Inputs: []view.Input{
		{Option: "set", Label: "Name", Example: "Mirrors", Required: true},
		{Option: "positions", Label: "Positions", Help: "One per line: game, position, then | and your text", Example: "nim 3 5 7 | Which pile is too big?", Required: true, Long: true},
	}}
}

func setsAction(c *class.Class) view.Action {
	return view.Action{Label: "Puzzle sets", Call: setList.With(which(c))}
}

// SetLine names a puzzle set and its size.
func SetLine(s *puzzle.Set) string {
	return fmt.Sprintf("%s · %s", view.Plain(s.Name), words.Count(len(s.Puzzles), "puzzle"))
}

// PuzzleSets lists the sets of a class, for its teacher or for a student.
func PuzzleSets(c *class.Class, teaches bool) *view.Card {
	card := &view.Card{Title: "Puzzle sets of " + c.Name, Body: "None yet."}
	begin := view.Menu{Prompt: "Create one", Call: input.PuzzleAnswer.Call(), Option: "id"}
	assign := view.Menu{Prompt: "Assign one", Call: giveTasks.With(assignInput{Which: which(c), Form: true}), Option: "set"}
	drop := view.Menu{Prompt: "Delete one", Call: setDrop.With(dropSetInput{Which: which(c)}), Option: "set"}
	var lines []string
	for i := range c.Sets {
		line := SetLine(&c.Sets[i])
		lines = append(lines, line)
		own := view.Choice{Label: words.Cut(line, view.MaxChoiceText), Value: strconv.FormatInt(c.Sets[i].ID, 10)}
		assign.Choices, drop.Choices = append(assign.Choices, own), append(drop.Choices, own)
		own.Value = puzzle.ID{Kind: puzzle.FromSet, Set: c.Sets[i].ID, Number: 1}.String()
		begin.Choices = append(begin.Choices, own)
	}
	if len(lines) > 0 {
		card.Body, card.Menus = strings.Join(lines, "\n"), []view.Menu{begin}
	}
	if teaches {
		if len(lines) > 0 {
			card.Menus = append(card.Menus, assign, drop)
		}
		card.Actions = []view.Action{{Label: "New puzzle set", Call: setCreate.With(newSetInput{Which: which(c), Form: true}), Style: view.Primary}}
	}
	return card
}

// maxBadPuzzles leaves room in a message of 2,000 characters.
const maxBadPuzzles = 1600

func badPuzzlesText(bad puzzle.BadPositions) (text string) {
	for i, line := range bad {
		if words.Length(text+line) > maxBadPuzzles {
			return text + fmt.Sprintf("%d more can't be in it.", len(bad)-i)
		}
		text += line + "\n"
	}
	return strings.TrimSpace(text)
}
