// The parts of the page around the drawing: totals, table of scenes, legend, verdict, list of candidates. Every text
// from the scenes is set as textContent.
const ReplayPanel = (() => {
  const VERDICT_NAMES = {free: 'Free', leaving: 'Leaves drivable area', colliding: 'Collides'};
  const SYMBOLS = {free: '●', colliding: '✕', leaving: '◌'};
  const integer = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});

  const byId = (id) => document.getElementById(id);

  function element(name, text = '', className = '') {
    const result = document.createElement(name);
    result.textContent = text;
    if (className) result.className = className;
    return result;
  }

  // With a true minus sign, and none before zero.
  const metres = (value) => {
    const text = Math.abs(value).toFixed(Math.abs(value) < 0.1 ? 3 : 2);
    return `${value < 0 && Number(text) > 0 ? '−' : ''}${text} m`;
  };
  const seconds = (value) => `${value.toFixed(2)} s`;
  const precise = (value) => `${value.toFixed(6)} s`;
  const milliseconds = (value) => (value < 10 ? value.toFixed(2) : integer.format(value));

  function showSummary(summary) {
    const {total} = summary;
    const totals = byId('totals');
    for (const [name, value] of [
             ['scenes', integer.format(summary.rows.length)],
             ['candidates', integer.format(total.candidates)],
             ['free', integer.format(total.free)],
             ['colliding', integer.format(total.colliding)],
             ['only between instants', integer.format(total.collidingBetweenInstants)],
             ['pairs checked', integer.format(total.pairsChecked)],
             ['ms', milliseconds(total.elapsedMs)],
    ]) {
      const group = element('div');
      group.append(element('dt', name), element('dd', value));
      totals.append(group);
    }
    const run = [];
    if (summary.version) run.push(`version ${summary.version}`);
    if (summary.seed) run.push(`seed ${summary.seed}`);
    byId('run').textContent = [...run, ...summary.options].join(' · ');
    const unusable = byId('unusable');
    unusable.hidden = summary.unusableInputs.length === 0;
    unusable.querySelector('summary').textContent =
        `${summary.unusableInputs.length} input${summary.unusableInputs.length === 1 ? '' : 's'} could not be used`;
    unusable.querySelector('ul').append(...summary.unusableInputs.map((text) => element('li', text)));
  }

  const culprit = (row) =>
      (row.firstCulprit === undefined ? '' : `${row.firstCulprit} at ${seconds(row.firstCulpritTimeS)}`);

  // How many of the colliding candidates collide only between instants.
  const between = ({collidingBetweenInstants: count}) => (count > 0 ? ` (${integer.format(count)} between)` : '');

  // Header, value to sort by, text, and what needs attention.
  const COLUMNS = [
    {name: 'Scene', text: true, value: (r) => r.sceneId},
    {name: 'File', text: true, value: (r) => r.file, show: (path) => path.split('/').pop()},
    {name: 'Candidates', value: (r) => r.candidates, show: integer.format},
    {name: 'Free', value: (r) => r.free, show: integer.format, alert: (r) => r.cyclesWithoutFree > 0},
    {name: 'Colliding', value: (r) => r.colliding, show: (count, r) => integer.format(count) + between(r)},
    {name: 'Leave area', value: (r) => r.leavingDrivableArea, show: integer.format},
    {name: 'First culprit', text: true, value: culprit},
    {name: 'Min. clearance', value: (r) => r.minimumClearanceM, show: metres},
    {name: 'of the chosen', value: (r) => r.chosenClearanceM, show: metres},
    {name: 'Vertical', value: (r) => r.verticalClearanceM, show: metres},
    {name: 'Pairs', value: (r) => Number(r.pairsChecked), show: integer.format},
    {name: 'ms', value: (r) => r.elapsedMs, show: milliseconds},
  ];

  function cell(row, column) {
    const value = column.value(row);
    const isUnset = value === undefined || value === '';
    const text = isUnset ? '—' : column.show ? column.show(value, row) : value;
    const td = element('td', text, isUnset ? 'unset' : column.alert?.(row) ? 'alert' : '');
    if (column.text) {
      td.classList.add('text');
      td.title = value ?? '';
    }
    return td;
  }

  // Fills the table; `select(index)` is called with the index of the scene whose row is chosen.
  function showTable(rows, select) {
    const head = document.querySelector('#scenes thead tr');
    const body = document.querySelector('#scenes tbody');
    byId('no-scenes').hidden = rows.length > 0;
    document.querySelector('#scenes table').hidden = rows.length === 0;
    const elements = rows.map((row, index) => {
      const tr = element('tr');
      tr.dataset.index = index;
      tr.append(...COLUMNS.map((column) => cell(row, column)));
      const open = element('button', row.sceneId);
      open.type = 'button';
      tr.firstChild.replaceChildren(open);
      tr.addEventListener('click', () => select(index));
      tr.addEventListener('keydown', (event) => {
        const next = {ArrowDown: tr.nextElementSibling, ArrowUp: tr.previousElementSibling}[event.key];
        if (!next) return;
        event.preventDefault();
        next.querySelector('button').focus();
        select(Number(next.dataset.index));
      });
      return tr;
    });
    body.append(...elements);
    COLUMNS.forEach((column) => {
      const th = element('th', '', column.text ? 'text' : '');
      th.scope = 'col';
      const button = element('button', column.name);
      button.type = 'button';
      button.addEventListener('click', () => sortBy(column, th, rows, body));
      th.append(button);
      head.append(th);
    });
  }

  // Unset values stay at the end in both directions.
  function sortBy(column, th, rows, body) {
    const descending = th.getAttribute('aria-sort') === 'ascending';
    for (const other of th.parentElement.children) other.removeAttribute('aria-sort');
    th.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const collator = new Intl.Collator('en', {numeric: true});
    const value = (tr) => column.value(rows[tr.dataset.index]);
    const isUnset = (v) => v === undefined || v === '';
    body.append(...[...body.children].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (isUnset(x) || isUnset(y)) return isUnset(x) - isUnset(y);
      const order = column.text ? collator.compare(x, y) : x - y;
      return descending ? -order : order;
    }));
  }

  // The index of the scene `offset` rows further in the table's present order; null at its ends.
  function neighbour(index, offset) {
    const all = [...document.querySelectorAll('#scenes tbody tr')];
    const row = all[all.findIndex((tr) => Number(tr.dataset.index) === index) + offset];
    return row === undefined ? null : Number(row.dataset.index);
  }

  function markRow(index) {
    for (const tr of document.querySelectorAll('#scenes tbody tr')) {
      if (Number(tr.dataset.index) !== index) {
        tr.removeAttribute('aria-current');
        continue;
      }
      tr.setAttribute('aria-current', 'true');
      tr.scrollIntoView({block: 'nearest'});
    }
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
    const colors = ReplayPainter.COLORS;
    const entries = [
      ['free', 'Free', {color: colors.free}],
      ['colliding', 'Colliding', {color: colors.colliding}],
      ['leaving', 'Leaves drivable area only', {color: colors.leaving, dash: '5 4'}],
      ['chosen', 'Chosen, ego vehicle', {color: colors.chosen, width: 5}],
      ['driven', 'Driven', {color: '#17202c', width: 4}],
      ['moving', 'Moving', {color: colors.moving, box: true}],
      ['static', 'Static', {color: colors.static, box: true}],
      ['reference', 'Reference', {color: colors.reference, dash: '8 3 2 3', width: 2}],
      ['labels', 'Obstacle ids', null],
    ];
    byId('legend').replaceChildren(...entries.map(([key, name, sample]) => {
      const li = element('li', '', key === 'leaving' || key === 'chosen' ? 'wide' : '');
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
    const counts =
        {free: 0, colliding: 0, leaving: 0, moving: scene.movingObstacles.length, static: scene.staticObstacles.length};
    for (const {verdict} of cycle.candidates) ++counts[verdict];
    for (const li of byId('legend').children) {
      li.querySelector('b').textContent =
          counts[li.dataset.key] === undefined ? '' : integer.format(counts[li.dataset.key]);
      li.hidden = li.dataset.key === 'driven' && scene.driven === null;
    }
  }

  // What the motion between instants adds to a collision.
  const mayCollide = ({bracket}) => bracket?.isConservative || bracket?.isUndecided;
  const whenceKnown = ({bracket}) => (bracket?.isBetweenInstants ? ', between instants' : '');

  // A verdict in one line.
  function inWords(candidate) {
    if (candidate.collision !== null) {
      const verb = mayCollide(candidate) ? 'may collide' : 'collides';
      return `${verb} with ${candidate.collision.obstacle} at ${seconds(candidate.collision.time)}` +
          whenceKnown(candidate);
    }
    if (candidate.leavesTime !== null) return `leaves drivable area at ${seconds(candidate.leavesTime)}`;
    return candidate.clearance === null ? 'free' : `free, ${metres(candidate.clearance.distance)}`;
  }

  // What sets a candidate apart from others with the same verdict.
  function inShort({collision, leavesTime, clearance}) {
    if (collision !== null) return `${seconds(collision.time)}, ${collision.obstacle}`;
    if (leavesTime !== null) return seconds(leavesTime);
    return clearance === null ? '' : metres(clearance.distance);
  }

  function showCandidates(cycle) {
    const order = [...cycle.candidates].sort((a, b) => a.cost - b.cost || a.index - b.index);
    const groups = Object.keys(VERDICT_NAMES).map((verdict) => {
      const group = element('optgroup');
      const members = order.filter((candidate) => candidate.verdict === verdict);
      group.label = `${VERDICT_NAMES[verdict]} (${members.length})`;
      group.append(...members.map((candidate) => {
        const isChosen = candidate.index === cycle.chosen;
        const details = [isChosen ? '★' : SYMBOLS[verdict], candidate.id, inShort(candidate)];
        const option = element('option', details.join(' '));
        option.value = candidate.index;
        option.style.color = ReplayPainter.COLORS[isChosen ? 'chosen' : verdict];
        return option;
      }));
      return group;
    });
    byId('candidates').replaceChildren(...groups.filter((group) => group.children.length > 0));
    byId('candidates').disabled = order.length === 0;
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

  // What is known of `candidate` (null: nothing is selected or chosen); `drive`: the whole drive is shown. `goTo(time)`
  // moves the slider.
  function showVerdict(candidate, cycle, drive, goTo) {
    const list = byId('verdict');
    byId('candidates').value = candidate === null ? '' : String(candidate.index);
    if (candidate === null) {
      const why = cycle.candidates.length === 0 ? 'There is no candidate.' :
          drive                                 ? 'The motion that was driven. Select a candidate to see its verdict.' :
                                                  'No candidate is free. Select one to see why.';
      list.replaceChildren(element('dd', why, 'empty-verdict'));
      return;
    }
    const isChosen = candidate.index === cycle.chosen;
    const badge = element('span', VERDICT_NAMES[candidate.verdict], 'badge');
    badge.style.background = ReplayPainter.COLORS[candidate.verdict];
    const rows = [['Candidate', isChosen ? `${candidate.id} (chosen)` : candidate.id], ['Verdict', badge]];
    const encounter = (name, e) => {
      if (e === null) return;
      // The first contact of a motion is not deeper than the bracket is wide.
      const isTouching = Math.abs(e.distance) < 5e-4;
      const what = isTouching ? 'touches' :
          e.distance > 0      ? `${metres(e.distance)} to` :
                                `${metres(-e.distance)} deep in`;
      rows.push([name, `${what} ${e.obstacle}${e.hypothesis > 0 ? `, hypothesis ${e.hypothesis + 1}` : ''}`, e.time]);
    };
    encounter('First contact', candidate.collision);
    if (candidate.bracket !== null) rows.push(['Motion', contactInWords(candidate.bracket)]);
    if (candidate.clearance?.time !== candidate.collision?.time) encounter('Min. clearance', candidate.clearance);
    if (candidate.clearance === null) {
      rows.push(['Min. clearance', candidate.vertical === null ? 'no obstacle was met' : 'none at this height']);
    }
    if (candidate.vertical !== null) {
      const {clearance, isAbove, obstacle, time} = candidate.vertical;
      const where = isAbove ? 'under' : 'over';
      const what = clearance > 0 ? `${metres(clearance)} ${where} ${obstacle}` :
                                   `${metres(-clearance)} too ${isAbove ? 'high' : 'low'} for ${obstacle}`;
      rows.push(['Vertical clearance', what, time]);
    }
    if (candidate.leavesTime !== null) rows.push(['Leaves area', '', candidate.leavesTime]);
    const {time} = candidate.motion;
    rows.push(
        ['Cost', candidate.cost.toPrecision(5)], ['Poses', `${time.length}, until ${seconds(time[time.length - 1])}`],
        ['Pairs', integer.format(candidate.pairs)]);
    list.replaceChildren(...rows.flatMap(([name, value, at]) => {
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

  function showNotes(notes) {
    byId('notes').hidden = notes.length === 0;
    byId('notes').querySelector('ul').replaceChildren(...notes.map((note) => element('li', note)));
  }

  function showMessages(scene, cycle) {
    const messages = [];
    if (cycle.candidates.length === 0)
      messages.push('No candidates in this scene');
    else if (cycle.chosen === null)
      messages.push('No candidate is free');
    if (scene.staticObstacles.length + scene.movingObstacles.length === 0) messages.push('No obstacles in this scene');
    if (scene.egoState === null) messages.push('No ego state in this scene');
    if (scene.drivableArea.length === 0) messages.push('Drivable area not known');
    byId('messages').replaceChildren(...messages.map((text) => element('li', text)));
  }

  return {
    showSummary,
    showTable,
    neighbour,
    markRow,
    showLegend,
    countLegend,
    inWords,
    metres,
    showCandidates,
    showVerdict,
    showNotes,
    showMessages
  };
})();
