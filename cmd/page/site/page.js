// The page around the program: it asks the program in the worker, and shows what it answers.
// Rules, verdicts and words all come from there.
"use strict";

const main = document.getElementById("main");
const busy = document.getElementById("busy");

// --- the program -------------------------------------------------------------------------------

let worker = null;
let waiting = new Map();
let last = 0;

function startWorker() {
  worker = new Worker("worker.js");
  worker.onmessage = ({ data }) => {
    if (data.progress) return tell(data.progress);
    const done = waiting.get(data.id);
    waiting.delete(data.id);
    if (done) done(data.answer);
  };
  worker.onerror = () => stopWorker("The program has failed. Load the page again.");
}

function stopWorker(why) {
  worker.terminate();
  const all = [...waiting.values()];
  waiting = new Map();
  startWorker();
  all.forEach((done) => done({ error: why }));
}

// ask returns the program's answer. After a moment the page says that it works, and offers to stop.
async function ask(request) {
  request.theme = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const id = ++last;
  const timer = setTimeout(() => {
    busy.querySelector("[role=status]").textContent = ready ? "Thinking …" : "Loading the program …";
    tell("");
    busy.hidden = false;
  }, 500);
  const answer = await new Promise((done) => {
    waiting.set(id, done);
    worker.postMessage({ id, request });
  });
  clearTimeout(timer);
  busy.hidden = true;
  ready = true;
  return answer;
}
let ready = false;
const tell = (text) => { busy.querySelector(".far").textContent = text; };
busy.querySelector("button").onclick = () => stopWorker("Stopped. Nothing has changed.");

// --- small helpers -----------------------------------------------------------------------------

// el makes an element: el("p", { class: "faint" }, "text", …).
function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) e[name] = value;
    else if (value === true) e.setAttribute(name, "");
    else if (value !== false && value != null) e.setAttribute(name, value);
  }
  e.append(...children.filter((c) => c != null));
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

// fill shows a part of the page. What lies on a board slides to where it lies now.
function fill(...children) {
  const before = things(main.querySelector("[data-step]"));
  main.replaceChildren(...children.filter((c) => c != null));
  slide(before, main.querySelector("[data-step]"));
}

// --- motion --------------------------------------------------------------------------------------

const motion = { duration: 200, easing: "ease-out" }; // in milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

// things notes where the things on a board are.
function things(box) {
  if (!box || still.matches) return null;
  const list = [...box.querySelectorAll("[data-thing]")].map((g) => ({ g, box: g.getBoundingClientRect(), ...g.dataset }));
  return { ...box.dataset, list };
}

// slide moves the things on a board from where they were a move before or after, lets go those that
// have left, and shows the new ones.
function slide(before, box) {
  const svg = box?.querySelector("svg");
  if (!svg || still.matches) return;
  const step = before && before.match === box.dataset.match ? box.dataset.step - before.step : NaN;
  if (!(Math.abs(step) <= 1)) return svg.animate([{ opacity: 0.35 }, { opacity: 1 }], motion);
  const left = new Map(before.list.map((o) => [step < 0 ? o.was : o.thing, o]));
  const unit = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  const away = (o, g) => {
    const now = g.getBoundingClientRect();
    return [(o.box.left - now.left) * unit, (o.box.top - now.top) * unit];
  };
  const at = ([x, y]) => `translate(${x}px, ${y}px)`;
  for (const g of svg.querySelectorAll("[data-thing]")) {
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
    svg.insertBefore(o.g, svg.querySelector(".spot"));
    const [x, y] = away(o, o.g);
    o.g.animate([{ transform: at([x, y]), opacity: 1 }, { transform: at([x, y - 30]), opacity: 0 }], motion).onfinish = () => o.g.remove();
  }
}

// boardOf shows a board; touch is told what is tapped on it. What belongs to a match moves from one
// step to the next.
function boardOf(table, touch, match, step) {
  const box = el("div", { class: "board", "data-match": match, "data-step": step });
  if (!table.board) {
    box.append(el("pre", {}, table.position));
    return box;
  }
  box.innerHTML = table.board; // written by the program itself
  if (touch) {
    box.onclick = (event) => {
      const tap = event.target.closest?.("[data-tap]")?.dataset.tap;
      if (!tap) return;
      const at = tap.indexOf(" ");
      touch({ [tap.slice(0, at)]: tap.slice(at + 1) });
    };
  }
  return box;
}

// keysOf are the buttons of a question. Other asks for what is typed.
function keysOf(table, touch) {
  const box = el("div", { class: "keys", role: "group", "aria-label": table.question || "Moves", tabindex: "-1" });
  for (const row of table.keys || []) {
    const line = el("div");
    for (const key of row) {
      line.append(button(key.label, () => {
        if (!key.other) return touch(key.move ? { move: key.move } : { where: key.where || "" });
        const text = prompt(table.question);
        if (text) touch({ move: text, where: key.where || "" });
      }));
    }
    box.append(line);
  }
  return box;
}

function errorOf(text) { return el("p", { class: "error", role: "alert" }, text); }

// linkOf is the part of an address behind # that has a match in it: blanks are points.
function linkOf(variant, position, moves) {
  const part = (text) => encodeURIComponent(text).replace(/\./g, "%2E").replace(/%20/g, ".").replace(/%3D/gi, "=").replace(/%2B/gi, "+");
  return "#" + variant + "/" + part(position) + (moves.length ? "/" + part(moves.join(" ")) : "");
}

// readLink reads it: { variant, position, moves }, or null.
function readLink(hash) {
  const parts = hash.replace(/^#/, "").split("/");
  const text = (part) => decodeURIComponent((part || "").replace(/\./g, "%20")).trim();
  for (let n = Math.min(3, parts.length - 1); n >= 1; n--) { // an id has up to three parts
    const variant = parts.slice(0, n).join("/");
    if (n === 1 || games.some((g) => g.id === variant) || /^split-nim\/-?\d+(\/misere)?$/.test(variant)) {
      const moves = text(parts[n + 1]);
      return { variant, position: text(parts[n]), moves: moves ? moves.split(/\s+/) : [] };
    }
  }
  return null;
}

function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* then nothing is kept */ }
}
function kept(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}

let games = [];
const gameOf = (id) => games.find((g) => g.id === id);

function gameSelect(chosen, onchange) {
  return el("select", { id: "game", onchange }, ...games.map((g) => el("option", { value: g.id, selected: g.id === chosen }, `${g.name}: ${g.gist}`)));
}
function select(id, chosen, options, onchange) {
  return el("select", { id, onchange }, ...options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));
}
const labelled = (text, control) => [el("label", { for: control.id }, text), control];

function rulesOf(game) {
  return el("details", {}, el("summary", {}, "Rules of " + game.name), rich(game.rules), rich(game.turn), rich(game.end));
}

// copyLink offers the address of what is shown.
function copyLink(hash) {
  const b = button("Copy link", async () => {
    const address = location.href.split("#")[0] + hash;
    try { await navigator.clipboard.writeText(address); b.textContent = "Copied"; } catch { prompt("The link:", address); }
  });
  return b;
}

// --- play --------------------------------------------------------------------------------------

let match = null; // { variant, position, moves, you, level, size, seed }

async function newMatch(settings) {
  markPart("play");
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const next = { variant: "nim", size: "small", level: "casual", you: "first", ...settings, seed, moves: [] };
  if (!settings.position) {
    const start = await ask({ do: "start", ...next });
    if (start.error) return fill(errorOf(start.error));
    next.position = start.position;
  }
  match = next;
  return showMatch();
}

// turn asks for what the match looks like now, and has the bot move where it is due.
async function showMatch(request = {}) {
  const shown = match;
  let table = await ask({ do: "show", ...match, ...request });
  if (match !== shown) return;
  if (table.error) return fill(errorOf(table.error), button("New game", () => newMatch({}), { class: "lead" }));
  drawMatch(table);
  while (!table.over && !table.yours) { // it may decide more than once
    const before = match;
    const [after] = await Promise.all([ask({ do: "reply", ...match }), new Promise((done) => setTimeout(done, 350))]);
    if (match !== before) return;
    if (after.error) return drawMatch(table, after.error);
    match = { ...match, moves: after.moves };
    table = after;
    drawMatch(table);
  }
}

async function touchMatch(tap) {
  if (tap.move === undefined) return showMatch({ where: tap.where });
  const before = match;
  const table = await ask({ do: "play", ...match, ...tap });
  if (match !== before) return; // another one has begun meanwhile
  if (table.error) return drawMatch(current, table.error);
  match = { ...match, moves: table.moves };
  drawMatch(table);
  if (!table.over && !table.yours) showMatch();
}

let current = null;
function drawMatch(table, error) {
  const inKeys = document.activeElement?.closest(".keys");
  current = table;
  const link = linkOf(match.variant, match.position, match.moves);
  history.replaceState(null, "", link);
  keep("match", { ...match, link });
  const touch = table.yours ? touchMatch : null;
  const said = table.said.length ? table.said[table.said.length - 1] + "." : table.game.rules;
  let question = table.over ? "" : table.yours ? table.question : "Nimatron thinks …";
  if (table.yours && !table.said.length && table.board.includes("data-tap")) question += " Touch the board, or a button.";
  const parts = [
    el("h1", {}, table.game.name),
    rich(said, "p", { class: "faint", "aria-live": "polite" }),
    boardOf(table, touch, `${match.variant} ${match.position} ${match.seed}`, table.moves.length),
  ];
  if (error) parts.push(errorOf(error));
  if (table.over) {
    parts.push(el("h2", { role: "status" }, table.ending.title), rich(table.ending.text));
    const harder = { casual: "strong", strong: "perfect" }[match.level];
    const keys = el("div", { class: "keys" }, el("div", {},
      button("Play again", () => newMatch({ ...match, position: "" }), { class: "lead" }),
      table.ending.turn ? button("Show me where", () => showReplay({ ...readLink(link), you: match.you }, table.ending.turn - 1)) : null,
      table.ending.turn && table.ending.title !== "You win" ? button("Try that again", () => { match = { ...match, moves: table.moves.slice(0, table.ending.turn - 1) }; showMatch(); }) : null,
      harder && table.ending.title === "You win" ? button("Harder", () => newMatch({ ...match, level: harder, position: "" })) : null,
      button("Next game", () => newMatch({ ...match, variant: games[(games.findIndex((g) => g.id === match.variant) + 1) % games.length].id, position: "" })),
    ));
    parts.push(keys);
  } else {
    parts.push(el("p", { class: "question" }, question), keysOf(table, touch));
  }
  const tools = el("div", { class: "tools" },
    button("Take back", () => { match = { ...match, moves: takenBack(table) }; showMatch(); }, { disabled: !table.said.some((s) => s.startsWith("You ")) }),
    table.over ? null : button("Hint", () => hint(1)),
    el("a", { class: "button", href: "#analyze", onclick: () => { position = { variant: match.variant, position: table.position }; } }, "Analyze"),
    copyLink(link),
  );
  parts.push(tools, el("div", { id: "hint", "aria-live": "polite" }), rulesOf(table.game), settings());
  if (table.said.length) {
    parts.push(el("details", {}, el("summary", {}, `Moves (${table.said.length})`), el("ol", { class: "moves" }, ...table.said.map((s) => el("li", {}, s)))));
  }
  fill(...parts);
  main.className = "";
  if (inKeys) (main.querySelector(".keys button") || main.querySelector(".keys"))?.focus(); // there are none while the bot thinks
}

// takenBack are the moves before one's last.
function takenBack(table) {
  for (let n = table.said.length - 1; n >= 0; n--) if (table.said[n].startsWith("You ")) return table.moves.slice(0, n);
  return [];
}

async function hint(step) {
  const h = await ask({ do: "hint", ...match, step });
  const box = document.getElementById("hint");
  if (h.error) return box.replaceChildren(errorOf(h.error));
  box.replaceChildren(...h.lines.map((line) => rich(line)));
  if (!h.last) box.append(button("Say more", () => hint(step + 1)));
}

function settings() {
  const game = gameSelect(match.variant);
  const level = select("level", match.level, [["casual", "Casual: misses every third win"], ["strong", "Strong: misses one in ten"], ["perfect", "Perfect: misses none"]]);
  const size = select("size", match.size, [["small", "Small"], ["medium", "Medium"], ["large", "Large"]]);
  const you = select("you", match.you, [["first", "You"], ["second", "Nimatron"]]);
  return el("details", {}, el("summary", {}, "Another game, level or size"),
    ...labelled("Game", game), ...labelled("Level", level), ...labelled("Size", size), ...labelled("Who begins", you),
    el("div", { class: "tools" }, button("Begin", () => newMatch({ variant: game.value, level: level.value, size: size.value, you: you.value }), { class: "lead" })));
}

// --- analyze -----------------------------------------------------------------------------------

let position = null; // { variant, position }

let building = false; // whether the board to build on is open

async function showAnalyze() {
  markPart("analyze");
  main.className = building ? "building" : "";
  position ||= { variant: "end-nim", position: gameOf("end-nim").example };
  const text = el("input", { id: "position", value: position.position, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const example = el("small", {});
  const game = gameSelect(position.variant, () => { text.value = gameOf(game.value).example; tell(); builder.show(); go(); });
  const tell = () => example.replaceChildren("Such as ", el("code", {}, gameOf(game.value)?.example || ""));
  const result = el("div", { class: "result", "aria-live": "polite" });
  const now = () => ({ variant: game.value || position.variant, position: text.value });
  const set = (changed) => { // to what was built or pointed at
    text.value = changed;
    later();
  };
  const builder = builderOf(now, set);
  const plane = planeOf((to) => { text.value = to; builder.show(); go(); });
  let due = 0;
  const later = () => {
    clearTimeout(due);
    due = setTimeout(() => go(true), 250);
  };
  text.oninput = () => { builder.show(); later(); };
  const go = async (brief = false) => {
    clearTimeout(due);
    position = now();
    const a = await ask({ do: "analyze", ...position, brief });
    if (position.position !== text.value || !result.isConnected) return; // it has changed meanwhile
    if (a.error) return result.replaceChildren(rich(a.error, "p", { class: "error", role: brief ? "status" : "alert" }));
    const link = linkOf(a.game.id, a.position, []);
    history.replaceState({ part: "analyze" }, "", link);
    const check = el("p", { role: "status" });
    const parts = [boardOf(a), rich(a.verdict, "p", { class: "question" }), rich(a.short)];
    if (a.value) parts.push(rich(a.value, "p", { class: "faint" }));
    if (a.winning) parts.push(rich(a.winning));
    parts.push(el("div", { class: "tools" },
      a.over ? null : button("Play from here", () => newMatch({ variant: a.game.id, position: a.position, level: "perfect" }), { class: "lead" }), copyLink(link)));
    if (a.plane) {
      await plane.show({ variant: a.game.id, position: a.position });
      parts.push(plane.box);
    }
    if (a.chart) parts.push(el("details", { open: true }, el("summary", {}, "What the theory looks at"), boardOf({ board: a.chart })));
    if (a.full.length > 1) parts.push(el("details", {}, el("summary", {}, "The whole reason"), ...a.full.map((line) => rich(line))));
    if (a.certificate) {
      parts.push(el("details", {}, el("summary", {}, "The proof, to be checked"),
        rich("A certificate has every step of the proof. The checker knows the rules and no theory."),
        el("div", { class: "tools" }, button("Check it", async () => {
          const c = await ask({ do: "check", text: a.certificate });
          check.className = c.holds ? "good" : "error";
          check.textContent = c.error || c.said;
        })), check, el("pre", { class: "long", tabindex: "0" }, a.certificate)));
    }
    const focused = plane.box.contains(document.activeElement) ? document.activeElement : null;
    result.replaceChildren(...parts);
    focused?.focus({ preventScroll: true }); // as it was taken away for a moment
  };
  tell();
  fill(el("h1", {}, "Analyze a position"),
    el("form", { onsubmit: (event) => { event.preventDefault(); go(); } },
      ...labelled("Game", game), ...labelled("Position", text), example, builder.box,
      el("div", { class: "tools" }, el("button", { class: "lead" }, "Analyze"))),
    result);
  await go();
}

// builderOf is a board on which a position is built: now says what is typed, and set is told what is
// built.
function builderOf(now, set) {
  const said = el("p", { class: "question", "aria-live": "polite" });
  const picture = el("div", { tabindex: "0", role: "group", "aria-label": "The board: the arrow keys choose a place and change it" });
  const keys = el("div", { class: "keys" });
  const count = el("input", { id: "count", inputmode: "numeric", autocomplete: "off", onchange: () => act({ count: count.value }) });
  const number = el("div", { class: "number" }, ...labelled("Counters", count));
  let where = "";
  let offered = [];
  let last = Promise.resolve();
  const act = (change) => (last = last.then(() => once(change)));
  const once = async (change) => {
    const asked = now();
    const b = await ask({ do: "build", ...asked, where, ...change });
    const typed = now();
    if (typed.position !== asked.position || typed.variant !== asked.variant) return; // that is shown next
    said.className = b.error ? "error" : "question";
    said.textContent = b.error || b.said;
    if (b.error && Object.keys(change).length) return;
    const focused = keys.contains(document.activeElement) && document.activeElement.dataset.key;
    offered = b.keys || [];
    where = b.where || "";
    picture.replaceChildren(...(b.error ? [] : [boardOf(b, act)]));
    keys.replaceChildren(el("div", {}, ...offered.map((key) => button(key.label, () => act(key.change ? { change: key.change } : { where: key.where }),
      { "data-key": key.change || key.shortcut, "aria-keyshortcuts": key.shortcut || null }))));
    number.hidden = b.counters === undefined;
    count.value = b.counters || "";
    if (focused) (keys.querySelector(`[data-key="${focused}"]`) || picture).focus();
    if (!b.error && b.position !== asked.position && (change.change || change.count)) set(b.position);
  };
  const box = el("details", { class: "builder", open: building }, el("summary", {}, "Build it by touch"), el("div", {}, picture, said, keys, number));
  const show = () => (box.open ? act({}) : last);
  box.ontoggle = () => {
    building = box.open;
    main.classList.toggle("building", building);
    show();
  };
  box.onkeydown = (event) => {
    const key = offered.find((k) => k.shortcut === event.key);
    if (!key || event.ctrlKey || event.metaKey || event.altKey || /INPUT|SUMMARY/.test(event.target.tagName)) return;
    event.preventDefault();
    act(key.change ? { change: key.change } : { where: key.where });
  };
  return { box, show };
}

// planeOf shows who wins a row where its two ends are other piles: to point at, to zoom, and to go to.
function planeOf(goTo) {
  const said = el("p", { role: "status" });
  const picture = el("div", { class: "board plane", tabindex: "0", role: "application",
    "aria-label": "The plane: the arrow keys point at a row, Enter goes there, plus and minus zoom" });
  const closer = button("+ Zoom in", () => look({ zoom: -1 }));
  const wider = button("− Zoom out", () => look({ zoom: 1 }));
  const around = button("To this row", () => show(base));
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  mark.setAttribute("class", "pointed");
  let base = null; // the row: { variant, position }
  let plane = null; // what is shown
  let cell = null; // that is pointed at
  let gone = ""; // where one has gone by the plane
  let last = Promise.resolve();
  const place = () => {
    for (const [name, value] of Object.entries({ x: plane.x + cell.column * plane.side, y: plane.y + cell.row * plane.side, width: plane.side, height: plane.side })) mark.setAttribute(name, value);
    picture.querySelector("svg").append(mark);
  };
  // look shows another part of the plane, after those that were asked for before.
  const look = (change, row) => (last = last.then(() => once(change, row)));
  // Around another row the plane begins anew, unless that was gone to by the plane.
  const once = async (change, row) => {
    const stays = plane && (!row || (gone === row.position && base.variant === row.variant));
    base = row || base;
    const p = await ask({ do: "plane", ...base, ...(stays ? { view: plane.view, cell } : {}), ...change });
    said.className = p.error ? "error" : "";
    said.textContent = p.error || p.said;
    if (p.error && !stays) plane = null;
    if (p.error) return;
    plane = p;
    cell = p.cell;
    picture.innerHTML = p.board;
    closer.disabled = p.closest;
    wider.disabled = p.widest;
    place();
  };
  // point says what is known of the row at a cell. Those that were passed meanwhile are left out.
  let asking = false;
  const point = async (to) => {
    if (!to || (to.row === cell.row && to.column === cell.column)) return;
    cell = to;
    place();
    if (asking) return;
    asking = true;
    for (let done = null; done !== cell;) {
      done = cell;
      const n = await ask({ do: "cell", ...base, view: plane.view, cell });
      if (done === cell && !n.error) said.textContent = n.said;
    }
    asking = false;
  };
  const go = async (to) => {
    if (!to) return;
    const n = await ask({ do: "cell", ...base, view: plane.view, cell: to });
    if (n.error) return;
    gone = n.position;
    goTo(n.position);
  };
  const cellAt = ({ clientX, clientY }) => {
    const svg = picture.querySelector("svg");
    if (!svg) return null;
    const p = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    const at = { row: Math.floor((p.y - plane.y) / plane.side), column: Math.floor((p.x - plane.x) / plane.side) };
    return Math.min(at.row, at.column) < 0 || Math.max(at.row, at.column) >= plane.view.size ? null : at;
  };
  let moved = false; // the mouse is here for its own sake, not because the page was scrolled under it
  picture.onpointermove = (event) => {
    moved ||= event.movementX !== 0 || event.movementY !== 0;
    if (event.pointerType === "mouse") point(cellAt(event));
  };
  picture.onpointerleave = () => { moved = false; };
  picture.onclick = (event) => go(cellAt(event));
  let wheel = 0;
  picture.addEventListener("wheel", (event) => {
    if (!plane || !(moved || event.ctrlKey) || (event.deltaY < 0 ? plane.closest : plane.widest)) return;
    event.preventDefault();
    wheel += event.deltaY;
    if (Math.abs(wheel) < 50 && event.deltaMode === 0) return;
    look({ zoom: Math.sign(wheel), cell: cellAt(event) || cell });
    wheel = 0;
  }, { passive: false });
  let fingers = null; // where two fingers were: how far apart, and the cell between them
  let touch = null; // where they are now
  let following = false;
  const follow = async () => {
    if (following) return;
    following = true;
    while (touch) {
      const { apart, at } = touch;
      touch = null;
      const between = cellAt(at) || cell;
      fingers ||= { apart, between };
      const zoom = apart > fingers.apart * 1.3 ? -1 : apart < fingers.apart / 1.3 ? 1 : 0;
      const [down, across] = zoom ? [0, 0] : [fingers.between.row - between.row, fingers.between.column - between.column];
      fingers = zoom ? null : { apart: fingers.apart, between };
      if (zoom || down || across) await look({ zoom, down, across, cell: between });
    }
    following = false;
  };
  const pinch = (event) => {
    if (event.touches.length !== 2 || !plane) return;
    event.preventDefault();
    if (event.type === "touchstart") fingers = null;
    const [a, b] = event.touches;
    touch = { apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), at: { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 } };
    follow();
  };
  for (const name of ["touchstart", "touchmove"]) picture.addEventListener(name, pinch, { passive: false });
  picture.onkeydown = async (event) => {
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const zoom = { "+": -1, "=": -1, "-": 1 }[event.key];
    if (!plane || event.ctrlKey || event.metaKey || !(way || zoom || event.key === "Enter")) return;
    event.preventDefault();
    if (zoom) return look({ zoom });
    if (!way) return go(cell);
    const to = { row: cell.row + way[0], column: cell.column + way[1] };
    const inside = (n) => Math.min(Math.max(n, 0), plane.view.size - 1);
    if (to.row !== inside(to.row) || to.column !== inside(to.column)) await look({ down: way[0], across: way[1] });
    point({ row: inside(to.row), column: inside(to.column) });
  };
  const show = (row) => look({}, row); // the plane around a row
  const box = el("details", { class: "plane-box", open: true }, el("summary", {}, "Rows with other ends"),
    said, picture, el("div", { class: "tools" }, closer, wider, around));
  return { box, show };
}

// --- look at a match -----------------------------------------------------------------------------

async function showLook() {
  main.className = "";
  const text = el("textarea", { id: "record", rows: "8", spellcheck: "false" });
  const error = el("div");
  fill(el("h1", {}, "Look at a match"),
    rich("Paste what **Export** of the bot gives you, or open a link to a match. What you paste stays on this page."),
    ...labelled("The match", text),
    el("div", { class: "tools" }, button("Show it", async () => {
      const m = await ask({ do: "read", text: text.value });
      if (m.error) return error.replaceChildren(errorOf(m.error));
      showReplay(m, 0);
    }, { class: "lead" })), error);
}

// showReplay goes through a match, from a step of it on.
async function showReplay(m, step) {
  const r = await ask({ do: "replay", ...m, step });
  if (r.error) return fill(errorOf(r.error));
  markPart("look");
  const link = linkOf(m.variant, m.position, m.moves);
  history.replaceState(null, "", link);
  const inMoves = document.activeElement?.closest(".moves, .tools")?.className;
  const label = document.activeElement?.textContent;
  const go = (to) => showReplay(m, Math.min(Math.max(to, 0), r.marks.length));
  const mistakes = r.marks.flatMap((mark, i) => (mark.mistake ? [i + 1] : []));
  const nextMistake = mistakes.find((n) => n > r.step);
  fill(el("h1", {}, r.game.name),
    rich(r.step === 0 ? "The start." : `Move ${r.step} of ${r.marks.length}: ${r.marks[r.step - 1].said}.`, "p", { "aria-live": "polite" }),
    boardOf(r, null, `${m.variant} ${m.position}`, r.step),
    r.remark ? rich(r.remark, "p", { class: r.marks[r.step - 1].mistake ? "mistake" : "faint", role: "status" }) : null,
    el("div", { class: "tools" },
      button("Back", () => go(r.step - 1), { disabled: r.step === 0 }),
      button("On", () => go(r.step + 1), { disabled: r.step === r.marks.length, class: "lead" }),
      nextMistake ? button("Next mistake", () => go(nextMistake)) : null,
      button("Play on from here", () => newMatch({ variant: m.variant, position: r.position, level: "perfect" }), { disabled: r.over && r.step === r.marks.length }),
      copyLink(link)),
    el("div", { class: "side" }, el("h2", {}, "Moves"),
      el("ol", { class: "moves" }, ...r.marks.map((mark, i) => el("li", {},
        button(mark.said + (mark.mistake ? " – a mistake" : ""), () => go(i + 1), { class: mark.mistake ? "mistake" : "", "aria-current": i + 1 === r.step ? "step" : null }))))),
  );
  main.className = "wide";
  if (inMoves) [...main.querySelectorAll("button")].find((b) => b.textContent === label && !b.disabled)?.focus();
  stepBy = go;
  stepAt = r.step;
}
let stepBy = null;
let stepAt = 0;
document.addEventListener("keydown", (event) => {
  if (!stepBy || main.className !== "wide" || /INPUT|TEXTAREA|SELECT/.test(event.target.tagName)) return;
  if (event.key === "ArrowLeft") stepBy(stepAt - 1);
  if (event.key === "ArrowRight") stepBy(stepAt + 1);
});

// --- learn -------------------------------------------------------------------------------------

const progress = () => kept("lessons") || {};

async function showLearn(id) {
  main.className = "";
  if (id) return showLesson(id);
  const list = await ask({ do: "lessons" });
  if (list.error) return fill(errorOf(list.error));
  fill(el("h1", {}, "Learn to win"), rich("A rule each, and three boards on which it decides. What you have solved is kept in this browser."),
    el("ul", { class: "lessons" }, ...list.map((l) => el("li", {}, el("a", { href: "#learn/" + l.id },
      el("span", {}, `${l.number}.`), el("span", {}, l.title), el("span", { class: "good" }, "✓".repeat(Math.min(progress()[l.id] || 0, l.exercises))))))));
}

async function showLesson(id) {
  const l = await ask({ do: "lesson", lesson: id });
  if (l.error) return fill(errorOf(l.error));
  const solved = progress()[id] || 0;
  fill(el("h1", {}, `Lesson ${l.number}: ${l.title}`), el("p", { class: "faint" }, l.game), ...l.text.map((t) => rich(t)),
    el("div", { class: "tools" }, button(solved >= l.exercises ? "Solve them again" : `Exercise ${solved + 1} of ${l.exercises}`, () => showExercise(l, solved >= l.exercises ? 1 : solved + 1), { class: "lead" }),
      el("a", { class: "button", href: "#learn" }, "All lessons")));
}

const lessonSeed = 2026; // the same boards for all, so that a class can talk about them

async function showExercise(l, number, where = "") {
  const e = await ask({ do: "exercise", lesson: l.id, number, seed: lessonSeed, where });
  if (e.error) return fill(errorOf(e.error));
  const name = `${l.id} ${number}`;
  const touch = async (tap) => {
    if (tap.move === undefined) return showExercise(l, number, tap.where);
    const a = await ask({ do: "answer", lesson: l.id, number, seed: lessonSeed, ...tap });
    if (a.error) return fill(...head, boardOf(e, touch, name, 0), errorOf(a.error), el("p", { class: "question" }, e.question), keysOf(e, touch));
    if (a.right) keep("lessons", { ...progress(), [l.id]: Math.max(progress()[l.id] || 0, number) });
    const again = button(a.right ? (number < l.exercises ? "Next" : "Done") : "Try again", () => {
      if (!a.right) return showExercise(l, number);
      if (number < l.exercises) return showExercise(l, number + 1);
      location.hash = l.next ? "#learn/" + l.next : "#learn";
    }, { class: "lead" });
    fill(...head, boardOf(a, null, name, 1), el("p", { class: a.right ? "good" : "error", role: "status" }, a.right ? "Right." : "That loses."), rich(a.why), el("div", { class: "keys" }, el("div", {}, again)));
    again.focus();
  };
  const head = [el("h1", {}, l.title), el("p", { class: "faint" }, `Exercise ${number} of ${l.exercises}. You decide first, and can win.`)];
  fill(...head, boardOf(e, touch, name, 0), el("p", { class: "question" }, e.question), keysOf(e, touch),
    el("div", { class: "tools" }, el("a", { class: "button", href: "#learn/" + l.id, onclick: () => showLesson(l.id) }, "The rule")), rulesOf(e.game));
}

// --- where one is ------------------------------------------------------------------------------

// markPart says in the navigation which part of the page is shown.
function markPart(part) {
  for (const a of document.querySelectorAll("nav a")) {
    if (a.dataset.part === part) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
  }
}

async function route() {
  const hash = location.hash;
  stepBy = null;
  const part = hash.startsWith("#analyze") ? "analyze" : hash.startsWith("#learn") ? "learn" : hash.startsWith("#look") ? "look" : "play";
  markPart(part);
  if (part === "analyze") return showAnalyze();
  if (part === "look") return showLook();
  if (part === "learn") return showLearn(hash.split("/")[1]);
  const stored = kept("match");
  const link = hash.length > 1 ? readLink(hash) : null;
  if (stored && (!link || stored.link === hash) && history.state?.part !== "analyze") {
    match = stored;
    return showMatch();
  }
  if (!link) return newMatch({});
  if (link.moves.length) return showReplay(link, link.moves.length);
  position = link;
  return showAnalyze();
}

startWorker();
addEventListener("hashchange", () => { if (location.hash !== "#main") route(); });
matchMedia("(prefers-color-scheme: light)").addEventListener("change", route);
(async () => {
  const list = await ask({ do: "games" });
  if (list.error) return fill(errorOf(list.error));
  games = list;
  route();
})();
