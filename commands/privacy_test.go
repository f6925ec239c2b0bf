package commands_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/match"
)

func TestPrivacyShow(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/settings privacy show")
	r.refuses("p1", "/settings privacy show action:sell")
	r.refuses("p1", "/settings privacy show")
	r.refuses("p1", "/settings privacy delete sure:perhaps")
	r.past(func(m *match.Match) { m.Seed, m.TurnTime = math.MaxUint64, 90500*time.Millisecond })
	r.past(func(m *match.Match) { m.Sides[games.Left].Player = match.Player{ID: "p3", Name: "p3"} })
	r.expect("p1", "/challenge game:nim position:3 5 2 first:me level:casual")
	drawn := text(r.refuses("p1", "/puzzle new level:easy"))
	if !strings.Contains(drawn, "Easy puzzle") {
		t.Fatal(drawn)
	}
	r.refuses("p1", "/puzzle answer move:"+r.wrongAnswer("p1"))
	reply := r.refuses("p1", "/settings privacy show")
	if len(reply.Files) != 1 || reply.Files[0].Name != "nimatron-data.json" {
		t.Fatalf("the files are %+v", reply.Files)
	}
	var all struct {
		Players        []struct{ ID string }
		Server_players []struct{ Server string }
		Matches        []struct {
			State, Seed, First string
			TurnTime           int `json:"turn_time_ms"`
		}
		Moves          []struct{ Actor, Text string }
		Challenges     []struct{}
		Asked_puzzles  []struct{ Puzzle string }
		Puzzle_ratings []struct {
			Value float64
			Games int
		}
	}
	must.OK(t, json.Unmarshal(reply.Files[0].Data, &all))
	if len(all.Players) != 1 || all.Players[0].ID != "p1" || len(all.Matches) != 2 || len(all.Server_players) != 1 || len(all.Challenges) != 0 {
		t.Fatalf("the data are %+v", all)
	}
	if asked, rating := all.Asked_puzzles[0], all.Puzzle_ratings[0]; !strings.Contains(asked.Puzzle, ".easy.") || rating.Games != 1 || rating.Value >= 1500 {
		t.Errorf("of puzzles there are %+v and %+v", asked, rating)
	}
	playing, past := all.Matches[0], all.Matches[1]
	if playing.State != "playing" || playing.Seed != "" || past.Seed != "18446744073709551615" {
		t.Errorf("the seed of a match that goes on is given away, or another's is not: %+v", all.Matches)
	}
	if past.First != "left" || past.TurnTime != 90500 || len(all.Moves) != 1 || all.Moves[0].Actor != "left" || all.Moves[0].Text != "1-1" {
		t.Errorf("the finished match is %+v, %+v", past, all.Moves)
	}
	if strings.Contains(string(reply.Files[0].Data), "p3") {
		t.Error("the data of others are in it")
	}
}
