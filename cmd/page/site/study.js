// The two tools of an analysis: a board on which a position is built, and the plane of a row.
"use strict";

let building = false; // whether the board to build on is open

// builderOf returns a board on which the typed position is built.
function builderOf() {
  const { board, said, error, counters, count = counters, keys = [] } = state.built || {};
  const act = (key) => build(key.change ? { change: key.change } : { where: key.where });
  const onkeydown = (event) => {
    const key = keys.find((k) => k.shortcut === event.key);
    if (!key || event.ctrlKey || event.metaKey || event.altKey || /INPUT|SUMMARY/.test(event.target.tagName)) return;
    event.preventDefault();
    act(key);
  };
  // Each drawing makes the element anew, which fires the event again.
  const ontoggle = ({ target }) => {
    if (target.open === building) return;
    building = target.open;
    draw();
  };
  return el("details", { class: "builder", open: building, onkeydown, ontoggle },
    el("summary", {}, "Build it by touch"),
    building && state.built && el("div", {},
      el("div", { tabindex: "0", role: "group", "aria-label": "The board: the arrow keys choose a place and change it" },
        board !== undefined && boardOf(state.built, ([what, value]) => build({ [what]: value }), "", 0)),
      el("p", { class: error ? "error" : "question" }, error || said),
      el("div", { class: "keys" }, el("div", {}, keys.map((key) => button(key.label, () => act(key),
        { "data-key": key.change || key.shortcut, "aria-keyshortcuts": key.shortcut || null })))),
      counters !== undefined && el("div", { class: "number" }, el("label", { for: "count" }, "Counters"),
        el("input", { id: "count", inputmode: "numeric", autocomplete: "off", value: count,
          oninput: (event) => { state.built.count = event.target.value; }, onchange: (event) => build({ count: event.target.value }) }))));
}

// build shows the typed position, or changes it. Changes are made one after the other.
const build = (change) => (state.builds = Promise.resolve(state.builds).then(() => built(change)));

async function built(change) {
  const asked = typedNow();
  const answer = await ask({ do: "build", ...asked, where: state.built?.where, ...change });
  if (!sameBoard(asked, typedNow())) return; // the newer position is shown next
  state.built = answer.error && change ? { ...state.built, ...answer } : answer;
  if (change && !change.where && !answer.error && answer.position !== asked.position) {
    state.fields.position = answer.position;
    state.building = typedNow();
    soon();
  } else draw();
  announce(answer.error || answer.said);
}

const sameBoard = (a, b) => a?.position === b.position && a.variant === b.variant;

// planeOf shows who wins the rows with other piles at their ends. goTo opens one of them.
function planeOf(goTo) {
  const said = el("p");
  const picture = el("div", { class: "board plane", tabindex: "0", role: "application",
    "aria-label": "The plane: the arrow keys point at a row, Enter goes there, plus and minus zoom" });
  const closer = button("+ Zoom in", () => look({ zoom: -1 }));
  const wider = button("− Zoom out", () => look({ zoom: 1 }));
  const around = button("To this row", () => look({}, true));
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  mark.setAttribute("class", "pointed");
  let base = null; // the row: { variant, position }
  let plane = null; // what is shown
  let cell = null; // under the pointer
  let gone = ""; // the row that was last opened from the plane
  let last = Promise.resolve();
  const place = () => {
    for (const [name, value] of Object.entries({ x: plane.x + cell.column * plane.side, y: plane.y + cell.row * plane.side, width: plane.side, height: plane.side })) mark.setAttribute(name, value);
    picture.querySelector("svg").append(mark);
  };
  // look shows another part of the plane. Looks run one after the other.
  const look = (change, afresh) => (last = last.then(() => once(change, afresh)));
  const once = async (change, afresh) => {
    const row = base;
    if (!row) return;
    const p = await ask({ do: "plane", ...row, ...(plane && !afresh ? { view: plane.view, cell } : {}), ...change });
    if (row !== base) return; // the plane of the newer row comes next
    said.className = p.error ? "error" : "";
    announce(said.textContent = p.error || p.said);
    if (p.error) return;
    plane = p;
    cell = p.cell;
    picture.innerHTML = p.board;
    closer.disabled = p.closest;
    wider.disabled = p.widest;
    place();
  };
  // show shows the plane around a row. One that was opened from this plane is only marked.
  const show = (row) => {
    if (base?.variant === row.variant && base.position === row.position) return;
    const stays = gone === row.position && base?.variant === row.variant;
    base = row;
    if (!stays) {
      plane = null;
      picture.replaceChildren();
      said.textContent = "";
    }
    look();
  };
  // point describes the row at a cell. It skips cells that the pointer has left meanwhile.
  let asking = false;
  const point = async (to) => {
    if (!plane || !to || (to.row === cell.row && to.column === cell.column)) return;
    cell = to;
    place();
    if (asking) return;
    asking = true;
    for (let done = null; done !== cell;) {
      done = cell;
      const n = await ask({ do: "cell", ...base, view: plane.view, cell });
      if (!plane) break;
      if (done === cell && !n.error) announce(said.textContent = n.said);
    }
    asking = false;
  };
  const go = async (to) => {
    if (!to || !plane) return;
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
  let moved = false; // whether the mouse moved here, rather than the page under it
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
  let fingers = null; // the distance of two fingers and the cell between them; null while the plane follows them
  const pinch = async (event) => {
    if (event.touches.length !== 2 || !plane) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    const at = cellAt(middle) || cell, from = event.type === "touchstart" ? { apart, at } : fingers;
    if (!from) return;
    const zoom = apart > from.apart * 1.3 ? -1 : apart < from.apart / 1.3 ? 1 : 0;
    const [down, across] = zoom ? [0, 0] : [from.at.row - at.row, from.at.column - at.column];
    fingers = null;
    if (zoom || down || across) await look({ zoom, down, across, cell: at });
    fingers = zoom ? { apart, at: cellAt(middle) || cell } : from;
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
  const box = el("details", { class: "plane-box", open: true }, el("summary", {}, "Rows with other ends"),
    said, picture, el("div", { class: "tools" }, closer, wider, around));
  return { box, show, look };
}
