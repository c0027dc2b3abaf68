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

  // The path-time graph of a candidate, with arrays of one value for each point.
  function pathTime({profile, regions}, rows) {
    const columns = ({points}) => ({time: points.of.timeS ?? [], station: points.of.stationM ?? []});
    return {
      ...columns(profile),
      regions: rows(regions).map(({obstacleId, hypothesis, isStatic, parts}) =>
          ({obstacleId, hypothesis, isStatic, parts: rows(parts).map(columns)})),
    };
  }

  // `cycle`: a ReplayPageCycle; `point` and `motion` place its points and poses, which have
  // `origin`.
  function of({candidates, verdicts, pathTime: graph}, {rows, point, motion, origin}) {
    // With its witness points as `ego` and `other`.
    const placed = (e, other) => e && {...e, ego: point(e.witnessEgo, origin), other: point(e[other], origin)};
    const verdictOf = rows(verdicts.verdicts);
    return {
      time: verdicts.cycleTimeS,
      chosen: verdicts.bestFreeCandidate ?? null,
      notes: verdicts.notes,
      candidates: rows(candidates).map(({id, cost, poses, partPoses}, index) => {
        const v = verdictOf[index];
        return {
          ...v,
          index,
          id,
          cost,
          motion: motion(poses, origin),
          partMotions: rows(partPoses).map((part) => motion(part.poses, origin)),
          verdict: v.collides ? 'colliding' : v.leavesRoad ? 'leaving' : 'free',
          firstCollision: placed(v.firstCollision, 'witnessObstacle'),
          minimumClearance: placed(v.minimumClearance, 'witnessObstacle'),
          roadClearance: placed(v.roadClearance, 'witnessRoad'),
          reservations: (v.reservations === undefined ? [] : rows(v.reservations))
              .map((r) => ({...r, encounter: placed(r.encounter, 'witnessObstacle')})),
          profile: profile(v.profile),
          pathTime: index === graph?.candidate ? pathTime(graph, rows) : null,
        };
      }),
    };
  }

  return {of};
})();
