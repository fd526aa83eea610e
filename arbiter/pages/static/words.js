/* The page's own words, in the arbiter's language. */

import { load, setWords, t } from "./common.js";

let language = "";
let voice = "en";
let there = {};

/** Load a language (by default the arbiter's) and put its words into the page; returns whether it changed. */
export async function useLanguage(code = "") {
  if (code && code === language) return false;
  let found = null;
  try {
    found = await load("words.json", code && `?language=${encodeURIComponent(code)}`);
  } catch { return false; }
  setWords(found.words);
  voice = found.voice;
  there = found.languages;
  document.documentElement.lang = language = found.language;
  for (const node of document.querySelectorAll("[data-words]")) node.textContent = t(node.dataset.words);
  for (const node of document.querySelectorAll("[data-words-alt]")) node.alt = t(node.dataset.wordsAlt);
  for (const node of document.querySelectorAll("[data-words-label]")) node.setAttribute("aria-label", t(node.dataset.wordsLabel));
  return true;
}

/** The names of the available languages, by code. */
export const languages = () => there;

/** The code for choosing a voice for the language. */
export const spoken = () => voice;
