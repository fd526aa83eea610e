/* The end of a game, and how to go on: after a win, when people leave, and when the arbiter has stopped. */

import { $, fill, icon, make, put, t } from "./common.js";

const EVERY_MS = 1500, CHANGE_MS = 4000;
let about = {}; // the home page's address, the record's name, commands to type
let over = false;
let filmOver = false; // the film ended before the game
let clip = false; // whether the clip of the turning point is available
let waiting = null;

/** Whether this visitor may only watch, and whether this is the machine that the arbiter runs on. */
export const lookingOn = () => Boolean(about.looking_on);
export const atMachine = () => Boolean(about.here);

const where = () => fetch("/whereami.json").then((reply) => (reply.ok ? reply.json() : null)).catch(() => null);

async function learn(learned) {
  about = (await where()) ?? about;
  learned();
  $("leave").hidden = !about.home;
  document.body.classList.toggle("looking-on", lookingOn());
  $("report").hidden = !about.resume; // only sent to the machine itself
  $("scan").hidden = !about.shared;
  if (about.shared && !$("qr").src) $("qr").src = "/qr.svg";
  $("known").hidden = !about.fingerprint;
  put($("known"), about.fingerprint ? t("home_known", { fingerprint: about.fingerprint }) : "");
  showAfter();
}

/** Leave for the home page; `what` is the action there. */
async function leave(send, tell, what) {
  const home = about.home;
  $("leaving").close();
  try {
    await send("/leave", {});
  } catch (error) { tell(error.message); return; }
  const there = `${new URL(home).protocol}//${location.host}/${what}`;
  if (!there.startsWith(location.origin)) { setTimeout(() => location.assign(there), CHANGE_MS); return; } // no longer encrypted
  for (let tries = 0; tries < 60; tries += 1) {
    await new Promise((go) => setTimeout(go, 500));
    if ((await where())?.page === "home") { location.assign(there); location.reload(); return; }
  }
}

function showAfter() {
  $("after").hidden = !over || !about.record;
  const { home, record } = about;
  fill($("after"), [home, record, filmOver, clip], () => [
    filmOver ? make("p", { class: "note", text: t("film_over") }) : null,
    ...(home ? [["home_review", `#review=${encodeURIComponent(about.record)}`], ["home_again", "#again"], ["home_share", `#share=${encodeURIComponent(about.record)}`]]
      .map(([words, go]) => make("button", { "data-go": go }, t(words))) : [make("a", { class: "button", href: `/review/${encodeURIComponent(record)}/?language=${document.documentElement.lang}` }, t("home_review"))]),
    clip ? make("a", { class: "button", href: "/clip.mp4", download: "" }, t("turning_film")) : null,
  ]);
}

/** Show that the arbiter has stopped and how to go on; continue automatically when a page is served again. */
function gone() {
  if (waiting) return;
  waiting = setInterval(async () => {
    const now = await where();
    if (!now) { showGone(); return; }
    if (now.page === "home") location.reload();
    else back();
  }, EVERY_MS);
}

function showGone() {
  $("gone").hidden = false;
  const lines = about.home ? [t("gone_home", { command: "arbiter" })]
    : over ? [about.review && t("gone_review", { command: about.review })] : [about.resume && t("gone_resume", { command: about.resume })];
  fill($("gone"), lines, () => [make("p", { class: "what" }, icon("warn"), ` ${t("gone_title")}`), ...lines.filter(Boolean).map((text) => make("p", { text }))]);
}

function back() {
  clearInterval(waiting);
  waiting = null;
  if (!$("gone").hidden) location.reload(); // perhaps another version of the page
}

/** Set up the page's end, and call `learned` once the visitor's rights are known; returns `show(state)`, `named()` for a change of language, `gone()` and `back()`. */
export function ending(send, tell, learned) {
  $("leave").addEventListener("click", () => { if (over) leave(send, tell, ""); else $("leaving").showModal(); });
  $("leave-yes").addEventListener("click", () => leave(send, tell, ""));
  $("leave-no").addEventListener("click", () => $("leaving").close());
  $("after").addEventListener("click", (event) => { const to = event.target.closest("[data-go]")?.dataset.go; if (to) leave(send, tell, to); });
  learn(learned);
  return {
    show: (state) => { over = Boolean(state.finished); filmOver = Boolean(state.film_over); clip = Boolean(state.clip); showAfter(); },
    named: () => { $("leave").setAttribute("aria-label", t("leave")); $("leave").title = t("leave"); showAfter(); put($("leave-yes"), t("leave")); },
    gone, back,
  };
}
