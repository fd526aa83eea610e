/* The live page: pulls the newest picture, listens for states, sends answers, mute and disputes. */

import { corners } from "./corners.js";
import { settle, showCrops } from "./settle.js";
import { $, glyph, icon, make, plainKey, showOptions, showScores } from "./common.js";

let state = null;
let answered = null;

async function send(path, data) {
  const reply = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

function tell(words) {
  $("told").textContent = words;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { $("told").textContent = ""; }, 6000);
}

/* The picture: one request at a time, always for something newer than what is shown. */

async function showPictures() {
  let number = 0;
  let shown = null;
  for (;;) {
    try {
      if (document.hidden) { await new Promise((go) => document.addEventListener("visibilitychange", go, { once: true })); continue; }
      const reply = await fetch(`/frame.jpg?after=${number}`);
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
  const pulse = (on, words) => { $("pulse").classList.toggle("on", on); $("pulse").textContent = words; };
  source.onopen = () => pulse(true, "Live");
  source.onerror = () => pulse(false, "The arbiter has stopped");
  source.onmessage = (event) => {
    pulse(true, "Live");
    state = JSON.parse(event.data);
    if (state) show();
  };
}

function show() {
  $("title").textContent = `${state.names.far} – ${state.names.near}`;
  $("subtitle").textContent = state.heading;
  document.title = `${state.say} · Pyramid Arbiter`;
  $("say").textContent = state.say;
  $("score-box").hidden = !state.svg;
  $("score-title").textContent = state.over ? "Score of the round" : "Score if won now";
  showScores($("scores"), state);
  $("log").hidden = !state.announcements.length;
  showIllegal();
  showAttack();
  showLegal();
  showQuestion();
  showNotices();
  settling.show(state);
  $("announcements").replaceChildren(...state.announcements.slice(0, 6).map((text) => make("li", { text })));
  $("mute").setAttribute("aria-pressed", String(state.muted));
  label("mute", state.muted ? "silent" : "sound", state.muted ? "Muted" : "Mute", "M");
  $("diagram-card").hidden = !state.svg;
  if (state.svg && show.svg !== state.svg) {
    show.svg = state.svg;
    $("diagram").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(state.svg)}`;
  }
}

function showIllegal() {
  const illegal = state.illegal;
  $("illegal").hidden = !illegal;
  const key = JSON.stringify(illegal);
  if (!illegal || showIllegal.key === key) { showIllegal.key = key; return; }
  showIllegal.key = key;
  $("illegal").replaceChildren(
    make("span", { class: "badge tone-bad" }, icon("bad"), "Illegal"), " ",
    illegal.rule ? make("span", { class: "rule", text: `Rule ${illegal.rule}` }) : "",
    make("p", { class: "what", text: illegal.title }), make("p", { text: illegal.reason }),
    make("p", { class: "note", text: "Take it back, or play on and it stands." }));
}

function showAttack() {
  const attack = state.attack_piece;
  $("attack").hidden = !attack;
  if (!attack) return;
  const words = make("p", {}, make("span", { class: "note", text: "To be parried" }), make("strong", { text: state.attack }));
  $("attack").replaceChildren(glyph(attack.size, attack.colour), words);
}

function showLegal() {
  $("legal-title").textContent = state.attack_piece ? "Legal parries" : "Legal plays";
  $("legal-title").hidden = !state.options.length;
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
    make("li", {}, make("button", { onclick: () => answer(index) }, make("kbd", { text: index + 1 }), make("span", { text: option }), odds(question.odds?.[index])))));
  showCrops($("question-crops"), question.crops ?? []);
}

const odds = (share) => share > 0.005 ? make("small", { class: "odds", text: `${Math.round(share * 100)} %` }) : null;

function showNotices() {
  $("notices").hidden = !state.notices.length;
  $("notices").replaceChildren(...state.notices.map((text) => make("li", {}, icon("warn"), make("span", { text }))));
}

/* What people do. */

async function answer(index) {
  const question = state?.question;
  if (!question || index >= question.options.length) return;
  try {
    await send("/answer", { id: question.id, option: index });
    answered = String(question.id);
    $("question").hidden = true;
    tell(`Answered: ${question.options[index]}`);
  } catch (error) { tell(`The answer did not arrive: ${error.message}`); }
}

async function mute() {
  const muted = $("mute").getAttribute("aria-pressed") !== "true";
  try {
    await send("/mute", { muted });
    $("mute").setAttribute("aria-pressed", String(muted));
    label("mute", muted ? "silent" : "sound", muted ? "Muted" : "Mute", "M");
  } catch (error) { tell(`Could not change the voice: ${error.message}`); }
}

async function dispute() {
  try {
    const kept = await send("/dispute", {});
    tell(`Marked in the record, with ${kept.stills} pictures of the last seconds`);
    settling.open();
  } catch (error) { tell(`Could not mark the moment: ${error.message}`); }
}

function label(id, name, words, key) {
  $(id).replaceChildren(icon(name), make("span", { text: words }), make("kbd", { text: key, "aria-hidden": true }));
}

label("mute", "sound", "Mute", "M");
label("dispute", "flag", "Dispute", "D");
label("corners", "frame", "Corners", "C");
const toggleCorners = corners(send, tell);
const settling = settle(send, tell);
$("mute").addEventListener("click", mute);
$("dispute").addEventListener("click", dispute);
document.addEventListener("keydown", (event) => {
  if (!plainKey(event)) return;
  if (/^[1-9]$/.test(event.key)) answer(Number(event.key) - 1);
  else if (event.key.toLowerCase() === "m") mute();
  else if (event.key.toLowerCase() === "d") dispute();
  else if (event.key.toLowerCase() === "c") toggleCorners();
  else if (event.key.toLowerCase() === "e") settling.toggle();
});
listen();
showPictures();
