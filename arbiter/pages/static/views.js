/* The other cameras' views: small in a corner of the picture, or large in its place. */

import { $, make, t } from "./common.js";
import { view } from "./diagnosis.js";

const shown = new Map();

/** Show the cameras with these numbers from now on. */
export function showViews(numbers) {
  for (const [number, button] of shown) {
    if (!numbers.includes(number)) { button.remove(); shown.delete(number); }
  }
  for (const number of numbers) {
    if (!shown.has(number)) add(number);
    const words = t("view_number", { n: number });
    shown.get(number).title = words;
    shown.get(number).setAttribute("aria-label", words);
  }
  $("views").hidden = !shown.size;
}

function add(number) {
  const image = make("img", { alt: "", width: 640, height: 360 });
  const button = make("button", { "aria-pressed": "false", onclick: () => {
    const large = button.getAttribute("aria-pressed") !== "true";
    for (const other of shown.values()) other.setAttribute("aria-pressed", String(large && other === button));
  } }, image);
  shown.set(number, button);
  $("views").append(button);
  follow(number, button, image);
}

async function follow(number, button, image) {
  let newest = 0;
  while (shown.get(number) === button) {
    try {
      const reply = await fetch(`/view.jpg?number=${number}&after=${newest}${view()}`);
      if (reply.status !== 200) { await new Promise((go) => setTimeout(go, 500)); continue; }
      newest = reply.headers.get("X-Frame");
      const next = URL.createObjectURL(await reply.blob());
      const before = image.src;
      image.src = next;
      await image.decode().catch(() => {});
      if (before) URL.revokeObjectURL(before);
    } catch {
      newest = 0;
      await new Promise((go) => setTimeout(go, 1000));
    }
  }
}
