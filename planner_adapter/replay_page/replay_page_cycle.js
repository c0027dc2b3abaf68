// The planning cycles, unpacked from the page's data (replay_page.proto): the candidates and what
// is known of them. Metres in the scene's local frame, radians, seconds.
const ReplayCycle = (() => {
  // -> Map from the index of a candidate to its encounter.
  function encounters(packed, unit) {
    const result = new Map();
    (packed?.candidate ?? []).forEach((candidate, i) => result.set(candidate, {
      time: packed.timeS[i],
      obstacle: packed.obstacleId[i],
      hypothesis: packed.hypothesis[i],
      distance: packed.signedDistanceM[i],
      ego: {x: packed.egoX[i] * unit, y: packed.egoY[i] * unit},
      other: {x: packed.obstacleX[i] * unit, y: packed.obstacleY[i] * unit},
    }));
    return result;
  }

  // -> Map from the index of a candidate to its vertical clearance.
  function verticals(packed) {
    const result = new Map();
    (packed?.candidate ?? []).forEach((candidate, i) => result.set(candidate, {
      time: packed.timeS[i],
      obstacle: packed.obstacleId[i],
      hypothesis: packed.hypothesis[i],
      clearance: packed.clearanceM[i],
      isAbove: packed.isAbove[i] === 1,
    }));
    return result;
  }

  // -> Map from the index of a candidate to when its first contact begins.
  function brackets(packed) {
    const result = new Map();
    (packed?.candidate ?? []).forEach((candidate, i) => result.set(candidate, {
      freeUntil: packed.freeUntilS[i],
      contactBy: packed.contactByS[i],
      isUndecided: packed.isUndecided[i] === 1,
      isConservative: packed.isConservative[i] === 1,
      isBetweenInstants: packed.betweenInstants[i] === 1,
    }));
    return result;
  }

  // -> Map from the index of a candidate to where it is closest to the edge of the road, or
  // farthest beyond it.
  function roadClearances(packed, unit) {
    const result = new Map();
    (packed?.candidate ?? []).forEach((candidate, i) => result.set(candidate, {
      time: packed.timeS[i],
      clearance: packed.clearanceM[i],
      border: packed.border[i],
      ego: {x: packed.egoX[i] * unit, y: packed.egoY[i] * unit},
      other: {x: packed.roadX[i] * unit, y: packed.roadY[i] * unit},
    }));
    return result;
  }

  // -> Map from the index of a candidate to when it leaves the road.
  function departures(packed) {
    const result = new Map();
    (packed?.candidate ?? []).forEach((candidate, i) => result.set(candidate, {
      insideUntil: packed.insideUntilS[i],
      outsideBy: packed.outsideByS[i],
      isBetweenInstants: packed.betweenInstants[i] === 1,
    }));
    return result;
  }

  // -> Map from the index of a candidate to a metric's worst value.
  function metric(packed) {
    const result = new Map();
    (packed?.candidate ?? []).forEach((candidate, i) => result.set(candidate, {
      value: packed.value[i],
      second: packed.secondValue[i] ?? null,
      time: packed.timeS[i],
      obstacle: packed.obstacleId[i],
      hypothesis: packed.hypothesis[i],
    }));
    return result;
  }

  const METRICS = [
    'timeToCollision',
    'timeToCollisionOnPaths',
    'headway',
    'gap',
    'postEncroachmentTime',
    'requiredDeceleration',
    'rssMargin',
    'lateralClearance',
  ];

  // -> function from the index of a candidate to {time, index} of the goal that it reaches, its
  // time null if it reaches none; null if no goal was judged.
  function goals(packed) {
    if (packed === undefined) return () => null;
    const reached = new Map();
    packed.candidate.forEach((candidate, i) => reached.set(candidate, {time: packed.timeS[i], index: packed.goal[i]}));
    return (candidate) => reached.get(candidate) ?? {time: null, index: null};
  }

  // -> the value of each point of all profiles; null where there is none.
  function series(packed, unit) {
    const result = [];
    let next = 0, value = 0;
    packed.runs.forEach((length, run) => {
      for (let k = 0; k < length; ++k) result.push(run % 2 === 0 ? null : (value += packed.difference[next++]) * unit);
    });
    return result;
  }

  // -> [{time, clearance, road, timeToCollision}] of each candidate, arrays of one value for each
  // point; null: not asked for.
  function profiles(packed, times, unit) {
    if (packed === undefined) return null;
    const clearance = series(packed.clearance, unit);
    const road = series(packed.roadClearance, unit);
    const timeToCollision = series(packed.timeToCollision, 1e-3);
    let end = 0;
    return packed.times.map((index) => {
      const time = times[index].timeS;
      const begin = end;
      end += time.length;
      const own = (values) => values.slice(begin, end);
      return {time, clearance: own(clearance), road: own(road), timeToCollision: own(timeToCollision)};
    });
  }

  // `motions`: those of the candidates.
  function unpack(packed, motions) {
    const {unitM: unit, timeLists: times} = packed;
    const vertical = verticals(packed.verticalClearances);
    const collisions = encounters(packed.firstCollisions, unit);
    const clearances = encounters(packed.minimumClearances, unit);
    const contactBrackets = brackets(packed.contactBrackets);
    const roads = roadClearances(packed.roadClearances, unit);
    const roadDepartures = departures(packed.roadDepartures);
    const metrics = METRICS.map((name) => [name, metric(packed[name])]);
    const goalOf = goals(packed.reachedGoals);
    const profileOf = profiles(packed.profiles, times, unit);
    let leaving = 0;
    const candidates = motions.map((motion, index) => {
      const leaves = packed.leavesDrivableArea[index] === 1;
      return {
        index,
        id: packed.candidateId[index],
        cost: packed.cost[index],
        motion,
        verdict: collisions.has(index) ? 'colliding' :
            leaves                     ? 'leaving' :
                                         'free',
        leavesTime: leaves ? packed.leavesDrivableAreaTimeS[leaving++] : null,
        pairs: packed.pairsChecked[index],
        collision: collisions.get(index) ?? null,
        bracket: contactBrackets.get(index) ?? null,
        clearance: clearances.get(index) ?? null,
        vertical: vertical.get(index) ?? null,
        road: roads.get(index) ?? null,
        departure: roadDepartures.get(index) ?? null,
        metrics: Object.fromEntries(metrics.map(([name, values]) => [name, values.get(index) ?? null])),
        goal: goalOf(index),
        profile: profileOf?.[index] ?? null,
      };
    });
    return {time: packed.timeS, candidates, chosen: packed.chosenCandidate ?? null, notes: packed.notes};
  }

  return {unpack};
})();
