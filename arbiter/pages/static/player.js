/* Plays a game again: its film, followed by the steps, or its stills one after another; with loop and speed. */

import { $, make, src, t } from "./common.js";
import { drawing } from "./placing.js";

const SPEEDS = [[0.25, "¼"], [0.5, "½"], [1, "1"]];
const LEAD_S = 4, TAIL_S = 0.6, HOLD_MS = 1800;
const PLAY = "M4 2 14 8 4 14 Z", PAUSE = "M3 2 H7 V14 H3 Z M9 2 H13 V14 H9 Z";
const LOOP = "M3 6 A5 5 0 0 1 12 4 L14 2 V7 H9 L11 5.2 A3.6 3.6 0 0 0 4.6 6.6 Z M13 10 A5 5 0 0 1 4 12 L2 14 V9 H7 L5 10.8 A3.6 3.6 0 0 0 11.4 9.4 Z";

function solid(path) {
  const picture = drawing("svg", { viewBox: "0 0 16 16", class: "solid", "aria-hidden": "true" });
  picture.append(drawing("path", { d: path }));
  return picture;
}

/**
 * A game's player. `go(index, byFilm)` shows a step, `look(moment)` the table before or after it.
 * Returns `toggle()`, `pause()`, `toggleLoop()`, `loopFrom(index)`, `loopTo(index)`, `seek(index)`, `clock()`, and `on`
 * (whether it plays).
 */
export function makePlayer(game, timeline, go, look) {
  const video = $("video"), steps = game.steps;
  let film = game.films[0] ?? null; // the film that is shown
  let speed = 1, looped = null, playing = false, timer = null;

  /** The film's present time in the game, and winding the film to a time in the game. */
  const now = () => video.currentTime + film.offset_s;
  const wind = (time) => { video.currentTime = Math.max(0, time - film.offset_s); };

  /** The part of the film that shows a step: from shortly before it to shortly after. */
  const start = (index) => Math.max(0, index ? steps[index - 1].at_s : 0, steps[index].at_s - LEAD_S);
  const end = (index) => steps[index].at_s + TAIL_S;

  function show() {
    $("play").replaceChildren(solid(playing ? PAUSE : PLAY));
    $("play").setAttribute("aria-label", t(playing ? "pause" : "play"));
    $("play").setAttribute("aria-pressed", String(playing));
    $("loop").setAttribute("aria-pressed", String(Boolean(looped)));
    $("ends").hidden = !looped;
    if (looped) { $("loop-from").value = looped.from + 1; $("loop-to").value = looped.to + 1; }
    timeline.band(looped);
    for (const button of $("speeds").children) button.setAttribute("aria-pressed", String(Number(button.value) === speed));
  }

  function set(on) {
    playing = on;
    clearTimeout(timer);
    if (film) {
      video.playbackRate = speed;
      if (on) video.play().catch(() => set(false)); else video.pause();
      if (on) requestAnimationFrame(follow);
    } else if (on) hold();
    show();
  }

  /** Make the steps follow the film, and restart a loop at its end. */
  function follow() {
    if (!playing) return;
    const time = now();
    if (looped && (time >= end(looped.to) || time < start(looped.from) - TAIL_S)) {
      wind(start(looped.from));
    } else if (video.ended) { set(false); return; }
    const index = steps.findLastIndex((step) => step.at_s <= now() + 0.02);
    if (index >= 0 && index !== game.at) go(index, true);
    timeline.point(game.at, timeline.fraction(time));
    clock();
    requestAnimationFrame(follow);
  }

  /** Without a film: show each step's table before and after it for a while. */
  function hold() {
    if (looped && (game.at < looped.from || game.at > looped.to)) go(looped.from);
    const two = "before" in steps[game.at].stills || steps[game.at].diagram;
    if (two) look("before");
    timer = setTimeout(() => { look("after"); timer = setTimeout(onward, HOLD_MS / speed); }, two ? HOLD_MS / 2 / speed : 0);
  }

  function onward() {
    const last = looped ? looped.to : steps.length - 1;
    const following = timeline.next(game.at, 1);
    if (following !== game.at && following <= last) go(following);
    else if (looped) go(looped.from);
    else { set(false); return; }
    hold();
  }

  function loop(from, to) {
    looped = from === null ? null : { from: Math.min(from, to), to: Math.max(from, to) };
    if (looped && film && playing) wind(start(looped.from));
    show();
  }

  /** Wind the film to where a step has just happened or, while playing, to its run-up. */
  function seek(index) {
    if (!film) return;
    wind(playing ? start(index) : steps[index].at_s);
    clock();
  }

  function clock() {
    const time = film ? now() : steps[game.at].at_s;
    const tenths = Math.round(time * 10);
    $("time").textContent = game.timed ? `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}` : "";
  }

  const given = (id) => Math.max(0, Math.min(steps.length - 1, Number($(id).value) - 1));
  const ends = () => loop(given("loop-from"), given("loop-to"));
  /** Show another camera's film, at the same moment of the game. */
  function lookThrough(other) {
    const time = now();
    film = other;
    video.src = src(film.address);
    wind(time);
    if (playing) set(true);
    for (const button of $("cameras").children) button.setAttribute("aria-pressed", String(Number(button.value) === film.camera));
  }

  if (film) {
    video.src = src(film.address);
    $("film").hidden = false;
    $("cameras").hidden = game.films.length < 2;
    $("cameras").replaceChildren(...game.films.map((one) => make("button", {
      value: one.camera, text: t("which_camera", { n: one.camera }), "aria-pressed": String(one === film), onclick: () => lookThrough(one) })));
  }
  $("speeds").replaceChildren(...SPEEDS.map(([value, text]) =>
    make("button", { value, text, "aria-label": t("speed_of", { n: value }), onclick: () => { speed = value; if (film) video.playbackRate = value; show(); } })));
  $("loop").firstElementChild.replaceChildren(solid(LOOP));
  $("play").addEventListener("click", () => set(!playing));
  $("loop").addEventListener("click", () => (looped ? loop(null) : loop(game.at, game.at)));
  $("loop-from").addEventListener("change", ends);
  $("loop-to").addEventListener("change", ends);
  show();
  return {
    get on() { return playing; },
    toggle: () => set(!playing),
    pause: () => { if (playing) set(false); },
    toggleLoop: () => $("loop").click(),
    loopFrom: (index) => loop(index, Math.max(index, looped?.to ?? index)),
    loopTo: (index) => loop(Math.min(index, looped?.from ?? index), index),
    seek,
    clock,
  };
}
