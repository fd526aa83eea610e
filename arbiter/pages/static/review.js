/* The review page: steps through a recorded game. `game.json` holds every step; pictures are fetched as needed. */

import { marked } from "./settle.js";
import { $, icon, make, plainKey, showOptions, showScores } from "./common.js";

let game = null;
let at = 0;
let moment = "after";
let judged = { done: false, steps: {} };

async function begin() {
  const reply = await fetch("/game.json");
  if (!reply.ok) { fail(await reply.text()); return; }
  game = await reply.json();
  document.title = `${game.title} · Pyramid Arbiter`;
  $("title").textContent = game.title;
  $("subtitle").textContent = game.subtitle;
  $("file").textContent = game.file;
  $("banner").hidden = !game.warning;
  $("banner").textContent = game.warning ?? "";
  if (!game.steps.length) { fail("Nothing has happened in this record yet."); return; }
  list();
  go(fromAddress());
  follow();
}

const ASK_AGAIN_MS = 700;

/** Fetch what the solver has found so far, until it is done; the page stays as it is meanwhile. */
async function follow() {
  try {
    const reply = await fetch("/judgements.json");
    if (reply.ok) { judged = await reply.json(); showStanding(game.steps[at]); markTurningPoints(); }
  } catch { /* the server has gone: what is known stays */ return; }
  if (!judged.done) setTimeout(follow, ASK_AGAIN_MS);
}

function showStanding(step) {
  const found = judged.steps[step.index];
  $("standing").hidden = !found?.say.length;
  if ($("standing").hidden) return;
  $("standing").className = `card standing tone-${found.tone}${found.pending ? " pending" : ""}`;
  const said = found.say.join("\n");
  if ($("standing-say").dataset.said === said) return;
  $("standing-say").dataset.said = said;
  $("standing-say").replaceChildren(...found.say.map((words) => make("p", { text: words })));
}

function markTurningPoints() {
  [...$("timeline").querySelectorAll("button")].forEach((button, index) => {
    if (!judged.steps[index]?.turning || button.querySelector(".turning")) return;
    button.querySelector("time").before(make("span", { class: "turning", title: "The round was lost here" }, icon("warn")));
    button.setAttribute("aria-label", `${button.getAttribute("aria-label")}, the round was lost here`);
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
  for (const step of game.steps) {
    if (game.rounds > 1 && step.round !== round) items.push(make("li", { class: "round", text: `Round ${step.round}` }));
    round = step.round;
    const button = make("button", { onclick: () => go(step.index), title: step.verdict.word },
      make("span", { class: `tick tone-${step.verdict.tone}` }, icon(step.verdict.tone)),
      make("span", { class: step.fate === "taken_back" ? "gone" : "", text: step.title }),
      make("time", { text: step.clock }));
    button.setAttribute("aria-label", `${step.title}, ${step.verdict.word}`);
    items.push(make("li", {}, button));
  }
  $("timeline").replaceChildren(...items);
}

function go(index) {
  at = Math.max(0, Math.min(game.steps.length - 1, index));
  history.replaceState(null, "", `#step-${at + 1}`);
  const buttons = [...$("timeline").querySelectorAll("button")];
  buttons.forEach((button, number) => {
    if (number === at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  const box = $("timeline").parentElement;
  if (box.scrollHeight > box.clientHeight) {
    const top = buttons[at].offsetTop - box.clientHeight / 2;
    box.scrollTo({ top });
  }
  show(game.steps[at]);
}

function show(step) {
  $("place").textContent = `${at + 1} of ${game.steps.length}`;
  $("back").disabled = at === 0;
  $("on").disabled = at === game.steps.length - 1;
  showVerdict(step);
  showStanding(step);
  showStills(step);
  showDiagram();
  $("legal-title").textContent = step.legal_title;
  showOptions($("legal"), step.options, "Nothing: the round is over.");
  showScores($("scores"), { ...step, names: game.names });
  $("remarks-card").hidden = !step.remarks.length;
  $("remarks").replaceChildren(...step.remarks.map((remark) => make("li", {},
    make("time", { text: remark.clock }),
    make("span", {}, remark.kind === "said" ? null : make("span", { class: "kind", text: `${remark.kind.replaceAll("_", " ")}: ` }), remark.text))));
}

function showVerdict(step) {
  const verdict = step.verdict;
  $("verdict").className = `card verdict tone-${verdict.tone}`;
  const meta = make("p", { class: "meta" },
    make("span", { class: `badge tone-${verdict.tone}` }, icon(verdict.tone), verdict.word),
    ...verdict.rules.map((rule) => make("span", { class: "rule", text: `Rule ${rule}`, title: verdict.meanings[rule] })),
    make("span", { text: [step.turn ? `Turn ${step.turn}` : "", step.clock, step.notation,
      step.confidence === null ? "" : `${Math.round(step.confidence * 100)} % sure`].filter(Boolean).join("  ·  ") }));
  $("verdict").replaceChildren(meta, make("p", { class: "say", text: step.title }), make("p", { class: "why", text: verdict.sentence }),
    ...(step.corrected ? [make("p", { class: "corrected", text: step.corrected })] : []),
    ...(step.problem ? [make("p", { class: "problem", text: step.problem })] : []));
}

const CAPTIONS = { before: "Before", after: "After", now: "At this moment" };

function showStills(step) {
  const order = Object.keys(step.stills).sort((a, b) => rank(a) - rank(b));
  $("stills").hidden = !order.length;
  $("stills").replaceChildren(...order.map((name) => {
    const words = CAPTIONS[name] ?? name.replace(/^-([\d.]+)s$/, "$1 s earlier");
    if (step.marks?.[name]?.length) return marked({ src: step.stills[name], caption: words, marks: step.marks[name] });
    return make("figure", { class: "picture" },
      make("a", { href: step.stills[name], target: "_blank" }, make("img", { src: step.stills[name], alt: `The table: ${words}. ${step.title}` })),
      make("figcaption", { text: words }));
  }));
}

function rank(name) {
  return name === "before" ? -1e6 : name === "after" || name === "now" ? 1e6 : parseFloat(name) || 0;
}

function showDiagram() {
  const step = game.steps[at];
  $("before").setAttribute("aria-pressed", String(moment === "before"));
  $("after").setAttribute("aria-pressed", String(moment === "after"));
  $("diagram").parentElement.hidden = !step.diagram;
  if (!step.diagram) return;
  $("diagram").src = `diagram/${step.index}/${moment}.svg`;
  $("diagram").alt = `Diagram of the position ${moment} this step`;
}

function look(which) {
  moment = which;
  showDiagram();
}

const chevron = (id, path) => { const picture = icon("note"); picture.firstChild.setAttribute("d", path); $(id).append(picture); };
chevron("back", "M15 5 8 12 15 19");
chevron("on", "M9 5 16 12 9 19");
$("back").addEventListener("click", () => go(at - 1));
$("on").addEventListener("click", () => go(at + 1));
$("before").addEventListener("click", () => look("before"));
$("after").addEventListener("click", () => look("after"));
window.addEventListener("hashchange", () => game && go(fromAddress()));
document.addEventListener("keydown", (event) => {
  if (!game?.steps.length || event.ctrlKey || event.metaKey || event.altKey) return;
  const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: game.steps.length - 1 };
  if (event.key in moves) { event.preventDefault(); go(moves[event.key]); }
  else if (plainKey(event) && event.key.toLowerCase() === "b") look(moment === "after" ? "before" : "after");
});
begin();
