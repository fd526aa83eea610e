/* The statistics of a game and of a folder of games, as small tables. */

import { $, decimal, load, make, named, shared, t } from "./common.js";

const cell = (value) => make("td", { text: value === null || value === undefined ? "–" : String(value) });
const percent = (part) => (part === null ? null : `${Math.round(100 * part)} %`);
const seconds = (value) => (value === null ? null : `${decimal(value, 1)} s`);
const counted = (by) => Object.entries(by).map(([name, count]) => `${name} ${count}`).join(", ");

const heads = (...keys) => ["", ...keys.map((key) => t(`f_${key}`))];

function table(title, head, rows) {
  if (!rows.length) return null;
  return make("div", { class: "figure", tabindex: "0", role: "group", "aria-label": title }, make("table", {},
    make("caption", { text: title }),
    make("thead", {}, make("tr", {}, ...head.map((text) => (text ? make("th", { scope: "col", text }) : make("td"))))),
    make("tbody", {}, ...rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row", text: first }), ...rest.map(cell))))));
}

/** A table without its empty columns. */
function filled(title, head, rows) {
  const kept = head.map((_, column) => rows.some((row) => row[column] !== null && row[column] !== undefined));
  const keep = (row) => row.filter((_, column) => kept[column]);
  return [title, keep(head), rows.map(keep)];
}

function ofGame(game, figures) {
  const { seats, illegal, questions } = figures;
  const one = (label, value) => (value ? [[label, value]] : []);
  const fates = [[illegal.taken_back, t("f_fate_taken_back")], [illegal.stood, t("f_fate_stood")], [illegal.open, t("f_fate_open")]]
    .filter(([count]) => count).map(([count, word]) => `${count} ${word}`).join(", ");
  return [
    table(...filled(t("f_players"), heads("plies", "ply", "captures", "illegal", "initiative"), Object.entries(seats).map(([seat, own]) =>
      [game.names[seat], own.plies, seconds(own.median_s), own.captures, own.illegal, percent(own.held)]))),
    table(t("f_game"), ["", ""], [
      [t("f_plies"), figures.plies],
      ...one(t("f_median"), seconds(figures.median_s)),
      ...one(t("f_captures"), figures.captures),
      ...one(t("f_illegal_plays"), Object.keys(illegal.by_rule).length ? `${counted(illegal.by_rule)} (${fates})` : null),
      ...one(t("f_questions"), questions.asked ? t("f_answered", { n: questions.asked, answered: questions.answered }) : null),
      ...Object.entries(questions.answers).map(([text, count]) => [t("f_answer", { text }), count]),
      ...one(t("f_taken_back"), figures.take_backs), ...one(t("f_corrections"), figures.corrections), ...one(t("f_disputes"), figures.disputes),
      ...Object.entries(figures.others).map(([kind, count]) => [named("kind_", kind), count]),
    ]),
    table(t("f_rounds"), ["", t("f_won_by"), game.names.near, game.names.far], figures.results.map((result) =>
      [t("round", { n: result.round }), game.names[result.winner] ?? t("f_draw"), result.points?.near, result.points?.far])),
  ];
}

function ofFolder(figures) {
  const openings = Object.entries(figures.openings).flatMap(([name, found]) =>
    found.map((opening) => [name, opening.moves, opening.games]));
  return [
    table(t("f_players"), heads("games", "won", "lost", "drawn", "open", "points", "illegal"), Object.entries(figures.players)
      .map(([name, own]) => [name, own.games, own.won, own.lost, own.drawn, own.open, own.points, own.illegal])),
    table(t("f_games"), heads("number"), Object.entries(figures.kinds)),
    table(t("f_illegal_plays"), [t("f_rule"), t("f_number")], Object.entries(figures.illegal)),
    table(t("f_openings"), heads("first_plays", "games"), openings),
    table(t("f_not_read"), heads("why"), figures.unread.map((each) => [each.file.split(/[\\/]/).at(-1), each.reason])),
  ];
}

/** Show the statistics of the open game, and those of its folder on request; `asked` is the query string with the language. */
export function showFigures(game, asked) {
  $("figures").hidden = false;
  $("figures-game").replaceChildren(...ofGame(game, game.statistics).filter(Boolean));
  $("folder").hidden = Boolean(shared) || !game.mine;
  $("folder").onclick = async () => {
    $("folder").disabled = true;
    try {
      $("figures-folder").replaceChildren(...ofFolder(await load("folder.json", asked)).filter(Boolean));
    } catch (error) {
      $("figures-folder").textContent = error.message;
    }
    $("folder").disabled = false;
  };
}
