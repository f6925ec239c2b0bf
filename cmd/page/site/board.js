// Elements, the update of a drawn page, and matches on touchable boards.
"use strict";

const main = document.getElementById("main");

// state is the view and what the reader has begun to do there. Each navigation makes a new one.
let state = {};

// host has the functions of the page around the boards: draw, move, act and linkOf.
let host;

const light = matchMedia("(prefers-color-scheme: light)");
const theme = () => (light.matches ? "light" : "dark");

const said = document.getElementById("said");
// announce speaks a text. again says it even if it was the last one: the live region speaks a change only.
const announce = (text, again) => {
  const words = text && rich(text).textContent;
  if (!text || (said.textContent.trim() === words && !again)) return;
  said.textContent = said.textContent === words ? words + "\u00a0" : words;
};

function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* then nothing is kept */ }
}
function kept(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}

// el makes an element: el("p", { class: "faint" }, "text", …). value and svg are no attributes.
function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) (e.on ??= {})[name] = e[name] = value;
    else if (["value", "svg"].includes(name)) e["its" + name] = value;
    else if (name === "style") e.style.cssText = value; // the page's own policy forbids the attribute
    else if (value === true) e.setAttribute(name, "");
    else if (value !== false && value != null) e.setAttribute(name, value);
  }
  e.append(...children.flat(3).filter((c) => c != null && c !== false));
  if (e.itsvalue !== undefined) e.value = e.itsvalue;
  return e;
}

// rich renders the small markup of the program's sentences.
function rich(text, tag = "p", attributes = {}) {
  const e = el(tag, attributes);
  for (const part of text.split(/(\*\*[^*]+\*\*|`[^`]+`|\n)/)) {
    if (part === "\n") e.append(el("br"), part);
    else if (part.startsWith("**") && part.length > 4) e.append(el("strong", {}, part.slice(2, -2)));
    else if (part.startsWith("`") && part.length > 2) e.append(el("code", {}, part.slice(1, -1)));
    else e.append(part);
  }
  return e;
}

const button = (label, onclick, attributes = {}) => el("button", { type: "button", onclick, ...attributes }, label);
const to = (link, label, attributes = {}) => (link ? el("a", { class: "button", href: link, ...attributes }, label) : null);
const tools = (...buttons) => el("div", { class: "tools" }, buttons);
const folded = (title, ...children) => el("details", { "data-key": title }, el("summary", {}, title), ...children);

// --- one page becomes the next -------------------------------------------------------------------

// patch makes an element equal to a fresh one. Equal parts stay, and with them the focus, open
// details, and the positions of things on a board.
function patch(old, fresh) {
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (name === "open" || old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value;
    else old.setAttribute(name, value);
  }
  for (const name of Object.keys({ ...old.on, ...fresh.on })) old[name] = fresh.on?.[name] ?? null;
  old.on = fresh.on;
  if (fresh.itssvg !== undefined) {
    if (old.itssvg !== fresh.itssvg) redraw(old, fresh);
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
    if (same.nodeType === Node.TEXT_NODE) {
      if (same.data !== child.data) same.data = child.data;
    } else patch(same, child);
  }
  while (at) at = removed(at);
  if (fresh.itsvalue !== undefined && old.value !== fresh.itsvalue) old.value = fresh.itsvalue;
}

const alike = (a, b) => a.nodeName === b.nodeName && a.id === b.id && a.dataset?.key === b.dataset?.key;

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// settled draws the pictures of a new element.
function settled(node) {
  const all = [node, ...(node.querySelectorAll?.(".board, .chart") || [])];
  for (const e of all) if (e.itssvg) e.innerHTML = e.itssvg; // written by the program itself
  return node;
}

// paint makes the page like a newly drawn main. The focus stays among the moves, or on its element.
// If the drawing throws, nothing of the last one stays.
function paint(make) {
  const inside = main.contains(document.activeElement) && document.activeElement !== main;
  const inKeys = document.activeElement?.closest(".keys, .ask");
  try {
    patch(main, make());
  } catch (error) {
    reportError(error);
    main.replaceChildren(el("h1", {}, "This can't be shown"), el("p", { class: "error" }, "Something went wrong while this was drawn. Load the page again."));
  }
  const box = main.querySelector(".board");
  if (box) raise(box, state.lifted);
  for (const spot of box?.querySelectorAll("[data-tap]") || []) {
    spot.classList.toggle("chosen", Boolean(state.where) && spot.dataset.tap === "where " + state.where);
  }
  if (!inside || main.contains(document.activeElement)) return;
  const next = [...main.querySelectorAll(inKeys ? ".ask .lead, .keys button, .tools .lead" : ".lead, button")];
  (next.find((e) => e.checkVisibility?.() ?? true) || main).focus({ preventScroll: true });
}

// --- motion --------------------------------------------------------------------------------------

const motion = { duration: 200, easing: "ease-out" }; // in milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

const thingsOn = (box) => [...box.querySelectorAll("[data-thing]")];

// redraw shows another picture. After a move of a match, counters slide to their new places, taken
// ones vanish, and new ones appear.
function redraw(box, fresh) {
  const before = box.itsstep;
  const old = still.matches ? [] : thingsOn(box).map((g) => ({ g, box: g.getBoundingClientRect(), ...g.dataset }));
  const begun = box.itssvg !== undefined;
  box.itssvg = box.innerHTML = fresh.itssvg;
  box.itsstep = fresh.itsstep;
  const picture = box.querySelector("svg");
  if (!picture || still.matches || !begun) return;
  let step = before && fresh.itsstep && before.match === fresh.itsstep.match ? fresh.itsstep.step - before.step : NaN;
  const piles = (names) => [...new Set(names.map((name) => name.split("/")[0]))].sort().join();
  if (step === 2 && piles(old.map((o) => o.thing)) === piles(thingsOn(picture).map((g) => g.dataset.was))) step = 1; // one's own move, and the answer to it
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
    const [x, y] = away(o, o.g), up = { transform: at([x, y - 30]) }, down = { transform: at([x, y]) };
    const hops = fresh.itsstep.over ? [down, up, down, up, down] : [down]; // the last counters dance
    const frames = [...hops.map((hop) => ({ ...hop, opacity: 1 })), { ...up, opacity: 0 }];
    o.g.animate(frames, { ...motion, duration: motion.duration * hops.length }).onfinish = () => o.g.remove();
  }
}

// --- sound and touch -----------------------------------------------------------------------------

// habits are what a person has switched on. Nobody hears a sound in Discord, or without motion, who has not asked for it.
const habits = { once: kept("once"), sound: kept("sound") ?? !(still.matches || location.search.includes("frame_id=")) };
const habitOf = (name, label) => el("label", { class: "habit" }, el("input", { type: "checkbox", checked: habits[name],
  onchange: (event) => keep(name, (habits[name] = event.target.checked)) }), label);

// sound plays a counter that is put down, or a higher call.
function sound(pitch = 180) {
  if (!habits.sound || !navigator.userActivation?.hasBeenActive) return;
  const speaker = sound.speaker ??= new AudioContext(), end = speaker.currentTime + 0.08;
  const tone = new OscillatorNode(speaker, { frequency: pitch }), volume = new GainNode(speaker, { gain: 0.2 });
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(speaker.destination);
  tone.start();
  tone.stop(end);
}

// shake answers a touch on counters that can't be taken; buzz lets a phone feel that some are lifted.
const shake = (thing) => still.matches || thing?.animate([-5, 5, 0].map((x) => ({ transform: `translateX(${x}px)` })), motion);
const buzz = () => still.matches || !navigator.userActivation?.isActive || navigator.vibrate?.(8);

// lean has the lifted counters of a board lean towards the finger.
function lean(event) {
  const at = (event.currentTarget.querySelector(".lifted") || event.target).getBoundingClientRect();
  const beside = Math.max(-1, Math.min(1, (event.clientX - at.x - at.width / 2) / at.width));
  document.documentElement.style.setProperty("--lean", `${-5 * beside}deg`);
}

// --- boards --------------------------------------------------------------------------------------

// boardOf shows a board. touch gets the words of data-tap of a touched part. Counters are dragged off a pile if that is
// how the board is touched.
function boardOf(shown, touch, match, step) {
  if (!shown.board) return el("div", { class: "board", "data-key": "board" },
    el("pre", { tabindex: "0", role: "group", "aria-label": "The board" }, shown.position || ""));
  const spotOf = (event) => touch && event.target.closest?.("[data-tap]"), drags = touch === touched;
  const box = el("div", { class: drags ? "board drag" : "board", "data-key": "board", "data-match": match, "data-step": step,
    "data-look": theme(), svg: shown.board,
    onclick: (event) => {
      const spot = spotOf(event);
      if (spot) return touch(spot.dataset.tap.split(" "), spot);
      if (touch) shake(event.target.closest?.("[data-thing]"));
      putBack();
    },
    onpointerdown: (event) => { lean(event); if (drags) startDrag(event, spotOf(event)); },
    onpointermove: (event) => { lean(event); drag(event); },
    onpointerup: endDrag, onpointercancel: endDrag });
  box.itsstep = { match, step, over: shown.over };
  return box;
}

// pileUnder returns the name of the pile whose counters are at a spot.
function pileUnder(spot) {
  const middle = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const [x, y] = middle(spot);
  const away = (g) => { const [a, b] = middle(g); return Math.hypot((a - x) * 4, b - y); };
  const nearest = thingsOn(spot.closest("svg")).sort((a, b) => away(a) - away(b))[0];
  return nearest?.dataset.thing.split("/")[0];
}

// upper returns the uppermost counters of a pile.
function upper(box, pile, count) {
  const all = thingsOn(box).filter((g) => g.dataset.thing.split("/")[0] === pile);
  return all.slice(Math.max(0, all.length - count));
}

// raise lifts the counters that a move would take, the uppermost ones of a pile, and shows their
// number above them.
function raise(box, lifted) {
  const things = lifted ? upper(box, lifted.pile, lifted.count) : [];
  thingsOn(box).forEach((g) => {
    g.classList.toggle("lifted", things.includes(g) && !lifted.apart);
    g.classList.toggle("apart", things.includes(g) && Boolean(lifted.apart));
  });
  box.querySelector(".count")?.remove();
  const top = things.at(-1)?.getBBox();
  if (!top) return;
  const badge = document.createElementNS("http://www.w3.org/2000/svg", "g");
  badge.setAttribute("class", "count");
  badge.setAttribute("transform", `translate(${top.x + top.width - 8 + (lifted.apart ? 26 : 0)} ${Math.max(17, top.y - 14)})`);
  badge.innerHTML = `<rect x="-19" y="-15" width="38" height="30" rx="15"/><text text-anchor="middle" y="7">${+lifted.count}</text>`;
  box.querySelector("svg").append(badge);
}

// held are the counters under a finger that is down on a spot.
let held = null;

function startDrag(event, spot) {
  if (!spot || !event.isPrimary) return;
  const box = spot.closest(".board"), { bottom } = spot.getBoundingClientRect();
  const things = upper(box, pileUnder(spot), Infinity).filter((g) => { const r = g.getBoundingClientRect(); return r.y + r.height / 2 < bottom; });
  held = { spot, things, x: event.clientX, y: event.clientY, unit: box.querySelector("svg").viewBox.baseVal.width / box.querySelector("svg").getBoundingClientRect().width };
}

function drag(event) {
  if (!held || !event.isPrimary) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moves && Math.hypot(x, y) < 12) return;
  if (!held.moves) event.currentTarget.setPointerCapture(event.pointerId); // so that this is not a click on a spot
  held.moves = true;
  held.things.forEach((g) => { g.style.transform = `translate(${x * held.unit}px, ${y * held.unit}px)`; });
}

function endDrag(event) {
  const was = event.isPrimary && held;
  if (!was) return;
  held = null;
  was.things.forEach((g) => { g.style.transform = ""; });
  if (event.type === "pointerup" && was.moves && was.spot.isConnected) dragged(was.spot, was.things.length);
}

// --- what is touched -----------------------------------------------------------------------------

// The view has choices, by place. choiceOf returns the question and the buttons of the chosen place, or those of all.
const choiceOf = (v) => v.choices?.[state.where] || v.choices?.[""] || {};

// turnOf asks for a move, with the buttons that make it. While the other player moves they stay in place and do
// nothing. Beside a board they are put away until a place is chosen, on phones at once.
function turnOf(v, touch, question) {
  const { keys: rows, question: usual } = choiceOf(v);
  question ??= usual + (touch && v.board && v.made < 2 && !state.where ? " Touch the board." : "");
  const keyOf = (key) => button(key.label, () => touch?.(key), { "aria-disabled": touch ? null : "true" });
  const keys = rows && el("div", { class: "keys", role: "group", "aria-label": question || "Moves", tabindex: "-1", "data-key": "keys" },
    rows.map((row) => el("div", {}, row.map(keyOf))));
  const fold = keys && v.board && !state.where;
  return [asked(question, touch), fold ? Object.assign(folded("Moves as buttons", keys), { open: !matchMedia("(pointer: coarse)").matches }) : keys];
}

// choose shows the buttons of a place, or all buttons. A touched stack is lifted if it can only be
// taken from.
function choose(where, spot) {
  const choice = state.view.choices[where];
  const most = spot && choice?.most;
  if (most && state.lifted?.spot === spot) return host.move(state.lifted);
  if (most) return lift({ where, count: most, most, pile: pileUnder(spot), phrase: spot.textContent, spot });
  Object.assign(state, { where: choice ? where : "", lifted: null });
  host.draw();
}

// touched handles a touch or a key. The first touch of counters lifts them, the second one moves.
function touched(what, spot) {
  if (!spot) return what.other ? type(what) : what.move ? host.move(what) : choose(what.where || "");
  const [kind, name, count, most] = what;
  if (kind === "where") return choose(name, spot);
  const lifted = kind === "move" ? { move: name, label: spot.textContent }
    : { where: name, count: +count, most: +most, pile: pileUnder(spot), phrase: spot.textContent };
  const before = state.lifted;
  const again = before && before.move === lifted.move && before.where === lifted.where && (lifted.move || spot === before.spot);
  if (habits.once || again) return host.move(again ? before : lifted);
  lift({ ...lifted, spot });
}

// dragged splits a pile if the game allows it, and takes the dragged counters otherwise.
function dragged(spot, count) {
  const [kind, place, , most] = spot.dataset.tap.split(" ");
  const pile = pileUnder(spot), phrase = spot.textContent;
  if (kind === "take") return lift({ where: place, count: Math.min(count, +most), most: +most, pile, phrase, spot });
  const parts = ({ move }) => (/=(\d+)\+(\d+)$/.exec(move) || []).slice(1);
  const split = state.view.choices[place]?.keys.flat().find((key) => parts(key).includes(String(count)));
  if (!split) return choose(place, spot);
  const [one, other] = parts(split);
  lift({ move: split.move, label: `split ${phrase} into ${one} and ${other}`, pile, count, apart: true });
}

function lift(lifted) {
  if (lifted && !lifted.move) lifted.label = `take ${lifted.count} from ${lifted.phrase}`;
  state.error = "";
  if (lifted) buzz();
  sound();
  state.lifted = lifted && { ...lifted, said: `${capital(lifted.label)}?` };
  host.draw();
}

// putBack undoes what was begun and not sent.
function putBack() {
  if (!state.lifted && !state.typing && !state.where) return;
  if (state.lifted) sound();
  Object.assign(state, { lifted: null, typing: null, where: "" });
  host.draw();
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape") putBack();
  if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || /INPUT|TEXTAREA/.test(event.target.tagName)) return;
  const undo = state.view?.actions?.find(({ label }) => /^Take ?back/.test(label));
  if (undo?.link) location.hash = undo.link;
  else if (undo) host.act(undo);
});

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// type asks for a move that has no button.
function type(typing) {
  Object.assign(state, { typing, lifted: null });
  host.draw();
  main.querySelector(".ask input")?.focus();
}

// asked returns the question beside the board: a prompt, buttons that confirm the lifted counters,
// or a field for a typed move.
function asked(question, touch) {
  const l = touch && state.lifted;
  if (touch && state.typing) return el("form", { class: "ask", "data-key": "typing", onsubmit: (event) => {
    event.preventDefault();
    const text = event.target.querySelector("input").value.trim();
    if (text) host.move({ where: state.typing.where, move: text });
  } }, el("input", { "aria-label": question, autocomplete: "off", autocapitalize: "off", spellcheck: "false" }), el("button", { class: "lead" }, "Play"),
  button("×", () => type(null), { "aria-label": "Back to the moves" }));
  if (l?.cast) return el("div", { class: "ask", "data-key": "lifted" }, rich(`✓ Your vote: ${l.label}.`, "p", { class: "question" }));
  if (!l) return question && el("div", { class: "ask", "data-key": "question" }, rich(question, "p", { class: "question" }));
  return el("div", { class: "ask", "data-key": "lifted" },
    button(capital(l.label), () => host.move(l), { class: "lead" }),
    !l.move && button("−", () => lift({ ...l, count: l.count - 1, spot: null }), { "aria-label": "One less", disabled: l.count === 1 }),
    !l.move && button("+", () => lift({ ...l, count: l.count + 1, spot: null }), { "aria-label": "One more", disabled: l.count === l.most }),
    button("×", () => lift(null), { "aria-label": "Put back" }));
}

// --- beside the board ----------------------------------------------------------------------------

const errorOf = () => state.error && rich(state.error, "p", { class: "error" });
const newsOf = (v) => v.news && rich(v.news, "p", { class: "faint news" });
const rulesOf = (game) => game.name && folded("Rules of " + game.name, rich(game.rules), rich(game.turn), rich(game.end));
const movesOf = (v) => v.moves && folded("Moves",
  el("ol", { class: "moves", reversed: true, start: v.made }, v.moves.toReversed().map((m) => el("li", {}, m))));

// actionsOf returns buttons and links. What can't be undone asks first.
function actionsOf({ actions }) {
  const asking = (name) => { state.asking = name; host.draw(); };
  const sure = actions?.find((a) => a.ask && a.do === state.asking);
  if (sure) return el("div", { class: "tools", "data-key": "sure" }, el("span", { class: "question" }, sure.label + "?"),
    button("Yes", () => host.act(sure), { class: "lead" }), button("No", () => asking("")));
  const one = (a) => (a.link ? host.linkOf(a, { class: a.lead ? "button lead" : "button" })
    : button(a.label, (event) => (a.ask ? asking(a.do) : host.act(a, event.target)),
      { class: a.lead ? "lead" : "", "aria-disabled": state.sending ? "true" : null }));
  return el("div", { class: "tools", "data-key": "actions" }, actions?.map(one));
}

// offer sends a text and a link to others, or copies them.
async function offer(text, url, pressed) {
  if (navigator.share) return navigator.share({ title: "Nimatron", text, url }).catch(() => {});
  try {
    await navigator.clipboard.writeText(`${text} ${url}`.trim());
    pressed.textContent = "Copied";
  } catch { prompt("The link:", url); }
}

// --- a match -------------------------------------------------------------------------------------

// mine reports whether the reader acts for a side.
const mine = (side) => Boolean(side) && [side, "both"].includes(state.view.you);

// band is the banner, readable from across a room.
const band = (text, kind, about) => el("div", { class: `band ${kind}` }, el("h1", {}, text), el("p", {}, about));

function bandOf(v) {
  const whose = v.over ? v.ending?.winner : v.turn;
  if (!whose) return "Nobody won";
  if (mine(whose) && v.votes && !v.over) return "Everybody votes";
  if (mine(whose) && v.you !== "both") return v.over ? "You win" : "Your turn";
  return v.players[whose].name + (v.over ? " wins" : "’s turn");
}

// plate shows a name with its clock.
const plate = (p, kind = "", ...marks) => el("div", { class: `player ${kind}` },
  el("span", { class: "who" }, p.name, marks.map((text) => text && el("small", {}, " " + text))),
  p.bot && p.level && el("small", {}, p.level),
  p.here && !p.bot && [el("span", { class: "here" }), el("span", { class: "out" }, "is here")], // others may use the chat
  typeof p.clock === "number" && el("span", { class: "clock", role: "timer", "aria-label": `${p.name}’s clock` }));

function playerOf(v, side) {
  const p = v.players[side], own = v.you === side;
  return plate(p, `${side} ${v.turn === side ? "turn" : ""} ${mine(side) ? "mine" : ""}`,
    own && p.name !== "You" && "(you)", v.ending?.winner === side && "won");
}

// tableOf shows a match, with the parts beside it.
function tableOf(v, touch, name, beside) {
  const won = v.over && v.ending?.winner;
  return [
    band(bandOf(v), won ? (mine(won) ? "won" : v.you ? "lost" : "") : mine(v.turn) ? "yours" : "", v.game.name),
    el("div", { class: "players" }, ["left", "right"].map((side) => playerOf(v, side))),
    newsOf(v), boardOf(v, touch, name, v.made), beside];
}

// sideOf are the parts beside the board of a match or a race, with others between them.
const sideOf = (v, turn, answer, ...others) => el("div", { class: "side" },
  turn, errorOf(), answer, actionsOf(v), v.ending && rich(v.ending.text), others, rulesOf(v.game), movesOf(v),
  v.you && !v.over && [habitOf("once", "Take on the first touch"), habitOf("sound", "Sound")]);

const yourIcon = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#17b37b"/></svg>');
const icon = document.querySelector("link[rel=icon]"), usualIcon = icon.href;
document.addEventListener("visibilitychange", () => { icon.href = usualIcon; });

// call tells a person in another tab that it is their turn: by the title, the icon and a sound.
function call(heading, about, yours) {
  document.title = heading ? `${heading} · ${about}` : "Nimatron";
  if (yours && !call.yours && document.hidden) sound(660);
  icon.href = (call.yours = yours) && document.hidden ? yourIcon : usualIcon;
}

// resultOf says the result of a match to others.
function resultOf(v) {
  const foe = v.players[mine("left") ? "right" : "left"];
  const result = v.you === "both" || !v.you ? bandOf(v) : mine(v.ending.winner) ? "I won" : "I lost";
  return `${result} at ${v.game.name} against ${foe.name}${foe.bot ? ` (${foe.level})` : ""}, after ${v.made} moves.`;
}
