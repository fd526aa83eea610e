/* The page's own words, in the language that the arbiter speaks. */

import { setWords, t } from "./common.js";

let language = "";
let voice = "en";

/** Load a language (the arbiter's own for none) and put its words into the page; whether anything changed. */
export async function useLanguage(code = "") {
  if (code && code === language) return false;
  const reply = await fetch(`/words.json?language=${encodeURIComponent(code)}`);
  if (!reply.ok) return false;
  const found = await reply.json();
  setWords(found.words);
  voice = found.voice;
  document.documentElement.lang = language = found.language;
  for (const node of document.querySelectorAll("[data-words]")) node.textContent = t(node.dataset.words);
  for (const node of document.querySelectorAll("[data-words-alt]")) node.alt = t(node.dataset.wordsAlt);
  return true;
}

/** The code by which a voice for the language is chosen. */
export const spoken = () => voice;
