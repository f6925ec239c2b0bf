// The address determines what the page shows. Rules, verdicts, links and sentences all come from
// the program.
"use strict";

let games = [];
let listing = null; // the promise of the games
let loading = 0; // the timer before "Loading …"
let due = 0; // the timer before an analysis of what is typed

// go shows the view of an address. A kept view shows at once.
function go(link, view = null) {
  clearTimeout(due);
  state = { link, view, fields: {}, asked: "{}", turn: 0, focus: main.contains(document.activeElement) };
  if (view) {
    history.replaceState(null, "", view.link);
    draw();
  } else {
    main.inert = true; // the old view does nothing until the new one arrives
    loading = setTimeout(() => { if (!state.view && !state.error) draw(); }, 500);
  }
  return show({ do: "open", link, seed: seed(), kept: Boolean(view) });
}

// show asks for another view within this navigation, and draws it.
async function show(request, push = false) {
  const turn = ++state.turn;
  const asked = JSON.stringify(state.fields);
  const current = () => state.turn === turn;
  const answer = await ask(request, current);
  if (answer.error) {
    if (request.do === "open" && request.kept) return go("");
    state.error = answer.error;
    announce(answer.error, true);
    return draw();
  }
  const same = request.kept && answer.link === state.view?.link; // what was lifted while the program came stays
  Object.assign(state, { view: answer, asked, error: "", hint: null, worths: null }, same ? {} : { lifted: null, typing: null, where: "" });
  if (location.hash !== answer.link) history[push ? "pushState" : "replaceState"](push ? { moved: true } : null, "", answer.link);
  if (answer.part === "play") keep(withFriend(answer) ? "friend" : "last", answer);
  draw();
  if (answer.bot) thinking(350);
  if (answer.partial && request.do === "open") analyze(); // the board is shown meanwhile
}

// thinking has the bot move, after people have had time to see the last move.
function thinking(after) {
  const { turn } = state;
  setTimeout(() => { if (state.turn === turn && state.view?.bot) show({ do: "reply", link: state.view.link }); }, after);
}

// draw shows the state.
function draw() {
  clearTimeout(loading);
  const { view, error } = state;
  const part = view ? view.part : "none";
  for (const a of document.querySelectorAll("nav a")) {
    const here = a.dataset.part === ({ replay: "look", lesson: "learn", exercise: "learn" }[part] || part);
    a.toggleAttribute("aria-current", here);
    if (here) a.setAttribute("aria-current", "page");
  }
  main.inert = false;
  paint(() => el("main", { id: "main", tabindex: "-1", class: part }, views[part](view)));
  colour();
  const place = main.querySelector("[data-key=plane]"); // the plane changes by itself, and is not drawn again
  if (place && !place.contains(state.plane.box)) place.replaceChildren(state.plane.box);
  if (state.focus && view) {
    state.focus = false;
    main.focus({ preventScroll: true });
  }
  const plays = part === "play";
  call(plays && bandOf(view), view?.game?.name, plays && mine(view.turn));
  announce(error || checkedNow()?.error || checkedNow()?.said || state.lifted?.said || (state.where && choiceOf(view).question)
    || state.worths?.said || state.hint?.lines.at(-1) || view?.said);
}

// --- parts of views ------------------------------------------------------------------------------

// field is a control whose value the state keeps while it is shown.
function field(id, label, value, options, onchange) {
  const set = (event) => {
    state.fields[id] = event.target.value;
    onchange?.();
  };
  const now = state.fields[id] ?? value;
  const control = options
    ? el("select", { id, onchange: set, value: now }, options.map(([v, text]) => el("option", { value: v }, text)))
    : el("input", { id, oninput: set, value: now, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  return [el("label", { for: id }, label), control];
}

// gameField lists all games, and the one that is shown if it is not among them.
function gameField(shown, onchange) {
  listing ??= ask({ do: "games" }).then((list) => {
    if (list.error) return void (listing = null);
    games = list;
    draw();
  });
  const list = games.some((g) => g.id === shown.id) ? games : [...games, shown];
  return field("game", "Game", shown.id, list.map((g) => [g.id, `${g.name}: ${g.gist}`]), onchange);
}

// withFriend reports whether a match goes by links, and so stands beside one's own.
const withFriend = ({ form, you }) => !form.level && you !== "both";

const absolute = (link) => location.href.split("#")[0] + link;

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// put keeps the program's answer in the state.
async function put(name, request) {
  const { error, ...answer } = await ask(request);
  Object.assign(state, { error, [name]: error ? null : { ...request, ...answer } });
  draw();
}

const hint = (step) => put("hint", { do: "hint", link: state.view.link, step });
const actions = {
  hint: () => hint(1),
  worths: () => (state.worths ? void draw((state.worths = null)) : put("worths", { do: "worths", link: state.view.link })),
  share: (pressed) => {
    const { view: v } = state;
    offer(v.over ? resultOf(v) : v.game.name, absolute(v.over ? v.link.split("?")[0] : v.link), pressed);
  },
};
const act = (action, pressed) => actions[action.do](pressed);
const linkOf = (action, attributes) => to(action.link, action.label, attributes);

const studied = () => state.view.part === "analyze";
const move = ({ where, move: text, count }) => {
  const what = { where, move: text ?? count };
  if (!studied()) return show({ do: state.view.part === "exercise" ? "answer" : "play", link: state.view.link, ...what });
  const from = typedNow();
  for (const name of ["position", "first"]) delete state.fields[name];
  return show({ do: "analyze", ...from, ...what }, true);
};

// --- views ---------------------------------------------------------------------------------------

const views = {
  none: () => [el("h1", {}, state.error ? "This can't be shown" : "Nimatron"), errorOf() || el("p", { class: "status" }, "Loading …"),
    state.error && tools(button("Try again", () => go(state.link), { class: "lead" }),
      state.link?.startsWith("#learn") ? to("#learn", "All lessons") : to("#nim/?you=left&level=casual", "New game"))],

  play(v) {
    const touch = v.yours ? touched : null;
    return tableOf({ ...v, board: (state.worths || v).board }, touch, v.game.id + v.link.split("/")[1] + v.form.level, sideOf(v,
      v.friend ? [asked(choiceOf(v).question), sending(v)] : !v.over && turnOf(v, touch),
      [state.error && v.bot && button("Let it move", () => thinking(0)), v.over && v.form.level && streakOf(v)],
      state.hint && [...state.hint.lines.map((line) => rich(line)), !state.hint.last && button("Say more", () => hint(state.hint.step + 1))],
      state.worths && worthsOf(state.worths),
      folded("Another game, level or size", settings(v)),
      !withFriend(v) && kept("friend") && tools(to(kept("friend").link, "The match with a friend"))));
  },

  replay(v) {
    const at = v.marks[v.step];
    return [el("h1", {}, v.game.name), rich(v.news, "p", { class: "news" }), boardOf(v, null, v.game.id + v.link.split("/")[1], v.made),
      el("div", { class: "side" },
        errorOf(), v.remark && rich(v.remark, "p", { class: at.mistake ? "mistake" : "faint" }),
        tools(button("Back", () => step(-1), { disabled: v.step === 0 }), button("On", () => step(1), { disabled: v.step === v.marks.length - 1, class: "lead" }),
          v.next && button("Next mistake", () => show({ do: "open", link: v.next }))),
        actionsOf(v),
        el("h2", {}, "Moves"),
        el("ol", { class: "moves", start: "0" }, v.marks.map((mark, i) => el("li", {},
          button(mark.said + (mark.mistake ? " – a mistake" : ""), () => show({ do: "open", link: mark.link }), { class: mark.mistake ? "mistake" : "", "aria-current": i === v.step ? "step" : null })))))];
  },

  analyze(v) {
    const plane = state.plane ??= planeOf((position) => { state.fields.position = position; analyze(); });
    if (building && !sameBoard(state.building, typedNow())) {
      state.building = typedNow();
      build();
    }
    const current = state.asked === JSON.stringify(state.fields); // else the answer to what stands in the fields is to come
    const found = current && !state.error;
    if (found && v.plane) plane.show({ variant: v.game.id, position: v.position });
    return [el("h1", {}, "Analyze a position"), errorOf() || (current ? rich(v.verdict, "p", { class: "question" }) : el("p", { class: "question" }, "…")),
      !building && boardOf(found ? v : { board: "", position: typedNow().position }, v.choices ? touched : null, v.link, 0),
      el("div", { class: "side" },
        found && v.choices && !building && turnOf(v, touched, ""),
        history.state?.moved && tools(button("Step back", () => history.back())),
        el("form", { onsubmit: (event) => { event.preventDefault(); analyze(); } },
          gameField(v.game, changedGame), field("position", "Position", v.position, null, soon),
          el("small", {}, "Such as ", el("code", {}, (games.find((g) => g.id === state.fields.game) || v.game).example)),
          v.game.partizan && field("first", "Moves first", v.first, [["left", "Left"], ["right", "Right"]], () => analyze()),
          builderOf(), tools(el("button", { class: "lead" }, "Analyze"))),
        el("div", { class: "result" }, found && verdictOf(v), !state.error && v.plane && el("div", { "data-key": "plane", svg: "" }), found && reasonsOf(v)))];
  },

  look: () => [el("h1", {}, "Look at a match"),
    rich("Paste a file that the bot's `/review` gives you, or open a link to a match. What you paste stays on this page."),
    el("label", { for: "record" }, "The match"),
    el("textarea", { id: "record", rows: "8", spellcheck: "false", value: state.fields.record || "", oninput: (event) => { state.fields.record = event.target.value; } }),
    tools(button("Show it", read, { class: "lead" })), errorOf(),
    state.found && [el("p", {}, `${state.found.matches.length} matches:`), el("ul", { class: "lessons matches" }, state.found.matches.map((m) => el("li", {}, el("a", { href: m.link }, m.title))))]],

  learn: (v) => [el("h1", {}, "Learn to win"), rich("A rule each, and three boards on which it decides. Your progress is stored in this browser."),
    el("ul", { class: "lessons" }, v.list.map((l) => el("li", {}, el("a", { href: l.link }, el("span", {}, `${l.number}.`), el("span", {}, l.title),
      el("span", { class: "good" }, solved(l.id) ? el("span", { "aria-hidden": "true" }, "✓".repeat(Math.min(solved(l.id), l.of))) : "", solved(l.id) ? el("span", { class: "out" }, ` ${solved(l.id)} solved`) : "")))))],

  lesson: (v) => [el("h1", {}, `Lesson ${v.number}: ${v.title}`), el("p", { class: "faint news" }, v.game.name), boardOf(v, null, v.link, 0),
    el("div", { class: "side" }, v.text.map((t) => rich(t)),
      tools(to(`${v.link}/${(solved(v.id) % v.of) + 1}`, solved(v.id) >= v.of ? "Solve them again" : `Exercise ${solved(v.id) + 1} of ${v.of}`, { class: "button lead" }), to("#learn", "All lessons")), rulesOf(v.game))],

  exercise(v) {
    if (v.right) keep("lessons", { ...progress(), [v.id]: Math.max(solved(v.id), v.exercise) });
    return [el("h1", {}, v.title), el("p", { class: "faint news" }, `Exercise ${v.exercise} of ${v.of}. You decide first, and can win.`),
      boardOf(v, touched, v.link, v.answered ? 1 : 0),
      el("div", { class: "side" }, errorOf(), v.answered
        ? [el("p", { class: v.right ? "good" : "error" }, v.right ? "Right." : "That loses."), rich(v.why), v.notation && folded("In notation", rich(v.notation)),
          el("div", { class: "keys", "data-key": "next" }, el("div", {}, v.right ? to(v.next, v.exercise < v.of ? "Next" : "Done", { class: "button lead" }) : button("Try again", () => show({ do: "open", link: v.link }), { class: "lead" })))]
        : turnOf(v, touched),
      tools(to("#learn/" + v.id, "The rule")), rulesOf(v.game))];
  },
};

// --- play ----------------------------------------------------------------------------------------

// sending offers the match to the friend, who opens it to move.
function sending(v) {
  const send = (event) => offer(v.news, absolute(v.friend), event.target);
  const label = navigator.share ? "Send" : "Copy for your friend";
  return el("div", { class: "keys", "data-key": "send" }, el("div", {}, button(label, send, { class: "lead" })),
    el("p", { class: "faint" }, v.over ? "Send it, so that your friend knows." : "Your friend answers with a link to you."));
}

// streakOf counts the matches won in a row against the bot.
function streakOf(v) {
  let { of, n } = Object(kept("streak"));
  if (of !== v.link) keep("streak", { of: v.link, n: (n = mine(v.ending.winner) ? (n || 0) + 1 : 0) });
  return n > 1 && el("p", { class: "good" }, `${n} wins in a row.`);
}

function worthsOf(w) {
  const lose = w.moves.filter((m) => !m.wins);
  const one = (m) => el("details", { "data-key": m.move }, el("summary", { class: m.wins ? "good" : "mistake" }, `${m.wins ? "✓ wins: " : "✗ loses: "}${m.move}`), rich(m.why));
  return el("div", { "data-key": "worths" }, rich(w.said), w.moves.filter((m) => m.wins).map(one), w.more && rich(w.more),
    lose.length > 0 && folded(`${lose.length} that lose`, lose.map(one)));
}

// colour colours the counters of a board by the worth of the moves that take them, or draws a line around their place.
function colour() {
  const box = main.querySelector(":scope > .board");
  box?.querySelectorAll(".wins, .loses").forEach((e) => e.classList.remove("wins", "loses"));
  for (const spot of (state.worths && box?.querySelectorAll("[data-tap]")) || []) {
    const [kind, name, count] = spot.dataset.tap.split(" ");
    const by = ({ text }) => (kind === "take" ? text === `${name}-${count}` : [name, name + "-", name + "="].some((begin) => text.startsWith(begin)));
    const of = state.worths.moves.filter(by), pile = upper(box, pileUnder(spot), kind === "take" ? count : Infinity);
    if (!of.length) continue;
    for (const e of pile.length ? pile.slice(0, kind === "take" ? 1 : Infinity) : [spot]) e.classList.add(of.some((m) => m.wins) ? "wins" : "loses");
  }
}

function settings({ form: { level, size }, you, game }) {
  const opponent = you === "both" ? "both" : level || "friend", begins = you === "right" ? "right" : "left";
  const now = (id, value) => state.fields[id] ?? value;
  const begin = () => {
    const against = now("against", opponent);
    const person = { both: "both", friend: "left" }[against];
    const asked = { size: now("size", size), level: person ? "" : against, you: person || now("begins", begins) };
    location.hash = `${now("game", game.id)}/?${new URLSearchParams(asked)}`;
  };
  return [gameField(game),
    field("against", "Against", opponent, [["easy", "Nimatron, easy: gives every win away"],
      ["casual", "Nimatron, casual: misses every third win"], ["strong", "Nimatron, strong: misses one in ten"],
      ["perfect", "Nimatron, perfect: misses none"], ["both", "Somebody beside you"], ["friend", "A friend, by links"]]),
    field("size", "Size", size || "small", [["small", "Small"], ["medium", "Medium"], ["large", "Large"]]),
    field("begins", "Who goes first", begins, [["left", "You"], ["right", "The bot"]]),
    tools(button("Begin", begin, { class: "lead" }))];
}

// --- analyze -------------------------------------------------------------------------------------

const typedNow = () => ({ variant: state.fields.game ?? state.view.game.id, position: state.fields.position ?? state.view.position, first: state.fields.first ?? state.view.first });

const verdictOf = (v) => [rich(v.short), v.value && rich(v.value, "p", { class: "faint" }), v.winning && rich(v.winning),
  actionsOf(v)];

const reasonsOf = (v) => [v.chart && folded("What the theory compares", el("div", { class: "chart", svg: v.chart })),
  v.full.length > 1 && folded("The whole reason", v.full.map((line) => rich(line))),
  v.certificate && folded("The proof, to be checked", rich("A certificate has every step of the proof. The checker knows the rules and no theory."),
    tools(button("Check it", () => check(v))), checkedNow() && el("p", { class: checkedNow().error || !checkedNow().holds ? "error" : "good" }, checkedNow().error || checkedNow().said),
    el("pre", { class: "long", tabindex: "0", role: "group", "aria-label": "The certificate" }, v.certificate))];

function analyze(brief = false) {
  clearTimeout(due);
  draw();
  return show({ do: "analyze", ...typedNow(), brief });
}

// soon analyzes what stands in the fields once nothing has changed for a moment.
function soon() {
  clearTimeout(due);
  due = setTimeout(() => analyze(true), 250);
  draw();
}

function changedGame() {
  state.fields.position = games.find((g) => g.id === state.fields.game).example;
  analyze();
}

async function check(v) {
  const answer = await ask({ do: "check", text: v.certificate });
  if (!answer.error && (answer.variant !== v.game.id || answer.position !== v.position)) answer.error = "This certificate is about another position.";
  state.checked = { ...answer, text: v.certificate };
  draw();
}

// checkedNow returns the result of the check, if the shown certificate is the one that was checked.
const checkedNow = () => (state.checked && state.checked.text === state.view?.certificate ? state.checked : null);

// --- matches and lessons -------------------------------------------------------------------------

async function read() {
  await put("found", { do: "read", text: state.fields.record || "" });
  if (state.found?.matches.length === 1) location.hash = state.found.matches[0].link;
}

function step(by) {
  const to = state.view.marks[state.view.step + by];
  if (to) show({ do: "open", link: to.link });
}
document.addEventListener("keydown", (event) => {
  if (state.view?.part !== "replay" || /INPUT|TEXTAREA|SELECT/.test(event.target.tagName)) return;
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
});

const progress = () => { const p = kept("lessons"); return p instanceof Object ? p : {}; };
const solved = (id) => Number(progress()[id]) || 0;

// --- the beginning -------------------------------------------------------------------------------

// arrive shows the view of the address. Without one it shows the last match, or the one in
// index.html.
function arrive() {
  const { hash } = location;
  if (hash === "#main") return;
  if (hash.length > 1) return go(hash);
  const last = kept("last");
  const view = last?.part === "play" && last.players && typeof last.link === "string" ? last : { ...first, board: main.querySelector(`[data-theme=${theme()}]`)?.innerHTML || first.board };
  try {
    go(view.link, view);
  } catch { go(""); } // the kept state can't be drawn
}

host = { draw, move, act, linkOf };
if (/^#(?!.*you=)./.test(location.hash)) loadRest().catch(() => {}); // no match of rows or piles
addEventListener("hashchange", arrive);
light.addEventListener("change", async () => {
  if (!state.view) return;
  state.building = null;
  await show({ do: "open", link: state.view.link });
  state.plane?.look();
});
arrive();
