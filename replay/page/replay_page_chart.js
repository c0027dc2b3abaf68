// One chart over time, drawn as SVG: curves with gaps where they have no value, axes with units, a
// line at zero, the least value of each curve, and the current time.
class ReplayChart {
  // The page contains no address, not even that of SVG's namespace.
  static NAMESPACE = document.getElementById('swatch').content.firstElementChild.namespaceURI;
  static MARGIN = {left: 46, right: 12, top: 8, bottom: 20};  // Pixels.

  // `curves`: [{key, name, color, dash}]. `unit` is that of the values. Values above `ceiling`
  // leave the chart at its top, so that those close to zero can be told apart. `why` there is no
  // curve for a candidate.
  constructor(parent, {title, unit, curves, ceiling, why}) {
    Object.assign(this, {title, unit, curves, ceiling, why});
    const figure = ReplayText.element('figure', '', 'chart');
    const caption = ReplayText.element('figcaption');
    this.heading = ReplayText.element('b');
    caption.append(this.heading);
    this.readouts = curves.map((curve) => {
      const item = ReplayText.element('span', '', 'readout');
      const value = ReplayText.element('output');
      item.append(ReplayChart.swatch(curve), `${curve.name} `, value);
      caption.append(item);
      return value;
    });
    this.svg = ReplayChart.shape('svg', {'aria-hidden': 'true'});
    figure.append(caption, this.svg);
    parent.append(figure);
  }

  static shape(name, attributes, text = '') {
    const result = document.createElementNS(ReplayChart.NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
    result.textContent = text;
    return result;
  }

  static swatch({color, dash}) {
    const svg = ReplayChart.shape('svg', {width: 20, height: 8, 'aria-hidden': 'true'});
    const style = {stroke: color, 'stroke-width': 2.5, 'stroke-dasharray': dash};
    svg.append(ReplayChart.shape('line', {x1: 0, x2: 20, y1: 4, y2: 4, ...style}));
    return svg;
  }

  // `profile` is {time, and the values of each curve by its key}, or null; `why`: why there may be
  // no curve. [begin, end] is the range of times that is shown. `events`: [{time, color, isLast}],
  // times with a line; what is after the last one will not happen, and is faint.
  draw(profile, {begin, end}, events, why) {
    const {left, right, top, bottom} = ReplayChart.MARGIN;
    this.width = Math.max(this.svg.clientWidth, left + right + 1);
    this.height = Math.max(this.svg.clientHeight, top + bottom + 1);
    this.begin = begin;
    this.end = end > begin ? end : begin + 1;
    this.profile = profile;
    Object.assign(this, this.fitValues());
    this.svg.replaceChildren();
    this.drawAxes();
    const series = profile === null ? [] : this.curves.filter(({key}) => profile[key].some((value) => value !== null));
    for (const curve of series) this.drawCurve(curve);
    const until = Math.min(Infinity, ...events.filter(({isLast}) => isLast).map(({time}) => time));
    this.drawEvents(events, until);
    const labels = [];
    this.least = Object.fromEntries(series.map((curve) => [curve.key, this.drawLeast(curve, until, labels)]));
    if (series.length === 0) {
      const middle = {x: (left + this.width - right) / 2, y: (top + this.height - bottom) / 2 + 4};
      this.add('text', {...middle, class: 'empty-chart', 'text-anchor': 'middle'}, why);
    }
    this.marker = this.add('g', {class: 'marker'});
  }

  // The range of the vertical axis.
  fitValues() {
    const values = this.profile === null ? [] : this.curves.flatMap(({key}) => this.profile[key]);
    const known = values.filter((value) => value !== null);
    const low = Math.min(0, ...known);
    const highest = Math.max(0, ...known);
    const least = known.length > 0 ? Math.min(...known) : 0;
    const high = Math.min(highest, Math.max(this.ceiling, 2 * least));
    const room = 0.08 * (high - low) || 1;
    const isCut = high < highest;
    this.heading.textContent = isCut ? `${this.title} up to ${Math.round(high)} ${this.unit}` : `${this.title}, ${this.unit}`;
    return {low: low < 0 ? low - room : 0, high: isCut ? high : high + room};
  }

  add(name, attributes, text = '') {
    const result = ReplayChart.shape(name, attributes, text);
    this.svg.append(result);
    return result;
  }

  toX(time) {
    const {left, right} = ReplayChart.MARGIN;
    return left + (time - this.begin) / (this.end - this.begin) * (this.width - left - right);
  }

  toTime(x) {
    const {left, right} = ReplayChart.MARGIN;
    return this.begin + (x - left) / (this.width - left - right) * (this.end - this.begin);
  }

  toY(value) {
    const {top, bottom} = ReplayChart.MARGIN;
    return top + (this.high - value) / (this.high - this.low) * (this.height - top - bottom);
  }

  drawAxes() {
    const {left, right, top, bottom} = ReplayChart.MARGIN;
    const [x1, x2] = [left, this.width - right];
    const floor = this.height - bottom;
    if (this.low < 0) {
      const y = this.toY(0);
      this.add('rect', {class: 'below-zero', x: x1, y, width: x2 - x1, height: floor - y});
    }
    const step = ReplayText.roundStep((this.high - this.low) * 22 / (floor - top));
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    for (let k = Math.ceil(this.low / step - 1e-9); k * step <= this.high; ++k) {
      const y = this.toY(k * step);
      this.add('line', {class: k === 0 ? 'zero' : 'grid', x1, x2, y1: y, y2: y});
      this.add('text', {x: x1 - 6, y: y + 4, 'text-anchor': 'end'}, ReplayText.signed(k * step, digits));
    }
    const stepT = ReplayText.roundStep((this.end - this.begin) * 56 / (x2 - x1));
    const digitsT = Math.max(0, -Math.floor(Math.log10(stepT) + 1e-9));
    for (let k = Math.ceil(this.begin / stepT - 1e-9); k * stepT <= this.end + 1e-9; ++k) {
      const x = this.toX(k * stepT);
      this.add('line', {class: 'grid', x1: x, x2: x, y1: top, y2: floor});
      // The last one would be cut off at the edge.
      const anchor = x > x2 - 14 ? 'end' : 'middle';
      const text = `${(k * stepT).toFixed(digitsT)} s`;
      this.add('text', {x: Math.min(x, this.width - 1), y: floor + 14, 'text-anchor': anchor}, text);
    }
    this.add('rect', {class: 'frame', x: x1, y: top, width: x2 - x1, height: floor - top});
  }

  // Where a point is drawn; one above the chart at its top edge.
  point(key, i) {
    const y = this.toY(this.profile[key][i]);
    return {x: this.toX(this.profile.time[i]), y: Math.max(y, ReplayChart.MARGIN.top)};
  }

  drawCurve({key, color, dash}) {
    const values = this.profile[key];
    const {left, right, top, bottom} = ReplayChart.MARGIN;
    const [width, height] = [this.width - left - right, this.height - top - bottom];
    // An inner picture cuts off what is above the chart.
    const inside = this.add('svg', {x: left, y: top, width, height, viewBox: `${left} ${top} ${width} ${height}`});
    let path = '';
    values.forEach((value, i) => {
      if (value === null) return;
      const [x, y] = [this.toX(this.profile.time[i]), this.toY(value)];
      const isFirst = (values[i - 1] ?? null) === null;
      path += `${isFirst ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
      // A value alone makes no line.
      const isAlone = isFirst && (values[i + 1] ?? null) === null;
      if (isAlone) inside.append(ReplayChart.shape('circle', {cx: x, cy: y, r: 2, fill: color}));
    });
    inside.append(
        ReplayChart.shape('path', {class: 'curve', d: path, stroke: color, 'stroke-dasharray': dash, 'data-key': key}));
  }

  drawEvents(events, until) {
    const {left, right, top, bottom} = ReplayChart.MARGIN;
    const floor = this.height - bottom;
    if (until < this.end) {
      const x = Math.max(left, this.toX(until));
      this.add('rect', {class: 'will-not-happen', x, y: top, width: this.width - right - x, height: floor - top});
    }
    for (const {time, color} of events) {
      const x = this.toX(time);
      this.add('line', {class: 'event', x1: x, x2: x, y1: top, y2: floor, stroke: color});
    }
  }

  // Marks the least value of a curve up to a time and writes it where there is room, away from the
  // labels so far; returns it with its time and place, null if there is none.
  drawLeast({key, color}, until, labels) {
    const {time, [key]: values} = this.profile;
    let i = -1;
    values.forEach((v, k) => {
      if (v !== null && time[k] <= until && (i < 0 || v < values[i])) i = k;
    });
    if (i < 0) return null;
    const value = values[i];
    const {x, y} = this.point(key, i);
    this.add('circle', {class: 'least', cx: x, cy: y, r: 3.5, stroke: color});
    const {left, right, top, bottom} = ReplayChart.MARGIN;
    const isFree = (at) => at > top + 9 && at < this.height - bottom - 2 &&
        labels.every((label) => Math.abs(label.x - x) > 60 || Math.abs(label.y - at) > 12);
    // Below its least value the curve is not in the way.
    const at = [y + 16, y - 8, y - 22].find(isFree) ?? y - 8;
    labels.push({x, y: at});
    const anchor = x > this.width - right - 40 ? 'end' : x < left + 40 ? 'start' : 'middle';
    const shift = {end: -3, start: 3, middle: 0}[anchor];
    const text = `${ReplayText.signed(value, 2)} ${this.unit}`;
    this.add('text', {class: 'least-text', x: x + shift, y: at, fill: color, 'text-anchor': anchor}, text);
    return {time: time[i], value, x, y};
  }

  // The index of the point of the profile that is nearest to a time; -1 if there is none.
  nearest(time) {
    if (this.profile === null || this.profile.time.length === 0) return -1;
    const times = this.profile.time;
    const i = Math.max(0, ReplayData.lastNotAfter(times, time));
    return i + 1 < times.length && times[i + 1] - time < time - times[i] ? i + 1 : i;
  }

  // Moves the marker; returns the values of the curves there, by their keys.
  mark(time) {
    const {top, bottom} = ReplayChart.MARGIN;
    const x = this.toX(time);
    const i = this.nearest(time);
    this.marker.replaceChildren(
        ReplayChart.shape('line', {x1: x, x2: x, y1: top, y2: this.height - bottom}));
    const values = {};
    this.curves.forEach(({key, color}, k) => {
      const value = i < 0 ? null : this.profile[key][i];
      values[key] = value;
      this.readouts[k].textContent = value === null ? '—' : `${ReplayText.signed(value, 2)} ${this.unit}`;
      if (value === null) return;
      const {x: cx, y: cy} = this.point(key, i);
      this.marker.append(ReplayChart.shape('circle', {cx, cy, r: 3.5, fill: color}));
    });
    return values;
  }
}
