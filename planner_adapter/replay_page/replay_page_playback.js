// Lets the time run, as fast as it does.
class ReplayPlayback {
  // `button` shows whether it plays. `clock`: {getTime() -> {time, begin, end}, setTime(time)}.
  constructor(button, clock) {
    this.button = button;
    this.clock = clock;
    this.playing = null;  // While playing: {at, time}, the browser's time in ms and ours at the last frame.
  }

  toggle() {
    if (this.playing === null)
      this.play();
    else
      this.pause();
  }

  play() {
    const {time, begin, end} = this.clock.getTime();
    if (end <= begin) return;
    if (time >= end) this.clock.setTime(begin);
    this.playing = {at: performance.now(), time: this.clock.getTime().time};
    this.show('❚❚', 'Pause');
    requestAnimationFrame((at) => this.advance(at));
  }

  advance(at) {
    if (this.playing === null) return;
    this.playing.time += Math.max(0, at - this.playing.at) / 1000;
    this.playing.at = Math.max(at, this.playing.at);
    this.clock.setTime(this.playing.time);
    const {time, end} = this.clock.getTime();
    if (time >= end)
      this.pause();
    else
      requestAnimationFrame((next) => this.advance(next));
  }

  pause() {
    this.playing = null;
    this.show('▶', 'Play');
  }

  show(symbol, label) {
    this.button.textContent = symbol;
    this.button.setAttribute('aria-label', label);
  }
}
