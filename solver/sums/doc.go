// Package sums is what is known of sums of boards, from what is known of the boards: their worths
// under normal play, and a search where these are not known or do not add up.
package sums
