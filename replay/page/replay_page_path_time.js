// The path-time graph of a candidate: its stations over time, the regions that obstacles occupy,
// hatched where it is undecided whether they touch, and the least time between the two.
class ReplayPathTime extends ReplayChart {
  constructor(parent) {
    super(parent, {
      title: 'Path',
      unit: 'm',
      ceiling: Infinity,
      why: 'Not drawn: too many parts, or a vehicle of several bodies',
      curves: [{key: 'station', name: 'ego vehicle', color: 'var(--chosen)', dash: ''}],
    });
  }

  // `profile`: also with its `regions`, of all obstacles if it `isComplete`. `least`: the gap.
  draw(profile, ...others) {
    this.gap = profile === null ? null : ReplayPathTime.gap(profile);
    super.draw(profile, ...others);
    if (profile !== null && !profile.isComplete) this.heading.textContent += ', and what is blamed';
    this.least = this.gap === null ? {} : {gap: {time: this.gap.time, value: this.gap.until - this.gap.time}};
  }

  // The curve with the regions behind it.
  drawCurve(curve) {
    const {left, right, top, bottom} = ReplayChart.MARGIN;
    const [width, height] = [this.width - left - right, this.height - top - bottom];
    const inside = this.add('svg', {x: left, y: top, width, height, viewBox: `${left} ${top} ${width} ${height}`});
    for (const region of this.profile.regions) this.drawRegion(inside, region);
    super.drawCurve(curve);
    if (this.gap === null) return;
    const {time, until, station} = this.gap;
    const [x1, x2, y] = [this.toX(time), this.toX(until), this.toY(station)];
    inside.append(ReplayChart.shape('line', {class: 'gap', x1, x2, y1: y, y2: y}));
    const text = `${ReplayText.signed(until - time, 2)} s`;
    const x = Math.min(Math.max((x1 + x2) / 2, left + 24), this.width - right - 24);
    this.add('text', {class: 'least-text', fill: 'var(--ink)', x, y: y < top + 20 ? y + 15 : y - 5, 'text-anchor': 'middle'}, text);
  }

  drawRegion(inside, {obstacleId, hypothesis, isStatic, parts}) {
    const color = `var(--${isStatic ? 'static' : 'moving'})`;
    const name = hypothesis > 0 ? `${obstacleId}, hypothesis ${hypothesis + 1}` : obstacleId;
    const polygons = (isUndecided) => parts.filter((part) => part.isUndecided === isUndecided)
        .map(({time, station}) => time.map((t, i) => ({x: this.toX(t), y: this.toY(station[i])})));
    const draw = (lines, className, fill, title) => {
      if (lines.length === 0) return;
      const d = lines.map((points) => `M${points.map(({x, y}) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`).join('');
      const path = ReplayChart.shape('path', {class: className, d, fill, stroke: color});
      path.append(ReplayChart.shape('title', {}, title));
      inside.append(path);
    };
    draw(polygons(false), 'region', color, name);
    const undecided = polygons(true);
    draw([...undecided, ...undecided.flatMap(ReplayPathTime.hatching)], 'region undecided', 'none', `${name}: undecided`);
  }

  // Slanted lines across a convex polygon, 5 pixels apart along either axis.
  static hatching(polygon) {
    const sums = polygon.map(({x, y}) => x + y);
    const lines = [];
    for (let c = 5 * Math.ceil(Math.min(...sums) / 5); c < Math.max(...sums); c += 5) {
      const ends = polygon.flatMap((p, i) => {
        const j = (i + 1) % polygon.length;
        if (sums[i] < c === sums[j] < c) return [];
        const s = (c - sums[i]) / (sums[j] - sums[i]);
        return [{x: p.x + s * (polygon[j].x - p.x), y: p.y + s * (polygon[j].y - p.y)}];
      });
      lines.push(ends);
    }
    return lines;
  }

  // The lowest station says nothing.
  drawLeast() {
    return null;
  }

  // The times at which a polyline, closed or not, is at a station.
  static timesAt({time, station}, s, isClosed) {
    const times = [];
    for (let k = 0; k < time.length; ++k) {
      if (station[k] === s) times.push(time[k]);
      const j = (k + 1) % time.length;
      if ((j > 0 || isClosed) && (station[k] - s) * (station[j] - s) < 0)
        times.push(time[k] + (s - station[k]) / (station[j] - station[k]) * (time[j] - time[k]));
    }
    return times;
  }

  // {time, until, station}: where the profile and a region are nearest in time, at `time` and
  // `until`; null if there is none, or if they overlap. Of polylines that is at a vertex.
  static gap(profile) {
    let least = null;
    const consider = (time, until, station) => {
      if (least === null || Math.abs(until - time) < Math.abs(least.until - least.time)) least = {time, until, station};
    };
    for (const part of profile.regions.flatMap(({parts}) => parts)) {
      part.station.forEach(
          (s, i) => ReplayPathTime.timesAt(profile, s, false).forEach((t) => consider(t, part.time[i], s)));
      profile.station.forEach((s, i) => {
        const [t, times] = [profile.time[i], ReplayPathTime.timesAt(part, s, true)];
        times.forEach((at) => consider(t, at, s));
        if (Math.min(...times) <= t && t <= Math.max(...times)) consider(t, t, s);
      });
    }
    return least === null || least.time === least.until ? null : least;
  }
}
