// The plots under the map: clearances, time to collision and path of the candidate that is selected
// or chosen, over time. Clicking and dragging in them move the time.
class ReplayPlot {
  // `goTo(time)` moves the time of the page.
  constructor(panel, goTo) {
    this.panel = panel;
    this.goTo = goTo;
    this.drawn = null;  // For tests: what is drawn.
    this.shown = {};
    this.charts = {
      clearance: new ReplayChart(panel, {
        title: 'Clearance',
        unit: 'm',
        ceiling: 10,
        why: 'No obstacle is present, and the road is not known',
        curves: [
          {key: 'clearance', name: 'obstacles', color: 'var(--colliding)', dash: ''},
          {key: 'road', name: 'road’s edge', color: 'var(--leaving)', dash: '6 3'},
        ],
      }),
      timeToCollision: new ReplayChart(panel, {
        title: 'Time to collision',
        unit: 's',
        ceiling: Infinity,
        why: 'No collision is ahead, within the horizon, at any time',
        curves: [{key: 'timeToCollision', name: 'at constant speed and turn rate', color: 'var(--free)', dash: ''}],
      }),
      pathTime: new ReplayPathTime(panel),
    };
    this.listen();
  }

  listen() {
    for (const chart of Object.values(this.charts)) {
      const {svg} = chart;
      const follow = (event) => this.goTo(chart.toTime(event.clientX - svg.getBoundingClientRect().left));
      svg.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        svg.setPointerCapture(event.pointerId);
        follow(event);
      });
      svg.addEventListener('pointermove', (event) => {
        if (svg.hasPointerCapture(event.pointerId)) follow(event);
      });
    }
  }

  // The first contact and the departure from the road.
  static events(focus) {
    const events = [];
    const {firstCollision, leavesRoadTimeS: time} = focus ?? {};
    if (firstCollision) events.push({time: firstCollision.timeS, color: 'var(--colliding)', isLast: true});
    if (time !== undefined) events.push({time, color: 'var(--leaving)', isLast: false});
    return events;
  }

  draw({cycle, focus, begin, end, time}) {
    this.panel.hidden = !cycle.candidates.some(({profile}) => profile !== null);
    this.drawn = null;
    if (this.panel.hidden) return;
    const wanted = {focus, begin, end, width: this.panel.clientWidth, height: this.panel.clientHeight};
    if (Object.entries(wanted).some(([key, value]) => this.shown[key] !== value)) {
      for (const [name, chart] of Object.entries(this.charts)) {
        const why = focus === null ? 'Select a candidate to see its plot' : chart.why;
        const profile = focus === null ? null : name === 'pathTime' ? focus.pathTime : focus.profile;
        chart.draw(profile, {begin, end}, ReplayPlot.events(focus), why);
      }
      this.shown = wanted;
    }
    const values = Object.assign({}, ...Object.values(this.charts).map((chart) => chart.mark(time)));
    this.tell(values, begin, end, time);
    this.drawn = {
      values,
      least: Object.assign({}, ...Object.values(this.charts).map((chart) => chart.least)),
      markers: Object.values(this.charts).map((chart) => chart.toX(time)),
    };
  }

  // What a screen reader says of the plots.
  tell({clearance, road, timeToCollision}, begin, end, time) {
    const {metres, seconds} = ReplayText;
    const parts = [seconds(time)];
    if (clearance !== null) parts.push(`${metres(clearance)} to obstacles`);
    if (road !== null) parts.push(`${metres(road)} to the road’s edge`);
    if (timeToCollision !== null) parts.push(`${seconds(timeToCollision)} to a collision`);
    this.panel.setAttribute('aria-valuemin', begin);
    this.panel.setAttribute('aria-valuemax', end);
    this.panel.setAttribute('aria-valuenow', time);
    this.panel.setAttribute('aria-valuetext', parts.join(', '));
  }
}
