/* Places labels over a picture: beside what they name, where they cover the least. Pure functions of boxes. */

const overlap = (a, b) => Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** The best place for a label of a size beside a box, and the area that it covers there, in square pixels. */
export function beside(box, w, h, taken, width, height) {
  const middle = box.x + box.w / 2 - w / 2;
  const options = [[middle, box.y - h - 1], [middle, box.y + box.h + 1], [box.x + box.w + 1, box.y], [box.x - w - 1, box.y],
    [middle, box.y - 2 * h - 2], [middle, box.y + box.h + h + 2]].map(([x, y]) => ({ x: Math.min(Math.max(x, 0), width - w), y: Math.min(Math.max(y, 0), height - h), w, h }));
  const cost = (spot) => taken.reduce((sum, other) => sum + overlap(spot, other), 0) + 4 * overlap(spot, box);
  return options.map((spot) => [cost(spot), spot]).sort((a, b) => a[0] - b[0])[0];
}

/** The part of a picture around boxes (left, top, right, bottom), with a margin, in the ratio 16:9. */
export function around(boxes, width, height) {
  const [left, top] = [0, 1].map((k) => Math.min(...boxes.map((box) => box[k])));
  const [right, bottom] = [2, 3].map((k) => Math.max(...boxes.map((box) => box[k])));
  const wide = Math.min(width, Math.max(1.9 * (right - left), 1.9 * (bottom - top) * 16 / 9, width / 8)), high = wide * 9 / 16;
  const x = Math.min(Math.max((left + right - wide) / 2, 0), width - wide), y = Math.min(Math.max((top + bottom - high) / 2, 0), Math.max(0, height - high));
  return [x, y, wide, high].map((value) => Math.round(value));
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and text. */
export function drawing(name, attributes, words = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = words;
  return made;
}

/** Boxes and labels over a picture (width, height) that is `shown` that wide; and the labels that go below the picture,
 * because there is no room beside their box, or there is only one box. Letters are as large as the page's small ones. */
export function framed(marks, width, height, shown) {
  const size = Math.max(width / 60, 12 * width / Math.max(1, shown));
  const boxes = marks.map(({ box: [x0, y0, x1, y1] }) => ({ x: x0, y: y0, w: x1 - x0, h: y1 - y0 }));
  const taken = [...boxes], left = [];
  const frames = boxes.map(({ x, y, w, h }) => drawing("rect", { class: "frame", x, y, width: w, height: h, "stroke-width": size / 8 }));
  const names = marks.flatMap(({ words }, k) => {
    const [wide, high] = [words.length * size * 0.58 + size / 2, size * 1.3];
    const [covered, spot] = beside(boxes[k], wide, high, taken, width, height);
    if (marks.length === 1 || wide > width || covered > 1) { left.push(words); return []; }
    taken.push(spot);
    return [drawing("rect", { class: "plate", x: spot.x, y: spot.y, width: spot.w, height: spot.h, rx: size / 4 }),
      drawing("text", { x: spot.x + size / 4, y: spot.y + size, "font-size": size }, words)];
  });
  return [[...frames, ...names], left];
}
