/* The overlay for streaming software, fed by the stream (docs/stream.md). `?table=` is passed to the stream and chooses a
   table of a hall; `?without=drawing,move,calls` leaves parts out. */

const AGAIN_MS = 1500;
const $ = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);
const without = new Set((asked.get("without") ?? "").split(","));
let seen = { game: "", seq: 0 };

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function player(seat, now) {
  const plate = $(seat), scores = now.scores[seat], match = now.totals[seat];
  put(plate.querySelector(".name"), now.names[seat] ?? seat);
  const points = now.over && match !== undefined ? match : scores?.total;
  put(plate.querySelector(".points"), points === undefined ? "" : String(points));
  plate.querySelector(".points").hidden = points === undefined;
  plate.classList.toggle("leads", now.leader === seat);
  plate.classList.toggle("moves", now.to_move === seat);
}

function line(node, text) {
  put(node, text);
  node.hidden = !text;
}

function show(now) {
  document.documentElement.lang = now.language;
  $("board").hidden = false;
  for (const seat of ["near", "far"]) player(seat, now);
  put($("say"), now.over || now.say);
  put($("last"), without.has("move") || now.over ? "" : now.last);
  line($("illegal"), now.illegal);
  line($("calls"), without.has("calls") ? "" : now.calls.map((call) => call.text).join(" · "));
  $("drawing").hidden = !now.svg || without.has("drawing");
  if (now.svg) $("diagram").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(now.svg)}`;
}

/** Take an event if it is new; numbers belong to one game, and start again with another. */
function take(event) {
  if (event.version !== 1 || (event.game === seen.game && event.seq <= seen.seq)) return;
  seen = { game: event.game, seq: event.seq };
  show(event.now);
}

function listen() {
  const address = new URL("/stream", location);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  for (const name of ["table"]) if (asked.has(name)) address.searchParams.set(name, asked.get(name));
  if (seen.game) { address.searchParams.set("game", seen.game); address.searchParams.set("after", seen.seq); }
  else address.searchParams.set("newest", "1");
  const socket = new WebSocket(address);
  socket.onmessage = (message) => take(JSON.parse(message.data));
  socket.onclose = () => setTimeout(listen, AGAIN_MS);
}

listen();
