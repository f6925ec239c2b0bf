// The program runs here, so that the page stays responsive and can end it during a search.
"use strict";
importScripts(name); // of wasm_exec.js

self.progress = (text) => postMessage({ progress: text });

let program = null; // that runs

// begin starts the program, unless it runs, and adds its rest once that is here.
async function begin(module, rest) {
  const starts = !program;
  if (starts) {
    const go = new Go();
    program = { go, instance: await WebAssembly.instantiate(module, go.importObject) };
  }
  if (rest && !program.whole) {
    await WebAssembly.instantiate(rest, { ...program.go.importObject, first: program.instance.exports });
    program.whole = true;
  }
  if (starts) program.go.run(program.instance).catch(() => {}); // then it has no function to call
}

// add adds a value to a query: the members of an object by their names.
function add(query, name, value) {
  if (value instanceof Object) Object.entries(value).forEach(([n, v]) => add(query, name ? `${name}.${n}` : n, v));
  else if (value != null) query.append(name, value);
}

async function answer({ id, module, rest, request }) {
  try {
    await begin(module, rest);
    const query = new URLSearchParams();
    add(query, "", request);
    postMessage({ id, answer: JSON.parse(nimatron(query.toString())) });
  } catch {
    postMessage({ id, failed: true });
  }
}

let last = Promise.resolve();
onmessage = ({ data }) => { last = last.then(() => answer(data)); };
