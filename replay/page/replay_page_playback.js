// Lets the time run, as fast as it does. `button` shows whether it plays. `clock`:
// {getTime() -> {time, begin, end}, setTime(time)}.
function makeReplayPlayback(button, {getTime, setTime}) {
  let playing = null;  // While playing: {at, time}, the browser's time in ms and ours at the last frame.

  function show(symbol, label) {
    button.textContent = symbol;
    button.setAttribute('aria-label', label);
  }

  function pause() {
    playing = null;
    show('▶', 'Play');
  }

  function advance(at) {
    if (playing === null) return;
    playing.time += Math.max(0, at - playing.at) / 1000;
    playing.at = Math.max(at, playing.at);
    setTime(playing.time);
    const {time, end} = getTime();
    if (time >= end) return pause();
    requestAnimationFrame(advance);
  }

  function toggle() {
    if (playing !== null) return pause();
    const {time, begin, end} = getTime();
    if (end <= begin) return;
    if (time >= end) setTime(begin);
    playing = {at: performance.now(), time: getTime().time};
    show('❚❚', 'Pause');
    requestAnimationFrame(advance);
  }

  return {toggle, pause};
}
