// The neighbours of the one chosen sample, as spokes.

const NEIGHBORS = 5;

// Python knows the subspace; a saved page only the picture. { rows, where }, or null.
export function neighborsOf(pane, i) {
  const { player, run, k } = pane;
  const told = player.neighbors;
  if (told && told.row === i && told.k === k && pane === player.panes[0]) return { rows: told.rows, where: "subspace" };
  if (!player.saved || !run.ready) return null;
  return { rows: nearestInPicture(pane.positions, i), where: "picture" };
}

function nearestInPicture(xy, i) {
  const away = (j) => (xy[2 * j] - xy[2 * i]) ** 2 + (xy[2 * j + 1] - xy[2 * i + 1]) ** 2;
  const found = []; // [distance, row], nearest first
  for (let j = 0; j < xy.length / 2; j++) {
    const d = away(j);
    if (j === i || (found.length === NEIGHBORS && d >= found[NEIGHBORS - 1][0])) continue;
    found.push([d, j]);
    found.sort((a, b) => a[0] - b[0]);
    found.length = Math.min(found.length, NEIGHBORS);
  }
  return found.map(([, j]) => j);
}

export function drawSpokes(ctx, pane) {
  const i = pane.player.onlyPick;
  const near = i >= 0 ? neighborsOf(pane, i) : null;
  if (!near) return;
  const from = pane.pixel(i);
  ctx.lineWidth = 2;
  for (const j of near.rows) {
    const to = pane.pixel(j);
    ctx.strokeStyle = pane.colorOf(j);
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(...to, 7, 0, 7);
    ctx.stroke();
  }
}
