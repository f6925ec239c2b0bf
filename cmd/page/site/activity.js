// The page within Discord: the protocol of the Embedded App SDK, as far as the board needs it. Messages between
// the frame and its parent are [op, payload].
"use strict";

const given = new URLSearchParams(location.search);

// framed is true in a frame that Discord opened, opaque in one whose host gives it no origin.
const framed = given.has("frame_id");
const opaque = self.origin === "null";

// inDiscord is the state of Discord's client: layout is "focused", "pip" (picture in picture) or
// "grid", people are the names of those in the Activity, page is the page's address outside.
const inDiscord = { layout: "focused", people: [], page: "" };

const ops = { handshake: 0, frame: 1, close: 2 };
const hosts = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com",
  "https://discordapp.com", "https://ptb.discordapp.com", "https://canary.discordapp.com"];
const client = framed && (window.parent.opener ?? window.parent); // a popout's is the window that opened it
let clientOrigin = "*"; // until it has answered
let made = null; // the promise of connect
const unanswered = new Map(); // commands without an answer, by nonce

const toDiscord = (op, payload) => client.postMessage([op, payload], clientOrigin);

// command promises the data that Discord answers.
function command(cmd, args, evt) {
  const nonce = crypto.randomUUID();
  toDiscord(ops.frame, { cmd, args, evt, nonce });
  return new Promise((resolve, reject) => unanswered.set(nonce, { resolve, reject }));
}

function heard({ source, origin, data }) {
  if (source !== client || (origin !== location.origin && !hosts.includes(origin)) || !Array.isArray(data)) return;
  const [op, payload] = data;
  clientOrigin = origin;
  if (op === ops.close) return refused(payload?.message || "Discord closed the Activity.");
  if (op !== ops.frame) return;
  const { cmd, evt, nonce, data: content } = payload;
  if (cmd === "DISPATCH") return dispatched[evt]?.(content);
  const question = unanswered.get(nonce);
  unanswered.delete(nonce);
  if (evt === "ERROR") question?.reject(new Error(content?.message || "Discord refused that."));
  else question?.resolve(content);
}

const named = ({ participants }) => {
  inDiscord.people = participants.map((p) => p.nickname || p.global_name || p.username);
  draw();
};

const dispatched = {
  READY: () => made.resolve(),
  ACTIVITY_LAYOUT_MODE_UPDATE: ({ layout_mode: mode }) => {
    inDiscord.layout = ["focused", "pip", "grid"][mode] || "focused";
    draw();
  },
  ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE: named,
};

// connect shakes hands with Discord's client.
function connect(id) {
  if (made) return made.promise;
  made = {};
  made.promise = new Promise((resolve) => { made.resolve = resolve; });
  addEventListener("message", heard);
  const mobile = given.get("platform") === "mobile" && !(parseInt(given.get("mobile_app_version")) >= 250); // these refuse the version
  toDiscord(ops.handshake, { v: 1, encoding: "json", client_id: id, frame_id: given.get("frame_id"), ...(!mobile && { sdk_version: "2.5.0" }) });
  return made.promise.then(() => {
    for (const evt of ["ACTIVITY_LAYOUT_MODE_UPDATE", "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE"]) command("SUBSCRIBE", undefined, evt).catch(() => {});
    command("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS").then(named, () => {});
    command("SET_ORIENTATION_LOCK_STATE", { lock_state: 1, picture_in_picture_lock_state: 1 }).catch(() => {}); // any orientation
  });
}

// authorize promises a code by which the server learns who is there.
async function authorize() {
  const config = await (await fetch("live/config")).json();
  if (!config.activity) throw new Error("Activities are switched off here. Press “Touch the board” in the chat for a link.");
  inDiscord.page = config.page;
  await connect(config.client);
  const { code } = await command("AUTHORIZE", { client_id: config.client, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
  return { code, instance: given.get("instance_id"), custom: given.get("custom_id") || "" };
}

// cutOff prepares for a host that gives the frame no origin, so that the server can't know who is there.
async function cutOff() {
  const config = await (await fetch("live/config")).json();
  inDiscord.page = config.page;
  if (framed) connect(config.client);
}

// outside opens an address in the person's browser.
const outside = (url) => command("OPEN_EXTERNAL_LINK", { url }).catch(() => {});

// leave closes the Activity.
const leave = (message) => toDiscord(ops.close, { code: 1000, message, nonce: crypto.randomUUID() });
