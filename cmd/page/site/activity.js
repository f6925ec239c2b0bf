// The page within Discord: what the board needs of the Embedded App SDK's protocol, whose messages are [op, payload].

const given = Object.fromEntries(new URLSearchParams(location.search));
const opaque = self.origin === "null"; // in a frame whose host gives it no origin

// inDiscord is the state of Discord's client: its layout, who is in the Activity, and the page's address outside.
const layouts = ["focused", "pip", "grid"]; // pip is picture in picture
const inDiscord = { layout: layouts[0], people: [], page: "" };
const told = (changes) => draw(Object.assign(inDiscord, changes));

const ops = { handshake: 0, frame: 1, close: 2 };
const hosts = ["discord", "discordapp"].flatMap((of) => ["", "ptb.", "canary."].map((by) => `https://${by}${of}.com`));
const client = framed && (window.parent.opener ?? window.parent); // a popout's is the window that opened it
let clientOrigin = "*"; // until it has answered
let opened = null; // the promise of a handshake, with what resolves it
const unanswered = new Map(); // commands without an answer, by nonce

const toDiscord = (op, payload) => client.postMessage([op, payload], clientOrigin);

// command promises the data that Discord answers.
function command(cmd, args, evt) {
  const nonce = crypto.randomUUID(), answer = Promise.withResolvers();
  unanswered.set(nonce, answer);
  toDiscord(ops.frame, { cmd, args, evt, nonce });
  return answer.promise;
}

function heard({ source, origin, data }) {
  if (source !== client || ![location.origin, ...hosts].includes(origin) || !Array.isArray(data)) return;
  const [op, payload] = data, { message, cmd, evt, nonce, data: content } = payload || {};
  const question = unanswered.get(nonce);
  clientOrigin = origin;
  if (op === ops.close) return refused(message || "Discord closed the Activity.");
  if (op !== ops.frame) return;
  if (cmd === "DISPATCH") return dispatched[evt]?.(content);
  unanswered.delete(nonce);
  if (evt === "ERROR") question?.reject(new Error(content?.message || "Discord refused that."));
  else question?.resolve(content);
}

const dispatched = {
  READY: () => opened.resolve(),
  ACTIVITY_LAYOUT_MODE_UPDATE: ({ layout_mode: mode }) => told({ layout: layouts[mode] || layouts[0] }),
  ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE: ({ participants }) =>
    told({ people: participants.map((p) => p.nickname || p.global_name || p.username) }),
};

// connect asks the server for its side of the Activity, and shakes hands with Discord's client.
async function connect() {
  const config = await (await fetch("live/config")).json(), { frame_id, platform, mobile_app_version: mobile } = given;
  inDiscord.page = config.page;
  if (!framed || opened) return config;
  opened = Promise.withResolvers();
  addEventListener("message", heard);
  const versioned = platform !== "mobile" || parseInt(mobile) >= 250; // older ones refuse the version
  toDiscord(ops.handshake, { v: 1, encoding: "json", client_id: config.client, frame_id,
    ...(versioned && { sdk_version: "2.5.0" }) });
  opened.promise.then(() => {
    const [layout, people] = Object.keys(dispatched).slice(1);
    for (const evt of [layout, people]) command("SUBSCRIBE", undefined, evt).catch(() => {});
    command("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS").then(dispatched[people], () => {});
    const any = { lock_state: 1, picture_in_picture_lock_state: 1 };
    command("SET_ORIENTATION_LOCK_STATE", any).catch(() => {});
  });
  return config;
}

// authorize promises a code by which the server learns who is there.
async function authorize() {
  const { activity, client: client_id } = await connect(), scope = ["identify"];
  if (!activity) throw new Error("Activities are switched off here. Press “Touch the board” in the chat for a link.");
  await opened.promise;
  const { code } = await command("AUTHORIZE", { client_id, response_type: "code", state: "", prompt: "none", scope });
  return { code, instance: given.instance_id, custom: given.custom_id || "" };
}

// outside opens an address in the person's browser; leave closes the Activity.
const outside = (url) => command("OPEN_EXTERNAL_LINK", { url }).catch(() => {});
const leave = (message) => toDiscord(ops.close, { code: 1000, message, nonce: crypto.randomUUID() });
