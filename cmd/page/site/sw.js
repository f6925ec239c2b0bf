// Keeps the page for use without a network. A file with a hash in its address never changes.
"use strict";

const version = "nimatron-{{version}}";
const files = {{files}};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(version).then((kept) => kept.addAll(files)));
});

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith("nimatron-") && name !== version);
  await Promise.all([clients.claim(), ...others.map((name) => caches.delete(name))]);
}
addEventListener("activate", (event) => event.waitUntil(activate()));

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (/\/live(\/|\.html$)/.test(pathname)) return; // live matches need the network
  event.respondWith(request.mode === "navigate"
    ? fetch(request).catch(async () => (await caches.match("./")) || Response.error())
    : caches.match(request).then((kept) => kept || fetch(request)));
});
