// A box of the plane that grows with what is added to it; empty at first.
class ReplayExtent {
  constructor() {
    this.minX = this.minY = Infinity;
    this.maxX = this.maxY = -Infinity;
  }

  static ofShapes(shapes) {
    const extent = new ReplayExtent();
    extent.addShapes(shapes);
    return extent;
  }

  // The reach of body-frame shapes forwards, backwards and to the side.
  static ofBody(shapes) {
    const {minX: rear, maxX: front, minY, maxY} = ReplayExtent.ofShapes(shapes);
    return {rear, front, half: Math.max(maxY, -minY)};
  }

  // The mean of all vertices of shapes [{vertices: [x, y, x, y, ...], radius}].
  static middleOf(shapes) {
    const all = shapes.flatMap(({vertices}) => vertices);
    const mean = (first) => 2 / all.length * all.reduce((sum, value, i) => (i % 2 === first ? sum + value : sum), 0);
    return {x: mean(0), y: mean(1)};
  }

  // The shorter side.
  size() {
    return Math.min(this.maxX - this.minX, this.maxY - this.minY);
  }

  isEmpty() {
    return !(this.minX <= this.maxX);
  }

  add(x, y, margin) {
    this.minX = Math.min(this.minX, x - margin);
    this.minY = Math.min(this.minY, y - margin);
    this.maxX = Math.max(this.maxX, x + margin);
    this.maxY = Math.max(this.maxY, y + margin);
  }

  // `motion` may be null.
  addMotion(motion, margin) {
    motion?.x.forEach((x, i) => this.add(x, motion.y[i], margin));
  }

  addPoints(points) {
    for (const {x, y} of points) this.add(x, y, 0);
  }

  addShapes(shapes) {
    for (const {vertices, radius} of shapes) {
      for (let i = 0; i < vertices.length; i += 2) this.add(vertices[i], vertices[i + 1], radius);
    }
  }

  // The obstacles of a scene, at all times.
  addObstacles({staticObstacles, movingObstacles}) {
    for (const {shapes} of staticObstacles) this.addShapes(shapes);
    for (const {predictions} of movingObstacles) {
      for (const {motion, occupancies} of predictions) {
        this.addMotion(motion, 3);
        for (const shapes of occupancies) this.addShapes(shapes);
      }
    }
  }
}
