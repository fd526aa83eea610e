/* Disputes and corrections: the evidence for a disputed move, overruling it, and correcting the game. */

import { $, decimal, icon, keep, make, put, ruleDrawing, t } from "./common.js";
import { around, drawing, framed } from "./placing.js";

/** Fill a box with a question's pictures; missing ones are left out. */
export function showCrops(box, sources) {
  const kept = sources.map((src, index) => make("img", { src, alt: t("crop_alt", { n: index + 1 }) }));
  kept.forEach((picture) => picture.addEventListener("error", () => { picture.remove(); box.hidden = !box.childElementCount; }));
  box.replaceChildren(...kept);
  box.hidden = !kept.length;
}

const odds = (share) => `${decimal(share * 100, share < 0.1 ? 1 : 0)} %`;
const SLOW_MS = 900; // the pictures are half a second apart
const FATES = ["back", "allowed", "refused"];

/** A picture with the detections drawn over it, in the picture's own pixels, and an enlarged view of them beside it. */
export function marked(picture) {
  const box = make("div", { class: "marked" });
  const image = make("img", { src: picture.src, alt: t("the_table", { text: picture.caption }) });
  const layer = drawing("svg", { "aria-hidden": "true" });
  const near = make("div", { class: "near" }), rest = make("small", { class: "rest" });
  const marks = picture.marks ?? [];
  image.addEventListener("load", () => {
    const [width, height] = picture.size ?? [image.naturalWidth, image.naturalHeight]; // it may have been scaled down since
    layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const [over, left] = framed(marks, width, height, image.clientWidth);
    layer.replaceChildren(...over);
    put(rest, left.join(", "));
    if (picture.clip || !marks.length) return;
    const view = around(marks.map((mark) => mark.box), width, height);
    const zoomed = drawing("svg", { viewBox: view.join(" "), role: "img", "aria-label": t("zoomed", { text: picture.caption }) });
    zoomed.append(drawing("image", { href: picture.src, width, height }));
    near.replaceChildren(zoomed);
  });
  box.append(picture.link ? make("a", { href: picture.link, target: "_blank" }, image) : image, layer);
  return make("figure", {}, box, near, make("figcaption", {}, picture.caption, rest));
}

/** The reading of a move, with the alternatives and their probabilities, from `found`. */
export function readings(found, open) {
  const rows = [...found.readings, ...(found.readings.length && found.none !== null ? [[t("none_of_these"), found.none]] : [])];
  const sure = found.confidence === null ? "" : `, ${t("sure", { share: odds(found.confidence) })}`;
  return make("details", { open, class: "read" }, make("summary", { text: `${t("read_as", { text: found.read_as })}${sure}` }),
    make("ul", { class: "readings" }, ...rows.map(([text, share]) => make("li", {}, make("span", { text: odds(share) }), make("span", { text })))));
}

/** The pictures around a dispute, half a second apart, in slow motion or step by step. */
export function slowly(clip) {
  let at = 0;
  const screen = make("div", {});
  let running = null;
  const halt = () => { clearInterval(running); running = null; run.setAttribute("aria-pressed", "false"); };
  const run = make("button", { "aria-pressed": "false", onclick: () => {
    if (running) { halt(); return; }
    run.setAttribute("aria-pressed", "true");
    running = setInterval(() => { if (screen.isConnected) go(1); else halt(); }, SLOW_MS);
  } }, t("slow_motion"));
  const go = (step) => { at = (at + step + clip.length) % clip.length; screen.replaceChildren(marked(clip[at])); };
  go(0);
  return make("div", { class: "slow" }, make("h3", { text: t("seconds_around") }), screen,
    make("div", { class: "pair" }, make("button", { "aria-label": t("picture_back"), onclick: () => { halt(); go(-1); } }, "◀"), run,
      make("button", { "aria-label": t("picture_on"), onclick: () => { halt(); go(1); } }, "▶")));
}

/** Set up both panels; returns `show(state)`, `open()` for the dispute, `toggle()` for the corrections. */
export function settle(send, tell, touch, dispute) {
  let state = null;
  let closed = null;
  let shown = "";
  let built = ""; // the panel's language

  async function correct(op, move, text = "") {
    try {
      await send("/correct", { op, move, text });
      tell(t(op === "undo" ? "undone" : "put_right"), op === "undo" ? null : { words: t("fix_undo"), act: () => correct("undo", 0) });
      return true;
    } catch (error) { tell(t("cant_be_done", { why: error.message })); return false; }
  }

  function show(now) {
    if (!state) closed = now.case?.id ?? null; // a page opened later does not show an earlier dispute
    state = now;
    showCase();
    $("correct").disabled = !state.moves?.length;
    if ($("correct").disabled && opened()) close();
    if (opened()) fillMoves();
  }

  function showCase() {
    const found = state?.case;
    const wanted = Boolean(found) && found.id !== closed;
    const open = $("case").matches(":popover-open");
    if (!wanted) { if (open) $("case").hidePopover(); return; }
    const key = JSON.stringify([found, document.documentElement.lang]);
    if (key === shown) return;
    shown = key;
    if (!open) $("case").showPopover();
    const clip = found.pictures.filter((picture) => picture.clip);
    $("case").replaceChildren(
      make("h2", { id: "case-title", text: t("disputed", { title: found.title }) }),
      make("p", { class: "note", text: found.where }),
      make("p", {}, make("span", { class: `badge tone-${found.verdict.tone}` }, icon(found.verdict.tone), found.verdict.word), " ", found.verdict.sentence),
      ...Object.entries(found.rules).map(([rule, meaning]) => make("p", {}, make("span", { class: "rule", text: t("rule", { id: rule }) }), ` ${meaning}`)),
      make("p", {}, make("strong", { text: `${found.legal_title}: ` }), found.legal.join(", ") || t("nothing")),
      ...[found.ruling, found.corrected].filter(Boolean).map((words) => make("p", { class: "decided", text: words })),
      readings(found, true),
      make("div", { class: "pair" },
        make("button", { onclick: () => correct("allow", found.move) }, t("it_counts")),
        make("button", { onclick: () => correct("refuse", found.move) }, t("it_counts_not")),
        make("button", { onclick: () => toggle(true) }, t("correct_it")),
        make("button", { onclick: () => $("case").hidePopover() }, t("close"))),
      make("div", { class: "shots" }, ...found.pictures.filter((picture) => !picture.clip).map(marked)),
      make("div", { class: "drawings" },
        ...Object.entries(found.breaches).map(([rule, breach]) => ruleDrawing(rule, breach)),
        found.diagram ? make("figure", { class: "rule-drawing" },
          make("div", { class: "paper" }, make("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.diagram)}`, alt: found.legal_title })),
          make("figcaption", { text: t("position_before") })) : ""),
      clip.length ? slowly(clip) : make("p", { class: "note", text: t("no_last_seconds") }));
  }

  const opened = () => $("fix").matches(":popover-open");
  const close = () => $("fix").hidePopover();

  function toggle(open = !opened()) {
    if (open && !state?.moves?.length) { tell(t("nothing_yet")); return; }
    if (open) $("fix").showPopover();
    else close();
  }

  $("case").addEventListener("beforetoggle", (event) => { if (event.newState === "closed") { closed = state?.case?.id; shown = ""; } });
  $("fix").addEventListener("beforetoggle", (event) => {
    if (event.newState !== "open") return;
    if (!$("fix-list") || built !== document.documentElement.lang) buildFix();
    fillMoves();
  });
  $("fix").addEventListener("toggle", (event) => {
    if (event.newState !== "open") return;
    $("fix-list").scrollTop = $("fix-list").scrollHeight;
    $("fix").focus();
  });

  function buildFix() {
    built = document.documentElement.lang;
    const { play, set, rule } = state.typed;
    const first = play.split(", ")[0];
    const text = make("input", { id: "fix-text", type: "text", maxlength: 200, placeholder: first, autocomplete: "off", spellcheck: "false" });
    const number = () => Number($("fix-list").querySelector("input:checked")?.value ?? 0);
    const act = (op, needs) => make("button", { "data-op": op, onclick: async () => {
      if (needs && !text.value.trim()) { tell(t("say_first", { play: first })); text.focus(); return; }
      const said = needs ? text.value.trim() : "";
      const move = ["back", "undo", "set", "rule"].includes(op) ? 0 : op === "append" ? 0 : number();
      const done = await correct(op === "append" ? "insert" : op, move, said);
      if (done && text.value.trim() === said) text.value = ""; // keep what was typed meanwhile
    } }, t(`fix_${op}`));
    $("fix").replaceChildren(
      make("h2", { id: "fix-title", text: t("fix_title") }),
      make("p", { class: "note", text: t("fix_help") }),
      make("ol", { id: "fix-list" }),
      make("label", {}, `${t("fix_text")} `, text),
      make("p", { class: "note", text: t("fix_examples", { play, set }) + (rule ? ` ${t("fix_example_rule", { rule })}` : "") }),
      make("div", { class: "pair" }, act("replace", true), act("insert", true),
        act("append", true), act("delete"), act("back"), make("button", { "data-op": "dispute", onclick: () => { close(); dispute(number()); } }, t("dispute")),
        act("set", true), rule ? act("rule", true) : null, act("undo"),
        make("button", { onclick: close }, t("close"))));
  }

  function fillMoves() {
    const chosen = $("fix-list").querySelector("input:checked")?.value ?? String(state.moves.length);
    keep($("fix-list"), state.moves.map((move) => [JSON.stringify([move, document.documentElement.lang]), () => make("li", {},
      make("label", { class: move.fate === "back" || move.fate === "refused" ? "gone" : "" },
        make("input", { type: "radio", name: "fix-move", value: move.number, checked: String(move.number) === chosen, disabled: move.virtual }),
        make("span", { text: `${move.number}. ${move.words || (move.seat ? `${state.names[move.seat]}: ` : "") + move.text}` }),
        make("small", { text: [move.words ? move.text : "", move.legal ? "" : t("mark_illegal"), FATES.includes(move.fate) ? t(`fate_${move.fate}`) : "", move.corrected ? t("mark_put_right") : ""].filter(Boolean).join(", ") })),
      move.virtual || move.fate === "back" ? null : make("button", { "data-move": move.number, "aria-label": t("touch_change_of", { n: move.number }), onclick: () => { close(); touch.ask({ move: move.number }); } }, t("touch_change")))]));
  }

  return { show, open: () => { closed = null; shown = ""; showCase(); }, toggle };
}
