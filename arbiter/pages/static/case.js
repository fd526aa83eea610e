/* A disputed move as one file: names that cover nothing, and stepping through the clip. */

import { beside } from "./placing.js";

const shots = [...document.querySelectorAll(".clip figure")];
let at = 0, timer = null;

/** Put the names in a picture that is shown where they cover nothing that is framed, nor each other. */
function place(mark) {
  const { width, height } = mark.ownerSVGElement.viewBox.baseVal;
  const taken = [...mark.querySelectorAll("rect")].map((frame) => frame.getBBox()).map(({ x, y, width: w, height: h }) => ({ x, y, w, h }));
  [...mark.querySelectorAll("text")].forEach((name, k) => {
    const { y, width: w, height: h } = name.getBBox();
    const [, spot] = beside(taken[k], w, h, taken, width, height);
    name.setAttribute("y", Number(name.getAttribute("y")) + spot.y - y);
    name.setAttribute("x", spot.x);
    taken.push(spot);
  });
}

const placed = (parts) => parts.forEach((part) => { const mark = part.querySelector(".mark"); if (mark) place(mark); });

function show(n) {
  if (!shots.length) return;
  at = (n + shots.length) % shots.length;
  shots.forEach((shot, i) => shot.classList.toggle("on", i === at));
  placed([shots[at]]);
}

const stop = () => { clearInterval(timer); timer = null; };
const act = {
  back: () => { stop(); show(at - 1); },
  on: () => { stop(); show(at + 1); },
  play: () => { if (timer) stop(); else timer = setInterval(() => show(at + 1), 500); },
  marks: () => document.body.classList.toggle("off"),
};
for (const button of document.querySelectorAll("button")) button.addEventListener("click", act[button.dataset.act]);
show(0);
placed([...document.querySelectorAll("section > figure")].filter((figure) => !shots.includes(figure)));
