/* The page's own words, in the language that the arbiter speaks. */

let language = "";
let words = { // what other pages need too, in English, where no language is loaded
  with_sacrifice: "with or without a sacrifice", with_call: "may call its colour", with_virtual: "played again, virtually",
  side_near: "near side", side_far: "far side", match: "match {n}",
  to_play: "to play", initiative: "initiative", nothing_played: "nothing played yet",
};

/** The words of a key with its slots filled. */
export function t(key, slots = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => slots[name] ?? all);
}

/** Load a language (the arbiter's own for none) and put its words into the page; whether anything changed. */
export async function useLanguage(code = "") {
  if (code && code === language) return false;
  const reply = await fetch(`/words.json?language=${encodeURIComponent(code)}`);
  if (!reply.ok) return false;
  ({ language, words } = await reply.json());
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-words]")) node.textContent = t(node.dataset.words);
  for (const node of document.querySelectorAll("[data-words-alt]")) node.alt = t(node.dataset.wordsAlt);
  return true;
}

export const spoken = () => language || "en";
