// Why a candidate was rejected: whom its verdict blames, where it happens, and one sentence.
const ReplayBlame = (() => {
  const {metres, seconds, precise} = ReplayText;

  // m; a witness point this near to a vertex is at that corner.
  const AT_CORNER_M = 0.05;

  // {key, name} of what a rejected candidate meets first; null for a free one.
  function of({firstCollision, verdict, roadClearance}) {
    if (firstCollision) return {key: `obstacle ${firstCollision.obstacleId}`, name: firstCollision.obstacleId};
    if (verdict !== 'leaving') return null;
    const border = roadClearance?.border ?? '';
    return {key: `road ${border}`, name: border === '' ? 'the road’s edge' : `the road’s edge (${border})`};
  }

  // Whether a candidate blames what `key` names; null: any does.
  const matches = (candidate, key) => key === null || of(candidate)?.key === key;

  // What rejected candidates blame, the most frequent first: [{key, name, count}].
  function counts({candidates}) {
    const found = new Map();
    for (const blame of candidates.map(of)) {
      if (blame === null) continue;
      const {count} = found.get(blame.key) ?? {count: 0};
      found.set(blame.key, {...blame, count: count + 1});
    }
    return [...found.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }

  function toBody({x, y}, pose) {
    const c = Math.cos(pose.yaw), s = Math.sin(pose.yaw), dx = x - pose.x, dy = y - pose.y;
    return {x: c * dx + s * dy, y: c * dy - s * dx};
  }

  function toPlane({x, y}, pose) {
    const c = Math.cos(pose.yaw), s = Math.sin(pose.yaw);
    return {x: pose.x + c * x - s * y, y: pose.y + s * x + c * y};
  }

  const cornersOf = (shapes) => shapes.flatMap(
      ({vertices}) => Array.from({length: vertices.length / 2}, (_, k) => ({x: vertices[2 * k], y: vertices[2 * k + 1]})));

  // The corner or the side of a body at a point of its frame, as "front left corner".
  function partAt(shapes, point) {
    const {minX, minY, maxX, maxY} = ReplayExtent.ofShapes(shapes);
    const along = (2 * point.x - minX - maxX) / (maxX - minX || 1);
    const across = (2 * point.y - minY - maxY) / (maxY - minY || 1);
    const [end, side] = [along > 0 ? 'front' : 'rear', across > 0 ? 'left' : 'right'];
    const isCorner = shapes.some(({vertices, radius}) => vertices.length > 2 &&
        cornersOf([{vertices}]).some(({x, y}) => Math.hypot(x - point.x, y - point.y) < radius + AT_CORNER_M));
    if (isCorner) return `${end} ${side} corner`;
    return Math.abs(along) > Math.abs(across) ? end : `${side} side`;
  }

  // The shapes and the motion of a part of the ego vehicle: its body, or one with poses of its own.
  const egoPart = (scene, candidate, part = 0) => (part === 0 ?
      {shapes: scene.egoShapes, motion: candidate.motion} :
      {shapes: scene.partShapes[part - 1], motion: candidate.partMotions[part - 1]});

  const at = (speed) => (speed === null ? '' : ` (${speed.toFixed(1)} m/s)`);

  function obstacleInWords(scene, {obstacleId, hypothesis, elementName, timeS, other}) {
    const obstacle = scene.movingObstacles.find(({id}) => id === obstacleId);
    const prediction = obstacle?.predictions[hypothesis ?? 0];
    const placed = prediction === undefined ? null : ReplayData.placedAt(obstacle, prediction, timeS);
    const name = elementName ? `${obstacleId}, ${elementName}` : obstacleId;
    if (placed === null || placed.pose === null) return name;
    const isDisc = placed.shapes.every(({vertices}) => vertices.length === 2);
    const part = isDisc ? '' : `the ${partAt(placed.shapes, toBody(other, placed.pose))} of `;
    return `${part}${name}${at(ReplayData.speedAt(prediction.motion, timeS))}`;
  }

  // The segments of the edge of the road near a point: {from, to, line}, where `line` are the
  // points of the border that it is of. Sides that two cells of an area share are not its edge.
  function edgesNear(scene, point, reach) {
    const segments = (line, isClosed) => line.slice(isClosed ? 0 : 1).map((to, k) => {
      const from = isClosed ? line[(k + line.length - 1) % line.length] : line[k];
      return {from, to, line: isClosed ? [from, to] : line};
    });
    const isNear = (segment) => distance(point, segment) < reach;
    if (scene.roadBorders.length > 0) return scene.roadBorders.flatMap(({points}) => segments(points, false)).filter(isNear);
    const cells = scene.drivableArea.map((cell) => cornersOf([cell]));
    const isInside = ({x, y}) => cells.some((cell) => segments(cell, true).every(
        ({from, to}) => (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0));
    return cells.flatMap((cell) => segments(cell, true)).filter(isNear).filter(({from, to}) => {
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const outward = {x: (to.y - from.y) / length, y: (from.x - to.x) / length};
      return !isInside({
        x: 0.5 * (from.x + to.x) + AT_CORNER_M * outward.x,
        y: 0.5 * (from.y + to.y) + AT_CORNER_M * outward.y,
      });
    });
  }

  function distance({x, y}, {from, to}) {
    const dx = to.x - from.x, dy = to.y - from.y;
    const s = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - from.x - s * dx, y - from.y - s * dy);
  }

  // By candidate, since they are drawn again and again.
  const crossings = new WeakMap();

  // Where a candidate first crosses the edge of the road: {corner: in the body's frame, point,
  // line: the points of the line that is crossed}. null: it stays on the road, or no edge is near.
  function crossing(scene, candidate) {
    if (!crossings.has(candidate)) crossings.set(candidate, findCrossing(scene, candidate));
    return crossings.get(candidate);
  }

  function findCrossing(scene, {roadDeparture: departure, ...candidate}) {
    if (!departure) return null;
    const {shapes, motion} = egoPart(scene, candidate, departure.part);
    const pose = ReplayData.poseAt(motion, departure.outsideByS);
    if (pose === null) return null;
    let best = null;
    for (const corner of cornersOf(shapes)) {
      const point = toPlane(corner, pose);
      for (const edge of edgesNear(scene, point, best?.far ?? 1)) {
        const far = distance(point, edge);
        if (best === null || far < best.far) best = {far, corner, point, line: edge.line};
      }
    }
    return best;
  }

  function collisionInWords(scene, candidate) {
    const {firstCollision: collision, contactBracket: bracket} = candidate;
    const {shapes, motion} = egoPart(scene, candidate, collision.part);
    const pose = ReplayData.poseAt(motion, collision.timeS);
    const part = pose === null ? 'ego vehicle' : partAt(shapes, toBody(collision.ego, pose));
    const verb = bracket?.isUndecided || bracket?.isConservative ? 'may touch' : 'touches';
    const until = bracket ? `; free until ${precise(bracket.freeUntilS)}` : '';
    const speed = at(ReplayData.speedAt(motion, collision.timeS));
    return `The ${part}${speed} ${verb} ${obstacleInWords(scene, collision)} at ${seconds(collision.timeS)}${until}.`;
  }

  function departureInWords(scene, candidate) {
    const {leavesRoadTimeS: time, roadDeparture: departure, roadClearance: clearance} = candidate;
    const {shapes, motion} = egoPart(scene, candidate, departure?.part);
    const across = crossing(scene, candidate);
    const part = across === null ? 'ego vehicle' : partAt(shapes, across.corner);
    const speed = at(ReplayData.speedAt(motion, time));
    const far = clearance?.clearanceM < 0 ? `, up to ${metres(-clearance.clearanceM)} beyond` : '';
    const until = departure ? `; on the road until ${precise(departure.insideUntilS)}` : '';
    return `The ${part}${speed} crosses ${of(candidate).name} at ${seconds(time)}${far}${until}.`;
  }

  // The sentence; null for a free candidate.
  function inWords(scene, candidate) {
    if (candidate.firstCollision) return collisionInWords(scene, candidate);
    return candidate.verdict === 'leaving' ? departureInWords(scene, candidate) : null;
  }

  // {time, points}: when it happens, and the points where; null for a free candidate.
  function place(scene, candidate) {
    const {firstCollision: collision, roadClearance: clearance, roadDeparture: departure} = candidate;
    if (collision) return {time: collision.timeS, points: [collision.ego, collision.other]};
    if (candidate.verdict !== 'leaving') return null;
    const across = crossing(scene, candidate);
    if (across !== null) return {time: departure.outsideByS, points: [across.point]};
    return clearance ? {time: clearance.timeS, points: [clearance.ego, clearance.other]} : null;
  }

  return {of, matches, counts, crossing, inWords, place};
})();
