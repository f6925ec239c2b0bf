// The program runs here, so that the page stays responsive and can end it during a search.
"use strict";
importScripts(name); // of wasm_exec.js

self.progress = (text) => postMessage({ progress: text });

let program = null; // that runs

// begin starts the program, unless it runs, and adds its rest once that is here.
async function begin(module, rest) {
  if (!program) {
    const go = new Go(), instance = await WebAssembly.instantiate(module, go.importObject);
    program = { imports: { ...go.importObject, first: instance.exports }, whole: false };
    go.run(instance).catch(() => {}); // then it has no function to call
  }
  if (rest && !program.whole) await WebAssembly.instantiate(rest, program.imports);
  program.whole ||= Boolean(rest);
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
    postMessage({ id, failed: { whole: Boolean(rest) } });
  }
}

let last = Promise.resolve();
onmessage = ({ data }) => { last = last.then(() => answer(data)); };
