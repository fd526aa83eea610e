/* The browser's voice: says what is new, the newest news first to go stale, after one click has allowed it. */

const synthesis = window.speechSynthesis;
const kept = (key, usual) => { try { return localStorage.getItem(key) ?? usual; } catch { return usual; } };
const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private window: for now only */ } };

let on = false;
let seen = null;
let waiting = [];
let now = null;
let muted = false;
let language = "en";

const SOUND = { rate: 1, volume: 1 };

/** How this device speaks: `rate` (1 is usual) and `volume` (0 to 1). */
export const sound = (what) => Number(kept(what, SOUND[what]));
export const setSound = (what, value) => keep(what, value);

/** Say something at once, because somebody asked for it; whether this device can. */
export function answer(text) {
  if (!on || !text) return false;
  say({ topic: "asked", supersedes: "asked", text });
  return true;
}

export const level = () => kept("level", "normal");
export const setLevel = (value) => keep("level", value);
export const speaking = () => on;
export const canSpeak = () => Boolean(synthesis);

/** The voices of this browser that speak a language. */
export function voices(code) {
  return (synthesis?.getVoices() ?? []).filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === code);
}

export const chosen = (code) => kept(`voice-${code}`, "");
export const choose = (code, name) => keep(`voice-${code}`, name);

/** Call when the browser has found its voices, which may be late. */
export function onVoices(then) {
  synthesis?.addEventListener?.("voiceschanged", then);
}

/** Start or stop speaking; starting has to come from a click, and says a first sentence. */
export function speak(start, first) {
  on = start && canSpeak();
  waiting = [];
  synthesis?.cancel();
  now = null;
  if (on) say({ topic: "hello", text: first });
  return on;
}

/** Take what the arbiter said, newest first; what is new is spoken, except what a page that just opened missed. */
export function hear(said, silent, code) {
  language = code;
  if (silent && !muted) { waiting = []; synthesis?.cancel(); now = null; }
  muted = silent;
  const newest = said[0]?.id ?? 0;
  const fresh = seen === null ? [] : said.filter((one) => one.id > seen).reverse();
  seen = newest;
  if (!on || muted) return;
  for (const one of fresh) {
    const text = one.texts[level()];
    if (text) say({ topic: one.topic, supersedes: one.supersedes, text });
  }
}

const stale = (newer, older) => [newer.topic, newer.supersedes].some((topic) => topic && (older.topic === topic || older.topic.split("/")[0] === topic));

function say(one) {
  waiting = waiting.filter((older) => !stale(one, older));
  waiting.push(one);
  if (now && one.supersedes && stale(one, now)) { now = null; synthesis.cancel(); }
  if (!now) next();
}

function next() {
  now = waiting.shift() ?? null;
  if (!now) return;
  const mine = now;
  const words = new SpeechSynthesisUtterance(now.text);
  words.lang = language;
  const voice = voices(language).find((one) => one.name === chosen(language)) ?? voices(language)[0];
  if (voice) words.voice = voice;
  words.rate = sound("rate");
  words.volume = sound("volume");
  words.onend = words.onerror = () => { if (now === mine) next(); };
  synthesis.speak(words);
}
