/* A disputed move as one file: places the labels, and steps through the clip. */

import { framed } from "./placing.js";

const shots = [...document.querySelectorAll(".clip figure")];
const stills = [...document.querySelectorAll("section > figure")].filter((figure) => !shots.includes(figure));
const seen = new Map([...shots, ...stills].map((figure) => [figure, marksIn(figure)]));
const SLOW_MS = 900; // the pictures are half a second apart
let at = 0, timer = null;

/** The labelled boxes in a picture. */
function marksIn(figure) {
  const names = [...figure.querySelectorAll(".mark text")].map((name) => name.textContent);
  return [...figure.querySelectorAll(".mark rect")].map((frame, k) => {
    const [x, y, w, h] = ["x", "y", "width", "height"].map((side) => Number(frame.getAttribute(side)));
    return { box: [x, y, x + w, y + h], words: names[k] };
  });
}

/** Place the labels of a visible picture where they cover neither boxes nor each other, or else below the picture. */
function place(figure) {
  const mark = figure.querySelector(".mark"), picture = mark.ownerSVGElement, { width, height } = picture.viewBox.baseVal;
  const [over, left] = framed(seen.get(figure), width, height, picture.getBoundingClientRect().width);
  mark.replaceChildren(...over);
  figure.querySelector(".rest").textContent = left.join(", ");
}

const placed = () => [...stills, ...shots.slice(at, at + 1)].forEach(place);

function show(n) {
  if (!shots.length) return;
  at = (n + shots.length) % shots.length;
  shots.forEach((shot, i) => shot.classList.toggle("on", i === at));
  place(shots[at]);
}

const stop = () => { clearInterval(timer); timer = null; };
const act = {
  back: () => { stop(); show(at - 1); },
  on: () => { stop(); show(at + 1); },
  play: () => { if (timer) stop(); else timer = setInterval(() => show(at + 1), SLOW_MS); },
  marks: () => document.body.classList.toggle("off"),
};
for (const button of document.querySelectorAll("button")) button.addEventListener("click", act[button.dataset.act]);
show(0);
placed();
addEventListener("resize", placed);
