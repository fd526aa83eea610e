/* The timeline: a strip of marks, distinguished by shape and colour, with filters and jumps to the next of a kind. */

import { $, make, named, t } from "./common.js";
import { drawing } from "./placing.js";

/** Kinds of marks, each with its tone (colour) and shape (a filled path in a 16 × 16 box). The first that applies is drawn. */
const KINDS = {
  illegal: ["bad", "M8 1 15.5 15 H.5 Z"],
  dispute: ["ask", "M3 1 H14 L10.5 5 14 9 H5 V15 H3 Z"],
  question: ["ask", "M8 .5 15.5 8 8 15.5 .5 8 Z M7 4 V9 H9 V4 Z M7 10.5 V12.5 H9 V10.5 Z"],
  correction: ["undo", "M6 1 H10 V6 H15 V10 H10 V15 H6 V10 H1 V6 H6 Z"],
  take_back: ["undo", "M7 2 V6 H15 V10 H7 V14 L1 8 Z"],
  stack: ["ask", "M2 2 H14 V5 H2 Z M2 6.5 H14 V9.5 H2 Z M2 11 H14 V14 H2 Z"],
  capture: ["end", "M3 1 8 6 13 1 15 3 10 8 15 13 13 15 8 10 3 15 1 13 6 8 1 3 Z"],
  end: ["end", "M2 2 H14 V14 H2 Z"],
  setup: ["note", "M2 2 H14 V14 H2 Z M4.5 4.5 V11.5 H11.5 V4.5 Z"],
  initiative: ["good", "M8 2 A6 6 0 1 1 7.99 2 Z"],
  move: ["note", "M6.5 1 H9.5 V15 H6.5 Z"],
};
const OTHER = ["note", "M8 1.5 A6.5 6.5 0 1 1 7.99 1.5 Z M8 5 A3 3 0 1 0 8.01 5 Z"];
const SPECIAL = Object.keys(KINDS).filter((kind) => kind !== "move");
export const JUMPS = { i: "illegal", q: "question", d: "dispute", c: "capture" };

const words = (kind) => named("kind_", kind).replace(/^./, (first) => first.toUpperCase());

function shape(kind) {
  const [tone, d] = KINDS[kind] ?? OTHER;
  const picture = drawing("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", class: `shape tone-${tone}` });
  picture.append(drawing("path", { d, "fill-rule": "evenodd" }));
  return picture;
}

/**
 * The timeline of a game's steps. `go(index)` shows a step; `changed()` is called when a filter changes.
 * Returns `visible(index)`, `next(from, by)`, `jump(kind, from, by)`, `point(index)`, `band(loop)`, `fraction(time)`, `x(index)`.
 */
export function makeTimeline(game, go, changed) {
  const steps = game.steps, hidden = new Set();
  const from = steps[0].at_s, span = steps.at(-1).at_s - from;
  const x = (index) => (steps.length < 2 ? 0
    : game.timed && span > 0 ? (steps[index].at_s - from) / span : index / (steps.length - 1));
  const visible = (index) => steps[index].marks.some((mark) => !hidden.has(mark));
  const drawnAs = (step) => SPECIAL.find((kind) => step.marks.includes(kind) && !hidden.has(kind))
    ?? step.marks.find((mark) => !hidden.has(mark));

  function next(index, by) {
    for (let at = index + by; at >= 0 && at < steps.length; at += by) if (visible(at)) return at;
    return index;
  }

  function jump(kind, index, by = 1) {
    const found = steps.filter((step) => step.marks.includes(kind)).map((step) => step.index);
    if (!found.length) return index;
    if (by > 0) return found.find((at) => at > index) ?? found[0];
    return found.findLast((at) => at < index) ?? found.at(-1);
  }

  function draw() {
    $("marks").replaceChildren(...steps.filter((step) => visible(step.index)).map((step) => {
      const kind = drawnAs(step);
      const mark = make("span", { class: `mark ${kind === "move" ? "plain" : ""}`, title: `${step.index + 1}. ${step.title}` }, shape(kind));
      mark.dataset.kind = kind;
      mark.style.left = `${100 * x(step.index)}%`;
      return mark;
    }));
  }

  function kinds() {
    const known = Object.keys(KINDS), all = new Set(steps.flatMap((step) => step.marks));
    const order = [...["move", ...known.filter((kind) => kind !== "move")].filter((kind) => all.has(kind)),
      ...[...all].filter((kind) => !KINDS[kind]).sort()];
    return order.map((kind) => {
      const count = steps.filter((step) => step.marks.includes(kind)).length;
      const toggle = make("button", { class: "toggle", "aria-pressed": "true", onclick: () => {
        hidden.has(kind) ? hidden.delete(kind) : hidden.add(kind);
        toggle.setAttribute("aria-pressed", String(!hidden.has(kind)));
        draw();
        changed();
      } }, shape(kind), make("span", { text: words(kind) }), make("b", { text: String(count) }));
      const on = make("button", { class: "on", text: "→", title: t("next_of", { kind: words(kind) }), "aria-label": t("next_of", { kind: words(kind) }),
        onclick: () => go(jump(kind, game.at)) });
      const item = make("li", {}, toggle, on);
      item.dataset.kind = kind;
      return item;
    });
  }

  /** The visible step nearest to a place on the strip. */
  function nearest(clientX) {
    const box = $("marks").getBoundingClientRect();
    const wanted = (clientX - box.left) / box.width;
    return steps.map((step) => step.index).filter(visible)
      .reduce((best, index) => (best === null || Math.abs(x(index) - wanted) < Math.abs(x(best) - wanted) ? index : best), null);
  }

  function scrub(event) {
    const index = nearest(event.clientX);
    if (index !== null && index !== game.at) go(index);
  }

  function point(index, fraction = x(index)) {
    $("head").style.left = `${100 * fraction}%`;
    $("track").setAttribute("aria-valuenow", String(index + 1));
    $("track").setAttribute("aria-valuetext", t("place_told", { n: index + 1, all: steps.length, title: steps[index].title, word: steps[index].verdict.word }));
  }

  function band(loop) {
    $("band").hidden = !loop;
    if (!loop) return;
    const left = x(Math.max(0, loop.from - 1)), right = x(loop.to);
    $("band").style.left = `${100 * left}%`;
    $("band").style.width = `${100 * (right - left)}%`;
  }

  $("track").setAttribute("aria-valuemin", "1");
  $("track").setAttribute("aria-valuemax", String(steps.length));
  $("track").addEventListener("pointerdown", (event) => { $("track").setPointerCapture(event.pointerId); scrub(event); });
  $("track").addEventListener("pointermove", (event) => { if (event.buttons) scrub(event); });
  $("kinds").replaceChildren(...kinds());
  $("strip").hidden = false;
  draw();
  /** The position of a time in the film on the strip, 0 to 1. */
  const fraction = (time) => Math.max(0, Math.min(1, span > 0 ? (time - from) / span : 0));
  return { visible, next, jump, point, band, fraction, x };
}
