// The side view: heights along the candidate that is selected or chosen, or along the drive.
// Stations are metres of its way; the vertical scale is larger than the horizontal one. Shown for
// scenes whose heights can decide something.
class ReplayElevation {
  static MARGIN_M = 0.3;  // Beside the ego vehicle's width, within which an obstacle is near the path.
  static LEFT_PX = 44;

  constructor(side, canvas) {
    this.side = side;
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.paths = new WeakMap();
    this.drawn = null;  // For tests: what was drawn last, in metres.
  }

  // On a level road with everything standing on it the side view would tell nothing.
  static isWorthwhile(scene) {
    if (scene.egoHeights === null) return false;
    const obstacles = [...scene.staticObstacles, ...scene.movingObstacles];
    const known = obstacles.filter(({heights}) => heights !== null).map(({heights}) => heights);
    return known.length > 0 &&
        (scene.egoHeights.low > 0 || known.some(({low, high, isPartial}) => low > 0 || high < 0 || isPartial) ||
         scene.cycle(0).candidates.some(({motion}) => motion.z.some((z) => z !== 0)));
  }

  showScene(scene) {
    this.drawn = null;
    this.side.hidden = !ReplayElevation.isWorthwhile(scene);
    if (this.side.hidden) return;
    this.ego = ReplayExtent.ofBody(scene.egoShapes);
  }

  // The motion as a way: points every 0.25 m or so with their stations, straight on by the
  // vehicle's length at both ends.
  wayOf(motion) {
    if (this.paths.has(motion)) return this.paths.get(motion);
    const last = motion.time.length - 1;
    const corners = motion.time.map((_, i) => ({x: motion.x[i], y: motion.y[i], z: motion.z[i]}));
    const reach = Math.max(this.ego.front, -this.ego.rear) + 3;
    const beyond = (i, by) => {
      const rise = -Math.tan(motion.pitch[i]);
      return {
        x: motion.x[i] + by * Math.cos(motion.yaw[i]),
        y: motion.y[i] + by * Math.sin(motion.yaw[i]),
        z: motion.z[i] + by * rise,
      };
    };
    corners.unshift(beyond(0, -reach));
    corners.push(beyond(last, reach));
    const points = [];
    const stations = [];  // Of the poses.
    let station = -reach;
    for (let i = 0; i + 1 < corners.length; ++i) {
      const [p, q] = [corners[i], corners[i + 1]];
      if (i > 0) stations.push(station);
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      const pieces = Math.max(1, Math.ceil(length / 0.25));
      for (let k = 0; k < pieces; ++k) {
        const s = k / pieces;
        const between = (a, b) => a + s * (b - a);
        points.push({x: between(p.x, q.x), y: between(p.y, q.y), z: between(p.z, q.z), station: station + s * length});
      }
      station += length;
    }
    const way = {points, stations, begin: -reach, end: station};
    this.paths.set(motion, way);
    return way;
  }

  // Whether a point is within `reach` of a convex shape.
  static isNear({vertices, radius}, p, reach) {
    const n = vertices.length / 2;
    let isInside = n > 2;
    let least = Infinity;
    for (let i = 0; i < n; ++i) {
      const k = (i + 1) % n;
      const [ax, ay, bx, by] = [vertices[2 * i], vertices[2 * i + 1], vertices[2 * k], vertices[2 * k + 1]];
      const [dx, dy, px, py] = [bx - ax, by - ay, p.x - ax, p.y - ay];
      if (dx * py - dy * px < 0) isInside = false;
      const length2 = dx * dx + dy * dy;
      const s = length2 > 0 ? Math.min(1, Math.max(0, (dx * px + dy * py) / length2)) : 0;
      least = Math.min(least, Math.hypot(px - s * dx, py - s * dy));
    }
    return isInside || least <= radius + reach;
  }

  // The stations between which shapes are near the way; null if they are nowhere. `pose` is that of
  // body-frame shapes.
  stationsOf(shapes, pose, way) {
    let first = Infinity, last = -Infinity;
    const reach = this.ego.half + ReplayElevation.MARGIN_M;
    const [c, s] = pose === null ? [1, 0] : [Math.cos(pose.yaw), Math.sin(pose.yaw)];
    for (const point of way.points) {
      let p = point;
      if (pose !== null) {
        const [dx, dy] = [point.x - pose.x, point.y - pose.y];
        p = {x: c * dx + s * dy, y: c * dy - s * dx};
      }
      if (!shapes.some((shape) => ReplayElevation.isNear(shape, p, reach))) continue;
      first = Math.min(first, point.station);
      last = Math.max(last, point.station);
    }
    if (first > last) return null;
    // What is as far ahead as it is wide to the side is not yet near.
    const inset = last - first > 2 * reach ? reach : 0.5 * (last - first) - 0.125;
    return {first: first + Math.max(0, inset), last: last - Math.max(0, inset)};
  }

  // What stands along the way at a time: {id, kind, first, last, low, high, isPartial}, low and
  // high null where not known.
  thingsAt(scene, way, time, shown) {
    const things = [];
    const add = (kind, obstacle, shapes, pose) => {
      const stations = this.stationsOf(shapes, pose, way);
      if (stations === null) return;
      const z = pose?.z ?? 0;
      const {id, heights} = obstacle;
      const span = heights === null ? {low: null, high: null, isPartial: false} :
                                      {...heights, low: heights.low + z, high: heights.high + z};
      things.push({id, kind, ...stations, ...span});
    };
    if (shown.static)
      for (const obstacle of scene.staticObstacles) add('static', obstacle, obstacle.shapes, null);
    if (!shown.moving) return things;
    for (const obstacle of scene.movingObstacles) {
      for (const prediction of obstacle.predictions) {
        const placed = ReplayData.placedAt(obstacle, prediction, time);
        if (placed !== null) add('moving', obstacle, placed.shapes, placed.pose);
      }
    }
    return things;
  }

  // The outline of the ego vehicle at a time: [station, height] of its corners, rear lower one
  // first. Null before and after.
  egoAt(scene, motion, way, time) {
    const pose = ReplayData.poseAt(motion, time);
    if (pose === null) return null;
    const i = Math.max(0, ReplayData.lastNotAfter(motion.time, time));
    const station = way.stations[i] + Math.hypot(pose.x - motion.x[i], pose.y - motion.y[i]);
    const [c, s] = [Math.cos(pose.pitch), Math.sin(pose.pitch)];
    const {low, high} = scene.egoHeights;
    const corner = (x, z) => [station + c * x + s * z, pose.z - s * x + c * z];
    const {rear, front} = this.ego;
    return [corner(rear, low), corner(front, low), corner(front, high), corner(rear, high)];
  }

  draw(state) {
    if (this.side.hidden) return;
    const {scene, focus, drive, time, shown} = state;
    const motion = focus !== null ? focus.motion : drive ? scene.driven : null;
    this.drawn = null;
    this.resize();
    if (motion === null) return this.write('No candidate is selected', this.width / 2, this.height / 2, 'center');
    const way = this.wayOf(motion);
    const things = this.thingsAt(scene, way, time, shown);
    const ego = this.egoAt(scene, motion, way, time);
    this.fit(way, things, ego, scene.egoHeights);
    this.drawGrid();
    this.drawRoad(way);
    for (const thing of things) this.drawThing(thing);
    if (ego !== null) this.drawEgo(ego, focus);
    const vertical = focus?.verticalClearance;
    const label = vertical === undefined ? null : this.drawClearance(scene, motion, way, vertical);
    this.drawn = {things, ego, label, exaggeration: this.scaleZ / this.scaleS};
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.width = this.side.clientWidth;
    this.height = this.side.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.font = '11px system-ui, sans-serif';
  }

  fit(way, things, ego, {high}) {
    let bottom = Infinity, top = -Infinity;
    const add = (z) => {
      bottom = Math.min(bottom, z);
      top = Math.max(top, z);
    };
    for (const {z} of way.points) {
      add(z);
      add(z + high);
    }
    for (const thing of things) if (thing.low !== null) [thing.low, thing.high].forEach(add);
    for (const [, z] of ego ?? []) add(z);
    this.begin = way.begin;
    this.end = way.end;
    this.bottom = bottom - 0.4;
    this.top = top + 0.4;
    this.scaleS = (this.width - ReplayElevation.LEFT_PX - 10) / (this.end - this.begin);
    this.scaleZ = (this.height - 24) / (this.top - this.bottom);
  }

  toX(station) {
    return ReplayElevation.LEFT_PX + (station - this.begin) * this.scaleS;
  }

  toY(z) {
    return 6 + (this.top - z) * this.scaleZ;
  }

  write(text, x, y, align = 'left', color = ReplayTheme.COLORS.muted) {
    const {context} = this;
    context.textAlign = align;
    context.lineWidth = 3;
    context.strokeStyle = ReplayTheme.COLORS.halo;
    context.strokeText(text, x, y);
    context.fillStyle = color;
    context.fillText(text, x, y);
  }

  drawGrid() {
    const {context} = this;
    context.strokeStyle = ReplayTheme.COLORS.gridLine;
    context.lineWidth = 1;
    const step = [0.5, 1, 2, 5, 10, 20, 50].find((s) => s * this.scaleZ >= 18) ?? 100;
    for (let k = Math.ceil(this.bottom / step); k * step <= this.top; ++k) {
      const y = Math.round(this.toY(k * step)) + 0.5;
      context.beginPath();
      context.moveTo(ReplayElevation.LEFT_PX, y);
      context.lineTo(this.width, y);
      context.stroke();
      this.write(`${k * step} m`, ReplayElevation.LEFT_PX - 5, y + 4, 'right');
    }
    const stepS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((s) => s * this.scaleS >= 60) ?? 5000;
    for (let k = Math.ceil(this.begin / stepS); k * stepS <= this.end; ++k) {
      this.write(`${k * stepS} m`, this.toX(k * stepS), this.height - 5, 'center');
    }
  }

  drawRoad(way) {
    const {context} = this;
    context.beginPath();
    for (const {station, z} of way.points) context.lineTo(this.toX(station), this.toY(z));
    context.lineTo(this.toX(this.end), this.toY(way.points[way.points.length - 1].z));
    context.strokeStyle = ReplayTheme.COLORS.border;
    context.lineWidth = 2;
    context.stroke();
    context.lineTo(this.toX(this.end), this.height - 18);
    context.lineTo(this.toX(this.begin), this.height - 18);
    context.closePath();
    context.globalAlpha = 0.35;
    context.fillStyle = ReplayTheme.COLORS.roadEdge;
    context.fill();
    context.globalAlpha = 1;
  }

  // Faint if it does not fill its outline.
  drawThing({id, kind, first, last, low, high, isPartial}) {
    const {context} = this;
    const color = ReplayTheme.COLORS[kind];
    const isKnown = low !== null;
    const [x, y] = [this.toX(first), isKnown ? this.toY(high) : 0];
    const width = Math.max(2, (last - first) * this.scaleS);
    const height = Math.max(2, (isKnown ? this.toY(low) : this.height - 18) - y);
    context.globalAlpha = isKnown && !isPartial ? 0.8 : 0.2;
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
    context.strokeStyle = ReplayTheme.COLORS.outline;
    context.lineWidth = 1;
    context.setLineDash(isKnown ? [] : [3, 3]);
    context.strokeRect(x, y, width, height);
    context.setLineDash([]);
    const text = isKnown ? id : `${id}, height not known`;
    this.write(text, x + width / 2, Math.max(14, y - 4), 'center', ReplayTheme.COLORS.ink);
  }

  drawEgo(ego, focus) {
    const {context} = this;
    context.beginPath();
    for (const [station, z] of ego) context.lineTo(this.toX(station), this.toY(z));
    context.closePath();
    context.globalAlpha = 0.75;
    context.fillStyle = focus?.verdict === 'colliding' ? ReplayTheme.COLORS.colliding : ReplayTheme.COLORS.ego;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = ReplayTheme.COLORS.egoEdge;
    context.lineWidth = 1.5;
    context.stroke();
  }

  // A dimension at the place of the least vertical clearance; returns its text. Null if the
  // obstacle is not there.
  drawClearance(scene, motion, way, {timeS: time, obstacleId: obstacle, clearanceM: clearance, side}) {
    const isAbove = side === ReplayVerdict.SIDE_ABOVE;
    const thing = this.thingsAt(scene, way, time, {static: true, moving: true}).find(({id}) => id === obstacle);
    const ego = this.egoAt(scene, motion, way, time);
    if (thing === undefined || thing.low === null || ego === null) return null;
    const stations = ego.map(([station]) => station);
    const from = Math.max(thing.first, Math.min(...stations));
    const to = Math.min(thing.last, Math.max(...stations));
    const x = this.toX(0.5 * (from + to));
    // From the vehicle: of an arch the end of the span is not what is near.
    const heights = ego.map(([, z]) => z);
    const z = isAbove ? Math.max(...heights) : Math.min(...heights);
    const [y1, y2] = [this.toY(z), this.toY(isAbove ? z + clearance : z - clearance)];
    const {context} = this;
    const color = clearance > 0 ? ReplayTheme.COLORS.accent : ReplayTheme.COLORS.alert;
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x, y1);
    context.lineTo(x, y2);
    for (const y of [y1, y2]) {
      context.moveTo(x - 5, y);
      context.lineTo(x + 5, y);
    }
    context.stroke();
    const label = ReplayText.metres(clearance);
    this.write(label, x + 8, 0.5 * (y1 + y2) + 4, 'left', color);
    return label;
  }
}
