/* The hall's page: tables as they change (/events), and the event after a game may have ended (/event.json). */

import { $, load, make, put } from "/static/common.js";

const tables = new Map(), items = new Map();
let words = {}, due = 0, shown = "";

const say = (key, slots = {}) => Object.entries(slots).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), words[`hall_${key}`] ?? key);

async function begin() {
  const loaded = await load("/words.json");
  words = loaded.words;
  document.documentElement.lang = loaded.language;
  document.title = say("title");
  for (const node of document.querySelectorAll("[data-word]")) put(node, words[node.dataset.word] ?? "");
  $("enter").addEventListener("submit", (event) => { event.preventDefault(); enter(); });
  $("next").addEventListener("click", () => post("/round", {}));
  const events = new EventSource("/events");
  events.onmessage = (message) => {
    const { broker, tables: news } = JSON.parse(message.data);
    cut(broker ? "" : say("broker_away"));
    take(news);
  };
  events.onerror = () => cut(say("away"));
  showEvent(await load("/event.json"));
}

/** Show why the page may be out of date. */
function cut(why) {
  put($("cut"), why);
  $("cut").hidden = !why;
}

function take(news) {
  for (const table of news) {
    tables.set(table.table, table);
    showTable(table);
  }
  $("waiting").hidden = tables.size > 0;
  put($("count"), String(tables.size));
  showCalls();
  if (news.some((table) => table.now?.over)) later();
}

/** Request the event shortly after a game has ended, once for several. */
function later() {
  due ||= setTimeout(async () => { due = 0; showEvent(await load("/event.json")); }, 500);
}

function showTable(table) {
  const now = table.now, classes = [now?.calls.length ? "calling" : "", now?.over ? "over" : "", table.online ? "" : "gone"];
  const item = make("li", { class: classes.filter(Boolean).join(" ") }, ...parts(table, now));
  const old = items.get(table.table);
  items.set(table.table, item);
  if (old) old.replaceWith(item);
  else {
    const after = [...items.keys()].filter((name) => name.localeCompare(table.table, undefined, { numeric: true }) > 0)
      .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))[0];
    $("tables").insertBefore(item, after === undefined ? null : items.get(after));
  }
}

function parts(table, now) {
  const link = table.page ? make("a", { href: table.page, rel: "noreferrer", text: say("page") }) : null;
  const head = make("div", { class: "place" }, make("span", { text: table.table }), table.online ? link : make("span", { text: say("gone") }));
  if (!now) return [head];
  const seats = ["near", "far"].map((seat) => {
    const leads = now.leader === seat, moves = now.to_move === seat;
    const marks = [leads ? say("leads") : "", moves ? say("turn") : ""].filter(Boolean).join(", ");
    const points = now.over && now.totals[seat] !== undefined ? now.totals[seat] : now.scores[seat]?.total ?? "";
    return make("div", { class: moves ? "seat moves" : "seat", title: marks },
      make("span", { text: `${leads ? "▲ " : ""}${now.names[seat] ?? seat}`, "aria-label": [now.names[seat], marks].filter(Boolean).join(", ") }), make("span", { text: String(points) }));
  });
  return [head, ...seats, make("p", { class: "said", text: now.over || now.illegal || now.say, title: now.over || now.illegal || now.say })];
}

function showCalls() {
  const calling = [...tables.values()].filter((table) => table.now?.calls.length);
  $("calls-box").hidden = !calling.length;
  $("calls").replaceChildren(...calling.map((table) => {
    const text = `${table.table}: ${table.now.calls.map((call) => call.text).join(" · ")}`;
    return make("li", {}, table.page ? make("a", { href: table.page, rel: "noreferrer", text }) : make("span", { text }));
  }));
}

const half = (points) => `${Math.floor(points / 2) || (points % 2 ? "" : "0")}${points % 2 ? "½" : ""}`;

function showEvent(event) {
  const text = JSON.stringify(event);
  if (text === shown) return; // an open list must stay open
  shown = text;
  $("standings").hidden = !event.standings.length;
  $("standings").tBodies[0].replaceChildren(...event.standings.map((each, at) => make("tr", { class: each.away ? "away" : "" },
    ...[String(at + 1), each.name, half(each.half_points), half(each.buchholz), String(each.played)].map((text) => make("td", { text })),
    make("td", {}, staying(each)))));
  const rounds = Map.groupBy ? Map.groupBy(event.pairs, (pair) => pair.round) : event.pairs.reduce((all, pair) => all.set(pair.round, [...(all.get(pair.round) ?? []), pair]), new Map());
  $("rounds").replaceChildren(...[...rounds].reverse().map(([n, pairs]) => make("div", {}, make("h3", { text: say("round", { n }) }),
    make("ol", {}, ...pairs.map(row)))));
}

/** The button with which a player leaves the pairings or comes back. */
function staying({ name, away }) {
  const key = away ? "back" : "leave";
  const button = make("button", { text: say(key), "aria-label": say(`${key}_who`, { name }) });
  button.addEventListener("click", () => (away ? post("/players", { names: [name] }) : post("/leave", { name })));
  return button;
}

/** A pair and its result, which can be entered by hand for a game that was not played or not watched. */
function row(pair) {
  if (!pair.far) return make("li", { text: `${pair.near}: ${say("bye")}` });
  const score = pair.half_points ? pair.half_points.map(half).join(":") : say("open");
  const choices = [["", pair.by_hand ? say("as_played") : score], ...[2, 1, 0].map((near) => [String(near), [near, 2 - near].map(half).join(":")])];
  const select = make("select", { "aria-label": say("result", pair) }, ...choices.map(([value, text]) => make("option", { value, text })));
  if (pair.by_hand) select.value = String(pair.half_points[0]);
  const settle = { round: pair.round, near: pair.near };
  select.addEventListener("change", () => post("/result", { ...settle, half: select.value === "" ? null : Number(select.value) }));
  return make("li", {}, make("span", { text: `${pair.near} – ${pair.far}` }), select);
}

async function enter() {
  const names = $("names").value.split(",").map((name) => name.trim()).filter(Boolean);
  if (await post("/players", { names })) $("names").value = "";
}

async function post(address, body) {
  const reply = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  put($("refused"), reply.ok ? "" : await reply.text());
  if (reply.ok) showEvent(await reply.json());
  return reply.ok;
}

begin();
