/* The Help panel: the keyboard shortcuts, and how to report a problem. */

import { $, fill, make, t } from "./common.js";

const KEYS = [["1 2 3", "key_answer"], ["P", "setup_right"], ["M", "mute"], ["D", "dispute"], ["E", "correct"], ["C", "corners"], ["X", "detected"],
  ["V", "settings"], ["T", "ask_table"], ["L", "ask_legal"], ["W", "ask_turn"], ["R", "ask_again"], ["H", "home_help"]];

/** Show the live page's keys in its language. */
export function showKeys() {
  fill($("keys"), KEYS, () => KEYS.map(([key, words]) => make("div", {},
    make("dt", {}, ...key.split(" ").map((each) => make("kbd", { text: each }))), make("dd", { text: t(words) }))));
}

/** Fill the box for a bug report: what it contains, and the download, with pictures only if wanted. */
export function reporting() {
  const save = make("a", { class: "button", id: "report-save", href: "/report.zip", download: true, "data-words": "report_save", text: t("report_save") });
  const pictures = make("input", { id: "report-pictures", type: "checkbox" });
  pictures.addEventListener("change", () => { save.href = pictures.checked ? "/report.zip?pictures=yes" : "/report.zip"; });
  $("report").replaceChildren(make("legend", { "data-words": "report", text: t("report") }),
    make("p", { class: "note", "data-words": "report_what", text: t("report_what") }),
    make("label", { class: "tick" }, pictures, " ", make("span", { "data-words": "report_pictures", text: t("report_pictures") })), save);
}
