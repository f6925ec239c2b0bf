// The program runs in a worker. Each question belongs to the navigation in which it was asked. After the next one its
// answer is dropped. The first part of the program plays rows and piles. A question that needs more fails, and is asked
// again with the rest.

const { files, first } = JSON.parse(document.getElementById("build").textContent);
const busy = document.getElementById("busy");

let worker = null; // started by the first question, and again after it was ended
let ready = false; // whether anything was answered
let whole = false; // whether the first part was not enough
let rest = null; // compiled
let last = 0;
const waiting = new Map(); // questions by number
const programs = {}; // promises of the compiled parts

// load compiles a part of the program while it downloads. The page keeps it for other workers.
const load = (name) => programs[name] ??= fetch(files[name + ".wasm"]).then(async (r) => {
  if (!r.ok) throw new Error(`The server has no ${files[name + ".wasm"]} (status ${r.status}).`);
  // Servers that don't know the type of .wasm keep a browser from compiling as it loads.
  const known = r.headers.get("Content-Type") === "application/wasm";
  return known ? WebAssembly.compileStreaming(r) : WebAssembly.compile(await r.arrayBuffer());
}).catch((error) => { delete programs[name]; throw error; }); // for another try
const loadRest = async () => { rest = await load("rest"); };

function startWorker() {
  const w = new Worker(files["worker.js"], { name: files["wasm_exec.js"] });
  w.onmessage = ({ data: { id, progress, failed, answer } }) => {
    if (progress) return void (busy.querySelector(".far").textContent = progress);
    // If all of the program has failed it is the program's fault.
    if (failed?.whole) answered(id, { error: "Something went wrong here. Everything else still works." });
    whole ||= Boolean(failed);
    if (failed) return again();
    answered(id, answer);
    if (!ready) loadRest().then(() => navigator.serviceWorker?.register("sw.js")).catch(() => {}); // both could wait
    ready = true;
  };
  w.onerror = (event) => {
    event.preventDefault();
    const why = navigator.onLine ? "started. Try that again, or load the page again." : "loaded without a network.";
    if (w === worker) stop("The program could not be " + why);
  };
  return w;
}

function endWorker() {
  worker?.terminate();
  worker = null;
}

// again ends what the program is amid, and asks the questions that are left.
function again() {
  endWorker();
  waiting.forEach(send);
  showBusy();
}

function stop(why) {
  endWorker();
  for (const id of [...waiting.keys()]) answered(id, { error: why });
}

async function send(question) {
  try {
    worker ??= startWorker(); // it loads its scripts while the program downloads
    const module = await load("nimatron");
    if (whole) await loadRest();
    if (!waiting.has(question.id)) return;
    worker ??= startWorker();
    worker.postMessage({ id: question.id, module, rest, request: question.request });
  } catch (error) {
    const why = error instanceof TypeError ? "Try that again when there is a network." : error.message;
    answered(question.id, { error: "The program could not be loaded. " + why });
  }
}

// ask promises the program's answer. current reports whether the answer is still wanted.
function ask(request, current = () => true) {
  const asked = state, id = ++last, { promise, resolve: done } = Promise.withResolvers();
  const wanted = () => (asked === state || request.do === "games") && current();
  const question = { id, request: { theme: theme(), ...request }, wanted, done };
  waiting.set(id, question);
  question.timer = setTimeout(() => { question.slow = true; showBusy(); }, 500);
  send(question);
  if (unwanted().length) setTimeout(abandon, 150);
  return promise;
}

function answered(id, answer) {
  const question = waiting.get(id);
  clearTimeout(question?.timer);
  waiting.delete(id);
  showBusy();
  if (question?.wanted()) question.done(answer);
}

const unwanted = () => [...waiting.values()].filter((q) => !q.wanted());

// abandon ends the worker if it is still working on an unwanted question, but not while it loads.
function abandon() {
  const list = unwanted();
  list.forEach((q) => waiting.delete(q.id));
  if (list.length && ready) again();
}

// showBusy shows the bar with Stop while a wanted question takes long.
function showBusy() {
  const slow = [...waiting.values()].some((q) => q.slow && q.wanted());
  if (slow === !busy.hidden) return;
  const loads = !ready || (whole && !rest), [text, far] = busy.children;
  far.textContent = "";
  text.textContent = loads ? "Loading the program …" : "Thinking …";
  if (slow) announce(text.textContent);
  busy.hidden = !slow;
}
busy.querySelector("button").onclick = () => stop("Stopped. Nothing has changed.");
