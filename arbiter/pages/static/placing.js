/* Where labels go over a picture: beside what they name, where they cover the least. Pure functions of boxes. */

const overlap = (a, b) => Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** Where a label of a size goes beside a box, and what it covers there: the least that it may, in square pixels. */
export function beside(box, w, h, taken, width, height) {
  const middle = box.x + box.w / 2 - w / 2;
  const options = [[middle, box.y - h - 1], [middle, box.y + box.h + 1], [box.x + box.w + 1, box.y], [box.x - w - 1, box.y],
    [middle, box.y - 2 * h - 2], [middle, box.y + box.h + h + 2]].map(([x, y]) => ({ x: Math.min(Math.max(x, 0), width - w), y: Math.min(Math.max(y, 0), height - h), w, h }));
  const cost = (spot) => taken.reduce((sum, other) => sum + overlap(spot, other), 0) + 4 * overlap(spot, box);
  return options.map((spot) => [cost(spot), spot]).sort((a, b) => a[0] - b[0])[0];
}

/** The part of a picture around boxes (left, top, right, bottom), with room about, in the shape of a screen. */
export function around(boxes, width, height) {
  const [left, top] = [0, 1].map((k) => Math.min(...boxes.map((box) => box[k])));
  const [right, bottom] = [2, 3].map((k) => Math.max(...boxes.map((box) => box[k])));
  const wide = Math.min(width, Math.max(1.9 * (right - left), 1.9 * (bottom - top) * 16 / 9, width / 8)), high = wide * 9 / 16;
  const x = Math.min(Math.max((left + right - wide) / 2, 0), width - wide), y = Math.min(Math.max((top + bottom - high) / 2, 0), Math.max(0, height - high));
  return [x, y, wide, high].map((value) => Math.round(value));
}
