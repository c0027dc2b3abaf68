// What is selected, and what the person does: scene, cycle, candidate, time, map.
(() => {
  const byId = (id) => document.getElementById(id);
  const stage = byId('stage');
  const canvases = [byId('ground'), byId('actors')];
  const slider = byId('time');
  const map = new ReplayMap(stage);
  const painter = new ReplayPainter(map, ...canvases);
  const plot = new ReplayPlot(byId('plot'), (time) => goTo(time));
  const elevation = new ReplayElevation(byId('side'), byId('elevation'));
  const playback = makeReplayPlayback(byId('play'), {getTime: () => state, setTime});
  const summary = ReplayData.summary;

  const shown = Object.fromEntries(ReplayPanel.LEGEND.map(([key]) => [key, true]));
  // What is drawn; `drive` is true while the whole closed-loop drive is shown rather than one
  // cycle.
  const state = {
    wanted: null,  // The index of the scene that is to be shown, and perhaps still being loaded.
    sceneIndex: null,
    scene: null,
    cycleIndex: 0,
    cycle: null,
    drive: false,
    time: 0,
    begin: 0,
    end: 0,
    selected: null,
    hovered: null,
    blame: null,  // The key of what is blamed by the candidates that are shown; null: all are.
    shown,
    get focus() {
      return focus();
    }
  };
  let groundIsStale = false;
  let frame = null;
  let timer = null;

  function focus() {
    if (state.selected !== null) return state.cycle.candidates[state.selected];
    return state.drive || state.cycle.chosen === null ? null : state.cycle.candidates[state.cycle.chosen];
  }

  // Draws at the next frame; the ground only if asked for.
  function redraw(ground) {
    groundIsStale ||= ground;
    frame ??= requestAnimationFrame(draw);
  }

  function draw() {
    frame = null;
    if (state.scene === null) return;
    if (groundIsStale) painter.drawGround(state);
    groundIsStale = false;
    painter.drawActors(state);
    elevation.draw(state);
    plot.draw(state);
  }

  // Shows the candidates and the drive; without them the obstacles; without those the road. Or all.
  function fit(all = false) {
    const {scene, cycle} = state;
    const extent = new ReplayExtent();
    for (const {motion} of cycle.candidates) extent.addMotion(motion, 3);
    if (all || state.drive) extent.addMotion(scene.driven, 3);
    extent.addMotion(scene.egoState, 6);
    if (all || cycle.candidates.length === 0) extent.addObstacles(scene);
    if (all || extent.isEmpty()) {
      extent.addShapes(scene.drivableArea);
      for (const {points} of scene.roadBorders) extent.addPoints(points);
      for (const {points} of scene.lanes) extent.addPoints(points);
    }
    if (all) extent.addShapes(scene.goalAreas.flat());
    map.fit(extent);
    redraw(true);
  }

  // Shows where and when the candidate whose verdict is shown is rejected.
  function showContact() {
    const place = focus() === null ? null : ReplayBlame.place(state.scene, focus());
    if (place === null) return;
    const extent = new ReplayExtent();
    for (const {x, y} of place.points) extent.add(x, y, 4);
    map.fit(extent);
    goTo(place.time);
    redraw(true);
  }

  function setTime(time) {
    state.time = Math.min(Math.max(time, state.begin), state.end);
    slider.value = state.time;
    const step = Math.floor((state.time - state.begin) / state.scene.timeStep + 1e-6);
    byId('time-label').textContent = `${state.time.toFixed(2)} s · step ${step}`;
    slider.setAttribute('aria-valuetext', `${state.time.toFixed(2)} seconds`);
    if (state.drive) showCycle(Math.max(0, ReplayData.lastNotAfter(state.scene.cycleTimes, state.time)));
    redraw(false);
    // Not while the time runs: browsers limit how often an address changes.
    clearTimeout(timer);
    timer = setTimeout(() => setAddress('replaceState'), 250);
  }

  const address = () => ReplayAddress.write({
    scene: state.sceneIndex,
    cycle: byId('cycle').value,
    candidate: focus()?.index ?? null,
    time: state.time,
  });

  // A page within another one, as in a notebook, may have no address that it could change.
  function setAddress(method) {
    try {
      history[method](null, '', address());
    } catch (error) {
      if (error.name !== 'SecurityError') throw error;
    }
  }

  // What is shown becomes a place that the browser goes back to.
  function visit() {
    clearTimeout(timer);
    if (address() !== location.hash) setAddress('pushState');
  }

  // Shows the part of the scene that an address names; what it does not name, or the scene does not
  // have, is as at first.
  function restore({cycle, candidate, time}) {
    const options = [...byId('cycle').options].map(({value}) => value);
    selectCycle(options.includes(cycle) ? cycle : options[0]);
    if (time !== null) setTime(time);
    if (candidate !== null && candidate < state.cycle.candidates.length) selectCandidate(candidate);
    clearTimeout(timer);
    setAddress('replaceState');
  }

  function goTo(time) {
    playback.pause();
    setTime(time);
  }

  // The time range of what is shown.
  function setRange() {
    const {scene, cycle} = state;
    if (state.drive) {
      const {time} = scene.driven;
      [state.begin, state.end] = [time[0], time[time.length - 1]];
    } else {
      let motions = cycle.candidates.map(({motion}) => motion.time);
      if (motions.length === 0) {
        motions = scene.movingObstacles.flatMap((o) => o.predictions.map((p) => p.motion?.time ?? p.occupancyTimes));
      }
      motions = motions.filter((times) => times !== null && times.length > 0);
      state.begin = motions.reduce((t, times) => Math.min(t, times[0]), motions.length > 0 ? Infinity : cycle.time);
      state.end = motions.reduce((t, times) => Math.max(t, times[times.length - 1]), state.begin);
    }
    slider.min = state.begin;
    slider.max = state.end;
    slider.disabled = byId('play').disabled = state.end <= state.begin;
  }

  // Shows the cycle with this index; during a drive the time decides which.
  function showCycle(index) {
    if (state.cycle !== null && state.cycleIndex === index) return;
    state.cycleIndex = index;
    state.cycle = state.scene.cycle(index);
    state.selected = state.hovered = null;
    byId('tooltip').hidden = true;
    ReplayPanel.countLegend(state.scene, state.cycle);
    // What is not blamed in this cycle leaves nothing to show.
    if (!state.cycle.candidates.some((candidate) => ReplayBlame.matches(candidate, state.blame))) state.blame = null;
    ReplayPanel.showBlame(state.cycle, state.blame);
    ReplayPanel.showCandidates(state.cycle, state.blame);
    ReplayPanel.showSceneNotes(state.scene, state.cycle);
    ReplayPanel.showMessages(state.scene, state.cycle);
    showVerdict();
    redraw(true);
  }

  const showVerdict = () => ReplayVerdict.show(state.scene, focus(), state.cycle, state.drive, goTo);

  // `value` of the cycle control: 'drive' or an index.
  function selectCycle(value) {
    playback.pause();
    state.drive = value === 'drive';
    byId('cycle').value = value;
    state.cycle = null;
    showCycle(state.drive ? 0 : Number(value));
    setRange();
    setTime(state.begin);
    const options = byId('cycle').options;
    byId('previous-cycle').disabled = byId('cycle').selectedIndex === 0;
    byId('next-cycle').disabled = byId('cycle').selectedIndex === options.length - 1;
  }

  function stepCycle(offset) {
    const option = byId('cycle').options[byId('cycle').selectedIndex + offset];
    if (option === undefined) return;
    selectCycle(option.value);
    visit();
  }

  function fillCycleControl() {
    const {cycleTimes, driven} = state.scene;
    const option = (text, value) => Object.assign(document.createElement('option'), {textContent: text, value});
    const options =
        cycleTimes.map((t, i) => option(`cycle ${i + 1} of ${cycleTimes.length} · ${t.toFixed(2)} s`, String(i)));
    if (driven !== null) options.unshift(option('whole drive', 'drive'));
    byId('cycle').replaceChildren(...options);
    byId('cycle-control').hidden = options.length < 2;
  }

  // There is a next scene in the table's order, which changes with its filter.
  function enableSceneSteps() {
    byId('previous-scene').disabled = ReplayTable.neighbour(state.wanted, -1) === null;
    byId('next-scene').disabled = ReplayTable.neighbour(state.wanted, 1) === null;
  }

  // Shows a scene, at the place that an address names if one is given.
  function selectScene(index, place = null) {
    if (state.wanted === index && place === null) return;
    playback.pause();
    state.wanted = index;
    ReplayTable.mark(index);
    enableSceneSteps();
    if (index === state.sceneIndex && place !== null) return restore(place);
    // Shown only if no other scene was chosen in the meantime.
    ReplayData.loadScene(index, (scene) => {
      if (state.wanted === index) showScene(index, scene, place);
    });
  }

  function showScene(index, scene, place) {
    if (scene === null) {
      byId('scene-title').textContent = `Scene ${index + 1}: scenes/${index}.js cannot be loaded`;
      state.wanted = state.sceneIndex;
      return;
    }
    state.sceneIndex = index;
    state.scene = scene;
    byId('scene-title').textContent = byId('scene-title').title = state.scene.id;
    byId('scene-file').textContent = state.scene.file;
    byId('scene-file').title =
        state.scene.digest ? `${state.scene.file}, digest ${state.scene.digest}` : state.scene.file;
    elevation.showScene(state.scene);
    fillCycleControl();
    if (place !== null) {
      restore(place);
    } else {
      selectCycle(byId('cycle').value);
      visit();
    }
    fit();
  }

  // Shows what the address says; the first scene if there is none of that number.
  function followAddress() {
    const place = ReplayAddress.read(location.hash);
    selectScene(place.scene !== null && place.scene < summary.rows.length ? place.scene : 0, place);
  }

  function stepScene(offset) {
    const index = ReplayTable.neighbour(state.wanted, offset);
    if (index !== null) selectScene(index);
  }

  function selectCandidate(index) {
    state.selected = index;
    showVerdict();
    redraw(false);
  }

  // Shows only the candidates that blame what has this key; all if it is null.
  function selectBlame(key) {
    state.blame = key;
    ReplayPanel.showCandidates(state.cycle, key);
    showVerdict();
    redraw(true);
  }

  function visitCandidate(index) {
    selectCandidate(index);
    visit();
  }

  // One time step forward or back, to a multiple of the step.
  function stepTime(direction) {
    const {timeStep} = state.scene;
    const steps = (state.time - state.begin) / timeStep;
    const next = direction > 0 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1;
    goTo(state.begin + next * timeStep);
  }

  function zoomAtMiddle(factor) {
    map.zoom(factor, {x: map.width / 2, y: map.height / 2});
    redraw(true);
  }

  function listenToKeys() {
    const actions = {
      ArrowRight: () => stepTime(1),
      ArrowLeft: () => stepTime(-1),
      Home: () => goTo(state.begin),
      End: () => goTo(state.end),
      ' ': () => playback.toggle(),
      f: () => fit(),
      c: showContact,
      '+': () => zoomAtMiddle(1.25),
      '-': () => zoomAtMiddle(0.8),
    };
    document.addEventListener('keydown', (event) => {
      const action = actions[event.key];
      if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      // Lists have their own keys, and space presses what has the focus.
      if (event.target.matches('select, input[type=search]') ||
          (event.key === ' ' && event.target.matches('button, summary, input[type=checkbox]'))) {
        return;
      }
      event.preventDefault();
      action();
    });
  }

  function listenToControls() {
    slider.addEventListener('input', () => goTo(Number(slider.value)));
    const clicks = {
      play: () => playback.toggle(),
      fit: () => fit(),
      'fit-all': () => fit(true),
      'zoom-in': () => zoomAtMiddle(1.25),
      'zoom-out': () => zoomAtMiddle(0.8),
      'previous-scene': () => stepScene(-1),
      'next-scene': () => stepScene(1),
      'previous-cycle': () => stepCycle(-1),
      'next-cycle': () => stepCycle(1),
    };
    for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener('click', action);
    byId('cycle').addEventListener('change', () => {
      selectCycle(byId('cycle').value);
      visit();
    });
    byId('why').querySelector('button').addEventListener('click', showContact);
    byId('blame').addEventListener('change', () => selectBlame(byId('blame').value || null));
    byId('candidates').addEventListener('change', () => visitCandidate(Number(byId('candidates').value)));
    window.addEventListener('popstate', followAddress);
  }

  function start() {
    ReplayPanel.showSummary(summary);
    ReplayTable.show(summary.rows, {select: selectScene, reordered: enableSceneSteps});
    byId('scene-view').hidden = summary.rows.length === 0;
    if (summary.rows.length === 0) return;
    ReplayPanel.showLegend(shown, () => redraw(true));
    new ReplayPointer(stage, map, state, {redraw, selectCandidate: visitCandidate}).listen();
    listenToKeys();
    listenToControls();
    ReplayTheme.follow(() => redraw(true));
    map.resize(canvases);
    new ResizeObserver(() => {
      map.resize(canvases);
      redraw(true);
    }).observe(stage);
    new ResizeObserver(() => redraw(false)).observe(byId('side'));
    new ResizeObserver(() => redraw(false)).observe(byId('plot'));
    followAddress();
  }

  // For tests: what is shown, and where it was last drawn.
  window.replayView = Object.freeze({
    scene: () => state.scene?.id ?? null,
    cycle: () => state.cycleIndex,
    time: () => state.time,
    candidate: () => focus()?.id ?? null,
    shapePositions: () => painter.positions.map(({shapes, ...position}) => position),
    sideView: () => elevation.drawn,
    plot: () => plot.drawn,
    visible: ReplayData.visible,
    isDrawn: () => frame === null && state.wanted === state.sceneIndex,
  });

  start();
})();
