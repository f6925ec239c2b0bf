// Elements, the update of a drawn page, and matches to touch. The page and a live match add draw, move, act and linkOf.
"use strict";

const main = document.getElementById("main"), said = document.getElementById("said");
const light = matchMedia("(prefers-color-scheme: light)"), still = matchMedia("(prefers-reduced-motion: reduce)");
const theme = () => (light.matches ? "light" : "dark");

// state is the view and what the reader has begun to do there. Each navigation makes a new one.
let state = {};
const set = (changes) => draw(Object.assign(state, changes));

// announce speaks a text. again says it even if it was the last one: the live region speaks a change only.
function announce(text, again) {
  const words = text ? rich(text).textContent : "", same = said.textContent.trim() === words;
  if (words && (again || !same)) said.textContent = said.textContent === words ? words + "\u00a0" : words;
}

function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* then nothing is kept */ }
}
function kept(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}

// el makes an element: el("p", { class: "faint" }, "text", …), or shorter el("p", "faint", "text", …).
function el(tag, its, ...children) {
  const e = document.createElement(tag);
  e.append(...children.flat(3).filter((child) => child || child === 0));
  return dress(e, attributes(its));
}
const attributes = (its = {}) => (typeof its === "string" ? { class: its } : its);

// dress gives an element its attributes, and takes those away that it had. A picture, svg, is drawn by paint.
function dress(e, its) {
  const had = e.its || Object.fromEntries([...e.attributes].map(({ name, value }) => [name, value]));
  e.its = its;
  for (const name in { ...had, ...its }) {
    const value = its[name];
    if (name.startsWith("on")) e.addEventListener(name.slice(2), handled, { passive: false });
    else if (name === "style") e.style.cssText = value; // the page's own policy forbids the attribute
    else if (name === "svg" || value === had[name] || (name === "open" && e.isConnected)) continue; // people open it
    else if (name === "value") e.value = value;
    else if (value == null || value === false) e.removeAttribute(name);
    else e.setAttribute(name, value === true ? "" : value);
  }
  return e;
}
const handled = (event) => event.currentTarget.its["on" + event.type]?.(event);

// rich renders the small markup of the program's sentences.
const rich = (text, its) => el("p", its, text.split(/\*\*([^*]+)\*\*|`([^`]+)`|(\n)/).map((part, i) =>
  (part && i % 4 ? el(["strong", "code", "br"][i % 4 - 1], {}, part) : part)));

const button = (label, onclick, its) => el("button", { type: "button", onclick, ...attributes(its) }, label);
const to = (href, label, its) => href && el("a", { class: "button", href, ...attributes(its) }, label);
const tools = (...buttons) => buttons.flat().some(Boolean) && el("div", "tools", buttons);
const folded = (title, ...children) => el("details", { "data-key": title }, el("summary", {}, title), children);
const typed = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" }; // in no dictionary

// patch makes an element equal to a fresh one. Equal parts stay, with the focus, open details, and things on a board.
function patch(old, fresh) {
  if (old.data !== fresh.data) old.data = fresh.data; // of a text
  if (!fresh.its) return;
  if (!("svg" in fresh.its)) {
    const before = [...old.childNodes];
    const after = [...fresh.childNodes].map((child) => {
      const at = before.findIndex((e) => e.nodeName === child.nodeName && e.dataset?.key === child.dataset?.key);
      if (at < 0) return child;
      const same = before.splice(0, at + 1).pop(); // those that it passes over go
      patch(same, child);
      return same;
    });
    for (const e of [...old.childNodes]) if (!after.includes(e)) e.remove();
    after.forEach((e, i) => e === old.childNodes[i] || old.insertBefore(e, old.childNodes[i]));
  }
  dress(old, fresh.its);
}

// paint makes the page like a newly drawn main, of which nothing stays if the drawing throws. The focus stays, too.
function paint(make) {
  const focus = document.activeElement, inside = focus !== main && main.contains(focus);
  const inKeys = focus?.closest(".keys, .ask");
  try {
    patch(main, make());
  } catch (error) {
    reportError(error);
    main.replaceChildren(rich("Something went wrong while this was drawn. Load the page again.", "error"));
  }
  for (const box of main.querySelectorAll(".board, .chart")) if (box.its?.svg !== box.drawn?.svg) redraw(box);
  raise(main.querySelector(".board"), state.lifted);
  if (!inside || main.contains(focus)) return;
  const next = [...main.querySelectorAll(inKeys ? ".ask .lead, .keys button, .tools .lead" : ".lead, button")];
  (next.find((e) => e.checkVisibility()) || main).focus({ preventScroll: true });
}

const motion = { duration: 200, easing: "ease-out" }; // in milliseconds
const thingsOn = (box) => [...box.querySelectorAll("[data-thing]")];
const pileOf = (box, pile) => thingsOn(box).filter((g) => g.dataset.thing.startsWith(pile + "/")); // from the lowest up

// redraw shows another picture. After a move, counters slide to their places, taken ones vanish, and new ones appear.
function redraw(box) {
  const before = box.drawn, now = box.drawn = { svg: box.its.svg, ...box.dataset };
  if (!now.svg) return;
  const place = (g) => g.getBoundingClientRect();
  const old = still.matches ? [] : thingsOn(box).map((g) => ({ g, at: place(g) }));
  box.innerHTML = now.svg; // written by the program itself
  const picture = box.querySelector("svg");
  if (!picture || still.matches || !before?.match) return;
  const things = thingsOn(picture), unit = 1 / picture.getScreenCTM().a;
  const piles = (list, name) => new Set(list.map((g) => g.dataset[name].split("/")[0])).size;
  let step = before.match === now.match ? now.step - before.step : NaN;
  if (step === 2 && piles(old.map(({ g }) => g), "thing") === piles(things, "was")) step = 1; // a move and its answer
  if (!(Math.abs(step) <= 1)) return void picture.animate([{ opacity: 0.35 }, { opacity: 1 }], motion);
  const left = new Map(old.map((o) => [o.g.dataset[step < 0 ? "was" : "thing"], o]));
  const away = (at, { x, y }) => [(at.x - x) * unit, (at.y - y) * unit];
  const shifted = ([x, y], up = 0) => ({ transform: `translate(${x}px, ${y - up}px)` });
  for (const g of things) {
    const name = g.dataset[step > 0 ? "was" : "thing"], from = left.has(name) && away(left.get(name).at, place(g));
    if (!left.delete(name)) g.animate([{ opacity: 0 }, { opacity: 1 }], motion);
    else if (Math.hypot(...from) > 0.5) g.animate([shifted(from), { transform: "none" }], motion);
  }
  const hops = "over" in now ? [0, 30, 0, 30, 0] : [0]; // the last counters dance
  for (const { g, at } of left.values()) {
    delete g.dataset.thing;
    picture.insertBefore(g, picture.querySelector(".spot"));
    const from = away(at, place(g)), frames = hops.map((up) => ({ ...shifted(from, up), opacity: 1 }));
    const how = { ...motion, duration: motion.duration * hops.length };
    g.animate([...frames, { ...shifted(from, 30), opacity: 0 }], how).onfinish = () => g.remove();
  }
}

// habits are what a person has switched on. In Discord, or without motion, nobody hears a sound unasked.
const framed = new URLSearchParams(location.search).has("frame_id"); // true in a frame that Discord opened
const habits = { once: kept("once"), sound: kept("sound") ?? !(still.matches || framed), building: false };
const habitOf = (name, label) => el("label", "habit", el("input", { type: "checkbox", checked: habits[name],
  onchange: ({ target }) => keep(name, (habits[name] = target.checked)) }), label);

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
const swings = [-5, 5, 0].map((x) => ({ transform: `translateX(${x}px)` }));
const shake = (thing) => still.matches || thing?.animate(swings, motion);
const buzz = () => still.matches || !navigator.userActivation?.isActive || navigator.vibrate?.(8);

// boardOf shows a board. touch gets the words of data-tap of a touched part; counters are dragged for touched only.
function boardOf(shown, touch, match, step) {
  const its = { class: touch === touched ? "board drag" : "board", "data-key": "board" };
  if (!shown.board) {
    return el("div", its, el("pre", { tabindex: "0", role: "group", "aria-label": "The board" }, shown.position));
  }
  const spotOf = ({ target }) => touch && target.closest("[data-tap]");
  const onclick = (event) => {
    const spot = spotOf(event);
    if (spot) return touch(spot.dataset.tap.split(" "), spot);
    if (touch) shake(event.target.closest("[data-thing]"));
    putBack();
  };
  const onpointerdown = (event) => touch === touched && event.isPrimary && spotOf(event) && hold(event, spotOf(event));
  const [onpointermove, onpointerup] = [drag, drop].map((act) => (event) => held && event.isPrimary && act(event));
  return el("div", { ...its, svg: shown.board, "data-match": match, "data-step": step, "data-over": shown.over,
    "data-look": theme(), onclick, onpointerdown, onpointermove, onpointerup, onpointercancel: onpointerup });
}

// raise lifts the uppermost counters of a pile, with their number above them, and colours the chosen place.
function raise(box, lifted) {
  if (!box) return;
  const things = lifted ? pileOf(box, lifted.pile).slice(-lifted.count || 0) : []; // all of a pile that is named
  for (const g of thingsOn(box)) {
    g.classList.toggle("lifted", things.includes(g));
    g.classList.toggle("apart", things.includes(g) && lifted.apart === true);
  }
  for (const spot of box.querySelectorAll("[data-tap]")) {
    spot.classList.toggle("chosen", Boolean(state.where) && spot.dataset.tap === "where " + state.where);
  }
  box.querySelector(".count")?.remove();
  const top = things.at(-1)?.getBBox();
  if (!top || !lifted.count) return;
  const at = `${top.x + top.width - 8 + (lifted.apart ? 26 : 0)} ${Math.max(17, top.y - 14)}`;
  box.querySelector("svg").insertAdjacentHTML("beforeend", `<g class="count" transform="translate(${at})"><rect
    x="-19" y="-15" width="38" height="30" rx="15"/><text text-anchor="middle" y="7">${+lifted.count}</text></g>`);
}

let held = null; // the counters under a finger that is down on a spot

function hold({ clientX: x, clientY: y }, spot) {
  const [pile, leaves] = spot.dataset.of.split("/"), unit = 1 / spot.getScreenCTM().a;
  held = { spot, x, y, unit, moves: false, things: pileOf(spot.closest("svg"), pile).slice(leaves) };
}

function drag(event) {
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moves && Math.hypot(x, y) < 12) return;
  held.moves = true;
  event.currentTarget.setPointerCapture(event.pointerId); // so that this is not a click on a spot
  for (const g of held.things) g.style.transform = `translate(${x * held.unit}px, ${y * held.unit}px)`;
}

function drop({ type }) {
  const { spot, things, moves } = held;
  held = null;
  for (const g of things) g.style.transform = "";
  if (type === "pointerup" && moves && spot.isConnected) dragged(spot, things.length);
}

// The view has choices, by place. choiceOf returns the question and the buttons of the chosen place, or those of all.
const choiceOf = (v) => v.choices?.[state.where] || v.choices?.[""] || {};

// turnOf asks for a move, with the buttons that make it. While the other player moves they stay in place and do
// nothing. Beside a board they are put away until a place is chosen, on phones at once.
function turnOf(v, touch, question) {
  const { keys: rows, question: usual } = choiceOf(v);
  question ??= usual + (touch && v.board && v.made < 2 && !state.where ? " Touch the board." : "");
  const its = { "aria-disabled": touch ? null : "true" };
  const keyOf = (key) => (key.other ? otherOf(key, its) : button(key.label, () => touch?.(key), its));
  const group = { class: "keys", role: "group", "aria-label": question || "Moves", tabindex: "-1", "data-key": "keys" };
  const keys = rows && el("div", group, rows.map((row) => el("div", {}, row.map(keyOf))));
  if (!keys || !v.board || state.where) return [asked(question, touch), keys];
  const fold = { "data-key": "moves", open: !matchMedia("(pointer: coarse)").matches };
  return [asked(question, touch), el("details", fold, el("summary", {}, "Moves as buttons"), keys)];
}

// otherOf is a field for a move that has no button.
function otherOf({ label, where }, its) {
  const onsubmit = (event) => {
    event.preventDefault();
    if (!its["aria-disabled"]) move({ where, move: new FormData(event.target).get("move") });
    event.target.reset();
  };
  const text = el("input", { ...typed, name: "move", required: true, placeholder: label, "aria-label": label });
  return el("form", { onsubmit }, el("div", {}, text, el("button", its, "Play")));
}

// touched handles a touch or a key. The first touch of counters lifts them, the second one moves. A place where more
// can be done than take shows its buttons.
function touched(what, spot) {
  if (!spot) return what.move ? move(what) : choose(what.where);
  const [kind, name, count, most] = what, { tap, of } = spot.dataset, [pile] = of.split("/"), phrase = spot.textContent;
  const all = kind === "where" && state.view.choices[name]?.most;
  if (kind === "where" && !all) return choose(name);
  const begun = kind === "move" ? { move: name, label: phrase, pile }
    : { where: name, count: +(all || count), most: +(all || most), pile };
  if (state.lifted?.tap === tap || (habits.once && !all)) return move(begun);
  lift({ ...begun, phrase, tap });
}

// choose shows the moves of a place, or of all.
const choose = (where) => set({ lifted: null, where: state.view.choices?.[where] ? where : "" });

// dragged splits a pile if the game allows it, and takes the dragged counters otherwise.
function dragged(spot, count) {
  const [kind, where, , most] = spot.dataset.tap.split(" "), [pile] = spot.dataset.of.split("/");
  const phrase = spot.textContent;
  if (kind === "take") return lift({ where, count: Math.min(count, +most), most: +most, pile, phrase });
  const parts = ({ move: text }) => (/=(\d+)\+(\d+)$/.exec(text) || []).slice(1);
  const split = state.view.choices[where]?.keys.flat().find((key) => parts(key).includes(String(count)));
  if (!split) return touched([kind, where], spot);
  lift({ move: split.move, label: `split ${phrase} into ${parts(split).join(" and ")}`, pile, count, apart: true });
}

function lift(lifted) {
  const label = lifted && (lifted.move ? lifted.label : `take ${lifted.count} from ${lifted.phrase}`);
  if (lifted) buzz();
  sound();
  set({ error: "", lifted: lifted && { ...lifted, label, said: `${capital(label)}?` } });
}
const capital = (text) => text[0].toUpperCase() + text.slice(1);

// putBack undoes what was begun and not sent.
function putBack() {
  if (state.lifted) sound();
  if (state.lifted || state.where) choose("");
}

// A key presses the button that has it as its shortcut, in the part of the page where the focus is.
addEventListener("keydown", (event) => {
  if (event.key === "Escape") putBack();
  if (event.altKey || /INPUT|TEXTAREA|SELECT|SUMMARY/.test(event.target.tagName)) return;
  const key = (event.ctrlKey || event.metaKey ? "Control+" : "") + event.key;
  const part = (e) => e.closest?.(".builder, .plane-box") || main;
  const pressed = [...main.querySelectorAll("[aria-keyshortcuts]")].find((e) =>
    e.getAttribute("aria-keyshortcuts").split(" ").includes(key) && part(e) === part(event.target));
  if (pressed) event.preventDefault();
  pressed?.click();
});

// asked returns the question beside the board, or buttons that confirm the lifted counters.
function asked(question, touch) {
  const l = touch && state.lifted, bar = (key, ...parts) => el("div", { class: "ask", "data-key": key }, parts);
  if (l?.cast) return bar("lifted", rich(`✓ Your vote: ${l.label}.`, "question"));
  if (!l) return question && bar("question", rich(question, "question"));
  const change = (sign, by, name) => !l.move && button(sign, () => lift({ ...l, count: l.count + by, tap: null }),
    { "aria-label": name, disabled: l.count === (by < 0 ? 1 : l.most) });
  return bar("lifted", button(capital(l.label), () => move(l), "lead"), change("−", -1, "One less"),
    change("+", 1, "One more"), button("×", () => lift(null), { "aria-label": "Put back" }));
}

const errorOf = () => state.error && rich(state.error, "error");
const rulesOf = (game) => game.name && folded("Rules of " + game.name,
  [game.rules, game.turn, game.end].map((text) => rich(text)));
const movesOf = (v) => v.moves && folded("Moves",
  el("ol", { class: "moves", reversed: true, start: v.made }, v.moves.toReversed().map((m) => el("li", {}, m))));

// actionsOf returns buttons and links. What can't be undone asks first.
function actionsOf({ actions }) {
  const asking = (name) => set({ asking: name });
  const sure = actions?.find((a) => a.ask && a.do === state.asking);
  if (sure) {
    return el("div", { class: "tools", "data-key": "sure" }, el("span", "question", sure.label + "?"),
      button("Yes", () => act(sure), "lead"), button("No", () => asking("")));
  }
  const one = (a) => {
    const shortcut = /^Take ?back/.test(a.label) && "Control+z";
    const its = { class: a.lead ? "button lead" : "button", "aria-keyshortcuts": shortcut };
    return a.link ? linkOf(a, its) : button(a.label, ({ target }) => (a.ask ? asking(a.do) : act(a, target)),
      { ...its, "aria-disabled": state.sending ? "true" : null });
  };
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

// mine reports whether the reader acts for a side.
const mine = (side) => Boolean(side) && [side, "both"].includes(state.view.you);

// plate shows a name with its clock.
const plate = (p, kinds = [], ...marks) => el("div", { class: ["player", ...kinds].filter(Boolean).join(" ") },
  el("span", "who", p.name, marks.map((text) => text && el("small", {}, " " + text))),
  p.bot && p.level && el("small", {}, p.level),
  // Others may use the chat.
  p.here && !p.bot && [el("span", "here"), el("span", "out", "is here")],
  typeof p.clock === "number" && el("span", { class: "clock", role: "timer", "aria-label": `${p.name}’s clock` }));

// tableOf shows a match or a race, with the parts beside it.
function tableOf(v, touch, name, beside) {
  const won = v.over && v.ending?.winner;
  const kind = won ? (mine(won) ? "won" : v.you ? "lost" : "") : mine(v.turn) ? "yours" : "";
  const playerOf = (side) => plate(v.players[side], [side, v.turn === side && "turn", mine(side) && "mine"],
    v.you === side && v.players[side].name !== "You" && "(you)", won === side && "won");
  return [
    el("div", "band " + kind, el("h1", {}, v.heading), el("p", {}, v.game.name || "Race")),
    el("div", "players", v.clocks ? v.clocks.map((c) => plate(c)) : ["left", "right"].map(playerOf)),
    v.score && rich(v.score, "answer"), v.news && rich(v.news, "faint news"),
    (v.board || v.position) && boardOf(v, touch, name, v.made), beside];
}

// sideOf are the parts beside the board of a match or a race, with others between them.
const sideOf = (v, turn, answer, ...others) => el("div", "side",
  turn, errorOf(), answer, actionsOf(v), v.ending && rich(v.ending.text), others, rulesOf(v.game), movesOf(v),
  v.you && !v.over && [habitOf("once", "Take on the first touch"), habitOf("sound", "Sound")]);

// call tells a person in another tab that it is their turn: by the title and a sound.
function call(heading, about, yours) {
  document.title = heading ? `${yours ? "● " : ""}${heading} · ${about}` : "Nimatron";
  if (yours && !call.yours && document.hidden) sound(660);
  call.yours = yours;
}
