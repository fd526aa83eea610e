/* The review page: steps through a recorded game. `game.json` holds every step; pictures are fetched as needed. */

import { $, icon, keySwitch, load, make, named, plainKey, ruleDrawing, shared, showOptions, showScores, src, t } from "./common.js";
import { showFigures } from "./figures.js";
import { nextSlip, pointGraph, showGraph } from "./graph.js";
import { makePlayer } from "./player.js";
import { JUMPS, makeTimeline } from "./timeline.js";
import { marked, readings, slowly } from "./settle.js";
import { languages, useLanguage } from "./words.js";

let game = null, timeline = null, player = null, touch = null, tries = null;
let tried = ""; // a position of a variation or a better line, shown in place of the step's own
let at = 0;
let moment = "after";
let judged = { done: false, steps: {} };

/** The language in the page's address, and the query string with it for the server. */
const wanted = new URLSearchParams(location.search).get("language") ?? "";
const asked = wanted && `?language=${encodeURIComponent(wanted)}`;

async function begin() {
  await useLanguage(wanted);
  $("home").hidden = Boolean(shared) || !location.pathname.startsWith("/review/"); // a page for one game only has none
  showLanguages();
  try {
    game = await load("game.json", asked);
  } catch (error) { fail(error.message); return; }
  document.title = `${game.title} · ${t("app")}`;
  $("title").textContent = game.title;
  $("subtitle").textContent = game.subtitle;
  $("file").textContent = game.file;
  $("banner").hidden = !game.warning;
  $("banner").textContent = game.warning ?? "";
  if (!game.steps.length) { fail(t("nothing_recorded")); return; }
  timeline = makeTimeline(game, go, () => { list(); markTurningPoints(); go(at); });
  player = makePlayer(game, timeline, go, look);
  list();
  go(fromAddress());
  showFigures(game, asked);
  follow();
  if (!shared) await tryOut();
  if (!shared && game.record) await putRight();
}

function tell(words, more = null) {
  $("told").replaceChildren(words, ...(more ? [make("button", { text: more.words, onclick: more.act })] : []));
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => $("told").replaceChildren(), 8000);
}

/** Set up variations. */
async function tryOut() {
  const { branching } = await import("./branch.js");
  tries = branching({ asked, tell, from: () => ({ index: at, moment }), draw: (svg) => { tried = svg; showDiagram(); } });
}

/** Set up corrections by pointing at the drawing, for visitors who may correct the game. */
async function putRight() {
  const { touching } = await import("./touch.js");
  const said = sessionStorage.getItem("told");
  const send = async (path, data) => {
    const reply = await fetch(`.${path}${asked}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.json();
  };
  touch = touching($("diagram"), { send, tell, where: shownMove, done: () => {
    sessionStorage.setItem("told", $("told").firstChild.textContent);
    location.reload();
  } });
  sessionStorage.removeItem("told");
  showDiagram();
  if (said) tell(said, said === t("put_right") ? { words: t("fix_undo"), act: () => touch.undo() } : null);
}

/** The round that is shown, and the number of moves up to the step. */
function shownMove() {
  const { round } = game.steps[at];
  const played = game.steps.slice(0, at + 1).filter((each) => each.round === round && each.kind === "move").length;
  return { round, until: played - (moment === "before" && game.steps[at].kind === "move" ? 1 : 0) };
}

/** Show the languages; choosing another one reloads the page at the same step. */
function showLanguages() {
  const known = Object.entries(languages());
  $("language-box").hidden = Boolean(shared) || known.length < 2;
  $("language").replaceChildren(...known.map(([code, name]) =>
    make("option", { value: code, text: name, selected: code === document.documentElement.lang })));
  $("language").onchange = () => { location.search = `?language=${encodeURIComponent($("language").value)}`; };
}

const ASK_AGAIN_MS = 700;

/** Fetch the solver's judgements so far, again and again until they are complete. */
async function follow() {
  try {
    judged = await load("judgements.json", asked) ?? { done: true, steps: {} };
    showStanding(game.steps[at]);
    markTurningPoints();
    showGraph(game, timeline, judged, go);
    pointGraph(timeline.x(at));
  } catch { /* the server is gone: keep what is known */ return; }
  if (!judged.done) setTimeout(follow, ASK_AGAIN_MS);
}

function showStanding(step) {
  const found = judged.steps[step.index];
  $("standing").hidden = !found?.say.length;
  if ($("standing").hidden) return;
  $("clip").hidden = shared || !game.record || !found.turning;
  $("clip").href = `clip.mp4${asked}`;
  $("standing").className = `card standing tone-${found.tone}${found.pending ? " pending" : ""}`;
  const said = found.say.join("\n");
  if ($("standing-say").dataset.said === said) return;
  $("standing-say").dataset.said = said;
  $("standing-say").replaceChildren(...found.say.map((words) => make("p", { text: words })));
  $("better").hidden = !found.line?.length;
  $("better-moves").replaceChildren(...(found.line ?? []).map((one) => make("li", {},
    make("button", { "aria-pressed": "false", onclick: (event) => showBetter(one, event.currentTarget) }, one.words))));
}

/** Show a position of a better line in place of the step's own; pressing the button again restores that. */
function showBetter(one, button) {
  const on = button.getAttribute("aria-pressed") !== "true";
  for (const other of $("better-moves").querySelectorAll("button")) other.setAttribute("aria-pressed", String(on && other === button));
  tries?.end();
  tried = on ? src(one.drawing, asked) : "";
  showDiagram();
}

function markTurningPoints() {
  [...$("timeline").querySelectorAll("button")].forEach((button) => {
    if (!judged.steps[button.value]?.turning || button.querySelector(".turning")) return;
    button.querySelector("time").before(make("span", { class: "turning", title: t("lost_here") }, icon("warn")));
    button.setAttribute("aria-label", `${button.getAttribute("aria-label")}, ${t("lost_here")}`);
  });
}

function fail(words) {
  $("banner").hidden = false;
  $("banner").textContent = words;
  $("step").hidden = true;
}

function fromAddress() {
  const found = /^#step-(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) - 1 : 0;
}

function list() {
  let round = null;
  const items = [];
  for (const step of game.steps.filter((each) => timeline.visible(each.index))) {
    if ((game.rounds > 1 || step.round === 0 || round === 0) && step.round !== round) {
      items.push(make("li", { class: "round", text: step.round ? t("round", { n: step.round }) : t("draft") }));
    }
    round = step.round;
    const button = make("button", { value: step.index, onclick: () => go(step.index), title: step.verdict.word },
      make("span", { class: `tick tone-${step.verdict.tone}` }, icon(step.verdict.tone)),
      make("span", { class: step.fate === "taken_back" ? "gone" : "", text: step.title }), " ",
      make("time", { text: step.clock }));
    button.setAttribute("aria-label", `${step.title} ${step.clock}, ${step.verdict.word}`);
    items.push(make("li", {}, button));
  }
  $("timeline").replaceChildren(...items);
}

/** Show a step; unless the film itself got there, wind the film to it. */
function go(index, byFilm = false) {
  at = game.at = Math.max(0, Math.min(game.steps.length - 1, index));
  history.replaceState(null, "", `#step-${at + 1}`);
  let current = null;
  for (const button of $("timeline").querySelectorAll("button")) {
    if (Number(button.value) === at) (current = button).setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  const box = $("timeline").parentElement;
  if (current && box.scrollHeight > box.clientHeight) box.scrollTo({ top: current.offsetTop - box.clientHeight / 2 });
  if (!byFilm) { timeline.point(at); player.seek(at); }
  if (tried) { tries?.end(); tried = ""; delete $("standing-say").dataset.said; }
  pointGraph(timeline.x(at));
  player.clock();
  show(game.steps[at]);
}

function show(step) {
  $("place").textContent = t("place_of", { n: at + 1, all: game.steps.length });
  $("back").disabled = timeline.next(at, -1) === at;
  $("on").disabled = timeline.next(at, 1) === at;
  showVerdict(step);
  showStanding(step);
  showStills(step);
  showDiagram();
  $("legal-title").textContent = step.legal_title;
  showOptions($("legal"), step.options, step.options_empty);
  $("score-title").textContent = step.score_title;
  $("score-card").hidden = !Object.keys(step.scores).length;
  if (!$("score-card").hidden) showScores($("scores"), { ...step, names: game.names });
  $("remarks-card").hidden = !step.remarks.length;
  $("remarks").replaceChildren(...step.remarks.map((remark) => make("li", {},
    make("time", { text: remark.clock }),
    make("span", {}, remark.kind === "said" ? null : make("span", { class: "kind", text: `${named("remark_", remark.kind)}: ` }), remark.text))));
}

function showVerdict(step) {
  const verdict = step.verdict;
  $("verdict").className = `card verdict tone-${verdict.tone}`;
  const meta = make("p", { class: "meta" },
    make("span", { class: `badge tone-${verdict.tone}` }, icon(verdict.tone), verdict.word),
    ...verdict.rules.map((rule) => make("span", { class: "rule", text: t("rule", { id: rule }), title: verdict.meanings[rule] })),
    make("span", { text: [step.turn ? t("turn", { n: step.turn }) : "", step.clock,
      step.confidence === null ? "" : t("sure", { share: `${Math.round(step.confidence * 100)} %` })].filter(Boolean).join("  ·  ") }));
  $("verdict").replaceChildren(meta, make("p", { class: "say", text: step.title }), make("p", { class: "why", text: verdict.sentence }),
    ...verdict.rules.filter((rule) => verdict.meanings[rule]).map((rule) => (verdict.breaches[rule]
      ? make("details", { class: "rule-shown" }, make("summary", { text: verdict.meanings[rule] }), ruleDrawing(rule, verdict.breaches[rule]))
      : make("p", { class: "note", text: verdict.meanings[rule] }))),
    ...(step.readings.length ? [readings({ ...step, read_as: step.title })] : []),
    ...(step.corrected ? [make("p", { class: "corrected", text: step.corrected })] : []),
    ...(step.problem ? [make("p", { class: "problem", text: step.problem })] : []));
}

const CAPTIONS = { before: "before", after: "after", now: "at_moment" };

function showStills(step) {
  const order = Object.keys(step.stills).sort((a, b) => rank(a) - rank(b));
  $("stills").hidden = !order.length;
  const pictures = order.map((name) => {
    const caption = CAPTIONS[name] ? t(CAPTIONS[name]) : name.replace(/^([-+])([\d.]+)s$/, (_, sign, s) => t(sign === "-" ? "earlier" : "later", { s }));
    const picture = src(step.stills[name]);
    return { src: picture, size: shared?.sizes[step.stills[name]], link: shared ? null : picture, caption, marks: step.boxes[name], clip: step.kind === "dispute" };
  });
  $("stills").replaceChildren(...(step.kind === "dispute" && order.length ? [slowly(pictures)] : pictures.map(marked)));
  [...$("stills").children].forEach((figure, number) => {
    const other = { before: "after", after: "before" }[order[number]];
    if (other && order.includes(other)) figure.dataset.other = other;
  });
  $("views").classList.toggle("alone", !order.length && !game.films.length);
}

function rank(name) {
  return name === "before" ? -1e6 : name === "after" ? 1e6 : parseFloat(name) || 0;
}

function showDiagram() {
  const step = game.steps[at];
  $("before").setAttribute("aria-pressed", String(moment === "before"));
  $("after").setAttribute("aria-pressed", String(moment === "after"));
  $("diagram").parentElement.hidden = !step.diagram;
  if (!step.diagram) return;
  const drawn = !tried ? src(`diagram/${step.index}/${moment}.svg`, asked)
    : tried.startsWith("<svg") ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(tried)}` : tried;
  $("diagram").parentElement.classList.toggle("tried", Boolean(tried));
  if ($("diagram").getAttribute("src") !== drawn) $("diagram").src = drawn;
  if (touch && tried) touch.show("");
  else if (touch) fetch(drawn).then((reply) => reply.text()).then((svg) => { if ($("diagram").getAttribute("src") === drawn) touch.show(svg); });
  $("diagram").alt = t(`diagram_${moment}`);
  for (const figure of $("stills").children) figure.classList.toggle("aside", "other" in figure.dataset && figure.dataset.other === moment);
}

function look(which) {
  moment = which;
  showDiagram();
}

const chevron = (id, path) => { const picture = icon("note"); picture.firstChild.setAttribute("d", path); $(id).append(picture); };
chevron("back", "M15 5 8 12 15 19");
chevron("on", "M9 5 16 12 9 19");
const step = (by) => go(timeline.next(at, by));
$("back").addEventListener("click", () => step(-1));
$("on").addEventListener("click", () => step(1));
$("before").addEventListener("click", () => look("before"));
$("after").addEventListener("click", () => look("after"));
window.addEventListener("hashchange", () => game && go(fromAddress()));

const KEYS = {
  " ": () => player.toggle(),
  l: () => player.toggleLoop(),
  "[": () => player.loopFrom(at),
  "]": () => player.loopTo(at),
  b: () => look(moment === "after" ? "before" : "after"),
};
document.addEventListener("keydown", (event) => {
  if (!game?.steps.length || event.ctrlKey || event.metaKey || event.altKey || /^(input|textarea|select)$/i.test(event.target.tagName)) return;
  const last = game.steps.length - 1, key = event.key.toLowerCase();
  const moves = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(last) };
  if (event.key in moves) { event.preventDefault(); moves[event.key](); }
  else if (!plainKey(event) || (event.key === " " && /^(button|a|summary)$/i.test(event.target.tagName))) return;
  else if (key === "t") go(nextSlip(judged, at, event.shiftKey ? -1 : 1));
  else if (key in JUMPS) go(timeline.jump(JUMPS[key], at, event.shiftKey ? -1 : 1));
  else if (key in KEYS) { event.preventDefault(); KEYS[key](); }
});
keySwitch();
begin();
