// The data of the page: the scenes, from its data elements or from scripts beside it
// (replay_page.proto), in metres in the scene's local frame, radians, seconds.
const ReplayData = (() => {
  // s; the tolerance with which the checker takes two times for one.
  const SAME_INSTANT_S = 1e-6;

  // Characters that control what is shown, turn the direction of what follows, or are invisible:
  // those that VisibleText (collision2d/io/text.h) escapes, in the same way.
  const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;
  function escape(character) {
    const code = character.codePointAt(0).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
  }

  // The value with every text in it as it can be shown.
  function visible(value) {
    if (typeof value === 'string') return value.replace(HIDDEN, escape);
    if (value === null || typeof value !== 'object' || typeof value[0] === 'number') return value;
    if (Array.isArray(value)) return value.map(visible);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visible(member)]));
  }

  const textOf = (id) => document.getElementById(id).textContent;

  const items = textOf('replay-items').split('\n').slice(0, -1).map((line) => visible(JSON.parse(line)));
  const summary = {
    ...visible(JSON.parse(textOf('replay-summary'))),
    rows: items.filter(({row}) => row !== undefined).map(({row}) => row),
    unusableInputs: items.filter(({row}) => row === undefined).map(({unusable}) => unusable),
  };
  const {holdObstacles} = summary;

  // The numbers of a column of integers; null where none is set.
  function numbers(text) {
    const [steps, list] = text.split(';');
    const perUnit = Number(steps);
    const result = list.split(',');
    let value = 0, difference = 0;
    for (let k = 0; k < result.length; ++k) {
      const entry = result[k];
      if (entry === 'x') {
        result[k] = null;
      } else {
        if (entry !== '') difference = +entry;
        result[k] = (value += difference) / perUnit;
      }
    }
    return result;
  }

  // The entries of a column.
  function entries(column) {
    if (Array.isArray(column)) return column;
    if (typeof column === 'string') return numbers(column);
    const isList = column['#'] !== undefined;
    const counts = numbers(isList ? column['#'] : column['?']);
    const all = list(column, counts.reduce((sum, count) => sum + count, 0));
    let next = 0;
    if (!isList) {
      const inner = rows(all);
      return counts.map((count) => (count > 0 ? inner[next++] : null));
    }
    const columns = Object.entries(all.of);
    return counts.map((count) => {
      const begin = next;
      next += count;
      return {count, of: Object.fromEntries(columns.map(([name, values]) => [name, values.slice(begin, next)]))};
    });
  }

  // A list of messages as it is packed: their number, and of each field the entries.
  function list(columns, count) {
    const fields = Object.entries(columns).filter(([name]) => name !== '#' && name !== '?');
    return {count, of: Object.fromEntries(fields.map(([name, column]) => [name, entries(column)]))};
  }

  // The messages of a list, if they are few.
  function rows({count, of}) {
    const result = Array.from({length: count}, () => ({}));
    for (const [name, values] of Object.entries(of)) {
      values.forEach((value, i) => {
        if (value !== null) result[i][name] = value;
      });
    }
    return result;
  }

  // A message with all lists in it unpacked (see page_json.h).
  function unpack(packed) {
    if (packed === null || typeof packed !== 'object' || Array.isArray(packed)) return packed;
    if (packed['#'] !== undefined) return list(packed, packed['#']);
    return Object.fromEntries(Object.entries(packed).map(([name, member]) => [name, unpack(member)]));
  }

  const NO_ORIGIN = {x: 0, y: 0};
  const point = ({x = 0, y = 0} = {}, origin) => ({x: x - origin.x, y: y - origin.y});
  const path = (points, origin) => rows(points).map((p) => point(p, origin));

  // -> {vertices: [x, y, x, y, ...], radius}
  const polygon = ({vertices, radiusM}, origin) =>
      ({vertices: path(vertices, origin).flatMap(({x, y}) => [x, y]), radius: radiusM});
  const shapes = (packed, origin) => rows(packed).map((shape) => polygon(shape.polygon, origin));

  // -> {time, x, y, yaw, z, pitch}, arrays of one number for each pose; yaw is unwound. null: there
  // is no pose.
  function motion({count, of}, origin) {
    if (count === 0) return null;
    // Loops, since these are the most numbers of a page.
    const less = (values, offset) => {
      const result = new Float64Array(count);
      for (let k = 0; k < count && values !== undefined; ++k) result[k] = (values[k] ?? 0) - offset;
      return result;
    };
    const yaw = less(of.yawRad, 0);
    for (let k = 1; k < count; ++k) yaw[k] += 2 * Math.PI * Math.round((yaw[k - 1] - yaw[k]) / (2 * Math.PI));
    return {
      time: of.timeS,
      x: less(of.x, origin.x),
      y: less(of.y, origin.y),
      yaw,
      z: less(of.z, 0),
      pitch: less(of.pitchRad, 0),
    };
  }

  // The index of the last of the increasing times that is not after t; -1 if there is none.
  function lastNotAfter(times, t) {
    let low = 0, high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= t + SAME_INSTANT_S)
        low = middle + 1;
      else
        high = middle;
    }
    return low - 1;
  }

  const isWithin = (times, t) => t >= times[0] - SAME_INSTANT_S && t <= times[times.length - 1] + SAME_INSTANT_S;

  // {x, y, yaw, z, pitch} on the motion, linear between its poses; null before the first and after
  // the last.
  function poseAt(motion, t) {
    if (!isWithin(motion.time, t)) return null;
    const i = Math.max(0, lastNotAfter(motion.time, t));
    const j = Math.min(i + 1, motion.time.length - 1);
    const s = i === j ? 0 : Math.max(0, (t - motion.time[i]) / (motion.time[j] - motion.time[i]));
    const between = (values) => values[i] + s * (values[j] - values[i]);
    const {x, y, yaw, z, pitch} = motion;
    return {x: between(x), y: between(y), yaw: between(yaw), z: between(z), pitch: between(pitch)};
  }

  // m/s, at t on the motion, between the two poses around it; null if there are none.
  function speedAt({time, x, y}, t) {
    if (time.length < 2) return null;
    const j = Math.min(Math.max(1, lastNotAfter(time, t) + 1), time.length - 1);
    return Math.hypot(x[j] - x[j - 1], y[j] - y[j - 1]) / (time[j] - time[j - 1]);
  }

  // The time within `times` at which an obstacle stands at t: t itself, or what is nearest if
  // obstacles are held.
  function obstacleTime(times, t, isHeld) {
    if (!isHeld) return t;
    return Math.min(Math.max(t, times[0]), times[times.length - 1]);
  }

  // The shapes of a set-based prediction: those of the last of its times that is not after t; none
  // outside its times, unless obstacles are held.
  function occupancyAt(prediction, t, isHeld) {
    const time = obstacleTime(prediction.occupancyTimes, t, isHeld);
    if (!isWithin(prediction.occupancyTimes, time)) return [];
    return prediction.occupancies[Math.max(0, lastNotAfter(prediction.occupancyTimes, time))];
  }

  // The shapes of an obstacle with poses: those of the last of its prediction's times that is not
  // after t, its own before.
  function shapesAt(obstacle, {shapeTimes, timedShapes}, t) {
    const i = lastNotAfter(shapeTimes, t);
    return i < 0 ? obstacle.shapes : timedShapes[i];
  }

  // Where a prediction has its obstacle at t: its shapes, and the pose that places them (null if
  // they are placed already). null: it is absent. `isHeld`: it stays where its prediction ends.
  function placedAt(obstacle, prediction, t, isHeld = holdObstacles) {
    const {motion} = prediction;
    const shapes = motion === null ? occupancyAt(prediction, t, isHeld) : shapesAt(obstacle, prediction, t);
    const pose = motion === null ? null : poseAt(motion, obstacleTime(motion.time, t, isHeld));
    return shapes.length === 0 || (motion !== null && pose === null) ? null : {shapes, pose};
  }

  const FEATURES = ['', 'stopLine', 'sign', 'light', 'speedLimit', 'crosswalk', 'speedBump', 'driveway'];
  // Of SignalState; flashing ones are as what they ask for.
  const ASPECTS = ['unknown', 'stop', 'caution', 'go', 'stop', 'caution', 'off'];

  // What a light shows at t, a word of ASPECTS; null if it has no states.
  function aspectAt({aspectTimes, aspects}, t) {
    if (aspectTimes.length === 0) return null;
    return ASPECTS[aspects[lastNotAfter(aspectTimes, t)] ?? 0];
  }

  const feature = ({kind, text, points, states, laneId}, origin) => ({
    kind: FEATURES[kind],
    text,
    points: path(points, origin),
    aspectTimes: states.of.timeS ?? [],
    aspects: states.of.aspect ?? [],
    laneId,
  });

  function prediction({probability, isAssumed, poses, occupancies, timedShapes}, origin) {
    return {
      probability,
      isAssumed,
      motion: motion(poses, origin),
      occupancyTimes: occupancies.of.timeS?.length > 0 ? occupancies.of.timeS : null,
      occupancies: rows(occupancies).map((occupancy) => shapes(occupancy.shapes, origin)),
      shapeTimes: timedShapes.of.timeS ?? [],
      timedShapes: rows(timedShapes).map((timed) => shapes(timed.shapes, NO_ORIGIN)),
    };
  }

  // The ground plan of a polytope: the convex hull of its vertices, counter-clockwise.
  function planOf({vertices}, origin) {
    const points = path(vertices, origin).sort((a, b) => a.x - b.x || a.y - b.y);
    const turn = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const chain = (sorted) => {
      const hull = [];
      for (const p of sorted) {
        while (hull.length > 1 && turn(hull[hull.length - 2], hull[hull.length - 1], p) <= 0) hull.pop();
        hull.push(p);
      }
      return hull.slice(0, -1);
    };
    const hull = [...chain(points), ...chain([...points].reverse())];
    return {vertices: (hull.length > 0 ? hull : points).flatMap(({x, y}) => [x, y]), radius: 0};
  }

  // The span from the lowest to the highest part of an obstacle; null if one is not known.
  function heightsOf({shapes: plain, height, polytopes}, predictions) {
    const hasPlain = plain.count > 0 || predictions.some((p) => p.occupancies.length + p.timedShapes.length > 0);
    if (height === undefined && (hasPlain || polytopes.count === 0)) return null;
    const ends = rows(polytopes).flatMap(({vertices}) => vertices.of.z);
    if (height !== undefined) ends.push(height.zMinM, height.zMaxM);
    return {low: Math.min(...ends), high: Math.max(...ends), isPartial: polytopes.count > 0};
  }

  function obstacle(o, origin, predictions) {
    const plans = [...shapes(o.shapes, origin), ...rows(o.polytopes).map((polytope) => planOf(polytope, origin))];
    return {id: o.id, type: o.type, shapes: plans, heights: heightsOf(o, predictions), predictions};
  }

  // A grid by rectangles: the occupied cells side by side in a row are one.
  function grid({id, type, origin: corner, yawRad, width, height, cellSizeM: size, bits}, origin) {
    const bytes = atob(bits);
    const isOccupied = (cell) => (bytes.charCodeAt(cell >> 3) >> (cell & 7)) & 1;
    const {x, y} = point(corner, origin);
    const c = size * Math.cos(yawRad), s = size * Math.sin(yawRad);
    const at = (row, column) => [x + c * column - s * row, y + s * column + c * row];
    const runs = [];
    for (let row = 0; row < height; ++row) {
      for (let begin = 0, end; begin < width; begin = end + 1) {
        for (end = begin; end < width && isOccupied(row * width + end);) ++end;
        if (end === begin) continue;
        const corners = [at(row, begin), at(row, end), at(row + 1, end), at(row + 1, begin)];
        runs.push({vertices: corners.flat(), radius: 0});
      }
    }
    return {id, type, shapes: runs, isGrid: true, heights: null, predictions: []};
  }

  const pointSet = ({id, type, radiusM: radius, points}, origin) => ({
    id,
    type,
    shapes: path(points, origin).map(({x, y}) => ({vertices: [x, y], radius})),
    heights: null,
    predictions: [],
  });

  // `parts`: as replay_page.proto says. Metres in the scene's local frame.
  function scene(parts) {
    const {file, inputDigest, origin, scene: head} = unpack(parts[0]).scene;
    const cycles = parts.filter((part) => part.cycle !== undefined).map((part) => part.cycle);
    const {ego, egoState} = head;
    const movingObstacles = rows(head.movingObstacles);
    const goals = rows(head.goals);
    const predictions = new Map(movingObstacles.map(({id}) => [id, []]));
    for (const p of rows(head.predictions)) predictions.get(p.obstacleId).push(prediction(p, origin));
    const unpacked = new Map();
    const obstaclesOf = (list, make) => parts.flatMap((part) => rows(unpack(part[list])).map((o) => make(o, origin, [])));
    return {
      id: head.id,
      file,
      digest: inputDigest,
      origin,
      timeStep: head.timeStepS,
      egoShapes: shapes(ego.shapes, NO_ORIGIN),
      partShapes: rows(ego.parts).map((part) => shapes(part.shapes, NO_ORIGIN)),
      egoHeights: ego.heightM === undefined ? null : {low: ego.groundClearanceM, high: ego.heightM},
      egoState: egoState === undefined ?
          null :
          motion({count: 1, of: {timeS: [egoState.timeS], x: [egoState.x], y: [egoState.y], yawRad: [egoState.yawRad]}}, origin),
      egoSpeed: egoState?.speedMps ?? 0,
      referencePath: path(head.referencePath, origin),
      roadBorders: rows(head.roadBorders).map(({id, points}) => ({id, points: path(points, origin)})),
      goals,
      features: rows(head.roadFeatures).map((f) => feature(f, origin)),
      lanes: rows(head.lanes).map(({id, points}) => ({id, points: path(points, origin)})),
      goalAreas: goals.map(({area}) => shapes(area, origin)).filter((area) => area.length > 0),
      drivableArea: rows(head.drivableArea).map((cell) => polygon(cell, origin)),
      staticObstacles: [
        ...obstaclesOf('staticObstacles', obstacle),
        ...obstaclesOf('grids', grid),
        ...obstaclesOf('pointSets', pointSet),
      ],
      movingObstacles: movingObstacles.map((o) => obstacle(o, NO_ORIGIN, predictions.get(o.id))),
      driven: motion(unpack(parts[parts.length - 1].driven), origin),
      cycleTimes: cycles.map(({verdicts}) => verdicts.cycleTimeS),
      // Unpacked when first shown: a closed loop has many.
      cycle(i) {
        if (!unpacked.has(i)) unpacked.set(i, ReplayCycle.of(unpack(cycles[i]), {rows, point, motion, origin}));
        return unpacked.get(i);
      },
    };
  }

  // The scenes whose scripts are being loaded: index -> what to call with the scene, and with
  // nothing if it fails.
  const awaited = new Map();

  // Called by the script of a scene.
  window.replayScene = (index, parts) => {
    awaited.get(index)?.(scene(visible(parts)));
    awaited.delete(index);
  };

  // Calls `show` with the scene, at once if it is in the page, or with null if its script cannot be
  // loaded.
  function loadScene(index, show) {
    const inPage = document.getElementById(`replay-scene-${index}`);
    if (inPage !== null) return show(scene(visible(JSON.parse(inPage.textContent))));
    awaited.set(index, show);
    const script = document.createElement('script');
    script.nonce = 'replay';
    script.src = `scenes/${index}.js`;
    script.addEventListener('load', () => script.remove());
    script.addEventListener('error', () => {
      awaited.get(index)?.(null);
      awaited.delete(index);
      script.remove();
    });
    document.head.append(script);
  }

  return {summary, visible, loadScene, poseAt, speedAt, placedAt, shapesAt, aspectAt, lastNotAfter};
})();
