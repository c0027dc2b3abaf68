// What is shown, as the fragment of the page's address: "#scene=7&cycle=2&candidate=3&time=1.50",
// or "#7" for a scene alone. Scenes, cycles and candidates are counted from 1; the cycle of a whole
// drive is "drive".
const ReplayAddress = (() => {
  const index = (text) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) - 1 : null);
  const seconds = (text) => (/^-?\d{1,15}(\.\d{1,9})?$/.test(text ?? '') ? Number(text) : null);

  // `candidate` may be null.
  function write({scene, cycle, candidate, time}) {
    const parts = [`scene=${scene + 1}`, `cycle=${cycle === 'drive' ? cycle : Number(cycle) + 1}`];
    if (candidate !== null) parts.push(`candidate=${candidate + 1}`);
    return `#${parts.join('&')}&time=${time.toFixed(2)}`;
  }

  // -> {scene, cycle, candidate, time}; null for what the fragment does not have or what is none of
  // it. `cycle` is a text.
  function read(fragment) {
    const text = fragment.replace(/^#/, '');
    const parts = new URLSearchParams(text);
    const cycle = parts.get('cycle');
    return {
      scene: index(parts.get('scene') ?? text),
      cycle: cycle === 'drive' ? cycle : index(cycle)?.toString() ?? null,
      candidate: index(parts.get('candidate')),
      time: seconds(parts.get('time')),
    };
  }

  return {write, read};
})();
