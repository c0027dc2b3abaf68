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
