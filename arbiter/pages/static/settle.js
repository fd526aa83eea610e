/* Disputes and corrections: what a disputed move was judged on, overruling it, and putting the game right. */

import { $, icon, make } from "./common.js";

/** Fill a box with the pictures of what a question is about; one that is gone is left out. */
export function showCrops(box, sources) {
  const kept = sources.map((src, index) => make("img", { src, alt: `What it is about, picture ${index + 1}` }));
  kept.forEach((picture) => picture.addEventListener("error", () => { picture.remove(); box.hidden = !box.childElementCount; }));
  box.replaceChildren(...kept);
  box.hidden = !kept.length;
}

const odds = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const FATES = { back: "taken back", allowed: "allowed by the players", refused: "refused by the players" };

/** A picture with what was seen drawn over it, in the picture's own pixels. */
export function marked(picture) {
  const space = "http://www.w3.org/2000/svg";
  const box = make("div", { class: "marked" });
  const image = make("img", { src: picture.src, alt: `The table: ${picture.caption}` });
  const layer = document.createElementNS(space, "svg");
  layer.setAttribute("aria-hidden", "true");
  image.addEventListener("load", () => {
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const shown = width / Math.max(1, image.clientWidth);
    const line = Math.max(width / 420, 1.5 * shown), size = Math.max(width / 60, 12 * shown);
    for (const { box: [x0, y0, x1, y1], words } of picture.marks ?? []) {
      const frame = document.createElementNS(space, "rect");
      for (const [key, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0, "stroke-width": line })) frame.setAttribute(key, value);
      const text = document.createElementNS(space, "text");
      for (const [key, value] of Object.entries({ x: x0, y: y0 - size / 3, "font-size": size, "stroke-width": size / 6 })) text.setAttribute(key, value);
      text.textContent = words;
      layer.append(frame, text);
    }
  });
  box.append(image, layer);
  return make("figure", {}, box, make("figcaption", { text: picture.caption }));
}

/** Set up both panels; gives what the page calls: `show(state)`, `open()` the dispute, `toggle()` the corrections. */
export function settle(send, tell) {
  let state = null;
  let closed = null;
  let shown = "";
  let at = 0;

  async function correct(op, move, text = "") {
    try {
      await send("/correct", { op, move, text });
      tell("The game is put right; what was recorded stays in the record");
      return true;
    } catch (error) { tell(`That can't be done: ${error.message}`); return false; }
  }

  function show(now) {
    state = now;
    showCase();
    $("correct").disabled = !state.moves?.length;
    if ($("correct").disabled) close();
    if (!$("fix").hidden) fillMoves();
  }

  function showCase() {
    const found = state?.case;
    $("case").hidden = !found || found.id === closed;
    const key = JSON.stringify(found ?? null);
    if ($("case").hidden || key === shown) return;
    shown = key;
    const clip = found.pictures.filter((picture) => picture.clip);
    $("case").replaceChildren(
      make("h2", { id: "case-title", text: `Disputed: ${found.title}` }),
      make("p", { class: "note", text: found.where }),
      make("p", {}, make("span", { class: `badge tone-${found.verdict.tone}` }, icon(found.verdict.tone), found.verdict.word), " ", found.verdict.sentence),
      ...Object.entries(found.rules).map(([rule, meaning]) => make("p", {}, make("span", { class: "rule", text: `Rule ${rule}` }), ` ${meaning}`)),
      make("p", {}, make("strong", { text: `${found.legal_title}: ` }), found.legal.join(", ") || "nothing"),
      ...[found.ruling, found.corrected].filter(Boolean).map((words) => make("p", { class: "decided", text: words })),
      readings(found),
      make("div", { class: "pair" },
        make("button", { onclick: () => correct("allow", found.move) }, "It counts"),
        make("button", { onclick: () => correct("refuse", found.move) }, "It does not count"),
        make("button", { onclick: () => toggle(true) }, "Correct it"),
        make("button", { onclick: () => { closed = found.id; $("case").hidden = true; } }, "Close")),
      make("div", { class: "shots" }, ...found.pictures.filter((picture) => !picture.clip).map(marked)),
      clip.length ? film(clip) : make("p", { class: "note", text: "No pictures of the last seconds were kept." }));
  }

  function readings(found) {
    const rows = [...found.readings, ...(found.readings.length && found.none !== null ? [["none of these", found.none]] : [])];
    const sure = found.confidence === null ? "" : `, ${odds(found.confidence)} sure`;
    return make("details", { open: true }, make("summary", { text: `Read as ${found.notation}${sure}` }),
      make("ul", { class: "readings" }, ...rows.map(([text, share]) => make("li", {}, make("span", { text: odds(share) }), make("span", { text })))));
  }

  function film(clip) {
    const screen = make("div", {});
    const go = (step) => { at = (at + step + clip.length) % clip.length; screen.replaceChildren(marked(clip[at])); };
    at = 0;
    go(0);
    return make("div", { class: "film" }, make("h3", { text: "The seconds around it" }), screen,
      make("div", { class: "pair" }, make("button", { "aria-label": "Picture before", onclick: () => go(-1) }, "◀"),
        make("button", { "aria-label": "Next picture", onclick: () => go(1) }, "▶")));
  }

  function toggle(open = $("fix").hidden) {
    if (open && !state?.moves?.length) { tell("Nothing was played yet"); return; }
    if (!open) { close(); return; }
    $("fix").hidden = false;
    $("correct").setAttribute("aria-expanded", "true");
    if (!$("fix-list")) buildFix();
    fillMoves();
    $("fix").focus();
  }

  function close() {
    $("fix").hidden = true;
    $("correct").setAttribute("aria-expanded", "false");
  }

  function buildFix() {
    const { play, set, rule } = state.typed;
    const first = play.split(", ")[0];
    const text = make("input", { id: "fix-text", type: "text", maxlength: 200, placeholder: first, autocomplete: "off", spellcheck: "false" });
    const number = () => Number($("fix-list").querySelector("input:checked")?.value ?? 0);
    const act = (op, words, needs) => make("button", { "data-op": op, onclick: async () => {
      if (needs && !text.value.trim()) { tell(`Say first what was played, such as ${first}`); text.focus(); return; }
      const said = needs ? text.value.trim() : "";
      const move = ["back", "undo", "set", "rule"].includes(op) ? 0 : op === "append" ? 0 : number();
      if (await correct(op === "append" ? "insert" : op, move, said)) text.value = "";
    } }, words);
    $("fix").replaceChildren(
      make("h2", { id: "fix-title", text: "Put the game right" }),
      make("p", { class: "note", text: "Choose a move, then what is wrong. Everything after it is judged anew." }),
      make("ol", { id: "fix-list" }),
      make("label", {}, "What holds ", text),
      make("p", { class: "note", text: `A play: ${play}. At set-up: ${set}.${rule ? ` A rule: ${rule}` : ""}` }),
      make("div", { class: "pair" }, act("replace", "This was played", true), act("insert", "Put in before", true),
        act("append", "Put in last", true), act("delete", "Never played"), act("back", "Last one taken back"),
        act("set", "Set piece", true), rule ? act("rule", "Change rule", true) : null, act("undo", "Undo"),
        make("button", { onclick: close }, "Close")));
  }

  function fillMoves() {
    const chosen = $("fix-list").querySelector("input:checked")?.value ?? String(state.moves.length);
    $("fix-list").replaceChildren(...state.moves.map((move) => make("li", {},
      make("label", { class: move.fate === "back" || move.fate === "refused" ? "gone" : "" },
        make("input", { type: "radio", name: "fix-move", value: move.number, checked: String(move.number) === chosen, disabled: move.virtual }),
        make("span", { text: `${move.number}. ${move.seat ? `${state.names[move.seat]}: ` : ""}${move.text}` }),
        make("small", { text: [move.legal ? "" : "illegal", FATES[move.fate] ?? "", move.corrected ? "put right" : ""].filter(Boolean).join(", ") })))));
    const list = $("fix-list");
    list.scrollTop = list.scrollHeight;
  }

  const button = $("correct");
  button.replaceChildren(icon("undo"), make("span", { text: "Correct" }), make("kbd", { text: "E", "aria-hidden": true }));
  button.addEventListener("click", () => toggle());
  return { show, open: () => { closed = null; shown = ""; showCase(); }, toggle };
}
