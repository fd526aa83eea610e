/* Calibration by hand, without markers: four handles are dragged onto the corners of a known rectangle. */

import { $, decimal, make, t } from "./common.js";

const KINDS = [
  ["kind_poker", 63, 88], ["kind_bridge", 57, 89],
  ["kind_a4", 210, 297], ["kind_letter", 216, 279], ["kind_other", 300, 200],
];
const NAMES = ["near_left", "near_right", "far_right", "far_left"];
const START = [[0.38, 0.66], [0.62, 0.66], [0.58, 0.42], [0.42, 0.42]];
let spots = START.map((spot) => [...spot]); // fractions of the picture's width and height
const REACH_PX = 34; // a handle is this far outside its corner, so that no finger hides the corner
let layer = null;
let zone = null; // what can be marked instead of a known rectangle: "board", "cards", or null
const MARKED = "zone";

/** The picture's area inside its element, which may have another aspect ratio: x, y, width, height in CSS px. */
export function shownPicture() {
  const image = $("camera");
  const wide = image.naturalWidth || 16, tall = image.naturalHeight || 9;
  const scale = Math.min(image.clientWidth / wide, image.clientHeight / tall);
  const [width, height] = [wide * scale, tall * scale];
  return { x: (image.clientWidth - width) / 2, y: (image.clientHeight - height) / 2, width, height };
}

function draw() {
  if (!layer) return;
  const at = shownPicture();
  const points = spots.map(([x, y]) => [at.x + x * at.width, at.y + y * at.height]);
  layer.outline.setAttribute("points", points.map((point) => point.join(",")).join(" "));
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / 4);
  layer.handles.forEach((handle, k) => {
    const out = points[k].map((value, axis) => value - middle[axis]);
    const far = Math.hypot(...out) || 1;
    const most = [$("camera").clientWidth, $("camera").clientHeight];
    const ring = points[k].map((value, axis) => Math.min(most[axis] - 24, Math.max(24, value + (out[axis] / far) * REACH_PX)));
    [handle.style.left, handle.style.top] = ring.map((value) => `${value}px`);
    layer.stems[k].setAttribute("d", `M ${ring.join(" ")} L ${points[k].join(" ")}`);
    handle.setAttribute("aria-valuenow", Math.round(spots[k][0] * 100)); // ARIA wants one number; the text gives both
    handle.setAttribute("aria-valuetext", spots[k].map((value) => `${decimal(value * 100, 1)} %`).join(", "));
  });
}

function move(k, dx, dy) {
  const at = shownPicture();
  spots[k] = [spots[k][0] + dx / at.width, spots[k][1] + dy / at.height].map((value) => Math.min(1, Math.max(0, value)));
  draw();
}

function handle(k) {
  const node = make("div", { class: "handle", role: "slider", tabindex: "0", "aria-label": t("corner", { name: t(NAMES[k]) }) });
  let from = null;
  node.addEventListener("pointerdown", (event) => { node.setPointerCapture(event.pointerId); from = [event.clientX, event.clientY]; node.focus(); event.preventDefault(); });
  node.addEventListener("pointermove", (event) => {
    if (!from) return;
    move(k, event.clientX - from[0], event.clientY - from[1]);
    from = [event.clientX, event.clientY];
  });
  for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, () => { from = null; });
  node.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    const step = event.shiftKey ? 10 : 1;
    move(k, way[0] * step, way[1] * step);
    event.preventDefault();
  });
  return node;
}

/** Show the help for the chosen kind, and the fields for a custom size. */
function chosen() {
  const picked = $("corners-kind").value;
  $("corners-own").hidden = Number(picked) !== KINDS.length - 1;
  $("corners-help").textContent = t(picked === MARKED ? `help_${zone}` : "corners_help");
}

function size() {
  const [, width, height] = KINDS[$("corners-kind").value];
  return $("corners-own").hidden ? [width, height] : ["corners-width", "corners-height"].map((id) => Number($(id).value));
}

function open(send, tell) {
  const picked = $("corners-kind").value;
  $("corners-kind").replaceChildren(
    ...(zone ? [make("option", { text: t(`kind_${zone}`), value: MARKED })] : []),
    ...KINDS.map(([key], value) => make("option", { text: t(key), value: String(value) })));
  if (picked) $("corners-kind").value = picked;
  chosen();
  const outline = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const stems = NAMES.map(() => document.createElementNS("http://www.w3.org/2000/svg", "path"));
  drawing.append(outline, ...stems);
  const handles = NAMES.map((_, k) => handle(k));
  const node = make("div", { class: "corners-layer" }, drawing, ...handles);
  document.querySelector(".picture").append(node);
  layer = { node, outline, stems, handles };
  $("corners-panel").showPopover();
  $("corners").setAttribute("aria-pressed", "true");
  draw();
  handles[0].focus();
  $("corners-apply").onclick = async () => {
    try {
      const marks = $("corners-kind").value === MARKED;
      await send(marks ? "/mark" : "/place", { corners: spots, ...(marks ? {} : { size: size() }) });
      close();
      tell(t(marks ? "marked" : "placed"));
    } catch (error) { tell(t("not_placed", { why: error.message })); }
  };
}

function close() {
  layer?.node.remove();
  layer = null;
  $("corners-panel").hidePopover();
  $("corners").setAttribute("aria-pressed", "false");
  $("corners").focus();
}

/** Set what can be marked from now on: "board", "cards", or null. */
export function showZone(name) { zone = name ?? null; }

/** Set up the button and the panel; returns the function that toggles the panel. */
export function corners(send, tell) {
  $("corners-kind").addEventListener("change", chosen);
  $("corners-cancel").addEventListener("click", close);
  addEventListener("resize", draw);
  $("camera").addEventListener("load", draw);
  const toggle = () => (layer ? close() : open(send, tell));
  $("corners").addEventListener("click", toggle);
  return toggle;
}
