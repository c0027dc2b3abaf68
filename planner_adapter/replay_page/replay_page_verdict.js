// What is known of one candidate: in a line, and as the list beside the map.
const ReplayVerdict = (() => {
  const {byId, element, integer, metres, seconds, precise} = ReplayText;
  const NAMES = {free: 'Free', leaving: 'Leaves drivable area', colliding: 'Collides'};

  // What the motion between instants adds to a collision.
  const mayCollide = ({bracket}) => bracket?.isConservative || bracket?.isUndecided;
  const whenceKnown = (bracket) => (bracket?.isBetweenInstants ? ', between instants' : '');

  // A verdict in one line.
  function inWords(candidate) {
    const {collision, bracket, leavesTime, departure, clearance} = candidate;
    if (collision !== null) {
      const verb = mayCollide(candidate) ? 'may collide' : 'collides';
      return `${verb} with ${collision.obstacle} at ${seconds(collision.time)}${whenceKnown(bracket)}`;
    }
    if (leavesTime !== null) return `leaves drivable area at ${seconds(leavesTime)}${whenceKnown(departure)}`;
    return clearance === null ? 'free' : `free, ${metres(clearance.distance)}`;
  }

  // What sets a candidate apart from others with the same verdict.
  function inShort({collision, leavesTime, clearance}) {
    if (collision !== null) return `${seconds(collision.time)}, ${collision.obstacle}`;
    if (leavesTime !== null) return seconds(leavesTime);
    return clearance === null ? '' : metres(clearance.distance);
  }

  // The contact bracket in one line.
  function contactInWords({freeUntil, contactBy, isUndecided, isConservative, isBetweenInstants}) {
    const contact = isConservative ? 'may collide (tilted: conservative)' :
        isUndecided                ? 'a graze, undecided,' :
                                     'in contact';
    const by = contactBy === freeUntil ? `at ${precise(contactBy)}` : `by ${precise(contactBy)}`;
    const instants = isBetweenInstants ? '; no checked instant is in contact' : '';
    return `free until ${precise(freeUntil)}, ${contact} ${by}${instants}`;
  }

  function departureInWords({insideUntil, outsideBy, isBetweenInstants}) {
    const instants = isBetweenInstants ? '; no checked instant is outside' : '';
    return `on the road until ${precise(insideUntil)}, outside by ${precise(outsideBy)}${instants}`;
  }

  // Rows are [name, text or element, time to go to]; the time may be missing.
  const whom = ({obstacle, hypothesis}) => `${obstacle}${hypothesis > 0 ? `, hypothesis ${hypothesis + 1}` : ''}`;

  function encounterRow(name, e) {
    // The first contact of a motion is not deeper than the bracket is wide.
    const isTouching = Math.abs(e.distance) < 5e-4;
    const what = isTouching ? 'touches' :
        e.distance > 0      ? `${metres(e.distance)} to` :
                              `${metres(-e.distance)} deep in`;
    return [name, `${what} ${whom(e)}`, e.time];
  }

  function contactRows({collision, bracket, clearance, vertical}) {
    const rows = [];
    if (collision !== null) rows.push(encounterRow('First contact', collision));
    if (bracket !== null) rows.push(['Motion', contactInWords(bracket)]);
    if (clearance === null) {
      rows.push(['Min. clearance', vertical === null ? 'no obstacle was met' : 'none at this height']);
    } else if (clearance.time !== collision?.time) {
      rows.push(encounterRow('Min. clearance', clearance));
    }
    if (vertical === null) return rows;
    const {clearance: room, isAbove, obstacle, time} = vertical;
    const where = isAbove ? 'under' : 'over';
    const what = room > 0 ? `${metres(room)} ${where} ${obstacle}` :
                            `${metres(-room)} too ${isAbove ? 'high' : 'low'} for ${obstacle}`;
    rows.push(['Vertical clearance', what, time]);
    return rows;
  }

  function roadRows({road, leavesTime, departure}) {
    const rows = [];
    if (road !== null) {
      const {clearance, border, time} = road;
      const what = clearance >= 0 ? `${metres(clearance)} ${border ? `to ${border}` : 'inside'}` :
                                    `${metres(-clearance)} ${border ? `beyond ${border}` : 'outside'}`;
      rows.push(['Road’s edge', what, time]);
    }
    if (leavesTime !== null) rows.push(['Leaves area', departure === null ? '' : departureInWords(departure), leavesTime]);
    return rows;
  }

  // When it is nearer than the margins of the scene.
  function marginRows({within, leavesMargin}) {
    const rows = [];
    if (within !== null) {
      rows.push(['Within margin', `of ${whom(within)}, not until ${precise(within.outsideUntil)}`, within.time]);
    }
    if (leavesMargin !== null) rows.push(['Road margin', departureInWords(leavesMargin), leavesMargin.outsideBy]);
    return rows;
  }

  // When the other comes, as seen from the ego vehicle.
  const before = ({value, second, time}) =>
      (value === 0 ? 'together with' : second > time ? `${seconds(value)} before` : `${seconds(value)} after`);

  // Of each metric: name, and its value in words.
  const METRICS = {
    timeToCollision: ['Time to collision', (m) => `${seconds(m.value)} to ${whom(m)}`],
    timeToCollisionOnPaths: ['… on its path', (m) => `${seconds(m.value)} to ${whom(m)}`],
    headway: ['Headway', (m) => `${seconds(m.value)} to ${whom(m)}`],
    gap: ['Gap ahead', (m) => `${metres(m.value)} to ${whom(m)}`],
    postEncroachmentTime: ['Post-encroachment', (m) => `${before(m)} ${whom(m)}`],
    requiredDeceleration: ['Req. deceleration', (m) => `${m.value.toFixed(2)} m/s² for ${whom(m)}`],
    rssMargin: [
      'RSS margin',
      (m) => `${metres(m.value)} along, ${metres(m.second)} across, ${whom(m)}` +
          (m.value < 0 && m.second < 0 ? ': dangerous' : ''),
    ],
    lateralClearance: ['Lateral clearance', (m) => `${metres(m.value)} to ${whom(m)}`],
  };

  function metricRows({metrics, goal}) {
    const rows = Object.entries(METRICS)
                     .filter(([key]) => metrics[key] !== null)
                     .map(([key, [name, words]]) => [name, words(metrics[key]), metrics[key].time]);
    if (goal !== null) {
      rows.push(goal.time === null ? ['Goal', 'not reached'] : ['Goal', `reaches goal ${goal.index + 1}`, goal.time]);
    }
    return rows;
  }

  function rowsOf(candidate, cycle) {
    const isChosen = candidate.index === cycle.chosen;
    const badge = element('span', NAMES[candidate.verdict], 'badge');
    badge.style.background = ReplayPainter.COLORS[candidate.verdict];
    const {time} = candidate.motion;
    return [
      ['Candidate', isChosen ? `${candidate.id} (chosen)` : candidate.id],
      ['Verdict', badge],
      ...contactRows(candidate),
      ...roadRows(candidate),
      ...marginRows(candidate),
      ...metricRows(candidate),
      ['Cost', candidate.cost.toPrecision(5)],
      ['Poses', `${time.length}, until ${seconds(time[time.length - 1])}`],
      ['Pairs', integer.format(candidate.pairs)],
    ];
  }

  // Shows what is known of `candidate` (null: nothing is selected or chosen); `drive`: the whole
  // drive is shown. `goTo(time)` moves the slider.
  function show(candidate, cycle, drive, goTo) {
    const list = byId('verdict');
    byId('candidates').value = candidate === null ? '' : String(candidate.index);
    if (candidate === null) {
      const why = cycle.candidates.length === 0 ? 'There is no candidate.' :
          drive                                 ? 'The motion that was driven. Select a candidate to see its verdict.' :
                                                  'No candidate is free. Select one to see why.';
      list.replaceChildren(element('dd', why, 'empty-verdict'));
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

  return {NAMES, inWords, inShort, show};
})();
