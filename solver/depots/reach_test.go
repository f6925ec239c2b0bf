package depots_test

import "nimatron/games/depotnim/boardtest"

var grid, randomTree, star, colouredGrid = boardtest.Grid, boardtest.RandomTree, boardtest.Star, boardtest.ColouredGrid
