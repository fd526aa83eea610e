/* The Help panel: which keys there are, and how a problem is reported. */

import { $, fill, make, t } from "./common.js";

const KEYS = [["1 2 3", "key_answer"], ["P", "setup_right"], ["M", "mute"], ["D", "dispute"], ["E", "correct"], ["C", "corners"], ["X", "detected"],
  ["V", "settings"], ["T", "ask_table"], ["L", "ask_legal"], ["W", "ask_turn"], ["R", "ask_again"], ["H", "home_help"]];

/** The keys of the live page, in its language. */
export function showKeys() {
  fill($("keys"), KEYS, () => KEYS.map(([key, words]) => make("div", {},
    make("dt", {}, ...key.split(" ").map((each) => make("kbd", { text: each }))), make("dd", { text: t(words) }))));
}

/** What a report is to hold. */
export function reporting() {
  $("report-pictures").addEventListener("change", () => { $("report-save").href = $("report-pictures").checked ? "/report.zip?pictures=yes" : "/report.zip"; });
}
