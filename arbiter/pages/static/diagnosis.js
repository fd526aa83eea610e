/* The diagnostic view, which can be switched on: the picture with all detections, and the camera's figures. */

import { $, decimal, fill, icon, make, t } from "./common.js";

const EVERY_MS = 1000;
let on = false;
let timer = null;

/** The part of the query string that asks for the picture with detections. */
export const view = () => (on ? "&view=detected" : "");

function rows(found) {
  const light = t(`diag_light_${found.fault}`);
  return [
    ["diag_detected", t(found.hands === 1 ? "diag_found_hand" : "diag_found", { units: found.units, hands: found.hands })],
    ["diag_frames", t("diag_a_second", { n: decimal(found.per_s, 1) })],
    ["diag_light", `${light} (${found.light})`],
    ["diag_focus", t(found.blurred ? "diag_blurred" : "diag_sharp", { n: decimal(found.edge_px, 1) })],
    ["diag_error", `${decimal(found.error_px, 2)} px`],
    ["diag_table", t(!found.placed ? "diag_lost" : found.still ? "diag_still" : "diag_moving")],
    ["diag_size", found.size.join(" × ")],
  ];
}

async function ask() {
  let found = null;
  try {
    const reply = await fetch("/diagnosis.json");
    found = reply.ok ? await reply.json() : null;
  } catch { /* the page shows elsewhere that the arbiter has stopped */ }
  if (!on || !found) return;
  $("diagnosis").hidden = false;
  fill($("diagnosis"), found, () => rows(found).map(([key, text]) => make("div", {}, make("dt", { text: t(key) }), make("dd", { text }))));
}

/** Label the button in the page's language. */
export function nameDetected() {
  fill($("detected"), on, () => [icon("look")]);
  $("detected").setAttribute("aria-label", t("detected"));
  $("detected").title = `${t("detected")} (X)`;
}

/** Switch the view on or off. */
export function toggleDetected() {
  on = !on;
  $("detected").setAttribute("aria-pressed", String(on));
  document.querySelector(".picture").classList.toggle("detected", on);
  clearInterval(timer);
  $("diagnosis").hidden = true;
  if (!on) return;
  ask();
  timer = setInterval(ask, EVERY_MS);
}
