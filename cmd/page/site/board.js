// Elements, the update of a drawn page, and boards to touch.
"use strict";

// el makes an element: el("p", { class: "faint" }, "text", …). value, svg and live are no attributes.
function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) (e.on ??= {})[name] = e[name] = value;
    else if (["value", "svg", "live"].includes(name)) e["its" + name] = value;
    else if (value === true) e.setAttribute(name, "");
    else if (value !== false && value != null) e.setAttribute(name, value);
  }
  e.append(...children.flat(3).filter((c) => c != null && c !== false));
  if (e.itsvalue !== undefined) e.value = e.itsvalue;
  if (e.itssvg !== undefined) e.innerHTML = e.itssvg; // written by the program itself
  return e;
}

// rich makes text of the little markup that the program's sentences have.
function rich(text, tag = "p", attributes = {}) {
  const e = el(tag, attributes);
  for (const part of text.split(/(\*\*[^*]+\*\*|`[^`]+`|\n)/)) {
    if (part === "\n") e.append(el("br"));
    else if (part.startsWith("**") && part.length > 4) e.append(el("strong", {}, part.slice(2, -2)));
    else if (part.startsWith("`") && part.length > 2) e.append(el("code", {}, part.slice(1, -1)));
    else e.append(part);
  }
  return e;
}

const button = (label, onclick, attributes = {}) => el("button", { type: "button", onclick, ...attributes }, label);
const to = (link, label, attributes = {}) => (link ? el("a", { class: "button", href: link, ...attributes }, label) : null);
const folded = (title, ...children) => el("details", { "data-key": title }, el("summary", {}, title), ...children);

// --- one page becomes the next -------------------------------------------------------------------

// patch makes an element like a fresh one. What is alike stays, and with it the keyboard, what is open,
// and where things on a board were.
function patch(old, fresh) {
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of Object.keys({ ...old.on, ...fresh.on })) old[name] = fresh.on?.[name] ?? null;
  old.on = fresh.on;
  if (fresh.itssvg !== undefined) {
    if (old.itssvg !== fresh.itssvg) redraw(old, fresh.itssvg);
    return;
  }
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    let same = at;
    while (same && !alike(same, child)) same = same.nextSibling;
    if (!same) {
      old.insertBefore(settled(child), at);
      continue;
    }
    while (at !== same) at = removed(at);
    at = same.nextSibling;
    if (same === child.itslive) continue;
    if (same.nodeType === Node.TEXT_NODE) {
      if (same.data !== child.data) same.data = child.data;
    } else patch(same, child);
  }
  while (at) at = removed(at);
  if (fresh.itsvalue !== undefined && old.value !== fresh.itsvalue) old.value = fresh.itsvalue;
}

const alike = (a, b) => (b.itslive || a.stays ? a === b.itslive : a.nodeName === b.nodeName && a.id === b.id && a.dataset?.key === b.dataset?.key);

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// settled replaces the placeholders in a new element by the living elements.
function settled(node) {
  if (node.itslive) return node.itslive;
  node.querySelectorAll?.("[data-live]").forEach((place) => place.replaceWith(place.itslive));
  return node;
}

// living is a placeholder for an element that changes by itself and is not drawn again.
function living(element) {
  element.stays = true;
  return el("div", { live: element, "data-live": true });
}

// --- motion --------------------------------------------------------------------------------------

const motion = { duration: 200, easing: "ease-out" }; // in milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

const thingsOn = (box) => [...box.querySelectorAll("[data-thing]")];

// redraw shows another picture of a board. After a move, counters slide to their new places, taken ones
// vanish, and new ones appear.
function redraw(box, svg) {
  const before = box.itsstep;
  const old = still.matches ? [] : thingsOn(box).map((g) => ({ g, box: g.getBoundingClientRect(), ...g.dataset }));
  const begun = box.itssvg !== undefined;
  box.itssvg = svg;
  box.innerHTML = svg;
  box.itsstep = { match: box.dataset.match, step: +box.dataset.step };
  const picture = box.querySelector("svg");
  if (!picture || still.matches || !begun) return;
  const step = before?.match === box.dataset.match ? box.itsstep.step - before.step : NaN;
  if (Math.abs(step) > 1 || Number.isNaN(step)) return picture.animate([{ opacity: 0.35 }, { opacity: 1 }], motion);
  const left = new Map(old.map((o) => [step < 0 ? o.was : o.thing, o]));
  const unit = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
  const away = (o, g) => {
    const now = g.getBoundingClientRect();
    return [(o.box.left - now.left) * unit, (o.box.top - now.top) * unit];
  };
  const at = ([x, y]) => `translate(${x}px, ${y}px)`;
  for (const g of thingsOn(picture)) {
    const name = step > 0 ? g.dataset.was : g.dataset.thing;
    const o = left.get(name);
    left.delete(name);
    if (!o) {
      g.animate([{ opacity: 0 }, { opacity: 1 }], motion);
      continue;
    }
    const from = away(o, g);
    if (Math.hypot(...from) > 0.5) g.animate([{ transform: at(from) }, { transform: "none" }], motion);
  }
  for (const o of left.values()) {
    delete o.g.dataset.thing;
    picture.insertBefore(o.g, picture.querySelector(".spot"));
    const [x, y] = away(o, o.g);
    o.g.animate([{ transform: at([x, y]), opacity: 1 }, { transform: at([x, y - 30]), opacity: 0 }], motion).onfinish = () => o.g.remove();
  }
}

// --- boards --------------------------------------------------------------------------------------

// boardOf shows a board. touch gets the words of data-tap where the board is touched.
function boardOf(shown, touch, match, step) {
  if (!shown.board) return el("div", { class: "board", "data-key": "board" }, el("pre", { tabindex: "0", role: "group", "aria-label": "The board" }, shown.position || ""));
  const box = el("div", { class: "board", "data-key": "board", "data-match": match, "data-step": step, svg: shown.board });
  box.on = { onclick: (event) => {
    const spot = event.target.closest?.("[data-tap]");
    if (spot && touch) touch(spot.dataset.tap.split(" "), spot);
  } };
  box.onclick = box.on.onclick;
  box.itsstep = { match, step };
  return box;
}

// pileUnder is the name of the pile whose counters lie at a spot.
function pileUnder(spot) {
  const middle = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const [x, y] = middle(spot);
  const away = (g) => { const [a, b] = middle(g); return Math.hypot((a - x) * 4, b - y); };
  const nearest = thingsOn(spot.closest("svg")).sort((a, b) => away(a) - away(b))[0];
  return nearest?.dataset.thing.split("/")[0];
}

// raise lifts what a move would take: the uppermost counters of a pile.
function raise(box, lifted) {
  const pile = lifted && thingsOn(box).filter((g) => g.dataset.thing.split("/")[0] === lifted.pile);
  thingsOn(box).forEach((g) => g.classList.toggle("lifted", Boolean(pile?.slice(pile.length - lifted.count).includes(g))));
}

// keysOf are the buttons of a question. Other asks for what is typed. While the bot thinks they stay
// where they are, and do nothing.
function keysOf(rows, question, touch) {
  return el("div", { class: "keys", role: "group", "aria-label": question || "Moves", tabindex: "-1", "data-key": "keys" },
    (rows || []).map((row) => el("div", {}, row.map((key) => button(key.label, () => {
      if (!touch) return;
      if (!key.other) return touch(key.move ? { move: key.move } : { where: key.where || "" });
      const text = prompt(question);
      if (text) touch({ move: text, where: key.where || "" });
    }, { "aria-disabled": touch ? null : "true" })))));
}
