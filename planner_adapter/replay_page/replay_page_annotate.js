// Measures of a list of shapes [{vertices: [x, y, x, y, ...], radius}].
const ReplayShapes = {
  // The mean of all vertices.
  middle(shapes) {
    let x = 0, y = 0, n = 0;
    for (const {vertices} of shapes) {
      for (let i = 0; i < vertices.length; i += 2, ++n) {
        x += vertices[i];
        y += vertices[i + 1];
      }
    }
    return {x: x / n, y: y / n};
  },

  // m; the shorter side of the shapes' bounding box.
  size(shapes) {
    const {minX, minY, maxX, maxY} = ReplayExtent.ofShapes(shapes);
    return Math.min(maxX - minX, maxY - minY);
  },
};

// What is written over the drawing: encounters with their witness points, and the ids of obstacles.
class ReplayAnnotator {
  constructor(map, painter) {
    this.map = map;
    this.painter = painter;
  }

  drawEncounters(context, scene, candidate) {
    const {collision, clearance, road} = candidate;
    if (clearance !== null && (collision === null || clearance.time !== collision.time)) {
      this.drawWitnesses(context, scene, candidate, clearance, '#17202c');
    }
    if (road !== null) this.drawRoadWitnesses(context, scene, candidate, road);
    if (collision === null) return;
    if (candidate.bracket?.isBetweenInstants) this.drawContactPose(context, scene, candidate, collision);
    this.drawWitnesses(context, scene, candidate, collision, ReplayPainter.COLORS.colliding);
  }

  // Where it is closest to the edge of the road or farthest beyond it; and, filled, where it leaves
  // the road between instants: at no instant of the time slider's steps it is outside.
  drawRoadWitnesses(context, scene, candidate, road) {
    const {departure} = candidate;
    const color = road.clearance < 0 || departure !== null ? ReplayPainter.COLORS.leaving : '#17202c';
    this.map.useMetres(context);
    if (departure?.isBetweenInstants)
      this.painter.paintEgo(context, scene, candidate, departure.outsideBy, {fill: color, alpha: 0.3});
    this.painter.paintEgo(context, scene, candidate, road.time, {stroke: color, width: 1.5, dash: [4, 3]});
    this.drawSegment(context, road, color);
    const where = road.clearance < 0 ? 'off the road' : 'to the edge';
    const text = `${Math.abs(road.clearance).toFixed(2)} m ${where} · ${road.time.toFixed(2)} s`;
    // Outside the road, away from what is written of obstacles.
    const outward = (road.other.y - road.ego.y) * (road.clearance < 0 ? -1 : 1);
    this.drawPillAt(context, text, road, color, outward > 0 ? -1 : 1);
  }

  // Filled, where they are at the contact: at no instant of the time slider's steps do they touch.
  drawContactPose(context, scene, candidate, {time, obstacle: id, hypothesis}) {
    const style = {fill: ReplayPainter.COLORS.colliding, alpha: 0.3};
    this.map.useMetres(context);
    this.painter.paintEgo(context, scene, candidate, time, style);
    const obstacle = scene.movingObstacles.find((o) => o.id === id);
    const prediction = obstacle?.predictions[hypothesis];
    if (prediction === undefined) return;
    if (prediction.motion === null) {
      this.painter.paint(context, this.painter.pathOfShapes(ReplayData.occupancyAt(prediction, time)), style);
      return;
    }
    const there = ReplayData.obstaclePoseAt(prediction.motion, time);
    if (there !== null) this.painter.paintAt(context, ReplayData.shapesAt(obstacle, prediction, time), there, style);
  }

  // The ego outline at the time of the encounter, both witness points, the segment between them,
  // and its length.
  drawWitnesses(context, scene, candidate, encounter, color) {
    this.map.useMetres(context);
    this.painter.paintEgo(context, scene, candidate, encounter.time, {stroke: color, width: 1.5, dash: [4, 3]});
    const obstacle = scene.movingObstacles.find((o) => o.id === encounter.obstacle);
    const prediction = obstacle?.predictions[encounter.hypothesis];
    const motion = prediction?.motion ?? null;
    const there = motion === null ? null : ReplayData.obstaclePoseAt(motion, encounter.time);
    if (there !== null) {
      const shapes = ReplayData.shapesAt(obstacle, prediction, encounter.time);
      this.painter.paintAt(context, shapes, there, {stroke: color, width: 1.5, dash: [4, 3]});
    }
    const a = this.drawSegment(context, encounter, color);
    const isContact = encounter === candidate.collision;
    if (isContact || encounter.distance <= 0) this.drawCross(context, a, color);
    const contact = candidate.bracket?.isBetweenInstants ? 'contact between instants' : 'contact';
    const what = isContact ? contact : encounter.distance > 0 ? `${encounter.distance.toFixed(2)} m` : 'contact';
    this.drawPillAt(context, `${what} · ${encounter.time.toFixed(2)} s`, encounter, color, -1);
  }

  // Both witness points and the segment between them; returns the ego vehicle's on the screen.
  drawSegment(context, {ego, other}, color) {
    this.map.usePixels(context);
    context.setLineDash([]);
    const a = this.map.toScreen(ego), b = this.map.toScreen(other);
    for (const [style, width] of [['#fff', 5], [color, 2]]) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
      context.stroke();
    }
    for (const p of [a, b]) {
      context.beginPath();
      context.arc(p.x, p.y, 4, 0, 2 * Math.PI);
      context.fillStyle = '#fff';
      context.fill();
      context.stroke();
    }
    return a;
  }

  // A text above (side -1) or below (side 1) two witness points.
  drawPillAt(context, text, {ego, other}, color, side) {
    const a = this.map.toScreen(ego), b = this.map.toScreen(other);
    const y = side < 0 ? Math.min(a.y, b.y) - 30 : Math.max(a.y, b.y) + 30;
    this.drawPill(context, text, {x: (a.x + b.x) / 2, y}, color);
  }

  drawCross(context, p, color) {
    for (const [style, width] of [['#fff', 6], [color, 3]]) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.beginPath();
      for (const side of [-1, 1]) {
        context.moveTo(p.x - 8, p.y - 8 * side);
        context.lineTo(p.x + 8, p.y + 8 * side);
      }
      context.stroke();
    }
  }

  drawPill(context, text, at, color) {
    context.font = '600 12px system-ui, "DejaVu Sans", sans-serif';
    const width = context.measureText(text).width + 14;
    const x = Math.min(Math.max(at.x, width / 2 + 4), this.map.width - width / 2 - 4);
    const y = Math.min(Math.max(at.y, 14), this.map.height - 30);
    context.fillStyle = 'rgba(255, 255, 255, 0.94)';
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
    context.font = '600 11px system-ui, "DejaVu Sans", sans-serif';
    context.textAlign = align;
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.setLineDash([]);
    context.strokeStyle = 'rgba(255, 255, 255, 0.9)';
    context.lineWidth = 3.5;
    context.fillStyle = color;
  }

  // The texts of signs, lights and speed limits beside them, where there is room.
  drawFeatureTexts(context, features) {
    this.beginTexts(context, 'left', ReplayPainter.COLORS.feature);
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
  // so that zooming in shows more.
  drawLabels(context, scene, shown, positions) {
    const labels = positions.filter((p) => p.kind !== 'ego')
                       .map((p) => ({id: p.id, x: p.screenX, y: p.screenY, shapes: p.shapes}));
    if (shown.static) {
      for (const {id, shapes} of scene.staticObstacles) {
        labels.push({id, ...this.map.toScreen(ReplayShapes.middle(shapes)), shapes});
      }
    }
    this.beginTexts(context, 'center', '#1c2430');
    const taken = [];
    for (const {id, x, y, shapes} of labels) {
      const text = id.length > 24 ? `${id.slice(0, 23)}…` : id;
      const size = ReplayShapes.size(shapes) * this.map.scale;
      const middle = size < 16 ? y - size / 2 - 9 : y;
      const box = {x, y: middle, width: context.measureText(text).width + 4};
      const isFree = taken.every((b) => Math.abs(b.y - box.y) > 12 || 2 * Math.abs(b.x - box.x) > b.width + box.width);
      if (x < 0 || y < 0 || x > this.map.width || y > this.map.height || !isFree) continue;
      taken.push(box);
      context.strokeText(text, x, middle);
      context.fillText(text, x, middle);
    }
  }
}
