// Keeps the page for use without a network. A file with a hash in its address never changes.
"use strict";

const version = "nimatron-{{version}}";
const files = {{files}};

addEventListener("install", (event) => event.waitUntil(caches.open(version).then((kept) => kept.addAll(files)).then(() => skipWaiting())));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("nimatron-") && name !== version) await caches.delete(name);
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /\/live(\/|\.html$)/.test(pathname)) return; // live matches need the network
  event.respondWith(request.mode === "navigate"
    ? fetch(request).catch(async () => (await caches.match("./")) || Response.error())
    : caches.match(request).then((kept) => kept || fetch(request)));
});
