// Package splits has the theorem of Gray and Locke 2018 on Split-q-Nim, in which a
// pile may be split in place of taking from it, for every q.
package splits
