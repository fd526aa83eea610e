/* The arbiter's belief, drawn over the camera's picture: an outline and a label for each thing on the table. */

import { $ } from "./common.js";
import { beside, drawing } from "./placing.js";

const ROOMY_PX = 560; // a narrower picture has labels only for what matters now
const COVERS = 0.15; // a label is left out if a larger fraction of it would cover others
const LETTER_PX = 11.5, LINE_PX = 14, PAD_PX = 4;
const SIGNS = { illegal: "✕ ", ask: "? " };
let shown = [];
let drawn = "";

function boxOf(points) {
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  return { x: Math.min(...xs), y: Math.min(...ys), w: Math.max(...xs) - Math.min(...xs), h: Math.max(...ys) - Math.min(...ys) };
}

function draw() {
  const picture = $("camera"), layer = $("marks");
  const scale = Math.max(picture.naturalWidth / Math.max(1, picture.clientWidth), picture.naturalHeight / Math.max(1, picture.clientHeight));
  if (!picture.naturalWidth) return;
  const [width, height] = [picture.naturalWidth / scale, picture.naturalHeight / scale];
  const key = JSON.stringify([shown, Math.round(width), Math.round(height)]);
  if (key === drawn) return;
  drawn = key;
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const pictured = shown.map((mark) => {
    const points = [];
    for (let k = 0; k < mark.at.length; k += 2) points.push([mark.at[k] * width, mark.at[k + 1] * height]);
    return { ...mark, points, box: boxOf(points) };
  });
  const lines = pictured.flatMap(({ points, tone, place }) => ["rim", "line"].map((kind) =>
    drawing("polygon", { class: `${kind} ${tone}`, "data-place": place ?? "", points: points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ") })));
  const named = pictured.filter((mark) => mark.words.length && (width >= ROOMY_PX || mark.tone)).sort((a, b) => Boolean(b.tone) - Boolean(a.tone));
  const taken = pictured.map((mark) => mark.box);
  const labels = named.map(({ box, words, tone }) => {
    const said = words.map((line, at) => (at ? line : `${SIGNS[tone] ?? ""}${line}`));
    const w = Math.max(...said.map((line) => line.length)) * LETTER_PX * (tone ? 0.63 : 0.56) + 2 * PAD_PX, h = said.length * LINE_PX + 2;
    const [covers, spot] = beside(box, w, h, taken, width, height);
    if (!tone && covers > COVERS * w * h) return null;
    taken.push(spot);
    const plate = drawing("rect", { x: spot.x.toFixed(1), y: spot.y.toFixed(1), width: w.toFixed(1), height: h, rx: 4 });
    const text = said.map((line, at) => drawing("text", { x: (spot.x + PAD_PX).toFixed(1), y: (spot.y + (at + 1) * LINE_PX - 3).toFixed(1) }, line));
    const group = drawing("g", { class: `label ${tone}` });
    group.append(plate, ...text);
    return group;
  });
  layer.replaceChildren(...lines, ...labels.filter(Boolean));
}

/** Show these marks from now on. */
export function showMarks(marks) {
  shown = marks ?? [];
  draw();
}

$("camera").addEventListener("load", draw);
addEventListener("resize", draw);
