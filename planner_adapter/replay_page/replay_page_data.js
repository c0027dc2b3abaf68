// The scenes, unpacked from the page's data elements or from scripts beside it (replay_page.proto):
// metres in the scene's local frame, radians, seconds.
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

  const read = (id) => visible(JSON.parse(document.getElementById(id).textContent));

  const summary = {
    ...read('replay-summary'),
    rows: read('replay-rows'),
    unusableInputs: read('replay-unusable').map(({reason}) => reason),
  };
  // 64 bits, which JSON has as text.
  const SUMS = [
    'candidates', 'free', 'colliding', 'collidingBetweenInstants', 'leavingDrivableArea', 'leavingBetweenInstants',
    'cyclesWithoutFree', 'cyclesWithoutCandidates', 'pairsChecked'
  ];
  for (const row of [summary.total, ...summary.rows]) {
    for (const sum of SUMS) row[sum] = Number(row[sum]);
  }
  const {holdObstacles} = summary;

  // -> [{vertices: [x, y, x, y, ...], radius}]
  function shapes(packed, unit) {
    const result = [];
    let next = 0;
    for (let i = 0; i < (packed?.vertexCount.length ?? 0); ++i) {
      const vertices = [];
      for (let k = 0; k < packed.vertexCount[i]; ++k, ++next) {
        vertices.push(packed.x[next] * unit, packed.y[next] * unit);
      }
      result.push({vertices, radius: packed.radius[i] * unit});
    }
    return result;
  }

  // -> [{x, y}]
  const path = (packed, unit) => packed.x.map((x, i) => ({x: x * unit, y: packed.y[i] * unit}));

  // -> [{time, x, y, yaw, z, pitch}], arrays of one number for each pose; yaw is unwound.
  function motions(packed, times, unit) {
    const result = [];
    let next = 0;
    for (const index of packed?.times ?? []) {
      const time = times[index].timeS;
      const motion = {
        time,
        x: new Float64Array(time.length),
        y: new Float64Array(time.length),
        yaw: new Float64Array(time.length),
        z: new Float64Array(time.length),
        pitch: new Float64Array(time.length),
      };
      let x = 0, y = 0, yaw = 0, z = 0, pitch = 0;
      for (let k = 0; k < time.length; ++k, ++next) {
        motion.x[k] = (x += packed.dx[next]) * unit;
        motion.y[k] = (y += packed.dy[next]) * unit;
        motion.yaw[k] = (yaw += packed.dyaw[next]) * 1e-4;
        if (packed.dz.length === 0) continue;
        motion.z[k] = (z += packed.dz[next]) * unit;
        motion.pitch[k] = (pitch += packed.dpitch[next]) * 1e-4;
      }
      result.push(motion);
    }
    return result;
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
    return {
      x: between(motion.x),
      y: between(motion.y),
      yaw: between(motion.yaw),
      z: between(motion.z),
      pitch: between(motion.pitch),
    };
  }

  // The time within `times` at which an obstacle stands at t: t itself, or what is nearest if
  // obstacles are held.
  function obstacleTime(times, t) {
    if (!holdObstacles) return t;
    return Math.min(Math.max(t, times[0]), times[times.length - 1]);
  }

  // As poseAt, for an obstacle.
  const obstaclePoseAt = (motion, t) => poseAt(motion, obstacleTime(motion.time, t));

  // The shapes of a set-based prediction: those of the last of its times that is not after t; none
  // outside its times, unless obstacles are held.
  function occupancyAt(prediction, t) {
    const time = obstacleTime(prediction.occupancyTimes, t);
    if (!isWithin(prediction.occupancyTimes, time)) return [];
    return prediction.occupancies[Math.max(0, lastNotAfter(prediction.occupancyTimes, time))];
  }

  const FEATURES = ['stopLine', 'sign', 'light', 'speedLimit'];

  // -> {low, high}; null: not known.
  const heights = (packed) =>
      (packed === undefined ? null : {low: packed.zMinM, high: packed.zMaxM, isPartial: packed.isPartial});

  function prediction(packed, times, unit) {
    const timesIndex = packed.occupancyTimes;
    return {
      probability: packed.probability,
      motion: motions(packed.motion, times, unit)[0] ?? null,
      occupancyTimes: timesIndex === undefined ? null : times[timesIndex].timeS,
      occupancies: packed.occupancies.map((set) => shapes(set, unit)),
    };
  }

  const cycle = (packed) => ReplayCycle.unpack(packed, motions(packed.motions, packed.timeLists, packed.unitM));

  // `parts`: as replay_page.proto says.
  function scene(parts) {
    const packed = parts[0];
    const cycles = parts.slice(1, -1);
    const drive = parts[parts.length - 1];
    const {unitM: unit, times} = packed;
    const obstacle = (o) => ({
      id: o.id,
      type: o.type,
      shapes: shapes(o.shapes, unit),
      heights: heights(o.heights),
      predictions: o.predictions.map((p) => prediction(p, times, unit)),
    });
    const unpacked = new Map();
    return {
      id: packed.id,
      file: packed.file,
      digest: packed.inputDigest,
      origin: {x: packed.originX, y: packed.originY},
      timeStep: packed.timeStepS,
      egoShapes: shapes(packed.egoShapes, unit),
      egoHeights: heights(packed.egoHeights),
      egoState: motions(packed.egoState, times, unit)[0] ?? null,
      egoSpeed: packed.egoSpeedMps,
      referencePath: path(packed.referencePath, unit),
      roadBorders: packed.roadBorders.map((border) => path(border, unit)),
      goals: packed.goals,
      features: packed.features.map(({kind, text, points}) => ({kind: FEATURES[kind], text, points: path(points, unit)})),
      goalAreas: packed.goalAreas.map((area) => shapes(area, unit)).filter((area) => area.length > 0),
      drivableArea: shapes(packed.drivableArea, unit),
      staticObstacles: packed.staticObstacles.map(obstacle),
      movingObstacles: packed.movingObstacles.map(obstacle),
      driven: motions(drive.motion, drive.times, drive.unitM)[0] ?? null,
      cycleTimes: cycles.map((c) => c.timeS),
      // Unpacked when first shown: a closed loop has many.
      cycle(i) {
        if (!unpacked.has(i)) unpacked.set(i, cycle(cycles[i]));
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

  return {summary, visible, loadScene, poseAt, obstaclePoseAt, occupancyAt, lastNotAfter};
})();
