// Package rows has what is known of the games on a row of piles in which both
// players take from either end: who wins End-Nim, misère End-Nim and Loop End-Nim
// by the theorems of Albert and Nowakowski 2001 and of Cairns and Ho 2011 (Theorems 9
// and 10 of docs/theory.md), and their Grundy values, for which there is no formula, by
// tables (Proposition 13).
package rows
