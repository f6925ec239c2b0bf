package match

import (
	"context"
	"fmt"
	"slices"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

func takeTest(ctx context.Context, env *core.Env, r *core.Request, in *input.ChallengeInput) (view.Reply, error) {
	l := lesson.Find(in.Lesson)
	if l == nil {
		return view.Reply{}, core.Refuse("There is no lesson %s. `/learn lesson:all` lists them.", games.Quote(in.Lesson))
	}
	if *in != (input.ChallengeInput{Lesson: in.Lesson}) {
		return view.Reply{}, core.Refuse("A lesson's test sets its own board, so leave out the other options.")
	}
	p, err := env.Lessons.TakeTest(ctx, r.Channel, r.Server, r.By.Player(), l)
	reply, err := progressReply(ctx, env, r, p, err)
	reply.Text += fmt.Sprintf("\nThis is the test of the lesson %q. I make no mistakes, but you can win. Wins with a hint or takeback don't count.", l.Title)
	return reply, err
}

func tellOfTest(ctx context.Context, env *core.Env, g *referee.Game, card *view.Card, body *[]string) error {
	l := lesson.Find(g.Lesson)
	if l == nil || g.Player(games.Left).Deleted() {
		return nil
	}
	state, err := env.Lessons.LessonState(ctx, g.Player(games.Left).ID, l)
	if err != nil {
		return err
	}
	again := view.Action{Label: "Take the test", Call: input.Challenge.With(input.ChallengeInput{Lesson: l.ID}), Style: view.Primary}
	text := fmt.Sprintf("Lesson %q: test passed %d of %d times.", l.Title, min(state.Wins, lesson.Wins), lesson.Wins)
	switch {
	case lesson.Done(state):
		text = fmt.Sprintf("Lesson %q is done.", l.Title)
		again = view.AfterLesson(l)
	case g.Winner == match.LeftSeat && !g.PassedTest():
		text = fmt.Sprintf("Wins with a hint or takeback don't count. Lesson %q: test passed %d of %d times.", l.Title, state.Wins, lesson.Wins)
	}
	*body = append(*body, text)
	card.Actions = append([]view.Action{again, {Label: "The lesson", Call: input.Learn.With(input.LearnInput{Lesson: l.ID})}}, card.Actions...)
	return nil
}

func forLeader(ctx context.Context, env *core.Env, r *core.Request, g *referee.Game, leader string, reply *view.Reply) {
	if leader != "" {
		reply.Notify = slices.DeleteFunc(reply.Notify, func(id string) bool { return id == leader })
	}
	if leader == "" || leader != r.By.ID {
		return
	}
	var err error
	if reply.FollowUp, err = nextBoard(ctx, env, g.Tournament, leader); err != nil {
		env.Log.Warn("the boards of a leader can't be read", "match", g.ID, "err", err)
	}
}

func nextBoard(ctx context.Context, env *core.Env, tournament int64, player string) (*view.Card, error) {
	boards, err := env.BoardsIn(ctx, tournament, player)
	n := core.Waiting(boards, player)
	if err != nil || n == 0 {
		return nil, err
	}
	text := "Next: " + core.RunningText(boards[0], player) + "."
	if n > 1 {
		text += fmt.Sprintf(" Then %d more.", n-1)
	}
	return &view.Card{Body: text, Actions: []view.Action{{Label: "My boards", Call: view.BoardsIn(tournament, 1)}}}, nil
}
