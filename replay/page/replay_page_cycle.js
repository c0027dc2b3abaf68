// A planning cycle as the page draws it: each candidate is its Verdict of
// collision2d/v1/verdict.proto, whose fields that are not set are undefined and whose booleans are
// 0 or 1, with its motion and with points in metres in the scene's local frame.
const ReplayCycle = (() => {
  // Arrays of one value for each point.
  function profile(p) {
    if (p === undefined) return null;
    const {count, of} = p.points;
    const unknown = Array(count).fill(null);
    return {
      time: of.timeS ?? [],
      clearance: of.clearanceM ?? unknown,
      road: of.roadClearanceM ?? unknown,
      timeToCollision: of.timeToCollisionS ?? unknown,
    };
  }

  // The stations of a motion over time, as EgoPath::Advance counts them: the way travelled, or what
  // is more of the change of height and, at one metre for each radian, of yaw and pitch.
  function stations({time, x, y, yaw, z, pitch}) {
    let s = 0;
    const step = (values, i) => Math.abs(values[i] - values[i - 1]);
    const advance = (i) => Math.max(Math.hypot(step(x, i), step(y, i)), step(z, i), step(yaw, i), step(pitch, i));
    return Array.from(time, (_, i) => (i === 0 ? 0 : s += advance(i)));
  }

  // The path-time graph of a candidate, with arrays of one value for each point; `graph` is
  // undefined if nothing occupies its path.
  function pathTime(candidateMotion, graph, rows) {
    const columns = ({points}) => ({time: points.of.timeS ?? [], station: points.of.stationM ?? []});
    return {
      time: candidateMotion.time,
      station: stations(candidateMotion),
      isComplete: graph?.isComplete > 0,
      regions: graph === undefined ? [] : rows(graph.regions).map(({parts, ...region}) => (
          {...region, parts: rows(parts).map((part) => ({...columns(part), isUndecided: part.isUndecided > 0}))})),
    };
  }

  // `cycle`: a ReplayPageCycle; `point` and `motion` place its points and poses, which have
  // `origin`.
  function of({candidates, verdicts, pathTimes, beyondLimits, rejected}, {rows, point, motion, origin}) {
    // With its witness points as `ego` and `other`.
    const placed = (e, other) => e && {...e, ego: point(e.witnessEgo, origin), other: point(e[other], origin)};
    const verdictOf = rows(verdicts.verdicts);
    const graphs = new Map(rows(pathTimes).map((graph) => [graph.candidate, graph]));
    return {
      time: verdicts.cycleTimeS,
      chosen: verdicts.bestFreeCandidate ?? null,
      notes: verdicts.notes,
      beyondLimits,
      rejected: rows(rejected).map(({limit, poses}) => ({limit, motion: motion(poses, origin)})),
      candidates: rows(candidates).map(({id, cost, poses, partPoses}, index) => {
        const v = verdictOf[index];
        const candidateMotion = motion(poses, origin);
        return {
          ...v,
          index,
          id,
          cost,
          motion: candidateMotion,
          partMotions: rows(partPoses).map((part) => motion(part.poses, origin)),
          verdict: v.collides ? 'colliding' : v.leavesRoad ? 'leaving' : 'free',
          firstCollision: placed(v.firstCollision, 'witnessObstacle'),
          minimumClearance: placed(v.minimumClearance, 'witnessObstacle'),
          roadClearance: placed(v.roadClearance, 'witnessRoad'),
          reservations: (v.reservations === undefined ? [] : rows(v.reservations))
              .map((r) => ({...r, encounter: placed(r.encounter, 'witnessObstacle')})),
          profile: profile(v.profile),
          pathTime: graphs.size === 0 ? null : pathTime(candidateMotion, graphs.get(index), rows),
        };
      }),
    };
  }

  return {of};
})();
