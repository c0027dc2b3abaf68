// What is known of one candidate: in a line, and as the list beside the map.
const ReplayVerdict = (() => {
  const {byId, element, integer, metres, seconds, precise} = ReplayText;
  const NAMES = {free: 'Free', leaving: 'Leaves the road', colliding: 'Collides'};

  const SIDE_ABOVE = 1;  // Of a VerticalClearance.

  // What the motion between instants adds to a collision.
  const mayCollide = ({contactBracket: b}) => b?.isConservative || b?.isUndecided;
  const whenceKnown = (bracket) => (bracket?.betweenInstants ? ', between instants' : '');

  const BEYOND_PREDICTION = 1;  // A Reservation.Kind.

  // An obstacle, and which cell or point of it.
  const named = ({obstacleId = '', elementName} = {}) => (elementName ? `${obstacleId}, ${elementName}` : obstacleId);

  // What is proven of a distance at every instant, otherwise what was measured.
  const held = ({lowerBoundM, signedDistanceM}) => lowerBoundM ?? signedDistanceM;
  const atLeast = ({lowerBoundM}) => (lowerBoundM === undefined ? '' : `, at least ${metres(lowerBoundM)} throughout`);

  // Why a candidate is free, if that rests on more than where obstacles are; '' otherwise.
  function reservationInWords({kind, obstacleId = '', fromS = 0, untilS, hypothesis}) {
    if (kind !== BEYOND_PREDICTION) return `with a reservation of kind ${kind ?? 0}`;
    const who = whom({obstacleId, hypothesis});
    if (untilS !== undefined) return `only because ${who} is not predicted from ${seconds(fromS)} to ${seconds(untilS)}`;
    return `only because ${who} is no longer predicted from ${seconds(fromS)} on`;
  }

  // A verdict in one line.
  function inWords(candidate) {
    const {firstCollision, contactBracket, leavesRoadTimeS, roadDeparture, minimumClearance} = candidate;
    if (firstCollision) {
      const {timeS} = firstCollision;
      const verb = mayCollide(candidate) ? 'may collide' : 'collides';
      const blame = candidate.inContactInRecording ? ', in contact in the recording' : '';
      return `${verb} with ${named(firstCollision)} at ${seconds(timeS)}${whenceKnown(contactBracket)}${blame}`;
    }
    if (leavesRoadTimeS !== undefined) {
      return `leaves the road at ${seconds(leavesRoadTimeS)}${whenceKnown(roadDeparture)}`;
    }
    const free = minimumClearance ? `free, ${metres(held(minimumClearance))}` : 'free';
    return [free, ...candidate.reservations.map(reservationInWords)].join(', ');
  }

  // What sets a candidate apart from others with the same verdict.
  function inShort({firstCollision, leavesRoadTimeS, minimumClearance}) {
    if (firstCollision) return `${seconds(firstCollision.timeS)}, ${firstCollision.obstacleId}`;
    if (leavesRoadTimeS !== undefined) return seconds(leavesRoadTimeS);
    return minimumClearance ? metres(held(minimumClearance)) : '';
  }

  // The contact bracket in one line.
  function contactInWords({freeUntilS, contactByS, isUndecided, isConservative, betweenInstants}) {
    const contact = isConservative ? 'may collide (tilted: conservative)' :
        isUndecided                ? 'a graze, undecided,' :
                                     'in contact';
    const by = contactByS === freeUntilS ? `at ${precise(contactByS)}` : `by ${precise(contactByS)}`;
    const instants = betweenInstants ? '; no checked instant is in contact' : '';
    return `free until ${precise(freeUntilS)}, ${contact} ${by}${instants}`;
  }

  function departureInWords({insideUntilS, outsideByS, betweenInstants}) {
    const instants = betweenInstants ? '; no checked instant is outside' : '';
    return `on the road until ${precise(insideUntilS)}, outside by ${precise(outsideByS)}${instants}`;
  }

  // Rows are [name, text or element, time to go to]; the time may be missing.
  const whom = (of = {}) => `${named(of)}${of.hypothesis > 0 ? `, hypothesis ${of.hypothesis + 1}` : ''}`;

  function encounterRow(name, e) {
    const distance = e.signedDistanceM;
    // The first contact of a motion is not deeper than the bracket is wide.
    const isTouching = Math.abs(distance) < 5e-4;
    const what = isTouching ? 'touches' : distance > 0 ? `${metres(distance)} to` : `${metres(-distance)} deep in`;
    return [name, `${what} ${whom(e)}${atLeast(e)}`, e.timeS];
  }

  function contactRows({firstCollision, contactBracket, minimumClearance, verticalClearance, inContactInRecording}) {
    const rows = [];
    if (firstCollision) rows.push(encounterRow('First contact', firstCollision));
    if (inContactInRecording) rows.push(['Recording', 'in contact there already']);
    if (contactBracket) rows.push(['Motion', contactInWords(contactBracket)]);
    if (!minimumClearance) {
      rows.push(['Min. clearance', verticalClearance ? 'none at this height' : 'no obstacle was met']);
    } else if (minimumClearance.timeS !== firstCollision?.timeS) {
      rows.push(encounterRow('Min. clearance', minimumClearance));
    }
    if (!verticalClearance) return rows;
    const {clearanceM: room, side, obstacleId, timeS} = verticalClearance;
    const [where, tooFar] = side === SIDE_ABOVE ? ['under', 'high'] : ['over', 'low'];
    const what = room > 0 ? `${metres(room)} ${where}` : `${metres(-room)} too ${tooFar} for`;
    rows.push(['Vertical clearance', `${what} ${obstacleId}${atLeast(verticalClearance)}`, timeS]);
    return rows;
  }

  function roadRows({roadClearance, leavesRoadTimeS, roadDeparture}) {
    const rows = [];
    if (roadClearance) {
      const {clearanceM, border, timeS} = roadClearance;
      const what = clearanceM >= 0 ? `${metres(clearanceM)} ${border ? `to ${border}` : 'inside'}` :
                                     `${metres(-clearanceM)} ${border ? `beyond ${border}` : 'outside'}`;
      rows.push(['Road’s edge', clearanceM >= 0 ? what + atLeast(roadClearance) : what, timeS]);
    }
    if (leavesRoadTimeS !== undefined) {
      rows.push(['Leaves the road', roadDeparture ? departureInWords(roadDeparture) : '', leavesRoadTimeS]);
    }
    return rows;
  }

  function reservationRows({reservations, unpredictedFromS}) {
    const rows = reservations.map((r) => ['Free', reservationInWords(r), r.encounter?.timeS ?? r.fromS]);
    // Reservations say more.
    if (rows.length === 0 && unpredictedFromS !== undefined) {
      rows.push(['Prediction', 'from here on some obstacle is not predicted', unpredictedFromS]);
    }
    return rows;
  }

  // When it is nearer than the margins of the scene.
  function marginRows({firstWithinMargin: within, leavesRoadMargin: leaves}) {
    const rows = [];
    if (within) {
      rows.push(['Within margin', `of ${whom(within)}, not until ${precise(within.outsideUntilS)}`, within.timeS]);
    }
    if (leaves) rows.push(['Road margin', departureInWords(leaves), leaves.outsideByS]);
    return rows;
  }

  // When the other comes, as seen from the ego vehicle.
  const before = ({gapS}) =>
      (gapS === 0 ? 'together with' : `${seconds(Math.abs(gapS))} ${gapS > 0 ? 'before' : 'after'}`);
  

  // Of each metric: its value (undefined: not known), the interaction, and both in words.
  const METRICS = {
    'Time to collision': ({timeToCollision: t}) =>
        [t?.constantTwistS, t?.constantTwist, (value, other) => `${seconds(value)} to ${other}`],
    '… on its path': ({timeToCollision: t}) => [t?.onPathsS, t?.onPaths, (s, other) => `${seconds(s)} to ${other}`],
    'Headway': ({headway: h}) => [h?.headwayS, h?.headway, (value, other) => `${seconds(value)} to ${other}`],
    'Gap ahead': ({headway: h}) => [h?.gapM, h?.gap, (value, other) => `${metres(value)} to ${other}`],
    'Post-encroachment': ({postEncroachmentTime: p}) => [p?.gapS, p?.ego, (_, other) => `${before(p)} ${other}`],
    '… ego there': ({postEncroachmentTime: p}) =>
        [p?.egoEntryS, {timeS: p?.egoEntryS}, (value) => `until ${seconds(p.egoExitS)}`],
    '… other there': ({postEncroachmentTime: p}) =>
        [p?.obstacleEntryS, {timeS: p?.obstacleEntryS}, (value) => `until ${seconds(p.obstacleExitS)}`],
    'Req. deceleration': ({requiredDeceleration: r}) =>
        [r?.decelerationMps2, r?.interaction, (value, other) => `${value.toFixed(2)} m/s² for ${other}`],
    'RSS margin': ({rssMargin: r}) => [r?.longitudinalMarginM, r?.interaction, (along, other) =>
        `${metres(along)} along, ${metres(r.lateralMarginM)} across, ${other}` +
            (along < 0 && r.lateralMarginM < 0 ? ': dangerous' : '')],
    'Lateral clearance': ({lateralClearance: l}) =>
        [l?.clearanceM, l?.interaction, (value, other) => `${metres(value)} to ${other}`],
  };

  function metricRows(candidate) {
    const rows = Object.entries(METRICS).flatMap(([name, of]) => {
      const [value, interaction, words] = of(candidate);
      return value === undefined ? [] : [[name, words(value, whom(interaction)), interaction?.timeS ?? 0]];
    });
    const {goal} = candidate;
    if (goal && goal.timeS === undefined) rows.push(['Goal', 'not reached']);
    if (goal?.timeS !== undefined) rows.push(['Goal', `reaches goal ${goal.goal + 1}`, goal.timeS]);
    return rows;
  }

  function rowsOf(candidate, cycle) {
    const isChosen = candidate.index === cycle.chosen;
    const badge = element('span', NAMES[candidate.verdict], 'badge');
    badge.style.background = `var(--${candidate.verdict})`;
    const {time} = candidate.motion;
    return [
      ['Candidate', isChosen ? `${candidate.id} (chosen)` : candidate.id],
      ['Verdict', badge],
      ...reservationRows(candidate),
      ...contactRows(candidate),
      ...roadRows(candidate),
      ...marginRows(candidate),
      ...metricRows(candidate),
      ['Cost', candidate.cost.toPrecision(5)],
      ['Poses', `${time.length}, until ${seconds(time[time.length - 1])}`],
      ['Pairs', integer.format(candidate.pairsChecked)],
    ];
  }

  // Shows what is known of `candidate` (null: nothing is selected or chosen); `drive`: the whole
  // drive is shown. `goTo(time)` moves the slider.
  function show(scene, candidate, cycle, drive, goTo) {
    const list = byId('verdict');
    const why = candidate === null ? null : ReplayBlame.inWords(scene, candidate);
    byId('why').hidden = why === null;
    byId('why').querySelector('p').textContent = why ?? '';
    byId('why').querySelector('button').hidden = why === null || ReplayBlame.place(scene, candidate) === null;
    byId('candidates').value = candidate === null ? '' : String(candidate.index);
    if (candidate === null) {
      const none = cycle.candidates.length === 0 ? 'There is no candidate.' :
          drive                                  ? 'The motion that was driven. Select a candidate to see its verdict.' :
                                                   'No candidate is free. Select one to see why.';
      list.replaceChildren(element('dd', none, 'empty-verdict'));
      return;
    }
    list.replaceChildren(...rowsOf(candidate, cycle).flatMap(([name, value, at]) => {
      const dd = element('dd');
      dd.append(value);
      if (at !== undefined) {
        const button = element('button', seconds(at));
        button.type = 'button';
        button.title = 'Move the time slider there';
        button.addEventListener('click', () => goTo(at));
        dd.append(button);
      }
      return [element('dt', name), dd];
    }));
  }

  return {NAMES, SIDE_ABOVE, inWords, inShort, show};
})();
