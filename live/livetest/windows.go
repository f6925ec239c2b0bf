package livetest

// Windows are sizes of windows in CSS pixels: phones both ways round, split screens, browsers enlarged to 400 %,
// tablets and desks.
var Windows = [][2]int64{
	{280, 653}, {320, 200}, {320, 256}, {320, 480}, {320, 568}, {360, 300}, {360, 340}, {360, 640}, {375, 553}, {375, 667},
	{390, 844}, {412, 380}, {412, 915}, {480, 270}, {480, 320}, {480, 400}, {480, 640}, {568, 320}, {600, 400}, {640, 360},
	{667, 375}, {740, 360}, {768, 1024}, {800, 480}, {844, 390}, {915, 412}, {1024, 600}, {1024, 768}, {1280, 720}, {1920, 1080},
}

// Measure is a script that says what is wrong with lifted counters in a window: the board takes most of the shorter
// side, targets are large enough for a finger, and the confirming button is in view.
const Measure = `(() => {
	const box = (of) => of.getBoundingClientRect(), confirm = box(main.querySelector(".ask .lead"));
	const targets = [...main.querySelectorAll(":scope > .board .spot, .ask button, .keys button")].filter((e) => e.checkVisibility()).map(box);
	const board = box(main.querySelector(":scope > .board svg")).width, least = 0.6 * Math.min(innerWidth, innerHeight);
	const target = Math.min(...targets.map((at) => Math.min(at.width, at.height)));
	const below = Math.max(confirm.bottom - innerHeight, confirm.right - innerWidth), above = -Math.min(confirm.top, confirm.left);
	const wide = document.documentElement.scrollWidth - innerWidth;
	return [board < least && "a board of " + board + ", want " + least, target < 24 && "a target of " + target, wide > 0 && wide + " too wide",
		below > 0 && "the button is " + below + " below the fold", above > 0 && "the button is " + above + " above"].filter(Boolean).join("; ");
})()`
