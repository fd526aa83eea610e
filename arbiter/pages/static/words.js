/* The page's own words, in the language that the arbiter speaks. */

import { load, setWords, t } from "./common.js";

let language = "";
let voice = "en";
let there = {};

/** Load a language (the arbiter's own for none) and put its words into the page; whether anything changed. */
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

/** The languages there are, their names by code. */
export const languages = () => there;

/** The code by which a voice for the language is chosen. */
export const spoken = () => voice;
