// The programs run here, so that the page never stands still. They can be ended while they search.
// nimatron plays, explains and teaches. reader reads what is pasted, which few do: it is loaded when it
// may soon be wanted.
"use strict";
importScripts("wasm_exec.js", "unpack.js");

const files = {};
const programs = {};

// file begins to load the file of a program.
function file(name) {
  files[name] ??= fetch(name + ".bin").then(async (answer) => {
    if (!answer.ok) throw new Error("the program can't be loaded");
    return new Uint8Array(await answer.arrayBuffer());
  });
  files[name].catch(() => delete files[name]); // for another try
  return files[name];
}

// run starts a program, unless it runs.
async function run(name) {
  const packed = await file(name);
  programs[name] ??= (async () => {
    const go = new Go();
    const { instance } = await WebAssembly.instantiate(unpack(packed), go.importObject);
    go.run(instance);
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
    if (["analyze", "replay"].includes(request.do)) file("reader").catch(() => {});
  } catch (err) {
    postMessage({ id, answer: { error: String(err.message || err) } });
  }
};

file("nimatron").catch(() => {}); // whoever asks is told
