// The address determines what the page shows. Rules, verdicts, links and sentences all come from the program.

let games = []; // all, once they have come
let loading = 0; // the timer before "Loading …"
let due = 0; // the timer before an analysis of what is typed

// go shows the view of an address. A kept view shows at once.
function go(link, view = null) {
  [due, loading].forEach(clearTimeout);
  state = { link, view, fields: {}, asked: "{}", turn: 0, focus: main.contains(document.activeElement) };
  main.inert = true; // the old view does nothing until the new one arrives
  if (view) history.replaceState(null, "", view.link);
  if (view) draw();
  else loading = setTimeout(draw, 500);
  return show({ do: "open", link, seed: crypto.getRandomValues(new Uint32Array(1))[0], kept: Boolean(view) });
}
const open = (link) => show({ do: "open", link });

// show asks for another view within this navigation, and draws it.
async function show(request, push = false) {
  const turn = ++state.turn, asked = JSON.stringify(state.fields);
  const answer = await ask(request, () => state.turn === turn);
  if (answer.error) {
    if (request.kept) return go("");
    announce(answer.error, true);
    return set({ error: answer.error });
  }
  const { link } = answer, same = request.kept && link === state.view?.link; // what was lifted meanwhile stays
  Object.assign(state, { view: answer, asked, error: "", spoken: "", hint: null, worths: null },
    same ? {} : { lifted: null, where: "" });
  if (location.hash !== link) history[push ? "pushState" : "replaceState"](push ? { moved: true } : null, "", link);
  if (answer.part === "play") keep(withFriend(answer) ? "friend" : "last", answer);
  draw();
  if (answer.bot) thinking(350);
  if (answer.partial && request.do === "open") analyze(); // the board is shown meanwhile
}

// thinking has the bot move, after people have had time to see the last move.
function thinking(after) {
  const { turn } = state;
  setTimeout(() => state.turn === turn && state.view?.bot && show({ do: "reply", link: state.view.link }), after);
}

function draw() {
  clearTimeout(loading);
  const { view, error } = state, part = view ? view.part : "none", plays = part === "play";
  const here = { replay: "look", lesson: "learn", exercise: "learn" }[part] || part;
  for (const a of document.querySelectorAll("nav a")) a.ariaCurrent = a.dataset.part === here ? "page" : null;
  main.inert = false;
  paint(() => el("main", { id: "main", tabindex: "-1", class: part }, views[part](view)));
  colour();
  mark();
  if (state.focus && view) main.focus({ preventScroll: true });
  state.focus &&= !view;
  call(plays && view.heading, view?.game?.name, plays && mine(view.turn));
  announce(error || checkedNow()?.said || state.lifted?.said || (state.where && choiceOf(view).question)
    || state.worths?.said || state.hint?.lines.at(-1) || state.spoken || view?.said);
}

// field is a control whose value the state keeps while it is shown. kind is its tag, or what can be chosen.
function field(id, label, value, kind, onchange) {
  const oninput = ({ target }) => { state.fields[id] = target.value; onchange?.(); };
  const its = { ...typed, id, name: id, value: state.fields[id] ?? value, oninput };
  const list = Array.isArray(kind) && kind.map(([name, text]) => el("option", { value: name }, text));
  return [el("label", { for: id }, label), list ? el("select", its, list) : el(kind, its)];
}

// gameField lists all games, and the one that is shown if it is not among them.
function gameField(shown, onchange) {
  const list = games.some((g) => g.id === shown.id) ? games : [...games, shown];
  return field("variant", "Game", shown.id, list.map((g) => [g.id, `${g.name}: ${g.gist}`]), onchange);
}

const gameNow = (v) => games.find((g) => g.id === state.fields.variant) || v.game;

// withFriend reports whether a match goes by links, and so stands beside one's own.
const withFriend = ({ form, you }) => !form.level && you !== "both";

const absolute = (link) => location.href.split("#")[0] + link;

// checkedNow returns the result of the check, if the shown certificate is the one that was checked.
const checkedNow = () => (state.checked?.text === state.view?.certificate ? state.checked : null);

// put keeps the program's answer in the state.
async function put(name, request) {
  const { error, ...answer } = await ask(request);
  set({ error, [name]: error ? null : { ...request, ...answer } });
}

// act shares the match, gives a hint, or shows what each move is worth, and then no longer.
function act({ do: what, step = 1 }, pressed) {
  const { view: v, worths } = state, [match] = v.over ? v.link.split("?") : [v.link];
  if (what === "share") return offer(v.result || v.game.name, absolute(match), pressed);
  if (what === "worths" && worths) return set({ worths: null });
  put(what, { do: what, link: v.link, step });
}
const linkOf = (action, its) => to(action.link, action.label, its);

function move({ where, move: text, count }) {
  const what = { where, move: text ?? count }, { part, link } = state.view;
  if (part !== "analyze") return show({ do: part === "exercise" ? "answer" : "play", link, ...what });
  const from = typedNow();
  for (const name of ["position", "first"]) delete state.fields[name];
  return show({ do: "analyze", ...from, ...what }, true);
}

const heading = (text) => el("h1", {}, text);
const listOf = (its, items) => el("ul", its, items.map((item) => el("li", {}, item)));
const side = (...parts) => el("div", "side", errorOf(), parts);

const views = {
  none: () => [heading(state.error ? "This can't be shown" : "Nimatron"), errorOf() || rich("Loading …", "status"),
    state.error && tools(button("Try again", () => go(state.link), "lead"),
      state.link?.startsWith("#learn") ? to("#learn", "All lessons") : to("#nim/?you=left&level=casual", "New game"))],

  play(v) {
    const touch = v.yours ? touched : null, { worths } = state, name = v.game.id + v.link.split("/")[1] + v.form.level;
    return tableOf({ ...v, board: (worths || v).board }, touch, name, sideOf(v,
      v.friend ? [asked(choiceOf(v).question), sending(v)] : !v.over && turnOf(v, touch),
      [state.error && v.bot && button("Let it move", () => thinking(0)), v.over && v.form.level && streakOf(v)],
      state.hint && hintOf(state.hint), worths && worthsOf(worths),
      folded("Another game, level or size", settings(v)),
      !withFriend(v) && kept("friend") && tools(to(kept("friend").link, "The match with a friend"))));
  },

  replay(v) {
    const step = (label, n, its) => button(label, () => open(v.marks[n].link), { disabled: !v.marks[n], ...its });
    const one = ({ said: text, mistake }, n) => step(text + (mistake ? " – a mistake" : ""), n,
      { class: mistake && "mistake", "aria-current": n === v.step && "step" });
    return [heading(v.game.name), rich(v.news, "news"),
      boardOf(v, null, v.game.id + v.link.split("/")[1], v.made),
      side(v.remark && rich(v.remark, v.marks[v.step].mistake ? "mistake" : "faint"),
        tools(step("Back", v.step - 1, { "aria-keyshortcuts": "ArrowLeft" }),
          step("On", v.step + 1, { "aria-keyshortcuts": "ArrowRight", class: "lead" }),
          v.next && button("Next mistake", () => open(v.next))),
        actionsOf(v), el("h2", {}, "Moves"),
        el("ol", { class: "moves", start: "0" }, v.marks.map((m, n) => el("li", {}, one(m, n)))))];
  },

  analyze(v) {
    if (habits.building && !sameBoard(state.building, typedNow())) build();
    const current = state.asked === JSON.stringify(state.fields); // else the answer to what stands there is to come
    const found = current && !state.error, { fields } = state;
    const sides = [["left", "Left"], ["right", "Right"]];
    const another = () => { fields.position = gameNow(v).example; analyze(); };
    return [heading("Analyze a position"), errorOf() || rich(current ? v.verdict : "…", "question"),
      !habits.building && boardOf(found ? v : { position: typedNow().position }, v.choices ? touched : null, v.link, 0),
      el("div", "side",
        found && v.choices && !habits.building && turnOf(v, touched, ""),
        history.state?.moved && tools(button("Step back", () => history.back())),
        el("form", { onsubmit: (event) => { event.preventDefault(); analyze(); } },
          gameField(v.game, another), field("position", "Position", v.position, "input", () => analyze(soon)),
          el("small", {}, "Such as ", el("code", {}, gameNow(v).example)),
          v.game.partizan && field("first", "Moves first", v.first, sides, () => analyze()),
          builderOf(), tools(el("button", "lead", "Analyze"))),
        el("div", "result", found && verdictOf(v), !state.error && v.plane && planeOf(v, found),
          found && reasonsOf(v)))];
  },

  look: () => [heading("Look at a match"),
    rich("Paste a file that the bot's `/review` gives you, or open a link to a match."),
    rich("What you paste stays on this page."),
    field("record", "The match", "", "textarea"), tools(button("Show it", read, "lead")), errorOf(),
    state.found && [rich(`${state.found.matches.length} matches:`),
      listOf("lessons matches", state.found.matches.map((m) => el("a", { href: m.link }, m.title)))]],

  learn(v) {
    const one = ({ id, of, link, number, title }) => el("a", { href: link }, el("span", {}, `${number}.`),
      el("span", {}, title), solved(id) > 0 && el("span", "good",
        el("span", { "aria-hidden": "true" }, "✓".repeat(Math.min(solved(id), of))),
        el("span", "out", ` ${solved(id)} solved`)));
    return [heading("Learn to win"), rich("A rule each, and three boards on which it decides."),
      rich("Your progress is stored in this browser."), listOf("lessons", v.list.map(one))];
  },

  lesson(v) {
    const n = solved(v.id), next = n >= v.of ? "Solve them again" : `Exercise ${n + 1} of ${v.of}`;
    return [heading(`Lesson ${v.number}: ${v.title}`), rich(v.game.name, "faint news"), boardOf(v, null, v.link, 0),
      side(v.text.map((t) => rich(t)), tools(to(`${v.link}/${(n % v.of) + 1}`, next, "button lead"),
        to("#learn", "All lessons")), rulesOf(v.game))];
  },

  exercise(v) {
    if (v.right) keep("lessons", { ...progress(), [v.id]: Math.max(solved(v.id), v.exercise) });
    const on = v.right ? to(v.next, v.exercise < v.of ? "Next" : "Done", "button lead")
      : button("Try again", () => open(v.link), "lead");
    return [heading(v.title), rich(`Exercise ${v.exercise} of ${v.of}. You decide first, and can win.`, "faint news"),
      boardOf(v, touched, v.link, v.answered ? 1 : 0),
      side(v.answered ? [rich(v.right ? "Right." : "That loses.", v.right ? "good" : "error"), rich(v.why),
        v.notation && folded("In notation", rich(v.notation))] : turnOf(v, touched),
        tools(v.answered && on, to("#learn/" + v.id, "The rule")), rulesOf(v.game))];
  },
};

// sending offers the match to the friend, who opens it to move.
function sending(v) {
  const send = ({ target }) => offer(v.news, absolute(v.friend), target);
  const label = navigator.share ? "Send" : "Copy for your friend";
  return [tools(button(label, send, "lead")),
    rich(v.over ? "Send it, so that your friend knows." : "Your friend answers with a link to you.", "faint")];
}

// streakOf counts the matches won in a row against the bot.
function streakOf(v) {
  let { of, n } = Object(kept("streak"));
  if (of !== v.link) keep("streak", { of: v.link, n: (n = mine(v.ending.winner) ? (n || 0) + 1 : 0) });
  return n > 1 && rich(`${n} wins in a row.`, "good");
}

const hintOf = ({ lines, last: all, step }) => [lines.map((line) => rich(line)),
  !all && button("Say more", () => act({ do: "hint", step: step + 1 }))];

function worthsOf(w) {
  const one = ({ move: of, wins, why }) => el("details", { "data-key": of },
    el("summary", wins ? "good" : "mistake", `${wins ? "✓ wins: " : "✗ loses: "}${of}`), rich(why));
  const [win, lose] = [true, false].map((wins) => w.moves.filter((m) => m.wins === wins).map(one));
  return el("div", { "data-key": "worths" }, rich(w.said), win, w.more && rich(w.more),
    lose.length > 0 && folded(`${lose.length} that lose`, lose));
}

// colour colours the counters of a board by the worth of the moves that take them, or draws a line around their place.
function colour() {
  const box = main.querySelector(":scope > .board");
  box?.querySelectorAll(".wins, .loses").forEach((e) => e.classList.remove("wins", "loses"));
  for (const spot of (state.worths && box?.querySelectorAll("[data-tap]")) || []) {
    const [kind, name, count] = spot.dataset.tap.split(" "), taken = kind === "take";
    const of = state.worths.moves.filter(({ text }) => text === (taken ? `${name}-${count}` : name)
      || (!taken && text.split(/[-=]/)[0] === name));
    const [pile, leaves] = spot.dataset.of.split("/");
    const things = pileOf(box, pile).slice(leaves, taken ? +leaves + 1 : undefined);
    if (!of.length) continue;
    for (const e of things.length ? things : [spot]) e.classList.add(of.some((m) => m.wins) ? "wins" : "loses");
  }
}

// settings begin another match. Who plays against whom is the beginning of its link.
function settings({ form: { level, size }, you, game }) {
  const onsubmit = (event) => {
    event.preventDefault();
    const wanted = Object.fromEntries(new FormData(event.target));
    location.hash = `${wanted.variant}/?${wanted.against}&size=${wanted.size}&you=${wanted.begins}`;
  };
  return el("form", { onsubmit }, gameField(game),
    field("against", "Against", level ? "level=" + level : you === "both" ? "you=both" : "you=left", [
      ["level=easy", "Nimatron, easy: gives every win away"],
      ["level=casual", "Nimatron, casual: misses every third win"],
      ["level=strong", "Nimatron, strong: misses one in ten"], ["level=perfect", "Nimatron, perfect: misses none"],
      ["you=both", "Somebody beside you"], ["you=left", "A friend, by links"]]),
    field("size", "Size", size || "small", [["small", "Small"], ["medium", "Medium"], ["large", "Large"]]),
    field("begins", "Who goes first", you === "right" ? "right" : "left", [["left", "You"], ["right", "The bot"]]),
    tools(el("button", "lead", "Begin")));
}

// typedNow is what stands in the fields.
const typedNow = ({ game, position, first: begins } = state.view) =>
  ({ variant: game.id, position, first: begins, ...state.fields });

const verdictOf = (v) => [rich(v.short), v.value && rich(v.value, "faint"), v.winning && rich(v.winning), actionsOf(v)];

function reasonsOf(v) {
  const result = checkedNow(), check = () => put("checked", { do: "check", text: v.certificate });
  const its = { class: "long", tabindex: "0", role: "group", "aria-label": "The certificate" };
  return [v.chart && folded("What the theory compares", el("div", { class: "chart", svg: v.chart })),
    v.full.length > 1 && folded("The whole reason", v.full.map((line) => rich(line))),
    v.certificate && folded("The proof, to be checked",
      rich("A certificate has every step of the proof. The checker knows the rules and no theory."),
      tools(button("Check it", check)), result && rich(result.said, result.holds ? "good" : "error"),
      el("pre", its, v.certificate))];
}

const soon = 250; // milliseconds, after which what is being typed is analyzed in brief

// analyze analyzes what stands in the fields, at once or after a while without a change.
function analyze(after = 0) {
  clearTimeout(due);
  draw();
  const now = () => show({ do: "analyze", ...typedNow(), brief: after > 0 });
  if (after) due = setTimeout(now, after);
  else now();
}

async function read() {
  await put("found", { do: "read", text: state.fields.record || "" });
  if (state.found?.matches.length === 1) location.hash = state.found.matches[0].link;
}

const progress = () => { const p = kept("lessons"); return p instanceof Object ? p : {}; };
const solved = (id) => Number(progress()[id]) || 0;

// arrive shows the view of the address. Without one it shows the last match, or the one in index.html.
function arrive() {
  const { hash } = location, last = kept("last");
  if (hash === "#main") return;
  if (!games.length) ask({ do: "games" }).then((list) => {
    games = list.error ? [] : list;
    if (state.view) draw();
  });
  if (hash.length > 1) return go(hash);
  const known = last?.part === "play" && last.players && typeof last.link === "string";
  const view = known ? last : { ...first, board: main.querySelector(`[data-theme=${theme()}]`)?.innerHTML };
  go(view.link, view);
}

if (/^#(?!.*you=)./.test(location.hash)) loadRest().catch(() => {}); // no match of rows or piles
addEventListener("hashchange", arrive);
light.addEventListener("change", async () => {
  state.building = null;
  if (state.view) await open(state.view.link);
  if (state.plane) look();
});
arrive();
