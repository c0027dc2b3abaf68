// The parts of the page around the drawing: totals, legend, list of candidates, notes. Every text
// from the scenes is set as textContent.
const ReplayPanel = (() => {
  const {byId, element, integer, milliseconds} = ReplayText;
  // Of each kind of thing: its key, its name, and a sample of how it is drawn.
  const LEGEND = [
    ['free', 'Free', {color: 'var(--free)'}],
    ['colliding', 'Colliding', {color: 'var(--colliding)'}],
    ['leaving', 'Leaves the road only', {color: 'var(--leaving)', dash: '5 4'}],
    ['beyond', 'Beyond a limit of the vehicle', {color: 'var(--muted)', dash: '1 4', width: 2}],
    ['chosen', 'Chosen, ego vehicle', {color: 'var(--chosen)', width: 5}],
    ['driven', 'Driven', {color: 'var(--driven)', width: 4}],
    ['moving', 'Moving', {color: 'var(--moving)', box: true}],
    ['static', 'Static', {color: 'var(--static)', box: true}],
    ['goal', 'Goal', {color: 'var(--goal)', box: true}],
    ['features', 'Lights, signs, crossings, stop lines', {color: 'var(--feature)'}],
    ['reference', 'Reference', {color: 'var(--reference)', dash: '8 3 2 3', width: 2}],
    ['lanes', 'Lanes', {color: 'var(--lane)', width: 2}],
    ['labels', 'Obstacle ids', null],
  ];
  const SYMBOLS = {free: '●', colliding: '✕', leaving: '◌'};

  function showSummary(summary) {
    const {total} = summary;
    const totals = byId('totals');
    for (const [name, value] of [
             ['scenes', integer.format(summary.rows.length)],
             ['candidates', integer.format(total.candidates)],
             ['free', integer.format(total.free)],
             ['of these only beyond a prediction', integer.format(total.freeBeyondPrediction)],
             ['colliding', integer.format(total.colliding)],
             ['only between instants', integer.format(total.collidingBetweenInstants)],
             ['pairs checked', integer.format(total.pairsChecked)],
             ['ms', total.elapsedMs === undefined ? '—' : milliseconds(total.elapsedMs)],
    ]) {
      const group = element('div');
      group.append(element('dt', name), element('dd', value));
      totals.append(group);
    }
    const run = [];
    if (summary.version) run.push(`version ${summary.version}`);
    if (summary.seed) run.push(`seed ${summary.seed}`);
    byId('run').textContent = byId('run').title = [...run, ...summary.options].join(' · ');
    const unusable = byId('unusable');
    unusable.hidden = summary.unusableInputs.length === 0;
    unusable.querySelector('summary').textContent =
        `${summary.unusableInputs.length} input${summary.unusableInputs.length === 1 ? '' : 's'} could not be used`;
    unusable.querySelector('ul').append(...summary.unusableInputs.map((text) => element('li', text)));
  }

  // A sample of how something is drawn.
  function swatch({color, dash = '', width = 3, box = false}) {
    const svg = byId('swatch').content.firstElementChild.cloneNode(true);
    const [line, rect] = svg.children;
    (box ? line : rect).remove();
    if (box) {
      rect.setAttribute('fill', color);
    } else {
      line.setAttribute('stroke', color);
      line.setAttribute('stroke-width', width);
      line.setAttribute('stroke-dasharray', dash);
    }
    return svg;
  }

  // One check box for each kind of thing; `shown` is changed by it, then `changed()` called.
  function showLegend(shown, changed) {
    byId('legend').replaceChildren(...LEGEND.map(([key, name, sample]) => {
      const li = element('li', '', ['leaving', 'beyond', 'chosen', 'features'].includes(key) ? 'wide' : '');
      li.dataset.key = key;
      const label = element('label');
      const box = element('input');
      box.type = 'checkbox';
      box.checked = shown[key];
      box.addEventListener('change', () => {
        shown[key] = box.checked;
        changed();
      });
      label.append(box, ...(sample ? [swatch(sample)] : []), element('span', name), element('b'));
      li.append(label);
      return li;
    }));
  }

  function countLegend(scene, cycle) {
    const counts = {free: 0, colliding: 0, leaving: 0, beyond: cycle.rejected.length,
                    moving: scene.movingObstacles.length, static: scene.staticObstacles.length};
    for (const {verdict} of cycle.candidates) ++counts[verdict];
    for (const li of byId('legend').children) {
      li.querySelector('b').textContent =
          counts[li.dataset.key] === undefined ? '' : integer.format(counts[li.dataset.key]);
      li.hidden = (li.dataset.key === 'driven' && scene.driven === null) ||
          (li.dataset.key === 'beyond' && cycle.rejected.length === 0) ||
          (li.dataset.key === 'goal' && scene.goalAreas.length === 0) ||
          (li.dataset.key === 'features' && scene.features.length === 0) ||
          (li.dataset.key === 'lanes' && scene.lanes.length === 0);
    }
  }

  // The choice of what rejected candidates blame; `blame` is the key of what is chosen, or null.
  function showBlame(cycle, blame) {
    const option = (text, value) => Object.assign(element('option', text), {value});
    const rejected = cycle.candidates.filter((candidate) => ReplayBlame.of(candidate) !== null).length;
    const all = `All candidates (${integer.format(cycle.candidates.length)})`;
    const found = ReplayBlame.counts(cycle).map(({key, name, count}) => option(`${name} (${integer.format(count)})`, key));
    const group = element('optgroup');
    group.label = `Rejected for (${integer.format(rejected)})`;
    group.append(...found);
    byId('blame').replaceChildren(option(all, ''), ...(found.length > 0 ? [group] : []));
    byId('blame').value = blame ?? '';
    byId('blame').disabled = found.length === 0;
  }

  // The candidates by verdict and cost: all, or those that blame `blame`; and what was not sampled.
  function showCandidates(cycle, blame) {
    const order = cycle.candidates.filter((candidate) => ReplayBlame.matches(candidate, blame))
                      .sort((a, b) => a.cost - b.cost || a.index - b.index);
    const groupOf = (label, options) => {
      const group = element('optgroup');
      group.label = label;
      group.append(...options);
      return group;
    };
    const groups = Object.keys(ReplayVerdict.NAMES).map((verdict) => {
      const members = order.filter((candidate) => candidate.verdict === verdict);
      return groupOf(`${ReplayVerdict.NAMES[verdict]} (${members.length})`, members.map((candidate) => {
        const isChosen = candidate.index === cycle.chosen;
        const details = [isChosen ? '★' : SYMBOLS[verdict], candidate.id, ReplayVerdict.inShort(candidate)];
        const option = element('option', details.join(' '));
        option.value = candidate.index;
        option.style.color = `var(--${isChosen ? 'chosen' : verdict})`;
        return option;
      }));
    });
    const beyond = blame === null ? cycle.beyondLimits : [];
    groups.push(groupOf('Not sampled: beyond the vehicle’s limits', beyond.map((text) => {
      const option = element('option', text);
      option.disabled = true;
      return option;
    })));
    byId('candidates').replaceChildren(...groups.filter((group) => group.children.length > 0));
    byId('candidates').disabled = order.length === 0;
  }

  // What a goal asks for beside its area.
  function goalText(goal, index, goals) {
    const range = ({min, max}, digits, unit, factor = 1) =>
        `${(factor * min).toFixed(digits)} to ${(factor * max).toFixed(digits)} ${unit}`;
    const parts = [];
    if (goal.timeS !== undefined) parts.push(`time ${range(goal.timeS, 2, 's')}`);
    if (goal.speedMps !== undefined) parts.push(`speed ${range(goal.speedMps, 1, 'm/s')}`);
    if (goal.yawRad !== undefined) parts.push(`heading ${range(goal.yawRad, 1, '°', 180 / Math.PI)}`);
    if (parts.length === 0) return null;
    return `Goal${goals.length > 1 ? ` ${index + 1}` : ''}: ${parts.join(', ')}`;
  }

  // The goals and the notes.
  function showSceneNotes(scene, cycle) {
    const notes = [...scene.goals.map(goalText).filter((text) => text !== null), ...cycle.notes];
    byId('notes').hidden = notes.length === 0;
    byId('notes').querySelector('ul').replaceChildren(...notes.map((note) => element('li', note)));
  }

  function showMessages(scene, cycle) {
    const messages = [];
    if (cycle.candidates.length === 0)
      messages.push(scene.egoState === null ? 'No candidates in this scene' : 'No candidate could be sampled');
    else if (cycle.chosen === null)
      messages.push('No candidate is free');
    if (scene.staticObstacles.length + scene.movingObstacles.length === 0) messages.push('No obstacles in this scene');
    if (scene.egoState === null) messages.push('No ego state in this scene');
    if (scene.drivableArea.length + scene.roadBorders.length === 0) messages.push('Drivable area not known');
    byId('messages').replaceChildren(...messages.map((text) => element('li', text)));
  }

  return {LEGEND, showSummary, showLegend, countLegend, showBlame, showCandidates, showSceneNotes, showMessages};
})();
