// The two tools of an analysis: a board on which a position is built, and the plane of a row.

const sameBoard = (a, b) => a?.position === b.position && a.variant === b.variant;

// builderOf returns a board on which the typed position is built.
function builderOf() {
  const { board, said: text, error, counters, keys = [] } = state.built || {};
  const keyOf = ({ label, change, where, shortcut }) => button(label, () => build(change ? { change } : { where }),
    { "data-key": change || shortcut, "aria-keyshortcuts": shortcut || null });
  // Each drawing makes the element anew, which fires the event again.
  const ontoggle = ({ target: { open: building } }) =>
    building === habits.building || draw(Object.assign(habits, { building }));
  const label = "The board: the arrow keys choose a place and change it", group = { tabindex: "0", role: "group" };
  const onchange = ({ target }) => build({ count: target.value });
  const onTap = ([what, of]) => build({ [what]: of });
  return el("details", { class: "builder", open: habits.building, ontoggle },
    el("summary", {}, "Build it by touch"),
    habits.building && state.built && el("div", {},
      el("div", { ...group, "aria-label": label }, board !== undefined && boardOf(state.built, onTap, "build", 0)),
      rich(error || text, { class: error ? "error" : "question" }),
      el("div", "keys", el("div", {}, keys.map(keyOf))),
      counters !== undefined && el("label", "number", "Counters",
        el("input", { ...typed, inputmode: "numeric", value: counters, onchange }))));
}

// build shows the typed position, or changes it. Changes are made one after the other.
function build(change) {
  state.building = typedNow();
  state.builds = Promise.resolve(state.builds).then(() => built(change));
}

async function built(change) {
  const asked = typedNow();
  const answer = await ask({ do: "build", ...asked, where: state.built?.where, ...change });
  if (!sameBoard(asked, typedNow())) return; // the newer position is shown next
  set({ built: answer.error && change ? { ...state.built, ...answer } : answer, spoken: answer.error || answer.said });
  if (!change || change.where || answer.error || answer.position === asked.position) return;
  state.fields.position = answer.position;
  state.building = typedNow();
  analyze(soon);
}

// planeOf shows who wins the rows with other piles at their ends. A row that was opened from it is only marked.
function planeOf(v, found) {
  const p = state.plane ??= {}, row = { variant: v.game.id, position: v.position };
  if (found && !sameBoard(p.row, row)) {
    if (p.gone !== row.position || p.row.variant !== row.variant) {
      Object.assign(p, { board: "", said: "" });
      main.querySelector(".plane")?.replaceChildren();
    }
    p.row = row;
    look();
  }
  const onpointermove = (event) => {
    p.moved ||= event.movementX !== 0 || event.movementY !== 0; // the mouse, rather than the page under it
    if (event.pointerType === "mouse") point(cellAt(event));
  };
  const onwheel = (event) => {
    if (!p.board || !(p.moved || event.ctrlKey) || (event.deltaY < 0 ? p.closest : p.widest)) return;
    event.preventDefault();
    p.wheel = (p.wheel || 0) + event.deltaY;
    if (Math.abs(p.wheel) < 50 && event.deltaMode === 0) return;
    look({ zoom: Math.sign(p.wheel), cell: cellAt(event) || p.cell });
    p.wheel = 0;
  };
  const picture = { class: "board plane", svg: p.board || "", tabindex: "0", role: "application",
    "aria-label": "The plane: the arrow keys point at a row, Enter goes there, plus and minus zoom",
    onclick: (event) => openRow(cellAt(event)), onpointermove, onpointerleave: () => { p.moved = false; }, onwheel,
    ontouchstart: pinch, ontouchmove: pinch, onkeydown: steer };
  const zoom = (label, by, disabled, keys) =>
    button(label, () => look({ zoom: by }), { disabled, "aria-keyshortcuts": keys });
  return el("details", { class: "plane-box", "data-key": "plane", open: true },
    el("summary", {}, "Rows with other ends"),
    rich(p.error || p.said || "", { class: p.error && "error" }), el("div", picture),
    tools(zoom("+ Zoom in", -1, p.closest, "+ ="), zoom("− Zoom out", 1, p.widest, "-"),
      button("To this row", () => look({}, true))));
}

// look shows another part of the plane, or the one around the row. Looks run one after the other.
const look = (change, afresh) => (state.looks = Promise.resolve(state.looks).then(() => looked(change, afresh)));

async function looked(change, afresh) {
  const p = state.plane, { row } = p;
  const seen = p.board && !afresh && { view: p.view, cell: p.cell };
  const answer = await ask({ do: "plane", ...row, ...seen, ...change });
  if (row !== p.row) return; // the plane of the newer row comes next
  Object.assign(p, { error: "" }, answer);
  set({ spoken: p.error || p.said });
}

// mark draws a line around the cell that is pointed at.
function mark() {
  const p = state.plane, svg = p?.board && main.querySelector(".plane svg");
  if (!svg) return;
  svg.querySelector(".pointed")?.remove();
  svg.insertAdjacentHTML("beforeend", `<rect class="pointed" x="${p.x + p.cell.column * p.side}"
    y="${p.y + p.cell.row * p.side}" width="${p.side}" height="${p.side}"/>`);
}

function cellAt({ clientX, clientY }) {
  const p = state.plane, svg = p.board && main.querySelector(".plane svg");
  if (!svg) return null;
  const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  const [row, column] = [at.y - p.y, at.x - p.x].map((way) => Math.floor(way / p.side));
  return Math.min(row, column) < 0 || Math.max(row, column) >= p.view.size ? null : { row, column };
}

// point describes the row at a cell. It skips cells that the pointer has left meanwhile.
async function point(cell) {
  const p = state.plane;
  if (!p.board || !cell || (cell.row === p.cell.row && cell.column === p.cell.column)) return;
  p.cell = cell;
  mark();
  if (p.asking) return;
  let answer;
  for (p.asking = null; p.board && p.asking !== p.cell;) {
    p.asking = p.cell;
    answer = await ask({ do: "cell", ...p.row, view: p.view, cell: p.cell });
  }
  p.asking = null;
  if (p.board && !answer.error) set({ spoken: (p.said = answer.said) });
}

async function openRow(cell) {
  const p = state.plane, answer = p.board && cell && await ask({ do: "cell", ...p.row, view: p.view, cell });
  if (!answer || answer.error) return;
  state.fields.position = p.gone = answer.position;
  analyze();
}

// steer points at the next row, or goes to the one that is pointed at.
async function steer(event) {
  const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  const p = state.plane;
  if (!p.board || event.ctrlKey || event.metaKey || !(way || event.key === "Enter")) return;
  event.preventDefault();
  if (!way) return openRow(p.cell);
  const [row, column] = [p.cell.row + way[0], p.cell.column + way[1]];
  const inside = (n) => Math.min(Math.max(n, 0), p.view.size - 1);
  if (row !== inside(row) || column !== inside(column)) await look({ down: way[0], across: way[1] });
  point({ row: inside(row), column: inside(column) });
}

// pinch zooms and moves the plane with two fingers.
async function pinch(event) {
  const p = state.plane, [a, b] = event.touches;
  if (event.touches.length !== 2 || !p.board) return;
  event.preventDefault();
  const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
  const at = cellAt(middle) || p.cell, from = event.type === "touchstart" ? { apart, at } : p.fingers;
  if (!from) return; // the plane follows them
  const zoom = apart > from.apart * 1.3 ? -1 : apart < from.apart / 1.3 ? 1 : 0;
  const [down, across] = zoom ? [0, 0] : [from.at.row - at.row, from.at.column - at.column];
  p.fingers = null;
  if (zoom || down || across) await look({ zoom, down, across, cell: at });
  p.fingers = zoom ? { apart, at: cellAt(middle) || p.cell } : from;
}
