// The programs run here, so that the page stays responsive and can end them during a search.
// nimatron plays, explains and teaches. reader reads pasted text.
"use strict";
importScripts(name); // of wasm_exec.js

self.progress = (text) => postMessage({ progress: text });

const running = {};

// run starts a program, unless it is running. A failed one is restarted.
function run(name, module) {
  running[name] ??= (async () => {
    const go = new Go();
    const instance = await WebAssembly.instantiate(module, go.importObject);
    go.run(instance).then(() => delete running[name]);
  })();
  return running[name];
}

// add adds a value to a query: the members of an object by their names.
function add(query, name, value) {
  if (value instanceof Object) Object.entries(value).forEach(([n, v]) => add(query, name ? `${name}.${n}` : n, v));
  else if (value != null) query.append(name, value);
}

onmessage = async ({ data: { id, name, module, request } }) => {
  let answer;
  try {
    await run(name, module);
    const query = new URLSearchParams();
    add(query, "", request);
    answer = JSON.parse(self[name](query.toString()));
  } catch {
    answer = { error: "The program failed on this. Anything else can still be asked." };
  }
  postMessage({ id, answer });
};
