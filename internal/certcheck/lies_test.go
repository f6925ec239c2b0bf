package certcheck_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/internal/certcheck"
)

// TestLies gives the checker certificates of what is not so. Each would be accepted if the condition
// that is named before it were missing: they were found by taking the conditions away one by one. Of
// these some only keep certificates in one form, as no lie needs them: the order and the size of
// the stacks of a listed position, positions that are listed twice, and the move that an
// answer names, since every move has to have one that is tried.
func TestLies(t *testing.T) {
	const tree, depot, coloured = `"tree-nim","position":"`, `"depot-nim","position":"`, `"coloured-depot-nim","position":"`
	for _, lie := range []struct{ condition, line, want string }{
		{"a listed tree is one piece", tree + `1(1(1(1(1))))","claim":"P","lost":["a1b1c1d1e1 a0e0 e0a0","a1b1c1e1 a0e0 c0e0 e0a0"]`, "not one tree"},
		{"so it is if the move leaves it", tree + `2(1(1(1(1))))","claim":"N","move":"a-1","lost":["a1b1c1d1e1 a0e0 e0a0","a1b1c1e1 a0e0 c0e0 e0a0"]`, "not one tree"},
		{"the position is lost", tree + `2","claim":"P","lost":[]`, "does not show"},
		{"the move leaves a lost one", tree + `1(1)","claim":"N","move":"a-1","lost":[]`, "does not leave"},
		{"who wins has a move", tree + `0","claim":"N","lost":[]`, `"move" is missing`},
		{"no player is ahead where both have the same moves", tree + `2","claim":"L","move":"a-2","lost":[]`, "nobody can claim L"},
		{"a stack between two can't be lowered", tree + `2(1(2))","claim":"N","move":"b-1","lost":[]`, "the rules forbid"},
		{"a stack without an empty place beside it can't", depot + `a=1 b=2; *-a a-b","claim":"N","move":"b-1","lost":["a1b1 a0b0"]`, "the rules forbid"},
		{"no more is taken than there is", coloured + `a=1 b=1; *<a *>b","claim":"L","left":"a-2","lost":[]`, "the rules forbid"},
		{"roads are for one truck", coloured + `a=1; *<a","claim":"N","left":"a-1","right":"a-1","lost":[]`, "the rules forbid"},
		{"every stack is reached", depot + `a=1 b=1; *-a","claim":"P","lost":[]`, "can't be reached"},
		{"every move is answered", depot + `a=2 b=1; *-a a-b","claim":"P","lost":["a2b1 a0b0","a1b1 a0b0"]`, "has no answer"},
		{"also those on the pile", depot + `a=2 b=1 c=3; *-a a-b *-c","claim":"P","lost":["a2b1*3 a0*1 a1*0","a1b1 a0b0"]`, "has no answer"},
		{"an answer is a legal move", depot + `a=2 b=2; *-a a-b","claim":"P","lost":["a2b2 a0b0 a1b1","a1b1 a0b0"]`, "is no answer"},
		{"an answer takes something", depot + `a=2 b=1; *-a a-b","claim":"P","lost":["a2b1 a0b0 a1a1","a1b1 a0b0"]`, "is no answer"},
		{"also from the pile", depot + `a=2 b=1 c=1; *-a a-b *-c","claim":"P","lost":["a2b1*1 a0*1 a1*0 *0a1","a1b1 a0b0"]`, "is no answer"},
		{"an answer leaves a lost position", depot + `a=2 b=2; *-a a-b","claim":"P","lost":["a2b2 a0b0 a1a0"]`, "is no answer"},
		{"stacks hang together unless both are open, and have to be listed", depot + `a=2 b=2; *-a a-b","claim":"P","lost":[]`, "does not show"},
		{"with 1s only their number counts", `"tree-nim/misere","position":"1(1)","claim":"P","lost":[]`, "does not show"},
		{"with others it does not", `"tree-nim/misere","position":"2","claim":"P","lost":[]`, "does not show"},
		{"a position is listed for one player", coloured + `a=1; *<a","claim":"P","lost":["Ra1"]`, "does not show"},
		{"it is listed with its pile", coloured + `a=2 b=1 c=1; *-a *<b *>c","claim":"P","lost":["Lb1c1 b0c0","Rb1c1 c0b0"]`, "does not show"},
		{"Right comes to a loose stack", coloured + `a=1 b=1; *<a *<b","claim":"P","lost":[]`, "does not show"},
		{"Left does", coloured + `a=1 b=1; *>a *>b","claim":"P","lost":[]`, "does not show"},
		{"a loose stack is in nobody's way", coloured + `a=2 b=1 c=3; *-a a-b *-c","claim":"P","lost":["Lb1*1 b0*0 *0b0","Rb1*1 b0*0 *0b0"]`, "does not show"},
		{"the pile is a move", coloured + `a=1; *-a","claim":"P","lost":[]`, "does not show"},
		{"what both come to is no waiting move", coloured + `a=2 b=1; *-a a-b","claim":"P","lost":[]`, "does not show"},
		{"also one of several", coloured + `a=2 b=1 d=1; *-a a>b *<d","claim":"L","left":"a-2","lost":[]`, "does not show"},
		{"a truck comes farther in time", coloured + `a=1 b=5 c=1; *>a a>b *<c","claim":"P","lost":[]`, "does not show"},
		{"a star with spokes as high as its hub has an odd number of them", tree + `3(3 3)","claim":"P","star":true`, "does not show"},
		{"a star's hub is joined to all others", tree + `3(1 1(1))","claim":"P","star":true`, "does not show"},
		{"its hub is 2^k - 1 or higher than the spokes", tree + `2(1 2 3)","claim":"P","star":true`, "does not show"},
		{"its spokes cancel", tree + `3(1 2)","claim":"P","star":true`, "does not show"},

		{"worths are worked out", `"sum","position":"nim 3","claim":"N","worths":[5],"move":"1:1-3"`, "the worths should be [3]"},
		{"the claim follows from them", `"sum","position":"nim 3 + nim 3","claim":"N","worths":[3,3]`, "does not follow"},
		{"the move on piles leaves a lost sum", `"sum","position":"nim 3 + nim 1","claim":"N","worths":[3,1],"move":"1:1-1"`, "does not leave"},
		{"the move on a board does", `"sum","position":"end-nim 3 + nim 1","claim":"N","worths":[3,1],"move":"1:L-1"`, "does not leave"},
		{"the move is legal", `"sum","position":"tree-nim 2(1(1))","claim":"N","worths":[2],"move":"1:b-1"`, "the "},
		{"the part of the move exists", `"sum","position":"nim 3","claim":"N","worths":[3],"move":"2:1-3"`, "there is no part 2"},
		{"the last counter wins in each part", `"sum","position":"end-nim/misere 1","claim":"P","worths":[0]`, "no part of this sum"},
		{"also in one that splits", `"sum","position":"split-nim/0/misere 1","claim":"N","worths":[1],"move":"1:1-1"`, "no part of this sum"},
		{"it loses in each", `"sum/misere","position":"split-nim/0 1","claim":"P","worths":[[1,0]]`, "no part of this sum"},
		{"each part has whole turns", `"sum","position":"total-reverse-nim 3","claim":"N","worths":[3],"move":"1:L-3"`, "no part of this sum"},
		{"both players have the same moves", `"sum","position":"partizan-end-nim 1 2","claim":"P","worths":[0]`, "no part of this sum"},
		{"1s alone turn misère sums round", `"sum/misere","position":"nim/misere 1 + nim/misere 1","claim":"P","worths":[[1,0],[1,0]]`, "does not follow"},
		{"a pile of 2 does not", `"sum/misere","position":"nim/misere 3 + nim/misere 2","claim":"P","worths":[[3,3],[2,2]]`, "does not follow"},
		{"the last pile of the loop game is no move", `"sum","position":"end-nim/loop 2","claim":"N","worths":[2],"move":"1:L-2"`, "the worths should be [0]"},
		{"the loop game has a row to begin with", `"sum","position":"end-nim/loop 0","claim":"P","worths":[0]`, "is no pile here"},
		{"numbers are written as the game writes them", `"nim","position":"03","claim":"N","move":"1-3"`, "is no pile here"},
		{"commas stand between two", `"nim","position":",3","claim":"N","move":"1-3"`, `"position" is missing`},
		{"roads stand behind a semicolon", depot + `a=0","claim":"P","lost":[]`, "has no roads"},
		{"with six parts at most", `"partizan-sum","position":"` + strings.Repeat("partizan-end-nim 1 + ", 6) + `partizan-end-nim 1","claim":"P"`, "at most 6 parts"},
		{"a player who does not win loses, moving first", `"partizan-sum","position":"partizan-end-nim 1","claim":"P"`, "left wins, moving first"},
		{"a move wins", `"partizan-sum","position":"partizan-end-nim 2 1","claim":"L","left":"1:L-2"`, "does not win"},
		{"each player takes from an end", `"partizan-sum","position":"partizan-end-nim 2 1","claim":"N","left":"1:L-1","right":"1:L-1"`, "the rules forbid"},
	} {
		line := fmt.Sprintf(`{"variant":%s}`, lie.line)
		lines := []string{line}
		if strings.HasSuffix(lie.want, "one tree") { // the list is the same under misère play
			lines = append(lines, strings.Replace(line, `tree-nim"`, `tree-nim/misere"`, 1))
		}
		for _, line := range lines {
			if err := certcheck.Check([]byte(line)); err == nil || !strings.Contains(err.Error(), lie.want) {
				t.Errorf("%s: got %v, want %s of %s", lie.condition, err, lie.want, line)
			}
		}
	}
}
