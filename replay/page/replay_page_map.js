// The map under the drawing: which part of the plane the stage shows, at what scale, with its grid
// and scale bar. Screen coordinates are CSS pixels from the stage's top left corner; y of the plane
// points up.
class ReplayMap {
  constructor(stage) {
    this.stage = stage;
    this.center = {x: 0, y: 0};
    this.scale = 10;  // Pixels per metre.
    this.width = this.height = 1;
    this.pixelRatio = 1;
  }

  // Takes over the stage's size; sizes the canvases to device pixels, so that lines are sharp on
  // every screen.
  resize(canvases) {
    this.width = Math.max(1, this.stage.clientWidth);
    this.height = Math.max(1, this.stage.clientHeight);
    this.pixelRatio = window.devicePixelRatio || 1;
    for (const canvas of canvases) {
      canvas.width = Math.round(this.width * this.pixelRatio);
      canvas.height = Math.round(this.height * this.pixelRatio);
    }
  }

  toScreen(p) {
    return {
      x: this.width / 2 + (p.x - this.center.x) * this.scale,
      y: this.height / 2 - (p.y - this.center.y) * this.scale,
    };
  }

  toPlane(p) {
    return {
      x: this.center.x + (p.x - this.width / 2) / this.scale,
      y: this.center.y - (p.y - this.height / 2) / this.scale,
    };
  }

  // From now on `context` draws in metres, or in CSS pixels.
  useMetres(context) {
    const s = this.pixelRatio * this.scale;
    context.setTransform(
        s, 0, 0, -s, this.pixelRatio * this.width / 2 - this.center.x * s,
        this.pixelRatio * this.height / 2 + this.center.y * s);
  }
  usePixels(context) {
    context.setTransform(this.pixelRatio, 0, 0, this.pixelRatio, 0, 0);
  }

  // Shows all of `box` {minX, minY, maxX, maxY}; an empty box (minX > maxX) leaves the map as it
  // is.
  fit(box) {
    if (!(box.minX <= box.maxX)) return;
    this.center = {x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2};
    const widthM = Math.max(box.maxX - box.minX, 5);
    const heightM = Math.max(box.maxY - box.minY, 5);
    this.scale = Math.min((this.width - 90) / widthM, (this.height - 90) / heightM);
    this.limitScale();
  }

  // Zooms by `factor`; the point of the plane under the screen point `at` stays there.
  zoom(factor, at) {
    const before = this.toPlane(at);
    this.scale *= factor;
    this.limitScale();
    const after = this.toPlane(at);
    this.center = {x: this.center.x + before.x - after.x, y: this.center.y + before.y - after.y};
  }

  limitScale() {
    this.scale = Math.min(Math.max(this.scale, 1e-5), 4000);
  }

  pan(dx, dy) {
    this.center = {x: this.center.x - dx / this.scale, y: this.center.y + dy / this.scale};
  }

  // A round length, in metres, that covers at least `pixels`.
  roundLength(pixels) {
    return ReplayText.roundStep(pixels / this.scale);
  }

  static formatLength(metres) {
    return metres >= 1000 ? `${+ (metres / 1000).toPrecision(6)} km` : `${+ metres.toPrecision(6)} m`;
  }

  // Grid lines at round coordinates of the scene frame.
  drawGrid(context, origin) {
    this.usePixels(context);
    const step = this.roundLength(90);
    context.strokeStyle = ReplayTheme.COLORS.grid;
    context.lineWidth = 1;
    context.beginPath();
    for (const axis of ['x', 'y']) {
      for (const {screen} of this.ticks(axis, origin, step)) {
        const at = Math.round(screen) + 0.5;
        context.moveTo(...(axis === 'x' ? [at, 0] : [0, at]));
        context.lineTo(...(axis === 'x' ? [at, this.height] : [this.width, at]));
      }
    }
    context.stroke();
  }

  // Coordinates of the scene frame along the left and lower edge, and the scale bar.
  drawRulers(context, origin) {
    this.usePixels(context);
    const step = this.roundLength(90);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    context.font = '11px system-ui, "DejaVu Sans", sans-serif';
    context.fillStyle = ReplayTheme.COLORS.muted;
    context.lineWidth = 3;
    context.strokeStyle = ReplayTheme.COLORS.halo;
    const label = (text, x, y) => {
      context.strokeText(text, x, y);
      context.fillText(text, x, y);
    };
    context.textBaseline = 'alphabetic';
    context.textAlign = 'center';
    const barLeft = this.width - this.scaleBarLength() - 40;
    for (const {value, screen} of this.ticks('x', origin, step)) {
      if (screen > 60 && screen < barLeft) label(value.toFixed(digits), screen, this.height - 7);
    }
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    for (const {value, screen} of this.ticks('y', origin, step)) {
      if (screen > 30 && screen < this.height - 24) label(value.toFixed(digits), 7, screen);
    }
    context.textBaseline = 'alphabetic';
    label('x → m', 7, this.height - 7);
    label('y ↑ m', 7, 16);
    this.drawScaleBar(context);
  }

  scaleBarLength() {
    return this.roundLength(80) * this.scale;
  }

  drawScaleBar(context) {
    const length = this.scaleBarLength();
    const right = Math.round(this.width - 16) + 0.5;
    const left = Math.round(right - length) + 0.5;
    const y = Math.round(this.height - 13) + 0.5;
    context.fillStyle = ReplayTheme.COLORS.pill;
    context.fillRect(left - 8, y - 20, right - left + 16, 28);
    context.strokeStyle = context.fillStyle = ReplayTheme.COLORS.ink;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(left, y - 4);
    context.lineTo(left, y + 3);
    context.lineTo(right, y + 3);
    context.lineTo(right, y - 4);
    context.stroke();
    context.textAlign = 'center';
    context.fillText(ReplayMap.formatLength(this.roundLength(80)), (left + right) / 2, y - 2);
  }

  // The visible multiples of `step` of one scene coordinate: [{value, screen}].
  ticks(axis, origin, step) {
    const a = this.toPlane({x: 0, y: this.height})[axis] + origin[axis];
    const b = this.toPlane({x: this.width, y: 0})[axis] + origin[axis];
    const result = [];
    for (let k = Math.ceil(a / step); k * step <= b; ++k) {
      const local = k * step - origin[axis];
      result.push({value: k * step, screen: this.toScreen({x: local, y: local})[axis]});
    }
    return result;
  }
}
