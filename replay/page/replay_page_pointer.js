// What the pointer does on the stage: hovering and clicking candidates, panning, zooming.
class ReplayPointer {
  // `state` is the page's; `actions` has redraw(ground) and selectCandidate(index or null).
  constructor(stage, map, state, actions) {
    this.stage = stage;
    this.map = map;
    this.state = state;
    this.actions = actions;
    this.tooltip = document.getElementById('tooltip');
    this.cursor = document.getElementById('cursor');
    this.drag = null;  // While a button is down: {last: screen point, moved: true once it is a pan}.
  }

  listen() {
    const {stage} = this;
    stage.addEventListener('pointerdown', (event) => this.press(event));
    stage.addEventListener('pointermove', (event) => this.move(this.screenPoint(event)));
    stage.addEventListener('pointerup', (event) => this.release(this.screenPoint(event)));
    stage.addEventListener('pointercancel', () => this.endDrag());
    stage.addEventListener('pointerleave', () => this.leave());
    stage.addEventListener('wheel', (event) => this.zoom(event), {passive: false});
  }

  screenPoint(event) {
    const box = this.stage.getBoundingClientRect();
    return {x: event.clientX - box.left - this.stage.clientLeft, y: event.clientY - box.top - this.stage.clientTop};
  }

  press(event) {
    if (event.button !== 0) return;
    this.drag = {last: this.screenPoint(event), moved: false};
    this.stage.setPointerCapture(event.pointerId);
  }

  move(at) {
    if (this.drag === null) {
      this.hover(at);
      return;
    }
    const dx = at.x - this.drag.last.x, dy = at.y - this.drag.last.y;
    // A hand is never quite still while it clicks.
    if (!this.drag.moved && Math.hypot(dx, dy) < 4) return;
    this.drag = {last: at, moved: true};
    this.stage.classList.add('panning');
    this.tooltip.hidden = true;
    this.map.pan(dx, dy);
    this.actions.redraw(true);
  }

  release(at) {
    if (this.drag !== null && !this.drag.moved) this.actions.selectCandidate(this.candidateAt(at)?.index ?? null);
    this.endDrag();
  }

  endDrag() {
    this.drag = null;
    this.stage.classList.remove('panning');
  }

  leave() {
    this.state.hovered = null;
    this.tooltip.hidden = true;
    this.cursor.textContent = '';
    this.actions.redraw(false);
  }

  zoom(event) {
    event.preventDefault();
    const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
    this.map.zoom(Math.exp(-0.0015 * Math.min(Math.max(pixels, -400), 400)), this.screenPoint(event));
    this.actions.redraw(true);
  }

  hover(screen) {
    const p = this.map.toPlane(screen);
    const {origin} = this.state.scene;
    this.cursor.textContent = `x ${(p.x + origin.x).toFixed(2)}  y ${(p.y + origin.y).toFixed(2)} m`;
    const candidate = this.candidateAt(screen);
    if (candidate !== this.state.hovered) this.actions.redraw(false);
    this.state.hovered = candidate;
    this.stage.classList.toggle('pointing', candidate !== null);
    this.tooltip.hidden = candidate === null;
    if (candidate === null) return;
    this.tooltip.textContent = `${candidate.id}\n${ReplayVerdict.inWords(candidate)}`;
    const place = (at, size, room) => `${Math.max(0, Math.min(at + 14, room - size - 6))}px`;
    this.tooltip.style.left = place(screen.x, this.tooltip.offsetWidth, this.map.width);
    this.tooltip.style.top = place(screen.y, this.tooltip.offsetHeight, this.map.height);
  }

  // The visible candidate whose path is nearest to a screen point, within a few pixels; null if
  // there is none.
  candidateAt(screen) {
    const {cycle, shown, blame} = this.state;
    const p = this.map.toPlane(screen);
    let best = null, bestSquared = (7 / this.map.scale) ** 2;
    for (const candidate of cycle.candidates) {
      if (!ReplayBlame.matches(candidate, blame) && candidate.index !== cycle.chosen) continue;
      if (!shown[candidate.verdict] && !(candidate.index === cycle.chosen && shown.chosen)) continue;
      const squared = ReplayPointer.squaredDistance(p, candidate.motion);
      if (squared < bestSquared) [best, bestSquared] = [candidate, squared];
    }
    return best;
  }

  // Of a point and the path of a motion, m^2.
  static squaredDistance(p, {x, y}) {
    let least = Infinity;
    for (let i = 0; i + 1 < x.length; ++i) {
      const dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
      const along = ((p.x - x[i]) * dx + (p.y - y[i]) * dy) / (dx * dx + dy * dy || 1);
      const s = Math.min(1, Math.max(0, along));
      least = Math.min(least, (p.x - x[i] - s * dx) ** 2 + (p.y - y[i] - s * dy) ** 2);
    }
    return least;
  }
}
