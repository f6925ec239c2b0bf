package commands_test

// begin starts a rated pair between p1 and p2 at a pace, in which p1 goes first. It returns a legal
// move.
func (r *room) begin(options string) (move string) {
	r.Helper()
	r.expect("p1", "/challenge game:nim opponent:p2 rated:true first:me "+options)
	r.expect("p2", "/match accept", "@p1, your turn")
	_, move = r.firstMove()
	return move
}
