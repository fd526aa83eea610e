/* Variations: moves tried from the step that is shown; the solver judges the position and suggests a reply. */

import { $, fill, glyph, load, make, t } from "./common.js";

/** `asked` is the query string with the language, `from()` gives `{ index, moment }`, `draw(svg)` shows a position (empty: the step's own). */
export function branching({ asked, from, draw, tell }) {
  let root = null, moves = [], now = null;

  async function ask(next) {
    $("branch").classList.add("thinking");
    try {
      now = await load("branch.json", `?${new URLSearchParams({ ...root, moves: JSON.stringify(next) })}${asked.replace("?", "&")}`);
      moves = next;
      show();
    } catch (error) { tell(t("cant_be_done", { why: error.message })); }
    $("branch").classList.remove("thinking");
  }

  function show() {
    draw(now.svg);
    $("branch").hidden = false;
    $("branch-open").hidden = true;
    $("branch-moves").textContent = now.moves.length ? now.moves.join(" · ") : t("branch_choose");
    $("branch-say").textContent = [now.over, now.say].filter(Boolean).join(" ");
    fill($("branch-options"), now.options, () => now.options.map((option) => make("li", {},
      make("button", { "data-text": option.text, onclick: () => ask([...moves, option.text]) },
        make("span", { class: "glyphs" }, ...option.pictures.map(glyph)), make("span", { text: option.words })))));
    $("branch-reply").hidden = !now.reply;
    $("branch-reply").textContent = now.reply ? t("branch_reply", { text: now.reply.words }) : "";
    $("branch-back").disabled = !moves.length;
  }

  function end() {
    if (!root) return;
    root = now = null;
    moves = [];
    $("branch").hidden = true;
    $("branch-open").hidden = false;
    draw("");
  }

  $("branch-open").hidden = false;
  $("branch-open").addEventListener("click", () => { root = from(); ask([]); });
  $("branch-reply").addEventListener("click", () => now?.reply && ask([...moves, now.reply.text]));
  $("branch-back").addEventListener("click", () => ask(moves.slice(0, -1)));
  $("branch-end").addEventListener("click", end);
  return { end, get on() { return Boolean(root); } };
}
