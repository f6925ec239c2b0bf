package commands_test

// wrongAnswer returns a losing decision in a person's latest puzzle.
func (r *room) wrongAnswer(by string) string {
	r.Helper()
	asked, err := r.service.Env().Puzzles.AskedPuzzle(r.Context(), by)
	if err != nil || asked == nil {
		r.Fatalf("%s was asked %+v, %v", by, asked, err)
	}
	return losing(asked.Position, asked.Winning).String()
}
