// Keeps the page for use without a network. A file with a hash in its address never changes.
"use strict";

const version = "nimatron-{{version}}";
const files = {{files}};

const install = async () => {
  await (await caches.open(version)).addAll(files);
  await skipWaiting();
};
addEventListener("install", (event) => event.waitUntil(install()));

const activate = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith("nimatron-") && name !== version);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
};
addEventListener("activate", (event) => event.waitUntil(activate()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (/\/live(\/|\.html$)/.test(pathname)) return; // live matches need the network
  event.respondWith(request.mode === "navigate"
    ? fetch(request).catch(async () => (await caches.match("./")) || Response.error())
    : caches.match(request).then((kept) => kept || fetch(request)));
});
