// The tests' addition to the page. It runs before the page's own script.
"use strict";

const test = (() => {
  // What the page waits for: timers and answers of its worker.
  const pending = new Set(), looks = new Set();
  const { setTimeout: wait, clearTimeout: stop } = window;
  const settle = (what) => wait(() => { // resolves after the page's own handlers
    pending.delete(what);
    looks.forEach((look) => look());
  });
  window.setTimeout = (act, ms) => {
    const id = wait(() => { act(); settle(id); }, ms);
    pending.add(id);
    return id;
  };
  window.clearTimeout = (id) => { stop(id); settle(id); };
  window.Worker = class extends Worker {
    owed = new Map(); // answers, by question
    constructor(url, options) {
      super(test.missing || url, options);
      test.workers++;
      this.addEventListener("message", ({ data }) => settle(this.owed.get(data.id)));
    }
    postMessage(message) {
      const answer = Symbol(); // a question may be asked again
      this.owed.set(message.id, answer);
      pending.add(answer);
      test.asked++;
      super.postMessage(message);
    }
    terminate() {
      super.terminate();
      test.ended++;
      this.owed.forEach(settle);
    }
  };

  // The loading and compiling of a program.
  const tracked = (act) => (...args) => {
    const what = Symbol();
    pending.add(what);
    return act(...args).finally(() => settle(what));
  };
  window.fetch = tracked(fetch);
  for (const name of ["compile", "compileStreaming"]) WebAssembly[name] = tracked(WebAssembly[name]);

  // Uncaught errors of the page's script.
  const errors = [];
  addEventListener("error", (event) => errors.push(event.message + " at " + event.lineno));
  addEventListener("securitypolicyviolation", (event) => errors.push(`${event.violatedDirective} forbids ${event.blockedURI} in ${event.sourceFile} at ${event.lineNumber}`));
  const { error } = console;
  console.error = (...said) => { errors.push(said.join(" ")); error.apply(console, said); };
  addEventListener("unhandledrejection", ({ reason }) => errors.push(reason?.stack || String(reason)));

  // What slides and sounds.
  const slides = [];
  const { animate } = Element.prototype, { start } = AudioScheduledSourceNode.prototype;
  Element.prototype.animate = function (frames, options) {
    const from = Object.keys(frames[0]).join(), gone = frames[1].opacity === 0;
    slides.push({ tag: this.tagName, ms: options.duration, frames: frames.length, from, gone });
    return animate.call(this, frames, options);
  };
  AudioScheduledSourceNode.prototype.start = function () {
    test.heard++;
    return start.call(this);
  };

  // pretend has the page believe in a touch, in a hidden tab if away, and in a system that shares.
  const pretend = () => {
    Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
    Object.defineProperty(document, "hidden", { get: () => test.away });
    navigator.share = async (what) => { test.shared = what; };
  };

  // called has the turn change while the tab is hidden. It returns whether the title tells.
  const called = () => {
    test.away = true;
    call("Nimatron’s turn", "Nim", false);
    call("Your turn", "Nim", true);
    test.away = false;
    return document.title === "● Your turn · Nim";
  };

  // leans returns how much the lifted counters lean.
  const leans = () => {
    const e = main.querySelector(".lifted");
    e.getAnimations().forEach((a) => a.finish());
    return Math.round(new DOMMatrix(getComputedStyle(e).transform).c * 80);
  };

  crypto.getRandomValues = (list) => list.fill(7); // makes each run the same

  // frame resolves with the next frame. A tab behind another one has none.
  const frame = () => new Promise((resolve) => {
    requestAnimationFrame(resolve);
    wait(resolve, 2000);
  });

  // until resolves to whether something becomes true. It resolves to false once the page waits
  // for nothing and a second has passed, so that no test depends on the speed of the machine.
  const until = (wanted) => new Promise((resolve) => {
    let rest = 0;
    const end = (found) => {
      observer.disconnect();
      looks.delete(look);
      stop(rest);
      resolve(found);
    };
    const look = () => {
      try { if (wanted()) return end(true); } catch { /* not there yet */ }
      stop(rest);
      if (!pending.size) rest = wait(() => frame().then(frame).then(() => { rest = wait(() => end(false), 1000); }));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    looks.add(look);
    look();
  });

  // state is a text that differs for different states of the page.
  const state = () => location.hash + main.textContent;

  // quiet resolves when two frames are drawn and the page waits for nothing.
  const quiet = async () => {
    await frame();
    await frame();
    return until(() => !pending.size);
  };

  // answered resolves, once the page is quiet, to whether it has changed.
  const answered = async (before) => await quiet() && state() !== before;

  const buttons = (within, label) => [...main.querySelectorAll(`${within} button, ${within} a.button`)].filter((b) => label.test(b.textContent));

  // faults lists the accessibility faults of the page.
  const faults = () => {
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("wider than the screen");
    const light = (c) => {
      const [r, g, b] = c.match(/[\d.]+/g).slice(0, 3).map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (e) => {
      for (; e; e = e.parentElement) {
        const c = getComputedStyle(e).backgroundColor;
        if (!/, 0\)$|transparent/.test(c)) return c;
      }
      return "rgb(255, 255, 255)";
    };
    for (const e of document.querySelectorAll("main *, header *")) {
      if (e.closest("svg") || e.closest(":disabled") || !e.offsetParent) continue;
      if ([...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) {
        const a = light(getComputedStyle(e).color), b = light(ground(e));
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) wrong.push(contrast.toFixed(1) + " contrast of " + e.textContent.slice(0, 30));
      }
      if (/^(BUTTON|SELECT|INPUT|TEXTAREA|A)$/.test(e.tagName)) {
        const name = e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.[0]?.textContent;
        if (!name) wrong.push("a control without a name: " + e.outerHTML.slice(0, 80));
        const box = e.getBoundingClientRect();
        if (box.height < 24) wrong.push("a control that is hard to hit: " + name);
      }
    }
    for (const e of document.querySelectorAll("main [tabindex]:not(pre)")) if (!e.getAttribute("aria-label") || !e.getAttribute("role")) wrong.push("something to focus without a name: " + e.outerHTML.slice(0, 80));
    for (const e of document.querySelectorAll("main svg")) if (!e.querySelector("title")?.textContent) wrong.push("a picture without words");
    for (const e of document.querySelectorAll("main .spot")) {
      const { width, height } = e.getBoundingClientRect();
      if (width && Math.min(width, height) < 23.5) wrong.push(`a spot of ${width.toFixed()} by ${height.toFixed()}: ${e.dataset.tap}`);
    }
    const board = main.querySelector(":scope > .board svg")?.getBoundingClientRect();
    if (board && innerHeight > innerWidth && board.height < 0.4 * innerHeight) wrong.push(`a board of ${board.height.toFixed()} of ${innerHeight}`);
    if (board && innerWidth > 900 && board.bottom + scrollY > innerHeight && main.querySelector(":scope > .board").getBoundingClientRect().top + scrollY < innerHeight / 2) wrong.push(`a board cut by ${board.bottom + scrollY - innerHeight}`);
    if (board && innerWidth > 900 && Math.min(board.width, board.height) ** 2 < 0.3 * innerWidth * innerHeight) wrong.push(`a board of ${board.width.toFixed()} by ${board.height.toFixed()}`);
    return wrong.join("; ");
  };

  // jumped resolves to the layout shift of the page, as Chromium measures it. jumps says what moved.
  let sum = 0;
  const jumps = [];
  const rect = (r) => [r.x, r.y, r.width, r.height].map(Math.round).join(" ");
  const moved = ({ node, previousRect, currentRect }) => `${node?.outerHTML?.slice(0, 80) ?? node?.textContent} from ${rect(previousRect)} to ${rect(currentRect)}`;
  const add = (list) => list.forEach((e) => { if (!e.hadRecentInput) { sum += e.value; jumps.push(e.sources.map(moved).join(", ")); } });
  const shifts = new PerformanceObserver((list) => add(list.getEntries()));
  shifts.observe({ type: "layout-shift", buffered: true });
  const jumped = async () => {
    await quiet();
    add(shifts.takeRecords());
    return sum;
  };

  // answers asks a program of the server, in this tab and without its rest. It resolves to its exports, and to the
  // request that it can't answer.
  const answers = async (name, requests) => {
    const script = document.createElement("script");
    const loaded = new Promise((done) => { script.onload = done; });
    script.src = files["wasm_exec.js"];
    document.head.append(script);
    await loaded;
    const go = new Go();
    const { instance } = await WebAssembly.instantiateStreaming(fetch(name), go.importObject);
    window.progress = () => {};
    let failed = "";
    await Promise.race([go.run(instance).catch((error) => { failed = `the start: ${error.stack}`; }), new Promise((done) => wait(done))]);
    if (!failed) for (const request of requests) {
      try { nimatron(request); } catch (error) { failed = `${request}: ${error.stack}`; break; }
    }
    return { exports: instance.exports, failed };
  };

  return {
    slides, heard: 0, pretend, called, leans, away: false, shared: null, answers, tracked, errors, wait: (ms) => new Promise((done) => wait(done, ms)), missing: "", workers: 0, asked: 0, ended: 0,
    until, state, quiet, answered, faults, jumped, jumps, frame,
    follow: async (link) => {
      const followed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
      location.hash = link;
      await followed;
      return quiet();
    },
    large: (look) => {
      document.documentElement.style.fontSize = "200%";
      try { return look(); } finally { document.documentElement.style.fontSize = ""; }
    },
    type: (into, text) => {
      const control = main.querySelector(into);
      control.value = text;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    },
    changed: (act) => { const before = state(); act(); return answered(before); },
    button: (label) => buttons("", /./).find((b) => b.textContent === label),
    moves: () => buttons(".keys", /^(?!Back|Play|.*Other)/).filter((b) => !b.ariaDisabled), // the buttons that make a move or its first half
    spots: () => [...main.querySelectorAll(".board .spot")],
    tap: (spot) => spot.dispatchEvent(new MouseEvent("click", { bubbles: true })), // SVG elements have no click()
  };
})();
