/* The home page: choosing and starting a game, the camera's picture, the library, settings. */

import { $, fill, keep, load, make, put, t } from "./common.js";
import { reporting } from "./help.js";
import { lookAtOthers, others, showOthers, showPicture } from "./others.js";
import { useLanguage } from "./words.js";

const FAULTS = ["dark", "bright", "glare", "flat"];
const OTHER = "file", SAMPLE = "sample", PAGE = "page";
const CHANGE_MS = 4000; // time for one server to replace the other
const FOLLOW_MS = 2000; // interval at which a page checks whether a game was started from another page
let home = null;

async function send(path, data) {
  const reply = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

function tell(words) {
  put($("told"), words);
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => put($("told"), ""), 7000);
}

/* A new game. */

const chosenGame = () => $("games").querySelector("input:checked")?.value ?? home.games[0].key;
const game = () => home.games.find((one) => one.key === chosenGame());

/** The source for the server: a camera's number, a file, an address, the phone, or the game's sample. */
function source() {
  const picked = $("source").value;
  return picked === OTHER ? $("address").value.trim() : picked;
}

function showGames() {
  const legend = $("games").firstElementChild, now = home.last.game ?? home.games[0].key;
  fill($("games"), home.games, () => [legend, ...home.games.map((one) => make("label", {},
    make("input", { type: "radio", name: "game", value: one.key, checked: one.key === now }), one.name))]);
}

function showOptions() {
  const one = game(), before = home.last.game === one.key ? home.last.options ?? {} : {};
  fill($("options"), one, () => one.options.map((option) => make("label", {}, make("span", { text: option.title }),
    make("select", { name: option.key }, ...option.values.map(([value, text]) => make("option", { value, text, selected: value === before[option.key] }))))));
}

function showSources() {
  const cameras = home.sources.map(({ key, name }) => [key, name ? t("home_camera", { name }) : t("home_first_camera")]);
  const beside = [...cameras, [PAGE, t("home_phone")], [OTHER, t("home_file")]];
  const rows = [...cameras, ...(game().sample ? [[SAMPLE, t("home_sample")]] : []), ...beside.slice(-2)];
  const now = $("source").value || home.last.source || rows[0][0];
  fill($("source"), rows, () => rows.map(([value, text]) => make("option", { value, text })));
  $("source").value = rows.some(([value]) => value === now) ? now : home.last.source ? OTHER : rows[0][0];
  if ($("source").value === OTHER && !$("address").value && home.last.source) $("address").value = home.last.source;
  showOthers(beside, $("source").value, home.last.others ?? []);
  sourceChosen();
}

async function sourceChosen() {
  $("address-label").hidden = $("source").value !== OTHER;
  fill($("facts"), null, () => []); // reset, so that the same facts are shown again
  $("preview").hidden = true;
  const film = $("source").value === OTHER ? source() : "";
  const notes = film ? await load("/notes.json", `?film=${encodeURIComponent(film)}`).catch(() => null) : null;
  if (notes && notes.game !== chosenGame()) {
    const named = [...$("games").querySelectorAll("input")].find((one) => one.value === notes.game);
    if (named) { named.checked = true; showOptions(); }
  }
  const other = inWords(Object.entries(notes?.other ?? {}));
  $("noted").hidden = !other;
  put($("noted-words"), other ? t("home_noted", { file: notes.file, rules: other }) : "");
  agreed();
}

/** Rules in the form's words; rules that are not in the form only if there are no others. */
function inWords(rules) {
  const words = rules.flatMap(([name, value]) => game().options.filter(({ key }) => key === name)
    .flatMap(({ title, values }) => values.filter(([each]) => each === String(value)).map(([, text]) => `${title}: ${text}`)));
  return (words.length ? words : rules.map(([name, value]) => `${name}=${value}`)).join("; ");
}

/** Hide the rules if they are taken from the film's notes. */
const agreed = () => { $("options").hidden = $("source").value === SAMPLE || (!$("noted").hidden && $("use-notes").checked); };

function wish() {
  const options = Object.fromEntries([...$("options").querySelectorAll("select")].map((one) => [one.name, one.value]));
  const noted = !$("noted").hidden && $("use-notes").checked;
  return { game: chosenGame(), players: { near: $("near").value, far: $("far").value }, source: source(), others: others(), options, noted };
}

/** Start a game, and change to its page once that is served. */
async function start(data) {
  $("play").disabled = true;
  let onward = "";
  try {
    onward = (await send("/start", data)).url;
  } catch (error) { $("play").disabled = false; tell(error.message); return; }
  put($("starting"), t("home_starting"));
  if ([data.source, ...(data.others ?? [])].includes(PAGE)) put($("starting"), t("home_phone_open"));
  turned(onward);
}

/** Wait until this address is served by another server: the game's, or the home page's that says why there is no game. */
async function turned(onward = "") {
  if (onward) { setTimeout(() => location.assign(onward), CHANGE_MS); return; } // encrypted from now on, or no longer
  await replaced(300);
}

async function replaced(everyMs) {
  for (;;) {
    await new Promise((go) => setTimeout(go, everyMs));
    if (document.hidden) continue;
    const now = await fetch("/whereami.json").then((reply) => reply.json()).catch(() => null);
    if (now && now.id !== home.id) { location.reload(); return; }
  }
}

/* The camera's picture. */

async function look() {
  for (;;) {
    const picked = $("source").value;
    const spec = picked === SAMPLE ? `sample:${chosenGame()}` : picked === PAGE ? "" : source();
    if (home?.mine && !document.hidden && !$("play").disabled) {
      try {
        if (spec) showFacts(await showPicture($("preview"), spec, 0));
        await lookAtOthers();
      } catch { /* the game begins, or the arbiter has stopped */ }
    }
    await new Promise((go) => setTimeout(go, 350));
  }
}

function showFacts(facts) {
  const rows = !facts ? [] : facts.problem ? [["home_source", facts.problem, true]] : [
    ["home_light", FAULTS.includes(facts.fault) ? t(`home_fix_${facts.fault}`) : t("diag_light_ok"), facts.fault !== "ok"],
    ["home_sharp", t(facts.blurred ? "home_blurred" : "home_in_focus"), facts.blurred],
    ["home_markers", facts.markers ? t("home_markers_n", { n: facts.markers }) : t("home_markers_none"), facts.markers > 0 && facts.markers < 4]];
  fill($("facts"), rows, () => rows.map(([key, text, poor]) => make("div", {}, make("dt", { text: t(key) }), make("dd", { class: poor ? "poor" : null, text }))));
}

/* The games that were played. */

const when = (date) => { const at = new Date(date); return Number.isNaN(at.getTime()) ? "" : at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }); };
const players = (one) => `${one.names.far ?? ""} – ${one.names.near ?? ""}`;

/** Whether a game can be resumed: not if it or its film is over. */
const isOpen = (one) => !one.over && !one.film_over;

function result(one) {
  if (one.problem) return one.problem;
  if (!one.over) return t(one.film_over ? "home_film_over" : "home_open", { n: one.plies });
  const points = one.points ? ` · ${one.points.far} : ${one.points.near}` : "";
  return (one.winner ? t("home_won", { who: one.names[one.winner] ?? one.winner }) : t("home_drawn")) + points;
}

function card(one) {
  const name = encodeURIComponent(one.file);
  return make("li", { "data-file": one.file },
    one.pictures ? make("img", { src: `/thumb/${name}`, alt: "", loading: "lazy" }) : make("div", { class: "bare" }),
    make("div", { class: "words" }, make("strong", { text: one.problem ? one.file : players(one) }), make("span", { class: "note", text: [one.game, when(one.date)].filter(Boolean).join(" · ") }),
      make("span", { class: isOpen(one) ? "open" : "", text: result(one) })),
    one.problem ? make("div", { class: "pair" }) : make("div", { class: "pair" },
      home.mine && isOpen(one) ? make("button", { class: "resume", onclick: () => start({ resume: one.file }) }, t("home_go_on")) : null,
      make("button", { class: "review", onclick: () => review(one.file) }, t("home_review")),
      make("a", { class: "button share", href: `/share/${name}`, download: "", onclick: (event) => { event.preventDefault(); share(one.file); } }, t("home_share")),
      one.clip ? make("a", { class: "button clip", href: `/clip/${name}`, download: "" }, t("turning_film")) : null));
}

/** Pack a game into a file, showing the progress, and download it; one at a time. */
async function share(file) {
  if (!$("packing").hidden) return;
  const name = encodeURIComponent(file), asked = fetch(`/share/${name}`);
  put($("packing-words"), t("home_packing", { file }));
  $("packing").hidden = false;
  $("packed").removeAttribute("value"); // indeterminate until there is some progress
  const looking = setInterval(async () => {
    const done = await load(`/packing/${name}`).catch(() => null);
    if (done) $("packed").value = done;
  }, 500);
  try {
    const reply = await asked;
    if (!reply.ok) throw new Error(await reply.text());
    const href = URL.createObjectURL(await reply.blob());
    make("a", { href, download: file.replace(/\.game$/, ".html") }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
    tell(t("home_packed", { file: file.replace(/\.game$/, ".html") }));
  } catch (error) {
    tell(error.message);
  } finally {
    clearInterval(looking);
    $("packing").hidden = true;
  }
}

function showLibrary() {
  const wanted = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (one) => `${players(one)} ${one.game} ${when(one.date)} ${one.date} ${result(one)}`.toLowerCase();
  const found = home.library.filter((one) => wanted.every((word) => text(one).includes(word)));
  const rank = (one) => (one.problem ? 2 : isOpen(one) ? 0 : 1); // games that can be resumed first
  const order = [...found].sort((a, b) => rank(a) - rank(b));
  keep($("records"), order.map((one) => [JSON.stringify([one, document.documentElement.lang]), () => card(one)]));
  put($("none"), found.length ? "" : t(home.library.length ? "home_none_found" : "home_none"));
}

async function review(file) {
  const there = `/review/${encodeURIComponent(file)}/`, asked = `?language=${document.documentElement.lang}`;
  try {
    await load(`${there}words.json`, asked); // check that it exists and is readable
    location.assign(there + asked);
  } catch (error) { tell(error.message); }
}

async function showStatistics() {
  if (!$("statistics").open) return;
  const found = await load("/statistics.json").catch(() => null);
  const rows = Object.entries(found?.players ?? {}).map(([name, one]) => t("home_wins", { name, won: one.won, games: one.games }));
  fill($("wins"), rows, () => (rows.length ? rows : [t("home_none")]).map((text) => make("li", { text })));
}

/* Settings. */

function showSettings() {
  const languages = Object.entries(home.languages);
  fill($("language"), languages, () => languages.map(([value, text]) => make("option", { value, text })));
  fill($("commentary"), home.levels, () => home.levels.map((level) => make("option", { value: level, text: t(`say_${level}`) })));
  const { language, commentary, voice, share } = home.settings;
  Object.assign($("language"), { value: language });
  Object.assign($("commentary"), { value: commentary });
  [$("voice").checked, $("share").checked] = [voice, share];
  put($("kept"), t("home_kept", { folder: home.folder }));
  $("code").hidden = !share;
  $("qr").hidden = !home.link;
  if (home.link && !$("qr").src) $("qr").src = "/qr.svg";
  $("known").hidden = !home.fingerprint;
  put($("known"), home.fingerprint ? t("home_known", { fingerprint: home.fingerprint }) : "");
  put($("code-words"), t(home.link ? "home_scan" : "home_after_start"));
}

async function settle(data) {
  let onward = "";
  try {
    onward = (await send("/settings", data)).url;
  } catch (error) { tell(error.message); return; }
  Object.assign(home.settings, data);
  if (data.language && await useLanguage(data.language)) await refresh();
  if ("share" in data) { turned(onward); return; } // the server restarts with the other access
  showSettings();
}

async function refresh() {
  home = await load("/home.json");
  $("notice").hidden = !home.notice;
  put($("notice"), home.notice);
  $("elsewhere").hidden = home.mine;
  $("new").hidden = $("open-settings").hidden = $("report").hidden = !home.mine;
  showGames();
  showOptions();
  showSources();
  $("search").placeholder = t("home_search");
  showLibrary();
  showSettings();
}

/** Do what the game's page sent people here for: `#review=FILE`, `#share=FILE`, `#again`. */
function sentHere() {
  const [what, file] = location.hash.slice(1).split("=").map(decodeURIComponent);
  history.replaceState(null, "", location.pathname);
  if (what === "review" && file) review(file);
  else if (what === "share" && file) share(file);
  else if (what === "again" && home.last.game) start(home.last);
}

await useLanguage();
await refresh();
[$("near").value, $("far").value] = [home.last.players?.near ?? home.settings.near, home.last.players?.far ?? home.settings.far];
$("games").addEventListener("change", () => { showOptions(); showSources(); });
$("source").addEventListener("change", showSources);
$("others").addEventListener("change", showSources);
$("address").addEventListener("change", sourceChosen);
$("use-notes").addEventListener("change", agreed);
$("form").addEventListener("submit", (event) => { event.preventDefault(); start(wish()); });
$("search").addEventListener("input", showLibrary);
$("statistics").addEventListener("toggle", showStatistics);
$("language").addEventListener("change", () => settle({ language: $("language").value }));
$("commentary").addEventListener("change", () => settle({ commentary: $("commentary").value }));
for (const name of ["voice", "share"]) $(name).addEventListener("change", () => settle({ [name]: $(name).checked }));
reporting();
sentHere();
look();
replaced(FOLLOW_MS);
