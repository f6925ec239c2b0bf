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
  const began = Date.now();
  const show = () => {
    const seconds = Math.round((Date.now() - began) / 1000);
    busy.querySelector("span").textContent = ready ? `Thinking, ${seconds} s of at most 20 …` : "Loading the program …";
    busy.hidden = false;
  };
  const timer = setInterval(show, 500);
  const answer = await new Promise((done) => {
    waiting.set(id, done);
    worker.postMessage({ id, request });
  });
  clearInterval(timer);
  busy.hidden = true;
  ready = true;
  return answer;
}
let ready = false;
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

function fill(...children) {
  main.replaceChildren(...children.filter((c) => c != null));
}

// boardOf shows a board; touch is told what is tapped on it.
function boardOf(table, touch) {
  const box = el("div", { class: "board" });
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
  const box = el("div", { class: "keys", role: "group", "aria-label": table.question || "" });
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
    boardOf(table, touch),
  ];
  if (error) parts.push(errorOf(error));
  if (table.over) {
    parts.push(el("h2", { role: "status" }, table.ending.title), rich(table.ending.text));
    const harder = { casual: "strong", strong: "perfect" }[match.level];
    const keys = el("div", { class: "keys" }, el("div", {},
      button("Play again", () => newMatch({ ...match, position: "" }), { class: "lead" }),
      table.ending.turn ? button("Show me where", () => showReplay({ ...readLink(link), you: match.you }, table.ending.turn - 1)) : null,
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
  if (inKeys) main.querySelector(".keys button")?.focus();
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

async function showAnalyze() {
  markPart("analyze");
  main.className = "";
  position ||= { variant: "end-nim", position: gameOf("end-nim").example };
  const text = el("input", { id: "position", value: position.position, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const example = el("small", {});
  const game = gameSelect(position.variant, () => { text.value = gameOf(game.value).example; tell(); go(); });
  const tell = () => example.replaceChildren("Such as ", el("code", {}, gameOf(game.value)?.example || ""));
  const result = el("div", { "aria-live": "polite" });
  const go = async () => {
    position = { variant: game.value || position.variant, position: text.value };
    const a = await ask({ do: "analyze", ...position });
    if (a.error) return result.replaceChildren(errorOf(a.error));
    history.replaceState(null, "", "#analyze");
    const check = el("p", { role: "status" });
    const parts = [boardOf(a), rich(a.verdict, "p", { class: "question" }), rich(a.short)];
    if (a.value) parts.push(rich(a.value, "p", { class: "faint" }));
    if (a.winning.length) parts.push(rich("What wins: " + a.winning.join("; ") + (a.more ? " …" : ".")));
    const link = linkOf(a.game.id, a.position, []);
    parts.push(el("div", { class: "tools" }, button("Play from here", () => newMatch({ variant: a.game.id, position: a.position, level: "perfect" }), { class: "lead" }), copyLink(link)));
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
    result.replaceChildren(...parts);
  };
  tell();
  fill(el("h1", {}, "Analyze a position"),
    el("form", { onsubmit: (event) => { event.preventDefault(); go(); } },
      ...labelled("Game", game), ...labelled("Position", text), example,
      el("div", { class: "tools" }, el("button", { class: "lead" }, "Analyze"))),
    result);
  await go();
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
    boardOf(r),
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
  const touch = async (tap) => {
    if (tap.move === undefined) return showExercise(l, number, tap.where);
    const a = await ask({ do: "answer", lesson: l.id, number, seed: lessonSeed, ...tap });
    if (a.error) return fill(...head, boardOf(e, touch), errorOf(a.error), el("p", { class: "question" }, e.question), keysOf(e, touch));
    if (a.right) keep("lessons", { ...progress(), [l.id]: Math.max(progress()[l.id] || 0, number) });
    const again = button(a.right ? (number < l.exercises ? "Next" : "Done") : "Try again", () => {
      if (!a.right) return showExercise(l, number);
      if (number < l.exercises) return showExercise(l, number + 1);
      location.hash = l.next ? "#learn/" + l.next : "#learn";
    }, { class: "lead" });
    fill(...head, boardOf(a), el("p", { class: a.right ? "good" : "error", role: "status" }, a.right ? "Right." : "That loses."), rich(a.why), el("div", { class: "keys" }, el("div", {}, again)));
    again.focus();
  };
  const head = [el("h1", {}, l.title), el("p", { class: "faint" }, `Exercise ${number} of ${l.exercises}. You decide first, and can win.`)];
  fill(...head, boardOf(e, touch), el("p", { class: "question" }, e.question), keysOf(e, touch),
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
  if (stored && (!link || stored.link === hash)) {
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
