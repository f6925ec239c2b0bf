// Package every lists the positions of a kind, each once up to isomorphism: boards that differ only in the names of
// their stacks are one. A researcher looks through them for a conjecture or its smallest counterexample.
package every
