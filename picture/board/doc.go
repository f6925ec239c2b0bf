// Package board lays out the picture of a position: piles and rows as stacks of boxes,
// trees and graphs as places that lines join, grids as cells. What may be touched now is
// highlighted, and what the last move took is still there as a ghost. It knows the shapes
// of boards and no game.
package board
