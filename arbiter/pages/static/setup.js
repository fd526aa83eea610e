/* The set-up as it was read: a drawing to tap, what each thing may be, and accepting it. */

import { shownPicture } from "./corners.js";
import { $, fill, glyph, icon, keep, make, put, t } from "./common.js";

const REACH_PX = 44; // a tap this near to a thing in the drawing selects it
const inside = ([left, top, right, bottom], x, y) => x >= left && x <= right && y >= top && y <= bottom;
const middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];

/** The thing with the smallest box that contains a point in the picture (fractions of width and height). */
function inPicture(things, x, y) {
  const area = ([left, top, right, bottom]) => (right - left) * (bottom - top);
  return things.filter((thing) => thing.box && inside(thing.box, x, y)).sort((a, b) => area(a.box) - area(b.box))[0];
}

/** Set up the panel; returns `show(state)` and `accept()`. */
export function settingUp(send, tell) {
  let setup = null;
  let drawn = "";
  let target = null; // the place of the thing that is being named

  async function say(what) {
    $("choose").close();
    try {
      await send("/setup", { what, at: target.at, picture: target.picture });
      tell(t("setup_noted"));
    } catch (error) { tell(t("cant_be_done", { why: error.message })); }
  }

  async function accept() {
    if (!setup) return;
    try {
      await send("/setup", { play: true });
      tell(t("setup_plays"));
    } catch (error) { tell(t("setup_not_yet", { why: error.message })); }
  }

  const option = (one, now) => make("button", {
    "aria-pressed": one.what === now ? "true" : null, "aria-label": one.words, title: one.words, "data-what": one.what,
    onclick: () => say(one.what),
  }, one.glyph ? glyph(one.glyph) : make("span", { text: one.words }));

  /** The present choice for level `row` of a stack. */
  const levelOf = (thing, row) => `${row + 1}=${thing.what.split(",")[row]}`;

  function choose(thing, at = thing.place, picture = false) {
    target = { at, picture };
    const kind = thing?.kind ?? "piece";
    const rows = setup.choices[kind] ?? setup.choices.piece ?? [];
    const stack = kind === "stack";
    $("choose-title").textContent = thing?.where || t("setup_here");
    $("choose-now").textContent = thing?.words ? t("setup_read_as", { text: thing.words }) : t("setup_none_here");
    $("choose-kinds").replaceChildren(...rows.map((row, number) =>
      make("div", { class: "kinds", role: "group", "aria-label": stack ? t("setup_level", { n: number + 1 }) : null },
        ...row.map((one) => option(one, stack ? levelOf(thing, number) : thing?.what)))));
    const other = stack ? [] : [make("button", { "data-what": "stack", hidden: !setup.choices.stack, onclick: () => say("stack") }, t("setup_is_stack"))];
    $("choose-more").replaceChildren(
      make("button", { "data-what": "nothing", onclick: () => say("nothing") }, t("setup_nothing")), ...other,
      make("button", { onclick: () => $("choose").close() }, t("cancel")));
    $("choose").showModal();
  }

  /** A tap on the drawing selects the nearest thing, or a place on the table. */
  function onDrawing(event) {
    const box = $("setup-drawing").getBoundingClientRect();
    const view = setup.view;
    const scale = view.width / box.width;
    const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    const at = ([mmX, mmY]) => [view.px * (mmX - view.left), view.head + view.px * view.slant * (view.far - mmY)];
    const away = (thing) => { const [tx, ty] = at(thing.place); return Math.hypot(tx - x, Math.max(0, Math.abs(ty - 24 - y) - 28)); };
    const nearest = [...setup.things].sort((a, b) => away(a) - away(b))[0];
    if (nearest && away(nearest) < REACH_PX) choose(nearest);
    else choose(null, [view.left + x / view.px, view.far - (y - view.head) / (view.px * view.slant)]);
  }

  /** A tap on the camera's picture. */
  function onPicture(event) {
    if (!setup || document.querySelector(".corners-layer")) return;
    const box = $("camera").getBoundingClientRect(), at = shownPicture();
    const x = (event.clientX - box.left - at.x) / at.width, y = (event.clientY - box.top - at.y) / at.height;
    if (x < 0 || y < 0 || x > 1 || y > 1) return;
    const thing = inPicture(setup.things, x, y);
    if (thing) choose(thing);
    else choose(null, [x, y], true);
  }

  const chip = (thing) => make("button", { class: thing.sure ? "" : "open", "data-name": thing.name, onclick: () => choose(thing) },
    ...thing.glyphs.slice(0, 5).map(glyph),
    make("span", { class: "which" }, make("strong", { text: thing.words || t("setup_missing") }), make("small", { text: thing.where })));

  function show(state) {
    setup = state.setup ?? null;
    $("setup").hidden = !setup;
    if (!setup) { if ($("choose").open) $("choose").close(); drawn = ""; return; }
    if (setup.svg !== drawn) {
      drawn = setup.svg;
      $("setup-drawing").style.aspectRatio = `${setup.view.width} / ${setup.view.height}`;
      $("setup-drawing").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
    }
    const open = setup.things.filter((thing) => !thing.sure);
    const chips = (things) => things.map((thing) => [JSON.stringify([thing, document.documentElement.lang]), () => chip(thing)]);
    keep($("setup-problems"), setup.problems.map((text) => [text, () => make("li", {}, icon("warn"), make("span", { text }))]));
    $("setup-problems").hidden = !setup.problems.length;
    keep($("setup-open"), chips(open));
    $("setup-open").hidden = !open.length;
    keep($("setup-all"), chips(setup.things.filter((thing) => thing.sure)));
    put($("setup-hint"), t(open.length ? "setup_hint_open" : "setup_hint"));
    $("setup-play").classList.toggle("ready", !setup.refusal);
    $("setup-play").setAttribute("aria-disabled", String(Boolean(setup.refusal)));
    put($("setup-refusal"), setup.problems.includes(setup.refusal) ? "" : setup.refusal);
  }

  $("setup-drawing").addEventListener("click", (event) => setup && onDrawing(event));
  $("camera").addEventListener("click", onPicture);
  $("setup-play").addEventListener("click", accept);
  return { show, accept };
}
