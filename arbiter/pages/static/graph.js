/* A graph above the timeline of who stood better, near's side up, with the moves that cost something. */

import { $, make, t } from "./common.js";
import { drawing } from "./placing.js";

const WIDE = 1000, HIGH = 100;
const rise = (value) => ((1 - value) * HIGH) / 2;
const traced = (kind, d) => drawing("path", { class: kind, d });

/** The steps whose value is known, each with its position on the strip. */
function valued(game, timeline, judged) {
  return game.steps.filter((step) => judged.steps[step.index]?.graph)
    .map((step) => ({ step, at: timeline.x(step.index) * WIDE, found: judged.steps[step.index] }));
}

/** Marks for moves that threw the game away or cost points; a click shows the step. */
function slips(points, go) {
  return points.filter(({ found }) => found.slip || found.turning).map(({ step, at, found }) => {
    const kind = found.turning ? "turning" : found.slip;
    const words = `${step.title}: ${t(`graph_${kind}`)}`;
    const mark = make("button", { class: `slip ${kind}`, title: words, "aria-label": words, onclick: () => go(step.index) });
    mark.dataset.step = step.index;
    mark.style.left = `${(100 * at) / WIDE}%`;
    mark.style.top = `${rise(found.graph[1])}%`;
    return mark;
  });
}

/** Draw the graph as far as it is known; `go(index)` shows a step. */
export function showGraph(game, timeline, judged, go) {
  const points = valued(game, timeline, judged);
  $("graph").hidden = points.length < 2;
  if ($("graph").hidden) return;
  const rounds = new Map();
  for (const point of points) rounds.set(point.step.round, [...(rounds.get(point.step.round) ?? []), point]);
  const lines = [...rounds.values()].flatMap((round) => {
    const along = (which) => round.map(({ at, found }) => `${at.toFixed(1)} ${rise(found.graph[which]).toFixed(1)}`);
    const [most, believed, least] = [along(2), along(1), along(0)];
    const ends = [round.at(-1), round[0]].map(({ at }) => `${at.toFixed(1)} ${rise(0)}`);
    return [traced("area", `M${[...believed, ...ends].join(" L")} Z`), traced("proven", `M${[...most, ...least.reverse()].join(" L")} Z`),
      traced("believed", `M${believed.join(" L")}`)];
  });
  const plane = drawing("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img",
    "aria-label": t("graph_alt", { near: game.names.near, far: game.names.far }) });
  plane.append(traced("even", `M0 ${rise(0)} H${WIDE}`), ...lines);
  const needle = make("div", { class: "needle", id: "needle", "aria-hidden": "true" });
  $("graph-plane").replaceChildren(plane, needle, ...slips(points, go));
  $("graph-near").textContent = game.names.near;
  $("graph-far").textContent = game.names.far;
}

/** The next step (or the previous one, for `by` -1) whose move cost something; the same step if there is none. */
export function nextSlip(judged, from, by) {
  const found = Object.entries(judged.steps).filter(([, step]) => step.slip || step.turning).map(([at]) => Number(at)).sort((a, b) => a - b);
  if (!found.length) return from;
  return by > 0 ? found.find((at) => at > from) ?? found[0] : found.findLast((at) => at < from) ?? found.at(-1);
}

/** Put the needle on the step that is shown. */
export function pointGraph(fraction) {
  if ($("needle")) $("needle").style.left = `${100 * fraction}%`;
}
