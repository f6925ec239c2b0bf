// Package words helps to write sentences: counted nouns, cut texts, and texts without invisible
// characters.
package words
