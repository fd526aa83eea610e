/* The live page: requests the newest picture, listens for states, sends answers, muting and disputes. */

import { corners, showZone } from "./corners.js";
import { $, fill, glyph, icon, keep, keySwitch, load, make, plainKey, put, showOptions, showScores, t } from "./common.js";
import { atMachine, ending, lookingOn } from "./ending.js";
import { nameDetected, toggleDetected, view } from "./diagnosis.js";
import { showMarks } from "./marks.js";
import { reporting, showKeys } from "./help.js";
import { settle, showCrops } from "./settle.js";
import { settingUp } from "./setup.js";
import { settings, showSettings } from "./settings.js";
import { answer as answerAloud, hear, level, speaking } from "./speech.js";
import { touching } from "./touch.js";
import { showViews } from "./views.js";
import { spoken, useLanguage } from "./words.js";

let state = null;
let answered = null;

async function send(path, data) {
  const reply = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

/** Show a temporary message, perhaps with a button for an action. */
function tell(words, more = null) {
  $("told").replaceChildren(words, ...(more ? [make("button", { text: more.words, onclick: more.act })] : []));
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => $("told").replaceChildren(), more ? 12000 : 5000 + 60 * words.length); // long enough to read it
}

/* The picture: one request at a time, always for a newer picture than the one shown. */

async function showPictures() {
  let number = 0;
  let shown = null;
  let wanted = "";
  for (;;) {
    try {
      if (document.hidden) { await new Promise((go) => document.addEventListener("visibilitychange", go, { once: true })); continue; }
      if (wanted !== view()) [wanted, number] = [view(), 0]; // request the same frame in the other view
      const reply = await fetch(`/frame.jpg?after=${number}${wanted}`);
      if (!reply.ok) throw new Error(reply.status); // another page is served here now; wait before the next request
      if (reply.status !== 200) continue;
      number = reply.headers.get("X-Frame");
      const next = URL.createObjectURL(await reply.blob());
      $("camera").src = next;
      await $("camera").decode().catch(() => {});
      if (shown) URL.revokeObjectURL(shown);
      shown = next;
      $("camera").classList.remove("waiting");
      $("no-picture").hidden = true;
    } catch {
      number = 0;
      await new Promise((go) => setTimeout(go, 1000));
    }
  }
}

/* The state. */

function listen() {
  const source = new EventSource("/events");
  const pulse = (on, words) => { $("pulse").classList.toggle("on", on); put($("pulse"), words); };
  source.onopen = () => { pulse(true, t("live")); end.back(); };
  source.onerror = () => { pulse(false, t("stopped")); end.gone(); if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000); };
  const take = async (text) => {
    const next = JSON.parse(text);
    const renamed = next?.language && await useLanguage(next.language);
    state = next; // not before its language is there: others show the state too
    showZone(state?.zone);
    if (renamed) buttons();
    pulse(true, t("live"));
    if (!state) return;
    show();
    if (state.said) hear(state.said, state.muted, spoken());
  };
  let taken = Promise.resolve(); // one state after the other: loading a language takes a moment
  source.onmessage = (event) => { taken = taken.then(() => take(event.data)); };
}

function show() {
  put($("title"), `${state.names.far} – ${state.names.near}`);
  put($("subtitle"), state.heading);
  document.title = `${state.say} · ${t("app")}`;
  put($("say"), state.say);
  put($("more"), state.more ?? "");
  $("more").hidden = !state.more || Boolean(state.illegal);
  $("score-box").hidden = !state.svg || !Object.keys(state.scores).length;
  put($("score-title"), t(state.score_title));
  showScores($("scores"), state);
  showFacts();
  showIllegal();
  showAttack();
  showLegal();
  showQuestion();
  showNotices();
  showLog();
  showTable();
  showSettings(state);
  showSilence(state.sound?.problem ?? "");
  showMute(state.muted);
  settling.show(state);
  setup.show(state);
  showMarks(state.marks);
  showViews(state.views ?? []);
  if (!lookingOn()) touch.show(state.setup ? "" : state.svg, state.setup ? [] : state.marks);
  end.show(state);
  $("diagram-card").hidden = !state.svg || Boolean(state.setup);
  if (state.svg && show.svg !== state.svg) {
    show.svg = state.svg;
    const [, , width, height] = /viewBox='([^']*)'/.exec(state.svg)?.[1].split(" ") ?? [];
    $("diagram-card").style.setProperty("--shape", width / height || 0);
    $("diagram").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(state.svg)}`;
  }
}

/** The announcements, newest first, at this device's level. Only new ones are inserted, for screen readers, which read
 * them here and nowhere else on the page; urgent ones at once. */
function showLog() {
  const usual = level() === "normal" || !state.said;
  const texts = (usual ? state.announcements : state.said.map((one) => one.texts[level()]).filter(Boolean)).slice(0, 6);
  $("log").hidden = !texts.length;
  $("talk").hidden = !texts.length && !state.facts.length && !state.table;
  const shown = [...$("announcements").children].map((item) => item.textContent);
  const fresh = texts.findIndex((_, from) => texts.slice(from).every((text, k) => text === shown[k]));
  const items = (fresh < 0 ? texts : texts.slice(0, fresh)).map((text) => make("li", { text }));
  $("told-once").ariaLive = ["ruling", "question"].includes(state.said?.[0]?.topic.split("/")[0]) ? "assertive" : "polite";
  if (fresh < 0) $("announcements").replaceChildren(...items);
  else if (items.length) $("announcements").prepend(...items);
  while ($("announcements").children.length > 6) $("announcements").lastChild.remove();
}

function showFacts() {
  $("facts-card").hidden = !state.facts.length;
  fill($("facts"), state.facts, () => state.facts.map(([label, text]) => make("div", {}, make("dt", { text: label }), make("dd", { text }))));
}

function showTable() {
  $("table-card").hidden = !state.table;
  put($("table-words"), state.table ?? "");
  if (level() === "full") $("table-card").open = true;
}

function showMute(muted) {
  $("mute").setAttribute("aria-pressed", String(muted));
  label("mute", muted ? "silent" : "sound", t(muted ? "muted" : "mute"), "M");
}

/** Show once, on the arbiter's machine, why its voice can't be heard. */
function showSilence(problem) {
  if (!atMachine()) return;
  if (problem && problem !== showSilence.told) tell(problem);
  showSilence.told = problem;
}

function showIllegal() {
  const illegal = state.illegal;
  $("illegal").hidden = !illegal;
  $("turn").classList.toggle("wrong", Boolean(illegal));
  fill($("illegal"), illegal, () => (illegal ? [
    make("p", { class: "what" }, make("span", { class: "badge tone-bad" }, icon("bad"), t("illegal")), ` ${illegal.title} `,
      illegal.rule ? make("span", { class: "rule", text: t("rule", { id: illegal.rule }) }) : null),
    make("p", { class: "why", text: `${illegal.reason} ${t("take_it_back")}` })] : []));
}

/** The attack to be parried, or else the last move; nothing while an illegal move is on the table. */
function showAttack() {
  const attack = state.attack_piece, last = state.moves?.at(-1);
  $("attack").hidden = Boolean(state.illegal) || !(attack || last);
  if ($("attack").hidden) return;
  fill($("attack"), [attack, state.attack, last], () => {
    const words = attack ? [t("to_parry"), state.attack] : [t("last_played"), last.words || last.text];
    const fate = !attack && last.fate !== "counts" && last.fate ? ` (${t(`fate_${last.fate}`)})` : "";
    return [attack ? glyph(`${attack.size}-${attack.colour}`) : icon(last.legal ? "good" : "warn"),
      make("p", {}, make("span", { class: "note", text: words[0] }), make("strong", { text: words[1] + fate }))];
  });
}

function showLegal() {
  put($("legal-title"), t(state.attack_piece ? "legal_parries" : "legal_plays"));
  $("legal-title").hidden = !state.options.length;
  put($("legal-all"), t("legal_all", { n: state.options.length }));
  $("legal-box").hidden = !state.svg || !(state.options.length || state.over || state.waiting);
  showOptions($("legal"), state.options, [state.over, state.svg ? state.waiting : ""].filter(Boolean).join(" "));
}

function showQuestion() {
  const question = state.question;
  const fresh = question && String(question.id) !== answered;
  $("question").hidden = !fresh;
  if (!fresh) { showQuestion.id = null; return; }
  if (showQuestion.id === question.id) return;
  showQuestion.id = question.id;
  $("question-text").textContent = question.text;
  $("question-options").replaceChildren(...question.options.map((option, index) =>
    make("li", {}, make("button", { disabled: lookingOn(), onclick: () => answer(index) }, make("kbd", { text: index + 1 }), make("span", { text: option }), odds(question.odds?.[index])))));
  showCrops($("question-crops"), question.crops ?? []);
}

const odds = (share) => share > 0.005 ? make("small", { class: "odds", text: `${Math.round(share * 100)} %` }) : null;

function showNotices() {
  keep($("notices"), state.notices.map((text) => [text, () => make("li", {}, icon("warn"), make("span", { text }))]));
}

/* The players' input. */

async function answer(index) {
  const question = state?.question;
  if (lookingOn() || !question || index >= question.options.length) return;
  try {
    await send("/answer", { id: question.id, option: index });
    answered = String(question.id);
    $("question").hidden = true;
    tell(t("answered", { text: question.options[index] }));
  } catch (error) { tell(t("answer_lost", { why: error.message })); }
}

async function mute() {
  const muted = $("mute").getAttribute("aria-pressed") !== "true";
  try {
    await send("/mute", { muted });
    showMute(muted);
  } catch (error) { tell(t("voice_lost", { why: error.message })); }
}

/** Dispute a move; 0 is the last one. */
async function dispute(move = 0) {
  try {
    await send("/dispute", { move });
    tell(t("dispute_kept"));
    settling.open();
  } catch (error) { tell(t("dispute_lost", { why: error.message })); }
}

const ASKED = { t: "table", l: "legal", w: "turn", r: "again" };

/** Answer a question aloud: on this device if it speaks, or else, for players, on the arbiter's machine; and show the answer. */
async function ask(what) {
  try {
    const { text } = lookingOn() ? await load(`/tell/${what}`) : await send("/tell", { what, aloud: !speaking() });
    answerAloud(text);
    tell(text);
  } catch (error) { tell(error.message); }
}

function label(id, name, words, key) {
  fill($(id), [name, words], () => [icon(name), make("span", { text: words }), make("kbd", { text: key, "aria-hidden": true })]);
}

function buttons() {
  showMute(Boolean(state?.muted));
  label("dispute", "flag", t("dispute"), "D");
  label("correct", "undo", t("correct"), "E");
  label("corners", "frame", t("corners"), "C");
  label("settings", "note", t("settings"), "V");
  $("open-help").setAttribute("aria-label", t("home_help"));
  $("open-help").title = `${t("home_help")} (H)`;
  showKeys();
  nameDetected();
  end.named();
  showQuestion.id = undefined;
}

await useLanguage();
const end = ending(send, tell, () => state && show());
buttons();
const toggleSettings = settings(send, tell, () => state && show());
const toggleCorners = corners(send, tell);
const touch = touching($("diagram"), { send, tell });
const settling = settle(send, tell, touch, dispute);
const setup = settingUp(send, tell);
$("mute").addEventListener("click", mute);
$("ask").addEventListener("click", (event) => { const what = event.target.closest("[data-ask]")?.dataset.ask; if (what) ask(what); });
$("dispute").addEventListener("click", () => dispute());
$("legal-all").addEventListener("click", ({ currentTarget: all }) => all.setAttribute("aria-expanded", all.ariaExpanded !== "true"));
$("detected").addEventListener("click", toggleDetected);
const ANYBODY = { v: toggleSettings, x: toggleDetected, h: () => $("help").togglePopover() };
const PLAYERS = { m: mute, d: () => dispute(), c: toggleCorners, e: () => settling.toggle(), p: setup.accept };
document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!plainKey(event) || document.querySelector("dialog[open]")) return;
  if (/^[1-9]$/.test(event.key)) answer(Number(event.key) - 1);
  else if (key in ASKED) ask(ASKED[key]);
  else if (key in ANYBODY) ANYBODY[key]();
  else if (key in PLAYERS && !lookingOn()) PLAYERS[key]();
});
reporting();
keySwitch();
listen();
showPictures();
