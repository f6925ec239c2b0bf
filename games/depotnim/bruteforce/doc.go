// Package bruteforce plays the games on trees, graphs and grids directly by their rules: a plain
// memoised search without sums, move ordering or symmetry. The rules and the solver are tested and
// measured against it, so it imports nothing from the project.
package bruteforce
