/* Corrections by pointing at the drawing or the picture: a tap offers corrections, dragging makes a move. */

import { shownPicture } from "./corners.js";
import { $, glyph, make, t } from "./common.js";

const SPACE = "http://www.w3.org/2000/svg";
const DRAGGED_PX = 12; // a shorter movement is a tap
const SMALL = 0.12; // a place that covers a larger fraction of the drawing does not prevent scrolling

/** The places of a drawing as rectangles over it, the smallest on top; `null` if it names none. */
function placesOf(text) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const view = drawing.getAttribute("viewBox")?.split(" ").map(Number);
  const named = new Map();
  for (const rect of drawing.querySelectorAll("rect[data-place]")) if (!named.has(rect.dataset.place)) named.set(rect.dataset.place, rect);
  if (!view || !named.size) return null;
  const area = (rect) => Number(rect.getAttribute("width")) * Number(rect.getAttribute("height"));
  const layer = document.createElementNS(SPACE, "svg");
  layer.setAttribute("viewBox", view.join(" "));
  layer.setAttribute("class", "places");
  layer.setAttribute("aria-hidden", "true");
  layer.append(...[...named.values()].sort((a, b) => area(b) - area(a)).map((rect) => {
    const spot = document.createElementNS(SPACE, "rect");
    for (const name of ["x", "y", "width", "height", "rx"]) spot.setAttribute(name, rect.getAttribute(name) ?? 0);
    spot.dataset.place = rect.dataset.place;
    if (area(rect) < SMALL * view[2] * view[3]) spot.classList.add("small");
    return spot;
  }));
  return layer;
}

/** Whether a point is in a polygon, given as alternating x and y. */
function inside(at, x, y) {
  let odd = false;
  for (let k = 0, last = at.length - 2; k < at.length; last = k, k += 2) {
    const [ax, ay, bx, by] = [at[k], at[k + 1], at[last], at[last + 1]];
    if ((ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

const size = (at) => (Math.max(...at.filter((_, k) => !(k % 2))) - Math.min(...at.filter((_, k) => !(k % 2))))
  * (Math.max(...at.filter((_, k) => k % 2)) - Math.min(...at.filter((_, k) => k % 2)));

/**
 * Make a drawing react to pointing. `send(path, data)` sends a request, `tell(words, more)` shows a message; `where()`
 * (the round and the move that are shown) is added to every request, `done()` is called after a correction.
 * Returns `show(svg, marks)`, `ask({ place, to, move })` and `undo()`.
 */
export function touching(image, { send, tell, where = () => ({}), done = () => {} }) {
  const paper = image.parentElement, dialog = $("touched");
  let layer = null, drawn = "", marks = [], from = null;

  async function correct(offer) {
    dialog.close();
    try {
      const { round } = where();
      await send("/correct", { op: offer.op, move: offer.move ?? 0, text: offer.text ?? "", ...(round ? { round } : {}) });
      const undo = { words: t("fix_undo"), act: () => correct({ op: "undo" }) };
      tell(t(offer.op === "undo" ? "undone" : "put_right"), offer.op === "undo" ? null : undo);
      done();
    } catch (error) { tell(t("cant_be_done", { why: error.message })); }
  }

  const offered = (list) => make("ul", { class: "offers" }, ...list.map((offer) =>
    make("li", {}, make("button", { "data-text": offer.text, onclick: () => correct(offer) },
      make("span", { class: "glyphs" }, ...offer.pictures.map(glyph)), make("span", { text: offer.words })))));

  const more = (key, list, open = false) => (list.length ? make("details", { class: key, open }, make("summary", { text: t(key, { n: list.length }) }), offered(list)) : null);

  function choose(found) {
    const legal = found.instead.filter((offer) => offer.legal), others = found.instead.filter((offer) => !offer.legal);
    const now = found.now.filter((offer) => offer.legal), against = found.now.filter((offer) => !offer.legal);
    const act = (op, key) => make("button", { "data-op": op, onclick: () => correct({ op, move: op === "delete" ? found.number : 0 }) }, t(key));
    const parts = [
      make("h2", { id: "touched-title", text: found.number ? `${found.number}. ${found.title}` : t("touch_here") }),
      found.number ? make("p", { class: "note", text: t(found.instead.length ? "touch_what" : "touch_only") }) : null,
      legal.length ? offered(legal) : null,
      more("touch_against", others, !legal.length),
      now.length ? make("h3", { text: t("touch_now") }) : null, now.length ? offered(now) : null,
      found.number ? null : more("touch_against", against),
      more("touch_misread", found.misread),
      make("div", { class: "pair" }, found.newest ? act("back", "touch_back") : null, found.number ? act("delete", "fix_delete") : null,
        act("undo", "touch_undo"), make("button", { onclick: () => dialog.close() }, t("close")))];
    dialog.replaceChildren(...parts.filter(Boolean));
    dialog.showModal();
  }

  /** Request the possible corrections at a place and show them; if a drag has only one meaning, that is done. */
  async function ask(what) {
    try {
      const found = await send("/touch", { ...where(), ...what });
      const all = [...found.instead, ...found.now, ...found.misread];
      if (what.to && all.length === 1) await correct(all[0]);
      else if (all.length || found.number) choose(found);
      else tell(t(what.to ? "touch_no_move" : "touch_nothing"));
    } catch (error) { tell(t("cant_be_done", { why: error.message })); }
  }

  function under(event) {
    return document.elementsFromPoint(event.clientX, event.clientY).find((node) => layer?.contains(node))?.dataset.place;
  }

  function point(place) {
    for (const spot of layer.children) spot.classList.toggle("over", spot.dataset.place === place);
  }

  paper.addEventListener("pointerdown", (event) => {
    if (!layer || event.button) return;
    const place = under(event);
    if (!place) return;
    from = { place, x: event.clientX, y: event.clientY, moved: false };
    paper.setPointerCapture(event.pointerId);
  });
  paper.addEventListener("pointermove", (event) => {
    if (!from) return;
    from.moved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRAGGED_PX;
    paper.classList.toggle("dragging", from.moved);
    if (from.moved) point(under(event));
  });
  paper.addEventListener("pointerup", (event) => {
    if (!from) return;
    const { place, moved } = from, to = under(event);
    stop();
    if (!moved) ask({ place });
    else if (to && to !== place) ask({ place, to });
  });
  paper.addEventListener("pointercancel", () => stop());
  function stop() {
    from = null;
    paper.classList.remove("dragging");
    if (layer) point("");
  }

  /** A tap on the camera's picture selects what the arbiter believes to be there. */
  $("camera")?.addEventListener("click", (event) => {
    if (!layer || document.querySelector(".corners-layer")) return;
    const box = $("camera").getBoundingClientRect(), at = shownPicture();
    const x = (event.clientX - box.left - at.x) / at.width, y = (event.clientY - box.top - at.y) / at.height;
    const [mark] = marks.filter((each) => inside(each.at, x, y)).sort((a, b) => size(a.at) - size(b.at));
    if (x >= 0 && y >= 0 && x <= 1 && y <= 1) ask(mark?.place ? { place: mark.place } : { at: [x, y] });
  });

  function show(svg, shown = []) {
    marks = shown ?? [];
    if (svg === drawn) return;
    drawn = svg;
    layer?.remove();
    layer = svg ? placesOf(svg) : null;
    if (layer) paper.append(layer);
    paper.classList.toggle("touchable", Boolean(layer));
  }

  return { show, ask, undo: () => correct({ op: "undo" }) };
}
