// Draws a scene on two canvases: the ground (road, static obstacles, trails, candidates: redrawn
// when the map or the selection changes) and the actors (everything that depends on the time).
class ReplayPainter {
  // What a light shows; not known and off are grey.
  static ASPECT_COLORS = {stop: '#D55E00', caution: '#E69F00', go: '#009E73', unknown: '#7F8C9D', off: '#3A424D'};
  static DASHES = {free: [], colliding: [], leaving: [5, 4]};  // Pixels.

  constructor(map, ground, actors) {
    this.map = map;
    this.ground = ground.getContext('2d');
    this.actors = actors.getContext('2d');
    this.shapePaths = new WeakMap();
    this.motionPaths = new WeakMap();
    this.positions = [];
    this.annotator = new ReplayAnnotator(map, this);
  }

  // The outline of shapes as one path; each is a convex polygon with its corners rounded by its
  // radius.
  pathOfShapes(shapes) {
    let path = this.shapePaths.get(shapes);
    if (path !== undefined) return path;
    path = new Path2D();
    for (const {vertices, radius} of shapes) {
      const n = vertices.length / 2;
      if (n === 1 && radius > 0) {
        path.moveTo(vertices[0] + radius, vertices[1]);
        path.arc(vertices[0], vertices[1], radius, 0, 2 * Math.PI);
      } else if (n === 1) {
        // Round line ends make a dot of this; a line of length 0 would not be drawn.
        path.moveTo(vertices[0], vertices[1]);
        path.lineTo(vertices[0] + 1e-3, vertices[1]);
      } else {
        ReplayPainter.addPolygon(path, vertices, n, radius);
      }
      path.closePath();
    }
    this.shapePaths.set(shapes, path);
    return path;
  }

  static pathOfPoints(points) {
    const path = new Path2D();
    for (const p of points) path.lineTo(p.x, p.y);
    return path;
  }

  // Adds arrow heads along a line to a path, some 80 pixels apart, or one in the middle of a
  // shorter line; none on a line of less than 12 pixels.
  addArrows(path, points) {
    const steps = points.slice(1).map((p, i) => Math.hypot(p.x - points[i].x, p.y - points[i].y));
    const length = steps.reduce((sum, step) => sum + step, 0);
    if (length * this.map.scale < 12) return;
    const spacing = Math.max(80 / this.map.scale, 5);
    const size = Math.min(5 / this.map.scale, 1);
    let next = Math.min(spacing, length) / 2;
    steps.forEach((step, i) => {
      const {x, y} = points[i];
      const ux = (points[i + 1].x - x) / step, uy = (points[i + 1].y - y) / step;
      for (; next <= step; next += spacing) {
        const at = (along, left) => [x + (next + along) * ux - left * uy, y + (next + along) * uy + left * ux];
        path.moveTo(...at(-size, size));
        path.lineTo(...at(size, 0));
        path.lineTo(...at(-size, -size));
      }
      next -= step;
    });
  }

  static addPolygon(path, vertices, n, radius) {
    const at = (i) => ({x: vertices[2 * (i % n)], y: vertices[2 * (i % n) + 1]});
    const normalAngle = (a, b) => Math.atan2(-(b.x - a.x), b.y - a.y);
    for (let i = 0; i < n; ++i) {
      const p = at(i);
      if (radius > 0) {
        const start = normalAngle(at(i + n - 1), p);
        path.arc(p.x, p.y, radius, start, normalAngle(p, at(i + 1)));
      } else if (i === 0) {
        path.moveTo(p.x, p.y);
      } else {
        path.lineTo(p.x, p.y);
      }
    }
  }

  // The motion as two paths: until a time (always the same for one motion), and after it.
  pathsOfMotion(motion, time) {
    let paths = this.motionPaths.get(motion);
    if (paths !== undefined) return paths;
    const until = ReplayData.lastNotAfter(motion.time, time);
    paths = {before: new Path2D(), after: new Path2D()};
    motion.x.forEach((x, i) => {
      if (i <= until) paths.before.lineTo(x, motion.y[i]);
      if (i >= until) paths.after.lineTo(x, motion.y[i]);
    });
    this.motionPaths.set(motion, paths);
    return paths;
  }

  // A style for `context` in metres; widths and dashes are given in pixels.
  style(context, {fill = null, stroke = null, width = 1, dash = [], alpha = 1}) {
    const scale = this.map.scale;
    context.globalAlpha = alpha;
    context.fillStyle = fill ?? 'transparent';
    context.strokeStyle = stroke ?? 'transparent';
    context.lineWidth = width / scale;
    context.lineJoin = context.lineCap = dash.length > 0 ? 'butt' : 'round';
    context.lineJoin = 'round';
    context.setLineDash(dash.map((length) => length / scale));
  }

  paint(context, path, style) {
    this.style(context, style);
    if (style.fill) context.fill(path);
    if (style.stroke) context.stroke(path);
    context.globalAlpha = 1;
  }

  // Paints shapes, or a path, where `pose` puts them; if it is null, they are in place.
  paintAt(context, {shapes, path = this.pathOfShapes(shapes), pose}, style) {
    context.save();
    if (pose !== null) {
      const c = Math.cos(pose.yaw), s = Math.sin(pose.yaw);
      context.transform(c, s, -s, c, pose.x, pose.y);
    }
    this.paint(context, path, style);
    context.restore();
  }

  // The parts of the ego vehicle besides its body, on a candidate.
  paintParts(context, scene, {partMotions}, time, style) {
    partMotions.forEach((motion, k) => {
      const pose = ReplayData.poseAt(motion, time);
      if (pose !== null) this.paintAt(context, {shapes: scene.partShapes[k], pose}, style);
    });
  }

  paintEgo(context, scene, candidate, time, style) {
    const pose = ReplayData.poseAt(candidate.motion, time);
    if (pose !== null) this.paintAt(context, {shapes: scene.egoShapes, pose}, style);
    this.paintParts(context, scene, candidate, time, style);
  }

  begin(context) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    this.map.useMetres(context);
  }

  drawGround({scene, cycle, shown, blame, begin, end, drive}) {
    const context = this.ground;
    const colors = ReplayTheme.COLORS;
    this.begin(context);
    const paintArea = (area, stroke, fill) => {
      // The fill covers the lines between the pieces of an area.
      this.paint(context, this.pathOfShapes(area), {stroke, width: 3});
      this.paint(context, this.pathOfShapes(area), {fill});
    };
    paintArea(scene.drivableArea, colors.roadEdge, colors.road);
    if (shown.goal) scene.goalAreas.forEach((area) => paintArea(area, colors.goalEdge, colors.goal));
    this.map.drawGrid(context, scene.origin);
    this.map.useMetres(context);
    for (const {points} of scene.roadBorders) {
      this.paint(context, ReplayPainter.pathOfPoints(points), {stroke: colors.border, width: 2.5});
    }
    if (shown.features) this.drawAreas(context, scene);
    if (shown.lanes) {
      this.drawDirected(context, scene.lanes.map(({points}) => points), {stroke: colors.lane, dash: [2, 4]});
    }
    if (shown.reference && scene.referencePath.length > 1) {
      this.drawDirected(
          context, [scene.referencePath], {stroke: colors.reference, width: 1.5, dash: [12, 5, 2, 5], alpha: 0.75});
    }
    if (shown.moving)
      for (const obstacle of scene.movingObstacles) this.drawTrail(context, obstacle, begin, end);
    if (shown.static) {
      for (const obstacle of scene.staticObstacles) {
        // Lines around all runs of a grid would hide its colour.
        const stroke = obstacle.isGrid ? colors.static : colors.outline;
        this.paint(context, this.pathOfShapes(obstacle.shapes), {fill: colors.static, stroke, width: 1.5});
      }
    }
    if (shown.features) this.drawFeatures(context, scene);
    this.drawCandidates(context, cycle, shown, blame);
    this.limits = shown.beyond && blame === null ? this.drawRejected(context, cycle) : [];
    if (scene.driven !== null && shown.driven) {
      this.strokeMotion(context, scene.driven, {stroke: colors.driven, width: drive ? 3.5 : 2});
    }
    this.map.drawRulers(context, scene.origin);
  }

  // Lines with arrow heads in their direction.
  drawDirected(context, lines, style) {
    const path = new Path2D(), arrows = new Path2D();
    for (const points of lines) {
      path.addPath(ReplayPainter.pathOfPoints(points));
      this.addArrows(arrows, points);
    }
    this.paint(context, path, style);
    this.paint(context, arrows, {...style, dash: [], width: 1.5});
  }

  static isArea({kind}) {
    return kind === 'crosswalk' || kind === 'speedBump' || kind === 'driveway';
  }

  // Crosswalks with stripes across their longest side; speed bumps and driveways tinted.
  drawAreas(context, scene) {
    const colors = ReplayTheme.COLORS;
    for (const {kind, points} of scene.features.filter(ReplayPainter.isArea)) {
      const path = ReplayPainter.pathOfPoints(points);
      path.closePath();
      this.paint(context, path, {fill: kind === 'speedBump' ? colors.bump : colors.area, stroke: colors.areaEdge});
      if (kind !== 'crosswalk' || points.length < 3) continue;
      const after = (i) => points[(i + 1) % points.length];
      const vector = (p, i) => ({x: after(i).x - p.x, y: after(i).y - p.y});
      const longest = points.map(vector).reduce((a, b) => (Math.hypot(b.x, b.y) > Math.hypot(a.x, a.y) ? b : a));
      const {x, y} = points[0];
      const middle = new Path2D();
      middle.moveTo(x - 20 * longest.x, y - 20 * longest.y);
      middle.lineTo(x + 20 * longest.x, y + 20 * longest.y);
      const across = 40 * Math.hypot(longest.x, longest.y) * this.map.scale;
      context.save();
      context.clip(path);
      this.paint(context, middle, {stroke: colors.stripe, width: across, dash: [0.5, 0.5].map((m) => m * this.map.scale)});
      context.restore();
    }
  }

  // What lights show at a time: they and the beginning of the lane that they are for.
  drawSignals(context, scene, time) {
    for (const light of scene.features) {
      const aspect = ReplayData.aspectAt(light, time);
      if (aspect === null) continue;
      const color = ReplayPainter.ASPECT_COLORS[aspect];
      const lane = scene.lanes.find(({id}) => id === light.laneId);
      if (lane !== undefined) {
        this.paint(context, ReplayPainter.pathOfPoints(lane.points), {stroke: color, width: 3, alpha: 0.6});
      }
      const dot = new Path2D();
      dot.arc(light.points[0].x, light.points[0].y, 6 / this.map.scale, 0, 2 * Math.PI);
      this.paint(context, dot, {fill: color, stroke: ReplayTheme.COLORS.outline, width: 1.5});
    }
  }

  // Stop lines as lines; signs, lights and speed limits as dots with their text.
  drawFeatures(context, scene) {
    const color = ReplayTheme.COLORS.feature;
    for (const {kind, points} of scene.features.filter((feature) => !ReplayPainter.isArea(feature))) {
      if (kind === 'stopLine' && points.length > 1) {
        this.paint(context, ReplayPainter.pathOfPoints(points), {stroke: ReplayTheme.COLORS.halo, width: 5});
        this.paint(context, ReplayPainter.pathOfPoints(points), {stroke: color, width: 3});
      } else {
        const dot = new Path2D();
        dot.arc(points[0].x, points[0].y, 4 / this.map.scale, 0, 2 * Math.PI);
        this.paint(context, dot, {fill: color, stroke: ReplayTheme.COLORS.halo, width: 1.5});
      }
    }
    this.annotator.drawFeatureTexts(context, scene.features);
  }

  // Motions that were not sampled, dotted until each exceeds a limit, with a stroke there. Returns
  // each limit, and the place of the motion that exceeds it last.
  drawRejected(context, {rejected, beyondLimits}) {
    const color = ReplayTheme.COLORS.muted;
    const paths = new Path2D(), ends = new Path2D(), farthest = [];
    for (const {limit, motion: {x, y, yaw}} of rejected.filter(({motion}) => motion !== null)) {
      const last = x.length - 1, half = 4 / this.map.scale;
      const point = {x: x[last], y: y[last]};
      paths.addPath(ReplayPainter.pathOfPoints(Array.from(x, (_, i) => ({x: x[i], y: y[i]}))));
      const [dx, dy] = [-half * Math.sin(yaw[last]), half * Math.cos(yaw[last])];
      ends.moveTo(point.x - dx, point.y - dy);
      ends.lineTo(point.x + dx, point.y + dy);
      if (farthest[limit] === undefined || last > farthest[limit].last) farthest[limit] = {last, point};
    }
    this.paint(context, paths, {stroke: color, width: 1, dash: [1, 4], alpha: 0.7});
    this.paint(context, ends, {stroke: color, width: 1.5});
    return Object.entries(farthest).map(([limit, {point}]) => ({text: beyondLimits[limit], point}));
  }

  // What a candidate does after its first collision will not happen, and is drawn faint.
  drawCandidates(context, cycle, shown, blame) {
    const blamed = cycle.candidates.filter((candidate) => ReplayBlame.matches(candidate, blame));
    const alpha = blamed.length > 80 ? 0.4 : 0.85;
    for (const verdict of ['leaving', 'colliding', 'free']) {
      if (!shown[verdict]) continue;
      const style = {stroke: ReplayTheme.COLORS[verdict], width: 1.2, dash: ReplayPainter.DASHES[verdict]};
      const paths = blamed.filter((candidate) => candidate.verdict === verdict)
                        .map(({motion, firstCollision}) => this.pathsOfMotion(motion, firstCollision?.timeS ?? Infinity));
      this.style(context, {...style, alpha: 0.2 * alpha});
      for (const {after} of paths) context.stroke(after);
      this.style(context, {...style, alpha});
      for (const {before} of paths) context.stroke(before);
    }
    context.globalAlpha = 1;
    if (cycle.chosen === null || !shown.chosen) return;
    this.strokeMotion(context, cycle.candidates[cycle.chosen].motion, {stroke: ReplayTheme.COLORS.chosen, width: 4});
  }

  // A whole motion with a white edge.
  strokeMotion(context, motion, style) {
    const {before, after} = this.pathsOfMotion(motion, Infinity);
    for (const path of [before, after])
      this.paint(context, path, {stroke: ReplayTheme.COLORS.halo, width: style.width + 3.5, alpha: 0.85});
    for (const path of [before, after]) this.paint(context, path, style);
  }

  // Where the obstacle was and will be: its path, and a faint outline each second.
  drawTrail(context, obstacle, begin, end) {
    const style = {stroke: ReplayTheme.COLORS.trail, width: 1};
    for (const prediction of obstacle.predictions) {
      const {motion} = prediction;
      if (motion !== null) {
        this.paint(context, this.pathsOfMotion(motion, Infinity).before, {...style, dash: [4, 4], alpha: 0.6});
        for (let t = begin; t <= end + 1e-6; t += Math.max(1, (end - begin) / 30)) {
          const pose = ReplayData.poseAt(motion, t);
          const shapes = ReplayData.shapesAt(obstacle, prediction, t);
          if (pose !== null) this.paintAt(context, {shapes, pose}, {...style, alpha: 0.3});
        }
      } else {
        for (const occupancy of prediction.occupancies) {
          this.paint(context, this.pathOfShapes(occupancy), {...style, alpha: 0.2});
        }
      }
    }
  }

  // `focus` is the candidate whose verdict is shown, `hovered` the one under the pointer; either
  // may be null.
  drawActors({scene, cycle, time, shown, focus, hovered, drive}) {
    const context = this.actors;
    const colors = ReplayTheme.COLORS;
    this.positions = [];
    this.begin(context);
    if (shown.features) this.drawSignals(context, scene, time);
    if (shown.moving)
      for (const obstacle of scene.movingObstacles) this.drawMoving(context, scene, obstacle, time);
    for (const candidate of new Set([hovered, focus])) {
      if (candidate === null || (candidate.index === cycle.chosen && !drive)) continue;
      const dash = ReplayPainter.DASHES[candidate.verdict];
      this.strokeMotion(context, candidate.motion, {stroke: colors[candidate.verdict], width: 3, dash});
      const fill = candidate === focus ? {fill: colors[candidate.verdict], alpha: 0.35} : {};
      this.paintEgo(context, scene, candidate, time, fill);
      this.paintEgo(context, scene, candidate, time, {stroke: colors[candidate.verdict], width: 2});
    }
    if (shown.chosen && !drive && cycle.chosen !== null) {
      this.paintParts(
          context, scene, cycle.candidates[cycle.chosen], time, {fill: colors.ego, stroke: colors.egoEdge, width: 1.8});
    }
    // Faint beside another candidate that one looks at.
    const alpha = drive || focus === null || focus.index === cycle.chosen ? 1 : 0.4;
    if (shown.chosen) this.drawEgo(context, scene, this.egoMotion(scene, cycle, focus, drive), time, alpha);
    const place = focus === null ? null : ReplayBlame.place(scene, focus);
    if (shown.labels) this.annotator.drawLabels(context, scene, shown, this.positions, place?.points ?? []);
    const told = [...new Set([hovered, focus])].filter((candidate) => candidate !== null);
    this.annotator.drawEncounters(context, scene, told, this.limits);
  }

  // The driven motion, the chosen candidate's, or the ego state.
  egoMotion(scene, cycle, focus, drive) {
    if (drive) return scene.driven;
    if (cycle.chosen !== null) return cycle.candidates[cycle.chosen].motion;
    return focus === null ? scene.egoState : null;
  }

  drawEgo(context, scene, motion, time, alpha) {
    if (motion === null) return;
    const pose = ReplayData.poseAt(motion, motion === scene.egoState ? motion.time[0] : time);
    if (pose === null) return;
    const ego = {shapes: scene.egoShapes, pose};
    const {ego: fill, egoEdge, halo} = ReplayTheme.COLORS;
    this.paintAt(context, ego, {fill, stroke: halo, width: 4, alpha});
    this.paintAt(context, ego, {fill, stroke: egoEdge, width: 1.8, alpha});
    this.drawHeading(context, ego, halo);
    this.record('ego', 'ego', scene, ego);
  }

  // An arrow head near the front of a body: which way it faces.
  drawHeading(context, {shapes, pose}, color) {
    const {front, half} = ReplayExtent.ofBody(shapes);
    const path = new Path2D();
    path.moveTo(front - 0.75 * half, 0.5 * half);
    path.lineTo(front - 0.3 * half, 0);
    path.lineTo(front - 0.75 * half, -0.5 * half);
    this.paintAt(context, {path, pose}, {stroke: color, width: 2});
  }

  drawMoving(context, scene, obstacle, time) {
    for (const prediction of obstacle.predictions) {
      const alpha = 0.45 + 0.5 * Math.min(1, prediction.probability);
      const style = {fill: ReplayTheme.COLORS.moving, stroke: ReplayTheme.COLORS.movingEdge, width: 1.5, alpha};
      const placed = ReplayData.placedAt(obstacle, prediction, time);
      if (placed === null) continue;
      const isSet = placed.pose === null;
      this.paintAt(context, placed, isSet ? {...style, dash: [3, 2], alpha: 0.6 * alpha} : style);
      if (!isSet) this.drawHeading(context, placed, ReplayTheme.COLORS.movingEdge);
      this.record(isSet ? 'occupancy' : 'moving', obstacle.id, scene, placed);
    }
  }

  // Remembers where something was drawn: scene frame in m, and pixels of the stage.
  record(kind, id, scene, {shapes, pose}) {
    const p = pose ?? ReplayExtent.middleOf(shapes);
    const {x, y} = this.map.toScreen(p);
    this.positions.push({kind, id, x: p.x + scene.origin.x, y: p.y + scene.origin.y, screenX: x, screenY: y, shapes});
  }
}
