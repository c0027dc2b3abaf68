// What is written over the drawing: encounters with their witness points, and the ids of obstacles.
class ReplayAnnotator {
  static PILL_FONT = '600 12px system-ui, "DejaVu Sans", sans-serif';

  constructor(map, painter) {
    this.map = map;
    this.painter = painter;
  }

  // The candidates' encounters, one candidate above the other; and limits that others exceed.
  drawEncounters(context, scene, candidates, limits) {
    this.pills = [];
    for (const candidate of candidates) this.drawEncountersOf(context, scene, candidate);
    // Limits above their places and to the right, where the vehicle can be seen.
    for (const {text, point} of limits) {
      const {x, y} = this.map.toScreen(point);
      if (x < 0 || y < 0 || x > this.map.width || y > this.map.height) continue;
      this.placePill(context, text, {x: x + 120, y: y - 24}, ReplayTheme.COLORS.muted, -1);
    }
    this.map.usePixels(context);
    context.setLineDash([]);
    for (const pill of this.pills) this.drawPill(context, pill);
  }

  drawEncountersOf(context, scene, candidate) {
    const {firstCollision: collision, minimumClearance: clearance, roadClearance: road} = candidate;
    if (clearance && clearance.timeS !== collision?.timeS) {
      this.drawWitnesses(context, scene, candidate, clearance, ReplayTheme.COLORS.ink);
    }
    if (road) this.drawRoadWitnesses(context, scene, candidate, road);
    this.drawCrossing(context, scene, candidate);
    for (const {encounter} of candidate.reservations) {
      if (!encounter) continue;
      // Filled: it is drawn nowhere else.
      this.drawBodies(context, scene, candidate, encounter, {fill: ReplayTheme.COLORS.moving, alpha: 0.3});
      this.drawWitnesses(context, scene, candidate, encounter, ReplayTheme.COLORS.leaving);
    }
    if (!collision) return;
    if (candidate.contactBracket?.betweenInstants) {
      // Filled: at no instant of the time slider's steps do they touch.
      this.drawBodies(context, scene, candidate, collision, {fill: ReplayTheme.COLORS.colliding, alpha: 0.3});
    }
    this.drawWitnesses(context, scene, candidate, collision, ReplayTheme.COLORS.colliding);
  }

  // Where it is closest to the edge of the road or farthest beyond it; and, filled, where it leaves
  // the road between instants: at no instant of the time slider's steps it is outside.
  drawRoadWitnesses(context, scene, candidate, road) {
    const {roadDeparture: departure} = candidate;
    const {timeS, clearanceM} = road;
    const color = clearanceM < 0 || departure ? ReplayTheme.COLORS.leaving : ReplayTheme.COLORS.ink;
    this.map.useMetres(context);
    if (departure?.betweenInstants)
      this.painter.paintEgo(context, scene, candidate, departure.outsideByS, {fill: color, alpha: 0.3});
    this.painter.paintEgo(context, scene, candidate, timeS, {stroke: color, width: 1.5, dash: [4, 3]});
    this.drawSegment(context, road, color);
    const where = clearanceM < 0 ? 'off the road' : 'to the edge';
    const text = `${Math.abs(clearanceM).toFixed(2)} m ${where} · ${timeS.toFixed(2)} s`;
    // Outside the road, away from what is written of obstacles.
    const outward = (road.other.y - road.ego.y) * (clearanceM < 0 ? -1 : 1);
    this.drawPillAt(context, text, road, color, outward > 0 ? -1 : 1);
  }

  // The line of the road's edge that is crossed first, and where.
  drawCrossing(context, scene, candidate) {
    const crossing = ReplayBlame.crossing(scene, candidate);
    if (crossing === null) return;
    const color = ReplayTheme.COLORS.leaving;
    const style = {stroke: color, width: 6, alpha: 0.7};
    this.map.useMetres(context);
    this.painter.paint(context, ReplayPainter.pathOfPoints(crossing.line), style);
    this.map.usePixels(context);
    context.setLineDash([]);
    this.drawCross(context, this.map.toScreen(crossing.point), color);
  }

  // The vehicle and the moving obstacle at an encounter.
  drawBodies(context, scene, candidate, encounter, style) {
    const {timeS, obstacleId, hypothesis} = encounter;
    this.map.useMetres(context);
    this.painter.paintEgo(context, scene, candidate, timeS, style);
    const obstacle = scene.movingObstacles.find((o) => o.id === obstacleId);
    const prediction = obstacle?.predictions[hypothesis];
    // An encounter of a reservation is with an obstacle that is absent then, or that was last seen
    // at its first pose.
    const isReserved = candidate.reservations.some((of) => of.encounter === encounter);
    const heldS = isReserved && prediction?.isAssumed ? prediction.motion.time[0] : timeS;
    const placed = prediction === undefined ? null :
        ReplayData.placedAt(obstacle, prediction, heldS) ?? ReplayData.placedAt(obstacle, prediction, heldS, true);
    // A set of places where it may be is filled only.
    if (placed !== null && (placed.pose !== null || style.fill)) this.painter.paintAt(context, placed, style);
  }

  // The ego outline at the time of the encounter, both witness points, the segment between them,
  // and its length.
  drawWitnesses(context, scene, candidate, encounter, color) {
    this.drawBodies(context, scene, candidate, encounter, {stroke: color, width: 1.5, dash: [4, 3]});
    const a = this.drawSegment(context, encounter, color);
    const {timeS, signedDistanceM} = encounter;
    const isContact = encounter === candidate.firstCollision;
    if (isContact || signedDistanceM <= 0) this.drawCross(context, a, color);
    const contact = candidate.contactBracket?.betweenInstants ? 'contact between instants' : 'contact';
    const what = isContact ? contact : signedDistanceM > 0 ? `${signedDistanceM.toFixed(2)} m` : 'contact';
    this.drawPillAt(context, `${what} · ${timeS.toFixed(2)} s`, encounter, color, -1);
  }

  // Both witness points and the segment between them; returns the ego vehicle's on the screen.
  drawSegment(context, {ego, other}, color) {
    this.map.usePixels(context);
    context.setLineDash([]);
    const a = this.map.toScreen(ego), b = this.map.toScreen(other);
    ReplayAnnotator.strokeLines(context, [[a, b]], color, 2);
    for (const p of [a, b]) {
      context.beginPath();
      context.arc(p.x, p.y, 4, 0, 2 * Math.PI);
      context.fillStyle = ReplayTheme.COLORS.halo;
      context.fill();
      context.stroke();
    }
    return a;
  }

  // A text above (side -1) or below (side 1) two witness points.
  drawPillAt(context, text, {ego, other}, color, side) {
    const a = this.map.toScreen(ego), b = this.map.toScreen(other);
    const y = side < 0 ? Math.min(a.y, b.y) - 30 : Math.max(a.y, b.y) + 30;
    this.placePill(context, text, {x: (a.x + b.x) / 2, y}, color, side);
  }

  drawCross(context, p, color) {
    const at = (dx, dy) => ({x: p.x + dx, y: p.y + dy});
    ReplayAnnotator.strokeLines(context, [[at(-8, 8), at(8, -8)], [at(-8, -8), at(8, 8)]], color, 3);
  }

  // With a white edge.
  static strokeLines(context, lines, color, width) {
    for (const [strokeStyle, lineWidth] of [[ReplayTheme.COLORS.halo, width + 3], [color, width]]) {
      Object.assign(context, {strokeStyle, lineWidth});
      context.beginPath();
      for (const [a, b] of lines) {
        context.moveTo(a.x, a.y);
        context.lineTo(b.x, b.y);
      }
      context.stroke();
    }
  }

  // A pill is drawn over everything else: above (side -1) or below (side 1) those before it where
  // it would cover one, and on the other side of them where the map ends.
  placePill(context, text, at, color, side) {
    context.font = ReplayAnnotator.PILL_FONT;
    const width = context.measureText(text).width + 14;
    const x = Math.min(Math.max(at.x, width / 2 + 4), this.map.width - width / 2 - 4);
    const [top, bottom] = [14, this.map.height - 30];
    let y = Math.min(Math.max(at.y, top), bottom);
    const covered = () => this.pills.find(
        (pill) => Math.abs(pill.y - y) < 24 && 2 * Math.abs(pill.x - x) < pill.width + width + 8);
    // Each step leaves one of them behind.
    for (let step = 0, pill; step <= 2 * this.pills.length && (pill = covered()); ++step) {
      if (pill.y + 24 * side < top || pill.y + 24 * side > bottom) side = -side;
      y = pill.y + 24 * side;
    }
    this.pills.push({text, x, y, width, color});
  }

  drawPill(context, {text, x, y, width, color}) {
    context.font = ReplayAnnotator.PILL_FONT;
    context.fillStyle = ReplayTheme.COLORS.pill;
    context.strokeStyle = color;
    context.lineWidth = 1.2;
    context.beginPath();
    context.roundRect(x - width / 2, y - 10, width, 20, 10);
    context.fill();
    context.stroke();
    context.fillStyle = color;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, x, y + 0.5);
  }

  // From now on texts have this alignment and color, and a white edge.
  beginTexts(context, align, color) {
    this.map.usePixels(context);
    context.setLineDash([]);
    Object.assign(context, {
      font: '600 11px system-ui, "DejaVu Sans", sans-serif',
      textAlign: align,
      textBaseline: 'middle',
      lineJoin: 'round',
      strokeStyle: ReplayTheme.COLORS.halo,
      lineWidth: 3.5,
      fillStyle: color,
    });
  }

  // The texts of signs, lights and speed limits beside them, where there is room.
  drawFeatureTexts(context, features) {
    this.beginTexts(context, 'left', ReplayTheme.COLORS.feature);
    const taken = [];
    for (const {text, points} of features) {
      const {x, y} = this.map.toScreen(points[0]);
      const isFree = taken.every((t) => Math.abs(t.y - y) > 12 || Math.abs(t.x - x) > 90);
      if (text === '' || !isFree || x < 0 || y < 0 || x > this.map.width || y > this.map.height) continue;
      taken.push({x, y});
      context.strokeText(text, x + 8, y);
      context.fillText(text, x + 8, y);
    }
    this.map.useMetres(context);
  }

  // Ids on the things that are large enough on the screen, above the others; where there is room,
  // so that zooming in shows more, and away from `points`, at which one looks.
  drawLabels(context, scene, shown, positions, points) {
    const labels = positions.filter((p) => p.kind !== 'ego')
                       .map((p) => ({id: p.id, x: p.screenX, y: p.screenY, shapes: p.shapes}));
    if (shown.static) {
      for (const {id, shapes} of scene.staticObstacles) {
        labels.push({id, ...this.map.toScreen(ReplayExtent.middleOf(shapes)), shapes});
      }
    }
    this.beginTexts(context, 'center', ReplayTheme.COLORS.ink);
    const taken = points.map((p) => ({...this.map.toScreen(p), width: 160, height: 90}));
    for (const {id, x, y, shapes} of labels) {
      const text = id.length > 24 ? `${id.slice(0, 23)}…` : id;
      const size = ReplayExtent.ofShapes(shapes).size() * this.map.scale;
      const middle = size < 16 ? y - size / 2 - 9 : y;
      const box = {x, y: middle, width: context.measureText(text).width + 4, height: 12};
      const isFree = taken.every(
          (b) => 2 * Math.abs(b.y - box.y) > b.height + box.height || 2 * Math.abs(b.x - box.x) > b.width + box.width);
      if (x < 0 || y < 0 || x > this.map.width || y > this.map.height || !isFree) continue;
      taken.push(box);
      context.strokeText(text, x, middle);
      context.fillText(text, x, middle);
    }
  }
}
