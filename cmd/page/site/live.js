// A live match. The server has the board and referees it; the page shows each state, and sends the player's touches.

let seat, match, as; // as is this tab's seat among those of the browser
let reading = null; // the stream of events
let last = ""; // the id of the last one

const quiet = 40_000; // a connection is given up after this many milliseconds of silence
const patience = 15_000; // the longest wait between two attempts

// retry calls a function after a while, longer each time until good resets the wait.
function retry(act) {
  act.tries = (act.tries || 0) + 1;
  clearTimeout(act.timer);
  act.timer = setTimeout(act, Math.min(patience, 250 * 2 ** act.tries) * (0.75 + Math.random() / 2));
}
function good(act) {
  clearTimeout(act.timer);
  act.tries = 0;
}

// momentOf writes a time by the reader's own clock: of today the hour, of another day the date.
function momentOf(_, seconds, style) {
  const at = new Date(seconds * 1000), timeStyle = style === "f" ? "short" : undefined;
  return style === "R" ? "at " + at.toLocaleTimeString() : at.toLocaleString([], { dateStyle: "medium", timeStyle });
}
const readable = (text) => JSON.parse(text, (_, value) => value?.replace?.(/<t:(\d+):(\w)>/g, momentOf) ?? value);

// post promises the answer to a request. It is later if the server will answer another time, or there is no connection.
async function post(path, request) {
  try {
    const body = JSON.stringify(await request), headers = { "Content-Type": "application/json" };
    const r = await fetch("live/" + path, { method: "POST", headers, body, signal: AbortSignal.timeout(quiet) });
    return { later: [429, 500, 502, 503, 504].includes(r.status), ...readable(await r.text()) };
  } catch (err) {
    return err.name === "Error" ? { error: err.message } : { later: true }; // refused by Discord, or lost on the way
  }
}

// enter creates a session from the link, from who Discord says is there, or from one that this browser already has.
async function enter() {
  if (opaque) return connect().catch(() => {}).then(() => refused("The app that shows this board keeps it from its " +
    "server. Open it in your browser: press “Touch the board” in the chat for a link."));
  const answer = await post("session", framed && !match ? authorize() : seat ? { seat } : { match, as });
  if (answer.later) {
    set({ lost: true, error: answer.error });
    return retry(enter);
  }
  seat = "";
  if (answer.error) return refused(answer.error);
  as = answer.as;
  follow(answer.match);
}

function refused(sentence) {
  reading?.close();
  state = {};
  set({ refused: sentence });
}

// start enters by the address, and again by another link in this tab or for a person who was refused.
function start() {
  const at = new URLSearchParams(location.hash.slice(1));
  [seat, match, as] = ["seat", "match", "as"].map((name) => at.get(name) || "");
  // So that nobody reads it over a shoulder or in the history.
  if (seat && !opaque) history.replaceState(null, "", location.pathname);
  reading?.close();
  reading = null;
  state = {};
  draw();
  enter();
}

// follow shows a match from now on.
function follow(id) {
  match = id;
  if (!framed) history.replaceState(null, "", `#match=${id}&as=${as}`);
  if (state.view?.match !== id) state = {}; // else a move may still have to be sent
  stream();
}

// stream reads events until it fails or falls silent, and then begins again. What refuses it says the session.
function stream() {
  reading?.close();
  const known = state.view?.theme === theme() ? last : "";
  const mine = reading = new EventSource("live/events?" + new URLSearchParams({ match, as, theme: theme(), known }));
  const alive = () => {
    clearTimeout(stream.silence);
    stream.silence = setTimeout(mine.onerror, quiet);
  };
  mine.onerror = () => {
    const next = mine.readyState === EventSource.CLOSED ? enter : stream;
    mine.close();
    if (mine !== reading || state.refused) return;
    if (stream.tries || enter.tries || !navigator.onLine) set({ lost: true });
    retry(next);
  };
  const gone = ({ data }) => refused(data), events = { open: connected, message: received, change: received, gone };
  for (const kind of ["ping", ...Object.keys(events)]) mine.addEventListener(kind, (event) => {
    alive();
    events[kind]?.(event);
  });
  alive();
}

function connected() {
  good(stream);
  good(enter);
  if (state.held) deliver();
  if (state.lost) set({ lost: false });
}

function received({ type, data, lastEventId }) {
  const old = state.view, changes = { ...readable(data), theme: theme(), at: Date.now() };
  const view = type === "change" ? { ...old, ...changes } : changes;
  if (view.match !== match || old?.version > view.version) return;
  last = lastEventId;
  if (old?.version !== view.version) {
    // The answer is about this change. A vote is about the board before the bell.
    const fresh = state.held || (state.told?.about === old?.version && !(view.votes && view.made !== old?.made));
    Object.assign(state, { lifted: null, where: "", asking: "" }, fresh ? {} : { error: "", told: null });
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
addEventListener("hashchange", start); // another link: the page itself only replaces its address
addEventListener("online", again);
addEventListener("offline", again);
addEventListener("pageshow", (event) => event.persisted && again());
document.addEventListener("visibilitychange", () => document.hidden || again()); // after a phone has slept
light.addEventListener("change", again);

// state.told is the last answer to what was sent: its text, the version of the board that it is about, whether it is
// about a move, and whether it was read in a pause of a race. state.held says that something waits for the connection.

// send requests a move or another action. It is repeated with its key until there is an answer.
function send(body) {
  if (state.sending) return;
  const { match: of, version } = state.view, sending = { match: of, version, key: crypto.randomUUID(), as, ...body };
  set({ sending, error: "", told: null, asking: "" });
  deliver();
}

async function deliver() {
  const { sending } = state, { votes } = state.view;
  clearTimeout(deliver.timer);
  Object.assign(state, { told: null, held: "" });
  const answer = await post("move", sending), { error } = answer;
  if (state.sending !== sending) return;
  if (answer.later) {
    set({ held: error || "No connection. I kept your move and will send it when you're back online." });
    return retry(deliver);
  }
  good(deliver);
  const moved = !error && sending.do === "move" && !votes; // its state may still be in flight
  Object.assign(state, { sending: null, error, told: { text: answer.said, about: sending.version, moved } });
  if (error) announce(error, true);
  if (error) state.lifted = null;
  else if (state.lifted && votes) Object.assign(state.lifted, { cast: true, said: answer.said });
  if (answer.match && answer.match !== match) return follow(answer.match);
  draw();
}

const act = (action) => (action.do === "next" ? follow(state.view.next) : send({ do: action.do }));

// linkOf links to the page. A frame has Discord open it.
const linkOf = ({ link, label }, its) => away((inDiscord.page || "./") + link, label, its);
const away = (url, label, its) => {
  const onclick = (event) => {
    if (framed) outside(url);
    if (framed && !opaque) event.preventDefault();
  };
  return to(url, label, { target: "_blank", rel: "noopener", ...attributes(its), onclick });
};

const move = ({ where, move: text, count }) => send({ do: "move",
  ...(text && !where ? { move: text } : { where, count: String(text ?? count ?? "") }) });

function draw() {
  const { view: v, refused: why } = state, yours = v && mine(v.turn);
  document.documentElement.className = `live ${inDiscord.layout}${yours ? " yours" : ""}`;
  call(v?.heading, v?.game.name || "Race", yours);
  const kind = state.sending ? "sending" : state.lifted?.cast ? "cast" : v?.missed ? "missed" : "";
  paint(() => el("main", { id: "main", tabindex: "-1", class: kind },
    why ? closed(why) : v ? table(v) : opening()));
  tick();
  announce(why || state.error || state.held || (state.lost && lostText)
    || (v?.racers ? spokenOf(v) : state.told?.text || state.lifted?.said || v?.said));
}

const lostText = "No connection. This board may be out of date. Reconnecting …";

const opening = () => [el("h1", {}, "Nimatron"),
  rich(state.error || (state.lost ? "No connection. Reconnecting …" : "Opening the board …"), "status")];

const closed = (why) => [el("h1", {}, "The board is closed"), rich(why), tools(
  opaque && away(framed ? inDiscord.page : location.href, "Open it in your browser", "button lead"),
  framed && !opaque && [button("Try again", start, "lead"), button("Close", () => leave(why))],
  !framed && !opaque && to("./", "Play Nimatron here"))];

const sent = (v) => state.sending?.do === "move" || (state.told?.moved && state.told.about === v.version);
const touchOf = (v) => (mine(v.turn) && !sent(v) ? touched : null);

// turnBeside asks the reader who plays for a move; rest is said while there is nothing to ask.
const turnBeside = (v, rest) => !v.over && (v.you
  ? turnOf(v, touchOf(v), sent(v) ? state.held || "Sending your move …" : mine(v.turn) ? undefined : rest)
  : rich("You are watching.", "question"));

// table shows a match, or a person's boards of a race, one after another. A missed one stays for a pause, with its win.
function table(v) {
  if (v.missed && state.told) state.told.read = true;
  const other = v.players?.[v.turn], name = v.racers ? [v.match, v.version, v.missed].join("/") : v.match;
  const rest = other && (other.bot ? `${other.name} is thinking …` : `Waiting for ${other.name} to move.`);
  const address = () => new URL("./" + (v.actions?.find((a) => a.link)?.link || ""), location).href;
  return tableOf(v, touchOf(v), name, sideOf(v,
    [state.lost && rich(lostText, "error"), turnBeside(v, v.wait || rest)],
    [state.told?.text && rich(state.told.text, "answer"), v.offer && rich(v.offer, "question")],
    v.watchers > 0 && rich(`${v.watchers} watching`, "faint"), v.racers && barsOf(v),
    tools(framed && v.custom && button("Share this board", () => share(v)),
      !framed && v.result && v.you && button("Share", ({ target }) => offer(v.result, address(), target))),
    inDiscord.people.length > 0 && rich("In the Activity: " + inDiscord.people.join(", "), "faint")));
}

// spokenOf returns what is said of a race: each board when it comes, behind the answer to the one before, once.
const spokenOf = (v) => state.lifted?.said
  || [(v.missed || !state.told?.read) && state.told?.text, v.said].filter(Boolean).join(" ");

// share offers a link to the match to friends and channels.
const share = ({ custom: custom_id, game, players: { left, right } }) =>
  command("SHARE_LINK", { custom_id, message: `${game.name}: ${left.name} against ${right.name}` })
    .catch((err) => set({ error: err.message }));

// barsOf draws who is ahead in a race.
function barsOf({ racers, more }) {
  const most = Math.max(10, ...racers.map((r) => r.solved));
  const bar = (r) => el("li", { style: `--solved: ${r.solved / most}` }, el("span", {}, r.name), el("b", {}, r.solved));
  return el("ol", { class: "bars", "aria-label": "Who is ahead" }, racers.map(bar),
    more > 0 && el("li", "faint", `and ${more} more`));
}

function tick() {
  const { view: v, refused: why } = state;
  if (!v || why) return;
  (v.clocks || [v.players.left, v.players.right]).forEach(({ clock, running }, i) => {
    const shown = main.querySelectorAll(".player")[i].querySelector(".clock");
    if (!shown) return;
    const left = Math.max(0, clock - (running ? Date.now() - v.at : 0)), s = Math.ceil(left / 1000);
    const minutes = new Date(s * 1000).toISOString().slice(14, 19);
    shown.textContent = left < 10_000 ? (left / 1000).toFixed(1)
      : s < 3600 ? minutes.replace(/^0/, "") : `${Math.floor(s / 3600)}:${minutes}`;
    shown.classList.toggle("low", running && left < 20_000);
  });
}
setInterval(tick, 100);
start();
