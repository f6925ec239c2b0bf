// Says what is wrong with lifted counters in a window, "" if nothing is.
(() => {
  const box = (of) => of.getBoundingClientRect(), confirm = box(main.querySelector(".ask .lead"));
  const targets = [...main.querySelectorAll(":scope > .board .spot, .ask button, .keys button")].filter((e) => e.checkVisibility()).map(box);
  const board = box(main.querySelector(":scope > .board svg")).width, least = 0.6 * Math.min(innerWidth, innerHeight);
  const target = Math.min(...targets.map((at) => Math.min(at.width, at.height)));
  const below = Math.max(confirm.bottom - innerHeight, confirm.right - innerWidth), above = -Math.min(confirm.top, confirm.left);
  const wide = document.documentElement.scrollWidth - innerWidth;
  return [board < least && "a board of " + board + ", want " + least, target < 24 && "a target of " + target, wide > 0 && wide + " too wide",
    below > 0 && "the button is " + below + " below the fold", above > 0 && "the button is " + above + " above"].filter(Boolean).join("; ");
})()
