package livetest

import _ "embed"

// Windows are sizes of windows in CSS pixels: phones both ways round, split screens, browsers enlarged to 400 %,
// tablets and desks.
var Windows = [][2]int64{
	{280, 653}, {320, 200}, {320, 256}, {320, 480}, {320, 568}, {360, 300}, {360, 340}, {360, 640}, {375, 553}, {375, 667},
	{390, 844}, {412, 380}, {412, 915}, {480, 270}, {480, 320}, {480, 400}, {480, 640}, {568, 320}, {600, 400}, {640, 360},
	{667, 375}, {740, 360}, {768, 1024}, {800, 480}, {844, 390}, {915, 412}, {1024, 600}, {1024, 768}, {1280, 720}, {1920, 1080},
}

// Measure is a script that checks a window with lifted counters. The board must take most of the shorter side. Targets
// must be large enough for a finger, and the confirming button must be in view. Its value names each fault, "" for none.
//
//go:embed measure.js
var Measure string
