// The path-time graph of a candidate: its stations over time, the regions that obstacles occupy,
// and the least time between the two.
class ReplayPathTime extends ReplayChart {
  constructor(parent) {
    super(parent, {
      title: 'Path',
      unit: 'm',
      ceiling: Infinity,
      why: 'Drawn for the chosen candidate',
      curves: [{key: 'station', name: 'ego vehicle', color: ReplayPainter.COLORS.chosen, dash: ''}],
    });
  }

  // `profile`: also with its `regions`. `least`: the gap.
  draw(profile, ...others) {
    this.gap = profile === null ? null : ReplayPathTime.gap(profile);
    super.draw(profile, ...others);
    this.least = this.gap === null ? {} : {gap: {time: this.gap.time, value: this.gap.until - this.gap.time}};
  }

  // The curve with the regions behind it.
  drawCurve(curve) {
    const {left, right, top, bottom} = ReplayChart.MARGIN;
    const [width, height] = [this.width - left - right, this.height - top - bottom];
    const inside = this.add('svg', {x: left, y: top, width, height, viewBox: `${left} ${top} ${width} ${height}`});
    for (const {obstacleId, hypothesis, isStatic, parts} of this.profile.regions) {
      const color = isStatic ? ReplayPainter.COLORS.static : ReplayPainter.COLORS.moving;
      const outline = ({time, station}) =>
          `M${time.map((t, i) => `${this.toX(t).toFixed(1)} ${this.toY(station[i]).toFixed(1)}`).join('L')}Z`;
      const region = ReplayChart.shape(
          'path', {class: 'region', d: parts.map(outline).join(''), fill: color, stroke: color});
      const name = hypothesis > 0 ? `${obstacleId}, hypothesis ${hypothesis + 1}` : obstacleId;
      region.append(ReplayChart.shape('title', {}, name));
      inside.append(region);
    }
    super.drawCurve(curve);
    if (this.gap === null) return;
    const {time, until, station} = this.gap;
    const [x1, x2, y] = [this.toX(time), this.toX(until), this.toY(station)];
    inside.append(ReplayChart.shape('line', {class: 'gap', x1, x2, y1: y, y2: y}));
    const text = `${ReplayText.signed(until - time, 2)} s`;
    const x = Math.min(Math.max((x1 + x2) / 2, left + 24), this.width - right - 24);
    this.add('text', {class: 'least-text', x, y: y < top + 20 ? y + 15 : y - 5, 'text-anchor': 'middle'}, text);
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
