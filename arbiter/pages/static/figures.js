/* The figures of a game and of a folder of games, as small tables. */

import { $, load, make, shared } from "./common.js";

const cell = (value) => make("td", { text: value === null || value === undefined ? "–" : String(value) });
const percent = (part) => (part === null ? null : `${Math.round(100 * part)} %`);
const seconds = (value) => (value === null ? null : `${value.toFixed(1)} s`);
const counted = (by) => Object.entries(by).map(([name, count]) => `${name} ${count}`).join(", ");

function table(title, head, rows) {
  if (!rows.length) return null;
  return make("div", { class: "figure" }, make("table", {},
    make("caption", { text: title }),
    make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col", text })))),
    make("tbody", {}, ...rows.map(([first, ...rest]) => make("tr", {}, make("th", { scope: "row", text: first }), ...rest.map(cell))))));
}

function ofGame(game, figures) {
  const { seats, illegal, questions } = figures;
  const one = (label, value) => (value ? [[label, value]] : []);
  const fates = [[illegal.taken_back, "taken back"], [illegal.stood, "stood"], [illegal.open, "neither"]]
    .filter(([count]) => count).map(([count, word]) => `${count} ${word}`).join(", ");
  return [
    table("Players", ["", "Plies", "A ply", "Captures", "Illegal", "Initiative"], Object.entries(seats).map(([seat, own]) =>
      [game.names[seat], own.plies, seconds(own.median_s), own.captures, own.illegal, percent(own.held)])),
    table("The game", ["", ""], [
      ["Plies", figures.plies],
      ...one("Median time a ply", seconds(figures.median_s)),
      ...one("Captures", figures.captures),
      ...one("Illegal plays", Object.keys(illegal.by_rule).length ? `${counted(illegal.by_rule)} (${fates})` : null),
      ...one("Questions", questions.asked ? `${questions.asked}, ${questions.answered} answered` : null),
      ...Object.entries(questions.answers).map(([text, count]) => [`Answer “${text}”`, count]),
      ...one("Taken back", figures.take_backs), ...one("Corrections", figures.corrections), ...one("Disputes", figures.disputes),
      ...Object.entries(figures.others).map(([kind, count]) => [kind.replaceAll("_", " "), count]),
    ]),
    table("Rounds", ["", "Won by", game.names.near, game.names.far], figures.results.map((result) =>
      [`Round ${result.round}`, game.names[result.winner] ?? "a draw", result.points?.near, result.points?.far])),
  ];
}

function ofFolder(figures) {
  const openings = Object.entries(figures.openings).flatMap(([name, found]) =>
    found.map((opening) => [name, opening.moves, opening.games]));
  return [
    table("Players", ["", "Games", "Won", "Lost", "Drawn", "Open", "Points", "Illegal"], Object.entries(figures.players)
      .map(([name, own]) => [name, own.games, own.won, own.lost, own.drawn, own.open, own.points, own.illegal])),
    table("Games", ["", "Number"], Object.entries(figures.kinds)),
    table("Illegal plays", ["Rule", "Number"], Object.entries(figures.illegal)),
    table("Openings", ["", "First plays", "Games"], openings),
    table("Not read", ["", "Why"], figures.unread.map((each) => [each.file.split(/[\\/]/).at(-1), each.reason])),
  ];
}

/** Show the figures of the game that is open; those of its folder when asked for. */
export function showFigures(game) {
  $("figures").hidden = false;
  $("figures-game").replaceChildren(...ofGame(game, game.statistics).filter(Boolean));
  $("folder").hidden = Boolean(shared);
  $("folder").onclick = async () => {
    $("folder").disabled = true;
    try {
      $("figures-folder").replaceChildren(...ofFolder(await load("folder.json")).filter(Boolean));
    } catch (error) {
      $("figures-folder").textContent = error.message;
    }
    $("folder").disabled = false;
  };
}
