// A live match. The server has the board and referees it; the page shows each new state, and sends
// the player's touches.
"use strict";

let seat, match, as; // as is this tab's seat among those of the browser

function readAddress() {
  const at = new URLSearchParams(location.hash.slice(1));
  [seat, match, as] = ["seat", "match", "as"].map((name) => at.get(name) || "");
  if (seat && !opaque) history.replaceState(null, "", location.pathname); // so that nobody reads it over a shoulder or in the history
}
readAddress();

// --- the connection ------------------------------------------------------------------------------

const quiet = 40_000; // a stream is given up after this many milliseconds of silence
const patience = 15_000; // the longest wait between two attempts

// retry calls a function after a while, longer each time until good resets the wait.
function retry(act) {
  act.tries = (act.tries || 0) + 1;
  clearTimeout(act.timer);
  act.timer = setTimeout(act, Math.min(patience, 250 * 2 ** act.tries) * (0.75 + Math.random() / 2));
}
function good(act) {
  clearTimeout(act.timer);
  act.tries = act.timer = 0;
}

// momentOf writes a time by the reader's own clock: of today the hour, of another day the date.
const momentOf = (_, seconds, style) => {
  const at = new Date(seconds * 1000);
  return style === "R" ? "at " + at.toLocaleTimeString() : at.toLocaleString([], { dateStyle: "medium", ...(style === "f" && { timeStyle: "short" }) });
};
const readable = (text) => JSON.parse(text, (_, value) => (typeof value === "string" ? value.replace(/<t:(\d+):(\w)>/g, momentOf) : value));

const busyStatus = [429, 500, 502, 503, 504]; // the server will answer later

// post promises the answer to a request. Its status is 0 without a connection.
async function post(path, body) {
  try {
    const r = await fetch("live/" + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(quiet) });
    return { status: r.status, ...readable(await r.text()) };
  } catch {
    return { status: 0 };
  }
}

// enter creates a session from the link, from Discord's identification of the person, or from one
// that this browser already has.
async function enter() {
  if (opaque) return cutOff().catch(() => {}).then(() => refused("The app that shows this board keeps it from its server. Open it in your browser: press “Touch the board” in the chat for a link."));
  let answer;
  try {
    answer = await post("session", framed ? await authorize() : seat ? { seat } : { match, as });
  } catch (err) {
    answer = err instanceof TypeError ? { status: 0 } : { status: 403, error: err.message };
  }
  if (answer.status === 0 || busyStatus.includes(answer.status)) {
    Object.assign(state, { lost: true, error: answer.error });
    draw();
    return retry(enter);
  }
  good(enter);
  seat = "";
  if (answer.error) return refused(answer.error);
  as = answer.as;
  follow(answer.match);
}

function refused(sentence) {
  reading?.abort();
  state = { refused: sentence };
  draw();
}

// follow shows a match from now on.
function follow(id) {
  match = id;
  if (!framed) history.replaceState(null, "", `#match=${id}&as=${as}`);
  state = { view: state.view?.match === id ? state.view : null };
  stream();
}

let reading = null; // ends the stream
let last = ""; // the id of the last event

// stream reads events until they end, and starts again. EventSource would hide refusals and the
// server's pings.
async function stream() {
  reading?.abort();
  const mine = reading = new AbortController();
  let timer = 0;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => mine.abort(), quiet);
  };
  alive();
  try {
    const known = state.view && state.view.theme === theme();
    const r = await fetch(`live/events?match=${match}&as=${as}&theme=${theme()}`, { signal: mine.signal, cache: "no-store", headers: known ? { "Last-Event-ID": last } : {} });
    if (!r.ok && !busyStatus.includes(r.status)) {
      clearTimeout(timer);
      return refused(readable(await r.text()).error);
    }
    if (r.ok) connected();
    let text = "";
    const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part; r.ok && !(part = await reader.read()).done;) {
      alive();
      const events = (text + part.value).split("\n\n");
      text = events.pop();
      events.forEach(received);
    }
  } catch { /* it begins again */ }
  clearTimeout(timer);
  if (mine !== reading || state.refused) return;
  if (stream.tries || !navigator.onLine) {
    state.lost = true;
    draw();
  }
  retry(stream);
}

function connected() {
  good(stream);
  if (told(true)) deliver();
  if (!state.lost) return;
  state.lost = false;
  if (state.view) draw();
}

function received(event) {
  const fields = Object.fromEntries(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
  if (fields.event === "gone") return refused(fields.data);
  if (!fields.data) return;
  const view = { ...(fields.event === "change" && state.view), ...readable(fields.data), theme: theme(), at: Date.now() };
  if (view.match !== match) return;
  last = fields.id;
  const old = state.view;
  if (old && old.version > view.version) return;
  if (!old || old.version !== view.version) {
    // The answer is about this change. A vote is about the board before the bell.
    const fresh = told(true) || (state.told?.about === old?.version && !(view.votes && view.made !== old?.made));
    Object.assign(state, { lifted: null, typing: null, where: "", asking: "" }, fresh ? {} : { error: "", told: null });
  }
  state.view = view;
  if (old && !old.next && view.next) return follow(view.next); // a rematch has started
  draw();
}

// again fetches the current state at once.
function again() {
  if (!match) return state.lost && enter();
  if (!state.refused) stream();
}
addEventListener("hashchange", () => { // another link in this tab: the page itself only replaces its address
  readAddress();
  reading?.abort();
  reading = null;
  state = {};
  draw();
  enter();
});
addEventListener("online", again);
addEventListener("offline", again);
addEventListener("pageshow", (event) => event.persisted && again());
document.addEventListener("visibilitychange", () => document.hidden || again()); // after a phone has slept
light.addEventListener("change", again);

// --- moves ---------------------------------------------------------------------------------------

// state.told is the last sentence about what was sent: its text, the version of the board that it is about, whether
// it is about a move, and whether it was read in a pause of a race. A held one waits for the connection.
// told returns the text of a held one, or of another.
const told = (held) => Boolean(state.told?.held) === held && state.told?.text;

// send requests a move or another action. It is repeated with its key until there is an answer.
function send(body) {
  if (state.sending) return;
  const { match, version } = state.view;
  Object.assign(state, { sending: { match, version, key: crypto.randomUUID(), as, ...body }, error: "", told: null, asking: "" });
  draw();
  deliver();
}

async function deliver() {
  const { sending } = state;
  clearTimeout(deliver.timer);
  state.told = null;
  const answer = await post("move", sending);
  if (state.sending !== sending) return;
  if (answer.status === 0 || busyStatus.includes(answer.status)) {
    const text = answer.error || "No connection. I kept your move and will send it when you're back online.";
    state.told = { text, held: true };
    draw();
    return retry(deliver);
  }
  good(deliver);
  const moved = !answer.error && sending.do === "move" && !state.view.votes; // its state may still be in flight
  Object.assign(state, { sending: null, error: answer.error, told: { text: answer.said, about: sending.version, moved } });
  if (answer.error) {
    Object.assign(state, { lifted: null, typing: null });
    announce(answer.error, true);
  } else if (state.lifted && state.view.votes) state.lifted = { ...state.lifted, cast: true, said: answer.said };
  if (answer.match && answer.match !== match) return follow(answer.match);
  draw();
}

const act = (action) => (action.do === "next" ? follow(state.view.next) : send({ do: action.do }));

// linkOf links to the page. A frame has Discord open it.
const linkOf = ({ link, label }, attributes) => away((inDiscord.page || "./") + link, label, attributes);
const away = (url, label, attributes) => to(url, label, { target: "_blank", rel: "noopener", ...attributes, onclick: (event) => {
  if (framed) outside(url);
  if (framed && !opaque) event.preventDefault();
} });

const move = ({ where, move: text, count }) => send({ do: "move", ...(text && !where ? { move: text } : { where, count: String(text ?? count ?? "") }) });

// --- the page ------------------------------------------------------------------------------------

const timed = (v) => v.clocks || [v.players.left, v.players.right];

function draw() {
  const { view: v, refused } = state;
  document.documentElement.className = `live ${inDiscord.layout}${v && mine(v.turn) ? " yours" : ""}`;
  call(v && (v.heading || bandOf(v)), v?.game.name || "Race", v && mine(v.turn));
  const attributes = { id: "main", tabindex: "-1", class: state.sending ? "sending" : state.lifted?.cast ? "cast" : v?.missed ? "missed" : "" };
  paint(() => el("main", attributes, refused ? closed(refused) : !v ? opening() : v.racers ? race(v) : table(v)));
  tick();
  announce(refused || state.error || told(true) || (state.lost && lostText)
    || (v?.racers ? spokenOf(v) : told(false) || state.lifted?.said || v?.said));
}

const lostText = "No connection. This board may be out of date. Reconnecting …";

const opening = () => [el("h1", {}, "Nimatron"),
  el("p", { class: "status" }, state.error || (state.lost ? "No connection. Reconnecting …" : "Opening the board …"))];

const closed = (why) => [el("h1", {}, "The board is closed"), rich(why),
  tools(opaque ? away(framed ? inDiscord.page : location.href, "Open it in your browser", { class: "button lead" })
    : framed ? [button("Try again", () => { state = {}; draw(); enter(); }, { class: "lead" }), button("Close", () => leave(why))]
      : null, to(framed || opaque ? null : "./", "Play Nimatron here"))];

const sent = (v) => state.sending?.do === "move" || (state.told?.moved && state.told.about === v.version);
const touchOf = (v) => (mine(v.turn) && !sent(v) ? touched : null);

// turnBeside asks the reader who plays for a move; rest is said while there is nothing to ask.
const turnBeside = (v, rest) => !v.over && (v.you
  ? turnOf(v, touchOf(v), sent(v) ? told(true) || "Sending your move …" : mine(v.turn) ? undefined : rest)
  : el("p", { class: "question" }, "You are watching."));

const answerOf = (text) => text && rich(text, "p", { class: "answer" });

// around are the parts that a match and a race have alike, with the others between them.
const around = (v, turn, answer, ...others) => sideOf(v, [state.lost && el("p", { class: "error" }, lostText), turn],
  [answer, v.offer && rich(v.offer, "p", { class: "question" })],
  v.watchers > 0 && el("p", { class: "faint" }, `${v.watchers} watching`), others,
  inDiscord.people.length > 0 && el("p", { class: "faint" }, "In the Activity: " + inDiscord.people.join(", ")));

function table(v) {
  const other = v.players[v.turn];
  const rest = other && (other.bot ? `${other.name} is thinking …` : `Waiting for ${other.name} to move.`);
  return tableOf(v, touchOf(v), v.match, around(v, turnBeside(v, rest), answerOf(told(false)),
    tools(framed && v.custom && button("Share this board", () => share(v)), !framed && v.over && v.you
      && button("Share", ({ target }) => offer(resultOf(v), new URL("./" + (v.actions?.find((a) => a.link)?.link || ""), location).href, target)))));
}

// race shows a person's boards of a race, one after another, and who is ahead. A missed board stays for a pause, with the
// move that wins.
function race(v) {
  if (v.missed && state.told) state.told.read = true;
  return [
    band(v.heading, mine(v.turn) ? "yours" : "", v.game.name || "Race"),
    el("div", { class: "players" }, v.clocks.map((c) => plate(c))),
    answerOf(v.score), newsOf(v),
    v.board && boardOf(v, touchOf(v), [v.match, v.version, v.missed].join("/"), 0),
    around(v, turnBeside(v, v.wait), answerOf(told(false)), barsOf(v))];
}

// spokenOf returns what is said of a race: each board when it comes, behind the answer to the one before, once.
const spokenOf = (v) => state.lifted?.said || [(v.missed || !state.told?.read) && told(false), v.said].filter(Boolean).join(" ");

// share offers a link to the match to friends and channels.
const share = (v) => command("SHARE_LINK", { custom_id: v.custom, message: `${v.game.name}: ${v.players.left.name} against ${v.players.right.name}` })
  .catch((err) => { state.error = err.message; draw(); });

// barsOf draws who is ahead in a race.
function barsOf({ racers, more }) {
  const most = Math.max(10, ...racers.map((r) => r.solved));
  const bar = (r) => el("li", { style: `--solved: ${r.solved / most}` }, el("span", {}, r.name), el("b", {}, r.solved));
  return el("ol", { class: "bars", "aria-label": "Who is ahead" }, racers.map(bar),
    more > 0 && el("li", { class: "faint" }, `and ${more} more`));
}

// tick updates the clocks.
function tick() {
  const v = state.view;
  if (!v || state.refused) return;
  main.querySelectorAll(".player").forEach((of, i) => {
    const { clock, running } = timed(v)[i];
    const shown = of.querySelector(".clock");
    if (!shown) return;
    const left = Math.max(0, clock - (running ? Date.now() - v.at : 0));
    const s = Math.ceil(left / 1000);
    const digits = [s < 3600 ? [] : [Math.floor(s / 3600)], Math.floor(s / 60) % 60, s % 60].flat();
    shown.textContent = left < 10_000 ? (left / 1000).toFixed(1)
      : digits.map((n, at) => (at ? String(n).padStart(2, "0") : n)).join(":");
    shown.classList.toggle("low", running && left < 20_000);
  });
}
setInterval(tick, 100);

host = { draw, move, act, linkOf };
draw();
enter();
