// Package bruteforce plays the games on trees, graphs and grids by the letter of their rules: a
// plain memoised search without sums, move ordering or symmetry. The rules and the solver are
// tested and measured against it, so it imports nothing of the project.
package bruteforce
