// The programs run here, so that the page never stands still. They can be ended while they search.
// nimatron plays, explains and teaches. reader reads what is pasted, which few do: it is loaded when it
// may soon be wanted.
"use strict";
importScripts("wasm_exec.js");

const modules = {};
const programs = {};

self.progress = (text) => postMessage({ progress: text });

// load begins to load a program, which is compiled while it comes.
function load(name) {
  modules[name] ??= WebAssembly.compileStreaming(fetch(name + ".wasm"));
  modules[name].catch(() => delete modules[name]); // for another try
  return modules[name];
}

// run starts a program, unless it runs.
async function run(name) {
  const module = await load(name);
  programs[name] ??= (async () => {
    const go = new Go();
    go.run(await WebAssembly.instantiate(module, go.importObject));
  })();
  await programs[name];
}

// add adds a value to a query: of a list its elements, of an object its members.
function add(query, name, value) {
  if (Array.isArray(value)) value.forEach((v) => add(query, name, v));
  else if (value instanceof Object) Object.entries(value).forEach(([n, v]) => add(query, name ? `${name}.${n}` : n, v));
  else if (value != null) query.append(name, value);
}

onmessage = async ({ data: { id, request } }) => {
  try {
    const name = ["check", "read"].includes(request.do) ? "reader" : "nimatron";
    await run(name);
    const query = new URLSearchParams();
    add(query, "", request);
    postMessage({ id, answer: JSON.parse(self[name](query.toString())) });
    if (["analyze", "replay"].includes(request.do)) load("reader").catch(() => {});
  } catch (err) {
    postMessage({ id, answer: { error: String(err.message || err) } });
  }
};

load("nimatron").catch(() => {}); // whoever asks is told
