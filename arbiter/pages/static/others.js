/* A second and a third camera at the same table, on the home page: chosen one after another, each with its picture. */

import { $, fill, load, make, put, t } from "./common.js";

const NONE = "", OTHER = "file";
const TITLES = ["home_second", "home_third"];
let before = []; // the sources of the last game, until they have been offered
let rows = [];

/** Show the newest picture of a source in an image; returns facts about it. */
export async function showPicture(image, spec, number) {
  const asked = `?source=${encodeURIComponent(spec)}&camera=${number}`;
  const [reply, facts] = await Promise.all([fetch(`/preview.jpg${asked}`), load("/preview.json", asked)]);
  if (reply.status === 200) {
    const old = image.src;
    image.src = URL.createObjectURL(await reply.blob());
    image.hidden = false;
    if (old) URL.revokeObjectURL(old);
  }
  return facts;
}

/** Offer the other sources as pairs of value and words; `first` is the first camera, `last` are the last game's sources. */
export function showOthers(choices, first, last) {
  if (!rows.length) { before = [...last]; rows = TITLES.map(row); }
  const taken = [first];
  let open = first !== "sample"; // the sample video is from one camera
  rows.forEach((one, at) => {
    const offered = [[NONE, t("home_no_other")], ...choices.filter(([value]) => value === OTHER || !taken.includes(value))];
    const now = at < before.length ? before[at] : one.select.value;
    fill(one.select, offered, () => offered.map(([value, text]) => make("option", { value, text })));
    const known = offered.some(([value]) => value === now);
    one.select.value = known ? now : now && at < before.length ? OTHER : NONE;
    if (!known && one.select.value === OTHER) one.address.value = now;
    put(one.title, t(TITLES[at]));
    put(one.place, t("home_address"));
    one.box.hidden = !open;
    one.written.hidden = one.select.value !== OTHER;
    open &&= one.select.value !== NONE;
    if (!open) one.view.hidden = true;
    taken.push(one.select.value);
  });
  before = [];
}

function row() {
  const title = make("span"), place = make("span"), select = make("select"), image = make("img", { alt: "", hidden: true });
  const address = make("input", { maxlength: 380, autocomplete: "off", spellcheck: "false" }), words = make("figcaption");
  const box = make("div", { class: "other" }), written = make("label", {}, place, address);
  const view = make("figure", { hidden: true }, image, words);
  box.append(make("label", {}, title, select), written);
  select.addEventListener("change", () => { image.hidden = true; $("others").dispatchEvent(new Event("change")); });
  $("others").append(box);
  $("other-views").append(view);
  return { title, place, select, address, box, written, view, image, words };
}

const specOf = (one) => (one.box.hidden ? NONE : one.select.value === OTHER ? one.address.value.trim() : one.select.value);

/** The other sources, for the server. */
export const others = () => rows.map(specOf).filter((spec) => spec !== NONE);

/** Show the other cameras' pictures and facts; a phone has no picture yet. */
export async function lookAtOthers() {
  await Promise.all(rows.map(async (one, at) => {
    const spec = specOf(one);
    one.view.hidden = !spec || spec === "page";
    if (one.view.hidden) return;
    const facts = await showPicture(one.image, spec, at + 1);
    if (spec !== specOf(one)) return;
    one.image.alt = `${t(TITLES[at])}: ${t("home_see_alt")}`;
    const markers = facts?.markers ? t("home_markers_n", { n: facts.markers }) : t("home_markers_none");
    put(one.words, facts ? facts.problem || `${t("home_markers")}: ${markers}` : "");
    one.words.className = facts && (facts.problem || (facts.markers > 0 && facts.markers < 4)) ? "poor" : "";
  }));
}
