package commands_test

import ()

// win lets p1 win a rated pair against p2.
func (r *room) win() {
	r.Helper()
	r.say("p1", "/challenge game:nim opponent:p2 rated:true")
	r.say("p2", "/match accept")
	r.say("p2", "/match resign sure:true")
	r.say("p2", "/match resign sure:true")
}
