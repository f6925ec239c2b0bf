// Package bruteforce plays the games on trees, graphs and grids by the letter of
// their rules: a plain memoised search that sums nothing, orders nothing and knows
// no symmetry. It is what the rules and the solver are tested and measured
// against, so it shares no code with them and imports nothing of the project.
package bruteforce
