/**
 * The houses of a city from their numbers, as `bastide.view.carcassonne.tiles.standing` draws them: shadows, fronts, roofs in
 * the light from the upper left, ridges. In an oblique view height goes straight up the page.
 */

/** @typedef {[number, number]} Point in units of a tile */

/** Units of a drawing for each unit of a tile; steps of a unit in the numbers; numbers of a house. */
const K = 2;
const FINE = 4;
const NUMBERS = 7;
const [LOW, HIGH] = [6, 7];
const LIGHT = [-0.62, -0.42, 0.66];
const PITCH = 0.55;
const [GABLE, HIP] = [0.02, 0.36];
/** Roofs from the dark side to the lit one, by tone. */
const RAMPS = [
  ["#a9583a", "#ba6741", "#c8774c", "#d4885b", "#dfa076"],
  ["#a15238", "#b2603e", "#c17049", "#cd8058", "#d89770"],
  ["#b4694a", "#c37853", "#cf885f", "#da9a70", "#e4b08b"],
  ["#ae7059", "#bc7f66", "#c98f75", "#d5a188", "#dfb69f"],
  ["#925044", "#a25c4a", "#b16a55", "#bf7a63", "#cb8f77"],
  ["#55636e", "#65747f", "#778791", "#8b9aa3", "#a5b2b9"],
];

/** @param {Point[]} points */
function outline(points) {
  return `M${points.map(([x, y]) => `${Math.round(x * K)} ${Math.round(y * K)}`).join("L")}z`;
}

/** @param {Map<string, string>} paths */
function filled(paths) {
  return [...paths].map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`).join("");
}

/**
 * @param {Map<string, string>} paths
 * @param {string} fill
 * @param {Point[]} shape
 */
function add(paths, fill, shape) {
  paths.set(fill, (paths.get(fill) ?? "") + outline(shape));
}

/**
 * @param {number} nx how far a face looks east
 * @param {number} ny and south
 * @param {number} slope
 * @returns {number} the light on it, from 0 to 1
 */
function lightOn(nx, ny, slope) {
  const [x = 0, y = 0, z = 0] = LIGHT;
  return Math.max(0, Math.min(1, ((nx * x + ny * y) * slope + z) / Math.sqrt(1 + slope * slope)));
}

/**
 * @param {number[]} numbers
 * @param {string} yards what grows between the houses
 * @returns {string}
 */
function houses(numbers, yards) {
  /** @type {Map<string, string>} */
  const fronts = new Map();
  /** @type {Map<string, string>} */
  const roofs = new Map();
  let [shadows, ridges] = ["", ""];
  for (let at = 0; at + NUMBERS <= numbers.length; at += NUMBERS) {
    const [x = 0, y = 0, ux = 0, uy = 0, vx = 0, vy = 0, kind = 0] = numbers.slice(at, at + NUMBERS).map((value, i) => (i < NUMBERS - 1 ? value / FINE : value));
    const ramp = RAMPS[kind >> 2] ?? [];
    const height = kind & 2 ? HIGH : LOW;
    const hip = kind & 1 ? GABLE : HIP;
    /** @type {Point[]} */
    const ring = [[x, y], [x + ux, y + uy], [x + ux + vx, y + uy + vy], [x + vx, y + vy]];
    shadows += outline(ring.map(([px, py]) => [px + 3.4, py + 2.4]));
    if (ux * vy - uy * vx < 0) ring.reverse();
    const sides = [Math.hypot(ux, uy), Math.hypot(vx, vy)];
    const [long, wide] = [Math.max(...sides), Math.min(...sides)];
    const [ax, ay] = (sides[0] ?? 0) >= (sides[1] ?? 0) ? [ux / long, uy / long] : [vx / long, vy / long];
    const [mx, my] = [x + (ux + vx) / 2, y + (uy + vy) / 2];
    const half = Math.max(long / 2 - hip * wide, long * 0.06);
    const top = height + (wide / 2) * PITCH;
    /** @type {[Point, Point]} */
    const ridge = [[mx - ax * half, my - ay * half], [mx + ax * half, my + ay * half]];
    /** @param {Point} p which end of the ridge is near */
    const near = ([px, py]) => ((px - mx) * ax + (py - my) * ay < 0 ? 0 : 1);
    ring.forEach((a, i) => {
      const b = /** @type {Point} */ (ring[(i + 1) % ring.length]);
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const [nx, ny] = [(b[1] - a[1]) / length, -(b[0] - a[0]) / length];
      const front = nx > 0.3 ? "#bfa679" : nx > -0.3 ? "#d0ba8c" : "#dac698";
      if (ny > 0.05) add(fronts, front, [a, b, [b[0], b[1] - height], [a[0], a[1] - height]]);
      const [first, second] = [near(a), near(b)];
      /** @type {Point[]} */
      const face = [[a[0], a[1] - height], [b[0], b[1] - height], [ridge[second][0], ridge[second][1] - top]];
      if (first === second && hip < 0.05) {
        if (ny > 0.05) add(fronts, front, face);
        return;
      }
      if (first !== second) face.push([ridge[first][0], ridge[first][1] - top]);
      add(roofs, ramp[Math.min(4, Math.floor(lightOn(nx, ny, PITCH * 1.25) * 5.2))] ?? "", face);
    });
    ridges += outline(ridge.map(([px, py]) => [px, py - top])).replace("z", "");
  }
  return (
    `<path fill="#4a3517" d="${shadows}" fill-opacity=".4"/>${yards}${filled(fronts)}` +
    `<g stroke="#6b3420" stroke-opacity=".42" stroke-width=".9" stroke-linejoin="round">${filled(roofs)}</g>` +
    `<path d="${ridges}" fill="none" stroke="#f6d3ae" stroke-width="1.2" stroke-opacity=".5" class="f"/>`
  );
}

/**
 * @param {string} svg a drawing with lists of houses
 * @returns {string} the drawing with the houses
 */
export function withHouses(svg) {
  return svg.replace(/<h n="([-\d ]*)">(.*?)<\/h>/g, (_, list, yards) => (list === "" ? yards : houses(list.split(" ").map(Number), yards)));
}
