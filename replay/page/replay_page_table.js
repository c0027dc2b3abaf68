// The table of scenes: sorted, filtered, and, since there may be many thousands, with elements only
// for the rows that can be seen. Every text from the scenes is set as textContent.
const ReplayTable = (() => {
  const {byId, element, integer, metres, seconds, milliseconds} = ReplayText;

  // Tables up to this length have all their rows.
  const ALL_ROWS = 100;
  // Rows above and below those that can be seen.
  const MARGIN_ROWS = 20;

  const culprit = (row) =>
      (row.firstCulprit === undefined ? '' : `${row.firstCulprit} at ${seconds(row.firstCulpritTimeS)}`);

  // How many of the candidates do so only between instants.
  const between = (count) => (count > 0 ? ` (${integer.format(count)} between)` : '');

  const freeOnes = (count, {freeBeyondPrediction: beyond}) =>
      integer.format(count) + (beyond > 0 ? ` (${integer.format(beyond)} only beyond a prediction)` : '');

  // Header, value to sort by, text, and what needs attention.
  const COLUMNS = [
    {name: 'Scene', text: true, value: (r) => r.sceneId},
    {name: 'File', text: true, value: (r) => r.file, show: (path) => path.split('/').pop()},
    {name: 'Candidates', value: (r) => r.candidates, show: integer.format},
    {name: 'Free', value: (r) => r.free, show: freeOnes, alert: (r) => r.cyclesWithoutFree > 0},
    {
      name: 'Colliding',
      value: (r) => r.colliding,
      show: (count, r) => integer.format(count) + between(r.collidingBetweenInstants),
    },
    {
      name: 'Leave the road',
      value: (r) => r.leavingRoad,
      show: (count, r) => integer.format(count) + between(r.leavingBetweenInstants),
    },
    {name: 'First culprit', text: true, value: culprit},
    {name: 'Min. clearance', value: (r) => r.minimumClearanceM, show: metres},
    {name: 'chosen’s', value: (r) => r.chosenClearanceM, show: metres},
    {name: 'Road’s edge', value: (r) => r.roadClearanceM, show: metres},
    {name: 'Vertical', value: (r) => r.verticalClearanceM, show: metres},
    {name: 'Pairs', value: (r) => r.pairsChecked, show: integer.format},
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

  // Name, and which rows.
  const KINDS = [
    {name: 'All scenes', has: () => true},
    {name: 'No free candidate', has: (r) => r.cyclesWithoutFree > 0},
    {name: 'With collisions', has: (r) => r.colliding > 0},
    {name: 'Leaving the road', has: (r) => r.leavingRoad > 0},
    {name: 'Nothing sampled', has: (r) => r.cyclesWithoutCandidates > 0},
  ];

  const scroller = byId('scenes');
  const head = scroller.querySelector('thead tr');
  const body = scroller.querySelector('tbody');

  let rows = [];
  let listener = null;
  let texts = [];        // What the filter searches, by index.
  let sorted = [];       // Indices of all rows in the order of the table.
  let order = [];        // Those of them that pass the filter.
  let place = new Map(); // The position in `order` of an index.
  let current = null;    // The index of the scene that is shown.
  let shown = {from: 0, to: 0};
  let rowHeight = 28;

  function rowElement(index) {
    const row = rows[index];
    const tr = element('tr');
    tr.dataset.index = index;
    if (index === current) tr.setAttribute('aria-current', 'true');
    tr.append(...COLUMNS.map((column) => cell(row, column)));
    const open = element('button', row.sceneId);
    open.type = 'button';
    tr.firstChild.replaceChildren(open);
    tr.addEventListener('click', () => listener.select(index));
    tr.addEventListener('keydown', (event) => {
      const offset = {ArrowDown: 1, ArrowUp: -1}[event.key];
      const next = offset === undefined ? null : neighbour(index, offset);
      if (next === null) return;
      event.preventDefault();
      listener.select(next);
      body.querySelector(`tr[data-index="${next}"] button`).focus();
    });
    return tr;
  }

  // Stands for rows that cannot be seen.
  function gap(count) {
    const tr = element('tr', '', 'gap');
    tr.style.height = `${count * rowHeight}px`;
    return tr;
  }

  // Makes the elements of the rows from one position to another, and gaps for the others.
  function renderRows(from, to) {
    shown = {from, to};
    const elements = order.slice(from, to).map(rowElement);
    if (from > 0) elements.unshift(gap(from));
    if (to < order.length) elements.push(gap(order.length - to));
    body.replaceChildren(...elements);
  }

  // Makes the elements of what can be seen.
  function render(force) {
    if (order.length <= ALL_ROWS) {
      if (force) renderRows(0, order.length);
      return;
    }
    const first = Math.floor(scroller.scrollTop / rowHeight);
    const last = first + Math.ceil(scroller.clientHeight / rowHeight);
    if (!force && first >= shown.from && Math.min(last, order.length) <= shown.to) return;
    renderRows(Math.max(0, first - MARGIN_ROWS), Math.min(order.length, last + MARGIN_ROWS));
    const sample = body.querySelector('tr[data-index]');
    if (sample !== null && sample.offsetHeight > 0) rowHeight = sample.offsetHeight;
  }

  // Applies the filter to the sorted rows.
  function update() {
    const words = byId('filter').value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const {has} = KINDS[byId('filter-kind').selectedIndex];
    order = sorted.filter((index) => has(rows[index]) && words.every((word) => texts[index].includes(word)));
    place = new Map(order.map((index, position) => [index, position]));
    byId('filter-count').textContent =
        order.length === rows.length ? '' : `${integer.format(order.length)} of ${integer.format(rows.length)} scenes`;
    render(true);
    listener.reordered();
  }

  // Unset values stay at the end in both directions.
  function sortBy(column, th) {
    const descending = th.getAttribute('aria-sort') === 'ascending';
    for (const other of th.parentElement.children) other.removeAttribute('aria-sort');
    th.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const collator = new Intl.Collator('en', {numeric: true});
    const values = rows.map((row) => column.value(row));
    const isUnset = (v) => v === undefined || v === '';
    sorted.sort((a, b) => {
      const [x, y] = [values[a], values[b]];
      if (isUnset(x) || isUnset(y)) return isUnset(x) - isUnset(y);
      const order = column.text ? collator.compare(x, y) : x - y;
      return descending ? -order : order;
    });
    update();
  }

  function showHead() {
    COLUMNS.forEach((column) => {
      const th = element('th', '', column.text ? 'text' : '');
      th.scope = 'col';
      const button = element('button', column.name);
      button.type = 'button';
      button.addEventListener('click', () => sortBy(column, th));
      th.append(button);
      head.append(th);
    });
  }

  // Fills the table. `callbacks`: select(index) is called with the index of the scene whose row is
  // chosen, reordered() when rows have got another order or been filtered.
  function show(allRows, callbacks) {
    rows = allRows;
    listener = callbacks;
    texts = rows.map((row) => `${row.sceneId}\n${row.file}\n${culprit(row)}`.toLowerCase());
    sorted = rows.map((row, index) => index);
    byId('no-scenes').hidden = rows.length > 0;
    scroller.querySelector('table').hidden = rows.length === 0;
    byId('filter-bar').hidden = rows.length <= 10;
    byId('filter-kind').append(...KINDS.map(({name}) => element('option', name)));
    byId('filter').addEventListener('input', update);
    byId('filter-kind').addEventListener('change', update);
    scroller.addEventListener('scroll', () => render(false));
    new ResizeObserver(() => render(false)).observe(scroller);
    showHead();
    update();
  }

  // The index of the scene `offset` rows further in the table's present order; null at its ends,
  // and for a scene that the filter hides.
  function neighbour(index, offset) {
    return place.has(index) ? order[place.get(index) + offset] ?? null : null;
  }

  // Marks the row of the scene that is shown, and scrolls to it.
  function mark(index) {
    body.querySelector('tr[aria-current]')?.removeAttribute('aria-current');
    current = index;
    const position = place.get(index);
    if (position === undefined) return;
    if (position < shown.from || position >= shown.to) {
      scroller.scrollTop = position * rowHeight;
      render(true);
    }
    const tr = body.querySelector(`tr[data-index="${index}"]`);
    tr?.setAttribute('aria-current', 'true');
    tr?.scrollIntoView({block: 'nearest'});
  }

  return {show, neighbour, mark};
})();
