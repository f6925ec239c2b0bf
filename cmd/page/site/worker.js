// The program runs here, so that the page never stands still. It can be ended while it searches.
"use strict";
importScripts("wasm_exec.js");

const started = (async () => {
  const go = new Go();
  const answer = await fetch("nimatron.bin");
  if (!answer.ok) throw new Error("the program can't be loaded");
  const program = answer.body.pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiateStreaming(
    new Response(program, { headers: { "Content-Type": "application/wasm" } }),
    go.importObject,
  );
  go.run(instance);
})();

self.progress = (text) => postMessage({ progress: text });

onmessage = async ({ data }) => {
  try {
    await started;
    postMessage({ id: data.id, answer: JSON.parse(nimatron(JSON.stringify(data.request))) });
  } catch (err) {
    postMessage({ id: data.id, answer: { error: String(err.message || err) } });
  }
};
