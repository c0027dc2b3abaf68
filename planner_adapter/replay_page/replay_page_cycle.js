// A planning cycle as the page draws it: the candidates and what is known of them, from the
// messages of collision2d/v1/verdict.proto. Metres in the scene's local frame, radians, seconds.
// What is not known is null.
const ReplayCycle = (() => {
  const encounter = (e, place) => e && {
    time: e.timeS,
    obstacle: e.obstacleId,
    hypothesis: e.hypothesis,
    distance: e.signedDistanceM,
    ego: place(e.witnessEgo),
    other: place(e.witnessObstacle),
  };

  const SIDE_ABOVE = 1;
  const vertical = (v) => v && {
    time: v.timeS,
    obstacle: v.obstacleId,
    hypothesis: v.hypothesis,
    clearance: v.clearanceM,
    isAbove: v.side === SIDE_ABOVE,
  };

  const bracket = (b) => b && {
    freeUntil: b.freeUntilS,
    contactBy: b.contactByS,
    isUndecided: b.isUndecided === 1,
    isConservative: b.isConservative === 1,
    isBetweenInstants: b.betweenInstants === 1,
  };

  const roadClearance = (r, place) => r && {
    time: r.timeS,
    clearance: r.clearanceM,
    border: r.border,
    ego: place(r.witnessEgo),
    other: place(r.witnessRoad),
  };

  const departure = (d) => d && {
    insideUntil: d.insideUntilS,
    outsideBy: d.outsideByS,
    isBetweenInstants: d.betweenInstants === 1,
  };

  // A metric's worst value, and with whom and when; `second`: another number that it has.
  const metric = (value, {timeS = 0, obstacleId = '', hypothesis = 0} = {}, second = null) =>
      (value === undefined ? null : {value, second, time: timeS, obstacle: obstacleId, hypothesis});

  function metrics(v) {
    const {
      timeToCollision: ttc = {},
      headway = {},
      postEncroachmentTime: pet = {},
      requiredDeceleration: required = {},
      rssMargin: rss = {},
      lateralClearance: lateral = {},
    } = v;
    return {
      timeToCollision: metric(ttc.constantTwistS, ttc.constantTwist),
      timeToCollisionOnPaths: metric(ttc.onPathsS, ttc.onPaths),
      headway: metric(headway.headwayS, headway.headway),
      gap: metric(headway.gapM, headway.gap),
      postEncroachmentTime: metric(pet.durationS, pet.ego, pet.obstacleTimeS),
      requiredDeceleration: metric(required.decelerationMps2, required.interaction),
      rssMargin: metric(rss.longitudinalMarginM, rss.interaction, rss.lateralMarginM),
      lateralClearance: metric(lateral.clearanceM, lateral.interaction),
    };
  }

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

  // `cycle`: a ReplayPageCycle; `point` and `motion` place its points and poses, which have
  // `origin`.
  function of({candidates, verdicts}, {rows, point, motion, origin}) {
    const place = (p) => point(p, origin);
    const verdictOf = rows(verdicts.verdicts);
    return {
      time: verdicts.cycleTimeS,
      chosen: verdicts.chosenCandidate ?? null,
      notes: verdicts.notes,
      candidates: rows(candidates).map(({id, cost, poses}, index) => {
        const v = verdictOf[index];
        return {
          index,
          id,
          cost,
          motion: motion(poses, origin),
          verdict: v.collides ? 'colliding' : v.leavesDrivableArea ? 'leaving' : 'free',
          leavesTime: v.leavesDrivableAreaTimeS ?? null,
          pairs: v.pairsChecked,
          collision: encounter(v.firstCollision, place) ?? null,
          bracket: bracket(v.contactBracket) ?? null,
          clearance: encounter(v.minimumClearance, place) ?? null,
          vertical: vertical(v.verticalClearance) ?? null,
          road: roadClearance(v.roadClearance, place) ?? null,
          departure: departure(v.roadDeparture) ?? null,
          metrics: metrics(v),
          // Its time is null if no goal is reached.
          goal: v.goal === undefined ? null : {time: v.goal.timeS ?? null, index: v.goal.goal ?? null},
          profile: profile(v.profile),
        };
      }),
    };
  }

  return {of};
})();
