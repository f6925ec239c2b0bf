// Package words has what many packages need to write a sentence: counted nouns, and
// text that is cut to a length
// or freed of what nobody can see.
package words
