/* The browser's voice: speaks new announcements, without stale ones, after a click has allowed it. */

const synthesis = window.speechSynthesis;
const kept = (key, usual) => { try { return localStorage.getItem(key) ?? usual; } catch { return usual; } };
const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private window: not stored */ } };

let on = false;
let seen = null;
let waiting = [];
let now = null;
let muted = false;
let language = "en";

const SOUND = { rate: 1, volume: 1 };

/** This device's speech settings: `rate` (1 is normal) and `volume` (0 to 1). */
export const sound = (what) => Number(kept(what, SOUND[what]));
export const setSound = (what, value) => keep(what, value);

/** Speak the answer to a question at once; returns whether this device speaks. */
export function answer(text) {
  if (!on || !text) return false;
  say({ topic: "asked", supersedes: "asked", text });
  return true;
}

export const level = () => kept("level", "normal");
export const setLevel = (value) => keep("level", value);
export const speaking = () => on;
export const canSpeak = () => Boolean(synthesis);

/** This browser's voices for a language. */
export function voices(code) {
  return (synthesis?.getVoices() ?? []).filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === code);
}

export const chosen = (code) => kept(`voice-${code}`, "");
export const choose = (code, name) => keep(`voice-${code}`, name);

/** Call `then` when the browser has found its voices, which may be late. */
export function onVoices(then) {
  synthesis?.addEventListener?.("voiceschanged", then);
}

/** Start or stop speaking; starting has to be caused by a click, and speaks a first sentence. */
export function speak(start, first) {
  on = start && canSpeak();
  waiting = [];
  synthesis?.cancel();
  now = null;
  if (on) say({ topic: "hello", text: first });
  return on;
}

/** Take the announcements, newest first, and speak new ones, but not those made before the page was opened. */
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
