// The colours of what scripts draw, by name: the variables of replay_page.css, which are light or
// dark as the system is set.
const ReplayTheme = (() => {
  const NAMES = [
    'free', 'colliding', 'leaving', 'chosen', 'ego', 'moving', 'static', 'reference', 'goal', 'feature', 'lane', 'driven',
    'halo', 'ink', 'muted', 'accent', 'alert', 'pill', 'grid', 'gridLine', 'outline', 'road', 'roadEdge', 'border',
    'goalEdge', 'area', 'areaEdge', 'stripe', 'bump', 'trail', 'egoEdge', 'movingEdge',
  ];
  const COLORS = {};

  function read() {
    const style = getComputedStyle(document.documentElement);
    for (const name of NAMES) {
      COLORS[name] = style.getPropertyValue(`--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`).trim();
    }
  }

  // Calls `changed()` whenever the system's preference changes.
  function follow(changed) {
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      read();
      changed();
    });
  }

  read();
  return {COLORS, follow};
})();
