// Package chart lays out pictures of what is known: the phase diagram of a partizan row,
// the plane of Grundy values, the two ends of a row, a rating over time and the course of
// a match. Each is a value with the numbers in it, that draws itself and says in words
// what the picture shows. It knows no game and no solver.
package chart
