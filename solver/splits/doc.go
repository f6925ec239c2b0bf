// Package splits has the theorems on Split-q-Nim, in which a pile may be split instead of reduced:
// Gray and Locke 2018 for odd and negative q and for 0 and 2 (Theorems 23 to 25 of docs/theory/theory.md),
// and this project's own for even q ≥ 4 (Theorem 26).
package splits
