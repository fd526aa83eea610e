/* What all pages need: making elements, icons, pieces, scores. Text is only inserted as text, never as HTML. */

export const $ = (id) => document.getElementById(id);

/** The content of a shared file: `answers` by address, `files` by address (as indices of `contents`), original `sizes` of its stills. */
export const shared = JSON.parse($("shared")?.textContent ?? "null");

/** A picture's address: on the server, or inside a shared file. */
export const src = (address, asked = "") => (shared ? shared.contents[shared.files[address]] ?? "" : address + asked);

/** The JSON at an address with the query string `asked`, from the server or a shared file; throws the error message. */
export async function load(address, asked = "") {
  if (shared) return shared.answers[address] ?? null;
  const reply = await fetch(address + asked);
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

/** An element with attributes (`text` sets its words) and children; null children are left out. */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Set an element's text, if it is different: otherwise a selection in it would be lost. */
export function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const built = new WeakMap();

/** Rebuild an element's content, but only if `facts` or the language have changed since the last time. */
export function fill(node, facts, build) {
  const key = JSON.stringify([facts, document.documentElement.lang]);
  if (built.get(node) === key) return;
  built.set(node, key);
  node.replaceChildren(...build().filter((child) => child !== null && child !== undefined));
}

const keys = new WeakMap();

/** Make a list show `rows`, pairs of a key and a function that builds its item: items whose key stays are kept. */
export function keep(list, rows) {
  const there = new Map([...list.children].map((item) => [keys.get(item), item]));
  const wanted = rows.map(([key, build]) => {
    const item = there.get(key) ?? build();
    there.delete(key);
    keys.set(item, key);
    return item;
  });
  for (const item of there.values()) item.remove();
  wanted.forEach((item, at) => { if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null); });
}

const ICONS = {
  good: "M4 12.5 9.5 18 20 6.5",
  bad: "M6 6 18 18 M18 6 6 18",
  undo: "M9 5 4 10 9 15 M4 10 H14 A5.5 5.5 0 0 1 14 21 H10",
  ask: "M8.5 9 A3.6 3.6 0 1 1 12 13 V15 M12 19 V19.4",
  end: "M6 21 V4 H18 L15 8.5 18 13 H6",
  note: "M5 7 H19 M5 12 H19 M5 17 H13",
  warn: "M12 4 21.5 20 H2.5 Z M12 10 V14.5 M12 17 V17.4",
  sound: "M4 10 H8 L13 6 V18 L8 14 H4 Z M16.5 9 A4.5 4.5 0 0 1 16.5 15 M19 6.5 A8 8 0 0 1 19 17.5",
  silent: "M4 10 H8 L13 6 V18 L8 14 H4 Z M16.5 9.5 21.5 14.5 M21.5 9.5 16.5 14.5",
  frame: "M5 18 8 7 H18 L20 18 Z M5 18 h.1 M20 18 h.1",
  flag: "M6 21 V4 H18 L15 8.5 18 13 H6",
  look: "M2.5 12 C6 6.5 18 6.5 21.5 12 C18 17.5 6 17.5 2.5 12 Z M12 9.6 A2.4 2.4 0 1 1 11.9 9.6",
};

/** A line icon; it decorates words, so it is hidden from screen readers. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name] ?? ICONS.note);
  for (const [key, value] of Object.entries({ fill: "none", stroke: "currentColor", "stroke-width": "2.4",
    "stroke-linecap": "round", "stroke-linejoin": "round" })) path.setAttribute(key, value);
  picture.append(path);
  return picture;
}

/** The small picture of a pyramid by its name, such as `small-red`; the words are beside it. */
export function glyph(name) {
  return make("img", { class: "glyph", src: src(`/piece/${name}.svg`), alt: "" });
}

/** The drawing of a rule, with what is wrong in it. */
export function ruleDrawing(id, breach) {
  const drawn = make("img", { src: src(`/rule/${id}.svg`, `?language=${document.documentElement.lang}`), alt: t("rule_alt", { id }) });
  return make("figure", { class: "rule-drawing" }, make("div", { class: "paper" }, drawn),
    make("figcaption", { text: t("rule_drawn", { id, why: breach }) }));
}

let known = {};

/** The page's message with a key, with its slots filled. */
export function t(key, slots = {}) {
  return (known[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => slots[name] ?? all);
}

/** The message with a key, or the key itself, as words, if it is unknown because the record is from a later version. */
export const named = (prefix, key) => known[prefix + key] ?? key.replaceAll("_", " ");

/** A number with that many decimal places, as the page's language writes it. */
export const decimal = (value, places) => value.toLocaleString(document.documentElement.lang || "en",
  { minimumFractionDigits: places, maximumFractionDigits: places });

/** Use the messages of another language from now on. */
export function setWords(found) {
  known = found;
}

function pictures(option) {
  const names = option.pictures ?? (option.colour ? [`${option.size}-${option.colour}`] : []);
  return names.length ? make("span", { class: "glyphs" }, ...names.map(glyph)) : null;
}

/** Fill a list with the legal moves; extras common to all of them are given once, below. */
export function showOptions(list, options, empty) {
  const words = (extras) => extras.map((extra) => (extra.includes(" ") ? extra : t(`with_${extra}`))).join(", ");
  const shared = (options[0]?.extras ?? []).filter((extra) => options.every((option) => option.extras.includes(extra)));
  const items = () => options.map((option) =>
    make("li", {}, pictures(option), make("span", { class: "called", text: option.text }),
      option.short ? make("span", { class: "short", "aria-hidden": "true", text: option.short }) : null,
      option.extras.length > shared.length
        ? make("span", { class: "with", text: words(option.extras.filter((extra) => !shared.includes(extra))) }) : null));
  fill(list, options, items);
  list.hidden = !options.length;
  const below = list.nextElementSibling;
  put(below, options.length ? sentence(words(shared)) : empty);
  below.hidden = !below.textContent;
}

const sentence = (words) => words && `${words[0].toUpperCase()}${words.slice(1)}.`;

/** Whether a player without a name is called by their side, so that the side need not be shown again. */
const saysSame = (name, side) => side.toLowerCase().split(" ").includes(name.toLowerCase());

/** Fill the two players' score cards; `state` has names, scores, totals, to_move, leader. */
export function showScores(box, state) {
  const facts = [state.scores, state.totals, state.names, state.to_move, state.leader];
  fill(box, facts, () => ["far", "near"].map((seat) => {
    const score = state.scores[seat] ?? { total: 0, how: "" };
    const flags = [seat === state.to_move ? `▶ ${t("to_play")}` : "", seat === state.leader ? `◆ ${t("initiative")}` : ""];
    const name = state.names[seat];
    const side = saysSame(name, t(`side_${seat}`)) ? "" : t(`side_${seat}`);
    const total = state.totals && seat in state.totals ? t("match", { n: state.totals[seat] }) : "";
    return make("div", { class: `player ${seat === state.to_move ? "moves" : ""}` },
      make("p", { class: "name", text: name }),
      make("p", { class: "seat", text: [side, total].filter(Boolean).join(" · ") }),
      make("p", { class: "points", text: String(score.total) }),
      make("p", { class: "how", text: score.how.replace(/^\d+ \((.*)\)$/, "$1") || (score.total ? "" : t("nothing_played")) }),
      make("p", { class: "flag", text: flags.filter(Boolean).join("  ") }));
  }));
}

/** Whether single-key shortcuts work on this device; `useKeys(on)` switches them and their hints on or off. */
export const keysWork = () => { try { return localStorage.getItem("keys") !== "off"; } catch { return true; } };

export function useKeys(on) {
  try { localStorage.setItem("keys", on ? "on" : "off"); } catch { /* private window: nothing is stored */ }
  document.documentElement.classList.toggle("keyless", !on);
  for (const node of document.querySelectorAll("[aria-keyshortcuts], [data-key]")) {
    const key = node.dataset.key ?? node.getAttribute("aria-keyshortcuts");
    if (key.startsWith("Arrow")) continue; // always available
    node.dataset.key = key;
    if (on) node.setAttribute("aria-keyshortcuts", key);
    else node.removeAttribute("aria-keyshortcuts");
  }
}

/** The checkbox that switches single-key shortcuts, which disturb people who dictate. */
export function keySwitch() {
  $("keys-work").checked = keysWork();
  $("keys-work").addEventListener("change", () => useKeys($("keys-work").checked));
  useKeys(keysWork());
}

/** Whether a key press is meant for the page, not for the browser or a field. */
export function plainKey(event) {
  return keysWork() && !(event.ctrlKey || event.metaKey || event.altKey || event.repeat || /^(input|textarea|select)$/i.test(event.target.tagName));
}
